"""The schema of a database, from samples that it takes itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from motif.catalog.schema import Group, PropertyFacts, Schema, base_type
from motif.database import Database
from motif_cypher import template, union_all

SAMPLE = 100
"""Nodes of each label, and relationships of each type, that detection looks at."""

_LONGEST = 256
_PER_STATEMENT = 50


def read_database_schema(database: Database) -> Schema:
    """Labels and types with what a sample of `SAMPLE` of each says; two round trips for up to 50 of them."""
    tokens = database.run(template("tokens"))
    parts = [
        template("sample_nodes").fill(label=row["name"])
        if row["kind"] == "label"
        else template("sample_relationships").fill(type=row["name"])
        for row in tokens
        if row["kind"] != "nodes"
    ]
    n_nodes = next(int(row["name"]) for row in tokens if row["kind"] == "nodes")
    rows: list[dict[str, Any]] = []
    for start in range(0, len(parts), _PER_STATEMENT):
        statement = union_all(parts[start : start + _PER_STATEMENT])
        rows.extend(database.run(statement, sample=SAMPLE, longest=_LONGEST))
    return Schema(_groups(rows, "label"), _groups(rows, "type"), n_nodes)


def _groups(rows: Sequence[Mapping[str, Any]], kind: str) -> tuple[Group, ...]:
    of_name: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        if row["kind"] == kind:
            of_name.setdefault(row["name"], []).append(row)
    groups = (_group(name, entries) for name, entries in sorted(of_name.items()))
    return tuple(group for group in groups if group.count)


def _group(name: str, rows: Sequence[Mapping[str, Any]]) -> Group:
    seen = max((row["present"] for row in rows if row["property"] is None), default=0)
    by_property: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        if row["property"] is not None:
            by_property.setdefault(row["property"], []).append(row)
    facts = {key: _facts(entries, max(seen, 1)) for key, entries in sorted(by_property.items())}
    return Group(name, max((row["total"] for row in rows), default=0), facts)


def _facts(rows: Sequence[Mapping[str, Any]], seen: int) -> PropertyFacts:
    present = sum(row["present"] for row in rows)
    lengths = [row["length"] for row in rows if row["length"] is not None]
    letters = [row["letters"] for row in rows if row.get("letters") is not None]
    return PropertyFacts(
        types=tuple(dict.fromkeys(base_type(row["type"]) for row in rows)),
        present=present / seen,
        distinct=sum(row["distinct"] for row in rows) / present,
        length=max(lengths) if lengths else None,
        letters=max(letters) if letters else None,
    )
