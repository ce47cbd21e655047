"""A run of traversals and filters from one set of nodes: one ``MATCH``, in which a relationship is taken once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from motif.graphs.steps import Find, Keep, Step, Traverse
from motif.planners.cypher_literals import identifier
from motif.planners.steps.building import Building, Nodes


@dataclass(slots=True)
class Chain:
    """A chain while it is written; ``relationships`` are expressions of lists, ``nodes`` variables,
    ``named`` nodes of a way."""

    pattern: str = ""
    conditions: list[str] = field(default_factory=list)
    relationships: list[str] = field(default_factory=list)
    nodes: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    label: str | None = None
    is_long: bool = False
    """Whether a step of it takes several relationships, so that it passes nodes that have no name."""


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
    if not hops:
        return Nodes(tuple(lines), node, chain.label)
    score = start.score if start is not None else None
    parts = _way(building, root, start, chain) if way else None
    return best(building, Nodes(tuple(lines), node, chain.label), score, parts)


def with_ways(building: Building, step: Step, nodes: Nodes) -> Nodes:
    """``nodes``, which the chain of ``step`` gave, with the shortest of its ways that lead to each."""
    root, links = links_of(step, building)
    start = None if isinstance(root, Find) else building.nodes(root.name, True)
    chain, matched = _matched(building, root, links, start, nodes.node)
    lines = [*(start.lines if start is not None else ()), *matched]
    relationships, passed = _way(building, root, start, chain)
    name = building.fresh(f"{step.name}_way")
    found = f"RETURN min([null, size({relationships}), {relationships}, {passed}]) AS {name}"
    inner = (f"CALL ({nodes.node}) {{", *(f"  {line}" for line in (*lines, found)), "}")
    # What the database has lost in between has no way any more.
    kept = f"WITH {', '.join(nodes.columns)}, coalesce({name}, {building.way_of(nodes, step.name)}) AS {name}"
    return Nodes((*nodes.lines, *inner, kept), nodes.node, chain.label, nodes.score, name, nodes.rank)


def _matched(
    building: Building, root: Step, links: list[Traverse | Keep], start: Nodes | None, end: str | None
) -> tuple[Chain, list[str]]:
    chain = _chain(building, root, links, start, end)
    where = [f"WHERE {' AND '.join(chain.conditions)}"] if chain.conditions else []
    if not chain.is_long:
        return chain, [f"MATCH {chain.pattern}", *where]
    path = building.fresh("path")
    chain.named.insert(0, path)
    return chain, [f"MATCH {path} = {chain.pattern}", *where]


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
    chain.named.append(building.named(node, root.name))
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
    chain.named.append(building.named(node, step.name))
    chain.is_long |= not one
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
    chain.named.append(building.named(chain.nodes[-1], step.name))
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


def _way(building: Building, root: Step, start: Nodes | None, chain: Chain) -> tuple[str, str]:
    """A way: its relationships, and its nodes with the names of their steps."""
    relationships = " + ".join(chain.relationships)
    named = f"[{', '.join(chain.named)}]"
    if chain.is_long:
        path, *rest = chain.named
        each = building.fresh("each")
        named = f"[{each} IN nodes({path}) | [{each}, null]] + [{', '.join(rest)}]"
    if start is None:
        return relationships, named
    if start.way is None:
        return relationships, f"[{building.named(start.node, root.name)}] + {named}"
    return f"{start.way}[2] + {relationships}", f"{start.way}[3] + {named}"


def best(building: Building, found: Nodes, score: str | None, way: tuple[str, str] | None) -> Nodes:
    """One row for each node of ``found``, whose rows are ways; ``score`` and the lists of ``way`` are expressions.

    Lists are compared element by element, so the least of ``[-score, length, relationships, nodes]`` is the best way,
    and the same one each time; nothing is collected.
    """
    node, name = found.node, found.node.strip("`")
    if way is None and score is None:
        return Nodes((*found.lines, f"WITH DISTINCT {node}"), node, found.label)
    best_score = building.fresh(f"{name}_score") if score is not None else None
    if way is None:
        line = f"WITH {node}, max({score}) AS {best_score}"
        return Nodes((*found.lines, line), node, found.label, best_score)
    best_way = building.fresh(f"{name}_way")
    cost = "null" if score is None else f"-{score}"
    lines = [*found.lines, f"WITH {node}, min([{cost}, size({way[0]}), {', '.join(way)}]) AS {best_way}"]
    if best_score is not None:
        lines.append(f"WITH {node}, -{best_way}[0] AS {best_score}, {best_way}")
    return Nodes(tuple(lines), node, found.label, best_score, best_way)


def _labelled(label: str | None) -> str:
    return f":{identifier(label)}" if label is not None else ""
