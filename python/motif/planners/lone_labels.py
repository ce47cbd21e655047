"""Questions that name no entity but a kind of node: "the largest country", "how many films are there"."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.relation_paths import Step
from motif.graphs.projection import Projection
from motif.planners.drafts import SEEN, Draft, label_of
from motif.planners.protocol import PlanningGraph
from motif.planners.question_reading import Reading
from motif.planners.wording import Wording, words_of

LEAST = 0.45
"""How near a word must be to a label to stand for it where nothing else is known."""


def label_drafts(reading: Reading, graph: PlanningGraph, real: Projection, wording: Wording) -> list[Draft]:
    """Drafts whose answers are the nodes of the label that is asked for; none where no label is.

    For "the most films" the nodes are joined to what is counted, by the relation that the words fit best.
    """
    asked = wording.asked_label(reading.core, LEAST)
    if asked is None:
        return []
    rows = _rows_of(asked.phrase, graph.projection)
    rows = rows[rows < real.n_nodes]
    if not len(rows):
        return []
    counted = None
    if reading.extreme is not None and reading.extreme.counted is not None:
        counted = _counted(rows, reading, graph.projection, real, wording)
    return [Draft((), 0, rows, float(np.log(asked.score)), counted)]


def _counted(
    rows: NDArray[np.int32], reading: Reading, whole: Projection, real: Projection, wording: Wording
) -> Step | None:
    """The step from ``rows`` to what the question counts; None where no relation fits its words."""
    assert reading.extreme is not None
    noun = str(reading.extreme.counted)
    words = [word for word in words_of(reading.core) if len(word) > 3]
    best, best_score = None, LEAST
    for step, label in _steps(rows[:SEEN], real):
        relation = real.relationships.relations[step.relation]
        named = max(wording.likeness(noun, relation), wording.likeness(noun, label) if label else 0.0)
        score = named + 0.1 * wording.best(words, [relation])[1]
        if score > best_score:
            best, best_score = step, score
    return best


def _steps(rows: NDArray[np.int32], real: Projection) -> list[tuple[Step, str | None]]:
    """Steps that lead away from ``rows``, with the label they lead to."""
    found = []
    for forward, adjacency in ((True, real.outgoing), (False, real.incoming)):
        arcs = np.concatenate([np.arange(*adjacency.indptr[row : row + 2].tolist()) for row in rows.tolist()])
        relations = real.relationships.relation[adjacency.data[arcs.astype(np.int64)]]
        ends = adjacency.indices[arcs.astype(np.int64)]
        for relation in np.unique(relations).tolist():
            found.append((Step(relation, forward), label_of(real, ends[relations == relation])))
    return found


def _rows_of(label: str, projection: Projection) -> NDArray[np.int32]:
    carries = np.array([label in labels for labels in projection.nodes.label_sets])
    return np.flatnonzero(carries[projection.nodes.label_set]).astype(np.int32)
