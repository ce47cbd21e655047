"""Steps use the database's indexes: ranges where conditions stand, vectors and words where a search may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import neo4j
import numpy as np
import pytest

from motif.embedded import ServerState
from motif.graphs.graph_schema import GraphSchema, LabelProfile, PropertyProfile, SearchIndex
from motif.graphs.plan import Plan
from motif.graphs.stages import StatementStage, TextVector
from motif.graphs.steps import Find, FulltextSearch, Step, Traverse, VectorSearch
from motif.planners.steps.compiling import compile_plan

pytestmark = pytest.mark.integration
LABEL, N_NODES, DIMENSION = "Steps Paper", 400, 8
VECTORS = np.random.default_rng(1).normal(size=(N_NODES, DIMENSION))
QUESTION = np.random.default_rng(2).normal(size=DIMENSION)
VECTOR_INDEX = SearchIndex(
    "steps `vectors", "vector", "node", (LABEL,), ("vector",), dimension=DIMENSION, similarity="cosine"
)
WORD_INDEX = SearchIndex("steps words", "fulltext", "node", (LABEL,), ("title",))


def rows_of_data() -> list[dict[str, Any]]:
    return [
        {
            "title": f"paper {number} on {'pruning' if number % 3 else 'graphs'}",
            "year": number,
            "born": f"{1800 + number // 12:04}-{number % 12 + 1:02}-01",
            "vector": VECTORS[number].tolist(),
        }
        for number in range(N_NODES)
    ]


@pytest.fixture(scope="module")
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(
        server.bolt, auth=(server.user, server.password), notifications_min_severity="OFF"
    ) as driver:
        run = driver.execute_query
        run(
            f"UNWIND $rows AS row CREATE (n:`{LABEL}`) SET n = row, n.born = date(row.born)",
            rows=rows_of_data(),
        )
        run(f"MATCH (a:`{LABEL}`), (b:`{LABEL}`) WHERE b.year = a.year + 1 CREATE (a)-[:STEPS_NEXT]->(b)")
        for name in ("year", "born", "title"):
            run(f"CREATE INDEX `steps {name}` FOR (n:`{LABEL}`) ON (n.{name})")
        run(
            f"CREATE VECTOR INDEX `steps ``vectors` FOR (n:`{LABEL}`) ON n.vector OPTIONS {{indexConfig: "
            f"{{`vector.dimensions`: {DIMENSION}, `vector.similarity_function`: 'cosine'}}}}"
        )
        run(f"CREATE FULLTEXT INDEX `steps words` FOR (n:`{LABEL}`) ON EACH [n.title]")
        run("CALL db.awaitIndexes(60)")
        yield driver
        for name in ("steps year", "steps born", "steps title", "steps ``vectors", "steps words"):
            run(f"DROP INDEX `{name}`")
        run(f"MATCH (n:`{LABEL}`) DETACH DELETE n")


def schema_of(version: str) -> GraphSchema:
    kinds = {"title": "STRING", "year": "INTEGER", "born": "DATE", "vector": "VECTOR"}
    properties = {name: PropertyProfile(name, kind) for name, kind in kinds.items()}
    return GraphSchema({LABEL: LabelProfile(LABEL, N_NODES, properties, "title")}, {}, version=version)


def statement_of(
    step: Step, searches: dict[str, SearchIndex] | None = None, version: str = "5.26", *more: Step
) -> StatementStage:
    plan = Plan((), steps=(step, *more), method="spark", give="year")
    stages = compile_plan(plan, schema_of(version), searches=searches).stages
    assert len(stages) == 1 and isinstance(stages[0], StatementStage)
    return stages[0]


def parameters_of(stage: StatementStage) -> dict[str, Any]:
    known = {
        name: QUESTION.tolist() if isinstance(value, TextVector) else value
        for name, value in stage.parameters.items()
    }
    return known | {"limit": 1000}


def rows(driver: neo4j.Driver, stage: StatementStage) -> list[dict[str, Any]]:
    with driver.session(default_access_mode="READ") as session:
        return [record.data() for record in session.run(stage.statement, parameters_of(stage))]


def years(driver: neo4j.Driver, stage: StatementStage) -> list[int]:
    return [row["values"]["year"] for row in rows(driver, stage)]


def operators(driver: neo4j.Driver, stage: StatementStage) -> list[str]:
    with driver.session(default_access_mode="READ") as session:
        plan = session.run("EXPLAIN " + stage.statement, parameters_of(stage)).consume().plan
    found: list[str] = []
    waiting = [plan]
    while waiting:
        one = waiting.pop()
        assert one is not None
        found.append(one["operatorType"].split("@")[0])
        waiting += one.get("children", [])
    return found


@pytest.mark.parametrize(
    ("where", "operator"),
    [
        ({"year": 7}, "NodeIndexSeek"),
        ({"year": {"$gt": 390}}, "NodeIndexSeekByRange"),
        ({"year": {"$between": [5, 9]}}, "NodeIndexSeekByRange"),
        ({"year": {"$in": [5, 9]}}, "NodeIndexSeek"),
        ({"title": "paper 1 on pruning"}, "NodeIndexSeek"),
        ({"born": {"$gte": "1833-01-01"}}, "NodeIndexSeekByRange"),
        ({"born": "1833-01-01"}, "NodeIndexSeek"),
    ],
)
def test_conditions_use_range_indexes(driver: neo4j.Driver, where: dict[str, Any], operator: str) -> None:
    find = Find("a", LABEL, where)
    assert operator in operators(driver, statement_of(find))
    # Also where it is the start of a traversal.
    hop = Traverse("b", "a", ("STEPS_NEXT",), "out", LABEL)
    assert operator in operators(driver, statement_of(find, None, "5.26", hop))


LIKENESS = VECTORS @ QUESTION / np.linalg.norm(VECTORS, axis=1) / np.linalg.norm(QUESTION)


def nearest(years: list[int], limit: int) -> list[int]:
    """The years of the nearest papers, by comparing them all."""
    return sorted(years, key=lambda year: -LIKENESS[year])[:limit]


@pytest.mark.parametrize(
    ("where", "passing"),
    [
        ({}, range(N_NODES)),
        ({"year": {"$gte": 100}}, range(100, N_NODES)),
        ({"year": {"$between": [30, 33]}}, range(30, 34)),
        ({"year": {"$lt": 2}}, range(2)),
        ({"$not": {"year": {"$gt": 40}}}, range(41)),
        ({"year": 1000}, range(0)),
    ],
)
def test_a_vector_search_finds_as_many_as_there_are(
    driver: neo4j.Driver, where: dict[str, Any], passing: range
) -> None:
    found = rows(
        driver, statement_of(VectorSearch("a", "pruning", LABEL, where, limit=5), {"a": VECTOR_INDEX})
    )
    years = [row["values"]["year"] for row in found]
    assert len(years) == min(5, len(passing)) and set(years) <= set(passing)
    assert [row["score"] for row in found] == pytest.approx([(1 + LIKENESS[year]) / 2 for year in years])
    assert years == nearest(years, 5)
    if len(passing) < 20:  # all of them were compared; an index of the database finds about the nearest
        assert years == nearest(list(passing), 5)


def test_an_index_that_filters_is_asked_to(driver: neo4j.Driver, server: ServerState) -> None:
    if server.version.startswith("5."):
        pytest.skip("this server's indexes cannot filter")
    driver.execute_query("DROP INDEX `steps ``vectors`")
    driver.execute_query(
        f"CYPHER 25 CREATE VECTOR INDEX `steps ``vectors` FOR (n:`{LABEL}`) ON n.vector WITH [n.year] OPTIONS "
        f"{{indexConfig: {{`vector.dimensions`: {DIMENSION}, `vector.similarity_function`: 'cosine'}}}}"
    )
    driver.execute_query("CALL db.awaitIndexes(60)")
    index = SearchIndex(
        VECTOR_INDEX.name, "vector", "node", (LABEL,), ("vector", "year"), DIMENSION, "cosine"
    )
    for where, passing in (
        ({"year": {"$between": [30, 33]}}, range(30, 34)),
        ({"year": {"$gte": 390}}, range(390, N_NODES)),
    ):
        step = VectorSearch("a", "pruning", LABEL, where, limit=5)
        stage = statement_of(step, {"a": index}, server.version)
        assert stage.statement.startswith("CYPHER 25\n") and "SEARCH" in stage.statement
        assert years(driver, stage) == nearest(list(passing), 5)
        # A condition that such an index does not take is met by fetching more.
        other = VectorSearch("a", "pruning", LABEL, where | {"title": {"$like": "paper"}}, limit=5)
        stage = statement_of(other, {"a": index}, server.version)
        assert "SEARCH" not in stage.statement and years(driver, stage) == nearest(list(passing), 5)


def test_a_full_text_search_finds_words_and_no_syntax(driver: neo4j.Driver) -> None:
    index = {"a": WORD_INDEX}
    found = years(driver, statement_of(FulltextSearch("a", "GRAPHS", LABEL, limit=1000), index))
    assert sorted(found) == list(range(0, N_NODES, 3))
    few = FulltextSearch("a", "pruning", LABEL, {"year": {"$lt": 4}}, limit=9)
    assert sorted(years(driver, statement_of(few, index))) == [1, 2]
    odd = FulltextSearch("a", 'year:1 AND NOT ( "graphs" OR title:[* TO *] ~ ^ \\ /', LABEL, limit=1000)
    assert set(range(0, N_NODES, 3)) <= set(years(driver, statement_of(odd, index)))
