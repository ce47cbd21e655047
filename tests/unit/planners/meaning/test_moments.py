"""Days of what is held with its time, or as what has passed since 1970: the last day of a year is one of that year."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

import pytest

import motif
from question_graphs import small_graph

_SENT = {
    "Ada": datetime(2020, 12, 31, 23, 30, tzinfo=UTC),
    "Bel": datetime(2021, 1, 1, 0, 0, tzinfo=UTC),
    "Cid": datetime(2021, 6, 30, 12, 15, tzinfo=UTC),
    "Dov": datetime(2021, 12, 31, 18, 0, tzinfo=UTC),
    "Eve": datetime(2022, 3, 1, 8, 0, tzinfo=UTC),
}


def _held(moment: datetime, clock: str) -> object:
    if clock == "moment":
        return moment
    return int(moment.timestamp()) * (1000 if clock == "milliseconds" else 1)


@cache
def letters(clock: str) -> motif.Graph:
    nodes = [(("Letter",), {"name": name, "sentAt": _held(moment, clock)}) for name, moment in _SENT.items()]
    links = [(at, "KEPT_IN", len(nodes), {}) for at in range(len(nodes))]
    return small_graph(f"letters-{clock}", [*nodes, (("Box",), {"name": "Tin"})], links)


@pytest.mark.parametrize("clock", ["moment", "seconds", "milliseconds"])
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which letters were sent in 2021?", "Bel Cid Dov"),
        ("Which letters were sent after 2021?", "Eve"),
        ("Which letters were sent before 2021?", "Ada"),
        ("Which letters were sent since 2021?", "Bel Cid Dov Eve"),
        ("Which letters were sent until 2020?", "Ada"),
        ("Which letters were sent between 2020 and June 2021?", "Ada Bel Cid"),
        ("Which letters were sent on 31 December 2021?", "Dov"),
        ("Which letters were sent after 31 December 2021?", "Eve"),
        ("Which letters were sent in June 2021?", "Cid"),
        ("letters sent in the last quarter of 2021", "Dov"),
        ("letters sent between 1 and 31 December 2021", "Dov"),
        ("letters sent between June and December 2021", "Cid Dov"),
        ("letters sent from 30 December to 2 January 2021", "Ada Bel"),
    ],
)
def test_a_bound_takes_all_of_a_day(clock: str, question: str, expected: str) -> None:
    found = letters(clock).retrieve(question, planner="meaning")
    assert {piece.answers[0].name for piece in found} == {*expected.split()}, found.readings
    assert found.status == "answered"


def test_a_number_is_a_moment_only_where_its_name_says_so() -> None:
    nodes = [(("Bond",), {"name": name, "volume": 1_600_000_000 + at}) for at, name in enumerate("ABC")]
    bonds = small_graph("bonds", [*nodes, (("Desk",), {"name": "X"})], [(0, "HELD_BY", 3, {})])
    found = bonds.retrieve("Which bonds were issued after 2019?", planner="meaning")
    assert found.status != "answered"
