"""Seeds and neighbours become evidence: where each came from, and what explains it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.expansion import Ways
from motif.graphs.evidence import Evidence
from motif.indexes.hybrid import Relevance
from motif.retrievers.expansion_edges import edge_as_values
from motif.retrievers.expansion_tracks import Way
from motif.retrievers.presentation import CHARACTERS_PER_TOKEN, Entities, cut
from motif.retrievers.view import View


@dataclass(frozen=True, slots=True)
class Expanded:
    """Seeds and neighbours by row.

    Attributes
    ----------
    seeds, neighbours : int32
    seed_scores : float32, aligned with ``seeds``
    scores : float32, aligned with ``neighbours``
    best : int64, aligned with ``neighbours``
        The best way to each, a row of ``ways``.
    ways, tracks
        All ways, and what they go along.
    """

    seeds: NDArray[np.int32]
    seed_scores: NDArray[np.float32]
    neighbours: NDArray[np.int32]
    scores: NDArray[np.float32]
    best: NDArray[np.int64]
    ways: Ways
    tracks: tuple[Way, ...]


def evidence_of(
    view: View, relevance: Relevance, found: Expanded, top_k: int | None, max_tokens: int | None
) -> Iterator[Evidence]:
    """The ``top_k`` best of seeds and neighbours together, each with where it came from in its ``metadata``."""
    rows = np.concatenate([found.seeds, found.neighbours])
    scores = np.concatenate([found.seed_scores, found.scores])
    speaker = _Speaker(view, relevance, found, max_tokens)
    for place in np.lexsort((rows, -scores))[:top_k].tolist():
        neighbour = place - len(found.seeds)
        if neighbour >= 0:
            yield speaker.neighbour(neighbour)
        else:
            yield speaker.piece(int(rows[place]), float(scores[place]), (), {"role": "seed"})


def neighbours_as_evidence(
    view: View, relevance: Relevance, found: Expanded, max_tokens: int | None
) -> list[Evidence]:
    """The neighbours alone, best first."""
    speaker = _Speaker(view, relevance, found, max_tokens)
    order = np.lexsort((found.neighbours, -found.scores))
    return [speaker.neighbour(place) for place in order.tolist()]


class _Speaker:
    """Says seeds and neighbours as pieces of evidence."""

    def __init__(self, view: View, relevance: Relevance, found: Expanded, max_tokens: int | None) -> None:
        self._view = view
        self._found = found
        self._max_tokens = max_tokens
        self._entities = Entities(view.projection)
        rows = np.concatenate([found.seeds, found.neighbours])
        self._entities.load_nodes(rows)
        columns = (rows, relevance.bm25[rows], relevance.cosines.at(rows))
        self._told = {row: told for row, *told in zip(*(part.tolist() for part in columns), strict=True)}

    def neighbour(self, place: int) -> Evidence:
        """The neighbour at ``place``, with the relationships of its best way."""
        found = self._found
        edges = _edges(found, int(found.best[place]))
        origin = _origin(found, place, self._entities)
        return self.piece(int(found.neighbours[place]), float(found.scores[place]), edges, origin)

    def piece(self, row: int, score: float, edges: Sequence[int], origin: Mapping[str, Any]) -> Evidence:
        """The node at ``row``, reached along ``edges``, whose other ends come after it."""
        node = self._entities.node(row)
        bm25, cosine = self._told[row]
        ends = (end for edge in edges for end in self._entities.ends(edge))
        return Evidence(
            score=score,
            nodes=tuple(dict.fromkeys((node, *ends))),
            relationships=tuple(self._entities.relationship(edge) for edge in edges),
            answers=(node,),
            text=text_of(self._view, row, self._max_tokens),
            method="expand",
            metadata={
                "epoch": self._view.projection.epoch,
                **origin,
                "bm25": round(bm25, 6),
                "cosine": round(cosine, 6),
            },
        )


def text_of(view: View, row: int, max_tokens: int | None = None) -> str:
    """The text of a node, else its name; cut at a space where it has more than ``max_tokens`` of four characters."""
    nodes = view.projection.nodes
    return clipped((nodes.texts[row] if nodes.texts is not None else "") or nodes.names[row], max_tokens)


def clipped(text: str, max_tokens: int | None) -> str:
    """``text`` cut between words where it has more than ``max_tokens`` of four characters; None: as it is.

    >>> clipped("Two men meet over coffee.", 4)
    'Two men meet…'
    """
    return text if max_tokens is None else cut(text, max_tokens * CHARACTERS_PER_TOKEN)


def _origin(found: Expanded, neighbour: int, entities: Entities) -> dict[str, Any]:
    """The seeds that a neighbour is joined to, that of its best way first, and what explains that way."""
    ways, way = found.ways, int(found.best[neighbour])
    others = ways.seed[ways.node == found.neighbours[neighbour]]
    seeds = dict.fromkeys([int(ways.seed[way]), *others.tolist()])
    table = found.tracks[ways.track[way]].table
    edges = [int(edge) for edge in (ways.edge[way], ways.second[way]) if edge >= 0]
    via = [edge_as_values(entities.projection, table, edge) for edge in edges]
    if ways.bridge[way] >= 0:
        via[0]["through"] = entities.node(int(ways.bridge[way])).name
    nodes = [entities.node(int(found.seeds[seed])) for seed in seeds]
    return {
        "role": "neighbour",
        "from": [node.id for node in nodes],
        "from_names": [node.name for node in nodes],
        "via": via,
    }


def _edges(found: Expanded, way: int) -> list[int]:
    """Rows of the relationships of a way; none for edges that Motif has computed."""
    table = found.tracks[found.ways.track[way]].table
    edges = (int(edge) for edge in (found.ways.edge[way], found.ways.second[way]) if edge >= 0)
    return [row for row in (int(table.relationship[edge]) for edge in edges) if row >= 0]
