"""Tuples in a language model's answer, as the paper's prompts ask for them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.models.language_json import read_json
from motif.models.language_tuples import MAXIMUM_DEPTH, read_tuples


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('(("[ENT1] is in X", "it\'s [ENT2]"), "Breadth")', [[["[ENT1] is in X", "it's [ENT2]"], "Breadth"]]),
        ("(('[ENT1]\\'s x', 'John's y',), 'Breadth')", [[["[ENT1]'s x", "John's y"], "Breadth"]]),
        ("((A has [ENT1], [ENT1] has B), Breadth)", [[["A has [ENT1]", "[ENT1] has B"], "Breadth"]]),
        ("(A has [ENT1], [ENT1] has B), Breadth)", [["A has [ENT1]", "[ENT1] has B"], "Breadth"]),
        ('Sure:\n```\n("a, b", "c")\n```\nThat is all.', [["a, b", "c"]]),
        ('(("a",), "Precision")\n(("b",), "Breadth")', [[["a"], "Precision"], [["b"], "Breadth"]]),
        ("((“a”, ‘b’), Breadth", [[["a", "b"], "Breadth"]]),
    ],
)
def test_tuples_are_read_as_lists(text: str, value: list[Any]) -> None:
    found = read_tuples(text)
    assert found[: len(value)] == value
    assert read_json(text).value == found and read_json(text).repaired


@pytest.mark.parametrize("text", ["", "(a, b)", "no bracket (here, there)", '[("a", "b"), ("c", "d")]'])
def test_prose_and_lists_are_left_alone(text: str) -> None:
    assert read_tuples(text) == []


def test_an_object_is_read_before_a_tuple() -> None:
    assert read_json('(note that "x", y)\n{"a": 1}').value == {"a": 1}


@given(st.text('(),"ab \n[]', max_size=60))
@settings(max_examples=200, deadline=None)
def test_whatever_is_written_it_ends_and_is_not_too_deep(text: str) -> None:
    assert depth(read_tuples(text)) <= MAXIMUM_DEPTH + 1


def depth(value: Any) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0
