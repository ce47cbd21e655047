"""Queries as people write them for examples are read as plans; others are refused."""

from __future__ import annotations

from typing import Any

import pytest

from motif.errors import InvalidInput
from motif.planners.cypher_reading import read_cypher
from motif.planners.learning import learn
from unit.planners.graphs_to_ask import films_view

NAMES = ("name", "title")


@pytest.mark.parametrize(
    ("text", "pattern", "answer", "more"),
    [
        (
            "MATCH (p:Person {name: 'Anna'})-[:DIRECTED]->(m:Movie) RETURN m.title",
            [("Anna", "DIRECTED", "?m")],
            "?m",
            {},
        ),
        (
            'match (m:Movie)<-[r:ACTED_IN]-(a) where m.title = "Heat" return distinct a.name as actor limit 5',
            [("?a", "ACTED_IN", "Heat")],
            "?a",
            {},
        ),
        (
            "MATCH (:Person {name: 'Anna'})-[:`LIVES IN`]-(c), (c)-[:IN]->(d {title: 'X'}) RETURN count(DISTINCT c)",
            [("Anna", "LIVES IN", "?c"), ("?c", "IN", "X")],
            "?c",
            {"count": True},
        ),
        (
            "MATCH (m {born: 'x', title: 'Heat'})-[:BY]->(p) RETURN p.born",
            [("Heat", "BY", "?p")],
            "?p",
            {"give": "born"},
        ),
    ],
)
def test_paths_names_and_answers_are_read(
    text: str, pattern: list[tuple[str, str, str]], answer: str, more: dict[str, Any]
) -> None:
    plan = read_cypher(text, NAMES)
    assert list(plan.pattern) == pattern
    assert (plan.answer, plan.give, plan.count) == (answer, more.get("give"), more.get("count", False))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", ""),
        ("DELETE everything", "DELETE everything"),
        ("MATCH (a)-[:R*1..3]->(b {name: 'x'}) RETURN a", r"-\[:R\*1..3\]"),
        ("MATCH (a)-[:R]->(b {name: 'x'}) WHERE a.age > 3 RETURN a", "a.age > 3"),
        ("MATCH (a)-[:R]->(b {name: 'x'}) RETURN a, b", "a, b"),
        ("MATCH (a)-[:R]->(b {name: 'x'}) RETURN c", "RETURN c"),
        ("MATCH (a {name: 'x'}) RETURN a", "MATCH"),
        ("MATCH (a)-[:R]->(b {name: 'x'})", "MATCH"),
        ("OPTIONAL MATCH (a)-[:R]->(b {name: 'x'}) RETURN a", "OPTIONAL MATCH"),
        ("MATCH (a)-[:R]->(b {name: 'x'}) DETACH DELETE a", "DETACH"),
    ],
)
def test_other_queries_are_refused(text: str, part: str) -> None:
    with pytest.raises(InvalidInput, match=f"cannot be read at .*{part}"):
        read_cypher(text, NAMES)


def test_examples_may_be_given_in_cypher() -> None:
    cypher = "MATCH (f {name: 'Heat'})-[:directed_by]->(p) RETURN p.name"
    [lesson] = learn([{"question": "who helmed [Heat]", "cypher": cypher}], films_view()).lessons
    assert lesson.paths == ((("directed_by", True),),)
    with pytest.raises(InvalidInput, match=r"Example 1 .* has a cypher that cannot be read"):
        learn([{"question": "who helmed [Heat]", "cypher": "RETURN 1"}], films_view())
