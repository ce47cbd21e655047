"""A question's tree as steps: the places from the leaves up, each as the set of nodes that it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from motif.engine.relation_paths import Step as Hop
from motif.graphs.distinct import distinct
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.projection import OTHER, Projection
from motif.graphs.steps import Combine, CypherStep, Degree, Find, Keep, Rank, Step, Traverse, VectorSearch
from motif.indexes.names import readable
from motif.planners.slots.tree import Branch, Counted, Place
from motif.planners.symmetry import is_symmetric

DESCRIBED = 10
"""Nodes that a description on the way to the answer stands for."""

SEARCHED = 50
"""Nodes that a search by text gives."""

_COMPARED = {"$gt": ">", "$gte": ">=", "$lt": "<", "$lte": "<=", "$eq": "="}
_SEEN = 200


class Writer:
    """Writes the steps of one tree.

    Parameters
    ----------
    real, whole
        The projection, and the one with values as nodes.
    """

    def __init__(self, real: Projection, whole: Projection, schema: GraphSchema) -> None:
        self._real = real
        self._whole = whole
        self._schema = schema
        self._steps: list[Step] = []

    def write(self, root: Place, text: str = "") -> tuple[Step, ...]:
        """The steps of the tree, the root last; ranked by how like ``text`` its nodes are, where that is given."""
        self._steps = []
        if text and self._is_plain(root):
            label = root.label
            self._add(VectorSearch(self._name(label), text, label, self._where(root), SEARCHED))
        else:
            last = self._place(root)
            if text:
                self._add(Rank(self._name("ranked"), last, by_text=text, limit=None))
        return tuple(self._steps)

    def _is_plain(self, root: Place) -> bool:
        """Whether the root is a label with conditions alone."""
        return (
            root.anchor is None
            and not (root.degrees or root.rank or root.returns)
            and all(self._is_value(branch) for branch in root.branches)
        )

    def _is_value(self, branch: Branch) -> bool:
        return branch.step.relation >= len(self._real.relationships.relations)

    def _place(self, place: Place) -> str:
        """Writes the steps of a place; the name of its set."""
        sets = [self._branch(branch, place) for branch in place.branches if not self._is_value(branch)]
        wanted = [name for name, is_negated in sets if not is_negated]
        unwanted = [name for name, is_negated in sets if is_negated]
        where = self._where(place)
        if place.anchor is not None:
            wanted.append(self._named(place))
        if not wanted and place.text:
            wanted.append(
                self._add(VectorSearch(self._name(place.label), place.text, place.label, where, DESCRIBED))
            )
            where = {}
        if not wanted:
            wanted.append(self._add(Find(self._name(place.label), place.label, where)))
            where = {}
        wanted += [self._counted(place, counted) for counted in place.degrees]
        found = self._joined(wanted, where)
        unwanted += [self._named(leaf) for leaf in place.returns if leaf.anchor is not None]
        if unwanted:
            found = self._add(Combine(self._name("kept"), "except", (found, *unwanted)))
        return self._ranked(place, found)

    def _joined(self, wanted: Sequence[str], where: Mapping[str, Any]) -> str:
        found = wanted[0]
        if len(wanted) > 1:
            found = self._add(Combine(self._name("common"), "intersect", tuple(wanted)))
        if not where:
            return found
        last = self._steps[-1]
        if isinstance(last, Traverse) and last.name == found and not last.where:
            self._steps[-1] = Traverse(last.name, last.source, last.types, last.direction, last.label, where)
            return found
        return self._add(Keep(self._name("kept"), found, None, where))

    def _branch(self, branch: Branch, place: Place) -> tuple[str, bool]:
        source = self._place(branch.place)
        types, direction, condition = self._types(branch.step)
        label = place.label or self._label_at(branch.step)
        step = Traverse(self._name(label), source, types, direction, label, relationship_where=condition)
        return self._add(step), branch.is_negated

    def _types(self, step: Hop) -> tuple[tuple[str, ...], str, Mapping[str, Any]]:
        """Types and direction of a step, with the condition on the property that names the relation."""
        table = self._real.relationships
        relation = table.relations[step.relation]
        direction = "any" if is_symmetric(relation) else "out" if step.forward else "in"
        key = self._real.configuration.get("relationTypeProperty")
        if table.relation is table.type or not key:
            return (relation,), direction, {}
        types = distinct(table.type[table.relation == step.relation])[:8].tolist()
        return tuple(table.types[code] for code in types), direction, {key: relation}

    def _label_at(self, step: Hop) -> str | None:
        """The label of all nodes that a step leads to; None where they differ."""
        if step.relation >= len(self._real.relationships.relations):
            return None
        profile = self._schema.relations.get(self._real.relationships.relations[step.relation])
        ends = {end.target if step.forward else end.source for end in profile.ends} if profile else set()
        return next(iter(ends)) or None if len(ends) == 1 else None

    def _named(self, place: Place) -> str:
        """The step that finds what is named."""
        rows = place.rows[place.rows < self._real.n_nodes]
        nodes = self._real.nodes
        starts = [int(row) for row in rows.tolist()]
        label = place.label or self._common_label(starts)
        by_property: dict[str, list[str]] = {}
        for row in starts[:_SEEN]:
            number = int(nodes.name_property[row])
            key = nodes.name_properties[number] if number >= 0 else "name"
            names = by_property.setdefault(key, [])
            if nodes.names[row] not in names:
                names.append(nodes.names[row])
        parts = [{key: names[0] if len(names) == 1 else {"$in": names}} for key, names in by_property.items()]
        where = parts[0] if len(parts) == 1 else {"$or": parts}
        known = next(
            (s.name for s in self._steps if isinstance(s, Find) and (s.label, s.where) == (label, where)),
            None,
        )
        return known or self._add(Find(self._name(label), label, where))

    def _common_label(self, rows: Sequence[int]) -> str | None:
        sets = [set(self._real.nodes.labels(row)) for row in rows]
        common = set.intersection(*sets) if sets else set()
        return min(
            common,
            key=lambda label: self._schema.labels[label].count if label in self._schema.labels else 0,
            default=None,
        )

    def _where(self, place: Place) -> dict[str, Any]:
        where = dict(place.where)
        denied = list(place.denied)
        for branch in place.branches:
            if self._is_value(branch):
                name, value = self._value(branch)
                if branch.is_negated:
                    denied.append({name: value})
                elif name in where:
                    denied.append({"$not": {name: value}})
                else:
                    where[name] = value
        if len(denied) == 1:
            where["$not"] = denied[0]
        elif denied:
            where["$not"] = {"$or": denied}
        return where

    def _value(self, branch: Branch) -> tuple[str, Any]:
        """The property and value, as the graph holds it, of a value that is named."""
        name = self._whole.relationships.relations[branch.step.relation]
        column = self._real.nodes.properties[name]
        found: list[Any] = []
        for row in branch.place.rows.tolist():
            arcs = slice(*self._whole.incoming.indptr[row : row + 2].tolist())
            for holder, link in zip(
                self._whole.incoming.indices[arcs].tolist(),
                self._whole.incoming.data[arcs].tolist(),
                strict=True,
            ):
                if int(self._whole.relationships.relation[link]) == branch.step.relation:
                    if column.kind_at(holder) == OTHER:
                        return name, {"$like": self._whole.nodes.names[row]}
                    found.append(column.value(holder))
                    break
        distinct = list(dict.fromkeys(found))
        return name, distinct[0] if len(distinct) == 1 else {"$in": distinct}

    def _counted(self, place: Place, counted: Counted) -> str:
        """A step in Cypher: how many nodes a step leads to is compared with a parameter."""
        types, direction, _ = self._types(counted.step)
        left, right = {"out": ("-", "->"), "in": ("<-", "-"), "any": ("-", "-")}[direction]
        kinds = "|".join(map(_quoted, types))
        label = f":{_quoted(place.label)}" if place.label else ""
        parameters: dict[str, Any] = {}
        tests = []
        is_denied = "$not" in counted.condition
        condition = counted.condition["$not"] if is_denied else counted.condition
        assert isinstance(condition, dict)
        for operator, value in condition.items():
            pairs = (
                zip(("$gte", "$lte"), value, strict=True) if isinstance(value, list) else ((operator, value),)
            )
            for one, number in pairs:
                key = f"number{len(parameters) + 1}"
                parameters[key] = number
                tests.append(f"COUNT {{ (n){left}[:{kinds}]{right}() }} {_COMPARED[one]} ${key}")
        compared = " AND ".join(tests)
        text = f"MATCH (n{label}) WHERE {f'NOT ({compared})' if is_denied else compared} RETURN n"
        return self._add(CypherStep(self._name("counted"), text, parameters))

    def _ranked(self, place: Place, found: str) -> str:
        if place.rank is None:
            return found
        superlative, by = place.rank
        name, order = self._name("ranked"), superlative.descending
        if isinstance(by, str):
            return self._add(Rank(name, found, by_property=by, descending=order, limit=superlative.limit))
        types, direction, _ = self._types(by)
        degree = Degree(types, direction, self._label_at(by))
        return self._add(Rank(name, found, by_count=degree, descending=order, limit=superlative.limit))

    def _add(self, step: Step) -> str:
        self._steps.append(step)
        return step.name

    def _name(self, said: str | None) -> str:
        """A name for a set that no other has."""
        base = "_".join(readable(said or "found").split()) or "found"
        taken = {step.name for step in self._steps}
        number = 1
        while (name := base if number == 1 else f"{base}{number}") in taken:
            number += 1
        return name


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
