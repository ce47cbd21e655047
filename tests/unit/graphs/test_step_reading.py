"""Steps are read from plain values and written again, and what cannot be used is said with the step's number."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.errors import InvalidInput
from motif.graphs.plan import Plan
from motif.graphs.step_reading import read_steps, step_value
from motif.graphs.steps import (
    Combine,
    CypherStep,
    Degree,
    Find,
    FulltextSearch,
    Keep,
    Rank,
    Step,
    Traverse,
    VectorSearch,
)

FIND = {"step": "find", "as": "a", "label": "Movie"}


def test_every_step_is_read_from_its_form() -> None:
    steps = read_steps(
        [
            {"step": "find", "as": "a", "label": "Movie", "where": {"released": {"$gt": 2000}}},
            {"step": "vector_search", "as": "b", "label": "Movie", "text": "pirates", "limit": 7},
            {"step": "fulltext_search", "as": "c", "text": "pirates"},
            {"step": "union", "as": "d", "of": ["a", "b", "c"]},
            {
                "step": "traverse",
                "as": "e",
                "from": "d",
                "relationship": ["ACTED_IN", "DIRECTED"],
                "direction": "in",
                "label": "Person",
                "where": {"born": 1950},
                "relationship_where": {"role": "Neo"},
                "hops": [1, 2],
            },
            {"step": "filter", "as": "f", "from": "e", "where": {"name": {"$ilike": "ann"}}},
            {"step": "rank", "as": "g", "from": "f", "by": "born", "descending": False, "limit": None},
            {"step": "rank", "as": "h", "from": "g", "by": {"text": "tall"}},
            {
                "step": "rank",
                "as": "i",
                "from": "h",
                "by": {"count": {"relationship": "DIRECTED", "direction": "out"}},
            },
            {"step": "cypher", "as": "j", "cypher": "MATCH (n) RETURN n", "parameters": {"x": 1}},
        ]
    )
    assert steps == (
        Find("a", "Movie", {"released": {"$gt": 2000}}),
        VectorSearch("b", "pirates", "Movie", limit=7),
        FulltextSearch("c", "pirates"),
        Combine("d", "union", ("a", "b", "c")),
        Traverse(
            "e", "d", ("ACTED_IN", "DIRECTED"), "in", "Person", {"born": 1950}, {"role": "Neo"}, hops=(1, 2)
        ),
        Keep("f", "e", where={"name": {"$ilike": "ann"}}),
        Rank("g", "f", "born", descending=False, limit=None),
        Rank("h", "g", by_text="tall"),
        Rank("i", "h", by_count=Degree(("DIRECTED",), "out")),
        CypherStep("j", "MATCH (n) RETURN n", {"x": 1}),
    )


def test_dates_become_text() -> None:
    (step,) = read_steps([Find("a", where={"born": {"$in": (datetime.date(2000, 1, 2),)}})])
    assert isinstance(step, Find) and step.where == {"born": {"$in": ["2000-01-02"]}}


names = st.sampled_from(["a", "b1", "_c"])
texts = st.text(min_size=1, max_size=8).filter(str.strip)
wheres = st.dictionaries(
    st.text(min_size=1, max_size=5), st.fixed_dictionaries({"$gt": st.integers()}), max_size=2
)
degrees = st.builds(
    Degree, st.lists(texts, max_size=2).map(tuple), st.sampled_from(["out", "in", "any"]), st.none() | texts
)
hops = st.tuples(st.integers(1, 2), st.integers(2, 4))
firsts = st.one_of(
    st.builds(Find, st.just("s"), st.none() | texts, wheres),
    st.builds(VectorSearch, st.just("s"), texts, st.none() | texts, wheres, st.integers(1, 1000)),
    st.builds(FulltextSearch, st.just("s"), texts, st.none() | texts, wheres, st.integers(1, 1000)),
    st.builds(CypherStep, st.just("s"), texts, wheres),
)
seconds = st.one_of(
    st.builds(
        Traverse,
        names,
        st.just("s"),
        st.lists(texts, max_size=2).map(tuple),
        st.sampled_from(["out", "in", "any"]),
        st.none() | texts,
        wheres,
        wheres,
        hops,
    ),
    st.builds(Keep, names, st.just("s"), st.none() | texts, wheres),
    st.builds(
        Combine,
        names,
        st.sampled_from(["union", "intersect", "except"]),
        st.just(("s", "s")) | st.just(("s",) * 3),
    ),
    st.builds(
        Rank, names, st.just("s"), texts, descending=st.booleans(), limit=st.none() | st.integers(1, 99)
    ),
    st.builds(Rank, names, st.just("s"), by_count=degrees, descending=st.booleans()),
    st.builds(Rank, names, st.just("s"), by_text=texts),
)


@given(firsts, seconds)
def test_steps_survive_their_json(first: Step, second: Step) -> None:
    steps = (first, second)
    assert read_steps(json.loads(json.dumps([step_value(step) for step in steps]))) == steps
    assert read_steps(steps) == steps
    plan = Plan((), steps=steps, method="spark", give="name", question="Which?")
    assert Plan.from_value(json.dumps(plan.as_dict())) == plan


def traverse(**keys: Any) -> list[dict[str, Any]]:
    return [FIND, {"step": "traverse", "as": "b", "from": "a", **keys}]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("find", "A plan's steps are a list"),
        ([], "no steps"),
        ([7], "Step 1 must be a mapping, not 7."),
        ([{"as": "a"}], "Step 1 is an unknown step None."),
        (
            [{"step": "fnd", "as": "a"}],
            "Step 1 is an unknown step 'fnd'. Did you mean 'find'? Known steps: find, vec",
        ),
        (
            [FIND, {"step": "vectorsearch", "as": "b"}],
            "Step 2 is an unknown step 'vectorsearch'. Did you mean 'vec",
        ),
        ([{"step": "Expand", "as": "b"}], "Did you mean 'traverse'?"),
        ([{"step": ["find"], "as": "b"}], "unknown step ['find']"),
        ([{"step": "find"}], "Step 1 ('find') needs a name of letters, digits and '_'"),
        ([{"step": "find", "as": "a b"}], "not 'a b'"),
        ([{"step": "find", "as": "a`b"}], "letters, digits"),
        ([{"step": "find", "as": "limit"}], "none of 'limit', 'fetch'"),
        ([{"step": "find", "as": 3}], "not 3"),
        ([{**FIND, "labl": "x"}], "Step 1 ('find') has no key 'labl'. Did you mean 'label'?"),
        ([{**FIND, "zzzz": "x"}], "Known keys: step, as, label, where."),
        ([{**FIND, "label": 3}], "needs a label (a text) as 'label', not 3."),
        ([{**FIND, "where": "x > 1"}], "needs conditions such as"),
        ([{**FIND, "where": {3: 1}}], "names are texts"),
        ([{**FIND, "where": {"a": object}}], "it must be a text, a number, true or false"),
        ([FIND, FIND], "Step 2 ('find') is named 'a', as step 1 is already."),
        (
            [FIND, {"step": "filter", "as": "b", "from": "aa"}],
            "takes 'aa', which no step before it gives. Did you m",
        ),
        ([{"step": "filter", "as": "b", "from": "x"}], "It is the first step."),
        ([{"step": "filter", "as": "b"}], "needs a text that is not empty as 'from', not nothing."),
        (
            [{"step": "filter", "as": "b", "from": "a"}, FIND],
            "takes 'a', which stands at or after it. Put that step",
        ),
        ([{"step": "filter", "as": "b", "from": "b"}], "stands at or after it"),
        ([FIND, {"step": "union", "as": "b", "of": ["a"]}], "at least two names"),
        ([FIND, {"step": "union", "as": "b", "of": 3}], "at least two names"),
        ([FIND, {"step": "except", "as": "b", "of": ["a", "c"]}], "Step 2 ('except') takes 'c'"),
        ([{"step": "vector_search", "as": "a"}], "a text that is not empty as 'text', not nothing"),
        ([{"step": "vector_search", "as": "a", "text": " "}], "a text that is not empty as 'text', not ' '"),
        ([{"step": "fulltext_search", "as": "a", "text": "x" * 4001}], "has 4,001 characters; at most 4,000"),
        (
            [{"step": "vector_search", "as": "a", "text": "x", "limit": 0}],
            "a whole number from 1 to 1,000 as 'limit'",
        ),
        ([{"step": "vector_search", "as": "a", "text": "x", "limit": 1001}], "not 1001"),
        ([{"step": "vector_search", "as": "a", "text": "x", "limit": True}], "not True"),
        ([{"step": "vector_search", "as": "a", "text": "x", "limit": None}], "not nothing"),
        (traverse(direction="left"), "needs one of 'out', 'in', 'any' as 'direction', not 'left'."),
        (traverse(relationship=[3]), "needs a relationship type, or a list of them,"),
        (traverse(hops=[1, 5]), "from 1 to 4, as 'hops', not [1, 5]"),
        (traverse(hops=[0, 1]), "from 1 to 4"),
        (traverse(hops=[2, 1]), "from 1 to 4"),
        (traverse(hops="2"), "such as [1, 2]"),
        (traverse(hops=True), "such as [1, 2]"),
        (traverse(relationship_where=[]), "conditions such as"),
        ([FIND, {"step": "rank", "as": "b", "from": "a"}], "as 'by', not nothing"),
        (
            [FIND, {"step": "rank", "as": "b", "from": "a", "by": {"text": "x", "count": {}}}],
            "needs a property, {",
        ),
        ([FIND, {"step": "rank", "as": "b", "from": "a", "by": {"text": ""}}], "in its 'by', needs a text"),
        ([FIND, {"step": "rank", "as": "b", "from": "a", "by": {"count": 3}}], "needs what is counted"),
        ([FIND, {"step": "rank", "as": "b", "from": "a", "by": {"count": {"typ": 1}}}], "has no key 'typ'"),
        ([FIND, {"step": "rank", "as": "b", "from": "a", "by": "x", "descending": 1}], "true or false"),
        ([{"step": "cypher", "as": "a", "cypher": ""}], "a text that is not empty as 'cypher'"),
        ([{"step": "cypher", "as": "a", "cypher": "x", "parameters": []}], "a mapping of names to values"),
    ],
)
def test_what_is_no_step_is_refused_with_the_reason(steps: Any, said: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        read_steps(steps)
    assert said in str(raised.value)


def test_too_many_steps_and_too_deep_conditions_are_refused() -> None:
    with pytest.raises(InvalidInput, match="The plan has 21 steps; at most 20"):
        read_steps([{**FIND, "as": f"a{number}"} for number in range(21)])
    where: dict[str, Any] = {"a": 1}
    for _ in range(9):
        where = {"$not": where}
    with pytest.raises(InvalidInput, match="nested more than 8 deep"):
        read_steps([{**FIND, "where": where}])


def test_steps_without_a_method_make_a_plan_of_steps() -> None:
    plan = Plan.from_value({"steps": [FIND], "give": "title", "count": False, "notes": ["said"]})
    assert plan.method == "spark" and plan.steps == (Find("a", "Movie"),) and plan.notes == ("said",)
    assert Plan.from_value(plan.as_dict()) == plan


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"method": "spark"}, "no steps"),
        ({"method": "spark", "steps": []}, "no steps"),
        ({"method": "search", "steps": [FIND]}, "A plan of the method 'search' has no 'steps'."),
        ({"steps": [FIND], "pattern": [["a", "b", "c"]]}, "A plan of steps has no 'pattern'"),
        ({"steps": [FIND], "answer": "?a"}, "A plan of steps has no 'answer'"),
        ({"steps": [FIND], "order": {"property": "a"}}, "A plan of steps has no 'order'"),
        ({"steps": [FIND], "give": 3}, "A plan's give"),
        ("[" * 100_000, "nested deeper than 64 levels"),
    ],
)
def test_what_is_no_plan_of_steps_is_refused(value: Any, said: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        Plan.from_value(value)
    assert said in str(raised.value)
