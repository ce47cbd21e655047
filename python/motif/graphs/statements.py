"""How reading statements reach a database: in the user's session, or in the transaction of a caller in Neo4j."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

NOTED = ("01N50", "01N51", "01N52", "03N91")
"""GQL's status of what `Explained.notes` tell: an unknown label, type or property, a pattern without an upper bound."""


@dataclass(frozen=True, slots=True)
class Explained:
    """What ``EXPLAIN`` says of a statement.

    Attributes
    ----------
    kind
        ``"r"`` reads, ``"rw"``, ``"w"``, ``"s"`` changes the schema or administers.
    operators
        Operators of the plan without the planner's suffix: ``NodeByLabelScan``, ``LoadCSV``, ``ProcedureCall``, …
    procedures
        Names of the procedures that it calls.
    rows
        The largest number of rows that the planner expects of an operator.
    notes
        Titles and descriptions of the notifications that say that a name is unknown or a pattern is unbounded.
    """

    kind: str
    operators: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()
    rows: float = 0.0
    notes: tuple[str, ...] = ()


class ReadSession(Protocol):
    """Where reading statements run, with READ access, as the user whose question it is."""

    @property
    def version(self) -> str:
        """The server's version, such as "5.26.31"."""

    def run(
        self, statement: str, parameters: Mapping[str, Any], *, seconds: float | None, limit: int
    ) -> list[dict[str, Any]]:
        """At most ``limit`` rows, as plain values.

        Raises `QueryFailed` for what the server refuses (a write among it), `DeadlineExceeded` after ``seconds``.
        """

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Explained:
        """What ``EXPLAIN`` says; nothing is run. Raises `QueryFailed` for what cannot be planned."""
