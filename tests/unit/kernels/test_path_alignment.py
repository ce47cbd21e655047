"""The alignment of words with a path equals the best of all ways to align them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, composite

import naive
from interpreted import examples
from motif.kernels.path_alignment import Side, align_paths

EXAMPLES = examples(300, 60)
N_SYMBOLS = 4
WEIGHTS = [0.75, 0.25, 2.5, 1.5, 1.25, 0.25, 0.5]
Words = list[tuple[list[float], list[float], bool]]


@composite
def sides(draw: DrawFn) -> Words:
    gain = st.sampled_from([-0.5, 0.0, 0.0, 0.5, 1.0, 2.0])
    gains = st.lists(gain, min_size=N_SYMBOLS, max_size=N_SYMBOLS)
    return draw(st.lists(st.tuples(gains, gains, st.booleans()), max_size=2))


def as_side(words: Words) -> Side:
    steps = np.array([word[0] for word in words], np.float64).reshape(len(words), N_SYMBOLS)
    nodes = np.array([word[1] for word in words], np.float64).reshape(len(words), N_SYMBOLS)
    return steps, nodes, np.array([word[2] for word in words], np.bool_)


@given(sides(), sides(), st.lists(st.integers(0, N_SYMBOLS - 1), min_size=1, max_size=2))
@settings(max_examples=EXAMPLES, deadline=None)
def test_the_best_alignment_is_found(left: Words, right: Words, path: list[int]) -> None:
    symbols = np.full((1, 3), -1, np.int32)
    symbols[0, : len(path)] = path
    found = align_paths(symbols, as_side(left), as_side(right), np.array(WEIGHTS))
    assert found.tolist() == [naive.best_alignment(path, [left, right], WEIGHTS)]
