"""Computed edges and trussness into a database: what is written, what is left alone, and how a cut call goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from motif.catalog import from_rows
from motif.catalog.layer_values import layer_stamp, layer_values, plain_value
from motif.catalog.rows import column_of
from motif.catalog.writing_layers import LayerWritten, write_layer
from motif.catalog.writing_trussness import write_trussness
from motif.database import Database, Written
from motif.errors import MissingVectors, QueryFailed
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif_cypher import Template

Link = dict[str, Any]


class Store:
    """Relationships as a database holds them, changed as the statements say."""

    def __init__(self, links: list[Link] | None = None, fails_after: int = 10**9) -> None:
        self.links = links or []
        self.batches = 0
        self.fails_after = fails_after

    @property
    def database(self) -> Database:
        return cast(Database, self)

    def stream(self, statement: Template, fetch: int) -> Iterator[Link]:
        assert statement.name == "read_computed_edges" and "`motifSettings` IS NOT NULL" in statement.text
        for link in list(self.links):
            if f"`{link['type']}`" in statement.text and "motifSettings" in link["properties"]:
                yield {**link, "properties": dict(link["properties"])}

    def write(self, statement: Template, rows: list[Any], *, batch: int, stamp: str = "") -> Written:
        assert len(rows) <= batch
        self.batches += 1
        if self.batches > self.fails_after:
            raise QueryFailed("cut off")
        if statement.name == "delete_computed_edges":
            self.links = [link for link in self.links if link["id"] not in rows]
            return Written()
        kind = statement.text.split("[r:`")[1].split("`")[0]
        for source, target, properties in rows:
            self.merge(kind, source, target, stamp).update(properties)
        return Written()

    def merge(self, kind: str, source: str, target: str, stamp: str) -> dict[str, Any]:
        for link in self.links:
            same = (link["type"], link["source"], link["target"]) == (kind, source, target)
            if same and link["properties"].get("motifSettings") == stamp:
                return cast(dict[str, Any], link["properties"])
        self.links.append(relationship(source, target, {"motifSettings": stamp}, kind))
        return cast(dict[str, Any], self.links[-1]["properties"])

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return sorted((link["source"][-1], link["target"][-1]) for link in self.links)


def relationship(source: str, target: str, properties: dict[str, Any], kind: str = "IS_SIMILAR") -> Link:
    relationship.made += 1  # type: ignore[attr-defined]
    identity = f"5:x:{relationship.made}"  # type: ignore[attr-defined]
    return {"id": identity, "type": kind, "source": source, "target": target, "properties": properties}


relationship.made = 0  # type: ignore[attr-defined]


@pytest.fixture
def projection() -> Projection:
    return from_rows([(f"n{i}", ["Chunk"], {"title": f"t{i}"}) for i in range(5)])


def layer(pairs: list[tuple[int, int]], settings: str = '{"job": "similarity_edges"}') -> EdgeLayer:
    source, target = (np.array([pair[side] for pair in pairs], np.int32) for side in (0, 1))
    shared = column_of([["Heat", "Mann"] if row % 2 else None for row in range(len(pairs))])
    score = np.array([0.1 * (row + 1) for row in range(len(pairs))], np.float32)
    return EdgeLayer("IS_SIMILAR", settings, source, target, score, {"sharedEntities": shared})


def test_edges_are_written_with_score_what_explains_them_and_a_stamp(projection: Projection) -> None:
    store, edges = Store(), layer([(0, 1), (2, 4)])
    told: list[tuple[int, int]] = []
    done = write_layer(store.database, projection, edges, progress=lambda *of: told.append(of))
    assert done == LayerWritten(2, 0) and told == [(2, 2)]
    assert store.pairs == [("0", "1"), ("2", "4")]
    stamp = layer_stamp(edges)
    assert stamp.startswith("similarity_edges@")
    assert store.links[1]["properties"] == {
        "motifSettings": stamp,
        "score": float(np.float32(0.2)),
        "sharedEntities": ["Heat", "Mann"],
    }


def test_writing_twice_changes_nothing(projection: Projection) -> None:
    store, edges = Store(), layer([(0, 1), (2, 4)])
    write_layer(store.database, projection, edges)
    assert write_layer(store.database, projection, edges) == LayerWritten(0, 0)
    assert store.batches == 1


def test_what_is_no_longer_true_goes_and_what_is_new_comes(projection: Projection) -> None:
    store = Store()
    write_layer(store.database, projection, layer([(0, 1), (0, 3), (2, 4)]))
    assert write_layer(store.database, projection, layer([(0, 1), (0, 2), (2, 4)])) == LayerWritten(1, 1)
    assert store.pairs == [("0", "1"), ("0", "2"), ("2", "4")]


def test_other_settings_replace_all(projection: Projection) -> None:
    store, edges = Store(), layer([(0, 1), (2, 4)])
    write_layer(store.database, projection, edges)
    again = layer([(0, 1), (3, 4)], '{"job": "similarity_edges", "percentile": 90}')
    assert write_layer(store.database, projection, again) == LayerWritten(2, 2)
    assert store.pairs == [("0", "1"), ("3", "4")]
    assert {link["properties"]["motifSettings"] for link in store.links} == {layer_stamp(again)}


def test_what_a_job_found_is_no_setting_but_the_properties_are(projection: Projection) -> None:
    settings = '{"job": "similarity_edges", "percentile": 95, "found": {"pairs": %d}}'
    first, second = layer([(0, 1)], settings % 1), layer([(0, 1), (2, 4)], settings % 2)
    assert layer_stamp(first) == layer_stamp(second)
    assert layer_stamp(replace(first, properties={})) != layer_stamp(first)
    store = Store()
    write_layer(store.database, projection, first)
    assert write_layer(store.database, projection, second) == LayerWritten(1, 0)


def test_relationships_of_others_and_of_nodes_outside_are_left_alone(projection: Projection) -> None:
    theirs = relationship("row:0", "row:1", {"score": 1})
    outside = relationship("row:0", "row:77", {"motifSettings": "similarity_edges@1"})
    foreign = relationship("4:other:0", "row:1", {"motifSettings": "similarity_edges@1"})
    of_another_type = relationship("row:0", "row:3", {"motifSettings": "x@1"}, "IS_NEAR")
    kept = [theirs, outside, foreign, of_another_type]
    store = Store([*kept, relationship("row:0", "row:4", {"motifSettings": "similarity_edges@1"})])
    assert write_layer(store.database, projection, layer([])) == LayerWritten(0, 1)
    assert store.links == kept


def test_a_property_that_somebody_changed_is_set_right_and_theirs_stay(projection: Projection) -> None:
    store, edges = Store(), layer([(0, 1), (2, 4)])
    write_layer(store.database, projection, edges)
    store.links[0]["properties"] |= {"score": 7.0, "reviewed": True}
    assert write_layer(store.database, projection, edges) == LayerWritten(1, 0)
    assert store.links[0]["properties"]["score"] == float(np.float32(0.1))
    assert store.links[0]["properties"]["reviewed"] is True


def test_of_two_that_say_the_same_one_goes(projection: Projection) -> None:
    store, edges = Store(), layer([(0, 1)])
    write_layer(store.database, projection, edges)
    store.links.append({**store.links[0], "id": "5:x:999"})
    assert write_layer(store.database, projection, edges) == LayerWritten(0, 1)
    assert len(store.links) == 1


def test_a_call_that_was_cut_off_goes_on(projection: Projection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.catalog.writing_layers.BATCH", 1)
    pairs = [(0, 1), (0, 2), (1, 3)]
    store, told = Store(fails_after=2), list[tuple[int, int]]()
    with pytest.raises(QueryFailed):
        write_layer(store.database, projection, layer(pairs), progress=lambda *of: told.append(of))
    assert told == [(1, 3), (2, 3)] and store.pairs == [("0", "1"), ("0", "2")]
    store.fails_after = 100
    assert write_layer(store.database, projection, layer(pairs)) == LayerWritten(1, 0)


def test_a_type_and_a_property_of_ones_own(projection: Projection) -> None:
    store = Store()
    write_layer(store.database, projection, layer([(0, 1)]), relationship_type="LIKE", property="weight")
    [link] = store.links
    assert link["type"] == "LIKE" and link["properties"]["weight"] == float(np.float32(0.1))
    assert "score" not in link["properties"]


def test_values_are_those_that_neo4j_can_hold() -> None:
    column = column_of([["a", "b"], [1, 2], [1, "a"], {"a": 1}, [], 3, 2.5, True, "x", None])
    assert [plain_value(column, row) for row in range(len(column))] == [
        ["a", "b"],
        [1, 2],
        '[1, "a"]',
        '{"a": 1}',
        [],
        3,
        2.5,
        True,
        "x",
        None,
    ]


def test_settings_that_are_no_json_are_stamped_by_the_name() -> None:
    assert layer_stamp(layer([], "by hand")).startswith("IS_SIMILAR@")
    assert layer_stamp(layer([], "[1]")).startswith("IS_SIMILAR@")
    assert list(layer_values(layer([]))) == []


def test_trussness_is_written_with_what_tells_that_a_relationship_is_still_the_same() -> None:
    links: list[Any] = [("a", "KNOWS", "b", {}), ("b", "LIKES", "a", {}), ("b", "KNOWS", "b", {})]
    graph = from_rows([("a", [], {}), ("b", [], {})], links)
    with pytest.raises(MissingVectors, match="not computed") as caught:
        write_trussness(Store().database, graph)
    assert "motif.truss.mutate" in str(caught.value.hint)
    rows: list[Any] = []

    class Taking(Store):
        def write(self, statement: Template, rows_: list[Any], *, batch: int, stamp: str = "") -> Written:
            assert "r.`strength`" in statement.text
            rows.extend(rows_)
            return Written(properties=len(rows_))

    graph = replace(graph, trussness=np.array([2, 2, 0], np.int32))
    told: list[tuple[int, int]] = []
    taking = Taking().database
    assert write_trussness(taking, graph, property="strength", progress=lambda *of: told.append(of)) == 3
    assert rows == [
        ["relationship:0", "row:0", "row:1", "KNOWS", 2],
        ["relationship:1", "row:1", "row:0", "LIKES", 2],
        ["relationship:2", "row:1", "row:1", "KNOWS", 0],
    ]
    assert told == [(3, 3)]
