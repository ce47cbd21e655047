"""Verbs and nouns that say no more than what is said already, and what is asked of a thing next to the answer."""

from __future__ import annotations

from typing import Any

import pytest

from harbour_graph import harbour
from motif.graphs.evidence import Node, Results


def asked(question: str) -> Results:
    return harbour().retrieve(question, planner="meaning", top_k=20)


def answers(found: Results) -> set[tuple[Any, ...]]:
    return {tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which boats took part in the Spring Cup?", {("Heron",)}),
        ("boats with an East Mole berth", {("Heron",), ("Gannet",)}),
        ("Which regattas are of the coastal class?", {("Autumn Cup",), ("Night Race",)}),
        ("Which regattas do the Heron and the Tern have in common?", {("Autumn Cup",), ("Night Race",)}),
        ("What rank does Bo Larch bear?", {("master",)}),
        ("Which regattas took place in 2020?", {("Autumn Cup",)}),
    ],
)
def test_words_that_say_nothing_more_leave_nothing_out(question: str, expected: set[tuple[Any, ...]]) -> None:
    found = asked(question)
    assert (answers(found), found.metadata.get("omitted")) == (expected, None)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "mate sailors with age, length_m and berth",
            {("Ada", 30, 12, "East Mole"), ("Cy", 22, 8, "West Mole")},
        ),
    ],
)
def test_a_property_of_what_one_relation_leads_to_is_shown(
    question: str, expected: set[tuple[Any, ...]]
) -> None:
    assert answers(asked(question)) == expected


def test_a_value_is_rather_that_of_the_property_that_more_have_it_in() -> None:
    found = asked("Which boats are at the East Mole?")
    assert answers(found) == {("Heron",), ("Gannet",)}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which boats were built before 1990?", {("Heron",)}),
        ("boats built in 2004", {("Tern",)}),
        ("How many boats were built per year?", {("1987", 1), ("2004", 1), (None, 1)}),
        ("What is the oldest boat?", {("Heron",)}),
    ],
)
def test_a_year_may_be_a_text(question: str, expected: set[tuple[Any, ...]]) -> None:
    found = asked(question)
    assert (found.status, answers(found)) == ("answered", expected)


def test_of_a_year_in_a_text_no_decade_is_told() -> None:
    assert asked("How many boats were built per decade?").status != "answered"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Are there any sailors who never crewed a boat? Who?", {("Dot",)}),
        ("Is there a boat longer than 13 m? If so, which one?", {("Gannet",)}),
        ("Is there a boat longer than 13 m?", {(True,)}),
    ],
)
def test_whether_there_are_any_and_which(question: str, expected: set[tuple[Any, ...]]) -> None:
    assert answers(asked(question)) == expected
