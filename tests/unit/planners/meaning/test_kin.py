"""Kin on a graph of one label: sons and mothers, kin of kin, the unmarried; and unions and ranges said shortly."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from question_graphs import small_graph

PEOPLE = {
    "Otto": ("male", 1890, "Graz"), "Hilda": ("female", 1895, "Graz"), "Karl": ("male", 1918, "Linz"),
    "Rosa": ("female", 1921, "Linz"),
    "Franz": ("male", 1924, "Wien"), "Emma": ("female", 1920, "Linz"),
    "Anton": ("male", 1945, "Wien"), "Maria": ("female", 1948, "Wien"), "Ingrid": ("female", 1947, "Wien"),
    "Nina": ("female", 1975, "Linz"),
}  # fmt: skip
PARENTS = {
    "Karl": ("Otto", "Hilda"), "Rosa": ("Otto", "Hilda"), "Franz": ("Otto", "Hilda"), "Anton": ("Karl", "Emma"),
    "Maria": ("Karl", "Emma"), "Nina": ("Anton", "Ingrid"),
}  # fmt: skip
MARRIED = [("Otto", "Hilda", 1916), ("Karl", "Emma", 1943), ("Anton", "Ingrid", 1970)]


@cache
def people() -> motif.Graph:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Person",), {"name": name, "gender": gender, "birth_year": born, "city": city})
        for name, (gender, born, city) in PEOPLE.items()
    ]
    at = {properties["name"]: place for place, (_, properties) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[parent], "PARENT_OF", at[child], {}) for child, both in PARENTS.items() for parent in both),
        *((at[one], "MARRIED_TO", at[other], {"year": year}) for one, other, year in MARRIED),
    ]
    return small_graph("people", nodes, links, ("year",), is_encoded=True)


def rows(found: motif.Results) -> set[Any]:
    told = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return {one[0] if len(one) == 1 else one for one in told}


EXPECTED: dict[str, set[Any]] = {
    "sons of Otto": {"Karl", "Franz"},
    "Otto's daughter": {"Rosa"},
    "Who is the mother of Nina?": {"Ingrid"},
    "children of Karl": {"Anton", "Maria"},
    "granddaughters of Karl": {"Nina"},
    "unmarried people": {"Rosa", "Franz", "Maria", "Nina"},
    "children of Karl and children of Anton": {"Anton", "Maria", "Nina"},
    "people born 1918-1921": {"Karl", "Rosa", "Emma"},
    "people born no earlier than 1947": {"Maria", "Ingrid", "Nina"},
    "female persons outside Wien": {"Hilda", "Rosa", "Emma", "Nina"},
    "Which of Karl and Emma is older?": {"Karl"},
}


@pytest.mark.parametrize("question", EXPECTED)
def test_answers(question: str) -> None:
    assert rows(people().retrieve(question, top_k=20)) == EXPECTED[question]


@pytest.mark.parametrize(
    "question",
    [
        "descendants of Otto",
        "parents of Nina's parents",
        "Nina's parents-in-law",
        "Is Karl the grandfather of Nina?",
        "Who divorced Karl?",
        "How old did Otto get?",
        "children per person",
        "Otto: number of children",
        "Karl's first child",
        "people whose parents are unknown",
        "Do Karl and Rosa have the same father?",
    ],
)
def test_what_is_not_read_is_not_presented(question: str) -> None:
    assert people().retrieve(question).status != "answered"
