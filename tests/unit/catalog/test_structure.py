"""Trussness and computed edges kept with a projection, and what of them a refresh takes over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motif.catalog import Catalog, Plan, ProjectionRequest, Schema, detect, from_rows
from motif.catalog.building import build_projection
from motif.catalog.detection import OWN_TRUSSNESS
from motif.catalog.own_edges import without_computed_edges
from motif.catalog.plan import OWN_SETTINGS
from motif.catalog.rows import column_of
from motif.catalog.schema import Group, PropertyFacts
from motif.errors import GraphNotFound, InvalidInput
from motif.graphs.columns import Chunk, End, NodeChunk, RelationshipChunk
from motif.graphs.layers import IS_SIMILAR, EdgeLayer
from motif.graphs.packing import pack_values
from motif.graphs.projection import Projection

Rows = tuple[list[Any], list[Any]]


def rows() -> Rows:
    """Three chunks and an entity, each with something of its own."""
    chunks: list[Any] = [
        (f"c{i}", ["Chunk"], {"title": f"t{i}", "text": f"text {i}", "topic": "films"}) for i in range(3)
    ]
    return [*chunks, ("e", ["Film"], {"name": "Heat"})], [
        ("e", "FROM_CHUNK", "c0", {}),
        ("c0", "NEXT", "c1", {}),
    ]


def corpus(change: Callable[[Rows], None] = lambda rows: None) -> Projection:
    given = rows()
    change(given)
    return from_rows(*given)


def layer(pairs: Sequence[tuple[int, int]] = ((0, 1), (0, 2)), name: str = IS_SIMILAR) -> EdgeLayer:
    source, target = (np.array([pair[side] for pair in pairs], np.int32) for side in (0, 1))
    metrics = column_of([["topic"], None, "x"][: len(pairs)])
    score = np.linspace(0.5, 0.9, len(pairs), dtype=np.float32)
    return EdgeLayer(name, '{"job": "similarity_edges"}', source, target, score, {"metric": metrics})


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    made = Catalog(tmp_path)
    made.create("db", "films", corpus)
    return made


def test_both_are_kept_as_they_were(catalog: Catalog) -> None:
    catalog.add_trussness("db", "films", np.array([2, 5], np.int32))
    made = catalog.add_layer("db", "films", layer())
    assert made.epoch == 3
    found = Catalog(catalog.home).open("db", "films", verify=True)
    assert found.trussness is not None and found.trussness.tolist() == [2, 5]
    kept = found.layers[IS_SIMILAR]
    assert (kept.name, kept.settings, len(kept)) == (IS_SIMILAR, layer().settings, 2)
    assert (kept.source.tolist(), kept.target.tolist()) == ([0, 0], [1, 2])
    assert kept.score.tolist() == layer().score.tolist()
    assert [kept.properties["metric"].value(row) for row in range(2)] == ['["topic"]', None]


def test_a_layer_replaces_one_of_its_name_and_stands_beside_others(catalog: Catalog) -> None:
    for each in (layer(), layer([(1, 3)], "strange / type"), layer([(0, 3)])):
        catalog.add_layer("db", "films", each)
    found = catalog.open("db", "films").layers
    assert {name: each.target.tolist() for name, each in found.items()} == {
        IS_SIMILAR: [3],
        "strange / type": [3],
    }


def test_an_empty_layer_and_a_graph_without_relationships_have_them_too(catalog: Catalog) -> None:
    assert len(catalog.add_layer("db", "films", layer([])).layers[IS_SIMILAR]) == 0
    catalog.create("db", "lone", lambda: from_rows([("a", [], {})]))
    lone = catalog.add_trussness("db", "lone", np.empty(0, np.int32)).trussness
    assert lone is not None and lone.shape == (0,)


def test_they_are_told(catalog: Catalog) -> None:
    assert catalog.info("db", "films").as_row()["structure"] == {"largestTrussness": None, "layers": {}}
    catalog.add_trussness("db", "films", np.array([2, 5], np.int32))
    catalog.add_layer("db", "films", layer())
    row = catalog.info("db", "films").as_row()
    assert row["structure"] == {"largestTrussness": 5, "layers": {IS_SIMILAR: 2}}


def test_a_refresh_that_finds_all_as_it_was_keeps_both(catalog: Catalog) -> None:
    catalog.add_trussness("db", "films", np.array([2, 5], np.int32))
    catalog.add_layer("db", "films", layer())
    again = catalog.create("db", "films", corpus, existing="replace")
    assert again.trussness is not None and again.trussness.tolist() == [2, 5]
    assert again.layers[IS_SIMILAR].target.tolist() == [1, 2]


def new_text(given: Rows) -> None:
    given[0][1][2]["text"] = "another"


def new_topic(given: Rows) -> None:
    given[0][1][2]["topic"] = "songs"


def new_property(given: Rows) -> None:
    given[0][1][2]["events"] = ["1995: Heat"]


def no_texts(given: Rows) -> None:
    for _, _, properties in given[0]:
        properties.pop("text", None)


def new_node(given: Rows) -> None:
    given[0].append(("e2", ["Film"], {"name": "Ali"}))


def new_end(given: Rows) -> None:
    given[1][1] = ("c0", "NEXT", "c2", {})


@pytest.mark.parametrize(
    ("change", "keeps_trussness"),
    [
        (new_text, True),
        (new_topic, True),
        (new_property, True),
        (no_texts, True),
        (new_node, False),
        (new_end, False),
    ],
)
def test_a_refresh_drops_what_need_not_hold_any_more(
    catalog: Catalog, change: Callable[[Rows], None], keeps_trussness: bool
) -> None:
    catalog.add_trussness("db", "films", np.array([2, 5], np.int32))
    catalog.add_layer("db", "films", layer())
    again = catalog.create("db", "films", lambda: corpus(change), existing="replace")
    assert not again.layers
    assert (again.trussness is not None) == keeps_trussness


def test_trussness_of_another_graph_is_refused(catalog: Catalog) -> None:
    with pytest.raises(InvalidInput, match=r"for 3 relationships; .* has 2"):
        catalog.add_trussness("db", "films", np.zeros(3, np.int32))
    with pytest.raises(GraphNotFound):
        catalog.add_layer("db", "songs", layer())


@pytest.mark.parametrize(
    "pairs", [[(0, 4)], [(-1, 2)], [(2, 1)], [(1, 1)], [(0, 2), (0, 1)], [(0, 1), (0, 1)]]
)
def test_edges_of_another_graph_loops_and_disorder_are_refused(
    catalog: Catalog, pairs: list[tuple[int, int]]
) -> None:
    with pytest.raises(InvalidInput, match="no list of edges between the 4 nodes"):
        catalog.add_layer("db", "films", layer(pairs))
    assert not catalog.open("db", "films").layers


def test_columns_of_different_lengths_are_refused(catalog: Catalog) -> None:
    with pytest.raises(InvalidInput, match="have 2, 3 rows"):
        catalog.add_layer("db", "films", replace(layer(), properties={"metric": column_of(["a", "b", "c"])}))


def test_what_motif_has_written_is_marked_and_can_be_left_out() -> None:
    text = PropertyFacts(("STRING",), 0.4, 0.1, 20.0)
    types = (Group("LIKES", 4, {OWN_SETTINGS: text, "why": text}),)
    labels = (Group("Person", 3, {"name": PropertyFacts(("STRING",), 1.0, 1.0, 5.0)}),)
    found = detect(Schema(labels, types, 3), ProjectionRequest())
    plan = Plan.from_dict(found.as_dict())
    assert plan.computed and plan.relationship_columns == ("why", OWN_SETTINGS)
    marks, reasons = [None, "a@1", None, "a@1"], ["w0", None, "w2", "w3"]
    chunks: list[Chunk] = [
        NodeChunk(np.arange(3), np.zeros(3, np.int32), {"name": pack_values([*"abc"])}),
        RelationshipChunk(
            np.arange(4),
            np.array([2, 1, 0, 0]),
            np.array([0, 2, 2, 1]),
            np.zeros(4, np.int32),
            {OWN_SETTINGS: pack_values(marks), "why": pack_values(reasons)},
        ),
        End((("Person",),), ("LIKES",), "4:x:", "5:x:"),
    ]
    whole = build_projection(chunks, plan)
    assert whole.relationships.computed is not None
    assert whole.relationships.computed.tolist() == [True, False, True, False]
    assert set(whole.relationships.properties) == {"why"}, "the mark is no property to filter by"
    original = without_computed_edges(whole)
    links = original.relationships
    assert list(zip(links.source.tolist(), links.target.tolist(), strict=True)) == [(0, 2), (2, 0)]
    assert links.ids.tolist() == [2, 0] and links.computed is None
    assert [links.properties["why"].value(row) for row in range(2)] == ["w2", "w0"]
    assert original.outgoing.indptr.tolist() == [0, 1, 1, 2] and original.outgoing.indices.tolist() == [2, 0]
    assert original.incoming.indptr.tolist() == [0, 1, 1, 2] and original.incoming.data.tolist() == [1, 0]
    assert without_computed_edges(original) is original


def test_relationships_that_carry_one_have_their_trussness_computed_of_what_is_projected() -> None:
    number = PropertyFacts(("INTEGER",), 0.4, 0.1, None)
    types = (Group("KNOWS", 4, {OWN_TRUSSNESS: number}), Group("LIKES", 1, {}))
    labels = (Group("Person", 4, {"name": PropertyFacts(("STRING",), 1.0, 1.0, 5.0)}),)
    plan = detect(Schema(labels, types, 4), ProjectionRequest())
    assert Plan.from_dict(plan.as_dict()).trussness and OWN_TRUSSNESS not in plan.relationship_columns
    chunks: list[Chunk] = [
        NodeChunk(np.arange(4), np.zeros(4, np.int32), {"name": pack_values([*"abcd"])}),
        RelationshipChunk(
            np.arange(5),
            np.array([0, 1, 2, 2, 0]),
            np.array([1, 2, 0, 3, 0]),
            np.array([0, 0, 1, 0, 0], np.int32),
        ),
        End((("Person",),), ("KNOWS", "LIKES"), "4:x:", "5:x:"),
    ]
    made = build_projection(chunks, plan)
    assert made.trussness is not None and made.trussness.tolist() == [0, 3, 3, 3, 2]
    assert build_projection(chunks, replace(plan, trussness=False)).trussness is None
    without = detect(Schema(labels, (Group("LIKES", 1, {}),), 4), ProjectionRequest())
    assert not without.trussness
