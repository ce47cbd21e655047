"""What stands right after a noun is the noun's, when a deed was done is not when its thing was made, and what lasted is
no other number of seconds."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import answered, small_graph, told

_ROWERS = (("Ada Holt", 0, 0), ("Bo Lind", 1, 0), ("Cy Moss", 0, 1))
_CUPS = (("Silver Cup", 1890, 1921, True), ("Old Oar", 1850, 1930, False))
_HEATS = (("H1", 700, 30), ("H2", 400, 90))


@cache
def regattas() -> motif.Graph:
    """Rowers of two nations row for crews, which race in cups of leagues that are held in nations; patrons gave
    trophies, heats last and wait, boats have a type, and lockers a number."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Nation",), {"name": name}) for name in ("Norland", "Suderia")),
        *((("League",), {"name": name}) for name in ("Fjord League", "Bay League")),
        *((("Crew",), {"name": name}) for name in ("Red Crew", "Blue Crew")),
        *((("Rower",), {"name": name}) for name, *_ in _ROWERS),
        *((("Trophy",), {"name": name, "yearMade": made, "onLoan": away}) for name, made, _, away in _CUPS),
        *((("Patron",), {"name": name}) for name in ("Eva Stern", "Finn Ray")),
        *(
            (("Heat",), {"name": name, "durationSeconds": long, "waitSeconds": idle})
            for name, long, idle in _HEATS
        ),
        *((("Type",), {"name": name, "type": name}) for name in ("Single", "Double")),
        *((("Boat",), {"name": name}) for name in ("Ibis", "Kite", "Lark")),
        *((("Locker",), {"name": f"L{at}", "locker": at}) for at in (1, 2)),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((2 + at, "PLAYED_IN", at, {}) for at in (0, 1)),
        *((4 + at, "COMPETES_IN", 2 + at, {}) for at in (0, 1)),
        *((6 + at, "CITIZEN_OF", nation, {}) for at, (_, nation, _) in enumerate(_ROWERS)),
        *((6 + at, "PLAYS_FOR", 4 + crew, {}) for at, (_, _, crew) in enumerate(_ROWERS)),
        *((11 + at, "DONATED", 9 + at, {"year": given}) for at, (_, _, given, _) in enumerate(_CUPS)),
        *((17 + at, "TYPE", 15 + at % 2, {}) for at in range(3)),
    ]
    return small_graph("regattas", nodes, links, ("year",))


@pytest.mark.parametrize("where", ["in", "from", "of"])
def test_crews_in_a_nation_are_not_rowers_of_it(where: str) -> None:
    status, rows = told(regattas(), f"Which rowers play for crews {where} Norland?")
    assert status == "unsure" or sorted(rows) == [("Ada Holt",), ("Bo Lind",)]


def test_who_plays_against_others_does_not_play_for_them() -> None:
    assert told(regattas(), "Did Ada Holt ever play against Blue Crew?")[0] != "answered"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who donated the Silver Cup and when?", ("Eva Stern", 1921)),
        ("Who donated the Silver Cup, and when?", ("Eva Stern", 1921)),
        ("When was the Silver Cup donated?", (1921,)),
    ],
)
def test_when_it_was_given_is_not_when_it_was_made(question: str, expected: tuple[Any, ...]) -> None:
    assert answered(regattas(), question) == [expected]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which heats lasted longer than 10 minutes?", "H1"),
        ("Which heats took longer than 600 seconds?", "H1"),
        ("Which heats waited longer than 1 minute?", "H2"),
    ],
)
def test_what_lasts_is_its_duration(question: str, expected: str) -> None:
    assert {row[0] for row in answered(regattas(), question)} == {expected}


def test_a_noun_before_a_kind_says_of_what() -> None:
    assert {row[0] for row in answered(regattas(), "Which boat types are there?")} == {"Single", "Double"}
    assert answered(regattas(), "How many boat types are there?") == [(2,)]


@pytest.mark.parametrize("question", ["Which lockers are in room 1?", "Which prizes are on loan?"])
def test_what_a_number_or_a_yes_does_not_tell(question: str) -> None:
    assert told(regattas(), question)[0] != "answered"


@cache
def launches() -> motif.Graph:
    """Launches from sites, which succeeded or not, and faults of them, some of which are resolved."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Launch",), {"name": name, "succeeded": so})
            for name, so in (("A1", True), ("A2", False), ("A3", True))
        ),
        *(
            (("Site",), {"name": name, "isOpen": so})
            for name, so in (("North Pad", True), ("South Pad", False))
        ),
        (("Fault",), {"name": "F1", "openedOn": date(2024, 1, 2), "resolvedOn": date(2024, 1, 9)}),
        (("Fault",), {"name": "F2", "openedOn": date(2024, 2, 2)}),
    ]
    links = [(0, "FROM_SITE", 3, {}), (1, "FROM_SITE", 4, {}), (2, "FROM_SITE", 4, {})]
    return small_graph("launches", nodes, links)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which launches failed?", "A2"),
        ("Which sites had failed launches?", "South Pad"),
        ("How many launches failed?", 1),
        ("Which sites are closed?", "South Pad"),
        ("Which faults are still open?", "F2"),
        ("How many open faults are there?", 1),
    ],
)
def test_what_failed_has_not_succeeded(question: str, expected: str | int) -> None:
    assert [row[0] for row in answered(launches(), question)] == [expected]
