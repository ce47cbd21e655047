"""Questions that name no entity but a kind of node: "the largest country", "how many films are there"."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.relation_paths import Step
from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif.planners.alignment import spelt_alike
from motif.planners.drafts import SEEN, Draft, label_of
from motif.planners.english import AGENT_ENDINGS, FUNCTION_WORDS
from motif.planners.question_reading import Reading
from motif.planners.wording import Wording, lone_nouns, words_of

LEAST = 0.45
"""How near a word must be to a label to stand for it where nothing else is known."""


def label_drafts(reading: Reading, real: Projection, wording: Wording) -> list[Draft]:
    """Drafts whose answers are the nodes of the label that is asked for; none where no label is.

    For "the most films" the nodes are joined to what is counted, by the relation that the words fit best.
    """
    asked = wording.nearest_label(lone_nouns(reading.core), real.labels, LEAST)
    if asked is None:
        return []
    rows = _rows_of(asked.phrase, real)
    if reading.extreme is not None and reading.extreme.noun and not reading.extreme.besides:
        joined = _counted(rows, reading, real, wording)
    else:
        joined = _acting(rows, asked.word, real)
    return [Draft((), 0, rows, float(np.log(asked.score)), joined)]


def _acting(rows: NDArray[np.int32], noun: str, real: Projection) -> Step | None:
    """The step that those who are called by what they do must have: "actors" are those who acted."""
    if not noun.lower().endswith(AGENT_ENDINGS):
        return None
    for step, _ in _steps(rows[:SEEN], real):
        parts = readable(real.relationships.relations[step.relation]).split()
        if any(spelt_alike(noun.lower(), part) for part in parts if part not in FUNCTION_WORDS):
            return step
    return None


def _counted(rows: NDArray[np.int32], reading: Reading, real: Projection, wording: Wording) -> Step | None:
    """The step from ``rows`` to what the question counts; None where no relation fits its words."""
    assert reading.extreme is not None
    noun = str(reading.extreme.noun)
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
        relations = real.relationships.relation[adjacency.rows_at(arcs.astype(np.int64))]
        ends = adjacency.indices[arcs.astype(np.int64)]
        for relation in distinct(relations).tolist():
            found.append((Step(relation, forward), label_of(real, ends[relations == relation])))
    return found


def _rows_of(label: str, projection: Projection) -> NDArray[np.int32]:
    carries = np.array([label in labels for labels in projection.nodes.label_sets])
    return np.flatnonzero(carries[projection.nodes.label_set]).astype(np.int32)
