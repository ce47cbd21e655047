"""Every case of the hostile corpus is refused for the reason it names, or becomes harmless, before anything is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from hostile_cases import SCHEMA, Case, hostile_cases
from motif.errors import InvalidInput
from motif.graphs.plan import Plan
from motif.graphs.stages import StatementStage
from motif.graphs.statements import Explained
from motif.planners.cypher.words import FORBIDDEN
from motif.planners.steps.validation import validate_plan

CASES = hostile_cases()
_QUOTED = re.compile(r"`(?:[^`]|``)*`|'(?:[^'\\]|\\.)*'")


class Expecting:
    """A session whose database expects a trillion rows of pairs."""

    version = "5.26.31"

    def run(self, statement: str, parameters: Mapping[str, Any], **_: Any) -> list[dict[str, Any]]:
        raise AssertionError("nothing runs before it is valid")

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Explained:
        return Explained("r", ("CartesianProduct",), (), 1e12)


def problems_of(case: Case) -> tuple[tuple[str, ...], list[str]]:
    """Why the case is refused, and the statements that it becomes where it is not."""
    try:
        plan = Plan.from_value({"steps": case.steps})
    except InvalidInput as error:
        return (str(error),), []
    valid = validate_plan(plan, SCHEMA, Expecting() if case.needs == "explain" else None)
    stages = valid.compiled.stages if valid.compiled is not None else ()
    return valid.problems, [stage.statement for stage in stages if isinstance(stage, StatementStage)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_hostile_case_is_caught_by_the_check_that_it_names(case: Case) -> None:
    problems, statements = problems_of(case)
    if case.harmless and not problems:
        assert statements
        for statement in statements:
            outside = _QUOTED.sub(" ", statement)
            assert not set(re.findall(r"\w+", outside.upper())) & set(FORBIDDEN), statement
            assert not re.search(r"//|/\*|;", outside), statement
        return
    assert problems, "it was accepted"
    assert not statements
    assert case.caught, problems
    assert any(re.search(case.caught, problem, re.DOTALL) for problem in problems), problems


def test_the_corpus_is_large_and_says_what_each_case_tries() -> None:
    assert len(CASES) >= 200
    assert len({case.name for case in CASES}) == len(CASES)
    assert all(case.tries and (case.caught or case.harmless) for case in CASES)
