"""Random plans of steps, run by the real Neo4j, give what their plain meaning gives: the same nodes, order, number."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import neo4j
import pytest

from motif.embedded import ServerState
from motif.graphs.graph_schema import GraphSchema, PropertyProfile
from motif.graphs.plan import Plan
from motif.graphs.stages import RankStage, SearchStage, StatementStage
from motif.graphs.steps import Step
from motif.planners.cypher_literals import identifier
from motif.planners.steps.compiling import compile_plan
from motif.planners.steps.conditions import Conditions
from naive_steps import Graph, answers, found_by, truth
from step_plans import (
    GRAPHS,
    given_by_naive,
    random_condition,
    random_graph,
    schema_of,
    scored,
    telling_plans,
)

pytestmark = pytest.mark.integration
PARTS = 2
CONDITIONS = 120


@pytest.fixture(scope="module")
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(
        server.bolt, auth=(server.user, server.password), notifications_min_severity="OFF"
    ) as driver:
        yield driver


def written(driver: neo4j.Driver, graph: Graph) -> Graph:
    """``graph`` as it stands in the database, with the ids that it has there."""
    ids: dict[str, str] = {}
    for labels in sorted({node.labels for node in graph.nodes.values()}):
        rows = [[one.id, one.properties] for one in graph.nodes.values() if one.labels == labels]
        kinds = "".join(f":{identifier(label)}" for label in labels)
        statement = (
            f"UNWIND $rows AS row CREATE (n{kinds}) SET n = row[1] RETURN row[0] AS mine, elementId(n) AS id"
        )
        ids |= {row["mine"]: row["id"] for row in driver.execute_query(statement, rows=rows).records}
    links: dict[str, str] = {}
    for type in sorted({one.type for one in graph.relationships}):
        rows = [
            [one.id, ids[one.source], ids[one.target], one.properties]
            for one in graph.relationships
            if one.type == type
        ]
        statement = (
            "UNWIND $rows AS row MATCH (a) WHERE elementId(a) = row[1] MATCH (b) WHERE elementId(b) = row[2] "
            f"CREATE (a)-[r:{identifier(type)}]->(b) SET r = row[3] RETURN row[0] AS mine, elementId(r) AS id"
        )
        links |= {row["mine"]: row["id"] for row in driver.execute_query(statement, rows=rows).records}
    nodes = {ids[node.id]: replace(node, id=ids[node.id]) for node in graph.nodes.values()}
    relationships = [
        replace(one, id=links[one.id], source=ids[one.source], target=ids[one.target])
        for one in graph.relationships
    ]
    return replace(graph, nodes=nodes, relationships=relationships)


def deleted(driver: neo4j.Driver, graph: Graph) -> None:
    driver.execute_query(
        "UNWIND $ids AS id MATCH (n) WHERE elementId(n) = id DETACH DELETE n", ids=list(graph.nodes)
    )


@pytest.fixture(scope="module", params=range(GRAPHS))
def number(request: pytest.FixtureRequest) -> int:
    """Which of the random graphs."""
    found: int = request.param
    return found


@pytest.fixture(scope="module")
def graph(driver: neo4j.Driver, number: int) -> Iterator[Graph]:
    graph = written(driver, random_graph(number))
    yield graph
    deleted(driver, graph)


def run(
    session: neo4j.Session, stage: StatementStage, inputs: Mapping[str, Any], limit: int
) -> list[dict[str, Any]]:
    parameters = {**stage.parameters, **{name: inputs[name] for name in stage.inputs}, "limit": limit}
    return [record.data() for record in session.run(stage.statement, parameters)]


def check_plan(session: neo4j.Session, graph: Graph, schema: GraphSchema, steps: tuple[Step, ...]) -> None:
    """Runs a plan stage by stage: each gives what its steps mean."""
    count = len(steps) % 2 == 0
    plan = Plan((), steps=steps, method="spark", count=count, give="s_year")
    compiled = compile_plan(plan, schema)
    given = given_by_naive(graph, steps)
    inputs: dict[str, list[dict[str, Any]]] = {}
    for stage in compiled.stages[:-1]:
        if isinstance(stage, StatementStage):
            inputs[stage.name] = run(session, stage, inputs, 1000)
            assert all(set(row) == {"id", "score"} for row in inputs[stage.name])
            assert len({row["id"] for row in inputs[stage.name]}) == len(inputs[stage.name])
        elif isinstance(stage, SearchStage):
            inputs[stage.name] = [{"id": id, "score": score} for id, score in given[stage.name].items()]
        elif isinstance(stage, RankStage):
            ranked = scored(stage.name, [row["id"] for row in inputs[stage.source]], stage.limit)
            assert ranked == given[stage.name]
            inputs[stage.name] = [{"id": id, "score": score} for id, score in ranked.items()]
    last = compiled.stages[-1]
    assert isinstance(last, StatementStage) and last.name == steps[-1].name
    rows = run(session, last, inputs, 1000)
    expected = answers(graph, steps, given)
    assert [row["id"] for row in rows] == expected
    scores = found_by(graph, steps, given).scores
    for row in rows:
        check_row(graph, row, scores[row["id"]])
        if count:
            assert row["total"] == len(expected)
    assert [row["id"] for row in run(session, last, inputs, 3)] == expected[:3]


def check_row(graph: Graph, row: dict[str, Any], score: float | None) -> None:
    node = graph.nodes[row["id"]]
    assert sorted(row["labels"]) == sorted(node.labels) and row["name"] == graph.name_of(node.id)
    assert row["score"] == (pytest.approx(score) if score is not None else None)
    assert row["values"]["s_year"] == node.properties.get("s_year")
    relationships = {one.id: one for one in graph.relationships}
    passed = {one["id"] for one in row["nodes"]}
    assert node.id in passed
    for one in row["relationships"]:
        known = relationships[one["id"]]
        assert (one["source"], one["type"], one["target"]) == (known.source, known.type, known.target)
        assert {known.source, known.target} <= passed


@pytest.mark.parametrize("part", range(PARTS))
def test_plans_mean_the_same(driver: neo4j.Driver, graph: Graph, number: int, part: int) -> None:
    schema = schema_of()
    with driver.session(default_access_mode="READ") as session:
        for steps in telling_plans(number)[part::PARTS]:
            try:
                check_plan(session, graph, schema, steps)
            except Exception as error:
                error.add_note(f"plan: {steps}")
                raise


def truths(
    session: neo4j.Session, graph: Graph, filters: list[dict[str, Any]], *, negated: bool
) -> list[list[Any]]:
    """What the database says of each node of each filter: true, false or null."""
    schema = schema_of()
    parameters: dict[str, Any] = {}

    def parameter(value: Any) -> str:
        parameters[f"p{len(parameters)}"] = value
        return f"$p{len(parameters) - 1}"

    def profiles(name: str) -> list[PropertyProfile]:
        return [one.properties[name] for one in schema.labels.values() if name in one.properties]

    conditions = Conditions("n", profiles, parameter, negated)
    said = ", ".join(conditions.of(filter) or "true" for filter in filters)
    statement = f"UNWIND $ids AS id MATCH (n) WHERE elementId(n) = id RETURN id, [{said}] AS said"
    found = {row["id"]: row["said"] for row in session.run(statement, parameters, ids=list(graph.nodes))}
    return [found[node] for node in graph.nodes]


def test_conditions_are_true_false_or_neither_as_in_the_engine(
    driver: neo4j.Driver, graph: Graph, number: int
) -> None:
    draw = random.Random(number)
    filters = [random_condition(draw) for _ in range(CONDITIONS)]
    expected = [
        [truth(filter, node.properties, graph.formats) for filter in filters] for node in graph.nodes.values()
    ]
    with driver.session(default_access_mode="READ") as session:
        for start in range(0, CONDITIONS, 20):
            some = slice(start, start + 20)
            wanted = [row[some] for row in expected]
            assert truths(session, graph, filters[some], negated=True) == wanted, filters[some]
            # Where it stands under no "not", only what is true matters: then more stays plain for the indexes.
            passing = [
                [value is True for value in row]
                for row in truths(session, graph, filters[some], negated=False)
            ]
            assert passing == [[value is True for value in row] for row in wanted], filters[some]
