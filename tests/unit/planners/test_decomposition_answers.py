"""What a language model answers to the prompts of decomposition: every form is read, or said to be unreadable."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.errors import InvalidInput
from motif.graphs.plan import STRATEGIES
from motif.planners.decomposition_answers import (
    Alternative,
    read_alternatives,
    read_graphs,
    read_strategy,
    strategy_named,
)
from motif.planners.placeholders import Placeholders, placeholders_in

FIRST, SECOND = "[ENT1]'s mascot is Bruno", "[ENT1] plays in [ENT2]"
BOTH = Alternative((FIRST, SECOND), "breadth")


@pytest.mark.parametrize(
    "value",
    [
        {"alternatives": [{"assertions": [FIRST, SECOND], "strategy": "Breadth"}]},
        {"assertions": [FIRST, SECOND], "strategy": "breadth."},
        {"alternatives": {"assertions": [FIRST, SECOND], "strategy": "Strategy: Breadth"}},
        {"alternatives": [[[FIRST, SECOND], "Breadth"]]},
        [{"assertions": [{"text": FIRST}, ["[ENT1]", "plays in", "[ENT2]"]], "strategy": "Breadth"}],
        [[[FIRST, SECOND], "Breadth"]],
        [[FIRST, SECOND], "Breadth", "Hope this helps!"],
        [FIRST, SECOND, "Breadth"],
        {
            "assertions": ["1. ENT1's mascot is Bruno", "- <ent_1> plays in [Entity 2]", ""],
            "strategy": "BREADTH",
        },
    ],
)
def test_every_form_is_the_same_alternative(value: Any) -> None:
    assert read_alternatives(value, 4) == [BOTH]


def test_alternatives_are_distinct_in_order_and_not_too_many() -> None:
    rows = [
        {"assertions": [text], "strategy": "Precision"}
        for text in ("a [ENT1]", "b [ENT1]", "a [ENT1]", "c [ENT1]")
    ]
    assert [one.assertions[0][0] for one in read_alternatives({"alternatives": rows}, 4)] == ["a", "b", "c"]
    assert len(read_alternatives({"alternatives": rows}, 2)) == 2


def test_the_answer_is_a_placeholder() -> None:
    row = {"assertions": [FIRST, SECOND], "strategy": "Breadth"}
    assert [
        read_alternatives({**row, "answer": text}, 4)[0].answer for text in ("ent2", "the arena", "?x")
    ] == [
        "[ENT2]",
        None,
        "[ENT3]",
    ]


def test_an_alternative_without_a_strategy_is_kept() -> None:
    assert read_alternatives({"assertions": [FIRST]}, 4) == [Alternative((FIRST,), None)]
    assert read_alternatives({"assertions": FIRST, "strategy": "Precision or Breadth"}, 4)[0].strategy is None


@pytest.mark.parametrize(
    "value", [{}, [], {"alternatives": []}, {"alternatives": [{"assertions": []}]}, ["Hello"], 3]
)
def test_without_assertions_there_is_an_error_that_says_what_is_wanted(value: Any) -> None:
    with pytest.raises(InvalidInput, match="'alternatives' holds objects with 'assertions'"):
        read_alternatives(value, 4)


def test_a_strategy_is_one_word() -> None:
    assert read_strategy({"strategy": "Breadth"}) == read_strategy(["breadth"]) == "breadth"
    assert strategy_named("**Precision**") == "precision"
    for value in ({"strategy": "both"}, {}, [], {"strategy": None}):
        with pytest.raises(InvalidInput, match='must be "Precision" or "Breadth"'):
            read_strategy(value)


TRIPLE = ("[ENT1]", "directed_by", "Michael Mann")


@pytest.mark.parametrize(
    "value",
    [
        {"graphs": [{"number": 1, "triples": [list(TRIPLE)]}]},
        {"graphs": [{"triples": [{"subject": TRIPLE[0], "predicate": TRIPLE[1], "object": TRIPLE[2]}]}]},
        {"number": 1, "triples": [list(TRIPLE)]},
        [list(TRIPLE)],
        list(TRIPLE),
        [[list(TRIPLE)]],
    ],
)
def test_triples_are_read_by_their_list(value: Any) -> None:
    assert read_graphs(value, 2) == {1: [TRIPLE]}


def test_lists_go_by_number_and_those_that_were_not_asked_for_are_left_out() -> None:
    rows = [{"number": number, "triples": [["a", str(number), "b"]]} for number in (2, 7, 1)]
    assert read_graphs({"graphs": rows}, 2) == {2: [("a", "2", "b")], 1: [("a", "1", "b")]}
    assert read_graphs([["a", None, 1995]], 1) == {1: [("a", None, "1995")]}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, "There are no triples"),
        ({"graphs": [{"number": 1, "triples": []}]}, "There are no triples"),
        ({"graphs": [{"number": 1, "triples": [["a", "b"]]}]}, r"A triple is \[head, relation, tail\]"),
        ({"graphs": [{"number": 1, "triples": [["a", "b", " "]]}]}, "A triple has a head and a tail"),
    ],
)
def test_triples_that_cannot_be_read_are_named(value: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        read_graphs(value, 2)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["[ENT1] a b", "Breadth", "x", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["alternatives", "assertions", "strategy", "answer", "graphs", "number", "triples"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(json_values)
@settings(max_examples=200, deadline=None)
def test_no_answer_breaks_the_reading(value: Any) -> None:
    with contextlib.suppress(InvalidInput):
        for one in read_alternatives(value, 3):
            assert one.assertions and one.strategy in (None, *STRATEGIES)
    with contextlib.suppress(InvalidInput):
        assert all(len(row) == 3 for rows in read_graphs(value, 3).values() for row in rows)


def test_placeholders_have_one_spelling_and_keep_their_numbers() -> None:
    known = Placeholders(["[ENT4] knows [ENTX]"])
    assert known.written("ENT4 knows [entX], (ENT 4)") == "[ENT4] knows [ENT5], [ENT4]"
    assert [
        known.of_part(part) for part in ("UNKNOWN film 1", "?film", "UNKNOWN film 1", "Entity", "Ent1ty")
    ] == [
        "[ENT6]",
        "[ENT7]",
        "[ENT6]",
        None,
        None,
    ]
    assert placeholders_in("the tent1 of ENT2's and [ENT12]") == ["[ENT2]", "[ENT12]"]
