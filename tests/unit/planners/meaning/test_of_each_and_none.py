"""What is asked of each thing beside it, with those that have none; orders and extremes in few words."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motif
from motif.graphs.evidence import Node
from motif.planners.meaning.planner import plan_meanings
from question_graphs import small_graph

FIRMS = {
    "Alder Ltd": ("Ostrava", 40, True),
    "Birch Ltd": ("Brno", 15, False),
    "Cedar Ltd": ("Brno", 90, True),
}
FITTERS = {
    "Ines Poole": (31, 3100, ["Czech", "Polish"], "0911 223", "Ostrava"),
    "Jan Rusk": (58, 4700, ["Czech", "German"], "0911 224", "Zlin"),
    "Karel Moss": (44, 3900, ["German"], "0911 225", "Brno"),
}
CALLS = {
    "J-1": ("Ines Poole", "2023-05-02", "repair", 120, "Alder Ltd", ["Sealant"]),
    "J-2": ("Jan Rusk", "2023-06-07", "repair", 80, "Birch Ltd", []),
    "J-3": ("Ines Poole", "2024-01-09", "survey", 40, "Birch Ltd", ["Grease", "Sealant"]),
}
COUNTRIES = {"Moravia": "Europe", "Tarsia": "Asia"}


@cache
def works() -> motif.Graph:
    """Firms, fitters who work for them, service calls, and materials that these used."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Firm",), {"name": name, "city": city, "staff": staff, "isListed": listed})
            for name, (city, staff, listed) in FIRMS.items()
        ),
        *(
            (
                ("Fitter",),
                {"name": name, "age": age, "salary": paid, "languages": said, "phone": phone, "city": city},
            )
            for name, (age, paid, said, phone, city) in FITTERS.items()
        ),
        *(
            (
                ("ServiceCall",),
                {"number": number, "date": datetime.date.fromisoformat(day), "reason": why, "cost": cost},
            )
            for number, (_, day, why, cost, _, _) in CALLS.items()
        ),
        *(
            (("Material",), {"name": name, "price": price})
            for name, price in (("Sealant", 9), ("Grease", 4), ("Wax", 6))
        ),
        *((("Country",), {"name": name, "continent": where}) for name, where in COUNTRIES.items()),
    ]
    at = {held.get("name", held.get("number")): place for place, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (at["Ines Poole"], "WORKS_FOR", at["Alder Ltd"], {"role": "lead", "bonus": 200}),
        (at["Jan Rusk"], "WORKS_FOR", at["Alder Ltd"], {"role": "helper", "bonus": 90}),
        (at["Karel Moss"], "WORKS_FOR", at["Birch Ltd"], {"role": "helper", "bonus": 50}),
        (at["Karel Moss"], "ALLERGIC_TO", at["Wax"], {"to": 2020}),
        *((at[number], "DONE_BY", at[who], {}) for number, (who, *_) in CALLS.items()),
        *((at[number], "FOR_FIRM", at[firm], {}) for number, (*_, firm, _) in CALLS.items()),
        *((at[number], "USED", at[one], {}) for number, (*_, used) in CALLS.items() for one in used),
        *((at[firm], "IN_COUNTRY", at["Moravia"], {}) for firm in FIRMS),
    ]
    return small_graph("works", nodes, links, ("role", "bonus", "to"))


def told(question: str) -> tuple[str, list[tuple[Any, ...]]]:
    """How sure, and the rows as plain values, what is beside among them."""
    found = works().retrieve(question, top_k=50)
    return found.status, [
        tuple(
            one.name if isinstance(one, Node) else one
            for one in (*piece.answers, *piece.metadata.get("besides", {}).values())
        )
        for piece in found
    ]


SETS = [
    (
        "Which fitters work for Alder Ltd, and what is the salary of each?",
        {("Ines Poole", 3100), ("Jan Rusk", 4700)},
    ),
    ("Which materials were used in J-3, and how much does each cost?", {("Grease", 4), ("Sealant", 9)}),
    (
        "Which service calls were done by Ines Poole, and on what dates did they happen?",
        {("J-1", "2023-05-02"), ("J-3", "2024-01-09")},
    ),
    (
        "For each firm in Brno, give the number of fitters that work for it, including firms with none.",
        {("Birch Ltd", 1), ("Cedar Ltd", 0)},
    ),
    ("Which calls involving service cost more than 50?", {("J-1", 120), ("J-2", 80)}),
    ("non-European countries", {("Tarsia",)}),
    ("max salary", {(4700,)}),
    ("lowest salary", {(3100,)}),
    ("max cost by reason", {("repair", 120), ("survey", 40)}),
    ("highest bonus", {(200,)}),
    ("Which languages does Jan Rusk speak?", {("Czech",), ("German",)}),
    ("What is the phone number of Karel Moss?", {("0911 225",)}),
    ("In which city does the fitter of J-2 live?", {("Zlin",)}),
    ("Who acted as lead for Alder Ltd?", {("Ines Poole",)}),
    ("How many staff does each firm have?", {("Alder Ltd", 40), ("Birch Ltd", 15), ("Cedar Ltd", 90)}),
    ("average cost per service call reason", {("repair", 100.0), ("survey", 40.0)}),
    ("Which materials were used for Birch Ltd?", {("Grease",), ("Sealant",)}),
]
ORDERS = [
    ("fitters by salary, high to low", ["Jan Rusk", "Karel Moss", "Ines Poole"]),
    ("fitter salaries low to high", ["Ines Poole", "Karel Moss", "Jan Rusk"]),
    ("firms by number of staff", ["Cedar Ltd", "Alder Ltd", "Birch Ltd"]),
    ("List the firms by number of staff in ascending order", ["Birch Ltd", "Alder Ltd", "Cedar Ltd"]),
    ("firms a-z", ["Alder Ltd", "Birch Ltd", "Cedar Ltd"]),
    (
        "What are the names and salaries of the two fitters with the highest salaries?",
        ["Jan Rusk", "Karel Moss"],
    ),
]


@pytest.mark.parametrize(("question", "expected"), SETS)
def test_all_that_are_so(question: str, expected: set[tuple[Any, ...]]) -> None:
    status, rows = told(question)
    assert set(rows) == expected and status == "answered"


@pytest.mark.parametrize(("question", "expected"), ORDERS)
def test_in_their_order(question: str, expected: list[str]) -> None:
    status, rows = told(question)
    assert [row[0] for row in rows] == expected and status == "answered"


WORDS = [
    *("how", "long", "many", "days", "years", "did", "does", "was", "were", "has", "each", "every", "between", "and"),
    *("or", "of", "the", "a", "to", "from", "high", "low", "max", "min", "by", "per", "with", "none", "including"),
    *("those", "what", "is", "when", "who", "either", "done", "in", "March", "on", "Monday", "people", "employ", "non"),
    *("-", "a-z", "z", "salary", "firms", "Alder", "Ltd", "cost", "reason", "J-1", "which", "?", ":", ",", "than", "2"),
    *("longer", "weeks", "950", "since", "2012", "number", "ascending", "order", "same", "not", "only", "first"),
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8))
def test_whatever_words_there_are_it_is_read_or_not(words: list[str]) -> None:
    if any(word.isalnum() for word in words):
        for meaning in plan_meanings(" ".join(words), works().view, 2):
            assert 0 <= meaning.confidence <= 1


@pytest.mark.parametrize(
    "question",
    [
        "Is there a firm in Zlin?",  # a fitter lives there
        "Did Karel Moss ever get Wax?",  # he is allergic to it
        "What is the population of Brno?",
        "German fitters of Polish firms",
        "Which fitters have worked for longer than usual?",
    ],
)
def test_what_is_not_said_is_not_sure(question: str) -> None:
    assert told(question)[0] != "answered"
