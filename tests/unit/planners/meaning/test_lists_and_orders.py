"""Lists with names, orders by name and "fewest first", tables of each, quarters, and adjectives before a noun."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from question_graphs import small_graph

LOOMS = {  # made in, kind, whether it runs, former names
    "Old Betty": (1874, "hand", True, ["Betty", "The Queen"]),
    "Ashby": (1951, "power", True, []),
    "Crane": (1990, "power", False, ["Heron"]),
    "Dover": (1823, "hand", False, []),
    "Elm": (2004, "jacquard", True, ["Oak"]),
}
WEAVERS = {
    "Tomas Vey": ("Ashby", "Old Betty"),
    "Uma Lind": ("Crane",),
    "Vera Holt": ("Old Betty", "Elm", "Dover"),
}
ROLES = {
    ("Vera Holt", "Old Betty"): "lead",
    ("Vera Holt", "Elm"): "lead",
    ("Uma Lind", "Crane"): "lead",
}
TAUGHT_BY = {"Uma Lind": "Vera Holt", "Tomas Vey": "Vera Holt"}
CLOTHS = [  # number, woven on, loom, finished, kind, state
    ("CL-1", "2023-02-11", "Ashby", "2023-03-01", "wool", "open"),
    ("CL-2", "2023-05-20", "Ashby", "2023-06-02", "linen", "sold"),
    ("CL-3", "2023-06-30", "Old Betty", "2023-08-15", "wool", "sold"),
    ("CL-4", "2024-01-09", "Elm", "2024-01-30", "silk", "open"),
    ("CL-5", "2022-12-05", "Crane", "2023-01-12", "wool", "sold"),
    ("CL-6", "2024-05-17", "Elm", "2024-06-20", "wool", "open"),
]


@cache
def mill() -> motif.Graph:
    """Looms, who works them and taught whom, and cloths that are woven on one from fibres."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (
                ("Loom",),
                {"name": name, "founded": made, "kind": kind, "is_running": runs, "former_names": former},
            )
            for name, (made, kind, runs, former) in LOOMS.items()
        ),
        *((("Weaver",), {"name": name, "year_hired": 1990 + 7 * at}) for at, name in enumerate(WEAVERS)),
        *(
            (
                ("Cloth",),
                {
                    "number": number,
                    "woven_on": datetime.date.fromisoformat(woven),
                    "finished_on": datetime.date.fromisoformat(finished),
                    "fibre": kind,
                    "state": state,
                },
            )
            for number, woven, _, finished, kind, state in CLOTHS
        ),
        *((("Yarn",), {"name": name, "year_opened": 1900}) for name in ("Merino", "Tussar")),
    ]
    at = {
        properties.get("name", properties.get("number")): place for place, (_, properties) in enumerate(nodes)
    }
    nodes += [(("Town",), {"name": "Leeford", "county": "Norring"})]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *(
            (
                at[who],
                "WORKS",
                at[loom],
                {"role": ROLES.get((who, loom), "helper"), "since": LOOMS[loom][0] + 20},
            )
            for who, looms in WEAVERS.items()
            for loom in looms
        ),
        *((at[who], "TAUGHT_BY", at[by], {}) for who, by in TAUGHT_BY.items()),
        *((at[number], "WOVEN_WITH", at[loom], {}) for number, _, loom, *_ in CLOTHS),
        *(
            (at[number], "MADE_FROM", at["Tussar" if kind == "silk" else "Merino"], {})
            for number, *_, kind, _ in CLOTHS
        ),
    ]
    return small_graph("mill", nodes, links, ("role", "since"))


def told(question: str) -> tuple[str, list[tuple[Any, ...]]]:
    """How sure, and the rows as plain values, what is beside among them."""
    found = mill().retrieve(question, top_k=50)
    rows = [
        tuple(
            one.name if isinstance(one, Node) else one
            for one in (*piece.answers, *piece.metadata.get("besides", {}).values())
        )
        for piece in found
    ]
    return found.status, rows


IN_ORDER = [
    ("List the looms in alphabetical order", ["Ashby", "Crane", "Dover", "Elm", "Old Betty"]),
    ("looms in reverse alphabetical order", ["Old Betty", "Elm", "Dover", "Crane", "Ashby"]),
    (
        "List the weavers with the number of looms they work, most first",
        ["Vera Holt", "Tomas Vey", "Uma Lind"],
    ),
    ("Order the weavers by number of looms, fewest first", ["Uma Lind", "Tomas Vey", "Vera Holt"]),
    ("weavers by number of looms, fewest first", ["Uma Lind", "Tomas Vey", "Vera Holt"]),
]


@pytest.mark.parametrize(("question", "expected"), IN_ORDER)
def test_an_order_is_heeded(question: str, expected: list[str]) -> None:
    status, rows = told(question)
    assert status == "answered" and [row[0] for row in rows] == expected


ROWS: list[tuple[str, set[tuple[Any, ...]]]] = [
    ("What are the names of the looms that Vera Holt works?", {("Old Betty",), ("Elm",), ("Dover",)}),
    ("Which looms were founded in the 19th century?", {("Old Betty", 1874), ("Dover", 1823)}),
    ("Which cloths were woven in Q2 2023?", {("CL-2", "2023-05-20"), ("CL-3", "2023-06-30")}),
    ("How many cloths were woven in the second quarter of 2023?", {(2,)}),
    ("How many cloths were woven in the first half of 2023?", {(3,)}),
    ("cloths by state", {("open", 3), ("sold", 3)}),
    ("Which weavers were not taught by anyone?", {("Vera Holt",)}),
    ("running hand looms", {("Old Betty",)}),
    ("Which weavers have worked Old Betty since 1894?", {("Tomas Vey",), ("Vera Holt",)}),
    ("How many running power looms are there?", {(1,)}),
    ("looms nobody leads", {("Ashby",), ("Dover",)}),
    ("Which weavers lead more than one loom?", {("Vera Holt", 2)}),
    ("How many cloths were woven per year?", {("2022", 1), ("2023", 3), ("2024", 2)}),
]


@pytest.mark.parametrize(("question", "expected"), ROWS)
def test_it_is_understood(question: str, expected: set[tuple[Any, ...]]) -> None:
    status, rows = told(question)
    plain = {tuple(str(one) for one in row) for row in expected}
    assert (
        status == "answered"
        and {tuple(str(one) for one in row[: len(next(iter(plain)))]) for row in rows} == plain
    )


def test_names_are_shown_beside_what_else_is_asked_for() -> None:
    status, rows = told("List the names and founding years of all looms")
    assert status == "answered" and {row[:2] for row in rows} == {
        (name, one[0]) for name, one in LOOMS.items()
    }


def test_of_each_its_own_is_no_count() -> None:
    status, rows = told("For each cloth, give its loom")
    assert status == "answered" and {row[:2] for row in rows} == {
        (number, loom) for number, _, loom, *_ in CLOTHS
    }


@pytest.mark.parametrize(
    "question",
    [
        "Which cloths were woven with the same loom that they were made from?",
        "Who makes CL-1?",
        "people in Norring",
        "What fibre is CL-1 made of, and when was the yarn opened?",
        "number of running and non-running looms",
    ],
)
def test_what_is_not_heeded_is_not_sure(question: str) -> None:
    assert told(question)[0] != "answered"
