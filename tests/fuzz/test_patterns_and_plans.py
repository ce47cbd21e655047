"""Patterns, filters, plans and steps that are nearly right: read and answered as they stand, or told."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import naive
from fuzzing import fuzz
from hostile_cases import SCHEMA
from motif.engine.filtering import node_filter_mask
from motif.errors import InvalidInput, MotifError
from motif.graphs.evidence import Node
from motif.graphs.pattern import Pattern, parse_pattern
from motif.graphs.pattern_text import is_pattern_text
from motif.graphs.plan import Plan
from motif.graphs.step_reading import read_steps, step_value
from motif.knowledge_graph import Graph
from motif.planners.steps.validation import validate_plan
from mutations import a_text, a_value, as_json, changed, spoilt
from requests_at_random import LINKS, NODES

pytestmark = pytest.mark.fuzz

NAMES = [
    "Heat",
    "Ali",
    "Zürich 東京",
    "Michael Mann",
    "Al Pacino",
    "Will Smith",
    "1995",
    "?x",
    "?y",
    "?film",
    None,
]
RELATIONS = ["DIRECTED", "WROTE", "ACTED_IN", "SHOT_IN", "LIKE", "?r", None]
PROPERTIES = [
    "name",
    "year",
    "rating",
    "tags",
    "released",
    "budget",
    "born",
    "seen",
    "naem",
    "$not",
    "$and",
    "$or",
]
COMPARISONS = [
    "$eq",
    "$ne",
    "$lt",
    "$lte",
    "$gt",
    "$gte",
    "$between",
    "$in",
    "$nin",
    "$like",
    "$ilike",
    "$regex",
    "$GT",
]
HELD = [1995, 2001, 8.3, 6.7, True, "Heat", "heat", "%eat", "1995-12-15", "$107,000,000", 1995.0, "", "東京"]


def a_filter(random: Random, depth: int = 0) -> Any:
    """A condition on films or people, of which a part may be anything."""
    kind = random.random()
    if kind < 0.15 and depth < 4:
        return {
            random.choice(["$and", "$or", "$OR"]): [
                a_filter(random, depth + 1) for _ in range(random.randint(0, 3))
            ]
        }
    if kind < 0.22 and depth < 4:
        return {"$not": a_filter(random, depth + 1)}
    value = random.choice(HELD)
    if kind < 0.4:
        return {random.choice(PROPERTIES): value}
    comparison = random.choice(COMPARISONS)
    if comparison in ("$in", "$nin", "$between") and random.random() < 0.9:
        value = [random.choice(HELD) for _ in range(random.choice([2, 2, 0, 1, 3]))]
    if comparison in ("$like", "$ilike") and random.random() < 0.8:
        value = random.choice(["%a%", "Heat", "eat%", "ZÜRICH", "", "%", "%%", "İ", "ß", a_text(random, 3)])
    return {random.choice(PROPERTIES): {comparison: value}}


def test_a_filter_passes_what_cypher_passes_or_is_told(films: Graph) -> None:
    nodes, records = films.view.projection.nodes, [record for *_, record in NODES]

    def check(filters: Any) -> None:
        try:
            mask = node_filter_mask(nodes, filters)
        except MotifError as error:
            assert error.message.strip()
            return
        if is_plain(filters):
            expected = [naive.passes(record, lowered(filters)) is True for record in records]
            assert mask.tolist() == expected

    fuzz("filters", lambda random: changed(random, a_filter(random), often=0.03), check, share=5)


def lowered(filters: Any) -> Any:
    """Operators are read in any case."""
    if isinstance(filters, dict):
        return {
            (key.lower() if key.startswith("$") else key): lowered(value) for key, value in filters.items()
        }
    return [lowered(one) for one in filters] if isinstance(filters, list) else filters


def is_plain(filters: Any) -> bool:
    """Whether the naive reading knows it: not what holds lists and dates, whose texts are compared."""
    text = json.dumps(filters)
    return not any(name in text for name in ('"tags"', '"seen"', '"rating"', '"released"', "$float"))


def a_pattern(random: Random) -> list[Any]:
    """Triples of what there is, mostly."""
    return [
        [random.choice(NAMES), random.choice(RELATIONS), random.choice(NAMES)]
        for _ in range(random.randint(1, 3))
    ]


def near_pattern(random: Random) -> Any:
    """The same with labels and filters, and a part that may be anything."""
    pattern = a_pattern(random)
    for triple in pattern:
        if random.random() < 0.2:
            label = random.choice(["Film", "Person", "Flim", "", None])
            triple[random.choice([0, 2])] = {
                random.choice(["unknown", "name", "id"]): random.choice(["x", "Heat", "h", "4:x:1"]),
                random.choice(["label", "filter", "lable"]): random.choice([label, a_filter(random)]),
            }
        if random.random() < 0.1:
            triple[1] = {random.choice(["name", "unknown"]): "LIKE", "filter": a_filter(random)}
    return changed(random, pattern, often=0.04)


def bindings(pattern: Pattern) -> set[tuple[Any, ...]] | None:
    """What the unknown nodes of a match are, by trying everything; None where names are read otherwise."""
    known = {
        name: [key for key, _, record in NODES if record["name"] == name] for name in filter(None, NAMES)
    }
    if any(node.id or node.type or node.label or node.filter for node in pattern.nodes):
        return None
    if any(node.is_known and not known.get(node.name or "") for node in pattern.nodes):
        return None
    if any(
        edge.unknown and edge.unknown in {node.unknown for node in pattern.nodes} for edge in pattern.edges
    ):
        return None
    if any(edge.filter or (edge.relation not in (None, *RELATIONS)) for edge in pattern.edges):
        return None
    every = [key for key, *_ in NODES]
    choices = [known[node.name] if node.is_known else every for node in pattern.nodes]
    found = set()
    for nodes in itertools.product(*choices):
        if len(set(nodes)) < len(nodes):
            continue
        if not have_links(pattern, nodes):
            continue
        found.add(
            tuple(
                sorted(
                    (node.unknown, key)
                    for node, key in zip(pattern.nodes, nodes, strict=True)
                    if node.unknown
                )
            )
        )
    return found


def have_links(pattern: Pattern, nodes: tuple[str, ...]) -> bool:
    """Whether each edge has a relationship of its own."""
    choices = [
        [
            number
            for number, (source, relation, target, _) in enumerate(LINKS)
            if (source, target) == (nodes[edge.head], nodes[edge.tail]) and edge.relation in (None, relation)
        ]
        for edge in pattern.edges
    ]
    return any(len(set(one)) == len(one) for one in itertools.product(*choices))


def test_a_pattern_is_matched_by_trying_everything_or_told(films: Graph) -> None:
    rows = {node["name"]: key for key, _, node in NODES}

    def check(given: Any) -> None:
        try:
            pattern = parse_pattern(given)
            found = films.match(given, timeout=5.0)
        except MotifError as error:
            assert error.message.strip()
            return
        expected = bindings(pattern)
        if expected is None or any(one.metadata.get("fallback") for one in found) or not expected:
            return
        said = {
            tuple(
                sorted(
                    (name, rows[value.name])
                    for name, value in one.bindings.items()
                    if isinstance(value, Node)
                )
            )
            for one in found
        }
        assert said == expected

    fuzz("patterns", near_pattern, check, share=0.6)


STEPS: list[Any] = [
    {"step": "find", "label": "Movie", "where": {"year": {"$gt": 1990}}, "as": "films"},
    {"step": "vector_search", "label": "Movie", "text": "crime", "limit": 3, "as": "found"},
    {
        "step": "traverse",
        "from": "films",
        "relationship": "ACTED_IN",
        "direction": "in",
        "hops": [1, 2],
        "as": "p",
    },
    {"step": "union", "of": ["films", "found"], "as": "both"},
    {"step": "rank", "from": "both", "by": {"count": {"relationship": ["ACTED_IN"]}}, "limit": 2, "as": "r"},
    {"step": "filter", "from": "p", "where": {"born": {"$between": [1940, 1950]}}, "as": "old"},
    {
        "step": "cypher",
        "cypher": "MATCH (n:Movie) WHERE n.year = $a RETURN n",
        "parameters": {"a": 1},
        "as": "c",
    },
    {
        "step": "find",
        "label": "Person",
        "where": {"$or": [{"name": {"$like": "%a%"}}, {"born": 1940}]},
        "as": "q",
    },
]
PLANS: list[Any] = [
    {"method": "spark", "steps": STEPS[:4], "question": "Which films?"},
    {"method": "spark", "steps": STEPS, "question": "Which films?"},
    {
        "pattern": [["?film", "DIRECTED", "Heat"]],
        "answer": "?film",
        "count": True,
        "order": {"property": "year"},
    },
    {
        "pattern": [["?p", "DIRECTED", "?f"]],
        "answer": "?p",
        "filter": {"f": {"year": {"$gt": 1990}}},
        "method": "match",
    },
    {"method": "expand", "question": "Which films?", "confidence": 0.5, "notes": ["as asked"]},
    {"pattern": [["?p", "DIRECTED", "?f"]], "method": "search", "injective": "known", "strategy": "breadth"},
    {"pattern": [["?p", "DIRECTED", "?f"]], "answer": "?p", "group": {"by": "?p", "count": "?f"}, "limit": 3},
]


def test_steps_are_checked_in_words() -> None:
    def check(value: Any) -> None:
        try:
            steps = read_steps(value)
        except MotifError as error:
            assert error.message.strip()
            return
        assert read_steps([step_value(step) for step in steps]) == steps
        try:
            valid = validate_plan(Plan.from_value({"method": "spark", "steps": value}), SCHEMA, None)
        except InvalidInput as error:
            assert error.message.strip()
            return
        assert all(problem.strip() for problem in valid.problems)
        assert (valid.compiled is None) == bool(valid.problems)

    def make(random: Random) -> Any:
        steps = random.sample(STEPS, random.randint(1, len(STEPS))) if random.random() < 0.5 else STEPS
        return changed(random, steps, a_value, often=random.choice([0.005, 0.02, 0.06]))

    fuzz("steps", make, check, share=1)


def test_a_plan_is_run_or_told_and_says_itself_again(films: Graph) -> None:
    def check(value: Any) -> None:
        try:
            plan = Plan.from_value(value)
        except MotifError as error:
            assert error.message.strip()
            return
        assert Plan.from_value(plan.as_dict()).as_dict() == plan.as_dict()
        try:
            assert all(one.text for one in films.run(plan, timeout=5.0))
        except MotifError as error:
            assert error.message.strip()

    def make(random: Random) -> Any:
        plan = changed(random, random.choice(PLANS), often=random.choice([0.0, 0.02, 0.06]))
        if isinstance(plan, Mapping) and random.random() < 0.4 and "pattern" in plan:
            plan = {**plan, "pattern": near_pattern(random)}
        if random.random() < 0.3:
            return spoilt(random, as_json(plan)).decode("utf-8", "replace")
        return plan

    fuzz("plans", make, check, share=0.4)


def test_text_is_a_pattern_or_none(films: Graph) -> None:
    def check(text: str) -> None:
        if is_pattern_text(text):
            try:
                films.retrieve(text, timeout=5.0)
            except MotifError as error:
                assert error.message.strip()

    def make(random: Random) -> str:
        pattern = a_pattern(random)
        text = random.choice(
            [
                json.dumps(pattern, ensure_ascii=False),
                "; ".join(" | ".join(str(part) for part in triple) for triple in pattern),
                "\n".join("(" + ", ".join(str(part) for part in triple) + ")" for triple in pattern),
            ]
        )
        return spoilt(random, text.encode("utf-8", "replace")).decode("utf-8", "replace")

    fuzz("patterns as text", make, check, share=0.3)
