"""Every kind of answer has text."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fakes
import motif
from motif.graphs.evidence import Node, Relationship


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Node("4:x:1", "Heat"), "Heat"),
        (Node("4:x:1", ""), "4:x:1"),
        (Relationship("5:x:1", "a", "DIRECTED", "b", "directed by"), "directed by"),
        (Relationship("5:x:1", "a", "DIRECTED", "b"), "DIRECTED"),
        (12, "12"),
        (3.5, "3.5"),
        (np.int64(4), "4"),
        (np.array([1, 2]), "1, 2"),
        (True, "yes"),
        (np.False_, "no"),
        (None, "nothing"),
        ("Heat", "Heat"),
        (datetime.date(1995, 12, 15), "1995-12-15"),
        ([Node("4:x:1", "Heat"), 1995], "Heat, 1995"),
        ({"film": Node("4:x:1", "Heat"), "films": 2}, "film: Heat, films: 2"),
    ],
)
def test_what_it_says(answer: Any, text: str) -> None:
    assert motif.text_of(answer) == text


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner),
    )
)
def test_it_never_fails(answer: Any) -> None:
    assert isinstance(motif.text_of(answer), str)


@pytest.mark.parametrize(
    ("question", "text"),
    [("How many films did Michael Mann direct?", "2"), ("Who directed Heat?", "Michael Mann")],
)
def test_a_count_and_a_node_are_printed_alike(question: str, text: str) -> None:
    films = [("Heat", "directed_by", "Michael Mann"), ("Thief", "directed_by", "Michael Mann")]
    graph = motif.Graph.from_triples(films, encoder=fakes.HashEncoder())
    [piece] = graph.retrieve(question, top_k=1)
    assert [motif.text_of(answer) for answer in piece.answers] == [text]
