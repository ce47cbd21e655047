"""Union, intersection and difference of sets of nodes."""

from __future__ import annotations

from motif.graphs.steps import Combine, Find, Step
from motif.planners.steps.building import Building, Nodes
from motif.planners.steps.chains import best, exists, is_plain, links_of


def combined(building: Building, step: Combine, way: bool) -> Nodes:
    """The nodes of a set operation.

    An intersection or difference with "all nodes of a label that meet conditions" is a condition on the rest; a
    difference with what traversals from such nodes reach asks each node for one such way. Other sets are found one by
    one, and their rows counted by node, so that none is looked for once for each node of another.
    """
    names = list(dict.fromkeys(step.of))
    if step.operation == "union":
        return _union(building, step, names, way)
    if step.operation == "intersect":
        return _intersection(building, step, names, way)
    return _difference(building, step, names, way)


def _union(building: Building, step: Combine, names: list[str], way: bool) -> Nodes:
    parts = _Parts(building, step, names, way)
    score = parts.score
    ways = (f"{parts.way}[2]", f"{parts.way}[3]")
    return best(building, parts.rows(), score, ways if way else None)


def _intersection(building: Building, step: Combine, names: list[str], way: bool) -> Nodes:
    steps = [building.known.steps[name] for name in names]
    conditions = [one for one in steps if is_plain(one, building)]
    sets = [one.name for one in steps if not is_plain(one, building)]
    if not sets:
        sets, conditions = [conditions[0].name], conditions[1:]
    if len(sets) == 1:
        found = building.nodes(sets[0], way)
        found = Nodes(found.lines, found.node, found.label, found.score, found.way)
    else:
        found = _Parts(building, step, sets, way).in_all()
    return _kept(found, [exists(building, one, found.node) for one in conditions])


def _difference(building: Building, step: Combine, names: list[str], way: bool) -> Nodes:
    others = [building.known.steps[name] for name in names[1:]]
    conditions = [one for one in others if _starts_by_label(one, building)]
    sets = [one.name for one in others if not _starts_by_label(one, building)]
    if sets:
        found = _Parts(building, step, [names[0], *sets], way).in_first_alone()
    else:
        found = building.nodes(names[0], way)
        found = Nodes(found.lines, found.node, found.label, found.score, found.way)
    refused = [f"NOT coalesce({exists(building, one, found.node)}, false)" for one in conditions]
    if names[0] in step.of[1:]:
        refused.append("false")
    return _kept(found, refused)


def _starts_by_label(step: Step, building: Building) -> bool:
    return isinstance(links_of(step, building)[0], Find)


def _kept(found: Nodes, conditions: list[str]) -> Nodes:
    wanted = [condition for condition in conditions if condition != "true"]
    if not wanted:
        return found
    line = f"WITH {', '.join(found.columns)} WHERE {' AND '.join(wanted)}"
    return Nodes((*found.lines, line), found.node, found.label, found.score, found.way)


class _Parts:
    """Sets found one by one, as rows of one subquery: each node once for each set that it is in."""

    def __init__(self, building: Building, step: Combine, names: list[str], way: bool) -> None:
        self._building, self._names = building, names
        self._sets = [building.nodes(name, way) for name in names]
        self.node, self.part = building.fresh(step.name), building.fresh(f"{step.name}_part")
        scored = any(one.score for one in self._sets)
        self.score = building.fresh(f"{step.name}_score") if scored else None
        self.way = building.fresh(f"{step.name}_way") if way else None
        labels = {one.label for one in self._sets}
        self._label = labels.pop() if len(labels) == 1 else None

    def rows(self) -> Nodes:
        """All rows."""
        branches = [
            "\n".join((*one.lines, self._returned(number, one))) for number, one in enumerate(self._sets)
        ]
        lines = ("CALL () {", _indented("\nUNION ALL\n".join(branches)), "}")
        return Nodes(lines, self.node, self._label)

    def in_all(self) -> Nodes:
        """The nodes that are in every set; their ways are those of all sets, one after another."""
        numbers = range(len(self._sets))
        ways = [self._building.fresh(f"{self.node.strip('`')}_way") for _ in numbers] if self.way else []
        said = [
            f"min(CASE {self.part} WHEN {number} THEN {self.way} END) AS {name}"
            for number, name in enumerate(ways)
        ]
        joined = ", ".join(" + ".join(f"{name}[{place}]" for name in ways) for place in (2, 3))
        return self._counted(f"count(*) = {len(self._sets)}", said, f"[null, 0, {joined}]")

    def in_first_alone(self) -> Nodes:
        """The nodes that are in the first set and in no other."""
        name = self._building.fresh(f"{self.node.strip('`')}_way")
        said = [f"min({self.way}) AS {name}"] if self.way else []
        return self._counted(f"max({self.part}) = 0", said, name)

    def _counted(self, condition: str, said: list[str], way: str) -> Nodes:
        kept, score = self._building.fresh("kept"), self.score
        parts = [self.node, f"{condition} AS {kept}", *([f"max({score}) AS {score}"] if score else []), *said]
        columns = [self.node, *([score] if score else []), *([f"{way} AS {self.way}"] if self.way else [])]
        lines = (
            *self.rows().lines,
            f"WITH {', '.join(parts)}",
            f"WHERE {kept}",
            f"WITH {', '.join(columns)}",
        )
        return Nodes(lines, self.node, self._label, score, self.way)

    def _returned(self, number: int, nodes: Nodes) -> str:
        columns = [f"{nodes.node} AS {self.node}", f"{number} AS {self.part}"]
        if self.score:
            columns.append(f"{nodes.score or 'null'} AS {self.score}")
        if self.way:
            columns.append(f"{self._building.way_of(nodes, self._names[number])} AS {self.way}")
        return f"RETURN {', '.join(columns)}"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))
