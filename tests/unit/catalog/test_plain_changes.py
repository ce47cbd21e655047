"""What has changed, read by id with plain Cypher: as the plugin's export gives it, and everything where that fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, cast

import pytest
from hypothesis import given, settings
from tests.unit.catalog.changing_graph import ChangingGraph, Link, Node
from tests.unit.catalog.test_merging import PLANS, contents, histories

from motif.catalog import plain_changes
from motif.catalog.building import build_projection
from motif.catalog.changes import changed_projection
from motif.catalog.merging import reason_against
from motif.catalog.plain_changes import known_changes, read_changed_plainly
from motif.catalog.plan import Plan
from motif.catalog.schema import Schema
from motif.database import Database
from motif.errors import QueryFailed
from motif.graphs.columns import ChangedIds, Chunk, End
from motif_cypher import Template

ASKED = {"since": 1, "log": "log", "atMost": 100}
PLAN = Plan(("Film",), ("SAW",), {"*": ("name",)}, (), ("x",), ("weight",))


@dataclass
class LoggedDatabase:
    """Answers our own statements from a graph and its log of changes."""

    graph: ChangingGraph
    log: dict[str, Any] = field(default_factory=dict)
    procedures: frozenset[str] = frozenset({"motif.internal.changes"})
    last_transaction: int | None = 1

    def run(self, statement: Template, **given: Any) -> list[dict[str, Any]]:
        return list(getattr(self, statement.name)(**given))

    def changed_ids(self, since: int) -> Iterator[dict[str, Any]]:
        graph = self.graph
        ids = {
            "nodes": sorted(graph.changed),
            "labelled": sorted(graph.labelled),
            "relationships": sorted(graph.changed_links),
        }
        yield {"log": "log", "transaction": graph.transaction, "whole": True, **ids, **self.log}

    def extent(self) -> Iterator[dict[str, Any]]:
        last = {
            "lastNode": max(self.graph.nodes, default=-1),
            "lastRelationship": max(self.graph.links, default=-1),
        }
        ids = {"nodeElementId": "4:x:0", "relationshipElementId": "5:x:0" if self.graph.links else None}
        yield {"nodes": len(self.graph.nodes), "relationships": len(self.graph.links), **last, **ids}

    def read_nodes(self, low: int, high: int, **wanted: Any) -> Iterator[dict[str, Any]]:
        return self.read_nodes_by_id(range(low, high + 1), **wanted)

    def read_relationships(self, low: int, high: int, **wanted: Any) -> Iterator[dict[str, Any]]:
        return self.read_relationships_by_id(range(low, high + 1), **wanted)

    def read_nodes_by_id(
        self, ids: Sequence[int], labels: list[str] | None, properties: list[str]
    ) -> Iterator[dict[str, Any]]:
        nodes = self.graph.nodes
        there = [row for row in ids if row in nodes and (labels is None or {*labels} & {*nodes[row].labels})]
        for own, group in groupby(
            sorted(there, key=lambda row: nodes[row].labels), lambda row: nodes[row].labels
        ):
            found = list(group)
            values = [[nodes[row].properties.get(name) for row in found] for name in properties]
            yield {"labels": list(own), "ids": found, "values": values, "elementId": f"4:x:{found[0]}"}

    def read_relationships_by_id(
        self, ids: Sequence[int], types: list[str] | None, properties: list[str]
    ) -> Iterator[dict[str, Any]]:
        links = self.graph.links
        there = [row for row in ids if row in links and (types is None or links[row].type in types)]
        for kind, group in groupby(
            sorted(there, key=lambda row: links[row].type), lambda row: links[row].type
        ):
            found = list(group)
            yield {
                "type": kind,
                "ids": found,
                "sources": [links[row].source for row in found],
                "targets": [links[row].target for row in found],
                "values": [[links[row].properties.get(name) for row in found] for name in properties],
                "elementId": f"5:x:{found[0]}",
            }

    def relationships_around(self, ids: Sequence[int]) -> Iterator[dict[str, Any]]:
        links = self.graph.links.items()
        yield {"ids": [row for row, link in links if {link.source, link.target} & {*ids}]}


def chunks(database: LoggedDatabase, plan: Plan, asked: dict[str, Any]) -> list[Chunk]:
    return list(read_changed_plainly(cast(Database, database), plan, Schema((), (), 0), asked))


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@settings(max_examples=15)
@given(states=histories())
def test_what_is_read_by_id_is_merged_into_what_reading_everything_gives(
    plan: Plan, states: list[ChangingGraph]
) -> None:
    first, later = states[0], states[1]
    base = build_projection(first.everything(plan), plan)
    given = chunks(LoggedDatabase(later), plan, ASKED)
    assert isinstance(given[0], ChangedIds) and given[0].whole
    assert isinstance(given[-1], End) and (given[-1].transaction, given[-1].log) == (later.transaction, "log")
    if not reason_against(base, plan):
        merged = changed_projection(base, given, plan).projection
        assert contents(merged) == contents(build_projection(later.everything(plan), plan))


def graph() -> ChangingGraph:
    made = ChangingGraph()
    for row in range(5):
        made.put(row, Node(("Film",), {"name": f"n{row}", "x": row}))
        made.join(row, Link(0, row, "SAW", {"weight": row}))
    return made


@pytest.mark.parametrize(
    ("log", "asked", "reason"),
    [
        ({"log": "another"}, ASKED, "was started anew"),
        (
            {"whole": False, "nodes": None, "labelled": None, "relationships": None},
            ASKED,
            "than the log in memory",
        ),
        ({}, {**ASKED, "atMost": 9}, "too much has changed"),
    ],
)
def test_where_the_log_does_not_tell_everything_is_read_and_said_why(
    log: dict[str, Any], asked: dict[str, Any], reason: str
) -> None:
    made = graph()
    base = build_projection(made.everything(PLAN), PLAN)
    reading = changed_projection(base, chunks(LoggedDatabase(made, log), PLAN, asked), PLAN)
    assert reading.how == "all" and reason in reading.reason
    assert reading.log == log.get("log", "log"), "the next one can ask this log"
    assert contents(reading.projection) == contents(base)


def test_a_first_reading_is_of_the_log_from_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_changes, "CHUNK", 2)
    *_, end = given = chunks(LoggedDatabase(graph()), PLAN, {})
    assert not any(isinstance(chunk, ChangedIds) for chunk in given)
    assert isinstance(end, End) and (end.transaction, end.log) == (1, "log")


def test_without_the_jar_or_the_right_to_ask_nothing_is_known() -> None:
    class Denied(LoggedDatabase):
        def changed_ids(self, since: int) -> Iterator[dict[str, Any]]:
            raise QueryFailed("No.")

    class Silent(LoggedDatabase):
        def changed_ids(self, since: int) -> Iterator[dict[str, Any]]:
            return iter(())

    for database in (LoggedDatabase(graph(), procedures=frozenset()), Denied(graph()), Silent(graph())):
        assert known_changes(cast(Database, database), -1) is None
        *_, end = chunks(database, PLAN, {})
        assert isinstance(end, End) and (end.transaction, end.log) == (1, None)


def test_ids_are_read_in_batches_each_relationship_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_changes, "CHUNK", 2)
    made = graph()
    base = build_projection(made.everything(PLAN), PLAN)
    made.forget()
    for row in (1, 2, 3):
        made.put(row, Node(("Film", "Person"), {"name": f"m{row}", "x": row}))
    made.join(2, Link(2, 1, "SAW", {}))
    merged = changed_projection(base, chunks(LoggedDatabase(made), PLAN, ASKED), PLAN).projection
    assert contents(merged) == contents(build_projection(made.everything(PLAN), PLAN))
