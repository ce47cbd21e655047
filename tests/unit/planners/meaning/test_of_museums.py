"""Questions of curators to museums, works, loans and shows: days in their own words, totals of loans, times of day."""

from __future__ import annotations

from datetime import date, datetime
from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

_WORKS = {
    "Grey Harbour": ("Anna Lind", "Norling", "1988-05-02"),
    "The Weir": ("Jan van Loo", "Norling", "1994-03-11"),
    "Red Barn": ("Anna Lind", "Castell", "2001-10-20"),
}
_LOANS = (
    ("Grey Harbour", "Castell", "1999-02-01", 400),
    ("Red Barn", "Norling", "2005-06-01", 600),
    ("The Weir", "Castell", "1985-01-01", 200),
)
_SHOWS = {
    "Tides": ("Norling", "2022-03-12", "2022-08-28", "Dutch"),
    "Ochre": ("Castell", "2024-02-10", "2024-06-16", "French"),
}


@cache
def museums() -> motif.Graph:
    """Works, who made them, museums that own and borrow them, and shows with guides in one language."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Work",), {"title": name}) for name in _WORKS),
        *((("Museum",), {"name": name}) for name in ("Norling", "Castell")),
        *((("Painter",), {"name": name}) for name in ("Anna Lind", "Jan van Loo", "Oda Berg")),
        *(
            (
                ("Show",),
                {
                    "name": name,
                    "opensOn": date.fromisoformat(opens),
                    "closesOn": date.fromisoformat(closes),
                    "language": language,
                },
            )
            for name, (_, opens, closes, language) in _SHOWS.items()
        ),
        *((("Tour",), {"code": f"T-{at}", "startsAt": datetime(2024, 3, at, 8 + at)}) for at in (1, 2, 8)),
    ]
    place = {next(iter(held.values())): row for row, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((place[who], "CREATED", place[name], {}) for name, (who, _, _) in _WORKS.items()),
        *(
            (place[owner], "OWNS", place[name], {"acquiredOn": date.fromisoformat(day)})
            for name, (_, owner, day) in _WORKS.items()
        ),
        *(
            (place[name], "LENT_TO", place[to], {"startDate": date.fromisoformat(day), "fee": fee})
            for name, to, day, fee in _LOANS
        ),
        *((place[museum], "HOSTED", place[name], {}) for name, (museum, *_) in _SHOWS.items()),
        *((place[one], "PUPIL_OF", place[other], {}) for one, other in (("Oda Berg", "Jan van Loo"),)),
        *((place[f"T-{at}"], "LEADS_THROUGH", place["Tides"], {}) for at in (1, 2, 8)),
    ]
    return small_graph("museums", nodes, links, ("acquiredOn", "startDate", "fee"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the opening date of Tides?", {("2022-03-12",)}),
        ("closing date of Ochre", {("2024-06-16",)}),
        (
            "List each show with its museum, opening date and closing date",
            {
                ("Tides", "Norling", "2022-03-12", "2022-08-28"),
                ("Ochre", "Castell", "2024-02-10", "2024-06-16"),
            },
        ),
        ("Which shows were open in May 2022?", {("Tides",)}),
        ("How many shows were open in 2024?", {("1",)}),
        ("shows open on 1 March 2022", set()),
        ("What language is Tides written in?", {("Dutch",)}),
        ("In which language is Ochre written?", {("French",)}),
        ("pupils of Jan van Loo", {("Oda Berg",)}),
        ("shows shared by at least 2 tours", {("Tides",)}),
    ],
)
def test_days_and_languages_in_other_words(question: str, expected: set[tuple[Any, ...]]) -> None:
    status, rows = told(museums(), question)
    assert status == ("answered" if expected else "empty")
    assert {frozenset(map(str, row)) for row in rows} == {frozenset(row) for row in expected}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("average loan fee", 400),
        ("What is the total loan fee?", 1200),
        ("average fee per loan", 400),
        ("sum of the fees over 300", 1000),
    ],
)
def test_what_relationships_are_may_be_said_beside_what_they_have(question: str, expected: float) -> None:
    status, rows = told(museums(), question)
    assert (status, rows) == ("answered", [(expected,)])


@pytest.mark.parametrize(
    "question",
    ["tours that start after 9 am", "tours starting before 15:30", "tours at 10:00", "tours after 3pm"],
)
def test_a_time_of_day_is_no_number_of_anything(question: str) -> None:
    status, _ = told(museums(), question)
    assert status == "unsure"


@pytest.mark.parametrize(("museum", "expected"), [("Norling", "The Weir"), ("Castell", "Red Barn")])
def test_what_was_acquired_since_is_read_but_unsure(museum: str, expected: str) -> None:
    """No word but "acquired" tells the relation, of its day."""
    status, rows = told(museums(), f"works acquired by the {museum} since 1990")
    assert status == "unsure" and [row[0] for row in rows] == [expected]
