"""A plan's statement, run by the real Neo4j, finds what the plan finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

import motif
from fakes import HashEncoder
from motif.embedded import ServerState
from motif.graphs.plan import Order, Plan
from motif.planners.cypher_literals import identifier, literal
from motif.planners.cypher_text import cypher_of
from motif.settings import Settings

pytestmark = pytest.mark.integration
FILMS = Path(__file__).parents[1] / "golden" / "films.cypher"
NAME = "It's \"\\u0027\\\\ \n`Rock``n\\u0060Roll` {} $x //"
"""A name with everything that ends a quotation in one of the two languages."""

PACINOS = (("Al Pacino", "ACTED_IN", "?film"), ("?who", "ACTED_IN", "?film"))
MOVIE = {"unknown": "film", "label": "Movie"}
PLANS = {
    "one hop": Plan((("?film", "DIRECTED", "Michael Mann"),), "?film"),
    "two hops": Plan((("?film", "DIRECTED", "Michael Mann"), ("?who", "ACTED_IN", "?film")), "?who"),
    "star": Plan((("?film", "DIRECTED", "Michael Mann"), ("?film", "ACTED_IN", "Al Pacino")), "?film"),
    "not oneself": Plan(PACINOS, "?who"),
    "oneself too": Plan(PACINOS, "?who", injective=False),
    "all distinct": Plan((*PACINOS, ("?who", "ACTED_IN", "?other")), "?other", injective=True),
    "directed": Plan((("?who", "FOLLOWS", "?other"),), "?who", directed=True),
    "against the arrow": Plan((("Nora Quint", "FOLLOWS", "?who"),), "?who"),
    "any relation": Plan((("?who", "?how", "Heat"),), "?who"),
    "spelling": Plan((("?film", "directed", "michael mann"),), "?film"),
    "label": Plan((({"unknown": "who", "label": "Person"}, None, MOVIE),), "?who"),
    "count": Plan((("?film", "DIRECTED", "Michael Mann"),), "?film", count=True),
    "property": Plan((("?film", "DIRECTED", "Michael Mann"),), "?film", give="released"),
    "property of a name": Plan((), "Heat", give="released"),
    "oldest": Plan((), MOVIE, order=Order("released", descending=False)),
    "newest three": Plan((), MOVIE, order=Order("released", limit=3)),
    "most films": Plan((("?who", "ACTED_IN", "?film"),), "?who", order=Order(count_of="film", limit=2)),
    "of a relationship": Plan(
        (("?who", {"unknown": "how", "filter": {"rating": {"$gte": 90}}}, MOVIE),), "?film"
    ),
    **{
        f"filter {filter}": Plan((), MOVIE, filter={"film": filter})
        for filter in (
            {"released": {"$gte": 1995, "$lt": 2000}},
            {"released": {"$between": [1990, 1999]}},
            {"released": {"$in": [1995, 1999]}},
            {"$not": {"released": {"$nin": [1995, 1999]}}},
            {"title": {"$ilike": "%THE%"}},
            {
                "$or": [
                    {"title": {"$like": "Heat"}},
                    {"$and": [{"released": {"$gt": 1990}}, {"title": {"$ne": "Heat"}}]},
                ]
            },
        )
    },
}


@pytest.fixture(scope="module")
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        for statement in FILMS.read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                driver.execute_query(statement)  # type: ignore[arg-type]
        driver.execute_query(
            "CREATE (:Movie {title: $name, released: 1995})<-[:DIRECTED]-(:Person {name: 'x\\'y'})", name=NAME
        )
        yield driver
        driver.execute_query("MATCH (n) DETACH DELETE n")


@pytest.fixture(scope="module")
def films(driver: neo4j.Driver, tmp_path_factory: pytest.TempPathFactory) -> Iterator[motif.Graph]:
    settings = Settings(home=tmp_path_factory.mktemp("home"))
    with motif.connect(driver=driver, encoder=HashEncoder(), settings=settings) as connection:
        yield connection.project("films")


@pytest.fixture
def session(driver: neo4j.Driver) -> Iterator[neo4j.Session]:
    with driver.session(default_access_mode=neo4j.READ_ACCESS) as session:
        yield session


def answers(value: Any) -> Any:
    if isinstance(value, neo4j.graph.Node):
        return value.get("title", value.get("name"))
    return getattr(value, "name", value)


@pytest.mark.parametrize("name", PLANS)
def test_the_statement_finds_what_the_plan_finds(
    name: str, films: motif.Graph, session: neo4j.Session
) -> None:
    plan = PLANS[name]
    found = {answers(answer) for piece in films.run(plan, top_k=1000) for answer in piece.answers}
    statement = cypher_of(plan, films.view)
    assert found and statement
    assert {answers(record[0]) for record in session.run(statement)} == found, statement


def test_names_that_end_quotations_are_found(films: motif.Graph, session: neo4j.Session) -> None:
    statement = cypher_of(Plan((("?who", "DIRECTED", NAME),), "?who"), films.view)
    assert [answers(record[0]) for record in session.run(statement)] == ["x'y"], statement


@pytest.mark.parametrize("text", [NAME, "\\", "\\u", "\\\\u0041", "\\'", "''", "a\tb\bc\fd\re", "🔥\u2028"])
def test_texts_and_names_are_read_as_they_were_written(text: str, session: neo4j.Session) -> None:
    statement = f"RETURN {literal([text, text])} AS {identifier(text)}"
    [record] = session.run(statement)
    assert dict(record) == {text: [text, text]}


def test_words_of_the_language_are_names_too(session: neo4j.Session) -> None:
    words = [
        "order",
        "WHERE",
        "In",
        "null",
        "count",
        "match",
        "distinct",
        "graph",
        "node",
        "type",
        "labels",
        "none",
    ]
    for word in words:
        name = identifier(word)
        session.run(f"MATCH ({name}:{name} {{{name}: 1}})-[:{name}]-() RETURN DISTINCT {name}").consume()
