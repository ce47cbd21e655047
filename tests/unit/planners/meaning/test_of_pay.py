"""How much for an hour, a day or a night, and totals and dates of what is hired."""

from __future__ import annotations

from datetime import date, datetime
from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

_MACHINES = {"Reaper 4": 435, "Mower 2": 155, "Baler 9": 90}
_HIRES = (
    ("Hill Farm", "Reaper 4", 12, 420.0, "2023-04-03"),
    ("Low Farm", "Mower 2", 3, 180.0, "2023-07-15"),
    ("Low Farm", "Baler 9", 400, 35.0, "2022-09-01"),
)
_HANDS = {"Ana Roth": 31.5, "Bo Weir": 19.0, "Cy Lowe": 24.0}
_FAULTS = {"F-1": ("belt", "2024-01-05", "Mower 2"), "F-2": ("engine", "2024-02-11", "Reaper 4")}
_CLAIMS = {
    "C-1": ("2023-01-10", "2023-02-01", "low"),
    "C-2": ("2023-05-02", None, "high"),
    "C-3": ("2023-03-07", None, "low"),
}


@cache
def farms() -> motif.Graph:
    """Farms that hire machines by the day, hands paid by the hour, and faults of the machines."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Farm",), {"name": name}) for name in ("Hill Farm", "Low Farm")),
        *((("Machine",), {"model": name, "horsepower": power}) for name, power in _MACHINES.items()),
        *(
            (
                ("Claim",),
                {"name": number, "openedOn": date.fromisoformat(opened), "priority": priority}
                | ({"closedOn": date.fromisoformat(closed)} if closed else {}),
            )
            for number, (opened, closed, priority) in _CLAIMS.items()
        ),
        *((("Hand",), {"name": name, "hourlyPay": paid}) for name, paid in _HANDS.items()),
        *(
            (("Fault",), {"code": code, "cause": cause, "reportedOn": date.fromisoformat(day)})
            for code, (cause, day, _) in _FAULTS.items()
        ),
        *(
            (
                ("Delivery",),
                {"docket": f"D-{at}", "departsAt": datetime(2024, 5, at, 9), "loadTonnes": 3.5 * at + 1},
            )
            for at in (1, 2)
        ),
    ]
    place = {next(iter(held.values())): row for row, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *(
            (
                place[farm],
                "RENTED",
                place[machine],
                {"days": days, "dailyRate": rate, "startDate": date.fromisoformat(day)},
            )
            for farm, machine, days, rate, day in _HIRES
        ),
        *((place[code], "BEFELL", place[machine], {}) for code, (_, _, machine) in _FAULTS.items()),
        *((place[f"D-{at}"], "GOES_TO", place["Low Farm"], {"pricePerTonne": 90.0 + at}) for at in (1, 2)),
        *((place[number], "CONCERNS", place["Mower 2"], {}) for number in _CLAIMS),
        *((place[name], "WORKS_AT", place["Hill Farm"], {}) for name in _HANDS),
    ]
    return small_graph(
        "farms", nodes, links, ("days", "dailyRate", "startDate", "pricePerTonne"), is_encoded=True
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which hands earn more than 20 an hour?", {("Ana Roth",), ("Cy Lowe",)}),
        ("How many hands earn less than 20 per hour?", {(1,)}),
        ("machines rented for more than 100 a day", {("Reaper 4",), ("Mower 2",)}),
        ("total rental days per farm", {("Hill Farm", 12), ("Low Farm", 403)}),
        ("faults with cause, date and machine", {("F-1", *_FAULTS["F-1"]), ("F-2", *_FAULTS["F-2"])}),
        ("What is the date of F-2?", {("2024-02-11",)}),
        (
            "deliveries with departure time and farm",
            {("D-1", "2024-05-01T09:00", "Low Farm"), ("D-2", "2024-05-02T09:00", "Low Farm")},
        ),
        ("rentals by Hill Farm with days and date", {("Reaper 4", "12", "2023-04-03")}),
    ],
)
def test_what_is_told_for_a_time(question: str, expected: set[tuple[Any, ...]]) -> None:
    status, rows = told(farms(), question)
    assert status == "answered"
    assert {frozenset(map(str, row)) for row in rows} == {frozenset(map(str, row)) for row in expected}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("average hourly pay per hand", (74.5 / 3,)),
        ("average horsepower per machine", (680 / 3,)),
        ("total tonnes per farm", ("Low Farm", 12.5)),
    ],
)
def test_an_average_of_their_own_is_one_of_all(question: str, expected: tuple[Any, ...]) -> None:
    status, rows = told(farms(), question)
    assert (status, rows) == ("answered", [pytest.approx(expected) if len(expected) == 1 else expected])


@pytest.mark.parametrize(
    "question", ["How much grain went to Low Farm?", "Which machine has the most horsepower per fault?"]
)
def test_rates_and_ratios_are_not_added_up(question: str) -> None:
    assert told(farms(), question)[0] != "answered"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("open claims", {"C-2", "C-3"}),
        ("claims that are still open", {"C-2", "C-3"}),
        ("oldest open claim", {"C-3"}),
        ("open high priority claims", {"C-2"}),
        ("last delivery to Low Farm", {"D-2"}),
        ("first fault", {"F-1"}),
    ],
)
def test_what_is_open_has_not_closed_and_the_last_is_one(question: str, expected: set[str]) -> None:
    status, rows = told(farms(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)
