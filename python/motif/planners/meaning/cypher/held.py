"""What a statement must know of the graph: kinds of values by label and type, and which properties name what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motif.engine.coding import ColumnCoding
from motif.graphs.distinct import distinct
from motif.graphs.projection import STRING, Column, Projection
from motif.planners.cypher_nodes import selected
from motif.planners.meaning.cypher.kinds import Kinds, has_odd_numbers, kinds_of
from motif.planners.meaning.cypher.unsaid import CannotSay

Rows = NDArray[np.int64]


@dataclass
class Held:
    """Reads it off the arrays of a projection, each thing once.

    Parameters
    ----------
    named
        Rows of the nodes called by a name to the letter, int32.
    """

    projection: Projection
    named: Callable[[str], NDArray[np.int32]]
    _rows: dict[str | None, Rows] = field(default_factory=dict)
    _ties: dict[tuple[str, ...], Rows] = field(default_factory=dict)
    _kinds: dict[tuple[str, str | tuple[str, ...] | None], Kinds] = field(default_factory=dict)
    _odd: dict[tuple[str, str | tuple[str, ...] | None], bool] = field(default_factory=dict)
    _written: dict[tuple[str, str], bool] = field(default_factory=dict)
    _naming: dict[str | None, tuple[str, ...]] = field(default_factory=dict)

    @property
    def labels(self) -> tuple[str, ...]:
        """Those whose nodes are projected; none for all."""
        return selected(self.projection.configuration.get("nodeProjection"))

    @property
    def types(self) -> tuple[str, ...]:
        """Those whose relationships are projected; none for all."""
        return selected(self.projection.configuration.get("relationshipProjection"))

    def kinds(self, name: str, owner: str | tuple[str, ...] | None) -> Kinds:
        """Of a property of the nodes with a label, None for all nodes; of relationships, where types are given."""
        key = name, owner
        if key not in self._kinds:
            column = self._column(name, owner)
            self._kinds[key] = Kinds() if column is None else kinds_of(column, self._owned(owner))
        return self._kinds[key]

    def has_odd_numbers(self, name: str, owner: str | tuple[str, ...] | None) -> bool:
        """Whether a property has texts that Neo4j reads as numbers and the arrays do not."""
        key = name, owner
        if key not in self._odd:
            column, rows = self._column(name, owner), self._owned(owner)
            is_odd = column is not None and column.text is not None
            if is_odd and column is not None and column.text is not None:
                is_odd = has_odd_numbers(column.texts_at(rows[column.kinds_at(rows) == STRING]))
            self._odd[key] = is_odd
        return self._odd[key]

    def are_written_numbers(self, name: str, owner: str | tuple[str, ...] | None) -> bool:
        """Whether a property has texts and nine of ten, whatever has them, are numbers: so the arrays rank it."""
        column = self._column(name, owner)
        if column is None or column.text is None:
            return False
        table = "ties" if isinstance(owner, tuple) else "nodes"
        if (table, name) not in self._written:
            self._written[table, name] = ColumnCoding(column).are_written_numbers
        return self._written[table, name]

    def naming(self, label: str | None) -> tuple[str, ...]:
        """The properties that name the nodes with a label, the first that a node has.

        Raises `CannotSay` where none does, or one node is named by a property that another has beside its name.
        """
        if label not in self._naming:
            self._naming[label] = self._found_naming(label)
        return self._naming[label]

    def is_named_by_property(self, name: str, label: str | None) -> bool:
        """Whether each node with the label that is called so has the name from a property."""
        return bool((self.projection.nodes.name_property[self.called(name, label)] >= 0).all())

    def called(self, name: str, label: str | None) -> Rows:
        """Nodes with the label that are called so, int64."""
        rows, nodes = self.named(name).astype(np.int64), self.projection.nodes
        if label is None:
            return rows
        return rows[[label in nodes.label_sets[each] for each in nodes.label_set[rows].tolist()]]

    def _found_naming(self, label: str | None) -> tuple[str, ...]:
        nodes, rows = self.projection.nodes, self._owned(label)
        by = nodes.name_property[rows]
        numbers = [number for number in distinct(by).tolist() if number >= 0]
        found = [nodes.name_properties[number] for number in numbers]
        if not found:
            raise CannotSay("name", f"No property names {f'the nodes of {label}' if label else 'nodes'}.")
        for place, name in enumerate(found[:-1]):
            column = nodes.properties.get(name)
            later = rows[by > numbers[place]]
            if column is None or column.known_at(later).any():
                said = ", ".join(found)
                raise CannotSay(
                    "name", f"Several properties name nodes, in no order that holds for all: {said}."
                )
        return tuple(found)

    def _column(self, name: str, owner: str | tuple[str, ...] | None) -> Column | None:
        table = self.projection.relationships if isinstance(owner, tuple) else self.projection.nodes
        return table.properties.get(name)

    def _owned(self, owner: str | tuple[str, ...] | None) -> Rows:
        if isinstance(owner, tuple):
            if owner not in self._ties:
                self._ties[owner] = self._typed(owner)
            return self._ties[owner]
        if owner not in self._rows:
            self._rows[owner] = self._labelled(owner)
        return self._rows[owner]

    def _labelled(self, label: str | None) -> Rows:
        nodes = self.projection.nodes
        if label is None:
            return np.arange(len(nodes))
        carries = np.array([label in labels for labels in nodes.label_sets] or [False], np.bool_)
        return np.flatnonzero(carries[nodes.label_set])

    def _typed(self, types: tuple[str, ...]) -> Rows:
        table = self.projection.relationships
        if not types:
            return np.arange(len(table))
        carries = np.array([name in types for name in table.types] or [False], np.bool_)
        return np.flatnonzero(carries[table.type])
