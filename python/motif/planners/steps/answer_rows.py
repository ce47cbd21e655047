"""The rows that a statement returns: answers with a way that leads to each, or ids and scores for the next stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from motif.graphs.graph_schema import LabelProfile
from motif.graphs.steps import Combine, CypherStep, Rank, Step, Traverse, sources_of
from motif.planners.cypher_literals import identifier
from motif.planners.steps.building import Building, Nodes

MAXIMUM_TEXT = 2_000
"""Characters of a node's text that are returned."""

DISTINCT, LEAST_TEXT = 0.5, 30
"""A node's text is a property with at least so many distinct values by values, and so many characters on average: no
code, and not what most nodes say alike, such as a licence or a source."""


def passed_rows(nodes: Nodes) -> list[str]:
    """Ids and scores, best first."""
    node, score = nodes.node, nodes.score or "null"
    order = [*_by_rank(nodes), *_by_score(nodes), f"elementId({node})"]
    return [
        *nodes.lines,
        f"RETURN elementId({node}) AS id, {score} AS score",
        f"ORDER BY {', '.join(order)} LIMIT $limit",
    ]


def answer_rows(building: Building, nodes: Nodes, step: Step, give: str | None, count: bool) -> list[str]:
    """Rows as `motif.graphs.stages.StatementStage` has them; ``nodes`` have their ways."""
    node = nodes.node
    lines = list(nodes.lines)
    total = building.fresh("total") if count else None
    if total:
        lines += _counted(building, nodes, total)
    name = building.fresh("name")
    columns = [*nodes.columns, *([total] if total else [])]
    order = [*_by_rank(nodes), *_by_score(nodes), name, f"elementId({node})"]
    lines.append(f"WITH {', '.join(columns)}, {_name(building, node, nodes.label)} AS {name}")
    lines.append(f"ORDER BY {', '.join(order)} LIMIT $limit")
    returned = {
        "id": f"elementId({node})",
        "labels": f"labels({node})",
        "name": name,
        "score": nodes.score or "null",
        "text": _text(building, node, nodes.label),
        "values": _values(node, properties_of(step, building.known.steps, give)),
        "nodes": _node_maps(building, nodes, step.name),
        "relationships": _relationship_maps(building, nodes),
    } | ({"total": total} if total else {})
    lines.append("RETURN " + ",\n       ".join(f"{value} AS {key}" for key, value in returned.items()))
    return lines


def shown_rows(building: Building, nodes: Nodes, give: str | None, count: bool) -> list[str]:
    """The answers as a reader of the statement wants them: the nodes themselves, what is asked for, their number."""
    node = nodes.node
    if count:
        return [*nodes.lines, f"RETURN count({node}) AS {building.fresh('total')}"]
    given = f", {node}.{identifier(give)}" if give else ""
    order = [*_by_rank(nodes), *_by_score(nodes), _name(building, node, nodes.label)]
    ordered = [part for part in order if part != "null"]
    by = f" ORDER BY {', '.join(ordered)}" if ordered else ""
    return [*nodes.lines, f"RETURN {node}{given}{by} LIMIT $limit"]


def properties_of(step: Step, steps: Mapping[str, Step], give: str | None) -> list[str]:
    """The properties of its nodes that a plan looks at: by conditions, by an order, as what is asked for."""
    names = dict.fromkeys(_looked_at(step, steps))
    return list(names | ({give: None} if give else {}))


def _looked_at(step: Step, steps: Mapping[str, Step]) -> Iterator[str]:
    if isinstance(step, Rank) and step.by_property is not None:
        yield step.by_property
    if not isinstance(step, (Rank, Combine, CypherStep)):
        yield from _named(step.where)
    # Before a traversal other nodes are meant.
    for source in () if isinstance(step, Traverse) else sources_of(step):
        yield from _looked_at(steps[source], steps)


def _named(filter: Any) -> Iterator[str]:
    """Properties that conditions name."""
    for key, value in filter.items():
        if not key.startswith("$"):
            yield key
        for inner in value if isinstance(value, (list, tuple)) else [value]:
            if key.startswith("$") and isinstance(inner, Mapping):
                yield from _named(inner)


def _by_rank(nodes: Nodes) -> list[str]:
    return [f"{nodes.rank.key}{' DESC' if nodes.rank.descending else ''}"] if nodes.rank else []


def _by_score(nodes: Nodes) -> list[str]:
    # null would come first in descending order.
    return [f"coalesce({nodes.score}, -1e308) DESC"] if nodes.score else []


def _counted(building: Building, nodes: Nodes, total: str) -> list[str]:
    rows, row = building.fresh("rows"), building.fresh("row")
    columns = [f"{row}[{number}] AS {name}" for number, name in enumerate(nodes.columns)]
    return [
        f"WITH collect([{', '.join(nodes.columns)}]) AS {rows}",
        f"UNWIND {rows} AS {row}",
        f"WITH {', '.join(columns)}, size({rows}) AS {total}",
    ]


def _name(building: Building, node: str, label: str | None) -> str:
    return _by_label(building, node, label, lambda profile: profile.name_property, "toStringOrNull({})")


def _text(building: Building, node: str, label: str | None) -> str:
    return _by_label(building, node, label, text_property, f"left(toStringOrNull({{}}), {MAXIMUM_TEXT})")


def text_property(profile: LabelProfile) -> str | None:
    """The property with the longest texts of a label, other than its names; None where there is none."""
    texts = [
        one
        for one in profile.properties.values()
        if one.type == "STRING"
        and (one.length or 0) >= LEAST_TEXT
        and one.format is None
        and one.name != profile.name_property
        and one.distinct >= DISTINCT
    ]
    return max(texts, key=lambda one: (one.length or 0.0, one.name)).name if texts else None


def _by_label(
    building: Building,
    node: str,
    label: str | None,
    chosen: Callable[[LabelProfile], str | None],
    written: str,
) -> str:
    """A property that depends on the node's label; the labels of one property stand together."""
    labels = building.known.schema.labels
    own = chosen(labels[label]) if label is not None and label in labels else None
    if own is not None:
        return written.format(f"{node}.{identifier(own)}")
    groups: dict[str, list[str]] = {}
    for name, profile in labels.items():
        found = chosen(profile)
        if found is not None:
            groups.setdefault(found, []).append(name)
    if not groups:
        return "null"
    if not _is_ambiguous(labels, groups):
        return written.format(f"coalesce({', '.join(f'{node}.{identifier(found)}' for found in groups)})")
    cases = [
        f"WHEN {node}:{'|'.join(map(identifier, names))} THEN {written.format(f'{node}.{identifier(found)}')}"
        for found, names in groups.items()
    ]
    return f"CASE {' '.join(cases)} END"


def _is_ambiguous(labels: Mapping[str, LabelProfile], groups: Mapping[str, list[str]]) -> bool:
    """Whether a node may have several of the properties, so that its label must tell which is meant."""
    return any(sum(name in profile.properties for name in groups) > 1 for profile in labels.values())


def _values(node: str, names: list[str]) -> str:
    return f"{node} {{{', '.join(f'.{identifier(name)}' for name in names)}}}" if names else "{}"


def _node_maps(building: Building, nodes: Nodes, step: str) -> str:
    """The nodes of a way and the answer, each with its step; one that several steps gave stands there several times."""
    one, answer = building.fresh("one"), building.named(nodes.node, step)
    passed = f"{nodes.way}[3] + [{answer}]" if nodes.way else f"[{answer}]"
    name = _name(building, f"{one}[0]", None)
    parts = f"id: elementId({one}[0]), labels: labels({one}[0]), name: {name}, step: {one}[1]"
    return f"[{one} IN {passed} | {{{parts}}}]"


def _relationship_maps(building: Building, nodes: Nodes) -> str:
    if nodes.way is None:
        return "[]"
    each = building.fresh("each")
    parts = f"id: elementId({each}), source: elementId(startNode({each})), type: type({each})"
    return f"[{each} IN {nodes.way}[2] | {{{parts}, target: elementId(endNode({each}))}}]"
