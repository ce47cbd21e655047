"""Who won and who lost, verbs that a label ends in, women and men, and nouns for much the same as a label."""

from __future__ import annotations

from typing import Any

import pytest

from motif.graphs.evidence import Node, Results
from smithy_graph import smithy


def asked(question: str) -> Results:
    return smithy().retrieve(question, planner="meaning", top_k=20)


def answers(found: Results) -> set[Any]:
    return {one.name if isinstance(one, Node) else one for piece in found for one in piece.answers}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which trials did Ada lose?", {"Autumn Trial"}),
        ("Which trials did Ada win?", {"Spring Trial"}),
        ("Who won the Autumn Trial?", {"Cy"}),
        ("Who lost the Spring Trial?", {"Bo"}),
        ("Which smiths lost a trial?", {"Ada", "Bo"}),
    ],
)
def test_who_won_and_who_lost_is_told_by_values(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert (found.status, answers(found)) == ("answered", expected)


def test_what_tells_no_outcome_says_nothing_of_who_lost() -> None:
    assert asked("Which foundries did Ada lose?").status != "answered"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which foundry did Ada work for?", {"Old Foundry"}),
        ("Which foundries does Cy work for?", {"New Foundry"}),
        ("Who works for New Foundry?", {"Bo", "Cy"}),
    ],
)
def test_a_verb_is_no_label_that_ends_in_it(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert (found.status, answers(found)) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many smiths are women?", {2}),
        ("Which men worked for New Foundry?", {"Bo"}),
        ("metal works cast by women", {"Gate", "Weathercock"}),
        ("How many people can the Long Hall seat?", {300}),
        ("How many people can Long Hall accommodate?", {300}),
        ("How many books did Bo write?", {1}),
        ("Which publishing house published On Tin?", {"Anvil Press"}),
    ],
)
def test_everyday_nouns_and_verbs_say_labels_and_values(question: str, expected: set[Any]) -> None:
    assert answers(asked(question)) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which smiths worked for New Foundry but never competed in the Spring Trial?", {"Cy"}),
        ("Who competed in the Spring Trial but did not win it?", {"Bo"}),
        ("Who competed in the Autumn Trial and lost it?", {"Ada"}),
        ("Who worked for New Foundry and still works for it?", {"Bo", "Cy"}),
    ],
)
def test_a_pronoun_behind_stands_for_what_was_named(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert found.status != "answered" or answers(found) == expected


def test_who_does_not_work_for_what_he_is_joined_to_is_denied_that_only() -> None:
    found = asked("Which smiths competed in the Spring Trial but do not work for New Foundry?")
    assert (found.status, answers(found)) == ("answered", {"Ada"})


def test_what_was_never_reached_is_no_time_that_is_not_known() -> None:
    found = asked("Which barges left Mill Lock but never arrived at Weir Lock?")
    assert (found.status, answers(found)) == ("answered", {"Ox"})


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many queens reigned over Marsh?", {1}),
        ("Which kings reigned over Marsh?", {"Odo"}),
        (
            "What are the names of the rulers of Marsh and the years they began to reign?",
            {"Odo", 900, "Una", 920},
        ),
    ],
)
def test_queens_are_monarchs_of_one_sex_and_begin_to_reign(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert found.status != "answered" or answers(found) == expected


def test_a_noun_for_one_sex_is_not_anybody_whose_sex_is_known() -> None:
    assert asked("Which queens worked for New Foundry?").status != "answered"


def test_kings_and_queens_are_monarchs() -> None:
    assert answers(asked("List the kings and queens of Marsh")) == {"Odo", "Una"}


def test_an_order_by_what_nothing_tells_is_not_left_out_in_silence() -> None:
    assert (
        asked("List the kings and queens of Marsh in the order in which they were crowned").status
        != "answered"
    )
