"""What a plan of steps becomes: stages, run one after another, each at most one round trip.

A stage gives a set of nodes. A later statement takes it as the parameter of its name: a list of maps ``{id, score}``,
best first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from motif.graphs.steps import Filter


@dataclass(frozen=True, slots=True)
class TextVector:
    """Stands in ``parameters`` for the vector of a text, which the runner encodes."""

    text: str


@dataclass(frozen=True, slots=True)
class StatementStage:
    """One reading statement.

    Its rows, best first, at most ``$limit`` (which the runner adds): ``id`` (element id), ``labels``, ``name``,
    ``score`` (number or null), ``text`` (what the node says, or null), ``values`` (a map of the properties that the
    plan looks at), ``nodes`` (maps ``{id, labels, name, step}``) and ``relationships`` (maps ``{id, source, type,
    target}``) of one way that leads to it, in order; of a plan that counts also ``total``. A stage that is not the last
    gives ``id`` and ``score`` alone.

    Of several ways it is the one with the best score, then the shortest; of an intersection those of all its parts, one
    after another. A node stands in ``nodes`` once for each step that gave it, ``step`` null for one that was passed.

    Attributes
    ----------
    name
        Of the step whose nodes it gives.
    statement
        Cypher with parameters, no literal of the plan in it.
    parameters
        Their values; `TextVector` for those that the runner encodes.
    inputs
        Names of earlier stages that it takes as parameters.
    steps
        Names of the steps that it answers, in order.
    """

    name: str
    statement: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    inputs: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchStage:
    """A search that Motif answers from the projection: by ``"vector"`` or by ``"fulltext"``, under the conditions."""

    name: str
    kind: str
    text: str
    label: str | None = None
    where: Filter = field(default_factory=dict)
    limit: int = 50


@dataclass(frozen=True, slots=True)
class RankStage:
    """The nodes of the stage ``source``, the best ``limit`` by how like a text they are, as hybrid retrieval ranks."""

    name: str
    source: str
    text: str
    limit: int | None = None


Stage: TypeAlias = StatementStage | SearchStage | RankStage


@dataclass(frozen=True, slots=True)
class CompiledPlan:
    """Stages in the order in which they run; the last gives the answers. ``cypher`` is the plan to be read and pasted:
    its statements with their literals."""

    stages: tuple[Stage, ...]
    cypher: str = ""
