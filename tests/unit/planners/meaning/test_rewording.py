"""Orders in time, ends that only what follows tells, what is better, who took part, when both ends were."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node, Results
from question_graphs import small_graph


@cache
def regattas() -> motif.Graph:
    """Regattas with their crews and coaches, boats with what they were repaired in, and signallers' reports."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Regatta",), {"name": "Spring Heats", "date": date(1912, 4, 2), "number_of_capsizes": 3}),
        (("Regatta",), {"name": "Long Row", "date": date(1904, 6, 9), "number_of_capsizes": 9}),
        (("Regatta",), {"name": "Autumn Bumps", "date": date(1921, 10, 1), "number_of_capsizes": 1}),
        (("Crew",), {"name": "Herons", "formScore": 71, "entryPrice": 20, "peak_stroke_kmh": 19}),
        (("Crew",), {"name": "Otters", "formScore": 64, "entryPrice": 35, "peak_stroke_kmh": 17}),
        (("Crew",), {"name": "Teals", "formScore": 80, "entryPrice": 15, "peak_stroke_kmh": 21}),
        (("Coach",), {"name": "Ada Lunn", "birth_year": 1880, "nightRowingApproved": True, "schooling": 9}),
        (("Coach",), {"name": "Ben Moss", "birth_year": 1861, "nightRowingApproved": False, "schooling": 4}),
        (("Boat",), {"name": "Kingfisher", "manual_language": "Welsh"}),
        (("Boat",), {"name": "Plover", "manual_language": "Danish"}),
        (("Yard",), {"name": "Old Yard"}),
        (("Leak",), {"name": "LK-2041-7"}),
        (("League",), {"name": "River League", "start_year": 1899, "end_year": 1931}),
        (("League",), {"name": "Lake League", "start_year": 1907, "end_year": 1954}),
        (("Edition",), {"name": "Kingfisher first"}),
        (("Edition",), {"name": "Kingfisher second"}),
        (("Edition",), {"name": "Plover first"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((crew, "participantIn", 0, {}) for crew in (3, 4, 5)),
        *((crew, "participantIn", 1, {}) for crew in (3, 4)),
        (3, "participantIn", 2, {}),
        (3, "coachedBy", 6, {"start_year": 1901, "end_year": 1909}),
        (3, "coachedBy", 7, {"start_year": 1909, "end_year": 1921}),
        (8, "repairedBy", 10, {"daysToRepair": 4}),
        (9, "repairedBy", 10, {"daysToRepair": 10}),
        (6, "REPORTED", 11, {"reportedOn": date(1911, 3, 2), "rewardPaid": 5}),
        *((crew, "belongsTo", 12, {}) for crew in (3, 4)),
        (7, "SCHOOLED", 4, {}),
        (14, "EDITION_OF", 8, {}),
        (15, "EDITION_OF", 8, {}),
        (16, "EDITION_OF", 9, {}),
        *((edition, "CALLS_FOR", 8, {}) for edition in (14, 15)),
        (16, "CALLS_FOR", 9, {}),
        (0, "partOf", 12, {}),
        (1, "partOf", 12, {}),
        (2, "partOf", 13, {}),
    ]
    held = ("start_year", "end_year", "daysToRepair", "reportedOn", "rewardPaid")
    return small_graph("regattas", nodes, links, held)


def asked(question: str) -> Results:
    return regattas().retrieve(question, planner="meaning", top_k=20)


def rows(question: str) -> tuple[str, list[tuple[Any, ...]]]:
    found = asked(question)
    told = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return found.status, told


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("List the regattas in chronological order", ["Long Row", "Spring Heats", "Autumn Bumps"]),
        ("Regattas in reverse chronological order.", ["Autumn Bumps", "Spring Heats", "Long Row"]),
        ("Which was the wettest regatta, by number of capsizes?", ["Long Row"]),
        ("the soggiest regatta in terms of capsizes", ["Long Row"]),
        ("Which crews have a better form score than the Otters?", ["Herons", "Teals"]),
        ("Which crews have a worse form score than the Herons?", ["Otters"]),
        ("Which crews have a better entry price than the Otters?", ["Herons", "Teals"]),
        ("Which regattas had more than two participating crews?", ["Spring Heats"]),
        ("Which regattas did the Otters take part in?", ["Spring Heats", "Long Row"]),
        ("Which crews took part in the Autumn Bumps?", ["Herons"]),
        ("Which boats have more than one edition?", ["Kingfisher"]),
        ("Which boats have a manual written in Welsh?", ["Kingfisher"]),
        ("Which coaches have a higher schooling than Ben Moss?", ["Ada Lunn"]),
        ("Give me the coaches with night rowing duty approved", ["Ada Lunn"]),
    ],
)
def test_things_in_other_words(question: str, expected: list[str]) -> None:
    status, found = rows(question)
    names = [row[0] for row in found]
    assert status == "answered"
    assert names == expected if "chronological" in question else sorted(names) == sorted(expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did the River League begin and end?", (1899, 1931)),
        ("Coaches of the Herons and when they began and ended", ("Ada Lunn", 1901, 1909)),
        (
            "List the coaches of the Herons with the years in which their work began and ended.",
            ("Ben Moss", 1909, 1921),
        ),
        ("Show the leagues along with when they started and finished", ("Lake League", 1907, 1954)),
    ],
)
def test_both_ends_are_shown_where_both_are_asked_for(question: str, expected: tuple[Any, ...]) -> None:
    status, found = rows(question)
    assert status == "answered"
    assert any({*expected} <= {*row} for row in found), found


def test_who_did_it_is_asked_for_and_not_when() -> None:
    assert rows("Who reported LK-2041-7?") == ("answered", [("Ada Lunn",)])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many days on average does it take to repair a boat?", 7),
        ("How many days did it take to repair the Plover?", 10),
        ("What is the stroke of the Teals?", 21),
    ],
)
def test_numbers_by_what_is_said_of_them(question: str, expected: float) -> None:
    assert [row[0] for row in rows(question)[1]] == [expected]


def test_each_is_told_for_what_is_said_to_be_in_total() -> None:
    _, found = rows("How much reward was paid to each coach in total?")
    assert ("Ada Lunn", 5) in found


def test_what_a_thing_does_is_not_answered_by_what_does_it_to_that() -> None:
    assert asked("What does the Plover call for?").status != "answered"
    assert asked("Which editions call for the Plover?").status == "answered"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which coaches stopped coaching the Herons in 1909?", [("Ada Lunn",)]),
        ("Who left the Herons after 1910?", [("Ben Moss",)]),
    ],
)
def test_what_came_to_an_end_is_told_by_its_end(question: str, expected: list[tuple[str]]) -> None:
    status, found = rows(question)
    assert (status, [row[:1] for row in found]) == ("answered", expected)


@pytest.mark.parametrize(
    "question",
    [
        "Regattas after 1903 with the number of participants",
        "Which crews of the River League take part in a regatta of another league?",
    ],
)
def test_what_is_asked_for_besides_is_shown_or_doubted(question: str) -> None:
    status, found = rows(question)
    assert status != "answered" or all(len(row) > 1 for row in found)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who was the first coach of the Herons?", ["Ada Lunn"]),
        ("Who was the last coach of the Herons?", ["Ben Moss"]),
        ("Who first coached the Herons?", ["Ada Lunn"]),
        ("Who was the last to coach the Herons?", ["Ben Moss"]),
        ("What was the first regatta of the River League?", ["Long Row"]),
    ],
)
def test_who_did_it_first_is_told_by_when_it_was_done(question: str, expected: list[str]) -> None:
    status, found = rows(question)
    assert (status, [row[0] for row in found]) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Since when has Ben Moss coached the Herons?", 1909),
        ("Until when did Ada Lunn coach the Herons?", 1909),
        ("Until when did Ben Moss coach the Herons?", 1921),
    ],
)
def test_since_when_and_until_when_ask_for_times(question: str, expected: int) -> None:
    status, found = rows(question)
    assert (status, [row[0] for row in found]) == ("answered", [expected])


@pytest.mark.parametrize("things", ["every regatta", "all the regattas"])
def test_who_did_so_with_some_does_not_answer_who_did_so_with_all(things: str) -> None:
    assert rows(f"Which crews took part in {things}?") == ("answered", [("Herons",)])


@cache
def cars() -> motif.Graph:
    """Cars that workshops coated in a colour, and colours of which cars are; parts are cast in moulds of a shape."""
    nodes = [
        (("Car",), {"name": "Falcon"}),
        (("Car",), {"name": "Heron"}),
        (("Colour",), {"name": "Moss Green"}),
        (("Workshop",), {"name": "Brandt & Sons"}),
        (("Workshop",), {"name": "Ostler Works"}),
    ]
    links: list[tuple[int, str, int, dict[str, object]]] = [
        (0, "HAS_COLOUR", 2, {}),
        (0, "COATED_BY", 3, {"undercoat_colour": "grey"}),
        (0, "COATED_BY", 4, {"undercoat_colour": "rust red"}),
        (1, "COATED_BY", 4, {"undercoat_colour": "black"}),
        (1, "HAS_COLOUR", 2, {}),
    ]
    return small_graph("cars", nodes, links, ("undercoat_colour",))


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Which colours was Falcon coated in?", {"grey", "rust red"}),
        ("In what colour was Heron coated?", {"black"}),
        ("Which undercoat colour was Heron coated with?", {"black"}),
    ],
)
def test_what_something_was_done_into_is_told_by_its_relationship(question: str, answers: set[str]) -> None:
    found = cars().retrieve(question)
    assert found.status == "answered"
    assert {str(getattr(one, "name", one)) for piece in found for one in piece.answers} == answers
