"""The labels, types and properties of a projection, told to a model and used to mend what it writes."""

from __future__ import annotations

import threading
import weakref
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from motif.graphs.projection import MISSING, Projection
from motif.planners.cypher.nearest import did_you_mean, nearest
from motif.planners.cypher.tokens import CypherRefused
from motif.planners.cypher_literals import identifier
from motif.planners.prompting import as_lines
from motif.planners.protocol import PlanningGraph
from motif.planners.schema_facts import NAME, facts_of

LONGEST = 8_000
"""Characters of a schema that is told to a model."""

_SAMPLED = 2_000_000
"""Relationships whose ends are looked at."""

Ends = tuple[str, str]
"""A label of the source and one of the target; "" for none."""


@dataclass(frozen=True, slots=True)
class Words:
    """What may stand in a statement over a graph.

    Attributes
    ----------
    properties
        By label, "" for nodes without one: each property and its kind; `NAME` for what names the nodes.
    ends
        By relationship type: between which labels it leads, most frequent first.
    of_relationships
        By relationship type: its properties.
    """

    properties: Mapping[str, Mapping[str, str]]
    ends: Mapping[str, tuple[Ends, ...]]
    of_relationships: Mapping[str, tuple[str, ...]]

    def label(self, name: str) -> str:
        """The label that ``name`` is, however it is spelt. Raises `CypherRefused` for none."""
        return _known(name, [label for label in self.properties if label], "label")

    def type(self, name: str) -> str:
        """The relationship type that ``name`` is, however it is spelt. Raises `CypherRefused` for none."""
        return _known(name, self.ends, "relationship type")

    def owned(self, name: str, label: str | None) -> str | None:
        """The property ``name`` of nodes with that label, or of any; None where they have none spelt so."""
        kinds = [self.properties.get(label, {})] if label is not None else self.properties.values()
        return _spelt(name, {one for of_label in kinds for one in of_label})

    def carried(self, name: str, types: Collection[str]) -> str | None:
        """The property ``name`` of relationships of these types (none: of any); None where they have none spelt so."""
        return _spelt(
            name, {one for kind in types or self.ends for one in self.of_relationships.get(kind, ())}
        )

    def is_name(self, name: str, label: str | None) -> bool:
        """Whether the property is what nodes with that label are called by."""
        return label is not None and self.properties.get(label, {}).get(name) == NAME

    def leads(self, types: Collection[str], start: str | None, end: str | None) -> bool:
        """Whether a relationship of one of the types leads so; a label of None is any."""
        pairs = (pair for kind in types or self.ends for pair in self.ends.get(kind, ()))
        return any(start in (None, pair[0]) and end in (None, pair[1]) for pair in pairs)

    def text(self) -> str:
        """The schema as a model that knows Cypher reads it, at most `LONGEST` characters."""
        lines = ["Nodes:", *self._node_lines(), "Relationships:", *self._relationship_lines()]
        told, left = [], LONGEST
        for line in lines:
            left -= len(line) + 1
            if left < 0:
                break
            told.append(line)
        return as_lines("\n".join(told))

    def _node_lines(self) -> Iterator[str]:
        for label, kinds in self.properties.items():
            told = ", ".join(f"{identifier(name)}: {kind}" for name, kind in kinds.items())
            named = f":{identifier(label)}" if label else ""
            yield f"({named} {{{told}}})" if told else f"({named})"

    def _relationship_lines(self) -> Iterator[str]:
        for kind, pairs in self.ends.items():
            held = ", ".join(map(identifier, self.of_relationships.get(kind, ())))
            for start, end in pairs[:4]:
                told = f" {{{held}}}" if held else ""
                yield f"{_node(start)}-[:{identifier(kind)}{told}]->{_node(end)}"


def words_of(graph: PlanningGraph) -> Words:
    """The words of ``graph``: gathered on first use, kept as long as the graph."""
    with _LOCK:
        found = _KEPT.get(graph)
        if found is None:
            projection = graph.projection
            found = _KEPT[graph] = Words(facts_of(graph).properties, _ends(projection), _carried(projection))
        return found


_KEPT: weakref.WeakKeyDictionary[PlanningGraph, Words] = weakref.WeakKeyDictionary()
_LOCK = threading.Lock()


def _node(label: str) -> str:
    return f"(:{identifier(label)})" if label else "()"


def _known(name: str, known: Collection[str], what: str) -> str:
    found = name if name in known else nearest(name, known)
    if found is None:
        raise CypherRefused(f"The graph has no {what} '{name[:80]}'. {did_you_mean(name, known)}")
    return found


def _spelt(name: str, known: Collection[str]) -> str | None:
    return name if name in known else nearest(name, known)


def _ends(projection: Projection) -> dict[str, tuple[Ends, ...]]:
    """By type the labels of its ends; of a node with several labels, each."""
    table, nodes = projection.relationships, projection.nodes
    sets = [tuple(labels) or ("",) for labels in nodes.label_sets]
    step = max(1, len(table) // _SAMPLED)
    rows = np.stack(
        [table.type[::step], nodes.label_set[table.source[::step]], nodes.label_set[table.target[::step]]]
    )
    found: dict[str, Counter[Ends]] = {kind: Counter() for kind in table.types}
    for (kind, start, end), count in zip(*_counted(rows), strict=True):
        for one in sets[start]:
            for other in sets[end]:
                found[table.types[kind]][one, other] += count
    return {kind: tuple(pair for pair, _ in pairs.most_common()) for kind, pairs in found.items()}


def _counted(rows: np.ndarray[tuple[int, ...], np.dtype[np.integer]]) -> tuple[list[list[int]], list[int]]:
    found, counts = np.unique(rows, axis=1, return_counts=True)
    return found.T.tolist(), counts.tolist()


def _carried(projection: Projection) -> dict[str, tuple[str, ...]]:
    table = projection.relationships
    found: dict[str, list[str]] = {kind: [] for kind in table.types}
    for name, column in sorted(table.properties.items()):
        for kind in np.unique(table.type[column.kind != MISSING]).tolist():
            found[table.types[kind]].append(name)
    return {kind: tuple(names) for kind, names in found.items()}
