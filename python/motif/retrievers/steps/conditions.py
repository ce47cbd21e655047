"""Conditions of a search: whether the projection can judge them, and the plan that has the database judge them."""

from __future__ import annotations

import dataclasses

from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.stages import CompiledPlan, SearchStage
from motif.graphs.steps import Filter, FulltextSearch, Keep, VectorSearch
from motif.planners.steps.compiling import compile_plan
from motif.retrievers.selection import properties_of_filter
from motif.retrievers.view import View

MAXIMUM_SET = 100_000
"""Nodes that one stage hands to the next at most."""


def is_known(view: View, schema: GraphSchema, label: str | None, where: Filter) -> bool:
    """Whether the projection holds all properties of ``where``, none of them a number or date written as text.

    What a text such as "$11.80" means the compiler alone says, so that both ways mean the same.
    """
    nodes = view.projection.nodes
    held = {*nodes.properties, *nodes.name_properties}
    for name in properties_of_filter(where):
        profile = schema.property_of(label, name)
        if name not in held or (profile is not None and profile.format is not None):
            return False
    return True


def searched_then_filtered(
    view: View, schema: GraphSchema, plan: Plan, compiled: CompiledPlan
) -> CompiledPlan | None:
    """The stages of a plan that is one search under conditions which only the database can judge; None for others.

    All nodes, nearest first, are handed to the statement, which keeps those that meet the conditions: one round trip,
    and the answers are those of the search under the conditions. Its rows have no ``total``, also where the plan
    counts: that is how many of them the search's limit leaves.
    """
    if len(plan.steps) != 1 or not isinstance(compiled.stages[0], SearchStage):
        return None
    step = plan.steps[0]
    assert isinstance(step, (VectorSearch, FulltextSearch))
    if is_known(view, schema, step.label, step.where) or view.projection.n_nodes > MAXIMUM_SET:
        return None
    everything = dataclasses.replace(step, where={})
    kept = Keep(f"{step.name}_kept", step.name, where=step.where)
    rewritten = compile_plan(dataclasses.replace(plan, steps=(everything, kept), count=False), schema)
    search, *rest = rewritten.stages
    assert isinstance(search, SearchStage)
    return CompiledPlan((dataclasses.replace(search, limit=MAXIMUM_SET), *rest), compiled.cypher)
