"""A graph in CSV files: nodes and relationships, with plain headers or those of Neo4j's importer.

Plain: ``nodes.csv`` with ``id``, ``label`` (several joined by ``;``) and properties, ``relationships.csv``
with ``source``, ``type``, ``target`` and properties. Of Neo4j's importer: files whose headers have ``:ID``,
or ``:START_ID`` and ``:END_ID``, in any number.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from motif.errors import InvalidSource
from motif_loaders.csv_table import END, ID, LABEL, START, TYPE, Table, is_importer_header, read_table
from motif_loaders.formats import as_character
from motif_loaders.property_types import converted, inferred
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord, Value
from motif_loaders.text_files import find_file, malformed

_LARGEST_FIELD = 64 * 1024 * 1024


def load(
    source: Path,
    *,
    separator: str | None = None,
    array_separator: str = ";",
    label: str = "Entity",
    relationship_key: str | None = None,
) -> Iterator[Record]:
    """Records of the CSV files in folder ``source``, plain or gzipped; nodes first.

    Parameters
    ----------
    separator
        One character; by default the one of comma, tab, semicolon and bar that the header has most of.
    array_separator
        What stands between the labels of a node and the values of a list.
    label
        The label of nodes that name none. A node's key is its first label and its id.
    relationship_key
        A column that tells apart several relationships of one type between the same nodes; without it they
        are one.

    Columns with a type in their header have it; the others are whole numbers, decimals, true or false when
    all their values are, else text. Empty fields are no properties.

    Raises `InvalidSource`, naming the line: a missing column, a value not of its type, an id twice, an end
    that is no node.
    """
    csv.field_size_limit(_LARGEST_FIELD)
    tables = _tables(source, as_character("separator", separator))
    return _Graph(array_separator, label, relationship_key).records(*tables)


def _tables(folder: Path, separator: str | None) -> tuple[list[Table], list[Table]]:
    if not folder.is_dir():
        raise InvalidSource(
            f"{folder} is no folder.", hint="Give the folder that holds nodes.csv and relationships.csv."
        )
    files = sorted(path for pattern in ("*.csv", "*.csv.gz") for path in folder.glob(pattern))
    nodes = [path for path in files if is_importer_header(path, ID)]
    relationships = [path for path in files if is_importer_header(path, START)]
    nodes = nodes or [find_file(folder, "nodes.csv")]
    relationships = relationships or [find_file(folder, "relationships.csv", "edges.csv", "rels.csv")]
    return (
        [read_table(path, separator, ends=False) for path in nodes],
        [read_table(path, separator, ends=True) for path in relationships],
    )


@dataclass(slots=True)
class _Graph:
    array_separator: str
    label: str
    relationship_key: str | None

    def records(self, nodes: list[Table], relationships: list[Table]) -> Iterator[Record]:
        keys: dict[tuple[str, str], Key] = {}
        taken: set[Key] = set()
        for table in nodes:
            yield from self._nodes(table, keys, taken)
        for table in relationships:
            yield from self._relationships(table, keys)

    def _nodes(self, table: Table, keys: dict[tuple[str, str], Key], taken: set[Key]) -> Iterator[NodeRecord]:
        place = _required(table, ID, "id")
        column, labels_at, kinds = table.columns[place], table.role(LABEL), _kinds(table)
        for line, row in table.rows():
            text = row[place].strip()
            if not text:
                raise malformed(table.path, line, "has no id", "each node needs one")
            if (column.space, text) in keys:
                raise malformed(table.path, line, f"has the id '{text}' again", "each node needs its own")
            labels = self._labels("" if labels_at is None else row[labels_at])
            key = keys[column.space, text] = Key(labels[0], column.name or "id", text)
            if column.space and key in taken:
                given = f"has the id '{text}' of another '{labels[0]}'"
                raise malformed(
                    table.path, line, given, "name the id columns differently, as in personId:ID(Person)"
                )
            taken.add(key)
            yield NodeRecord(key, self._properties(table, kinds, line, row), labels[1:])

    def _labels(self, text: str) -> tuple[str, ...]:
        found = tuple(
            dict.fromkeys(part.strip() for part in text.split(self.array_separator) if part.strip())
        )
        return found or (self.label,)

    def _relationships(self, table: Table, keys: dict[tuple[str, str], Key]) -> Iterator[RelationshipRecord]:
        start, end = _required(table, START, "source"), _required(table, END, "target")
        type_at, kinds = _required(table, TYPE, "type"), _kinds(table)
        if self.relationship_key is not None and self.relationship_key not in (c.name for c in table.columns):
            raise malformed(
                table.path, 1, f"has no column '{self.relationship_key}'", "it must tell them apart"
            )
        for line, row in table.rows():
            ends = []
            for place in (start, end):
                text = row[place].strip()
                key = keys.get((table.columns[place].space, text))
                if key is None:
                    raise malformed(
                        table.path, line, f"has the end '{text}', which is no node", "list it as a node"
                    )
                ends.append(key)
            if not row[type_at].strip():
                raise malformed(table.path, line, "has no type", "each relationship needs one")
            properties = self._properties(table, kinds, line, row)
            if self.relationship_key is not None and self.relationship_key not in properties:
                raise malformed(
                    table.path, line, f"has no {self.relationship_key}", "it must tell them apart"
                )
            yield RelationshipRecord(
                ends[0], row[type_at].strip(), ends[1], properties, self.relationship_key
            )

    def _properties(
        self, table: Table, kinds: list[str | None], line: int, row: list[str]
    ) -> dict[str, Value]:
        properties: dict[str, Value] = {}
        for column, kind, text in zip(table.columns, kinds, row, strict=True):
            if kind is None or text == "":
                continue
            try:
                properties[column.name] = converted(text, kind, self.array_separator)
            except (ValueError, KeyError):
                given = f"has {text[:80]!r} in the column '{column.name}'"
                raise malformed(table.path, line, given, f"a value of type {kind} is needed") from None
        return properties


def _required(table: Table, role: str, plain: str) -> int:
    place = table.role(role)
    if place is None:
        raise malformed(table.path, 1, f"has no column '{plain}' (or '{role}')", "the header must name it")
    return place


def _kinds(table: Table) -> list[str | None]:
    """The type of each column that is a property, None for the others.

    A type that the header does not give is inferred from all values, by reading the file once more.
    """
    properties = [column.role is None and bool(column.name) for column in table.columns]
    if not any(
        needed and column.kind is None for needed, column in zip(properties, table.columns, strict=True)
    ):
        return [
            column.kind if needed else None for needed, column in zip(properties, table.columns, strict=True)
        ]
    found = inferred((row for _, row in table.rows()), len(table.columns))
    return [
        (column.kind or kind) if needed else None
        for needed, column, kind in zip(properties, table.columns, found, strict=True)
    ]
