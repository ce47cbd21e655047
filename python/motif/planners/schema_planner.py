"""Schema graphs without a language model: another planner's triples, and how they are to be traced.

STEM's projection of the question (paper 001, §3.1 and 3.2) where no model is at hand.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.engine.control import Control
from motif.errors import NoEntityFound
from motif.graphs.pattern import Pattern, parse_part
from motif.graphs.plan import Plan
from motif.planners.answer_strategy import judged_strategy
from motif.planners.known_parts import relations_of
from motif.planners.linking import nearest_told
from motif.planners.protocol import Planner, PlanningGraph
from motif.planners.schema_facts import facts_of
from motif.planners.symmetry import is_symmetric

NOT_TRACED = "nothing in it can be traced: it has no triple with a named node, and is run by '{method}'"
"""The note of a plan that is left to its own verb."""


class SchemaPlanner:
    """``planner``'s plans as schema graphs: the method "trace" and a strategy; one without triples stays as it is.

    >>> from motif import Graph
    >>> from motif.planners.question_planner import PathPlanner
    >>> films = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Ali", "directed_by", "Michael Mann")])
    >>> [plan, *_] = SchemaPlanner(PathPlanner()).plan(
    ...     "which films did Michael Mann direct?", films.view, limit=1, control=Control()
    ... )
    >>> plan.method, plan.strategy, plan.pattern[0][1:]
    ('trace', 'breadth', ('directed_by', 'Michael Mann'))
    """

    def __init__(self, planner: Planner) -> None:
        self._planner = planner

    @property
    def name(self) -> str:
        return self._planner.name

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> Sequence[Plan]:
        """The planner's plans that can be traced; where the likeliest asks for a named node itself, that alone.

        Raises what the planner raises, and `NoEntityFound` where no plan names a node: tracing has nowhere to start.
        """
        plans = self._planner.plan(question, graph, limit=limit, control=control)
        named = [plan for plan in plans if _names_a_node(plan)]
        if plans and not named:
            raise _nowhere_to_start(question, graph)
        kept = [plan for plan in named if plan.pattern] if named and named[0].pattern else named[:1]
        return [schema_plan(plan, question, graph, control) for plan in kept]


def schema_plan(plan: Plan, question: str, graph: PlanningGraph, control: Control) -> Plan:
    """``plan`` as one that is traced; one that is so already, or that cannot be, keeps its method."""
    if plan.method == "trace" and plan.strategy is not None:
        return plan
    pattern = plan.parsed()
    if pattern is None or not is_traceable(pattern):
        return dataclasses.replace(plan, notes=(*plan.notes, NOT_TRACED.format(method=plan.method)))
    judged = judged_strategy(question, plan, graph, control)
    said = f"strategy {judged.strategy}: {judged.reason}"
    return dataclasses.replace(
        plan,
        method="trace",
        strategy=judged.strategy,
        give=None,
        count=False,
        order=None,
        directed=False,
        notes=(*plan.notes, said, *_left_out(plan, graph)),
    )


def _names_a_node(plan: Plan) -> bool:
    pattern = plan.parsed()
    return is_traceable(pattern) if pattern is not None else parse_part(plan.answer).is_known


def is_traceable(pattern: Pattern) -> bool:
    """Whether some node is known by name or id: tracing starts there."""
    return any(node.is_known for node in pattern.nodes)


def _nowhere_to_start(question: str, graph: PlanningGraph) -> NoEntityFound:
    return NoEntityFound(
        f"The question names no node of the graph '{graph.projection.name}' to start a trace at: {question[:200]!r}.",
        hint=nearest_told(question, graph),
    )


def _left_out(plan: Plan, graph: PlanningGraph) -> Iterator[str]:
    """What the plan asks for that tracing does not do."""
    if plan.count:
        yield "tracing does not count: what is to be counted is listed"
    if plan.order is not None:
        by = plan.order.property or f"how many {plan.order.count_of} there are"
        yield f"tracing does not rank by {by}: what is to be ranked is listed"
    if plan.give is not None:
        yield f"tracing finds things, not their property {plan.give!r}: the things are listed"
    said = dict.fromkeys(relation for _, relation, _ in plan.pattern if isinstance(relation, str))
    for relation in said if plan.directed else ():
        if _joins_one_kind(relation, graph):
            yield f"tracing follows {relation!r} both ways"


def _joins_one_kind(relation: str, graph: PlanningGraph) -> bool:
    """Whether labels do not tell the two ends of a relation apart; False where nodes have none."""
    ends = (
        pair for place in relations_of(relation, graph.projection) for pair in facts_of(graph).ends[place]
    )
    return not is_symmetric(relation) and any(set(start) & set(end) for start, end in ends)
