"""Counts, comparisons and superlatives are read from English questions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.graphs.omissions import note_of
from motif.planners.quantities import conditions_for
from motif.planners.question_reading import read_question


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("films released after 2000", {"$gt": 2000}),
        ("films before 1999?", {"$lt": 1999}),
        ("films since 1995", {"$gte": 1995}),
        ("films from the 1990s", {"$between": [1990, 1999]}),
        ("films from 1995", None),
        ("films made in the 1990s", {"$between": [1990, 1999]}),
        ("films made in the 90s", {"$between": [1990, 1999]}),
        ("between 1990 and 1995", {"$between": [1990, 1995]}),
        ("from 1990 to 1995", {"$between": [1990, 1995]}),
        ("countries with more than 100 million people", {"$gt": 100_000_000}),
        ("cities of over 1,500,000 inhabitants", {"$gt": 1_500_000}),
        ("at least 3.5 stars", {"$gte": 3.5}),
        ("200 or more employees", {"$gte": 200}),
        ("in 1999 or earlier", {"$lte": 1999}),
        ("no later than 2001", {"$lte": 2001}),
        ("upwards of 200 000 000 people", {"$gt": 200_000_000}),
        ("longer than 20 m", {"$gt": 20}),
        ("who won the title in the 2019-20 season", None),
        ("Who directed Ocean's 11?", None),
        ("Which films did 20th Century make", None),
    ],
)
def test_comparisons(question: str, condition: dict[str, Any] | None) -> None:
    found = read_question(question).comparisons
    assert [conditions_for(one, dates=False) for one in found] == ([] if condition is None else [condition])


@pytest.mark.parametrize(
    ("question", "first", "descending", "counted"),
    [
        ("What is the largest country in Africa?", "area", True, None),
        ("the oldest film", "born", False, None),
        ("most populous city of Spain", "population", True, None),
        ("Who acted in the most films?", "films", True, "films"),
        ("Which country has the fewest neighbours?", "neighbours", False, "neighbours"),
    ],
)
def test_superlatives(question: str, first: str, descending: bool, counted: str | None) -> None:
    found = read_question(question).extreme
    assert found is not None
    assert (found.words[0], found.descending, found.noun) == (first, descending, counted)


def test_counting() -> None:
    assert read_question("How many films did Michael Mann direct?").counts
    assert read_question("What is the number of countries in Africa?").counts
    assert not read_question("Who directed Heat?").counts


@given(st.text(max_size=80))
def test_any_text_is_read_and_the_core_keeps_its_places(question: str) -> None:
    reading = read_question(question)
    assert len(reading.core) == len(question)
    assert all(kept in (asked, " ") for kept, asked in zip(reading.core, question, strict=True))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("films not directed by Michael Mann", "'not'"),
        ("films without Al Pacino", "'without'"),
        ("films that don't star Al Pacino", "'don't'"),
        ("films that weren’t directed by Michael Mann", "'weren’t'"),
        ("films by Michael Mann other than Heat", "'other than'"),
        ("countries outside of Europe", "'outside of'"),
        ("Did Al Pacino act in Heat?", "kg.verify"),
        ("Which films did Al Pacino act in?", None),
        ("Did you know who directed Heat?", None),
        ("films of no later than 2001", None),
        ("who directed [No Country]?", None),
    ],
)
def test_what_cannot_be_heeded_is_said(question: str, said: str | None) -> None:
    read = read_question(question)
    notes = (*map(note_of, read.omissions), *read.notes)
    assert (said is None and notes == ()) or (said is not None and said in notes[0])
