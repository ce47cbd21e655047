"""Graphs of other fields in a database of their own: gold queries give the rows that stand beside them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from motif.errors import InvalidInput
from motif.knowledge_graph import Connection
from motif.models.language import adapt_chat_model
from motif.settings import Settings
from motif_procedures.cypher_questions.answering import statement_answerer
from motif_procedures.cypher_questions.dumps import graph_of_database
from motif_procedures.cypher_questions.gold import Gold
from motif_procedures.cypher_questions.graph_files import (
    PlainGraph,
    PlainLink,
    PlainNode,
    projected,
    read_graph,
    schema_of,
)
from motif_procedures.cypher_questions.own_server import own_server, put
from motif_procedures.cypher_questions.questions import read_questions
from motif_procedures.text2cypher import schema_text
from question_sets import DOMAINS, FOLDER, LATER, LATEST, SINCE

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def connection(server_settings: Settings, wanted_version: str) -> Iterator[Connection]:
    """A server that holds one graph after another."""
    with own_server(server_settings) as found:
        yield found


_SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in SINCE]


@pytest.mark.parametrize("name", [*DOMAINS, *LATER, *LATEST, *_SLOW])
def test_gold_queries_give_the_rows_that_are_written(name: str, connection: Connection) -> None:
    graph = read_graph(FOLDER / f"{name}.cypher")
    put(graph, connection)
    held = graph_of_database(connection.database.reading())
    assert _told(held) == _told(graph)
    asked = connection.project(name)
    here = projected(graph)
    assert sorted(asked.projection.nodes.names) == sorted(here.nodes.names)
    assert set(asked.projection.nodes.properties) == set(here.nodes.properties)
    assert {group.name for group in schema_of(graph).labels} == {
        label for labels in asked.projection.nodes.label_sets for label in labels
    }
    run, given = Gold(asked.projection, connection.database.reading()), Gold(here)
    for question in read_questions(FOLDER / f"{name}.yml"):
        rows, written = run.rows(question), given.rows(question)
        assert rows is not None and written is not None
        assert (rows == written) if question.ordered else (set(rows) == set(written)), question.question


def test_a_statement_is_run_as_the_model_wrote_it(connection: Connection) -> None:
    scripted_models = pytest.importorskip("scripted_models", reason="langchain-core is not installed")
    pytest.importorskip("neo4j_graphrag", reason="neo4j-graphrag is not installed")
    link = PlainLink(0, "LIVES_IN", 1, {"since": 1999})
    graph = PlainGraph(
        [PlainNode(("Person",), {"name": "Ann"}), PlainNode(("Town",), {"name": "Lea"})], [link]
    )
    put(graph, connection)
    text = schema_text(connection.database)
    assert "Person {name: STRING}" in text and "LIVES_IN {since: INTEGER}" in text
    assert text.endswith("(:Person)-[:LIVES_IN]->(:Town)")
    model = scripted_models.scripted(
        "```cypher\nMATCH (p:Person)-[:LIVES_IN]->(:Town {name: 'Lea'}) RETURN p\n```",
        "MATCH (p:Person RETURN p",
        "MATCH (p:Person) RETURN nothing(p)",
        "MATCH (p:Person) DETACH DELETE p",
    )
    asked = connection.project("lea")
    gold = Gold(asked.projection, connection.database.reading())
    answer = statement_answerer(connection.database, gold, adapt_chat_model(model))
    said = answer("who lives in Lea?")
    assert said.rows == ((("text", "ann"),),) and not said.declined and said.usage.calls == 1
    assert text in model.prompts[0][0].content
    for _ in range(3):
        refused = answer("who lives in Lea?")
        assert (
            refused.declined.startswith("QueryFailed: The model's statement cannot be run")
            and not refused.rows
        )
    assert answer_of(connection, "MATCH (p:Person) RETURN count(p) AS n") == 1
    with pytest.raises(InvalidInput, match="needs a language model and a database"):
        statement_answerer(None, gold, adapt_chat_model(model))


def answer_of(connection: Connection, statement: str) -> object:
    return connection.database.driver.execute_query(statement).records[0][0]


def _told(graph: PlainGraph) -> tuple[list[str], list[str]]:
    """Nodes and relationships whatever their order; times as text."""
    nodes = [
        str((node.labels, sorted((key, _text(v)) for key, v in node.properties.items())))
        for node in graph.nodes
    ]
    links = [
        str(
            (
                nodes[link.source],
                link.type,
                nodes[link.target],
                sorted((k, _text(v)) for k, v in link.properties.items()),
            )
        )
        for link in graph.links
    ]
    return sorted(nodes), sorted(links)


def _text(value: object) -> str:
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else str(value)
