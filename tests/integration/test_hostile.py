"""On a real Neo4j nothing hostile writes, reads elsewhere or outlives its deadline; what is honest gives the same."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from hostile_cases import GRAPH, SCHEMA, Case, hostile_cases
from motif.database import Database
from motif.embedded import ServerState
from motif.errors import DeadlineExceeded, InvalidInput, MotifError, QueryFailed
from motif.graphs.plan import Plan
from motif.graphs.stages import StatementStage
from motif.graphs.statements import ReadSession
from motif.planners.cypher.checking import check_cypher
from motif.planners.steps.validation import validate_plan

DEADLINE = 2.0
HONEST = yaml.safe_load((Path(__file__).parents[1] / "honest" / "statements.yml").read_text("utf-8"))


@dataclass
class Canary:
    """An address that remembers who asked it, and a file that nobody may read."""

    address: str
    file: Path
    asked: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def canary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Canary]:
    file = tmp_path_factory.mktemp("canary") / "secret.csv"
    file.write_text("the secret\n", "utf-8")
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"read,elsewhere\n")

        def log_message(self, format: str, *arguments: Any) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Canary(f"http://127.0.0.1:{server.server_port}/canary", file, asked)
    server.shutdown()


@pytest.fixture(scope="module", params=["server_526", "server_newest"])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """The graph that the cases are aimed at, alone in its database, and taken away again."""
    state: ServerState = request.getfixturevalue(request.param)
    password = Path(state.password_file).read_text("utf-8").strip()
    with Database.connect(state.bolt, (state.user, password)) as found:
        _clear(found)
        for statement in GRAPH:
            found.write(statement)
        yield found
        _clear(found)


def _clear(database: Database) -> None:
    database.write("MATCH (n:Movie|Person|Genre) DETACH DELETE n")
    for index in ("hostile_vectors", "hostile_words"):
        database.write(f"DROP INDEX {index} IF EXISTS")


def _state(database: Database) -> Mapping[str, Any]:
    """What a write of any kind would change."""
    counted = {
        "nodes": "MATCH (n) RETURN count(n) AS n, sum(size(keys(n))) AS properties",
        "relationships": "MATCH ()-[r]->() RETURN count(r) AS n, sum(size(keys(r))) AS properties",
        "values": "MATCH (m:Movie) RETURN sum(m.year) AS years, collect(m.title) AS titles",
        "names": "CALL db.propertyKeys() YIELD propertyKey RETURN collect(propertyKey) AS keys",
        "labels": "CALL db.labels() YIELD label RETURN collect(label) AS labels",
        "types": "CALL db.relationshipTypes() YIELD relationshipType AS type RETURN collect(type) AS types",
        "indexes": "SHOW INDEXES YIELD name RETURN collect(name) AS names",
        "constraints": "SHOW CONSTRAINTS YIELD name RETURN collect(name) AS names",
        "users": "SHOW USERS YIELD user RETURN collect(user) AS users",
        "databases": "SHOW DATABASES YIELD name, currentStatus RETURN collect([name, currentStatus]) AS databases",
    }
    return {
        name: [
            {key: sorted(value) if isinstance(value, list) else value for key, value in row.items()}
            for row in rows
        ]
        for name, rows in ((name, database.run(statement)) for name, statement in counted.items())
    }


def _still_running(database: Database) -> list[str]:
    """Statements of others that run now."""
    rows = database.run(
        "SHOW TRANSACTIONS YIELD currentQuery WHERE NOT currentQuery STARTS WITH 'SHOW TRANSACTIONS'"
    )
    return [row["currentQuery"] for row in rows if row["currentQuery"]]


def _nothing_runs(database: Database) -> list[str]:
    """Waits for what was told to end; what is left after half a minute."""
    until = time.monotonic() + 30
    while (running := _still_running(database)) and time.monotonic() < until:
        time.sleep(0.1)
    return running


def _run(case: Case, session: ReadSession) -> tuple[str, ...]:
    """Why the case is refused; where it is not, it is run."""
    try:
        plan = Plan.from_value({"steps": case.steps})
    except InvalidInput as error:
        return (str(error),)
    valid = validate_plan(plan, SCHEMA, session)
    if valid.problems:
        return valid.problems
    assert case.harmless and valid.compiled is not None, f"{case.name} was accepted"
    for stage in valid.compiled.stages:
        if isinstance(stage, StatementStage) and not stage.inputs:
            session.run(stage.statement, {**stage.parameters, "limit": 10}, seconds=DEADLINE, limit=10)
    return ()


def test_checked_nothing_hostile_writes_reads_elsewhere_or_outlives_its_deadline(
    database: Database, canary: Canary
) -> None:
    before, session = _state(database), database.reading()
    for case in hostile_cases(canary.address, str(canary.file)):
        problems = _run(case, session)
        if problems and case.caught:
            assert any(re.search(case.caught, problem, re.DOTALL) for problem in problems), (
                case.name,
                problems,
            )
    assert canary.asked == []
    assert _state(database) == before
    assert _nothing_runs(database) == []


@pytest.mark.slow
def test_unchecked_read_access_and_the_deadline_hold_all_but_reading_elsewhere(
    database: Database, canary: Canary
) -> None:
    """What they do not hold is marked in the corpus: an address that is read, and expressions that nothing ends."""
    before, session = _state(database), database.reading()
    cases = [case for case in hostile_cases(canary.address, str(canary.file)) if case.cypher]
    reading, ended = set(), set()
    for case in cases:
        if case.raw.startswith("not run"):
            continue
        canary.asked.clear()
        try:
            rows = session.run(case.cypher, case.parameters, seconds=DEADLINE, limit=10)
        except DeadlineExceeded:
            ended.add(case.name)
            rows = []
        except QueryFailed:
            rows = []
        assert "the secret" not in str(rows), case.name
        if canary.asked or (rows and re.search(r"(?i)\bCSV\b", case.cypher)):
            reading.add(case.name)
    canary.asked.clear()
    assert _nothing_runs(database) == []
    assert _state(database) == before
    assert reading == {case.name for case in cases if case.raw == "reads"}
    assert ended >= {case.name for case in cases if case.raw == "ended"}


@pytest.mark.parametrize("case", HONEST, ids=lambda case: str(case["name"]))
def test_honest_statements_are_taken_and_give_the_same_rows(case: dict[str, Any], database: Database) -> None:
    session = database.reading()
    parameters = case.get("parameters", {})
    checked = check_cypher(case["cypher"], SCHEMA, parameters)
    assert checked.problems == () and checked.notes == ()
    given = session.run(case["cypher"].rstrip(";"), parameters, seconds=20, limit=1000)
    found = session.run(checked.statement, checked.parameters, seconds=20, limit=1000)
    assert bool(given) != case.get("empty", False)
    assert [tuple(row) for row in found] == [checked.columns] * len(found)
    if "ORDER BY" in case["cypher"].rpartition("RETURN")[2].upper():
        assert found == given
    else:
        assert sorted(map(repr, found)) == sorted(map(repr, given))


def test_honest_statements_pass_explain_and_their_limits(database: Database) -> None:
    session = database.reading()
    for case in HONEST:
        step = {
            "step": "cypher",
            "as": "a",
            "cypher": case["cypher"],
            "parameters": case.get("parameters", {}),
        }
        valid = validate_plan(Plan.from_value({"steps": [step]}), SCHEMA, session)
        told = [problem for problem in valid.problems if "begins with the variable of a node" not in problem]
        assert told == [], case["name"]


def test_a_deadline_ends_a_statement_that_was_accepted(database: Database) -> None:
    """EXPLAIN expects little of it, as its limit might be reached at once: the deadline holds it."""
    checked = check_cypher(
        "MATCH (a:Person), (b:Person), (c:Person), (d:Person), (e:Person) WHERE a.born + b.born + c.born + d.born "
        "+ e.born = 0 RETURN a",
        SCHEMA,
        gives_nodes=True,
    )
    assert checked.problems == ()
    with pytest.raises(DeadlineExceeded):
        database.reading().run(checked.statement, checked.parameters, seconds=DEADLINE, limit=10)
    assert _nothing_runs(database) == []


def test_an_error_of_the_database_is_a_problem_not_an_exception(database: Database) -> None:
    step = {"step": "cypher", "as": "a", "cypher": "MATCH (m:Movie) RETURN m, unknown.title"}
    valid = validate_plan(Plan.from_value({"steps": [step]}), SCHEMA, database.reading())
    assert valid.compiled is None
    assert any("unknown" in problem for problem in valid.problems)
    assert not isinstance(valid, MotifError)
