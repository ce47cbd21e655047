"""Names in two properties, where people live, and with whom they do what."""

from __future__ import annotations

from typing import Any

import pytest

from harbour_graph import harbour
from motif.graphs.evidence import Node, Results


def asked(question: str) -> Results:
    return harbour().retrieve(question, planner="meaning", top_k=20)


def shown(found: Results) -> set[tuple[Any, ...]]:
    """The table's rows; nodes by name."""
    rows = found.table.rows if found.table is not None else ()
    return {tuple(one.name if isinstance(one, Node) else one for one in row) for row in rows}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which boats did Cy Quill crew?", {("Tern",)}),
        ("boats crewed by ada quill", {("Heron",)}),
        ("How old is Bo Larch?", {(50,)}),
        ("Is Bo Larch older than Ada Quill?", {(True, 50, 30)}),
        ("How many boats did Bo Larch crew?", {(2,)}),
    ],
)
def test_both_parts_are_one_name(question: str, expected: set[tuple[Any, ...]]) -> None:
    found = asked(question)
    assert (found.status, shown(found)) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who crewed the Heron?", {("Ada", "Quill"), ("Bo", "Larch")}),
        ("Who won the Brass Lamp?", {("Bo", "Larch"), ("Cy", "Quill")}),
        (
            "How many boats did each sailor crew?",
            {("Ada", 1, "Quill"), ("Bo", 2, "Larch"), ("Cy", 1, "Quill")},
        ),
        ("Which sailors have never crewed a boat?", {("Dot", "Moss")}),
    ],
)
def test_both_parts_are_shown(question: str, expected: set[tuple[Any, ...]]) -> None:
    found = asked(question)
    assert (found.status, shown(found)) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where does Bo Larch live?", {("30 Mole Street",)}),
        ("Who lives at 3 Mole Street?", {("Ada", "Quill"), ("Cy", "Quill")}),
        ("the residents of 3 Mole Street", {("Ada", "Quill"), ("Cy", "Quill")}),
    ],
)
def test_an_address_is_where_somebody_lives(question: str, expected: set[tuple[Any, ...]]) -> None:
    assert shown(asked(question)) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who crewed a boat together with Ada Quill?", {("Bo", "Larch")}),
        ("Which sailors crewed a boat alongside Bo Larch?", {("Ada", "Quill"), ("Cy", "Quill")}),
        ("With whom has Bo Larch crewed?", {("Ada", "Quill"), ("Cy", "Quill")}),
        ("Against whom did the Tern enter?", {("Heron",)}),
        ("the squad mates of Ada Quill", {("Dot", "Moss")}),
    ],
)
def test_who_does_it_with_whom(question: str, expected: set[tuple[Any, ...]]) -> None:
    assert shown(asked(question)) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Who won a trophy after 2019, and which?",
            {("Bo", "Brass Lamp", 2021, "Larch"), ("Cy", "Brass Lamp", 2020, "Quill")},
        ),
        (
            "Which sailors won a trophy, and which one?",
            {("Ada", "Silver Bell", "Quill"), ("Bo", "Brass Lamp", "Larch"), ("Cy", "Brass Lamp", "Quill")},
        ),
        (
            "Which regattas started from a harbour, and from which harbour?",
            {("Spring Cup", "Old Quay"), ("Autumn Cup", "Salt Quay"), ("Night Race", "Old Quay")},
        ),
    ],
)
def test_what_they_are_joined_to_is_asked_for_last(question: str, expected: set[tuple[Any, ...]]) -> None:
    found = asked(question)
    assert (found.status, shown(found)) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which pilots crewed the Tern?", {"Bo", "Cy"}),
        ("athletes who won the Brass Lamp", {"Bo", "Cy"}),
        ("How many athletes born before 1980 are there?", {2}),
        ("What is the date of birth of Dot Moss?", {"1956-01-17"}),
    ],
)
def test_a_noun_for_persons_means_whom_the_graph_has(question: str, expected: set[Any]) -> None:
    found = asked(question)
    said = {getattr(piece.answers[0], "name", piece.answers[0]) for piece in found}
    assert (found.status, said) == ("answered", expected)


@pytest.mark.parametrize("question", ["Who is the lawyer of Ada Quill?", "the doctors of Ada Quill"])
def test_what_somebody_is_to_another_is_no_person_whatever(question: str) -> None:
    assert asked(question).status in ("unsure", "not held")
