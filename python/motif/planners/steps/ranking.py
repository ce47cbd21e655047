"""The first of a set of nodes by a property, or by how many nodes relationships lead to."""

from __future__ import annotations

from motif.graphs.steps import Degree, Rank
from motif.graphs.value_formats import reading_of
from motif.planners.cypher_literals import identifier
from motif.planners.steps.building import Building, Nodes, Ranked
from motif.planners.steps.value_texts import read_text


def ranked(building: Building, step: Rank, way: bool) -> Nodes:
    """The nodes of a rank by a property or number, which stay ordered by it; those that share the last place too.

    What lacks the property, or has a text that says nothing in its form, is left out.
    """
    found = building.nodes(step.source, way)
    key = building.fresh(f"{step.name}_key")
    columns = [name for name in (found.node, found.score, found.way) if name]
    lines = [
        *found.lines,
        f"WITH {', '.join(columns)}, {_value(building, step, found)} AS {key}",
        f"WHERE {key} IS NOT NULL",
    ]
    columns.append(key)
    if step.limit is not None:
        lines += _first(building, step, columns)
    return Nodes(tuple(lines), found.node, found.label, found.score, found.way, Ranked(key, step.descending))


def _first(building: Building, step: Rank, columns: list[str]) -> list[str]:
    rows, limit = building.fresh(f"{step.name}_rows"), building.parameter(step.limit, f"{step.name}_limit")
    row, place, key = building.fresh("row"), building.fresh("place"), columns[-1]
    last = len(columns) - 1
    return [
        f"WITH {', '.join(columns)} ORDER BY {key}{' DESC' if step.descending else ''}",
        f"WITH collect([{', '.join(columns)}]) AS {rows}",
        f"UNWIND [{place} IN range(0, size({rows}) - 1) WHERE {place} < {limit} "
        f"OR {rows}[{place}][{last}] = {rows}[{limit} - 1][{last}] | {rows}[{place}]] AS {row}",
        "WITH " + ", ".join(f"{row}[{number}] AS {name}" for number, name in enumerate(columns)),
    ]


def _value(building: Building, step: Rank, found: Nodes) -> str:
    if step.by_count is not None:
        return _degree(building, step.by_count, found.node)
    name = step.by_property or ""
    place = f"{found.node}.{identifier(name)}"
    labels = building.known.schema.labels
    profiles = [
        labels[one].properties.get(name) for one in building.labels_meant(found.label) if one in labels
    ]
    formats = dict.fromkeys(one.format for one in profiles if one is not None and one.format is not None)
    read = [format for format in formats if reading_of(format).gives != "text"]
    return read_text(place, read, building.parameter) if read else place


def _degree(building: Building, degree: Degree, node: str) -> str:
    """How many nodes there are, each once."""
    other = building.fresh("other")
    types = ":" + "|".join(map(identifier, degree.types)) if degree.types else ""
    arrow = {"out": f"-[{types}]->", "in": f"<-[{types}]-"}.get(degree.direction, f"-[{types}]-")
    label = f":{identifier(degree.label)}" if degree.label is not None else ""
    return f"COUNT {{ MATCH ({node}){arrow}({other}{label}) RETURN DISTINCT {other} }}"
