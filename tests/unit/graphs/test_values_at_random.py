"""Whatever is given as a pattern, a plan or its steps is read, or the error says what is wrong with it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from at_random import CASES, as_json, spoilt, with_hard_values
from motif.errors import MotifError
from motif.graphs.pattern import parse_pattern
from motif.graphs.plan import Plan
from motif.graphs.step_reading import read_steps, step_value

at_random = settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck))

PATTERN: list[Any] = [
    ["?film", "DIRECTED", {"name": "Heat", "label": "Film"}],
    [{"unknown": "x", "label": "Person", "filter": {"born": {"$gt": 1940}}}, "?r", {"id": "4:x:1"}],
    ["?film", {"name": "ACTED_IN", "filter": {"role": "Ali"}}, "?x"],
]
STEPS: list[Any] = [
    {"step": "find", "label": "Film", "where": {"year": {"$gt": 1990}}, "as": "films"},
    {"step": "vector_search", "label": "Film", "text": "crime", "limit": 3, "as": "found"},
    {
        "step": "traverse",
        "from": "films",
        "relationship": "ACTED_IN",
        "direction": "in",
        "hops": [1, 2],
        "as": "p",
    },
    {"step": "union", "of": ["films", "found"], "as": "both"},
    {"step": "rank", "from": "both", "by": {"count": {"relationship": ["LIKE"]}}, "limit": 2, "as": "r"},
    {"step": "filter", "from": "p", "where": {"born": 1940}, "as": "old"},
    {"step": "cypher", "cypher": "MATCH (n) WHERE n.a = $a RETURN n", "parameters": {"a": 1}, "as": "c"},
]
PLANS: list[Any] = [
    {"pattern": PATTERN, "answer": "?film", "count": True, "order": {"property": "year", "limit": 2}},
    {"method": "spark", "steps": STEPS, "question": "Which films?"},
    {"pattern": PATTERN, "method": "search", "filter": {"film": {"year": {"$in": [1995, 2001]}}}},
    {"method": "expand", "question": "Which films?", "confidence": 0.5, "notes": ["as asked"]},
    {"answer": "Heat", "omissions": [{"kind": "name", "text": "Mann", "reason": " fits", "span": [3, 7]}]},
]


def test_what_is_changed_at_random_is_right_before() -> None:
    assert len(parse_pattern(PATTERN).edges) == len(PATTERN)
    assert len(read_steps(STEPS)) == len(STEPS)
    assert all(Plan.from_value(plan).as_dict() for plan in PLANS)


@st.composite
def changed(draw: st.DrawFn, values: list[Any]) -> Any:
    return with_hard_values(draw, draw(st.sampled_from(values)))


@at_random
@given(changed([PATTERN]))
def test_a_pattern_is_read_or_told(value: Any) -> None:
    try:
        assert parse_pattern(value).edges is not None
    except MotifError as error:
        assert error.message.strip()


@at_random
@given(changed([STEPS]))
def test_steps_are_read_or_told_and_written_as_they_are_read(value: Any) -> None:
    try:
        steps = read_steps(value)
    except MotifError as error:
        assert error.message.strip()
    else:
        assert read_steps([step_value(step) for step in steps]) == steps


@at_random
@given(changed(PLANS))
def test_a_plan_is_read_or_told_and_says_itself_again(value: Any) -> None:
    try:
        plan = Plan.from_value(value)
    except MotifError as error:
        assert error.message.strip()
    else:
        assert Plan.from_value(plan.as_dict()).as_dict() == plan.as_dict()


@at_random
@given(st.data())
def test_a_plan_in_spoilt_json_is_read_or_told(data: st.DataObject) -> None:
    content = spoilt(data.draw, as_json(data.draw(st.sampled_from(PLANS))))
    try:
        json.dumps(Plan.from_value(content.decode("utf-8", "replace")).as_dict())
    except MotifError as error:
        assert error.message.strip()
