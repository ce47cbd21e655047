"""Evidence in plain values: JSON takes them, strict JSON too, and no embedding is among them."""

from __future__ import annotations

import datetime
import json
import math
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motif.graphs.evidence import Evidence, Node, Relationship
from motif.graphs.evidence_values import LONGEST_VECTOR, evidence_id, evidence_values, flat_values, json_value

NAMES = st.text(max_size=4)
NODES = st.builds(Node, NAMES, NAMES, st.tuples(NAMES))
RELATIONSHIPS = st.builds(Relationship, NAMES, NAMES, NAMES, NAMES, NAMES)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    NAMES,
    st.binary(max_size=3),
    st.dates(),
    st.datetimes(),
    st.floats(width=32).map(np.float32),
    st.integers(0, 9).map(np.int64),
    st.booleans().map(np.bool_),
    st.sampled_from([2, LONGEST_VECTOR, LONGEST_VECTOR + 1, 384]).map(lambda n: np.ones(n, np.float32)),
    st.sampled_from([LONGEST_VECTOR + 1, 384]).map(lambda n: [0.5] * n),
    NODES,
    RELATIONSHIPS,
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.one_of(NAMES, st.integers()), inner, max_size=3),
    ),
    max_leaves=6,
)
PIECES = st.builds(
    Evidence,
    score=st.floats(),
    nodes=st.lists(NODES, max_size=2).map(tuple),
    relationships=st.lists(RELATIONSHIPS, max_size=2).map(tuple),
    bindings=st.dictionaries(NAMES, st.one_of(NODES, RELATIONSHIPS), max_size=2),
    answers=st.lists(VALUES, max_size=2).map(tuple),
    text=NAMES,
    method=st.sampled_from(["search", "match", "trace", "expand", "community", "spark"]),
    complete=st.booleans(),
    metadata=st.dictionaries(NAMES, VALUES, max_size=3),
)


def lists_of(value: Any) -> list[list[Any]]:
    """Every list in a JSON value."""
    if isinstance(value, dict):
        return [found for item in value.values() for found in lists_of(item)]
    return [value, *(found for item in value for found in lists_of(item))] if isinstance(value, list) else []


@given(PIECES)
def test_values_survive_strict_json_and_hold_no_embedding(piece: Evidence) -> None:
    values = evidence_values(piece)
    assert json.loads(json.dumps(values, allow_nan=False)) == values
    for found in lists_of(values):
        assert len(found) <= LONGEST_VECTOR or not all(isinstance(item, float) for item in found)


@given(PIECES)
def test_text_and_the_rest_are_apart(piece: Evidence) -> None:
    text, rest = flat_values(piece)
    assert text == piece.text
    declared = {
        key: value for key, value in evidence_values(piece).items() if key not in ("text", "metadata")
    }
    assert declared.items() <= rest.items() and json_value(piece.metadata).keys() <= rest.keys()


@given(PIECES)
def test_an_id_is_stable_and_does_not_hang_on_what_is_said_of_it(piece: Evidence) -> None:
    twin = Evidence(
        0.5,
        piece.nodes,
        piece.relationships,
        piece.bindings,
        piece.answers,
        piece.text,
        piece.method,
        not piece.complete,
        {"epoch": 3},
    )
    assert evidence_id(piece) == evidence_id(twin) and len(evidence_id(piece)) == 32


def test_two_pieces_have_two_ids() -> None:
    one, other = Node("1", "a"), Node("2", "b")
    pieces = [
        Evidence(1.0, (one,), ()),
        Evidence(1.0, (other,), ()),
        Evidence(1.0, (one,), (), method="match"),
        Evidence(1.0, (one, other), (), {"x": one, "y": other}),
        Evidence(1.0, (one, other), (), {"x": other, "y": one}),
        Evidence(1.0, (one,), (), answers=(3,)),
        Evidence(1.0, (one,), (), answers=(4,)),
        Evidence(1.0, (), (), text="8 in all"),
        Evidence(1.0, (), (), text="9 in all"),
    ]
    assert len({evidence_id(piece) for piece in pieces}) == len(pieces)


def test_plain_values() -> None:
    assert json_value(datetime.date(1995, 12, 15)) == "1995-12-15"
    assert json_value([math.inf, np.float32(0.5), np.arange(2)]) == ["inf", 0.5, [0, 1]]
    assert json_value(Relationship("5:x:1", "a", "R", "b")) == "5:x:1"
    assert json_value(list(range(100))) == list(range(100)), "whole numbers are no embedding"
