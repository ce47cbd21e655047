"""The stages of a compiled plan, run one after another: at most one round trip each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.filtering import node_filter_mask
from motif.errors import MissingDependency, MissingVectors
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.stages import CompiledPlan, RankStage, SearchStage, StatementStage, TextVector
from motif.graphs.statements import ReadSession
from motif.graphs.steps import Find, Rank
from motif.planners.steps.compiling import compile_plan
from motif.retrievers.steps.conditions import MAXIMUM_SET, is_known
from motif.retrievers.steps.searching import relevance_of, rows_of, search
from motif.retrievers.view import View


@dataclass(slots=True)
class Ran:
    """What the stages gave.

    Attributes
    ----------
    rows
        Of the last stage, best first, as `StatementStage` says.
    complete
        False where a set was cut at `MAXIMUM_SET`.
    round_trips
        Statements that were sent.
    """

    rows: list[dict[str, Any]] = field(default_factory=list)
    complete: bool = True
    round_trips: int = 0
    notes: list[str] = field(default_factory=list)


class StageRunner:
    """Runs the stages of one plan.

    Parameters
    ----------
    seconds_left
        What the next statement may take; None for no limit.
    """

    def __init__(
        self,
        view: View,
        schema: GraphSchema,
        session: ReadSession,
        seconds_left: Callable[[], float | None] = lambda: None,
    ) -> None:
        self._view = view
        self._schema = schema
        self._session = session
        self._seconds_left = seconds_left
        self._sets: dict[str, list[dict[str, Any]]] = {}
        self.ran = Ran()

    def run(self, compiled: CompiledPlan, limit: int) -> Ran:
        """The rows of the last stage, at most ``limit``. Raises as `ReadSession.run`."""
        for stage in compiled.stages:
            is_last = stage is compiled.stages[-1]
            if isinstance(stage, StatementStage):
                found = self._statement(stage, limit if is_last else MAXIMUM_SET)
            elif isinstance(stage, SearchStage):
                found = self._search(stage)
            else:
                found = self._rank(stage)
            self._sets[stage.name] = self.ran.rows = found
        return self.ran

    def _statement(self, stage: StatementStage, limit: int) -> list[dict[str, Any]]:
        parameters = {name: self._filled(value) for name, value in stage.parameters.items()}
        parameters |= {name: self._sets[name] for name in stage.inputs}
        found = self._read(stage.statement, {**parameters, "limit": limit}, limit)
        if limit == MAXIMUM_SET and len(found) == MAXIMUM_SET:
            self.ran.complete = False
            self.ran.notes.append(f"Step '{stage.name}' was cut at {MAXIMUM_SET:,} nodes.")
        return found

    def _read(self, statement: str, parameters: Mapping[str, Any], limit: int) -> list[dict[str, Any]]:
        self.ran.round_trips += 1
        return self._session.run(statement, parameters, seconds=self._seconds_left(), limit=limit)

    def _filled(self, value: Any) -> Any:
        return self._view.encode(value.text).tolist() if isinstance(value, TextVector) else value

    def _search(self, stage: SearchStage) -> list[dict[str, Any]]:
        allowed = self._allowed(stage)
        try:
            rows, scores = search(self._view, stage, allowed)
        except (MissingVectors, MissingDependency) as error:
            by_words = SearchStage(stage.name, "fulltext", stage.text, limit=stage.limit)
            rows, scores = search(self._view, by_words, allowed)
            self.ran.notes.append(f"Step '{stage.name}' was searched by words alone: {error.message}")
        return self._scored(rows, scores)

    def _rank(self, stage: RankStage) -> list[dict[str, Any]]:
        found = self._sets[stage.source]
        rows = rows_of(self._view.projection, [row["id"] for row in found])
        scores = np.zeros(len(found), dtype=np.float32)
        scores[rows >= 0] = relevance_of(self._view, stage.text, rows[rows >= 0])
        order = np.argsort(-scores, kind="stable")[: stage.limit]
        return [{"id": found[place]["id"], "score": float(scores[place])} for place in order.tolist()]

    def _scored(self, rows: NDArray[np.int32], scores: NDArray[np.float32]) -> list[dict[str, Any]]:
        nodes = self._view.projection.nodes
        return [
            {"id": nodes.element_id(row), "score": score}
            for row, score in zip(rows.tolist(), scores.tolist(), strict=True)
        ]

    def _allowed(self, stage: SearchStage) -> NDArray[np.bool_]:
        """Nodes that meet the stage's conditions, bool (n,)."""
        view = self._view
        if stage.where and not is_known(view, self._schema, stage.label, stage.where):
            return self._allowed_by_database(stage)
        allowed = np.ones(view.projection.n_nodes, dtype=np.bool_)
        if stage.label is not None:
            allowed &= view.label_mask(frozenset([stage.label]))
        if stage.where:
            allowed &= node_filter_mask(view.projection.nodes, stage.where)
        return allowed

    def _allowed_by_database(self, stage: SearchStage) -> NDArray[np.bool_]:
        """As `_allowed`, where the conditions are on properties that only the database has."""
        steps = (Find("met", stage.label, stage.where), Rank("ranked", "met", by_text=stage.text, limit=None))
        [conditions, *_] = compile_plan(Plan(pattern=(), steps=steps, method="spark"), self._schema).stages
        assert isinstance(conditions, StatementStage)
        found = self._statement(conditions, MAXIMUM_SET)
        rows = rows_of(self._view.projection, [row["id"] for row in found])
        allowed = np.zeros(self._view.projection.n_nodes, dtype=np.bool_)
        allowed[rows[rows >= 0]] = True
        return allowed
