"""Plans as Cypher: the statement for each part of a plan. That it finds the same is shown on the real Neo4j."""

from __future__ import annotations

import dataclasses
import datetime
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import HashEncoder
from motif import Graph
from motif.catalog.rows import from_rows
from motif.graphs.plan import Order, Plan
from motif.planners.cypher_literals import identifier, literal
from motif.planners.cypher_text import cypher_of
from motif.retrievers.view import View
from question_graphs import question_graph

BY_MANN = (("?film", "DIRECTED", "Michael Mann"),)
PACINOS = (("Al Pacino", "ACTED_IN", "?film"), ("?who", "ACTED_IN", "?film"))


@pytest.fixture(scope="module")
def films() -> Graph:
    return question_graph("films", HashEncoder())


@pytest.fixture
def said(films: Graph):  # type: ignore[no-untyped-def]
    def cypher(*pattern: Any, **parts: Any) -> str:
        return cypher_of(Plan(pattern, **parts), films.view)

    return cypher


def test_a_known_node_is_found_by_the_property_that_names_it(said) -> None:  # type: ignore[no-untyped-def]
    assert said(*BY_MANN) == (
        "MATCH (film)-[:DIRECTED]-(:Person {name: 'Michael Mann'})\nRETURN DISTINCT film"
    )
    assert "(:Movie {title: 'Heat'})" in said(("?who", "DIRECTED", "Heat"))


def test_a_node_that_no_property_names_is_found_by_its_id() -> None:
    rows = from_rows(
        [("c", ["Chunk"], {"text": "Heat is a film."}), ("e", ["Film"], {"name": "Heat"})],
        [("e", "FROM_CHUNK", "c", {})],
    )
    said = cypher_of(Plan((("?film", "FROM_CHUNK", "c"),)), View(rows, HashEncoder))
    assert "elementId(c) IN ['row:0']" in said and "name:" not in said


def test_other_spellings_of_a_name_and_a_relation_are_the_graphs_own(said) -> None:  # type: ignore[no-untyped-def]
    assert said(("?film", "directed", "michael mann")) == said(*BY_MANN)


def test_arrows_have_a_point_where_the_plan_is_directed(said) -> None:  # type: ignore[no-untyped-def]
    statement = said(
        ("Michael Mann", "DIRECTED", "?film"), ("?film", None, "?what"), answer="?what", directed=True
    )
    assert "-[:DIRECTED]->(film)" in statement and "(film)-->(what)" in statement


def test_a_node_that_stands_twice_is_described_once(said) -> None:  # type: ignore[no-untyped-def]
    assert said(*PACINOS, answer="?who") == (
        "MATCH (al_pacino:Person {name: 'Al Pacino'})-[:ACTED_IN]-(film),\n"
        "      (who)-[:ACTED_IN]-(film)\n"
        "WHERE al_pacino <> who\n"
        "RETURN DISTINCT who"
    )


@pytest.mark.parametrize(
    ("injective", "pairs"), [("known", {("a", "c")}), (True, {("a", "c"), ("b", "d")}), (False, set())]
)
def test_that_nodes_differ_is_said_where_they_could_be_one(
    injective: Any, pairs: set[tuple[str, str]]
) -> None:
    graph = Graph.from_triples([("A", "R", "b"), ("A", "R", "c"), ("b", "R", "d")], encoder=HashEncoder())
    plan = Plan((("A", "R", "?b"), ("?b", "R", "?c"), ("?c", "R", "?d")), "?d", injective=injective)
    found = set(re.findall(r"(\w) <> (\w)", cypher_of(plan, graph.view)))
    assert found == pairs | ({("a", "d")} if injective else set())


def test_nodes_of_a_triple_are_told_apart_only_where_a_relation_loops() -> None:
    plan = Plan((("?a", "R", "?b"),), "?a", injective=True)
    without = Graph.from_triples([("x", "R", "y"), ("x", "S", "x")], encoder=HashEncoder())
    looping = Graph.from_triples([("x", "R", "y"), ("x", "R", "x")], encoder=HashEncoder())
    assert "<>" not in cypher_of(plan, without.view)
    assert "WHERE a <> b" in cypher_of(plan, looping.view)


def test_labels_that_no_node_shares_need_no_inequality(said) -> None:  # type: ignore[no-untyped-def]
    of_people = ({"unknown": "who", "label": "Person"}, "ACTED_IN", {"unknown": "film", "label": "Movie"})
    statement = said(of_people, ("?film", "DIRECTED", "Heat"), answer="?who", injective=True)
    assert "who <> film" not in statement and "film <> who" not in statement
    assert "MATCH (who:Person)-[:ACTED_IN]-(film:Movie)" in statement


def test_a_name_of_several_nodes_is_all_of_them() -> None:
    graph = Graph.from_triples(
        [("Heat", "R", "x"), ("HEAT", "R", "x")],
        encoder=HashEncoder(),
        labels={"Heat": "Film", "HEAT": "Word"},
    )
    statement = cypher_of(Plan((("heat", "R", "?x"),), "?x"), graph.view)
    assert "WHERE (heat:Film AND heat.name = 'Heat') OR (heat:Word AND heat.name = 'HEAT')" in statement


def test_an_id_is_a_name_where_the_name_is_its_own(said, films: Graph) -> None:  # type: ignore[no-untyped-def]
    heat = films.view.names.equal("Heat")[0]
    element_id = films.projection.nodes.element_id(int(heat))
    assert "{title: 'Heat'}" in said(("?who", "DIRECTED", {"id": element_id}))
    assert said(("?who", "DIRECTED", {"id": "4:x:99999"})) == ""


def test_what_is_counted_ranked_and_given(said) -> None:  # type: ignore[no-untyped-def]
    assert said(*BY_MANN, answer="?film", count=True).endswith("\nRETURN count(DISTINCT film) AS answers")
    given_year = said(*BY_MANN, answer="?film", give="released")
    assert given_year.endswith(
        "WITH film WHERE film.released IS NOT NULL\nRETURN DISTINCT film.released AS released"
    )
    oldest = said(*BY_MANN, answer="?film", order=Order("released", descending=False, limit=2))
    assert oldest.splitlines()[1:] == [
        "WITH DISTINCT film, film.released AS value WHERE value IS NOT NULL",
        "WITH film, value ORDER BY value",
        "WITH collect([film, value]) AS ranked",
        "UNWIND [one IN ranked WHERE one[1] <= ranked[..2][-1][1] | one[0]] AS film",
        "RETURN DISTINCT film",
    ]
    most = said(*PACINOS, answer="?who", order=Order(count_of="film"))
    assert "WITH who, count(DISTINCT film) AS value\nWITH who, value ORDER BY value DESC" in most


def test_a_plan_without_triples_is_a_node_by_itself(said) -> None:  # type: ignore[no-untyped-def]
    old = said(answer={"unknown": "film", "label": "Movie"}, filter={"film": {"released": {"$lt": 1980}}})
    assert old == "MATCH (film:Movie)\nWHERE film.released < 1980\nRETURN DISTINCT film"
    assert said(answer="Heat") == "MATCH (heat:Movie {title: 'Heat'})\nRETURN DISTINCT heat"


def test_without_an_answer_every_named_unknown_is_returned(said) -> None:  # type: ignore[no-untyped-def]
    assert said(("?a", "?how", "?b")) == "MATCH (a)-[how]-(b)\nRETURN DISTINCT a, b, how"
    assert said(("Al Pacino", "ACTED_IN", "Heat")).endswith("\nRETURN count(*) > 0 AS found")


@pytest.mark.parametrize(
    ("filter", "condition"),
    [
        ({"released": 1995}, "film.released = 1995"),
        ({"released": {"$ne": 1995}}, "film.released <> 1995"),
        ({"released": {"$gt": 1990, "$lte": 2000.5}}, "film.released > 1990 AND film.released <= 2000.5"),
        ({"released": {"$between": [1990, 2000]}}, "1990 <= film.released <= 2000"),
        ({"released": {"$in": [1995, 1999]}}, "film.released IN [1995, 1999]"),
        ({"released": {"$NIN": [1995]}}, "NOT film.released IN [1995]"),
        ({"title": {"$like": "%Heat%"}}, "film.title CONTAINS 'Heat'"),
        ({"title": {"$ilike": "HEAT"}}, "toLower(film.title) CONTAINS 'heat'"),
        ({"$not": {"released": 1995}}, "NOT (film.released = 1995)"),
        (
            {"$or": [{"released": 1995}, {"$and": [{"title": "a"}, {"title": "b"}]}]},
            "((film.released = 1995) OR (((film.title = 'a') AND (film.title = 'b'))))",
        ),
    ],
)
def test_each_operator_of_a_filter(said, filter: dict[str, Any], condition: str) -> None:  # type: ignore[no-untyped-def]
    assert said(*BY_MANN, filter={"?film": filter}) == (
        "MATCH (film)-[:DIRECTED]-(:Person {name: 'Michael Mann'})\n"
        + f"WHERE {condition}\nRETURN DISTINCT film"
    )


def test_a_filter_of_a_relationship(said) -> None:  # type: ignore[no-untyped-def]
    edge = {"name": "REVIEWED", "filter": {"rating": {"$gte": 90}}}
    assert "-[relationship:REVIEWED]-(film)\nWHERE relationship.rating >= 90" in said(("?who", edge, "?film"))


@pytest.mark.parametrize(
    "plan",
    [
        Plan((("?film", "DIRECTED", "Nobody at all"),)),
        Plan((("?film", "SOLD_BY", "Michael Mann"),)),
        Plan((({"unknown": "film", "label": "Boat"}, "DIRECTED", "Michael Mann"),)),
        Plan(BY_MANN, "?who"),
        Plan(BY_MANN, give="budget"),
        Plan(BY_MANN, order=Order("budget")),
        Plan(PACINOS, "?who", order=Order(count_of="cat")),
        Plan(BY_MANN, filter={"released": 1995}),
        Plan(BY_MANN, filter={"film": {"budget": 1}}),
        Plan(BY_MANN, filter={"film": {"released": {"$about": 1}}}),
        Plan(PACINOS, count=True),
        Plan((("?film",),)),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_said_is_empty(plan: Plan, films: Graph) -> None:
    assert cypher_of(plan, films.view) == ""


def test_only_what_was_projected_is_looked_at() -> None:
    graph = Graph.from_triples([("a", "R", "b")], encoder=HashEncoder())
    chosen = {
        "nodeProjection": ["Film", "Per son"],
        "relationshipProjection": "R",
        "relationTypeProperty": "kind",
    }
    view = View(dataclasses.replace(graph.projection, configuration=chosen), HashEncoder)
    assert cypher_of(Plan((("?x", "R", "a"),)), view).startswith(
        "MATCH (x:Film|`Per son`)-[relationship:R]-({name: 'a'})\n"
        "WHERE coalesce(relationship.kind, type(relationship)) = 'R'"
    )


def read(text: str) -> str:
    """A string literal as Cypher reads it: what stands between the quotes, escapes undone; none is \\uXXXX."""
    found = re.fullmatch(r"'((?:\\.|[^'\\])*)'", text, re.DOTALL)
    assert found is not None
    undone = {"\\": "\\", "'": "'", "n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
    return re.sub(r"\\(.)", lambda escape: undone[escape[1]], found[1], flags=re.DOTALL)


@given(st.one_of(st.text(), st.text(alphabet="\\u'0027n`\n")))
def test_a_text_is_read_back_as_it_was(text: str) -> None:
    assert read(literal(text)) == text


@given(st.text(min_size=1).filter(lambda text: "\x00" not in text))
def test_an_identifier_is_a_word_or_stands_in_backticks(name: str) -> None:
    written = identifier(name)
    assert written == name or (
        written[0] == written[-1] == "`" and "`" not in written[1:-1].replace("``", "")
    )


def test_other_values() -> None:
    assert literal(2**63) == "9.223372036854776e+18" and literal(-(2**63)) == str(-(2**63))
    assert [literal(value) for value in (float("nan"), float("inf"), -float("inf"))] == [
        "NaN",
        "Infinity",
        "-Infinity",
    ]
    assert literal(datetime.date(1995, 12, 15)) == "'1995-12-15'" and literal(np.float32(0.5)) == "0.5"
    with pytest.raises(ValueError, match="cannot be written in Cypher"):
        literal({"a": 1})
