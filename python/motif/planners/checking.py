"""What of a plan a graph does not know, said in words; without running it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from motif.errors import InvalidInput
from motif.graphs.pattern import Pattern, PatternNode, parse_part
from motif.graphs.plan import Plan
from motif.graphs.projection import NodeTable, Projection, RelationshipTable
from motif.indexes.names import readable
from motif.indexes.vector import nearest_rows
from motif.planners.known_parts import filter_problem, relations_of, rows_of
from motif.planners.protocol import PlanningGraph

_NEAREST = 3


def problems_of(plan: Plan, graph: PlanningGraph) -> list[str]:
    """What of ``plan`` the graph does not know, a sentence each, in the plan's order; none for a valid plan.

    Looked at are names that no node carries, relations, labels and properties (each with what is nearest), the unknown
    that is asked for, and whether the pattern hangs together. A plan with problems can be run all the same where it can
    be read: the search then takes what is nearest.
    """
    try:
        pattern = plan.parsed()
        asked = None if plan.answer is None else parse_part(plan.answer)
    except InvalidInput as error:
        return [str(error)]
    if pattern is None:
        pattern = Pattern(() if asked is None else (asked,), ())
        found = [*_of_nodes(pattern, graph)]
    else:
        found = [*_of_nodes(pattern, graph), *_of_relations(pattern, graph)]
        found += [*_of_answer(pattern, asked), *_of_shape(pattern)]
    found += [*_of_properties(plan, graph.projection), *_of_filters(plan, pattern, graph.projection)]
    return list(dict.fromkeys(found))


def _of_nodes(pattern: Pattern, graph: PlanningGraph) -> Iterator[str]:
    labels = graph.projection.labels
    for node in pattern.nodes:
        if node.label is not None and node.label not in labels:
            yield f"The graph has no label '{node.label}'. {_nearest(node.label, labels)}"
        if node.is_known and not len(rows_of(node, graph.projection, graph.names)):
            yield _missing(node, graph)


def _missing(node: PatternNode, graph: PlanningGraph) -> str:
    if node.id is not None:
        return f"The graph has no node with the id '{node.id}'. Refresh the projection if it is new."
    rows = graph.names.search(node.name or "", _NEAREST).tolist()
    near = ", ".join(graph.names.names[row] for row in rows)
    return f"No node is named '{node.name}'." + (f" The nearest: {near}." if near else "")


def _of_relations(pattern: Pattern, graph: PlanningGraph) -> Iterator[str]:
    for edge in pattern.edges:
        if edge.relation is not None and not relations_of(edge.relation, graph.projection):
            near = ", ".join(_nearest_relations(edge.relation, graph))
            told = f"The nearest: {near}." if near else "It has none."
            yield f"The graph has no relation '{edge.relation}'. {told}"


def _nearest_relations(text: str, graph: PlanningGraph) -> list[str]:
    relations = graph.projection.relationships.relations
    if relations and graph.has_encoder:
        rows, _ = nearest_rows(graph.relation_vectors, graph.encode(readable(text)), _NEAREST, None)
        return [relations[row] for row in rows.tolist()]
    spoken = {readable(relation): relation for relation in relations}
    return [spoken[words] for words in get_close_matches(readable(text), spoken, n=_NEAREST, cutoff=0.0)]


def _of_answer(pattern: Pattern, asked: PatternNode | None) -> Iterator[str]:
    known = ", ".join(f"?{name}" for name in pattern.unknowns)
    hint = f"Its unknowns: {known}." if known else "It has no unknown that has a name."
    if asked is None:
        return
    if asked.is_known and not any(_same(asked, node) for node in pattern.nodes):
        yield f"The answer '{asked.name or asked.id}' is no part of the pattern. {hint}"
    if asked.unknown and asked.unknown not in {node.unknown for node in pattern.nodes}:
        yield f"The answer '?{asked.unknown}' is no unknown node of the pattern. {hint}"


def _same(one: PatternNode, other: PatternNode) -> bool:
    return other.is_known and (one.id, one.name) == (other.id, other.name)


def _of_shape(pattern: Pattern) -> Iterator[str]:
    part = list(range(len(pattern.nodes)))
    for edge in pattern.edges:
        joined, kept = part[edge.tail], part[edge.head]
        part = [kept if each == joined else each for each in part]
    firsts = [part.index(each) for each in dict.fromkeys(part)]
    if len(firsts) > 1:
        shown = ", ".join(_title(pattern.nodes[first]) for first in firsts)
        yield f"The pattern falls into {len(firsts)} parts that share no node ({shown}). Join them by a triple."


def _title(node: PatternNode) -> str:
    return str(node.name or node.id) if node.is_known else f"?{node.unknown}"


def _of_properties(plan: Plan, projection: Projection) -> Iterator[str]:
    columns = projection.nodes.properties
    for name in (plan.give, plan.order.property if plan.order else None):
        if name is not None and name not in columns:
            yield f"The nodes have no property '{name}'. {_nearest(name, columns)}"


def _of_filters(plan: Plan, pattern: Pattern, projection: Projection) -> Iterator[str]:
    tables: dict[str, NodeTable | RelationshipTable] = dict.fromkeys(
        pattern.unknowns, projection.relationships
    )
    tables |= {node.unknown: projection.nodes for node in pattern.nodes if node.unknown}
    for key, conditions in plan.filter.items():
        name = str(key).removeprefix("?")
        if name not in tables:
            known = ", ".join(f"?{unknown}" for unknown in tables) or "none"
            yield f"The filter is for '?{name}', which is no unknown of the plan. Its unknowns: {known}."
        elif problem := filter_problem(conditions, tables[name]):
            yield problem
    for node in pattern.nodes:
        if node.filter is not None and (problem := filter_problem(node.filter, projection.nodes)):
            yield problem
    for edge in pattern.edges:
        if edge.filter is not None and (problem := filter_problem(edge.filter, projection.relationships)):
            yield problem


def _nearest(text: str, known: Iterable[str]) -> str:
    names = sorted(known)
    near = get_close_matches(text, names, n=_NEAREST) or names[:20]
    return f"The nearest: {', '.join(near)}." if near else "It has none."
