"""Tables and sieves of rows agree with Python's own dictionaries and sets."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.kernels.rows import index_rows, mark, passes_sieve, slot_of

ROWS = st.lists(st.integers(0, 2**31 - 1) | st.integers(0, 50), unique=True, max_size=200)


@given(ROWS, st.lists(st.integers(0, 2**31 - 1) | st.integers(0, 50), max_size=50))
@settings(deadline=None)
def test_tables_give_each_row_its_slot_and_others_none(rows: list[int], others: list[int]) -> None:
    table = index_rows(np.array(rows, np.int32))
    slots = {row: slot for slot, row in enumerate(rows)}
    assert [slot_of(table, row) for row in rows + others] == [slots.get(row, -1) for row in rows + others]


@given(ROWS, st.sampled_from([1, 16]))
@settings(deadline=None)
def test_sieves_let_pass_whatever_was_marked(rows: list[int], n_words: int) -> None:
    sieve = np.zeros(n_words, np.int64)
    for row in rows:
        mark(sieve, row)
    assert all(passes_sieve(sieve, row) for row in rows)


def test_a_sieve_turns_most_others_away_and_an_empty_one_nobody() -> None:
    sieve = np.zeros(16, np.int64)
    for row in range(64):
        mark(sieve, row)
    assert sum(passes_sieve(sieve, row) for row in range(1000, 2000)) < 250
    assert passes_sieve(np.zeros(0, np.int64), 7)
