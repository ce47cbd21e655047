"""Each folder is a graph (``graph.cypher``), each ``*.yml`` beside it calls with the rows or the error expected.

A new case needs no code: ``call`` (a statement), ``parameters``, then ``rows`` (in order; numbers compared to 1e-6) or
``error`` (texts that the message must contain). ``project: false`` at the top keeps the graph unprojected.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest
import yaml

pytestmark = pytest.mark.integration
HERE = Path(__file__).parent
CASES = sorted(HERE.glob("*/*.yml"))


@pytest.fixture(scope="module")
def session(server: Any) -> Iterator[neo4j.Session]:
    login = (server.user, server.password_file.read_text().strip())
    with neo4j.GraphDatabase.driver(server.bolt, auth=login) as driver, driver.session() as session:
        yield session


def fill(session: neo4j.Session, folder: Path) -> None:
    session.run("MATCH (n) DETACH DELETE n").consume()
    for statement in (folder / "graph.cypher").read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            session.run(statement).consume()


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(session: neo4j.Session, path: Path) -> None:
    case = yaml.safe_load(path.read_text(encoding="utf-8"))
    fill(session, path.parent)
    session.run("CALL motif.graph.drop('golden', false) YIELD graphName RETURN graphName").consume()
    if case.get("project", True):
        options = case["project"] if isinstance(case.get("project"), dict) else {}
        session.run(
            "CALL motif.graph.project('golden', '*', '*', $options) YIELD graphName RETURN graphName",
            options=options,
        ).consume()
    for step in case["steps"]:
        check(session, step)


def check(session: neo4j.Session, step: dict[str, Any]) -> None:
    if "error" in step:
        with pytest.raises(neo4j.exceptions.Neo4jError) as caught:
            session.run(step["call"], step.get("parameters", {})).data()
        for text in step["error"] if isinstance(step["error"], list) else [step["error"]]:
            assert text in str(caught.value.message), step["call"]
        return
    rows = [plain(record.data()) for record in session.run(step["call"], step.get("parameters", {}))]
    assert same(rows, step["rows"]), f"{step['call']}\ngave {rows}\nexpected {step['rows']}"


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return value


def same(found: Any, expected: Any) -> bool:
    if isinstance(expected, float) or isinstance(found, float):
        return isinstance(found, (int, float)) and math.isclose(found, expected, abs_tol=1e-6)
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and found.keys() == expected.keys()
            and all(same(found[key], expected[key]) for key in expected)
        )
    return bool(found == expected)
