"""Recall against a plain count, and figures of many questions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from motif_procedures.passages.recall import Answered, figures, score

rows = st.lists(st.integers(0, 30), unique=True, max_size=25)


@given(
    st.sets(st.integers(0, 30), min_size=1, max_size=6), st.dictionaries(st.integers(1, 20), rows, min_size=1)
)
def test_recall_is_what_counting_gives(gold: set[int], ranked: dict[int, list[int]]) -> None:
    answered = score("", gold, ranked)
    for count, given_rows in ranked.items():
        among = [row for row in given_rows[:count] if row in gold]
        assert answered.hits[count] == (len(among) > 0)
        assert answered.shares[count] == len(among) / len(gold)


def test_chunks_beyond_the_number_asked_for_do_not_count() -> None:
    assert score("", {3}, {2: [1, 2, 3]}).hits == {2: False}


def test_figures_are_means_over_questions() -> None:
    found = figures(
        [
            Answered("", {2: True}, {2: 1.0}, 0.001),
            Answered("", {2: False}, {2: 0.0}, 0.002),
            Answered("", {2: True}, {2: 0.5}, 0.004),
        ]
    )
    assert found["questions"] == 3
    assert found["recall"] == {"2": {"hit": 0.66667, "share": 0.5}}
    assert (found["medianMillis"], found["p99Millis"]) == (2.0, 4.0)
