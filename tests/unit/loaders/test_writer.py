"""The writer against a database in memory that understands its statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from motif.database import Database, Written
from motif.errors import QueryFailed
from motif_cypher import Template
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord
from motif_loaders.writer import Loaded, write_records

A, B = Key("Film", "title", "Heat"), Key("Person", "name", "Michael Mann")


class MemoryDatabase:
    """Does to dictionaries what the loading statements do to Neo4j; ``fail_after`` writes it raises."""

    def __init__(self, fail_after: int | None = None) -> None:
        self.nodes: dict[tuple[str, ...], dict[str, Any]] = {}
        self.labels: dict[tuple[str, ...], set[str]] = {}
        self.relationships: dict[tuple[Any, ...], dict[str, Any]] = {}
        self.constraints: set[str] = set()
        self.batches: list[tuple[str, int]] = []
        self.fail_after = fail_after

    def write(
        self,
        statement: Template,
        rows: Sequence[Any] | None = None,
        /,
        *,
        batch: int = 1000,
        marked: bool = True,
    ) -> Written:
        assert not marked, "what is loaded makes projections stale"
        if rows is None:
            self.constraints.add(statement.text)
            return Written()
        if self.fail_after is not None and len(self.batches) >= self.fail_after:
            raise KeyboardInterrupt
        assert len(rows) <= batch
        self.batches.append((statement.name, len(rows)))
        before = len(self.nodes), len(self.relationships)
        for row in rows:
            getattr(self, f"_{statement.name}")(statement.text, row)
        return Written(len(self.nodes) - before[0], len(self.relationships) - before[1])

    def _load_nodes(self, text: str, row: Any) -> None:
        label, property = text.split("`")[1], text.split("`")[3]
        self.nodes.setdefault((label, property, row[0]), {}).update(row[1])

    def _load_labels(self, text: str, row: Any) -> None:
        parts = text.split("`")
        assert (parts[1], parts[3], row[0]) in self.nodes
        self.labels.setdefault((parts[1], parts[3], row[0]), set()).add(parts[5])

    def _load_relationships(self, text: str, row: Any) -> None:
        parts = text.split("`")
        ends = (parts[1], parts[3], row[0]), (parts[5], parts[7], row[1])
        if not all(end in self.nodes for end in ends):
            raise QueryFailed("Failed to create relationship, node is missing.")
        self.relationships.setdefault((*ends, parts[9], *row[3:]), {}).update(row[2])

    _load_keyed_relationships = _load_relationships


def write(database: MemoryDatabase, records: list[Record], **options: Any) -> Loaded:
    return write_records(cast(Database, database), records, **options)


def graph(size: int = 25) -> list[Record]:
    keys = [Key("Thing", "id", number) for number in range(size)]
    nodes: list[Record] = [NodeRecord(key, {"name": f"thing {key.value}"}) for key in keys]
    return nodes + [RelationshipRecord(keys[i], "R", keys[(i + 1) % size]) for i in range(size)]


def test_loading_twice_changes_nothing() -> None:
    database = MemoryDatabase()
    assert write(database, graph()) == Loaded(25, 25, 25, 25)
    before = {key: dict(value) for key, value in database.nodes.items()}
    again = write(database, graph())
    assert (again.nodes_created, again.nodes_matched, again.relationships_created) == (0, 25, 0)
    assert database.nodes == before


def test_each_key_has_its_constraint_before_anything_is_written() -> None:
    database = MemoryDatabase()
    write(database, [NodeRecord(A), NodeRecord(B), RelationshipRecord(A, "DIRECTED_BY", B)])
    assert len(database.constraints) == 2
    assert any("`Film`" in text and "`title`" in text for text in database.constraints)


def test_batches_are_whole_and_nodes_go_first() -> None:
    database = MemoryDatabase()
    mixed = [record for pair in zip(graph()[:25], graph()[25:], strict=True) for record in pair]
    records = sorted(mixed, key=lambda record: isinstance(record, RelationshipRecord))
    write(database, records, batch=10)
    assert [size for name, size in database.batches if name == "load_nodes"] == [10, 10, 5]
    assert database.batches.index(("load_relationships", 10)) > database.batches.index(("load_nodes", 5))


def test_an_interruption_leaves_whole_batches_and_a_second_run_completes_them() -> None:
    database = MemoryDatabase(fail_after=4)
    with pytest.raises(KeyboardInterrupt):
        write(database, graph(), batch=10)
    assert (len(database.nodes), len(database.relationships)) == (25, 10)
    database.fail_after = None
    assert write(database, graph(), batch=10) == Loaded(25, 25, 0, 15)


def test_later_properties_win_and_further_labels_are_added() -> None:
    database = MemoryDatabase()
    write(
        database,
        [NodeRecord(A, {"year": 1, "x": 2}, ("Classic",)), NodeRecord(A, {"year": 1995}, ("Crime",))],
    )
    assert database.nodes["Film", "title", "Heat"] == {"year": 1995, "x": 2}
    assert database.labels["Film", "title", "Heat"] == {"Classic", "Crime"}


def test_a_telling_property_keeps_parallel_relationships_apart() -> None:
    database = MemoryDatabase()
    ends: list[Record] = [NodeRecord(A), NodeRecord(B)]
    plain = [RelationshipRecord(A, "R", B, {"day": day}) for day in (1, 2)]
    told = [RelationshipRecord(A, "S", B, {"day": day}, "day") for day in (1, 2)]
    write(database, ends + plain + told)
    assert sorted(len(key) for key in database.relationships) == [3, 4, 4]
    assert {"day": 2} in database.relationships.values()


def test_an_end_that_is_nowhere_is_an_error() -> None:
    with pytest.raises(QueryFailed, match="missing"):
        write(MemoryDatabase(), [NodeRecord(A), RelationshipRecord(A, "R", B)])


def test_progress_counts_records_after_each_batch() -> None:
    seen: list[tuple[int, int]] = []
    write(MemoryDatabase(), graph(), batch=10, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (50, 0)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_counts_travel_as_json() -> None:
    assert Loaded(3, 2, 1, 0).as_dict() == {
        "nodes": 3, "relationships": 2, "nodesCreated": 1, "relationshipsCreated": 0
    }  # fmt: skip
