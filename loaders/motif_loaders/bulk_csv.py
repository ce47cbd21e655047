"""Records as CSV files for Neo4j's importer, which fills an empty database faster than statements can.

Nodes are numbered from 0 and relationships name them by number, so keys of any kind need no quoting rules
of ids.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from motif.embedded.importing import ImportFiles
from motif.errors import InvalidInput
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord

ARRAY_SEPARATOR = "\x1f"
"""Stands between the values of a list: the separator that ASCII has for it, which texts do not hold."""

_EVERY = 100_000


@dataclass(frozen=True, slots=True)
class PreparedImport:
    """Files for `motif.embedded.bulk_import`, and what is left to do once the server runs.

    Attributes
    ----------
    keys
        Labels and properties that need a uniqueness constraint, so that loading again matches quickly.
    """

    files: ImportFiles
    keys: tuple[tuple[str, str], ...]
    n_nodes: int
    n_relationships: int


def write_import_files(
    records: Iterable[Record], folder: Path, *, progress: Callable[[int, int], None] | None = None
) -> PreparedImport:
    """The files of ``records`` in ``folder``, which is made when it is missing.

    Nodes and relationships that are described twice are written once, merged as the writer would merge
    them. All are held in memory: about 300 bytes for a node and 200 for a relationship, plus their
    properties.

    Raises `InvalidInput` for a relationship whose end no record describes, and a value that a CSV file
    cannot hold.
    """
    folder.mkdir(parents=True, exist_ok=True)
    graph = _Graph()
    for number, record in enumerate(records, start=1):
        graph.add(record)
        if progress is not None and number % _EVERY == 0:
            progress(number, 0)
    nodes = _write(folder, "nodes", graph.node_rows(), (":ID", ":LABEL"))
    relationships = _write(
        folder, "relationships", graph.relationship_rows(), (":START_ID", ":END_ID", ":TYPE")
    )
    if progress is not None:
        progress(len(graph.nodes) + len(graph.relationships), 0)
    keys = tuple(dict.fromkeys((key.label, key.property) for key in graph.nodes))
    files = ImportFiles(nodes, relationships, array_delimiter="U+001F", id_type="integer", multiline=True)
    return PreparedImport(files, keys, len(graph.nodes), len(graph.relationships))


@dataclass(slots=True)
class _Node:
    number: int
    labels: tuple[str, ...]
    properties: Mapping[str, Any]


@dataclass(slots=True)
class _Graph:
    """Everything merged by key: a relationship's is its ends, its type and the value that tells it apart."""

    nodes: dict[Key, _Node] = field(default_factory=dict)
    relationships: dict[tuple[int, int, str, Any], Mapping[str, Any]] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        if isinstance(record, NodeRecord):
            node = self.nodes.get(record.key)
            if node is None:
                self.nodes[record.key] = _Node(len(self.nodes), record.all_labels, record.properties)
            else:
                node.labels = tuple(dict.fromkeys((*node.labels, *record.labels)))
                node.properties = {**node.properties, **record.properties}
        else:
            key = (self._number(record, record.source), self._number(record, record.target), record.type)
            told = None if record.distinguished_by is None else record.properties[record.distinguished_by]
            before = self.relationships.get((*key, told))
            merged = {**before, **record.properties} if before else record.properties
            self.relationships[(*key, told)] = merged

    def _number(self, record: RelationshipRecord, key: Key) -> int:
        node = self.nodes.get(key)
        if node is None:
            raise InvalidInput(
                f"A relationship {record.type} has the end {key.label} {key.property}={key.value!r}, "
                "which no earlier record describes."
            )
        return node.number

    def node_rows(self) -> Iterator[tuple[object, str, Mapping[str, Any]]]:
        """(what goes into one file, the fixed fields, the properties) for each node."""
        for key, node in self.nodes.items():
            labels = tuple(dict.fromkeys(node.labels))
            fixed = f"{node.number},{_quoted(ARRAY_SEPARATOR.join(labels))}"
            yield labels, fixed, {**node.properties, key.property: key.value}

    def relationship_rows(self) -> Iterator[tuple[object, str, Mapping[str, Any]]]:
        for (source, target, kind, _), properties in self.relationships.items():
            yield kind, f"{source},{target},{_quoted(kind)}", properties


@dataclass(slots=True)
class _File:
    """Rows that share a header: a property has one type in a file, and is left empty where it is missing."""

    kinds: dict[str, str] = field(default_factory=dict)
    rows: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)

    def fits(self, kinds: Mapping[str, str]) -> bool:
        return all(self.kinds.get(name, kind) == kind for name, kind in kinds.items())


def _write(
    folder: Path, stem: str, rows: Iterable[tuple[object, str, Mapping[str, Any]]], fixed: tuple[str, ...]
) -> tuple[Path, ...]:
    groups: dict[object, list[_File]] = {}
    for group, start, properties in rows:
        kinds = {name: _kind(name, value) for name, value in properties.items()}
        files = groups.setdefault(group, [])
        file = next((file for file in files if file.fits(kinds)), None)
        if file is None:
            file = _File()
            files.append(file)
        file.kinds.update(kinds)
        file.rows.append((start, properties))
    paths = []
    for number, file in enumerate((file for files in groups.values() for file in files), start=1):
        paths.append(folder / f"{stem}-{number:04d}.csv")
        _write_file(paths[-1], file, fixed)
    return tuple(paths)


def _write_file(path: Path, file: _File, fixed: tuple[str, ...]) -> None:
    header = [*fixed, *(_quoted(f"{name}:{kind}") for name, kind in file.kinds.items())]
    with path.open("w", encoding="utf-8", newline="") as out:
        out.write(",".join(header) + "\n")
        for start, properties in file.rows:
            out.write(",".join([start, *(_field(properties.get(name)) for name in file.kinds)]) + "\n")


def _kind(name: str, value: Any) -> str:
    if isinstance(value, list):
        kinds = {_kind(name, item) for item in value}
        if len(kinds) != 1 or not all(_fits_list(item) for item in value):
            raise InvalidInput(
                f"The list {value!r} of the property '{name}' cannot be written for the importer.",
                hint="Load it into a running server instead.",
            )
        return f"{kinds.pop()}[]"
    if isinstance(value, datetime):
        return "localdatetime" if value.tzinfo is None else "datetime"
    return {str: "string", bool: "boolean", int: "long", float: "double"}.get(type(value), "date")


def _fits_list(item: Any) -> bool:
    return not isinstance(item, str) or (item != "" and ARRAY_SEPARATOR not in item)


def _field(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return _quoted(ARRAY_SEPARATOR.join(_text(item) for item in value))
    return _quoted(value) if isinstance(value, str) else _text(value)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return str(value)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
