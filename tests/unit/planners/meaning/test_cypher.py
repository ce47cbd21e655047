"""Meanings as Cypher: the text of each shape, its parameters, and what is not said."""

from __future__ import annotations

import pytest

from motif.catalog import ProjectionRequest, from_triples
from motif.graphs.meaning import (
    Aggregate,
    AllOf,
    AnyOf,
    Branch,
    Column,
    Comparison,
    Condition,
    Foremost,
    Having,
    Meaning,
    Not,
    Order,
    Place,
    Relative,
    Selection,
    Value,
)
from motif.graphs.projection import Projection
from motif.indexes.names import build_name_index
from motif.planners.meaning.cypher.held import Held
from motif.planners.meaning.cypher.statement import Statement, as_cypher
from motif.planners.meaning.cypher.unsaid import Unsaid
from question_graphs import PlainNode, PropertyGraph, as_projection
from random_meanings import GRAPH

TIES = ("fee", "since", "until", "note")
BRIDGE, PERSON = Place("b", "Bridge"), Place("p", "Person")
BUILT = Branch(("BUILT",), "in", PERSON)
AT_HOME = Place("p", "Person", (), (Branch(("IN",), "out", Place("home")),))
KNOWN = Branch(("KNOWS",), "both", Place("q", "Person"))
SHOWN = (Column("bridge", Value("b")),)
PEOPLE = Aggregate("count", Value("p"), distinct=True)


def held(projection: Projection) -> Held:
    return Held(projection, build_name_index(projection.nodes.names).equal)


HELD = held(as_projection(GRAPH, "bridges", ProjectionRequest(relationship_properties=TIES)))


def bridge(*tests: object, names: tuple[str, ...] = ()) -> Place:
    return Place("b", "Bridge", names, tests)  # type: ignore[arg-type]


CASES = {
    "a name": (
        Selection(bridge(names=("Old Span",)), (Column("built", Value("b", "built")),)),
        "MATCH (bridge:Bridge {name: $name})\nRETURN DISTINCT bridge.built AS built",
        {"name": "Old Span"},
    ),
    "bounds and text": (
        Selection(bridge(AllOf((Condition("built", ">=", 1900), Condition("built", "<", 1950)))), SHOWN),
        "MATCH (bridge:Bridge)\nWHERE bridge.built >= $built\n  AND bridge.built < $built2\nRETURN bridge",
        {"built": 1900, "built2": 1950},
    ),
    "a day, a text and an item": (
        Selection(
            bridge(
                Condition("opened", ">", "1940-01-01"),
                Condition("name", "contains", "for"),
                Condition("tags", "has", "toll"),
            ),
            SHOWN,
        ),
        "MATCH (bridge:Bridge)\nWHERE bridge.opened > date($opened)\n"
        "  AND toLower(bridge.name) CONTAINS toLower($name)\n"
        "  AND any(item IN bridge.tags WHERE toLower(item) = toLower($tags))\nRETURN bridge",
        {"opened": "1940-01-01", "name": "for", "tags": "toll"},
    ),
    "how long a text is, and what may be something else": (
        Selection(bridge(Condition("name", ">", 5, part="size"), Condition("code", "<", 3, part="size")), SHOWN),
        "MATCH (bridge:Bridge)\nWHERE size(bridge.name) > $name\n"
        "  AND CASE WHEN bridge.code IS :: STRING THEN size(bridge.code)"
        " WHEN bridge.code IS :: LIST<ANY> THEN size(bridge.code) END < $code\nRETURN bridge",
        {"name": 5, "code": 3},
    ),
    "the time between two days, one a text, and a month": (
        Selection(
            Place(
                "p",
                "Person",
                tests=(
                    Condition("days from born to hired", ">", 365),
                    Condition("born", "=", 5, part="month of year"),
                ),
            ),
            (Column("person", Value("p")),),
        ),
        "MATCH (person:Person)\nWHERE CASE WHEN toString(person.born) =~ '(?s)[0-9]{4}-[0-9]{2}-[0-9]{2}.*'"
        " AND toString(person.hired) =~ '(?s)[0-9]{4}-[0-9]{2}-[0-9]{2}.*'"
        " THEN duration.inDays(date(left(toString(person.born), 10)), date(left(toString(person.hired), 10))).days"
        " END > $value\n  AND CASE WHEN toString(person.born) =~ '(?s)[0-9]{4}-[0-9]{2}-[0-9]{2}.*'"
        " THEN toInteger(substring(toString(person.born), 5, 2)) END = $born\nRETURN person",
        {"value": 365, "born": 5},
    ),
    "those with the fewest, of which those with none are not": (
        Selection(
            Place("p", "Person", foremost=Foremost(Branch(("BUILT",), "out", Place("b")), descending=False)),
            (Column("person", Value("p")),),
        ),
        "MATCH (person:Person)\nWHERE COUNT { MATCH (person)-[:BUILT]->(node) RETURN DISTINCT node } > 0\n"
        "  AND COUNT { MATCH (person2:Person) WHERE 0 < COUNT { MATCH (person2)-[:BUILT]->(node2)"
        " RETURN DISTINCT node2 } < COUNT { MATCH (person)-[:BUILT]->(node) RETURN DISTINCT node } } < 1\n"
        "RETURN person",
        {},
    ),
    "numbers written as text, and values of several kinds": (
        Selection(bridge(Condition("size", ">", 9), Condition("code", "<>", "x9")), SHOWN),
        "MATCH (bridge:Bridge)\nWHERE toFloatOrNull(bridge.size) > $size\n"
        "  AND toLower(CASE WHEN bridge.code IS :: STRING THEN bridge.code END) <> toLower($code)\nRETURN bridge",
        {"size": 9, "code": "x9"},
    ),
    "or and not": (
        Selection(
            bridge(AnyOf((Condition("isOpen", "=", True), BUILT)), Not(Condition("height", ">", 20))), SHOWN
        ),
        "MATCH (bridge:Bridge)\nWHERE (bridge.isOpen = $isOpen OR EXISTS { (bridge)<-[:BUILT]-(:Person) })\n"
        "  AND NOT coalesce(bridge.height > $height, false)\nRETURN bridge",
        {"isOpen": True, "height": 20},
    ),
    "what holds now, of a relationship": (
        Selection(
            bridge(Branch(("BUILT",), "in", PERSON, (Condition("since", "known"), Condition("until", "unknown")))),
            (*SHOWN, Column("fee", Value("p", "fee", of_relationship=True))),
        ),
        "MATCH (bridge:Bridge)<-[built:BUILT]-(:Person)\nWHERE built.since IS NOT NULL\n  AND built.until IS NULL\n"
        "RETURN DISTINCT bridge, built.fee AS fee",
        {},
    ),
    "counted relations": (
        Selection(bridge(Branch(("BUILT",), "in", PERSON, count=(">=", 2.0))), SHOWN),
        "MATCH (bridge:Bridge)\n"
        "WHERE COUNT { MATCH (bridge)<-[:BUILT]-(person:Person) RETURN DISTINCT person } >= $count\nRETURN bridge",
        {"count": 2},
    ),
    "each relationship has its own MATCH, and what is optional what it needs": (
        Selection(
            bridge(
                Branch(("IN",), "out", Place("t", "Town", ("Velden",))),
                Branch(("BUILT",), "in", AT_HOME, optional=True),
            ),
            (*SHOWN, Column("home", Value("home"))),
        ),
        "MATCH (bridge:Bridge)-[:`IN`]->(:Town {name: $name})\nOPTIONAL MATCH (bridge)<-[:BUILT]-(person:Person)\n"
        "WHERE EXISTS { (person)-[:`IN`]->() }\nOPTIONAL MATCH (person)-[:`IN`]->(node)\n"
        "RETURN DISTINCT bridge, node AS home",
        {"name": "Velden"},
    ),
    "a count for each": (
        Selection(
            bridge(BUILT), (*SHOWN, Column("people", PEOPLE)), order=(Order(PEOPLE, descending=True),), limit=3
        ),
        "MATCH (bridge:Bridge)<-[:BUILT]-(person:Person)\nRETURN bridge, count(DISTINCT person) AS people\n"
        "ORDER BY people DESC\nLIMIT $limit",
        {"limit": 3},
    ),
    "groups chosen": (
        Selection(bridge(BUILT), SHOWN, having=(Having(PEOPLE, ">", 1),)),
        "MATCH (bridge:Bridge)<-[:BUILT]-(person:Person)\nWITH bridge, count(DISTINCT person) AS `count`\n"
        "WHERE `count` > $count\nRETURN bridge",
        {"count": 1},
    ),
    "the highest, and those as high": (
        Selection(BRIDGE, SHOWN, order=(Order(Value("b", "height"), descending=True),), limit=1, with_ties=True),
        "MATCH (bridge:Bridge)\nWITH bridge, bridge.height AS height\nORDER BY height IS NULL, height DESC\n"
        "WITH collect({bridge: bridge, height: height}) AS ranked\nWITH ranked, ranked[..$limit][-1] AS last\n"
        "UNWIND [row IN ranked WHERE row.height >= last.height OR last.height IS NULL] AS row\n"
        "RETURN row.bridge AS bridge",
        {"limit": 1},
    ),
    "items of lists": (
        Selection(BRIDGE, (Column("tag", Value("b", "tags", each=True)),)),
        "MATCH (bridge:Bridge)\nUNWIND bridge.tags AS tags\nRETURN DISTINCT tags AS tag",
        {},
    ),
    "an average": (
        Selection(BRIDGE, (Column("average", Aggregate("average", Value("b", "height"))),)),
        "MATCH (bridge:Bridge)\nRETURN avg(bridge.height) AS average",
        {},
    ),
    "another one": (
        Selection(
            Place("p", "Person", (), (KNOWN, Relative("age", ">", "q", "age"))),
            (Column("person", Value("p")),),
        ),
        "MATCH (person:Person)-[:KNOWS]-(person2:Person)\nWHERE person.age > person2.age\nRETURN DISTINCT person",
        {},
    ),
    "yes or no": (
        Selection(bridge(Branch(("IN",), "out", Place("t", "Town", ("Lund",))), names=("Old Span",)), SHOWN, asks=True),
        "MATCH (:Bridge {name: $name})-[:`IN`]->(:Town {name: $name2})\nRETURN count(*) > 0 AS answer",
        {"name": "Old Span", "name2": "Lund"},
    ),
    "a share": (
        Selection(
            bridge(BUILT), (Column("percentage", Aggregate("count", Value("b"), distinct=True)),), share=BRIDGE
        ),
        "WITH COUNT {\n  MATCH (bridge:Bridge)\n  RETURN DISTINCT bridge\n} AS whole\nWHERE whole > 0\n"
        "RETURN 100.0 * COUNT {\n  MATCH (bridge:Bridge)\n  WHERE EXISTS { (bridge)<-[:BUILT]-(:Person) }\n"
        "  RETURN DISTINCT bridge\n} / whole AS percentage",
        {},
    ),
    "two compared": (
        Comparison("more", Place("a", "Bridge", ("Old Span",)), Place("c", "Bridge", ("Iron Gate",)), "height"),
        "MATCH (bridge:Bridge {name: $name})\nWHERE bridge.height IS NOT NULL\nMATCH (bridge2:Bridge {name: $name2})\n"
        "WHERE bridge2.height IS NOT NULL\n"
        "UNWIND CASE WHEN bridge.height > bridge2.height THEN [bridge] "
        "WHEN bridge.height = bridge2.height THEN [bridge, bridge2] ELSE [bridge2] END AS answer\n"
        "RETURN answer, bridge.height AS `Old Span`, bridge2.height AS `Iron Gate`",
        {"name": "Old Span", "name2": "Iron Gate"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_text(case: str) -> None:
    asked, text, parameters = CASES[case]
    said = as_cypher(Meaning(asked), HELD)
    assert isinstance(said, Statement)
    assert said.text == text
    assert said.parameters == parameters


UNSAID = {
    "a number beside a truth": (Selection(bridge(Condition("isOpen", ">", True)), SHOWN), "kinds"),
    "ordered by nodes": (Selection(BRIDGE, SHOWN, order=(Order(Value("b")),)), "order"),
    "ordered by values of several kinds": (Selection(BRIDGE, SHOWN, order=(Order(Value("b", "code")),)), "order"),
    "another under or": (Selection(bridge(BUILT, AnyOf((Relative(None, "=", "p"),))), SHOWN), "relative"),
    "text of a list that is not": (Selection(bridge(Condition("tags", "<>", "iron")), SHOWN), "list"),
    "two of a name": (Comparison("same", Place("a", None, ("x",)), Place("c", None, ("y",)), "t"), "comparison"),
    "a node added up": (Selection(BRIDGE, (Column("sum", Aggregate("sum", Value("b"))),)), "shape"),
}  # fmt: skip


@pytest.mark.parametrize("case", UNSAID)
def test_what_the_two_would_answer_otherwise_is_not_said(case: str) -> None:
    asked, reason = UNSAID[case]
    twins = tuple(PlainNode(("Thing",), {"name": name, "t": 1}) for name in ("x", "x", "y"))
    graph = held(as_projection(PropertyGraph(twins, ()))) if isinstance(asked, Comparison) else HELD
    said = as_cypher(Meaning(asked), graph)
    assert isinstance(said, Unsaid) and said.reason == reason and said.what


def test_names_without_a_property_are_not_said() -> None:
    graph = from_triples([("Heat", "by", "Mann")])
    asked = Selection(Place("n", None, ("Heat",)), (Column("n", Value("n")),))
    said = as_cypher(Meaning(asked), held(graph))
    assert isinstance(said, Unsaid) and said.reason == "name"


def test_what_was_not_projected_is_no_part_of_the_graph() -> None:
    few = as_projection(
        GRAPH, "few", ProjectionRequest(node_projection=("Bridge", "Town"), relationship_projection=("IN",))
    )
    asked = Selection(Place("n", None, (), (Branch((), "both", Place("far")),)), (Column("n", Value("n")),))
    said = as_cypher(Meaning(asked), held(few))
    assert isinstance(said, Statement)
    assert said.text == "MATCH (node:Bridge|Town)-[:`IN`]-(:Bridge|Town)\nRETURN DISTINCT node AS n"


def test_names_and_labels_of_any_letters_are_quoted() -> None:
    node = PlainNode(("Ba`r \\u0060",), {"the name": "x' OR 1=1 //", "da y": 3})
    graph = as_projection(PropertyGraph((node,), ()), "odd", ProjectionRequest(name_property="the name"))
    place = Place("n", "Ba`r \\u0060", ("x' OR 1=1 //",), (Condition("da y", "=", 3),))
    said = as_cypher(Meaning(Selection(place, (Column("a `b`", Value("n", "da y")),))), held(graph))
    assert isinstance(said, Statement)
    assert said.text == (
        "MATCH (baRu0060:`Ba``r \\u005Cu0060` {`the name`: $theName})\nWHERE baRu0060.`da y` = $daY\n"
        "RETURN DISTINCT baRu0060.`da y` AS `a ``b```"
    )
    assert said.parameters == {"theName": "x' OR 1=1 //", "daY": 3}
