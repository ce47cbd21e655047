"""Plans that ask the same have one form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.graphs.plan import Order, Plan
from motif_procedures.evaluation.canonical import canonical_form
from naive import same_pattern

PARTS = st.sampled_from(["?answer", "?a", "?b", "?c", "Heat", "Ali"])
PATTERNS = st.lists(st.tuples(PARTS, st.sampled_from(["r", "s"]), PARTS), min_size=1, max_size=4)


def form(pattern: Any, **fields: Any) -> Any:
    return canonical_form(Plan(tuple(pattern), "?answer", **fields))


@given(PATTERNS, PATTERNS)
def test_forms_are_equal_exactly_for_patterns_that_are_one(one: Any, other: Any) -> None:
    assert (form(one) == form(other)) == same_pattern(one, other)


@given(PATTERNS, st.randoms(use_true_random=False))
def test_names_of_unknowns_directions_and_order_do_not_count(pattern: Any, random: Any) -> None:
    names = {"?a": "?x", "?b": "?a", "?c": "?film"}
    changed = [(names.get(head, head), relation, names.get(tail, tail)) for head, relation, tail in pattern]
    changed = [triple[::-1] if random.random() < 0.5 else triple for triple in changed]
    random.shuffle(changed)
    assert form(changed) == form(pattern)


FILMS = (("?answer", "directed_by", "Michael Mann"), ("?answer", "starred_actors", "?who"))


@pytest.mark.parametrize(
    "other",
    [
        {"count": True},
        {"give": "released"},
        {"order": Order("released")},
        {"order": Order(count_of="?who")},
        {"filter": {"who": {"born": {"$gt": 1950}}}},
    ],
)
def test_what_else_a_plan_asks_counts(other: dict[str, Any]) -> None:
    assert form(FILMS, **other) != form(FILMS)
    assert form(FILMS, **other) == form(FILMS[::-1], **other, confidence=0.1, planner="model")


def test_which_unknown_is_asked_for_counts() -> None:
    assert canonical_form(Plan(FILMS, "?who")) != canonical_form(Plan(FILMS, "?answer"))
    single = (("?film", "directed_by", "Mann"),)
    assert canonical_form(Plan(single)) == canonical_form(Plan(single, {"unknown": "film", "label": "Movie"}))


def test_spelling_of_names_and_relations_does_not_count() -> None:
    assert form([("?answer", "directedBy", "michael mann")]) == form(
        [("?answer", "DIRECTED_BY", "Michael Mann")]
    )


def test_a_plan_without_triples_is_its_answer() -> None:
    assert canonical_form(Plan((), "Heat")) == canonical_form(Plan((), "HEAT"))
    assert canonical_form(Plan((), "Heat")) != canonical_form(Plan((), "Heat", give="released"))


def test_a_large_symmetric_pattern_takes_no_long() -> None:
    star = [("?answer", "r", f"?x{number}") for number in range(30)]
    assert form(star) == form(star[::-1])
