"""How a claim joins two of its names: relation paths from either, of the kind that leads to the other."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.meaning_masks import arcs_of
from motif.engine.relation_paths import Path, Step
from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection
from motif.planners.paths import PathRanker, ScoredPath
from motif.planners.protocol import Mention

HOPS = 2
"""Relations between two names of a claim at most."""

EXAMPLES = 64
"""Nodes labelled like those named that paths are followed from too."""

LACKED = 1.0
"""What a way costs (in logs, at either end) whose relation what is named there does not have."""

_RANKED = 400


@dataclass(frozen=True, slots=True)
class NamedClaim:
    """The words of a claim, denials and numbers blanked, and what it names, in order of position."""

    text: str
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """How two mentions may hang together.

    Attributes
    ----------
    one, other
        Their places among the claim's mentions.
    path
        Steps from ``one`` to ``other``.
    labels
        One label set of either end (its number in the projection): what the path begins at, what it ends in.
    score
        The logarithm of how likely it is among all ways between the two.
    """

    one: int
    other: int
    path: Path
    labels: tuple[int, int]
    score: float


def ways_between(
    ranker: PathRanker,
    projection: Projection,
    claim: NamedClaim,
    pair: tuple[int, int],
    control: Control,
) -> list[Way]:
    """The ways from one mention to another, likeliest first; they need not be in the graph between just these nodes.

    A path is followed from either side, from the nodes named and from others labelled alike that have what they lack,
    and counts where it leads to nodes labelled like those of the other side: a false claim is read as it is meant.
    """
    one, other = pair
    scores: dict[tuple[Path, tuple[int, int]], list[float]] = {}
    for start, end in ((one, other), (other, one)):
        found = _ways_from(ranker, projection, claim, (start, end), control)
        total = sum(math.exp(score) for _, _, score in found)
        for path, labels, score in found:
            way = (path, labels) if start == one else (reversed_path(path), (labels[1], labels[0]))
            scores.setdefault(way, []).append(score - math.log(total))
    every = math.log(sum(math.exp(_mean(found)) for found in scores.values())) if scores else 0.0
    ways = [Way(one, other, path, labels, _mean(found) - every) for (path, labels), found in scores.items()]
    return sorted(ways, key=lambda way: (-way.score, len(way.path), way.path, way.labels))


def _mean(scores: Sequence[float]) -> float:
    return sum(scores) / len(scores)


def _ways_from(
    ranker: PathRanker,
    projection: Projection,
    claim: NamedClaim,
    pair: tuple[int, int],
    control: Control,
) -> list[tuple[Path, tuple[int, int], float]]:
    """(path, label sets of its ends, logarithm of its share of all paths) from the first of ``pair``."""
    start, end = claim.mentions[pair[0]], claim.mentions[pair[1]]
    others = [mention for place, mention in enumerate(claim.mentions) if place != pair[0]]
    label_set = projection.nodes.label_set
    found: list[tuple[Path, tuple[int, int], float]] = []
    for kind in distinct(label_set[start.rows]).tolist():
        rows = start.rows[label_set[start.rows] == kind]
        known = steps_from(projection, rows)
        named = dataclasses.replace(start, rows=with_examples(projection, rows, end.rows))
        ranked = ranker.rank(claim.text, named, others=others, max_hops=HOPS, limit=_RANKED, control=control)
        for path in ranked:
            score = path.score - (0.0 if path.path[0] in known else LACKED)
            found += [(path.path, (kind, last), score) for last in _ends_alike(path, end.rows, label_set)]
    return found


def steps_from(projection: Projection, rows: NDArray[np.int32]) -> set[Step]:
    """The steps that lead away from any of ``rows``."""
    table = projection.relationships
    return {
        Step(relation, forward)
        for side, forward in ((projection.outgoing, True), (projection.incoming, False))
        for relation in distinct(
            table.relation[side.rows_at(arcs_of(side, rows.astype(np.int64))[1])]
        ).tolist()
    }


def with_examples(
    projection: Projection, rows: NDArray[np.int32], avoid: NDArray[np.int32]
) -> NDArray[np.int32]:
    """``rows``, all of one label set, and a node labelled alike for each step that does not lead away from them.

    At most `EXAMPLES` are added, those of the lowest relations and rows, none of ``avoid``: what paths should lead to
    is nothing to begin at. int32, distinct, ``rows`` first.
    """
    table, label_set = projection.relationships, projection.nodes.label_set
    may_be = label_set == label_set[rows[0]]
    may_be[avoid] = False
    known = steps_from(projection, rows)
    found = rows.tolist()
    for ends, may_lead, forward in (
        (table.sources, table.sources.spread(may_be), True),
        (table.target, may_be[table.target], False),
    ):
        places = np.flatnonzero(may_lead)
        relations, first = np.unique(table.relation[places], return_index=True)
        for relation, place in zip(relations.tolist(), places[first].tolist(), strict=True):
            if Step(relation, forward) not in known:
                found.append(int(ends[place]))
    return np.array(list(dict.fromkeys(found))[: len(rows) + EXAMPLES], dtype=np.int32)


def _ends_alike(path: ScoredPath, rows: NDArray[np.int32], label_set: NDArray[np.int32]) -> list[int]:
    """Label sets that nodes of ``rows`` share with what the path leads to."""
    if getattr(path, "give", None) is not None:
        return []
    shared: list[int] = np.intersect1d(label_set[path.sample], label_set[rows]).tolist()
    return shared


def reversed_path(path: Path) -> Path:
    """The path from its end to its start.

    >>> reversed_path((Step(3, True), Step(5, False)))
    (Step(relation=5, forward=True), Step(relation=3, forward=False))
    """
    return tuple(Step(step.relation, not step.forward) for step in reversed(path))
