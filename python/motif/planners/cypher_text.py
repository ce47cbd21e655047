"""Plans as Cypher: the read-only statement that means the same, to be read, and pasted in Browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from motif.graphs.pattern import Pattern, PatternEdge, PatternNode, parse_part
from motif.graphs.plan import Order, Plan
from motif.graphs.projection import NodeTable, RelationshipTable
from motif.planners.cypher_conditions import condition_of
from motif.planners.cypher_edges import Coincidence, EdgeText, edge_text
from motif.planners.cypher_literals import identifier
from motif.planners.cypher_nodes import NodeText, Variables, node_text
from motif.planners.known_parts import filter_problem
from motif.planners.protocol import PlanningGraph


def cypher_of(plan: Plan, graph: PlanningGraph) -> str:
    """The statement that finds what the plan finds to the letter; "" where there is none.

    There is none for a plan that cannot be read, and for one with a name, a relation or a property that the graph does
    not have: `motif.run` looks for what is nearest to those, Cypher cannot. One ``MATCH`` gives each triple a
    relationship of its own, as the search does; arrows have a point only where the plan is directed. That nodes differ
    is said where they could be one.
    """
    try:
        pattern = plan.parsed() or Pattern((parse_part(plan.answer),), ())
        return _statement(plan, pattern, graph)
    except ValueError:
        return ""


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of a plan as Cypher; nodes, edges and variables are aligned with those of the pattern."""

    plan: Plan
    pattern: Pattern
    graph: PlanningGraph
    variables: Variables
    names: tuple[str, ...]
    nodes: tuple[NodeText, ...]
    edges: tuple[EdgeText, ...]


def _statement(plan: Plan, pattern: Pattern, graph: PlanningGraph) -> str:
    parts = _parts(plan, pattern, graph)
    asked = _asked(plan, pattern)
    conditions = list(_conditions(parts))
    in_use = {name for _, names in conditions for name in names} | _named(parts)
    if asked is not None:
        in_use.add(parts.names[asked])
    lines = ["MATCH " + ",\n      ".join(_paths(parts, in_use))]
    if conditions:
        lines.append("WHERE " + "\n  AND ".join(text for text, _ in conditions))
    if asked is None:
        return "\n".join([*lines, _rows(parts)])
    return "\n".join([*lines, *_ranking(parts, asked), *_answers(parts, parts.names[asked])])


def _parts(plan: Plan, pattern: Pattern, graph: PlanningGraph) -> _Parts:
    variables, projection = Variables(), graph.projection
    names = variables.of_nodes(pattern)
    nodes = tuple(
        node_text(node, name, projection, graph.names)
        for node, name in zip(pattern.nodes, names, strict=True)
    )
    edges = tuple(edge_text(edge, projection, variables) for edge in pattern.edges)
    return _Parts(plan, pattern, graph, variables, names, nodes, edges)


def _asked(plan: Plan, pattern: Pattern) -> int | None:
    """The place of the node that is asked for; None where the plan does not say. `ValueError` for one that is none."""
    unknowns = [place for place, node in enumerate(pattern.nodes) if not node.is_known]
    if plan.answer is not None:
        wanted = parse_part(plan.answer)
        for place, node in enumerate(pattern.nodes):
            if (node.unknown, node.id, node.name) == (wanted.unknown, wanted.id, wanted.name):
                return place
        if not wanted.is_known:
            raise ValueError(f"the pattern has no unknown {plan.answer!r}")
    return unknowns[0] if len(unknowns) == 1 else None


def _named(parts: _Parts) -> set[str]:
    """Variables of unknowns that have a name of their own."""
    nodes, edges = parts.pattern.nodes, parts.pattern.edges
    names = {name for name, node in zip(parts.names, nodes, strict=True) if node.unknown}
    return names | {text.variable for text, edge in zip(parts.edges, edges, strict=True) if edge.unknown}


def _conditions(parts: _Parts) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What ``WHERE`` says, and the variables in it."""
    filters = _filters(parts)
    projection = parts.graph.projection
    for name, node, text in zip(parts.names, parts.pattern.nodes, parts.nodes, strict=True):
        if text.condition:
            yield text.condition, (name,)
        if told := _filtered(node, filters, name, projection.nodes):
            yield told, (name,)
    for edge, written in zip(parts.pattern.edges, parts.edges, strict=True):
        if written.condition:
            yield written.condition, (written.variable,)
        if told := _filtered(edge, filters, written.variable, projection.relationships):
            yield told, (written.variable,)
    pairs = Coincidence(parts.pattern, parts.nodes, projection).pairs(parts.plan.injective)
    for one, other in ((parts.names[one], parts.names[other]) for one, other in pairs):
        yield f"{one} <> {other}", (one, other)


def _filters(parts: _Parts) -> Mapping[str, Any]:
    filters = {str(key).removeprefix("?"): value for key, value in parts.plan.filter.items()}
    if not filters.keys() <= set(parts.pattern.unknowns):
        raise ValueError("a filter is for none of the unknowns")
    return filters


def _filtered(
    part: PatternNode | PatternEdge,
    filters: Mapping[str, Any],
    variable: str,
    table: NodeTable | RelationshipTable,
) -> str:
    filter = part.filter if part.filter is not None else filters.get(part.unknown or "")
    if filter is None:
        return ""
    if problem := filter_problem(filter, table):
        raise ValueError(problem)
    return condition_of(filter, variable, table.properties)


def _paths(parts: _Parts, in_use: set[str]) -> Iterator[str]:
    """One path for each triple; a node is described where it first stands."""
    mentions = Counter(place for edge in parts.pattern.edges for place in (edge.head, edge.tail))
    described: set[int] = set()

    def node(place: int) -> str:
        if place in described:
            return f"({parts.names[place]})"
        described.add(place)
        has_name = parts.names[place] in in_use or mentions[place] > 1
        return _node(parts.nodes[place], parts.names[place] if has_name else "")

    if not parts.pattern.edges:
        yield node(0)
    for edge, text in zip(parts.pattern.edges, parts.edges, strict=True):
        inner = (text.variable if text.variable in in_use else "") + _labelled(text.types)
        arrow = (f"-[{inner}]-" if inner else "--") + (">" if parts.plan.directed else "")
        yield node(edge.head) + arrow + node(edge.tail)


def _node(text: NodeText, variable: str) -> str:
    braces = f"{{{text.properties}}}" if text.properties else ""
    return "(" + " ".join(part for part in (variable + _labelled(text.labels), braces) if part) + ")"


def _labelled(names: tuple[str, ...]) -> str:
    return ":" + "|".join(map(identifier, names)) if names else ""


def _ranking(parts: _Parts, asked: int) -> Iterator[str]:
    """The answers cut to the first of an order; those that share the last place are kept."""
    order = parts.plan.order
    if order is None:
        return
    answer = parts.names[asked]
    value, ranked, one = (parts.variables.fresh(name) for name in ("value", "ranked", "one"))
    if order.property is not None:
        place = f"{answer}.{_property(order.property, parts)}"
        yield f"WITH DISTINCT {answer}, {place} AS {value} WHERE {value} IS NOT NULL"
    else:
        yield f"WITH {answer}, count(DISTINCT {_counted(order, parts)}) AS {value}"
    yield f"WITH {answer}, {value} ORDER BY {value}{' DESC' if order.descending else ''}"
    yield f"WITH collect([{answer}, {value}]) AS {ranked}"
    sign = ">=" if order.descending else "<="
    last = f"{ranked}[..{int(order.limit)}][-1][1]"
    yield f"UNWIND [{one} IN {ranked} WHERE {one}[1] {sign} {last} | {one}[0]] AS {answer}"


def _counted(order: Order, parts: _Parts) -> str:
    wanted = str(order.count_of).removeprefix("?")
    for name, node in zip(parts.names, parts.pattern.nodes, strict=True):
        if node.unknown == wanted:
            return name
    raise ValueError(f"the pattern has no unknown {order.count_of!r}")


def _property(name: str, parts: _Parts) -> str:
    if name not in parts.graph.projection.nodes.properties:
        raise ValueError(f"the nodes have no property {name!r}")
    return identifier(name)


def _answers(parts: _Parts, answer: str) -> Iterator[str]:
    plan = parts.plan
    if plan.count:
        yield f"RETURN count(DISTINCT {answer}) AS {parts.variables.fresh('answers')}"
        return
    if plan.give is None:
        yield f"RETURN DISTINCT {answer}"
        return
    place = f"{answer}.{_property(plan.give, parts)}"
    yield f"WITH {answer} WHERE {place} IS NOT NULL"
    yield f"RETURN DISTINCT {place} AS {parts.variables.fresh(plan.give)}"


def _rows(parts: _Parts) -> str:
    """All named unknowns where the plan does not say which is asked for; whether there is a match where none is."""
    if parts.plan.count or parts.plan.give or parts.plan.order:
        raise ValueError("the plan does not say which unknown is the answer")
    edges = [
        edge.variable for edge, part in zip(parts.edges, parts.pattern.edges, strict=True) if part.unknown
    ]
    nodes = [name for name, part in zip(parts.names, parts.pattern.nodes, strict=True) if part.unknown]
    shown = ", ".join(dict.fromkeys([*nodes, *edges]))
    return f"RETURN DISTINCT {shown}" if shown else f"RETURN count(*) > 0 AS {parts.variables.fresh('found')}"
