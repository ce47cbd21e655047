"""How many nodes each label has and how many relationships each type: from the counts that the database keeps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motif.graphs.statements import ReadSession
from motif_cypher import Template, template, union_all

SECONDS = 30.0
"""After which a statement that reads the schema is ended; one that has just started takes a few to plan it."""

ROWS = 100_000
_PER_STATEMENT = 20


@dataclass(frozen=True, slots=True)
class GraphCounts:
    """What a database has how many of.

    Attributes
    ----------
    labels, types
        Those of which there are any, sorted.
    sources, targets
        By type: relationships by a label of the node that they come from, or lead to; empty where not known.
    is_whole
        Whether nodes without any label count too.
    """

    nodes: int
    relationships: int
    labels: Mapping[str, int]
    types: Mapping[str, int]
    sources: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    targets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    is_whole: bool = True

    def restricted(self, labels: Collection[str] | None, types: Collection[str] | None) -> GraphCounts:
        """Only what has one of ``labels``, and of ``types``; None for all."""
        if labels is None and types is None:
            return self
        kept = _kept(self.labels, labels)
        sources = {name: _kept(of_type, labels) for name, of_type in self.sources.items()}
        targets = {name: _kept(of_type, labels) for name, of_type in self.targets.items()}
        of_types = {
            name: count if labels is None else min([count, *_totals(name, sources, targets)])
            for name, count in _kept(self.types, types).items()
        }
        of_types = {name: count for name, count in of_types.items() if count}
        n_nodes = self.nodes if labels is None else min(self.nodes, sum(kept.values()))
        return GraphCounts(n_nodes, sum(of_types.values()), kept, of_types, sources, targets, labels is None)

    def known_labels(self, labels: Sequence[str]) -> tuple[str, ...]:
        """Those of ``labels``, all of one node, that count, sorted; "" alone for a node without labels."""
        found = tuple(sorted(label for label in labels if label in self.labels))
        return found or (("",) if self.is_whole and not labels else ())


def _kept(counts: Mapping[str, int], names: Collection[str] | None) -> dict[str, int]:
    return {name: count for name, count in counts.items() if names is None or name in names}


def _totals(name: str, *ends: Mapping[str, Mapping[str, int]]) -> list[int]:
    """At most as many relationships of the type can be joined to the labels, at either end."""
    return [sum(of_type[name].values()) for of_type in ends if name in of_type]


def read_counts(session: ReadSession) -> GraphCounts:
    """The counts of the whole database, in two round trips; in more where the user may not ask for them all at once."""
    allowed = session.run(template("may_read_counts").text, {}, seconds=SECONDS, limit=1)
    if not allowed:
        return _count_each(session)
    rows = session.run(template("graph_counts").text, {}, seconds=SECONDS, limit=1)
    return _read_graph_counts(rows[0]["nodes"] or (), rows[0]["relationships"] or ())


def _read_graph_counts(
    nodes: Iterable[Mapping[str, Any]], relationships: Iterable[Mapping[str, Any]]
) -> GraphCounts:
    labels: dict[str, int] = {}
    n_nodes = 0
    for entry in nodes:
        if entry.get("label") is None:
            n_nodes = entry["count"]
        else:
            labels[entry["label"]] = entry["count"]
    types: dict[str, int] = {}
    ends: dict[str, dict[str, dict[str, int]]] = {"startLabel": {}, "endLabel": {}}
    n_relationships = 0
    for entry in relationships:
        of_end = [key for key in ends if entry.get(key) is not None]
        name, count = entry.get("relationshipType"), entry["count"]
        if name is None and not of_end:
            n_relationships = count
        elif name is not None and not of_end:
            types[name] = count
        elif name is not None and count:
            ends[of_end[0]].setdefault(name, {})[entry[of_end[0]]] = count
    return GraphCounts(
        n_nodes, n_relationships, _ranked(labels), _ranked(types), ends["startLabel"], ends["endLabel"]
    )


def _ranked(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: counts[name] for name in sorted(counts) if counts[name]}


def _count_each(session: ReadSession) -> GraphCounts:
    tokens = session.run(template("tokens").text, {}, seconds=SECONDS, limit=ROWS)
    parts: Sequence[Template] = [
        template("count_labelled_nodes").fill(label=row["name"])
        if row["kind"] == "label"
        else template("count_typed_relationships").fill(type=row["name"])
        for row in tokens
        if row["kind"] != "nodes"
    ]
    n_nodes = next(int(row["name"]) for row in tokens if row["kind"] == "nodes")
    found: dict[str, dict[str, int]] = {"label": {}, "type": {}}
    for start in range(0, len(parts), _PER_STATEMENT):
        statement = union_all(parts[start : start + _PER_STATEMENT])
        for row in session.run(statement.text, {}, seconds=SECONDS, limit=ROWS):
            found[row["kind"]][row["name"]] = row["total"]
    types = _ranked(found["type"])
    return GraphCounts(n_nodes, sum(types.values()), _ranked(found["label"]), types)
