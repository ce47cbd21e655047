"""Plans of one Cypher statement, as a language model writes it or a user teaches it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import STEPS_METHOD, Plan
from motif.graphs.steps import CypherStep

STEP = "answers"
"""What the one step is called."""

_STATEMENT = re.compile(
    r"""(?P<skipped>'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" | `[^`]*` | //[^\n]* | /\*.*?\*/)
      | (?P<opening>\{) | (?P<closing>\}) | \b(?P<union>UNION)\b
      | \bRETURN\s+(?P<items>(?:DISTINCT\s+)?
          (?:(?P<count>count)\s*\(\s*(?:DISTINCT\s+)?(?P<counted>\w+)\s*\)
            |(?P<owner>\w+)\s*\.\s*(?:`(?P<quoted>[^`]+)`|(?P<property>\w+))))""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_ONLY = re.compile(r"\s*(?:AS\s+\w+\s*)?;?\s*", re.IGNORECASE)


def plan_of_cypher(text: str, parameters: Mapping[str, Any] | None = None, question: str = "") -> Plan:
    """The plan whose one step is the statement ``text``.

    A step gives nodes. Where the statement returns a property of a node first, the node is returned before it and the
    property is what the plan gives; where it returns but a count of nodes, the plan counts them. Nothing else is
    changed, and nothing is checked: that is for `motif.planners.steps.validation`.

    Raises `InvalidInput` where there is no statement.

    >>> plan = plan_of_cypher("MATCH (p:Paper) WHERE p.year > 2019 RETURN p.title ORDER BY p.year")
    >>> plan.steps[0].cypher, plan.give
    ('MATCH (p:Paper) WHERE p.year > 2019 RETURN p, p.title ORDER BY p.year', 'title')
    """
    if not isinstance(text, str) or not text.strip():
        raise InvalidInput(f"Cypher is a statement that is not empty, not {text!r}.")
    if parameters is not None and not isinstance(parameters, Mapping):
        raise InvalidInput(f"Parameters are a mapping of names to values, not {str(parameters)[:80]!r}.")
    statement, give, count = _returning_nodes(text.strip())
    step = CypherStep(STEP, statement, dict(parameters or {}))
    return Plan((), give=give, count=count, steps=(step,), method=STEPS_METHOD, question=question)


def naming_answers(plan: Plan, schema: GraphSchema) -> Plan:
    """``plan``; where it gives the property that names nodes, the nodes themselves.

    >>> from motif.graphs.graph_schema import LabelProfile, PropertyProfile
    >>> people = LabelProfile("Person", 1, {"name": PropertyProfile("name", "STRING")}, name_property="name")
    >>> plan = plan_of_cypher("MATCH (p:Person) RETURN p.name")
    >>> plan.give, naming_answers(plan, GraphSchema({"Person": people}, {})).give
    ('name', None)
    """
    having = [label for label in schema.labels.values() if plan.give in label.properties]
    if having and all(label.name_property == plan.give for label in having):
        return dataclasses.replace(plan, give=None)
    return plan


def _returning_nodes(text: str) -> tuple[str, str | None, bool]:
    """The statement with a node first in what it returns; the property it returned instead, and whether a count."""
    found = _last_return(text)
    if found is None:
        return text, None, False
    start, end = found.span("items")
    if found["count"] is None:
        return f"{text[:start]}{_with_node(found)}{text[end:]}", found["quoted"] or found["property"], False
    if not _ONLY.fullmatch(text[end:]):
        return text, None, False
    return f"{text[:start]}DISTINCT {found['counted']}", None, True


def _last_return(text: str) -> re.Match[str] | None:
    """The last RETURN outside strings and subqueries that begins with a property or count; None where UNION stands."""
    depth, last = 0, None
    for found in _STATEMENT.finditer(text):
        if found["opening"] or found["closing"]:
            depth += 1 if found["opening"] else -1
        elif found["union"]:
            return None
        elif found["items"] and depth == 0:
            last = found
    return last


def _with_node(found: re.Match[str]) -> str:
    owner, items = found["owner"], found["items"]
    distinct = re.match(r"DISTINCT\s+", items, re.IGNORECASE)
    before = distinct[0] if distinct else ""
    return f"{before}{owner}, {items[len(before) :]}"
