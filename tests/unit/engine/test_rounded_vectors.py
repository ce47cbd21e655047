"""Products of rounded vectors lie as near to the exact ones as is said."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from motif.engine import rounded_vectors as module
from motif.engine.rounded_vectors import rounded_vectors

NUMBERS = st.sampled_from([0.0, 1e-40, 1e-7, -0.01, 0.3, -0.5, 1.0, 77.0])


@given(dimension=st.integers(1, 40), draw=st.data())
def test_products_are_within_the_margin(dimension: int, draw: st.DataObject) -> None:
    vector = st.lists(NUMBERS, min_size=dimension, max_size=dimension)
    rows, query = draw.draw(st.lists(vector, max_size=5)), draw.draw(vector)
    matrix = np.array(rows, np.float32).reshape(-1, dimension)
    near, margin = rounded_vectors(matrix).products(np.array(query, np.float32))
    exact = naive.products(matrix.tolist(), np.array(query, np.float32).tolist())
    assert near.dtype == np.float32 and margin >= 0
    assert all(abs(one - other) <= margin for one, other in zip(near.tolist(), exact, strict=True))


def test_the_margin_is_narrow_for_unit_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BLOCK", 7)
    generator = np.random.default_rng(0)
    matrix = generator.standard_normal((50, 384), dtype=np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    near, margin = rounded_vectors(matrix).products(matrix[3])
    assert margin < 0.02
    assert np.abs(near - matrix @ matrix[3]).max() < 0.002
