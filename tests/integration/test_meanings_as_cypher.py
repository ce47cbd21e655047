"""A meaning as Cypher, run by the real Neo4j, gives the rows that the arrays give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import neo4j
import pytest
from hypothesis import HealthCheck, example, given, settings

import motif
from motif.embedded import ServerState
from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import (
    Aggregate,
    Branch,
    Column,
    Condition,
    Having,
    Meaning,
    NodeRow,
    Order,
    Place,
    Relative,
    Selection,
    Value,
)
from motif.graphs.rare_values import other_text
from motif.knowledge_graph import Connection
from motif.planners.meaning.cypher.held import Held
from motif.planners.meaning.cypher.statement import Statement, as_cypher
from motif.planners.meaning.planner import plan_meanings
from motif.retrievers.view import View
from motif.settings import Settings
from motif_procedures.cypher_questions.graph_files import PlainGraph, PlainLink, PlainNode, read_graph
from motif_procedures.cypher_questions.own_server import put
from motif_procedures.cypher_questions.questions import read_questions
from question_sets import DOMAINS, FOLDER
from random_meanings import GRAPH, MEANINGS

pytestmark = pytest.mark.integration

Row = tuple[Any, ...]


@pytest.fixture(scope="module")
def connection(server: ServerState, server_settings: Settings) -> Iterator[Connection]:
    with motif.connect(server.bolt, (server.user, server.password), settings=server_settings) as found:
        yield found
        put(PlainGraph((), ()), found)


@pytest.mark.parametrize("name", DOMAINS)
def test_questions_give_the_same_rows(name: str, connection: Connection) -> None:
    put(read_graph(FOLDER / f"{name}.cypher"), connection)
    both = Both(connection, name)
    for question in read_questions(FOLDER / f"{name}.yml"):
        for meaning in plan_meanings(question.question, both.view, 1):
            assert both.agree(meaning), question.question


@pytest.fixture(scope="module")
def bridges(connection: Connection) -> Both:
    """The graph of `random_meanings`."""
    nodes = tuple(PlainNode(node.labels, node.properties) for node in GRAPH.nodes)
    links = tuple(PlainLink(link.source, link.type, link.target, link.properties) for link in GRAPH.links)
    put(PlainGraph(nodes, links), connection)
    return Both(connection, "bridges")


_TEXT_OF_ONE_LABEL = Meaning(
    Selection(
        Place(
            "n",
            tests=(
                Branch(("BUILT",), "out", Place("n0", "Person", tests=(Condition("tags", "has", "TOLL"),))),
                Branch(("BUILT",), "out", Place("n1"), optional=True),
                Relative(None, "=", "n0"),
            ),
        ),
        (Column("answer", Value("n")),),
        asks=True,
    )
)
"""No person has tags, and bridges have lists of them: Neo4j may look at the tags before the label."""

_ITEMS_BY_HOW_MANY = Meaning(
    Selection(
        Place("n"),
        (Column("tag", Value("n", "tags", each=True)),),
        order=(Order(Aggregate("count", Value("n"))),),
        skip=1,
    )
)
"""What has no tags gives no row, also where the rows are ordered by how many there are."""

_SHARE_OF_OTHERS = Meaning(
    Selection(
        Place("n"),
        (Column("percentage", Aggregate("count", Value("n"), distinct=True)),),
        share=Place("n", names=("Ada",)),
    )
)
"""Of a whole only what is in it counts, though the part has more."""


_TWO_OF_ONE = Meaning(
    Selection(
        Place("n", "Bridge", tests=(Relative("height", "<", "n", "built"),)),
        (Column("name", Value("n", "name")),),
    )
)
"""Two properties of one thing compared."""

_FUNCTION_BOUNDED = Meaning(
    Selection(
        Place("n", "Person", tests=(Branch(("BUILT",), "out", Place("m", "Bridge")),)),
        (Column("name", Value("n")), Column("average", Aggregate("average", Value("m", "built")))),
        having=(
            Having(Aggregate("average", Value("m", "built")), ">", 1900.0),
            Having(Aggregate("average", Value("m", "built")), "<=", 1932.0),
        ),
    )
)
"""Groups of which a function lies between two numbers."""


@given(meaning=MEANINGS)
@example(meaning=_TWO_OF_ONE)
@example(meaning=_FUNCTION_BOUNDED)
@example(meaning=_TEXT_OF_ONE_LABEL)
@example(meaning=_ITEMS_BY_HOW_MANY)
@example(meaning=_SHARE_OF_OTHERS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
def test_random_meanings_give_the_same_rows(bridges: Both, meaning: Meaning) -> None:
    bridges.agree(meaning)


def _is_one_set(asked: Selection) -> bool:
    """Whether the rows are settled: nothing is cut but at an end that keeps its ties."""
    is_whole = asked.limit is None or (asked.with_ties and bool(asked.order))
    return asked.asks or (asked.skip == 0 and is_whole)


LONGEST = 2_000
"""Letters of statements that are run: with the first of the first of others Neo4j's planner takes minutes, and all of
its memory. Of what a person asks none is half as long."""


class Both:
    """A graph on the arrays and in the database."""

    def __init__(self, connection: Connection, name: str) -> None:
        self.view: View = connection.project(name).view
        self._arrays = MeaningGraph(self.view.projection, self.view.names.equal)
        self._held = Held(self.view.projection, self.view.names.equal)
        self._driver = connection.database.driver

    def agree(self, meaning: Meaning) -> bool:
        """Whether the meaning is a statement; fails where it is one and gives other rows."""
        said = as_cypher(meaning, self._held)
        if not isinstance(said, Statement) or len(said.text) > LONGEST:
            return False
        rows, expected = self.run(said), self.answered(meaning)
        asked = meaning.asked
        if not isinstance(asked, Selection) or _is_one_set(asked):
            assert Counter(rows) == Counter(expected), said.text
        else:
            self._agree_but_for_ties(asked, rows, expected)
        return True

    def _agree_but_for_ties(self, asked: Selection, rows: Sequence[Row], expected: Sequence[Row]) -> None:
        """As many rows, of those that there are without a number, ordered by the same values."""
        assert len(rows) == len(expected)
        if asked.over is not None:
            return  # made of other rows
        every = self.answered(Meaning(replace(asked, limit=None, skip=0)))
        assert not Counter(rows) - Counter(every)
        shown = tuple(column.value for column in asked.columns)
        places = [shown.index(order.by) for order in asked.order if order.by in shown]
        if len(places) == len(asked.order) and asked.per is None:  # of each, in no order
            assert [[row[at] for at in places] for row in rows] == [
                [row[at] for at in places] for row in expected
            ]

    def answered(self, meaning: Meaning) -> list[Row]:
        rows = answer_meaning(self._arrays, meaning).rows
        nodes = self.view.projection.nodes
        return [
            tuple(nodes.element_id(one.row) if isinstance(one, NodeRow) else plain(one) for one in row)
            for row in rows
        ]

    def run(self, said: Statement) -> list[Row]:
        try:
            found = self._driver.execute_query(said.text, said.parameters, routing_="r")
        except neo4j.exceptions.Neo4jError as error:
            error.add_note(f"{said.text}\n{said.parameters}")
            raise
        return [tuple(map(plain, record.values())) for record in found.records]


def plain(value: Any) -> Any:
    """A value as both give it: nodes by id, times as text, numbers to nine places."""
    if isinstance(value, neo4j.graph.Node):
        return value.element_id
    if isinstance(value, list):
        return tuple(map(plain, value))
    if isinstance(value, float):
        return float(f"{value:.9g}")
    return value if value is None or isinstance(value, (str, int)) else other_text(value)
