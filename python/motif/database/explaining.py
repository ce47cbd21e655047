"""What EXPLAIN says of a statement, from the driver's summary."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from neo4j import ResultSummary

from motif.graphs.statements import Explained

_UNKNOWN_OR_UNBOUNDED = ("01N50", "01N51", "01N52", "03N91")
"""GQL's status of an unknown label, relationship type and property, and of a pattern without an upper bound."""

_CALLED = re.compile(r"\s*([\w.`]+)\s*\(")
_explaining: ContextVar[bool] = ContextVar("explaining", default=False)


def explained(summary: ResultSummary) -> Explained:
    """The kind of statement, its operators and procedures, and what Neo4j noticed."""
    operators = list(_operators(summary.plan)) if summary.plan else []
    notes = [
        one.status_description
        for one in summary.gql_status_objects
        if one.gql_status in _UNKNOWN_OR_UNBOUNDED
    ]
    return Explained(
        kind=summary.query_type or "",
        operators=tuple(str(one["operatorType"]).partition("@")[0] for one in operators),
        procedures=tuple(_procedures(operators)),
        rows=max((float(one.get("args", {}).get("EstimatedRows", 0.0)) for one in operators), default=0.0),
        notes=tuple(notes),
    )


@contextmanager
def quietly() -> Iterator[None]:
    """Notifications that arrive within are read by us, so the driver does not log them as well."""
    if _FILTER not in _LOGGER.filters:
        _LOGGER.addFilter(_FILTER)
    before = _explaining.set(True)
    try:
        yield
    finally:
        _explaining.reset(before)


def _is_wanted(_: logging.LogRecord) -> bool:
    return not _explaining.get()


_LOGGER, _FILTER = logging.getLogger("neo4j.notifications"), _is_wanted


def _operators(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("children", ()):
        yield from _operators(child)


def _procedures(operators: list[dict[str, Any]]) -> Iterator[str]:
    for one in operators:
        if str(one["operatorType"]).startswith("ProcedureCall"):
            called = _CALLED.match(str(one.get("args", {}).get("Details", "")))
            yield called[1].replace("`", "") if called else ""
