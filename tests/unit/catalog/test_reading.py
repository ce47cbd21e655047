"""Reading by plain Cypher: which statements are sent, how many, and what becomes of their rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from motif.catalog import (
    Catalog,
    ProjectionRequest,
    estimation,
    project_database,
    read_database_schema,
    refresh,
)
from motif.catalog import plain as plain_reading
from motif.database import Database
from motif.errors import NotEnoughMemory
from motif_cypher import Template

NODES = [(3, ["Film"], "Heat"), (5, ["Person"], "Mann"), (6, ["Person"], None), (40, [], "alone")]
LINKS = [(0, 3, 5, "BY"), (7, 3, 6, "BY"), (9, 40, 3, "ON")]


@dataclass
class FakeDatabase:
    """Answers our own statements from `NODES` and `LINKS`, and counts them."""

    id: str = "db"
    has_plugin: bool = False
    last_transaction: int | None = None
    user: str | None = None
    procedures: frozenset[str] = frozenset()
    sent: list[str] = field(default_factory=list)

    def run(self, statement: Template, **given: Any) -> list[dict[str, Any]]:
        self.sent.append(statement.name)
        return list(getattr(self, statement.name)(**given))

    def stream(self, statement: Template, fetch: int = 1, **given: Any) -> Iterator[dict[str, Any]]:
        self.sent.append(statement.name)
        yield from getattr(self, statement.name)(**given)

    def tokens(self) -> Iterator[dict[str, Any]]:
        yield from ({"kind": "label", "name": label} for label in ("Film", "Person", "Unused"))
        yield from ({"kind": "type", "name": kind} for kind in ("BY", "ON"))
        yield {"kind": "nodes", "name": str(len(NODES))}

    def sample_nodes(self, sample: int, longest: int) -> Iterator[dict[str, Any]]:
        # One statement samples labels and types: its columns are the same.
        for label in ("Film", "Person", "Unused"):
            names = [name for _, labels, name in NODES if label in labels]
            yield row("label", label, len(names), None, len(names))
            known = [name for name in names if name]
            if known:
                yield row("label", label, len(names), "name", len(known), "STRING NOT NULL", 4.0)
        for kind in ("BY", "ON"):
            count = sum(link[3] == kind for link in LINKS)
            yield row("type", kind, count, None, count)

    def extent(self) -> Iterator[dict[str, Any]]:
        yield {
            "nodes": len(NODES),
            "relationships": len(LINKS),
            "lastNode": 40,
            "lastRelationship": 9,
            "nodeElementId": "4:ab12:3",
            "relationshipElementId": "5:ab12:0",
        }

    def read_nodes(self, low: int, high: int, labels: list[str] | None, properties: list[str]) -> Any:
        for identity, own, name in NODES:
            if low <= identity <= high and (labels is None or set(own) & set(labels)):
                values = [[{"name": name}.get(key)] for key in properties]
                yield {"labels": own, "ids": [identity], "values": values}

    def read_labelled_nodes(self, chunk: int, properties: list[str]) -> Any:
        return self.read_nodes(0, 99, ["Film"], properties)

    def read_relationships(self, low: int, high: int, types: list[str] | None, properties: list[str]) -> Any:
        for identity, source, target, kind in LINKS:
            if low <= identity <= high and (types is None or kind in types):
                ends = {"sources": [source], "targets": [target]}
                yield {"type": kind, "ids": [identity], **ends, "values": [[None] for _ in properties]}


def row(
    kind: str,
    name: str,
    total: int,
    key: str | None,
    present: int,
    type: str = "NULL",
    length: float | None = None,
) -> dict[str, Any]:
    facts = {"property": key, "type": type, "present": present, "length": length, "distinct": present}
    return {"kind": kind, "name": name, "total": total, **facts}


@pytest.fixture
def fake() -> FakeDatabase:
    return FakeDatabase()


def database(fake: FakeDatabase) -> Database:
    return cast(Database, fake)


def test_a_schema_takes_two_round_trips(fake: FakeDatabase) -> None:
    schema = read_database_schema(database(fake))
    assert fake.sent == ["tokens", "sample_nodes"]
    assert [(group.name, group.count) for group in schema.labels] == [("Film", 1), ("Person", 2)]
    assert [(group.name, group.count) for group in schema.types] == [("BY", 2), ("ON", 1)]
    assert schema.n_nodes == 4
    person = schema.labels[1].properties["name"]
    assert (person.types, person.present, person.distinct, person.length) == (("STRING",), 0.5, 1.0, 4.0)


@pytest.mark.parametrize("chunk", [1, 7, 100])
def test_ranges_of_ids_cover_everything_once(
    fake: FakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(plain_reading, "CHUNK", chunk)
    told: list[tuple[int, int]] = []
    found = project_database(
        database(fake), Catalog(tmp_path), "g", progress=lambda done, total: told.append((done, total))
    )
    assert list(found.nodes.names) == ["Heat", "Mann", "", "alone"]
    assert found.nodes.element_id(3) == "4:ab12:40"
    assert found.relationships.element_id(0) == "5:ab12:0"
    assert found.relationships.source.tolist() == [0, 0, 3]
    assert fake.sent.count("read_nodes") == len(range(0, 41, chunk))
    assert fake.sent.count("read_relationships") == len(range(0, 10, chunk))
    assert told[-1] == (7, 7)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_small_label_is_read_by_its_index(fake: FakeDatabase, tmp_path: Path) -> None:
    request = ProjectionRequest("Film", relationship_projection=["BY"])
    found = project_database(database(fake), Catalog(tmp_path), "g", request)
    assert "read_labelled_nodes" in fake.sent
    assert "read_nodes" not in fake.sent
    assert (found.n_nodes, found.n_relationships) == (1, 0)


def test_a_refresh_asks_as_it_was_asked(fake: FakeDatabase, tmp_path: Path) -> None:
    catalog = Catalog(tmp_path)
    request = ProjectionRequest(["Person", "Film"], name_property={"Film": "name"}, node_properties=["year"])
    project_database(database(fake), catalog, "g", request)
    fake.sent.clear()
    again = refresh(database(fake), catalog, "g")
    assert (again.epoch, again.n_nodes) == (2, 3)
    assert again.configuration["nodeProperties"] == ["year"]
    assert ProjectionRequest.from_arguments(catalog.info("db", "g").request) == request


def test_nothing_is_read_when_the_name_is_taken(fake: FakeDatabase, tmp_path: Path) -> None:
    catalog = Catalog(tmp_path)
    project_database(database(fake), catalog, "g")
    fake.sent.clear()
    project_database(database(fake), catalog, "g", existing="keep")
    assert fake.sent == []


def test_what_has_no_room_is_refused_before_it_is_read_unless_one_insists(
    fake: FakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = Catalog(tmp_path)
    project_database(database(fake), catalog, "before")
    monkeypatch.setattr(estimation, "free_memory", lambda: 100)
    fake.sent.clear()
    with pytest.raises(
        NotEnoughMemory, match=r"4 nodes and 3 relationships needs at least 2\d\d bytes.*100 bytes are"
    ):
        project_database(database(fake), catalog, "g")
    with pytest.raises(NotEnoughMemory):
        refresh(database(fake), catalog, "before")
    assert "read_nodes" not in fake.sent and not catalog.exists("db", "g")
    assert catalog.open("db", "before").epoch == 1
    project_database(database(fake), catalog, "g", ProjectionRequest(sudo=True))
    assert refresh(database(fake), catalog, "g").epoch == 2, "asked for as it was"
    assert refresh(database(fake), catalog, "before", sudo=True).epoch == 2
