"""What is asked for behind a question, "in how many", and averages over things that are joined to several others."""

from __future__ import annotations

from typing import Any

import pytest

from harbour_graph import harbour
from motif.graphs.evidence import Node, Results


def asked(question: str) -> Results:
    return harbour().retrieve(question, planner="meaning", top_k=20)


def table(found: Results) -> set[tuple[Any, ...]]:
    """The rows without what nobody asked for; nodes by name."""
    return {tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which boats entered the Autumn Cup? Give length and berth.",
            {("Heron", 12, "East Mole"), ("Tern", 8, "West Mole")},
        ),
        ("boats that entered the Autumn Cup, return berth", {("Heron", "East Mole"), ("Tern", "West Mole")}),
        (
            "Which boats entered the Spring Cup? Please show me their length and berth too.",
            {("Heron", 12, "East Mole")},
        ),
        (
            "How many boats has each sailor crewed? Show the rank too.",
            {("Ada", "mate", 1), ("Bo", "master", 2), ("Cy", "mate", 1)},
        ),
    ],
)
def test_what_is_asked_for_in_a_sentence_behind_is_shown(
    question: str, expected: set[tuple[Any, ...]]
) -> None:
    found = asked(question)
    assert (found.status, table(found)) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("In how many regattas did the Heron enter?", {(3,)}),
        ("In how many coastal regattas did each boat enter?", {("Heron", 2), ("Tern", 2)}),
        ("For how many regattas is Old Quay where they started from?", {(2,)}),
    ],
)
def test_a_count_may_begin_with_where_it_is_counted(question: str, expected: set[tuple[Any, ...]]) -> None:
    assert table(asked(question)) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the average age of sailors who crewed a boat?", 34),
        ("What is the average length of boats that entered a coastal regatta?", 10),
        ("What is the total length of the boats that entered a regatta?", 20),
        ("What is the oldest age of a sailor who crewed a boat?", 50),
    ],
)
def test_a_thing_that_is_joined_to_several_counts_once_in_a_mean(question: str, expected: float) -> None:
    found = asked(question)
    assert [piece.answers for piece in found] == [(expected,)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many protests did Ada Quill file?", {(3,)}),
        ("How many protests were filed at the Spring Cup?", {(2,)}),
        ("protests per sailor", {("Ada", 3), ("Bo", 1), ("Cy", 2)}),
        ("Which sailor filed the most protests?", {("Ada",)}),
        ("How many regattas did sailors file a protest at?", {(3,)}),
    ],
)
def test_what_is_done_to_one_thing_several_times_counts_each_time(
    question: str, expected: set[tuple[Any, ...]]
) -> None:
    assert table(asked(question)) == expected
