"""What is read once, counted by columns or left until it is asked for gives what the plain way gives."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from motif.engine.control import Control
from motif.graphs.meaning import NOWHERE
from motif.planners.linking import linker_of
from motif.planners.meaning.drafts import Draft, Link, Spot
from motif.planners.meaning.roles import is_generic, is_mutual, labels_in_role, role_of
from motif.planners.meaning.schema_words import Relation, words_in
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.path_directions import _by_relations, by_column
from motif.planners.question_planner import PathPlanner
from motif.planners.reading import marks
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.words import words_of
from question_graphs import question_graph

LABELS = ("Person", "Film", "City", "")
TYPES = ("ACTED_IN", "hasParent", "CONNECTED_TO", "LOCATED_IN", "directed_by", "spouse", "PARENT_OF")
relations = st.lists(
    st.builds(
        lambda source, kind, target: Relation(source, kind, target, words_in(kind), 1),
        st.sampled_from(LABELS),
        st.sampled_from(TYPES),
        st.sampled_from(LABELS),
    ),
    max_size=12,
)
nouns = st.sampled_from(
    ("actors", "parents", "children", "neighbours", "director", "Friday", "spouses", "in")
)


@given(relations, nouns)
def test_roles_are_those_of_each_relation(found: list[Relation], noun: str) -> None:
    [word] = words_of(noun)
    plain = [(one, role_of(one, word)) for one in found]
    ends = [(one, one.source if role == "source" else one.target) for one, role in plain if role]
    assert labels_in_role(found, word) == ends
    vocabulary = _with(found)
    assert any(role_of(one, word) for one in vocabulary.kinds) == bool(ends)


@given(relations, st.sampled_from((*LABELS, None)), st.sampled_from((*LABELS, None)))
def test_ways_are_those_of_each_relation(found: list[Relation], near: str | None, far: str | None) -> None:
    plain = []
    for one in found:
        if near in (None, one.source) and far in (None, one.target):
            plain.append((one, True))
        if near in (None, one.target) and far in (None, one.source):
            plain.append((one, False))
    vocabulary = _with(found)
    assert list(vocabulary.ways(near, far)) == plain == list(vocabulary.ways(near, far))


@given(relations)
def test_generic_and_mutual_names_are_read_by_their_words(found: list[Relation]) -> None:
    labels = {label: words_in(label) for label in LABELS if label}
    little, both_ways = ({stem(word) for word in table("relating")[kind]} for kind in ("generic", "mutual"))
    for one in found:
        ends = {part for label in (one.source, one.target) if label for part in labels[label].stems}
        assert is_generic(one, labels) == all(part in ends or part in little for part in one.words.stems)
        assert is_mutual(one) == (one.source == one.target and bool(both_ways & set(one.words.stems)))


def _with(found: list[Relation]) -> Vocabulary:
    vocabulary = Vocabulary(None)  # type: ignore[arg-type]  # its relations are given
    vocabulary.__dict__["relations"] = tuple(found)
    return vocabulary


tables = arrays(np.int64, st.tuples(st.integers(0, 9), st.integers(1, 5)), elements=st.integers(-9, 9))


@given(tables)
def test_rows_combined_by_column(table: Any) -> None:
    assert by_column(np.add, table).tolist() == table.sum(axis=1).tolist()
    assert by_column(np.maximum, table).tolist() == table.max(axis=1, initial=-99).tolist()
    assert by_column(np.logical_or, table > 0).tolist() == (table > 0).any(axis=1).tolist()


@given(
    arrays(np.int32, st.tuples(st.integers(1, 9), st.integers(1, 4)), elements=st.integers(-1, 9)),
    st.booleans(),
)
def test_paths_are_grouped_by_their_relations(symbols: Any, many: bool) -> None:
    groups, counts = _by_relations(symbols, 500 if many else 5)
    plain = [tuple(row) for row in (symbols // 2).tolist()]
    for at, one in enumerate(plain):
        same = [other == one for other in plain]
        assert (groups == groups[at]).tolist() == same
        assert counts[groups[at]] == sum(same)


ASKING = (
    "how",
    "many",
    "films",
    "of",
    "the",
    "and",
    "are",
    "there",
    "who",
    "is",
    "not",
    "in",
    "any",
    "other",
    "nobody",
)


@given(st.lists(st.sampled_from(ASKING)))
def test_marks_are_those_that_every_phrase_gives(texts: list[str]) -> None:
    words = words_of(" ".join(texts))
    plain = []
    for kind, phrases in marks._phrases("asking").items():
        at = 0
        while at < len(words):
            length = marks._matched(words, at, phrases)
            plain += [marks.Mark(kind, at, at + length - 1)] if length else []
            at += max(length, 1)
    assert list(marks._marks(words)) == plain


@given(st.integers(0, 9), st.floats(-9, 9), st.sets(st.integers(0, 5)))
def test_a_changed_draft_is_a_replaced_one(focus: int, score: float, used: set[int]) -> None:
    link = Link(0, 1, "", True, (3, 5), negated=True)
    draft = Draft((Spot("Film"),), links=(link,), doubt=0.5, last=("link", 0))
    changes: dict[str, Any] = {"focus": focus, "score": score, "used": frozenset(used)}
    assert draft.changed(**changes) == dataclasses.replace(draft, **changes)
    assert link.along("OF", False, both=True) == dataclasses.replace(
        link, type="OF", forward=False, both=True
    )
    assert link.span != NOWHERE


@pytest.mark.parametrize(
    "question",
    [
        "Who directed Heat?",
        "Which films with Al Pacino were released before 1990?",
        "How many films did Michael Mann direct?",
        "films with al pacino and robert de niro",
    ],
)
def test_fewer_plans_are_the_first_of_more(question: str) -> None:
    view = question_graph("films").view
    made = [PathPlanner().plan(question, view, limit=limit, control=Control(60)) for limit in (1, 2, 3, 8)]
    for fewer in made:
        assert fewer == made[-1][: len(fewer)]
    linker = linker_of(view.values)
    narrow = linker.alternatives(question, wider=False)
    whole = linker.alternatives(question)
    assert narrow == [one for one in whole if any(one is other for other in narrow)]
    assert all(one.kind == "fuzzy" for one in whole if not any(one is other for other in narrow))
