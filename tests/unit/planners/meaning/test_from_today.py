"""Times that are told from today, and times of what is done, which are no births."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import motif
from motif.planners.meaning.days import today
from motif.planners.meaning.from_today import told_from_today
from motif.planners.reading.marks import read
from question_graphs import small_graph, told

DAYS_AGO = {"T1": 1, "T2": 10, "T3": 40, "T4": 200, "T5": 1000, "T6": -10}
SHOPS = {"Mill": -150, "Ford": -30, "Gate": -3}
CLERKS = {"Ann": 20_000, "Bo": 9_000}


@cache
def tickets() -> motif.Graph:
    """Tickets that were opened so many days ago, in shops that were founded so many years ago, by clerks with ages."""
    now = today()
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Ticket",), {"name": name, "opened": now - datetime.timedelta(days=days)})
            for name, days in DAYS_AGO.items()
        ),
        *((("Shop",), {"name": name, "founded": now.year + years}) for name, years in SHOPS.items()),
        *(
            (("Clerk",), {"name": name, "birthday": now - datetime.timedelta(days=days)})
            for name, days in CLERKS.items()
        ),
    ]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *(
            (at[one], "OPENED_IN", at["Mill" if place % 2 else "Ford"], {})
            for place, one in enumerate(DAYS_AGO)
        ),
        (at["Ann"], "WORKS_IN", at["Mill"], {}),
        (at["Bo"], "WORKS_IN", at["Ford"], {}),
        (at["Mill"], "SUPPLIES", at["Ford"], {}),
        (at["Gate"], "SUPPLIES", at["Ford"], {}),
    ]
    return small_graph("tickets", nodes, links, ())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which tickets were opened in the last 30 days?", {"T1", "T2"}),
        ("Which tickets were opened within the past two weeks?", {"T1", "T2"}),
        ("Which tickets were opened over the last year?", {"T1", "T2", "T3", "T4"}),
        ("Which tickets were opened more than 3 months ago?", {"T4", "T5"}),
        ("Which tickets were opened less than 3 months ago?", {"T1", "T2", "T3", "T6"}),
        ("Which tickets were opened at least 40 days ago?", {"T3", "T4", "T5"}),
        ("Which tickets were opened yesterday?", {"T1"}),
        ("Which tickets were opened between 1 and 3 months ago?", {"T3"}),
        ("Which tickets were opened 1 to 3 months ago?", {"T3"}),
        ("tickets older than 3 months", {"T4", "T5"}),
        ("tickets that are less than 3 months old", {"T1", "T2", "T3", "T6"}),
        ("How many tickets are more than 2 years old?", {"1"}),
        ("shops older than a century", {"Mill"}),
        ("shops newer than 40 years", {"Ford", "Gate"}),
        ("clerks older than 40 years", {"Ann"}),
        ("Which tickets were opened 10 days ago?", {"T2"}),
        ("Which tickets were opened in the last quarter?", {"T1", "T2", "T3"}),
        ("Which clerks work in a shop that was founded over a century ago?", {"Ann"}),
        ("Which tickets were opened since yesterday?", {"T1", "T6"}),
        ("Which tickets are opened in the next 30 days?", {"T6"}),
        ("How many tickets were opened in the last 30 days?", {"2"}),
        ("Which shops were founded more than 100 years ago?", {"Mill"}),
        ("Which shops were founded in the last 40 years?", {"Ford", "Gate"}),
        ("Which clerks were born before 1990?", {"Ann"}),
        ("Which shops were founded 3 years ago?", {"Gate"}),
        ("Which ticket was opened last?", {"T6"}),
    ],
)
def test_as_of_today(question: str, expected: set[str]) -> None:
    status, rows = told(tickets(), question)
    assert status == "answered"
    assert {str(row[0]) for row in rows} == expected


@pytest.mark.parametrize(
    "question",
    [
        f"Which clerks worked in Mill in {today().year - 54}?",
        f"Which shops supplied Ford in {today().year - 3}?",
        f"Which shops were founded before {today().isoformat()}?",
        "Which shops were founded last year?",
    ],
)
def test_another_time_is_not_taken_for_it(question: str) -> None:
    assert told(tickets(), question)[0] != "answered"


@pytest.mark.parametrize(
    "question",
    [
        "What is the last year in which a shop was founded?",
        "Which tickets were opened in last year's sale?",
        "Which tickets were opened in the last two shops?",
        "Which tickets were opened a while ago?",
    ],
)
def test_what_is_no_time_from_today_stays(question: str) -> None:
    assert not [*told_from_today(read(question))]


@given(
    st.lists(
        st.sampled_from(
            [
                "in",
                "within",
                "the",
                "last",
                "next",
                "past",
                "a",
                "3",
                "900",
                "0",
                "decades",
                "years",
                "year",
                "month",
                "months",
                "ago",
                "than",
                "more",
                "at",
                "least",
                "less",
                "this",
                "yesterday",
                "over",
                "which",
                "tickets",
                "were",
                "opened",
            ]
        ),
        min_size=1,
        max_size=9,
    )
)
def test_any_words_are_taken(words: list[str]) -> None:
    assert all(one.endswith("?") for one in told_from_today(read(" ".join(words) + "?")))


def test_none_of_these_days_is_not_answered_by_a_number_among_the_words() -> None:
    found = tickets().retrieve("tickets from between 2 and 3 centuries ago")
    assert (found.status, len(found)) in {("unsure", 0), ("empty", 0)}
