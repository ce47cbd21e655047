"""Statements as language models write them: what they are read as gives the rows that the real Neo4j gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import motif
from motif.database import Database
from motif.embedded import ServerState
from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import NodeRow, Selection
from motif.graphs.rare_values import other_text
from motif.planners.meaning.planner import vocabulary_of
from motif.planners.proposing.spelling import spellings_of
from motif.planners.proposing.statement import meaning_of_cypher
from motif.retrievers.view import View
from motif.settings import Settings
from motif_procedures.cypher_questions.graph_files import PlainGraph, PlainLink, PlainNode
from motif_procedures.cypher_questions.own_server import put
from random_meanings import GRAPH
from statements_read import READ

pytestmark = pytest.mark.integration

OTHERWISE = {
    "MATCH (b:Bridge {name: 'old span'}) RETURN b.built",
    "MATCH (b:Bridge) WHERE b.name STARTS WITH 'O' RETURN b.name",
}
"""Read without regard to case, which Neo4j heeds: nobody knows how a graph writes a name."""


@pytest.fixture(scope="module")
def bridges(server: ServerState, server_settings: Settings) -> Iterator[tuple[View, Database]]:
    with motif.connect(server.bolt, (server.user, server.password), settings=server_settings) as connection:
        nodes = tuple(PlainNode(node.labels, node.properties) for node in GRAPH.nodes)
        links = tuple(PlainLink(link.source, link.type, link.target, link.properties) for link in GRAPH.links)
        put(PlainGraph(nodes, links), connection)
        yield connection.project("bridges").view, connection.database
        put(PlainGraph((), ()), connection)


@pytest.mark.parametrize("statement", [one for one in READ if one not in OTHERWISE])
def test_the_rows_are_the_servers(bridges: tuple[View, Database], statement: str) -> None:
    view, database = bridges
    names = view.projection.nodes.names
    meaning = meaning_of_cypher(statement, spellings_of(vocabulary_of(view)))
    found = answer_meaning(MeaningGraph(view.projection, view.names.equal), meaning)
    n_columns = len(meaning.asked.columns) if isinstance(meaning.asked, Selection) else 1
    ours = {
        tuple(names[one.row] if isinstance(one, NodeRow) else plain(one) for one in row[:n_columns])
        for row in found.rows
    }
    records = database.driver.execute_query(statement, routing_="r").records
    assert ours == {tuple(map(plain, record.values())) for record in records}


def plain(value: Any) -> Any:
    """A value as both give it."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    return value if value is None or isinstance(value, (str, int)) else other_text(value)
