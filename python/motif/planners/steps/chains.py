"""A run of traversals and filters from one set of nodes: one ``MATCH``, in which a relationship is taken once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from motif.graphs.steps import Find, Keep, Step, Traverse
from motif.planners.cypher_literals import identifier
from motif.planners.steps.building import Building, Nodes


@dataclass(slots=True)
class Chain:
    """A chain while it is written; ``relationships`` are expressions of lists, ``nodes`` variables."""

    pattern: str = ""
    conditions: list[str] = field(default_factory=list)
    relationships: list[str] = field(default_factory=list)
    nodes: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    label: str | None = None


def links_of(step: Step, building: Building) -> tuple[Step, list[Traverse | Keep]]:
    """The step that the chain of ``step`` starts from, and the traversals and filters after it, in order."""
    links: list[Traverse | Keep] = []
    while isinstance(step, (Traverse, Keep)) and step.name not in building.known.inputs:
        links.append(step)
        step = building.known.steps[step.source]
    return step, links[::-1]


def is_plain(step: Step, building: Building) -> bool:
    """Whether ``step`` is but a label and conditions: then it is a condition on any node."""
    root, links = links_of(step, building)
    return isinstance(root, Find) and all(isinstance(link, Keep) for link in links)


def chain_nodes(building: Building, step: Step, way: bool) -> Nodes:
    """The nodes of a chain."""
    root, links = links_of(step, building)
    if isinstance(root, Find):
        start, before = None, cast(tuple[str, ...], ())
    else:
        start = building.nodes(root.name, way)
        before = start.lines
    hops = [link for link in links if isinstance(link, Traverse)]
    if start is not None and not hops:
        return _kept(building, start, links)
    chain, matched = _matched(building, root, links, start, None)
    lines = (*before, *matched)
    node = chain.nodes[-1]
    if hops:
        score = start.score if start is not None else None
        return best(
            building, Nodes(lines, node, chain.label), score, _way(building, start, chain) if way else None
        )
    if not way:
        return Nodes(lines, node, chain.label)
    name = building.fresh(f"{step.name}_way")
    steps = building.parameter(chain.steps, "steps")
    line = f"WITH {node}, [[], [{node}], {steps}] AS {name}"
    return Nodes((*lines, line), node, chain.label, way=name)


def with_ways(building: Building, step: Step, nodes: Nodes) -> Nodes:
    """``nodes``, which the chain of ``step`` gave, with the shortest of its ways that lead to each."""
    root, links = links_of(step, building)
    start = None if isinstance(root, Find) else building.nodes(root.name, True)
    chain, matched = _matched(building, root, links, start, nodes.node)
    lines = [*(start.lines if start is not None else ()), *matched]
    relationships, passed, steps = _way(building, start, chain)
    chosen, name = building.fresh(f"{step.name}_best"), building.fresh(f"{step.name}_way")
    found = f"RETURN min([size({relationships}), {relationships}, {passed}, {steps}]) AS {chosen}"
    others = [column for column in nodes.columns if column != nodes.way]
    joined = (
        *nodes.lines,
        f"CALL ({nodes.node}) {{",
        *(f"  {line}" for line in (*lines, found)),
        "}",
        f"WITH {', '.join(others)}, coalesce({chosen}[1..], {nodes.way}) AS {name}",
    )
    return Nodes(joined, nodes.node, chain.label, nodes.score, name, nodes.rank)


def _matched(
    building: Building, root: Step, links: list[Traverse | Keep], start: Nodes | None, end: str | None
) -> tuple[Chain, list[str]]:
    chain = _chain(building, root, links, start, end)
    where = [f"WHERE {' AND '.join(chain.conditions)}"] if chain.conditions else []
    return chain, [f"MATCH {chain.pattern}", *where]


def exists(building: Building, step: Step, end: str) -> str:
    """The condition that the bound node ``end`` is one of a chain's, which starts by a search for a label."""
    root, links = links_of(step, building)
    chain = _chain(building, root, links, None, end)
    if is_plain(step, building):
        return " AND ".join(chain.conditions) or "true"
    where = f" WHERE {' AND '.join(chain.conditions)}" if chain.conditions else ""
    return f"EXISTS {{ MATCH {chain.pattern}{where} }}"


def _chain(
    building: Building, root: Step, links: list[Traverse | Keep], start: Nodes | None, end: str | None
) -> Chain:
    chain = Chain()
    last = max((place for place, link in enumerate(links) if isinstance(link, Traverse)), default=-1)
    if start is None:
        _begin(building, chain, root, end if last < 0 else None)
    else:
        chain.nodes.append(start.node)
        chain.pattern, chain.label = f"({start.node})", start.label
    for place, link in enumerate(links):
        building.steps[link.name] = None
        if isinstance(link, Traverse):
            _hop(building, chain, link, end if place == last else None)
        else:
            _narrow(building, chain, link)
    return chain


def _begin(building: Building, chain: Chain, root: Step, end: str | None) -> None:
    assert isinstance(root, Find)
    building.steps[root.name] = None
    node = end or building.fresh(root.name)
    chain.nodes.append(node)
    chain.steps.append(root.name)
    chain.label = root.label
    chain.pattern = f"({node}{_labelled(root.label) if end is None else ''})"
    if end is not None and root.label is not None:
        chain.conditions.append(f"{node}{_labelled(root.label)}")
    _where(building, chain, root)


def _hop(building: Building, chain: Chain, step: Traverse, end: str | None) -> None:
    relationship = building.fresh(f"{step.name}_r")
    node = end or building.fresh(step.name)
    fewest, most = step.hops
    one = step.hops == (1, 1)
    types = ":" + "|".join(map(identifier, step.types)) if step.types else ""
    arrow = f"-[{relationship}{types}{'' if one else f'*{int(fewest)}..{int(most)}'}]-"
    arrow = {"out": f"{arrow}>", "in": f"<{arrow}"}.get(step.direction, arrow)
    chain.pattern += f"{arrow}({node}{_labelled(step.label)})"
    chain.relationships.append(f"[{relationship}]" if one else relationship)
    chain.nodes.append(node)
    chain.steps.append(step.name)
    chain.label = step.label
    each = relationship if one else building.fresh("each")
    said = building.of_relationships(each, step.types, step.name).of(step.relationship_where)
    if said:
        chain.conditions.append(said if one else f"all({each} IN {relationship} WHERE {said})")
    _where(building, chain, step)


def _narrow(building: Building, chain: Chain, step: Keep) -> None:
    if step.label is not None:
        chain.conditions.append(f"{chain.nodes[-1]}{_labelled(step.label)}")
        chain.label = step.label
    if chain.steps:
        chain.steps[-1] = step.name
    _where(building, chain, step)


def _where(building: Building, chain: Chain, step: Find | Traverse | Keep) -> None:
    said = building.of_nodes(chain.nodes[-1], chain.label, step.name).of(step.where)
    if said:
        chain.conditions.append(said)


def _kept(building: Building, start: Nodes, links: list[Traverse | Keep]) -> Nodes:
    """Those of a set that filters let through; what stands in their rows stays."""
    chain = Chain(nodes=[start.node], label=start.label)
    for link in links:
        building.steps[link.name] = None
        assert isinstance(link, Keep)
        _narrow(building, chain, link)
    if not chain.conditions:
        return start
    line = f"WITH {', '.join(start.columns)} WHERE {' AND '.join(chain.conditions)}"
    return Nodes((*start.lines, line), start.node, chain.label, start.score, start.way, start.rank)


def _way(building: Building, start: Nodes | None, chain: Chain) -> tuple[str, str, str]:
    """A way as three lists: its relationships, the nodes that steps gave, the names of these steps."""
    relationships, steps = " + ".join(chain.relationships), building.parameter(chain.steps, "steps")
    if start is None:
        return relationships, f"[{', '.join(chain.nodes)}]", steps
    nodes = f"[{', '.join(chain.nodes[1:])}]"
    return f"{start.way}[0] + {relationships}", f"{start.way}[1] + {nodes}", f"{start.way}[2] + {steps}"


def best(building: Building, found: Nodes, score: str | None, way: tuple[str, str, str] | None) -> Nodes:
    """One row for each node of ``found``, whose rows are ways; ``score`` and the lists of ``way`` are expressions.

    Lists are compared element by element, so the least of ``[-score, length, relationships, …]`` is the best way, and
    the same one each time; nothing is collected.
    """
    node, name = found.node, found.node.strip("`")
    if way is None:
        if score is None:
            return Nodes((*found.lines, f"WITH DISTINCT {node}"), node, found.label)
        best_score = building.fresh(f"{name}_score")
        return Nodes(
            (*found.lines, f"WITH {node}, max({score}) AS {best_score}"), node, found.label, best_score
        )
    chosen, best_way = building.fresh(f"{name}_best"), building.fresh(f"{name}_way")
    cost = "" if score is None else f"-{score}, "
    first = 1 if score is None else 2
    parts = f"{cost}size({way[0]}), {', '.join(way)}"
    lines = [*found.lines, f"WITH {node}, min([{parts}]) AS {chosen}"]
    if score is None:
        lines.append(f"WITH {node}, {chosen}[{first}..] AS {best_way}")
        return Nodes(tuple(lines), node, found.label, way=best_way)
    best_score = building.fresh(f"{name}_score")
    lines.append(f"WITH {node}, -{chosen}[0] AS {best_score}, {chosen}[{first}..] AS {best_way}")
    return Nodes(tuple(lines), node, found.label, best_score, best_way)


def _labelled(label: str | None) -> str:
    return f":{identifier(label)}" if label is not None else ""
