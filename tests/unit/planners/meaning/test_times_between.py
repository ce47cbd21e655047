"""How long things and relationships last, months and weekdays of any year, and years before 1000."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from motif.planners.meaning.vocabulary import Vocabulary
from question_graphs import small_graph

STAYS = {
    "S-1": ("Ada", "Reed", "2021-03-01", "2021-03-11", "fever"),
    "S-2": ("Ada", "Moss", "2022-03-30", "2022-04-02", "fall"),
    "S-3": ("Bert", "Reed", "2022-05-02", "2022-08-10", "fall"),
    "S-4": ("Cleo", "Moss", "2023-07-03", None, "fever"),
}
PATIENTS = {
    "Ada": ("1950-02-01", "2022-12-24"),
    "Bert": ("1971-06-30", None),
    "Cleo": ("1990-10-05", None),
    "Dora": ("1931-01-09", "2011-01-08"),
}
TRAINED = {("Nora", "Reed"): ("2001-09-01", "2004-09-01"), ("Olaf", "Moss"): ("2010-01-04", "2010-06-04")}
LED = {("Nora", "Moss"): (2006, 2017), ("Olaf", "Reed"): (2012, None)}
ABBEYS = {"Stow": (930, 1540), "Lund": (1145, 1538), "Orm": (872, 1120)}


def day(text: str | None) -> datetime.date | None:
    return None if text is None else datetime.date.fromisoformat(text)


@cache
def clinic() -> motif.Graph:
    """Patients, their stays, wards, doctors who lead wards and were trained there, and abbeys that they were once."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Patient",), {"name": name, "born": day(born), "died": day(died)})
            for name, (born, died) in PATIENTS.items()
        ),
        *(
            (
                ("Stay",),
                {"number": number, "admitted_on": day(begun), "discharged_on": day(ended), "reason": why},
            )
            for number, (_, _, begun, ended, why) in STAYS.items()
        ),
        *((("Ward",), {"name": name, "beds": beds}) for name, beds in (("Reed", 20), ("Moss", 12))),
        *((("Doctor",), {"name": name, "salary": paid}) for name, paid in (("Nora", 900), ("Olaf", 700))),
        *(
            (("Abbey",), {"name": name, "founding_year": a, "dissolution_year": b})
            for name, (a, b) in ABBEYS.items()
        ),
    ]
    nodes = [
        (labels, {key: value for key, value in held.items() if value is not None}) for labels, held in nodes
    ]
    at = {held.get("name", held.get("number")): place for place, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[number], "OF", at[who], {}) for number, (who, *_) in STAYS.items()),
        *((at[number], "ON", at[ward], {}) for number, (_, ward, *_) in STAYS.items()),
        *(
            (at[who], "TRAINED_ON", at[ward], {"from": day(begun), "to": day(ended)})
            for (who, ward), (begun, ended) in TRAINED.items()
        ),
        *(
            (at[who], "LED", at[ward], {"since": begun, **({} if ended is None else {"until": ended})})
            for (who, ward), (begun, ended) in LED.items()
        ),
        *((at[ward], "STANDS_IN", at[abbey], {}) for ward, abbey in (("Reed", "Stow"), ("Moss", "Lund"))),
    ]
    return small_graph("clinic", nodes, links, ("from", "to", "since", "until"))


def told(question: str) -> tuple[str, list[tuple[Any, ...]]]:
    """How sure, and what was asked for, as plain values."""
    found = clinic().retrieve(question, top_k=50)
    return found.status, [
        tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found
    ]


ONE = [
    ("How long did stay S-1 last?", 10),
    ("How many days did stay S-3 last?", 100),
    ("How long was stay S-2?", 3),
    ("What is the duration of S-3?", 100),
    ("What is the longest stay?", "S-3"),
    ("shortest stay", "S-2"),
    ("average stay length", pytest.approx(113 / 3)),
    ("What is the average duration of stays for fall?", 51.5),
    ("How long did Nora train on Reed?", 1096),
    ("How many years did Nora train on Reed?", 3),
    ("How long did Nora lead Moss?", 11),
    ("For how many years did Nora lead Moss?", 11),
    ("How long has Olaf led Reed?", datetime.datetime.now(datetime.UTC).year - 2012),
    ("What was the lifespan of Ada?", 72),
    ("Who lived the longest?", "Dora"),
    ("Did stay S-1 last longer than S-2?", True),
    ("Which abbey was founded earlier, Stow or Lund?", "Stow"),
    ("Which abbey was founded first: Stow or Lund?", "Stow"),
    ("How many days were there between the admission and the discharge of S-1?", 10),
    (
        "What is the average number of days between the admission of a stay and its discharge?",
        pytest.approx(113 / 3),
    ),
]
SETS = [
    ("Which stays lasted longer than 5 days?", {("S-1",), ("S-3",)}),
    ("stays longer than 2 weeks", {("S-3",)}),
    ("Which stays took less than 4 days?", {("S-2",)}),
    ("How long did each stay last?", {("S-1", 10), ("S-2", 3), ("S-3", 100), ("S-4", None)}),
    ("Which doctors trained on a ward for longer than a year?", {("Nora",)}),
    ("average stay duration by reason", {("fever", 10.0), ("fall", 51.5)}),
    ("stays admitted in March", {("S-1",), ("S-2",)}),
    ("stays admitted on a Monday", {("S-1",), ("S-3",), ("S-4",)}),
    ("patients born in June or October", {("Bert",), ("Cleo",)}),
    ("Which abbeys were founded in 930?", {("Stow",)}),
    ("Which abbeys were founded before 900?", {("Orm",)}),
    ("abbeys dissolved between 1100 and 1539", {("Lund",), ("Orm",)}),
    ("Who has led Reed since 2012?", {("Olaf",)}),
    ("discharged stays", {("S-1",), ("S-2",), ("S-3",)}),
    ("Which stays were discharged?", {("S-1",), ("S-2",), ("S-3",)}),
    ("stays without a discharge date", {("S-4",)}),
]


@pytest.mark.parametrize(("question", "expected"), ONE)
def test_one_answer(question: str, expected: object) -> None:
    status, rows = told(question)
    assert [row[0] for row in rows] == [expected] and status == "answered"


@pytest.mark.parametrize(("question", "expected"), SETS)
def test_all_that_are_so(question: str, expected: set[tuple[Any, ...]]) -> None:
    status, rows = told(question)
    assert set(rows) == expected and status == "answered"


@pytest.mark.parametrize(
    "question",
    [
        "How many months did stay S-1 last?",
        "How long did Ada lead Moss?",
        "How many weeks did Nora train on Reed?",
        "How long has Nora led Reed?",
        "How long has Nora led Moss?",  # she no longer does
        "Which wards are longer than 3 days?",
        "How many days are there between the admission of S-1 and S-2?",
        "How long did Reed last?",
    ],
)
def test_what_is_not_known_is_not_sure(question: str) -> None:
    assert told(question)[0] != "answered"


def test_a_time_is_a_property_where_it_is_clear_which() -> None:
    held = Vocabulary(clinic().projection)
    spans = {
        (one.owner, one.name) for one in (*held.properties, *held.relation_properties) if " to " in one.name
    }
    assert spans == {
        ("Stay", "days from admitted_on to discharged_on"),
        ("Patient", "years from born to died"),
        ("Abbey", "years from founding_year to dissolution_year"),
        ("TRAINED_ON", "days from from to to"),
        ("LED", "years from since to until"),
    }


def test_the_statement_tells_the_days_between() -> None:
    found = clinic().retrieve("How long did stay S-1 last?")
    assert "duration.inDays(stay.admitted_on, stay.discharged_on).days" in found.metadata["cypher"]["text"]
