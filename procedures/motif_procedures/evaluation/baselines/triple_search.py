"""Retrieval of single triples: by their vectors (KAPING), and by their words (BM25)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.graphs.strings import StringTable
from motif.indexes.names import build_name_index
from motif.indexes.vector import ExactIndex
from motif_procedures.embed_text import encode_each_once
from motif_procedures.evaluation.arena import Arena
from motif_procedures.evaluation.baselines.lines import (
    best_entities,
    excluded,
    lines_of_relationships,
    outcome_of_lines,
)
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.outcomes import Ask, Outcome

_NONE_LINKED = np.zeros(0, np.int32)


def vector_triples(arena: Arena, *, lines: int = 10) -> Ask:
    """The ``lines`` triples of the whole graph that are nearest to the question, by cosine.

    Baek et al., Knowledge-Augmented Language Model Prompting (KAPING, 2023), §3.2: each triple is verbalised by joining
    its parts, and the 10 most similar are kept. KAPING first restricts the triples to those of the question's entities;
    here, as in SimGRAG's comparison (paper, appendix D), no entity is known beforehand. Each text is encoded once and
    kept in ``arena.cache``.
    """
    texts = arena.triple_texts()
    matrix = encode_each_once(
        texts,
        arena.view.encoder,
        checkpoint=arena.cache,
        progress=lambda done, total: arena.progress("encoding triples", done, total),
    )
    index = ExactIndex(matrix)

    def ask(asked: Asked) -> Outcome:
        rows, similarities = index.nearest(arena.encode(asked.text)[None], lines)
        return _outcome(arena, asked.text, rows[0], similarities[0].astype(np.float64))

    return ask


def word_triples(arena: Arena, *, lines: int = 10) -> Ask:
    """The ``lines`` triples of the whole graph that share most and rarest words with the question (BM25)."""
    index = build_name_index(StringTable.from_strings(arena.triple_texts()))

    def ask(asked: Asked) -> Outcome:
        rows = index.search(asked.text, lines)
        return _outcome(arena, asked.text, rows, -np.arange(len(rows), dtype=np.float64))

    return ask


def _outcome(arena: Arena, question: str, rows: NDArray[np.int32], scores: NDArray[np.float64]) -> Outcome:
    lines = lines_of_relationships(arena.projection, rows, scores)
    ends = np.concatenate([lines.source, lines.target])
    answers = best_entities(lines, excluded(arena.projection, question, _NONE_LINKED, ends))
    return outcome_of_lines(arena.projection, lines, answers, None)
