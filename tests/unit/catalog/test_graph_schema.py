"""The schema that is read through a session: what is asked, and what is made of the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from motif.catalog.graph_counts import GraphCounts
from motif.catalog.graph_samples import SEEKS, sample_nodes, sample_relationships
from motif.catalog.graph_schema import read_graph_schema
from motif.catalog.relation_profiles import relation_profiles
from motif.errors import QueryFailed
from motif.graphs.graph_schema import Ends, GraphSchema, SearchIndex, ValueFormat

MODEL = "all-MiniLM-L6-v2@53aa5117"


def node_row(
    label: str, property: str | None, type: str, present: int, *values: Any, **more: Any
) -> dict[str, Any]:
    row = {"label": label, "property": property, "type": type, "present": present, "values": list(values)}
    return {"length": None, "minimum": None, "maximum": None, **row, **more}


def pair_row(relation: str, source: list[str], target: list[str], *names: tuple[Any, Any]) -> dict[str, Any]:
    row = {"relation": relation, "source": source, "target": target, "property": None, "type": None}
    return {**row, "present": len(names), "length": None, "values": [list(pair) for pair in names]}


NODES = [
    node_row("Film", None, "NULL", 4),
    node_row("Film", "title", "STRING NOT NULL", 4, "Heat", "Ronin", "Up", "Coco", length=4.0),
    node_row("Film", "price", "STRING NOT NULL", 3, "$11.80", "$5", "$7", length=3.0),
    node_row("Film", "released", "INTEGER NOT NULL", 2, 1995, 1998, minimum=1985, maximum=2009),
    node_row("Film", "released", "STRING NOT NULL", 1, "soon", length=4.0),
    node_row("Film", "motifTextEmbedding", "LIST<FLOAT NOT NULL> NOT NULL", 4),
    node_row("Film", "motifTextEmbeddingModel", "STRING NOT NULL", 4, MODEL, MODEL, length=25.0),
    node_row("Year", None, "NULL", 2),
    node_row("Year", "name", "STRING NOT NULL", 2, "1995", "1998", length=4.0),
]
PAIRS = [
    pair_row("IN_YEAR", ["Film"], ["Year"], ("Heat", "1995"), ("Ronin", "1998")),
    {
        **pair_row("IN_YEAR", [], []),
        "source": None,
        "target": None,
        "property": "sure",
        "type": "BOOLEAN NOT NULL",
        "present": 1,
        "values": [True],
    },
]
COUNTS = {
    "nodes": [
        {"count": 8},
        {"label": "Film", "count": 5},
        {"label": "Year", "count": 2},
        {"label": "Old", "count": 0},
    ],
    "relationships": [
        {"count": 3},
        {"relationshipType": "IN_YEAR", "count": 3},
        {"relationshipType": "IN_YEAR", "startLabel": "Film", "count": 3},
        {"relationshipType": "IN_YEAR", "endLabel": "Year", "count": 3},
    ],
}
INDEXES = [
    {
        "name": "films",
        "type": "VECTOR",
        "entityType": "NODE",
        "labels": ["Film"],
        "properties": ["motifTextEmbedding"],
        "configuration": {"vector.dimensions": 384, "vector.similarity_function": "COSINE"},
    },
    {
        "name": "imdb",
        "type": "RANGE",
        "entityType": "NODE",
        "labels": ["Film"],
        "properties": ["imdb"],
        "configuration": {},
    },
    {
        "name": "else",
        "type": "TEXT",
        "entityType": "NODE",
        "labels": ["Other"],
        "properties": ["x"],
        "configuration": {},
    },
]
TOKENS = [
    {"kind": "label", "name": "Film"},
    {"kind": "label", "name": "Old"},
    {"kind": "type", "name": "IN_YEAR"},
    {"kind": "nodes", "name": "8"},
]


class ScriptedSession:
    """Answers by what a statement holds; keeps what it was asked."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, Mapping[str, Any]]] = []

    @property
    def version(self) -> str:
        return "5.26.31"

    def run(
        self, statement: str, parameters: Mapping[str, Any], *, seconds: float | None, limit: int
    ) -> list[dict[str, Any]]:
        assert seconds is not None
        assert limit > 0
        self.asked.append((statement, parameters))
        answer = next(value for part, value in self.answers.items() if part in statement)
        return list(answer(statement, parameters) if callable(answer) else answer)

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Any:
        raise AssertionError("the schema is read without EXPLAIN")


def session(**changes: Any) -> ScriptedSession:
    answers = {
        "SHOW PROCEDURES": [{"name": "db.stats.retrieve"}],
        "db.stats": [COUNTS],
        "SHOW INDEXES": INDEXES,
        "db.labels": TOKENS,
        "labels(n)": NODES,
        "type(r)": PAIRS,
        "count(": [],
    }
    return ScriptedSession({**answers, **changes})


@pytest.fixture(scope="module")
def schema() -> GraphSchema:
    return read_graph_schema(session())


def test_counts_are_the_databases_own(schema) -> None:
    assert {name: one.count for name, one in schema.labels.items()} == {"Film": 5, "Year": 2}
    assert (schema.n_nodes, schema.n_relationships, schema.version) == (8, 3, "5.26.31")


def test_a_property_has_its_form_and_range(schema) -> None:
    price = schema.labels["Film"].properties["price"]
    assert (price.format, price.minimum, price.maximum) == (ValueFormat("currency", "$"), 5.0, 11.8)
    assert price.present == 0.75
    assert price.examples == ("$11.80", "$5", "$7")


def test_a_range_is_of_all_that_were_met(schema) -> None:
    """Values are some of them; and the type is that of most."""
    released = schema.labels["Film"].properties["released"]
    assert (released.type, released.minimum, released.maximum) == ("INTEGER", 1985, 2009)
    assert released.present == 0.75
    assert released.values == (1995, 1998)


def test_own_properties_are_left_out_and_tell_the_model(schema) -> None:
    assert list(schema.labels["Film"].properties) == ["imdb", "price", "released", "title"]
    films = SearchIndex("films", "vector", "node", ("Film",), ("motifTextEmbedding",), 384, "cosine", MODEL)
    assert schema.indexes[0] == films


def test_an_index_tells_of_a_property_that_no_node_of_the_sample_has(schema) -> None:
    assert schema.labels["Film"].properties["imdb"].type == "ANY"
    assert [one.name for one in schema.indexes] == ["films", "imdb"]


def test_vectors_of_two_models_say_none() -> None:
    rows = [
        {**row, "values": ["a", "b"]} if row["property"] == "motifTextEmbeddingModel" else row
        for row in NODES
    ]
    assert read_graph_schema(session(**{"labels(n)": rows})).indexes[0].model is None


def test_names_are_detected_and_those_of_ends_profiled(schema) -> None:
    assert schema.labels["Film"].name_property == "title"
    relation = schema.relations["IN_YEAR"]
    assert relation.ends == (Ends("Film", "Year", 1.0),)
    assert relation.target_names is not None
    assert relation.target_names.format == ValueFormat("year")
    assert (relation.target_names.minimum, relation.target_names.maximum) == (1995, 1998)
    assert relation.source_names is not None
    assert relation.source_names.name == "title"
    assert relation.properties["sure"].present == 0.5


@pytest.mark.parametrize("given", [{"Film": "price"}, {"*": "price"}, ["price"], ["nothing", "price"]])
def test_names_that_are_given_count(given) -> None:
    asked = session()
    schema = read_graph_schema(asked, name_properties=given)
    assert schema.labels["Film"].name_property == "price"
    assert (
        next(parameters["names"] for _, parameters in asked.asked if "names" in parameters)["Film"] == "price"
    )


def test_of_several_names_that_are_given_the_likeliest_counts() -> None:
    schema = read_graph_schema(session(), name_properties=["price", "title"])
    assert schema.labels["Film"].name_property == "title"


def test_five_round_trips_whatever_the_number_of_labels() -> None:
    counts = {
        "nodes": [{"count": 6}, {"label": "Film", "count": 4}, {"label": "Year", "count": 2}],
        "relationships": [{"count": 2}, {"relationshipType": "IN_YEAR", "count": 2}],
    }
    asked = session(**{"db.stats": [counts]})
    read_graph_schema(asked)
    assert len(asked.asked) == 5
    many = {
        "nodes": [{"count": 900}, *({"label": f"L{i}", "count": 3} for i in range(300))],
        "relationships": [],
    }
    rows = [node_row(f"L{i}", None, "NULL", 3) for i in range(300)]
    asked = session(**{"db.stats": [many], "labels(n)": rows})
    assert len(read_graph_schema(asked).labels) == 300
    assert len(asked.asked) == 4


def test_an_empty_database_has_an_empty_schema() -> None:
    empty = {"nodes": [{"count": 0}], "relationships": [{"count": 0}]}
    asked = session(**{"db.stats": [empty], "SHOW INDEXES": []})
    assert read_graph_schema(asked) == GraphSchema({}, {}, version="5.26.31")
    assert len(asked.asked) == 3


def test_only_the_labels_and_types_that_are_given() -> None:
    schema = read_graph_schema(session(), labels=["Year", "Nowhere"], types=["IN_YEAR"])
    assert list(schema.labels) == ["Year"]
    assert schema.relations == {}
    assert (schema.n_nodes, schema.n_relationships, schema.indexes) == (2, 0, ())
    assert read_graph_schema(session(), types=()).relations == {}


def test_a_user_who_may_not_ask_for_all_counts_at_once_gets_each() -> None:
    def counted(statement: str, _: Mapping[str, Any]) -> list[dict[str, Any]]:
        found = [("label", "Film", 5), ("label", "Old", 0), ("type", "IN_YEAR", 3)]
        return [{"kind": kind, "name": name, "total": total} for kind, name, total in found]

    def refused(*_: Any) -> list[dict[str, Any]]:
        raise AssertionError("not allowed")

    asked = session(**{"SHOW PROCEDURES": [], "db.stats": refused, "count(": counted})
    schema = read_graph_schema(asked)
    assert {name: one.count for name, one in schema.labels.items()} == {"Film": 5}
    assert (schema.relations["IN_YEAR"].count, schema.n_nodes, schema.n_relationships) == (3, 8, 3)


def test_a_label_that_seeks_missed_is_scanned() -> None:
    def met(statement: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [node_row(label, None, "NULL", 1) for label in parameters["shares"]]

    asked = session(**{"labels(n)": met})
    rows = sample_nodes(asked, {"Big": 900_000, "Small": 500}, 1_000_000)
    assert sorted(row["label"] for row in rows) == ["Big", "Small"]
    first, second = (parameters for _, parameters in asked.asked)
    assert (first["labels"], list(first["shares"])) == (["Big"], ["Small"])
    assert first["shares"]["Small"] == 10_007
    assert first["seeks"] == SEEKS
    assert (second["labels"], list(second["shares"])) == ([], ["Big"])
    assert 0 < second["shares"]["Big"] <= 20


def test_what_seeks_met_too_seldom_is_scanned_instead() -> None:
    """In a store that much was deleted from, seeks meet one of three: all three are told, and none twice."""

    def met(statement: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        sought = [pair_row(kind, ["A"], ["B"], ("x", "y")) for kind in parameters["types"]]
        return sought + [pair_row(kind, ["A"], ["B"], *[("x", "y")] * 3) for kind in parameters["shares"]]

    rows = sample_relationships(session(**{"type(r)": met}), {"R": 3}, 3, {"A": "name"})
    assert [(row["relation"], row["present"]) for row in rows] == [("R", 3)]


def test_names_are_quoted() -> None:
    asked = session(**{"labels(n)": []})
    sample_nodes(asked, {"a`) DETACH DELETE (n:`b": 1}, 1)
    assert "`a``) DETACH DELETE (n:``b`" in asked.asked[0][0]


def test_what_the_server_refuses_is_said() -> None:
    def refused(*_: Any) -> list[dict[str, Any]]:
        raise QueryFailed("Neo4j refused a statement: no")

    with pytest.raises(QueryFailed, match="refused"):
        read_graph_schema(session(**{"SHOW INDEXES": refused}))


def test_ends_that_only_counts_know_of_are_said() -> None:
    """A label that the sample did not meet may be joined to any of the other end."""
    sources, targets = {"R": {"A": 98, "B": 2}}, {"R": {"C": 90, "D": 10}}
    counts = GraphCounts(9, 100, dict.fromkeys("ABCD", 9), {"R": 100}, sources, targets)
    rows = [pair_row("R", ["A"], ["C"], ("x", "y"), ("z", "y"))]
    ends = relation_profiles(counts, {"R": rows}, {}, ())["R"].ends
    assert ends[0] == Ends("A", "C", 1.0)
    assert {(one.source, one.target) for one in ends[1:]} == {("A", "D"), ("B", "C"), ("B", "D")}
    assert all(one.share < 0.1 for one in ends[1:])


def test_every_label_of_an_end_counts() -> None:
    counts = GraphCounts(9, 2, {"Person": 9, "Actor": 4, "Film": 1}, {"IN": 2})
    rows = [
        pair_row("IN", ["Person", "Actor"], ["Film"], ("x", "y")),
        pair_row("IN", [], ["Film"], ("z", "y")),
    ]
    ends = relation_profiles(counts, {"IN": rows}, {}, ())["IN"].ends
    assert set(ends) == {Ends("Person", "Film", 0.5), Ends("Actor", "Film", 0.5), Ends("", "Film", 0.5)}
    restricted = counts.restricted(["Actor", "Film"], None)
    assert relation_profiles(restricted, {"IN": rows}, {}, ())["IN"].ends == (Ends("Actor", "Film", 1.0),)
