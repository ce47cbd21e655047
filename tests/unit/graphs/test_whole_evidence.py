"""Results that travelled as texts read and print as those that did not."""

from __future__ import annotations

import datetime
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.graphs.answer_text import text_of
from motif.graphs.evidence import Evidence, Node, Relationship, Results
from motif.graphs.evidence_values import evidence_values, json_value
from motif.graphs.whole_evidence import read_results, written_results

words = st.text(max_size=6)
nodes = st.builds(Node, words, words, st.lists(words, max_size=2).map(tuple))
relationships = st.builds(Relationship, words, words, words, words, words)
plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    words,
    st.dates(),
    st.floats(allow_nan=False, width=32).map(np.float32),
    st.integers(0, 9).map(np.int64),
)
values = st.recursive(
    st.one_of(plain, nodes, relationships),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=6,
)
pieces = st.builds(
    Evidence,
    st.floats(allow_nan=False),
    st.lists(nodes, max_size=2).map(tuple),
    st.lists(relationships, max_size=2).map(tuple),
    st.dictionaries(words, values, max_size=3),
    st.lists(values, max_size=3).map(tuple),
    words,
    st.sampled_from(["search", "match"]),
    st.booleans(),
    st.dictionaries(words, values, max_size=3),
)
results = st.builds(
    lambda found, complete, metadata: Results(found, complete=complete, metadata=metadata),
    st.lists(pieces, max_size=3),
    st.booleans(),
    st.dictionaries(words, values, max_size=3),
)


@given(results)
def test_they_read_and_print_the_same(found: Results) -> None:
    read = read_results(written_results(found))
    assert json.dumps(list(map(evidence_values, read))) == json.dumps(list(map(evidence_values, found)))
    assert json.dumps(json_value(read.metadata)) == json.dumps(json_value(found.metadata))
    assert read.complete == found.complete
    for one, other in zip(read, found, strict=True):
        assert list(map(text_of, one.answers)) == list(map(text_of, other.answers))
        assert list(map(text_of, one.bindings.values())) == list(map(text_of, other.bindings.values()))
        assert (one.nodes, one.relationships) == (other.nodes, other.relationships)


def test_the_first_tells_of_the_whole_and_stands_alone_where_there_is_no_piece() -> None:
    piece = Evidence(1.0, (), (), answers=(datetime.date(1995, 12, 15),))
    first, second = map(json.loads, written_results(Results([piece, piece], metadata={"epoch": 2})))
    assert (first["count"], first["metadata"]) == (2, {"epoch": 2})
    assert second.keys() == {"piece"} and second["piece"]["answers"] == ["1995-12-15"]
    [none] = written_results(Results(complete=False))
    assert json.loads(none) == {"count": 0, "complete": False, "metadata": {}}
    assert not read_results([none]).complete


def test_what_did_not_all_come_is_not_taken_for_all() -> None:
    texts = written_results(Results([Evidence(1.0, (), ())] * 2))
    with pytest.raises(ValueError, match="2 pieces were written, 1 came"):
        read_results(texts[:1])
