"""Evidence of a baseline: scored relationships, and the plain rule by which they answer without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct as distinct_rows
from motif.graphs.projection import Projection
from motif.indexes.names import normalise
from motif_procedures.evaluation.outcomes import Outcome, distinct


@dataclass(frozen=True, slots=True)
class Lines:
    """Relationships as evidence, best first.

    Attributes
    ----------
    source, target : int32 (lines,)
        Rows of the ends.
    relations
        The text of each relationship, aligned with them.
    scores : float64 (lines,)
        How good each is, higher is better.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    relations: Sequence[str]
    scores: NDArray[np.float64]


def lines_of_relationships(
    projection: Projection, rows: NDArray[np.integer], scores: NDArray[np.floating]
) -> Lines:
    """The relationships ``rows`` in the order of their ``scores``, ties by row."""
    order = np.lexsort((rows, -scores))
    rows, table = rows[order], projection.relationships
    relations = [table.relations[code] for code in table.relation[rows].tolist()]
    return Lines(table.sources[rows], table.target[rows], relations, scores[order].astype(np.float64))


def best_entities(
    lines: Lines, is_excluded: NDArray[np.bool_], depth: NDArray[np.int32] | None = None
) -> NDArray[np.int32]:
    """The answers of ``lines``, int32: nodes that are not excluded and share the best score.

    A node is as good as its best line. First come those of greatest ``depth``, where it is given, then those that more
    lines mention, then by row.

    >>> ends = np.array([0, 0], np.int32), np.array([1, 2], np.int32)
    >>> lines = Lines(*ends, ("wrote", "knows"), np.array([0.9, 0.3]))
    >>> best_entities(lines, np.array([True, False, False])).tolist()
    [1]
    """
    ends = np.concatenate([lines.source, lines.target])
    scores = np.concatenate([lines.scores, lines.scores])
    is_free = ~is_excluded[ends]
    ends, scores = ends[is_free], scores[is_free]
    nodes, place = np.unique(ends, return_inverse=True)
    best = np.full(len(nodes), -np.inf)
    np.maximum.at(best, place, scores)
    mentions = np.bincount(place, minlength=len(nodes))
    depths = np.zeros(len(nodes)) if depth is None else depth[nodes]
    order = np.lexsort((nodes, -mentions, -depths))
    chosen: NDArray[np.int32] = nodes[order][best[order] == best.max(initial=-np.inf)].astype(np.int32)
    return chosen


def excluded(
    projection: Projection, question: str, linked: NDArray[np.int32], rows: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Nodes that cannot answer: ``linked`` ones, and those of ``rows`` that the question names; bool (n_nodes,)."""
    is_excluded = np.zeros(projection.n_nodes, dtype=np.bool_)
    is_excluded[linked] = True
    words = f" {normalise(question)} "
    for row in distinct_rows(rows).tolist():
        name = normalise(projection.nodes.names[row])
        is_excluded[row] |= bool(name) and f" {name} " in words
    return is_excluded


def outcome_of_lines(
    projection: Projection, lines: Lines, answers: NDArray[np.int32], linked: NDArray[np.int32] | None
) -> Outcome:
    """The outcome whose evidence is ``lines``; ``linked`` None for a baseline that links nothing."""
    names = projection.nodes.names
    ends = distinct_rows(np.concatenate([lines.source, lines.target, answers]))
    name_of = {row: names[row] for row in ends.tolist()}
    triples = [
        (name_of[source], relation, name_of[target])
        for source, relation, target in zip(
            lines.source.tolist(), lines.relations, lines.target.tolist(), strict=True
        )
    ]
    return Outcome(
        distinct(names[row] for row in answers.tolist()),
        frozenset(name_of.values()),
        frozenset(triples),
        "\n".join(" | ".join(triple) for triple in dict.fromkeys(triples)),
        None if linked is None else tuple(names[row] for row in linked.tolist()),
    )
