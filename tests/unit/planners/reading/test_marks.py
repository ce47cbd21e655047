"""What a question says by phrases: numbers with their operators, ranks, negation, what is asked for."""

from __future__ import annotations

import pytest

from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import read


@pytest.mark.parametrize(
    ("question", "bounds"),
    [
        ("longer than 20 m", [(">", 20)]),
        ("below -20 degrees", [("<", -20)]),
        ("between 5 and 10 million people", [(">=", 5_000_000)]),
        ("between 100 and 10 million people", [(">=", 100)]),
        ("more than 2 million people", [(">", 2_000_000)]),
        ("no more than 3 children", [("<=", 3)]),
        ("at least twelve", [(">=", 12)]),
        ("5 or more", [(">=", 5)]),
        ("19 years or less", [("<=", 19)]),
        ("before the year 1841", [("<", 1841)]),
        ("from 1990 to 2000", [(">=", 1990)]),
        ("after 3 May 1999", [(">", 19990503)]),
        ("price > 20.5", [(">", 20.5)]),
        ("in 1984", [("=", 1984)]),
        ("1,200 people", [("=", 1200)]),
    ],
)
def test_a_number_has_its_operator(question: str, bounds: list[tuple[str, float]]) -> None:
    assert [(one.operator, one.number.value) for one in read(question).bounds] == bounds


def test_a_bound_between_two_has_both() -> None:
    (bound,) = read("between 5 and 10 things").bounds
    assert bound.upper is not None and bound.upper.value == 10


def test_a_decade_has_its_last_year() -> None:
    (number,) = read("in the 1990s").numbers
    assert (number.value, number.until) == (1990, 1999)


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("the oldest bridge", ("old", "superlative", None)),
        ("older than the bridge", ("old", "comparative", None)),
        ("the most expensive wine", ("expensive", "superlative", None)),
        ("the least expensive wine", ("expensive", "superlative", "-")),
        ("the most goals", ("", "superlative", "+")),
        ("the fewest goals", ("", "superlative", "-")),
        ("the lowest price", ("", "superlative", "-")),
        ("how tall is it", ("tall", "plain", None)),
    ],
)
def test_an_adjective_measures(question: str, measure: tuple[str, str, str | None]) -> None:
    (found,) = read(question).measures
    assert (found.adjective, found.form, found.end) == measure


def test_what_is_older_has_more_age_and_an_earlier_year() -> None:
    old = table("comparing")["adjectives"]["old"]
    assert "age" in old["+"] and "birth" in old["-"]


@pytest.mark.parametrize(
    "question", ["an order of the day", "at least 2", "the forest", "a tower", "lower the number"]
)
def test_other_words_measure_nothing(question: str) -> None:
    assert not read(question).measures


def test_phrases_are_marked_with_their_words() -> None:
    reading = read("How many clubs did not play, and how many goals has each?")
    marks = {mark.kind: (mark.first, mark.last) for mark in reading.marks}
    assert marks["negation"] == (4, 4) and marks["and_how_many"] == (7, 9)
    assert reading.of("count")[0].first == 0


def test_every_word_of_the_tables_is_text() -> None:
    """YAML takes "no" and "on" for booleans."""
    for name in ("words", "numbers", "comparing", "asking"):
        for listed in table(name).values():
            assert all(isinstance(one, str | list) for one in listed), name


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("between 1 and 15 October 2023", "2023-10-01", "2023-10-15"),
        ("between 1 August and 31 August 2023", "2023-08-01", "2023-08-31"),
        ("from 1st to 3rd of May 2024", "2024-05-01", "2024-05-03"),
        ("between October and November 2023", "2023-10-01", "2023-11-30"),
        ("between Oct 1 and Nov 15, 2023", "2023-10-01", "2023-11-15"),
        ("from December 20 to 5 January 2024", "2023-12-20", "2024-01-05"),
        ("between November and February 2024", "2023-11-01", "2024-02-29"),
    ],
)
def test_the_first_of_two_days_is_of_the_year_that_the_second_is_said_with(
    text: str, begin: str, end: str
) -> None:
    [bound] = read(text).bounds
    assert bound.upper is not None
    assert (bound.number.date, bound.upper.last_date or bound.upper.date) == (begin, end)


@pytest.mark.parametrize(
    "text", ["the top 5 and 3 May 2020", "with 2 and 3 May 2020", "between 7 and 3 May 2020"]
)
def test_a_number_before_a_day_is_no_day(text: str) -> None:
    assert not read(text).bounds[0].number.date
