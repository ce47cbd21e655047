"""Chunks by meaning: the percentile rule equals its naive twin, bounds hold, nothing is lost."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fakes import HashEncoder
from motif_loaders.semantic_chunking import chunk_semantically
from motif_loaders.sentences import sentence_spans
from motif_loaders.tokens import count_tokens
from naive_chunking import boundaries

ENCODER = HashEncoder(32)
WORDS = ["alpha", "beta", "gamma", "delta", "omega", "river", "bank", "query", "index"]


def encode(texts: Sequence[str]) -> NDArray[np.float32]:
    return ENCODER.encode(texts)


words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6)
sentences = words.map(lambda chosen: " ".join(chosen).capitalize() + ".")
sections = st.lists(st.lists(sentences, min_size=1, max_size=8).map(" ".join), min_size=1, max_size=4)


@given(sections, st.sampled_from([0.0, 20.0, 50.0, 100.0]))
def test_without_bounds_chunks_end_where_the_rule_says(texts: list[str], share: float) -> None:
    found = chunk_semantically(texts, encode, percentile=share, smallest=0, largest=10_000)
    for text, spans, starts in zip(texts, found, boundaries(texts, encode, share), strict=True):
        of_sentences = sentence_spans(text)
        assert [start for start, _ in spans] == [of_sentences[place][0] for place in starts]


@given(sections, st.integers(1, 12), st.integers(13, 40))
def test_chunks_are_the_whole_section_and_within_bounds(
    texts: list[str], smallest: int, largest: int
) -> None:
    found = chunk_semantically(texts, encode, smallest=smallest, largest=largest)
    for text, spans in zip(texts, found, strict=True):
        assert "".join(text[start:end] for start, end in spans) == text
        sizes = [count_tokens(text[start:end]) for start, end in spans]
        assert max(sizes) <= largest
        for place, size in enumerate(sizes):
            neighbours = [sizes[other] for other in (place - 1, place + 1) if 0 <= other < len(sizes)]
            assert size >= smallest or all(size + other > largest for other in neighbours)


def test_a_sentence_longer_than_a_chunk_is_cut() -> None:
    text = "word " * 700
    [spans] = chunk_semantically([text], encode, largest=256)
    assert [count_tokens(text[start:end]) for start, end in spans] == [256, 256, 188]


def test_one_sentence_needs_no_encoder() -> None:
    def refuse(texts: Sequence[str]) -> NDArray[np.float32]:
        raise AssertionError(texts)

    assert chunk_semantically(["One sentence."], refuse) == [[(0, 13)]]
    assert chunk_semantically([], refuse) == []


def test_topics_are_kept_apart() -> None:
    cats = "The cat sleeps here. The cat eats fish here. The cat purrs here."
    tax = "Interest 9912 due 4471. Interest 9913 due 4472. Interest 9914 due 4473."
    text = f"{cats} {tax}"
    [spans] = chunk_semantically([text], encode, smallest=4)
    assert any(abs(start - len(cats)) < 30 for start, _ in spans[1:])
