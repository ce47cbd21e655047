"""Questions said otherwise while training, so that a network learns to compare texts, not to know them by heart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.models.triple_gnn import QuestionBatch

_LEAST_LIKE = 0.8
"""How much of another text is added, at most, to what a question says for a relation."""


def rename_relations(
    batch: QuestionBatch, codes: NDArray[np.int32], texts: NDArray[np.float32], random: np.random.Generator
) -> None:
    """Calls the graph's relations by texts drawn from ``texts``, and alike, less exactly, in the questions' triples.

    Parameters
    ----------
    codes : int32 (T,)
        The graph's own relation of each schema triple of ``batch``, which is changed.
    texts : float32 (t, e)
    """
    e = texts.shape[1]
    names = texts[random.integers(len(texts), size=len(batch.relations))]
    other = texts[random.integers(len(texts), size=len(codes))]
    said = names[codes] + random.uniform(0, _LEAST_LIKE, (len(codes), 1)).astype(np.float32) * other
    batch.relations[:] = names
    batch.triples[:, e : 2 * e] = said / np.maximum(np.linalg.norm(said, axis=1, keepdims=True), 1e-6)


def leave_out_names(
    batch: QuestionBatch, names: NDArray[np.bool_], share: float, random: np.random.Generator
) -> None:
    """Leaves the names of question entities out of a ``share`` of the questions.

    Parameters
    ----------
    names : bool (T, 2)
        Whether head and tail of each schema triple of ``batch``, which is changed, are such names.
    """
    e = batch.relations.shape[1]
    unnamed = (random.random(batch.n_questions) < share)[batch.triple_question]
    for place, start in ((0, 0), (1, 2 * e)):
        batch.triples[unnamed & names[:, place], start : start + e] = 0
