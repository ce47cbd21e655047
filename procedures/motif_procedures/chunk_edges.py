"""The job ``chunk_edges``: chunks whose entities are related (DA-RAG's chunk layer, §3.1)."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from motif.catalog.rows import column_of
from motif.engine.control import Control
from motif.engine.related_sets import MOST_PAIRS, RelatedSets, related_sets
from motif.errors import InvalidInput
from motif.graphs.corpus import Corpus, corpus_of
from motif.graphs.layers import SHARES_RELATION, EdgeLayer
from motif.graphs.projection import Projection
from motif_procedures.stopping import Report

MAX_NEIGHBOURS = 50

_RELATION = "relation"
"""Property that says what a relationship of the type RELATED_TO means."""


def chunk_edges(
    projection: Projection,
    *,
    shared_entities: bool = False,
    max_neighbours: int = MAX_NEIGHBOURS,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
) -> EdgeLayer:
    """The layer ``SHARES_RELATION`` of ``projection``: chunks of which one mentions an entity that is related to one
    that the other mentions.

    Parameters
    ----------
    shared_entities
        Join also chunks that mention one and the same entity.
    max_neighbours
        How many partners each chunk keeps, its strongest; an edge stays when either end keeps it.

    The score adds up ``1 / sqrt(chunks of u * chunks of w)`` over related entities ``u, w``: what joins few chunks
    tells more. Entities that would join more than 10,000 pairs of chunks join none; ``settings`` says how many. Each
    edge says ``relations``, how many there are (one whose two entities stand in both chunks counts twice), and
    ``evidence``, a few of them.

    Raises `InvalidInput` for a graph without chunks and ``max_neighbours`` below 1, `Cancelled`.

    >>> from motif.catalog.rows import from_rows
    >>> nodes = [("c", ["Chunk"], {}), ("d", ["Chunk"], {}), ("mann", ["__Entity__"], {}), ("heat", ["__Entity__"], {})]
    >>> links = [("mann", "FROM_CHUNK", "c", {}), ("heat", "FROM_CHUNK", "d", {}), ("mann", "DIRECTED", "heat", {})]
    >>> layer = chunk_edges(from_rows(nodes, links))
    >>> layer.source.tolist(), layer.target.tolist(), layer.properties["evidence"].value(0)
    ([0], [1], 'mann DIRECTED heat')
    """
    if isinstance(max_neighbours, bool) or not isinstance(max_neighbours, int) or max_neighbours < 1:
        raise InvalidInput(f"max_neighbours must be a whole number, 1 or more, not {max_neighbours!r}.")
    corpus = corpus_of(projection)
    if corpus is None:
        raise InvalidInput(
            f"The graph '{projection.name}' has no chunks, and these edges join chunks.",
            hint="Load documents with motif load, or project the nodes labelled Chunk too.",
        )
    report = Report("The search for related chunks", progress, control)
    place = np.full(projection.n_nodes, -1, np.int32)
    place[corpus.chunks] = np.arange(len(corpus.chunks), dtype=np.int32)
    place[corpus.entities] = np.arange(len(corpus.entities), dtype=np.int32)
    holds = place[corpus.mention_chunk], place[corpus.mention_entity]
    sizes = len(corpus.chunks), len(corpus.entities)
    related = _related(projection, corpus, place, shared_entities)
    found = related_sets(holds, related, sizes, max_neighbours, report)
    report(sizes[0], sizes[0])
    settings = {
        "job": "chunk_edges",
        "sharedEntities": shared_entities,
        "maxNeighbours": max_neighbours,
        "mostPairs": MOST_PAIRS,
        "found": {
            "chunks": sizes[0],
            "entities": sizes[1],
            "relations": len(corpus.relations),
            "leftOut": found.n_left_out,
        },
    }
    return EdgeLayer(
        SHARES_RELATION,
        json.dumps(settings),
        corpus.chunks[found.pairs.source],
        corpus.chunks[found.pairs.target],
        found.pairs.score,
        {
            "relations": column_of(found.counts.tolist()),
            "evidence": column_of(_evidence(projection, corpus, found)),
        },
    )


def _related(
    projection: Projection, corpus: Corpus, place: NDArray[np.int32], shared: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Ends of relations by place among the entities; with ``shared`` each entity is related to itself."""
    links = projection.relationships
    source, target = place[links.sources[corpus.relations]], place[links.target[corpus.relations]]
    if not shared:
        return source, target
    each = np.arange(len(corpus.entities), dtype=np.int32)
    return np.concatenate([source, each]), np.concatenate([target, each])


def _evidence(projection: Projection, corpus: Corpus, found: RelatedSets) -> list[str]:
    """What joins each pair in words, strongest first: ``mann DIRECTED heat; …``, or the name of a shared entity."""
    said = _Said(projection, corpus)
    return [
        "; ".join(
            dict.fromkeys(said(one, other) for one, other in zip(firsts, seconds, strict=True) if one >= 0)
        )
        for firsts, seconds in zip(found.first.tolist(), found.second.tolist(), strict=True)
    ]


class _Said:
    """A relation between two entities, by place, as text; each is made once."""

    def __init__(self, projection: Projection, corpus: Corpus) -> None:
        self._projection = projection
        self._entities = corpus.entities
        links = projection.relationships
        source, target = links.sources[corpus.relations], links.target[corpus.relations]
        self._row = dict(
            zip(
                zip(source[::-1].tolist(), target[::-1].tolist(), strict=True),
                corpus.relations[::-1].tolist(),
                strict=True,
            )
        )
        self._made: dict[tuple[int, int], str] = {}

    def __call__(self, one: int, other: int) -> str:
        key = min(one, other), max(one, other)
        if key not in self._made:
            self._made[key] = self._text(int(self._entities[one]), int(self._entities[other]))
        return self._made[key]

    def _text(self, one: int, other: int) -> str:
        names, links = self._projection.nodes.names, self._projection.relationships
        if one == other:
            return names[one]
        turned = (one, other) not in self._row
        source, target = (other, one) if turned else (one, other)
        row = self._row[source, target]
        told = links.properties.get(_RELATION)
        relation = (told.value(row) if told is not None else None) or links.relations[links.relation[row]]
        return f"{names[source]} {relation} {names[target]}"
