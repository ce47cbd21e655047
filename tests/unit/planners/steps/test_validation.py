"""A plan is explained before it runs; EXPLAIN's verdict is remembered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hostile_cases import SCHEMA
from motif.errors import DeadlineExceeded, QueryFailed
from motif.graphs.plan import Plan
from motif.graphs.statements import Explained
from motif.planners.steps.validation import validate_plan


class Explaining:
    """A session that answers every EXPLAIN alike."""

    def __init__(self, answer: Explained | Exception, version: str) -> None:
        self.version = version  # verdicts are remembered by it: each test has its own
        self._answer = answer
        self.asked: list[tuple[str, Mapping[str, Any]]] = []

    def run(self, statement: str, parameters: Mapping[str, Any], **_: Any) -> list[dict[str, Any]]:
        raise AssertionError("nothing runs")

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Explained:
        self.asked.append((statement, parameters))
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def plan(where: Any = 1990) -> Plan:
    return Plan.from_value(
        {"steps": [{"step": "find", "as": "a", "label": "Movie", "where": {"year": where}}]}
    )


def test_a_plan_that_only_reads_is_valid_and_explained_once_whatever_its_values() -> None:
    session = Explaining(Explained("r", ("NodeByLabelScan",), (), 40), "reads")
    first, second = (validate_plan(plan(year), SCHEMA, session) for year in (1990, 1991))
    assert first.problems == second.problems == ()
    assert first.compiled is not None and second.compiled is not None
    assert first.compiled.stages != second.compiled.stages
    assert len(session.asked) == 1 and "limit" in session.asked[0][1]


@pytest.mark.parametrize(
    ("explained", "said"),
    [
        (Explained("rw"), "does not only read (its kind is 'rw')"),
        (Explained("w"), "does not only read"),
        (Explained("s"), "does not only read"),
        (Explained("r", ("LoadCSV",)), "would run LoadCSV"),
        (Explained("r", ("CreateNode",)), "would run CreateNode"),
        (
            Explained("r", ("ProcedureCall",), ("db.createLabel",)),
            "calls db.createLabel; only these are allowed",
        ),
        (Explained("r", (), (), 2e7), "expects 20,000,000 rows on the way; at most 10,000,000"),
        (
            Explained("r", ("CartesianProduct",), (), 2e6),
            "as it pairs every row with every other; at most 1,000,000",
        ),
        (
            Explained("r", (), (), 1, ("There is no label Movei.",)),
            "There is no label Movei. Use what the schema has.",
        ),
        (QueryFailed("Neo4j refused a statement: Variable `x` not defined"), "cannot plan the statement"),
    ],
)
def test_what_explain_says_against_a_plan_is_a_problem(explained: Explained | Exception, said: str) -> None:
    valid = validate_plan(plan(), SCHEMA, Explaining(explained, f"against {said}"))
    assert valid.compiled is None
    assert said in valid.problems[0]


@pytest.mark.parametrize("rows", [9e6, 1.0])
def test_what_is_expected_to_end_in_time_is_taken(rows: float) -> None:
    assert (
        validate_plan(plan(), SCHEMA, Explaining(Explained("r", (), (), rows), f"ends {rows}")).problems == ()
    )


def test_a_database_that_does_not_answer_is_an_error_and_is_asked_again() -> None:
    session = Explaining(DeadlineExceeded("too late"), "late")
    for _ in range(2):
        with pytest.raises(DeadlineExceeded):
            validate_plan(plan(), SCHEMA, session)
    assert len(session.asked) == 2


def test_without_a_session_nothing_is_explained() -> None:
    valid = validate_plan(plan(), SCHEMA, None)
    assert valid.problems == () and valid.compiled is not None


def test_a_plan_of_another_method_is_refused() -> None:
    (said,) = validate_plan(Plan(pattern=(("?a", "DIRECTED", "?b"),)), SCHEMA, None).problems
    assert said == "The plan has no steps. Give some, or run it by its own method."


def test_repairs_are_in_the_plan_that_is_shown_and_whether_it_follows_relationships() -> None:
    steps = [
        {"step": "find", "as": "a", "label": "Movie"},
        {"step": "traverse", "as": "b", "from": "a", "relationship": "DIRECTED", "direction": "out"},
    ]
    valid = validate_plan(Plan.from_value({"steps": steps}), SCHEMA, None)
    assert valid.plan.as_dict()["steps"][1]["direction"] == "in"
    assert valid.has_edges and len(valid.notes) == 1
    assert not validate_plan(plan(), SCHEMA, None).has_edges
    cypher = {"step": "cypher", "as": "a", "cypher": "MATCH (m:Movie)-[:IN_GENRE]->(g) RETURN m"}
    assert validate_plan(Plan.from_value({"steps": [cypher]}), SCHEMA, None).has_edges
