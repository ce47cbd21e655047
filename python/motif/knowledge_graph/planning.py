"""Which planner answers: the one without a model, or the one with it and the other in its place when it fails."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.knowledge_graph.learned import Learned
from motif.planners.meaning.planner import MEANING
from motif.planners.protocol import Planner, PlanningGraph

if TYPE_CHECKING:
    from motif.models.language import ChatModel
    from motif.planners.decomposition import DecompositionPlanner
    from motif.planners.language_planner import LanguagePlanner
    from motif.planners.memory import Memory
    from motif.planners.question_planner import PathPlanner
    from motif.planners.slots.planner import SlotPlanner
    from motif.planners.steps.model_planner import StepCheck

PLANNERS = ("auto", "patterns", "paths", "model")
"""Without a model, with one, and the latter where one is configured."""

NO_MODEL = "planned without the model: none is configured (MOTIF_MODEL)"


class Planners:
    """The planners of one graph.

    Parameters
    ----------
    model
        Gives the chat model; None where none is configured.
    learned
        What the graph learnt from examples.
    share_examples
        Whether a model that plans steps is told values of the database.
    """

    def __init__(
        self, model: Callable[[], ChatModel] | None, learned: Learned, *, share_examples: bool = True
    ) -> None:
        self._model = model
        self._learned = learned
        self._share_examples = share_examples
        self._paths: tuple[Memory | None, PathPlanner] | None = None
        self._slots: tuple[GraphSchema, SlotPlanner] | None = None
        self._language: tuple[Sequence[object], PathPlanner, LanguagePlanner] | None = None
        self._decomposing: tuple[Sequence[object], PathPlanner, DecompositionPlanner] | None = None

    def named(self, name: object, graph: PlanningGraph, verb: str = "search") -> Planner:
        """The planner that is asked for: "paths", "model", "auto" or "patterns", or one's own.

        "patterns" is "model" where there is one; "auto" is without it, and with it where that is not sure. For the
        ``verb`` "trace" both give schema graphs with a strategy; one's own planner's plans are made such.

        Raises `InvalidInput` for a name that does not exist.
        """
        from motif.planners.constraint_planner import ConstraintPlanner
        from motif.planners.schema_planner import SchemaPlanner
        from motif.planners.weighing import WeighedPlanner

        if not isinstance(name, str) and callable(getattr(name, "plan", None)):
            own: Planner = name  # type: ignore[assignment]
            return SchemaPlanner(own) if verb == "trace" else own
        _require_known(name)
        if name != "paths" and self._model is not None:
            if verb == "trace":
                return self._decomposer(graph)
            asking = self.with_model(graph)
            return WeighedPlanner(self._patterns(graph, verb), asking) if name == "auto" else asking
        planner: Planner = self._without_model(graph)
        if verb == "trace":
            planner = SchemaPlanner(ConstraintPlanner(planner))
        return _Noting(planner, NO_MODEL) if name == "model" else planner

    def of_steps(self, name: object, schema: GraphSchema, check: StepCheck | None = None) -> Planner:
        """The planner of steps (SPARK) that is asked for: names as of `named`; "slots" is the one without a model too.

        Parameters
        ----------
        schema
            What the database holds.
        check
            Compares a model's plan, or that of an example, with it.
        """
        from motif.planners.steps.example_planner import ExamplePlanner
        from motif.planners.steps.model_planner import StepPlanner

        if not isinstance(name, str) and callable(getattr(name, "plan", None)):
            return name  # type: ignore[return-value]
        name = "paths" if name == "slots" else name
        _require_known(name)
        examples, shares = self._learned.step_examples(), self._share_examples
        slots = ExamplePlanner(examples, schema, self._slots_of(schema), check)
        if name != "paths" and self._model is not None:
            return StepPlanner(
                self._model, lambda: schema, examples, fallback=slots, share_examples=shares, check=check
            )
        return _Noting(slots, NO_MODEL) if name == "model" else slots

    def _slots_of(self, schema: GraphSchema) -> SlotPlanner:
        """The planner without a model; what it learns of a schema is kept until there is another."""
        from motif.planners.slots.planner import SlotPlanner

        if self._slots is None or self._slots[0] is not schema:
            self._slots = (schema, SlotPlanner(lambda: schema))
        return self._slots[1]

    @property
    def model(self) -> Callable[[], ChatModel] | None:
        """Gives the chat model; None where none is configured."""
        return self._model

    @property
    def has_model(self) -> bool:
        return self._model is not None

    def with_model(self, graph: PlanningGraph) -> LanguagePlanner:
        """The planner with a model; its vectors of examples are kept until more are taught."""
        from motif.planners.language_planner import LanguagePlanner

        assert self._model is not None
        examples = self._learned.examples()
        paths = self._without_model(graph)
        if self._language is None or self._language[:2] != (examples, paths):
            self._language = (examples, paths, LanguagePlanner(self._model, examples, fallback=paths))
        return self._language[2]

    def _decomposer(self, graph: PlanningGraph) -> DecompositionPlanner:
        from motif.planners.constraint_planner import ConstraintPlanner
        from motif.planners.decomposition import DecompositionPlanner
        from motif.planners.schema_planner import SchemaPlanner

        assert self._model is not None
        examples = self._learned.examples()
        paths = self._without_model(graph)
        if self._decomposing is None or self._decomposing[:2] != (examples, paths):
            fallback = SchemaPlanner(ConstraintPlanner(paths))
            self._decomposing = (
                examples,
                paths,
                DecompositionPlanner(self._model, examples, fallback=fallback),
            )
        return self._decomposing[2]

    def _patterns(self, graph: PlanningGraph, verb: str) -> Planner:
        """The planner without a model, with what must hold of the answers where ``verb`` heeds that."""
        from motif.planners.constraint_planner import ConstraintPlanner

        paths = self._without_model(graph)
        return ConstraintPlanner(paths) if verb != "search" else paths

    def _without_model(self, graph: PlanningGraph) -> PathPlanner:
        from motif.planners.question_planner import PathPlanner

        memory = self._learned.memory(graph.values)
        if self._paths is None or self._paths[0] is not memory:
            self._paths = (memory, PathPlanner(memory))
        return self._paths[1]


def _require_known(name: object) -> None:
    """Raises `InvalidInput` for what is neither the name of a planner nor one."""
    if not isinstance(name, str):
        raise InvalidInput(
            f"A planner has a method plan(question, graph, limit, control); {name!r} has none."
        )
    if name not in PLANNERS:
        raise InvalidInput(
            f"There is no planner {name!r}.", hint=f"Planners: {', '.join((*PLANNERS, MEANING))}."
        )


class _Noting:
    """A planner whose plans carry a note."""

    def __init__(self, planner: Planner, note: str) -> None:
        self._planner, self._note = planner, note

    @property
    def name(self) -> str:
        return self._planner.name

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> Sequence[Plan]:
        plans = self._planner.plan(question, graph, limit=limit, control=control)
        return [dataclasses.replace(plan, notes=(self._note, *plan.notes)) for plan in plans]
