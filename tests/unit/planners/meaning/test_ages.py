"""Ages of what has a day or a year of birth, as of today."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import numpy as np
import pytest

import motif
from motif.engine.value_parts import part_of
from motif.graphs.evidence import Node, Results
from motif.graphs.projection import FLOAT, INTEGER, MISSING, OTHER, STRING, Column
from motif.graphs.strings import StringTable
from question_graphs import small_graph

TODAY = datetime.datetime.now(datetime.UTC).date()


def ago(years: int, days: int = 0) -> datetime.date:
    """A day so long ago, on the day of the month that every February has."""
    return TODAY.replace(year=TODAY.year - years, day=min(TODAY.day, 28)) - datetime.timedelta(days=days)


@cache
def crew() -> motif.Graph:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Sailor",), {"name": "Ada Quill", "birthDate": ago(70, 40), "pay": 10}),
        (("Sailor",), {"name": "Bo Larch", "birthDate": ago(40, 40), "pay": 30}),
        (("Sailor",), {"name": "Cy Moss", "birthDate": ago(25, 40), "pay": 20}),
        (("Ship",), {"name": "Heron", "built": 1990}),
        (("Ship",), {"name": "Otter", "built": 2001}),
        (("Cook",), {"name": "Di Finch", "birth_year": TODAY.year - 50}),
        (("Guest",), {"name": "Ed Rook", "age": 33, "birthDate": ago(80)}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "SAILS_ON", 3, {}),
        (1, "SAILS_ON", 3, {}),
        (2, "SAILS_ON", 4, {}),
    ]
    return small_graph("crew", nodes, links)


def told(found: Results) -> list[Any]:
    rows = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return [row[0] if len(row) == 1 else row for row in rows]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("sailors older than 60", ["Ada Quill"]),
        ("Which sailors are younger than 30?", ["Cy Moss"]),
        ("sailors under 41 years old", ["Bo Larch", "Cy Moss"]),
        ("sailors who are at least 40 years old", ["Ada Quill", "Bo Larch"]),
        ("sailors over the age of 39", ["Ada Quill", "Bo Larch"]),
        ("sailors aged 20 to 40", ["Bo Larch", "Cy Moss"]),
        ("sailors who are 25 years old", ["Cy Moss"]),
        ("sailors whose age is above 60", ["Ada Quill"]),
        ("How many sailors are older than 30?", [2]),
        ("How old is Ada Quill?", [70]),
        ("What is the age of Cy Moss?", [25]),
        ("list the sailors with their age", [("Ada Quill", 70), ("Bo Larch", 40), ("Cy Moss", 25)]),
        ("What is the average age of the sailors?", [45.0]),
        ("How old are the sailors on average?", [45.0]),
        ("the average age of sailors per ship", [("Heron", 55.0), ("Otter", 25.0)]),
        ("Which sailor has the highest age?", ["Ada Quill"]),
        ("Who is the oldest sailor?", ["Ada Quill"]),
        ("cooks older than 49", ["Di Finch"]),
        ("How old is Di Finch?", [50]),
        ("guests older than 40", []),
        ("What is the age of Ed Rook?", [33]),
    ],
)
def test_an_age_is_the_years_since_a_birth(question: str, expected: list[Any]) -> None:
    found = crew().retrieve(question, top_k=10)
    assert [row[:2] if isinstance(row, tuple) else row for row in told(found)] == expected, found.readings
    assert found.status == ("answered" if expected else "empty")


def test_a_year_is_no_age() -> None:
    found = crew().retrieve(f"sailors older than {TODAY.year - 50}")
    assert f"birth date < {TODAY.year - 50}" in found.readings[0]


def test_the_parts_of_values() -> None:
    written = [ago(30).isoformat(), f"{ago(30, -2).isoformat()}T10:00", "", "1990-13-45", "soon", "", ""]
    kind = np.array([OTHER, STRING, INTEGER, STRING, STRING, MISSING, FLOAT], np.uint8)
    number = np.array([0, 0, TODAY.year - 3, 0, 0, 0, 0])
    column = part_of(Column(kind, number, StringTable.from_strings(written)), "age")
    assert [column.value(row) for row in range(7)] == [30, 29, 3, None, None, None, None]
