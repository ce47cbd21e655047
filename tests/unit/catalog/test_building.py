"""A projection built from chunks equals the graph that the chunks tell of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.catalog.building import build_projection
from motif.catalog.plan import Plan, VectorPlan
from motif.errors import InvalidInput
from motif.graphs.columns import Chunk, End, NodeChunk, RelationshipChunk
from motif.graphs.packing import pack_values
from motif.graphs.projection import TEXT, Projection
from motif.snapshot.arrays import take_apart

LABELS = ((), ("Film",), ("Actor", "Person"), ("Person",))
TYPES = ("SAW", "MADE", "NEVER")
PLAN = Plan(None, None, {"*": ("name",)})

Node = tuple[int, int, dict[str, Any]]
Link = tuple[int, int, int, int]


def chunks_of(
    nodes: list[Node], links: list[Link], size: int = 3, names: tuple[str, ...] = ("name",)
) -> list[Chunk]:
    chunks: list[Chunk] = []
    for start in range(0, len(nodes), size):
        part = nodes[start : start + size]
        properties = {
            name: pack_values([values.get(name) for _, _, values in part], vector=True) for name in names
        }
        ids, sets = np.array([node[0] for node in part]), np.array([node[1] for node in part], np.int32)
        chunks.append(NodeChunk(ids, sets, properties))
    for start in range(0, len(links), size):
        rows = np.array(links[start : start + size])
        numbers = pack_values([f"l{row[0]}" for row in rows.tolist()])
        chunks.append(
            RelationshipChunk(rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3].astype(np.int32), {"n": numbers})
        )
    return [*chunks, End(LABELS, TYPES, "4:x:", "5:x:", 9)]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Node], list[Link]]:
    widest = draw(st.sampled_from([12, 10**12]))
    ids = draw(st.lists(st.integers(0, widest), unique=True, max_size=8))
    nodes: list[Node] = [
        (identity, draw(st.integers(0, 3)), {"name": draw(st.one_of(st.none(), st.text(max_size=3)))})
        for identity in ids
    ]
    ends = st.sampled_from(ids) if ids else st.just(0)
    missing = st.one_of(ends, ends, ends, st.just(widest + 1))
    link_ids = draw(st.lists(st.integers(0, 30), unique=True, max_size=12))
    links = [(identity, draw(missing), draw(missing), draw(st.integers(0, 1))) for identity in link_ids]
    return nodes, links


def arrays_of(projection: Projection) -> dict[str, Any]:
    arrays, description = take_apart(projection)
    return {
        **{name: (array.dtype.str, array.tolist()) for name, array in arrays.items()},
        "rest": description,
    }


@settings(deadline=None)
@given(graphs(), st.integers(1, 5))
def test_rows_are_the_graph_in_order(graph: tuple[list[Node], list[Link]], size: int) -> None:
    nodes, links = graph
    plan = Plan(None, None, {"*": ("name",)}, relationship_properties=("n",))
    projection = build_projection(chunks_of(nodes, links, size), plan)
    table, relationships = projection.nodes, projection.relationships

    ids = sorted(node[0] for node in nodes)
    assert table.ids.tolist() == ids
    by_id = {node[0]: node for node in nodes}
    for row, identity in enumerate(ids):
        _, labels, values = by_id[identity]
        assert table.labels(row) == LABELS[labels]
        assert table.names[row] == (values["name"] or "")
        assert table.name_property[row] == (0 if values["name"] else -1)
        assert table.properties["name"].value(row) == values["name"]

    present = [link for link in links if link[1] in by_id and link[2] in by_id]
    rows = {identity: row for row, identity in enumerate(ids)}
    expected = sorted((rows[s], rows[t], TYPES[kind], identity) for identity, s, t, kind in present)
    found = [
        (source, target, relationships.relations[relation], identity)
        for source, target, relation, identity in zip(
            relationships.source.tolist(),
            relationships.target.tolist(),
            relationships.relation.tolist(),
            relationships.ids.tolist(),
            strict=True,
        )
    ]
    assert found == expected
    texts = [relationships.properties["n"].value(row) for row in range(len(relationships))]
    assert texts == [f"l{identity}" for *_, identity in expected]


@settings(deadline=None)
@given(graphs())
def test_adjacency_lists_every_relationship_both_ways(graph: tuple[list[Node], list[Link]]) -> None:
    projection = build_projection(chunks_of(*graph), PLAN)
    table, n = projection.relationships, projection.n_nodes
    for csr, keys, others in (
        (projection.outgoing, table.source, table.target),
        (projection.incoming, table.target, table.source),
    ):
        expected = sorted(zip(keys.tolist(), others.tolist(), range(len(table)), strict=True))
        found = [
            (node, int(csr.indices[at]), int(csr.data[at]))
            for node in range(n)
            for at in range(csr.indptr[node], csr.indptr[node + 1])
        ]
        assert found == expected
    assert projection.outgoing.indices is table.target
    assert projection.outgoing.data.tolist() == list(range(len(table)))


@settings(deadline=None)
@given(graphs(), st.randoms(use_true_random=False), st.integers(1, 4))
def test_neither_order_nor_size_of_chunks_shows(
    graph: tuple[list[Node], list[Link]], random: Any, size: int
) -> None:
    nodes, links = graph
    one = build_projection(chunks_of(nodes, links), PLAN)
    shuffled_nodes, shuffled_links = nodes + nodes[:1], list(links)
    random.shuffle(shuffled_links)
    other = build_projection(chunks_of(shuffled_nodes[::-1], shuffled_links, size), PLAN)
    assert arrays_of(one) == arrays_of(other)


def test_labels_and_types_that_nothing_carries_are_left_out() -> None:
    projection = build_projection(chunks_of([(5, 1, {})], [(1, 5, 5, 1)]), PLAN)
    assert projection.nodes.label_sets == (("Film",),)
    assert projection.relationships.types == ("MADE",)
    assert projection.relationships.type is projection.relationships.relation
    assert projection.transaction == 9


def test_names_are_coalesced_by_label_and_of_any_type() -> None:
    plan = Plan(None, None, {"Person": ("name", "nick"), "Film": ("title",), "*": ("code",)})
    nodes = [
        (0, 3, {"name": "", "nick": "Al", "title": "no"}),
        (1, 2, {"name": 7, "nick": "seven"}),
        (2, 1, {"name": "no", "title": 1.5}),
        (3, 0, {"code": True, "name": "no"}),
        (4, 1, {"name": "no"}),
        (5, 1, {"title": ["a", 1]}),
    ]
    projection = build_projection(chunks_of(nodes, [], 4, ("name", "nick", "title", "code")), plan)
    assert list(projection.nodes.names) == ["Al", "7", "1.5", "true", "", '["a",1]']
    given = [
        projection.nodes.name_properties[number] for number in projection.nodes.name_property if number >= 0
    ]
    assert given == ["nick", "name", "title", "code", "title"]


def test_texts_are_joined_by_line_breaks_without_gaps() -> None:
    plan = Plan(None, None, {"*": ()}, text_properties=("text", "plot", "note"))
    nodes = [
        (0, 0, {"text": "a", "plot": "b", "note": "c"}),
        (1, 0, {"plot": "b"}),
        (2, 0, {"text": "", "note": "c", "plot": 5}),
        (3, 0, {}),
    ]
    projection = build_projection(chunks_of(nodes, [], 3, ("text", "plot", "note")), plan)
    assert projection.nodes.texts is not None
    assert list(projection.nodes.texts) == ["a\nb\nc", "b", "c", ""]


LONG_TEXT = "The Analytical Engine was a mechanical computer that was never built."
KEY, HASH = "1b4e28ba-2fa1-11d2-883f-0016d3cca427", "43d26ace6df622ebbcf681ad6d885c62"


def test_a_node_that_nothing_names_is_named_by_how_its_text_begins() -> None:
    plan = Plan(None, None, {"*": ("id",)}, text_properties=("text",))
    nodes = [
        (0, 0, {"text": LONG_TEXT}),
        (1, 0, {"id": HASH, "text": "# Heat\n\n  A film."}),
        (2, 0, {"id": KEY, "text": "東京"}),
        (3, 0, {"id": KEY}),
        (4, 0, {"id": "docs/a.md", "text": "A page."}),
        (5, 0, {"id": "x" * 32, "text": "No hash."}),
        (6, 0, {"id": HASH.upper(), "text": " \n"}),
        (7, 0, {}),
    ]
    projection = build_projection(chunks_of(nodes, [], 3, ("id", "text")), plan)
    assert list(projection.nodes.names) == [
        "The Analytical Engine was a mechanical computer that was…",
        "Heat A film.",
        "東京",
        KEY,
        "docs/a.md",
        "x" * 32,
        " \n",
        "",
    ]
    assert projection.nodes.name_property.tolist() == [-1, -1, -1, 0, 0, 0, -1, -1]


def test_a_name_that_was_asked_for_is_not_replaced() -> None:
    request = {"configuration": {"nameProperty": "id"}}
    plan = Plan(None, None, {"*": ("id",)}, text_properties=("text",), request=request)
    nodes: list[Node] = [(0, 0, {"id": HASH, "text": LONG_TEXT}), (1, 0, {"text": LONG_TEXT})]
    assert list(build_projection(chunks_of(nodes, [], 3, ("id", "text")), plan).nodes.names) == [HASH, ""]


def test_a_property_can_give_the_relation() -> None:
    plan = Plan(None, None, {"*": ()}, relation_type_property="n")
    projection = build_projection(
        chunks_of([(0, 0, {}), (1, 0, {})], [(7, 1, 0, 0), (6, 0, 1, 1)], names=()), plan
    )
    table = projection.relationships
    assert (table.relations, table.relation.tolist()) == (("l6", "l7"), [0, 1])
    assert (table.types, table.type.tolist()) == (("MADE", "SAW"), [0, 1])


def vectors_of(items: list[Any], stamps: list[Any] | None = None) -> Any:
    plan = Plan(None, None, {"*": ()}, vectors=(VectorPlan("v", TEXT, "mine", "s" if stamps else None),))
    nodes = [(row, 0, {"v": item, "s": stamps and stamps[row]}) for row, item in enumerate(items)]
    return build_projection(chunks_of(nodes, [], 2, ("v", "s")), plan).vectors.get(TEXT)


def test_vectors_are_read_normalised() -> None:
    found = vectors_of([[3.0, 4.0], None, [0.0, 0.0], "text", [0, -2], [float("nan"), 1.0]])
    assert found.index.tolist() == [0, -1, -1, -1, 1, -1]
    np.testing.assert_allclose(found.matrix, [[0.6, 0.8], [0.0, -1.0]])
    assert found.matrix.dtype == np.float32
    assert (found.encoder.name, found.encoder.dimension) == ("mine", 2)


def test_vectors_of_the_most_frequent_model_are_taken() -> None:
    found = vectors_of([[1.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], ["old", "new@5a", "new@5a", None])
    assert found.index.tolist() == [-1, 0, 1, -1]
    assert (found.encoder.name, found.encoder.hash, found.encoder.dimension) == ("new", "5a", 2)


def test_vectors_of_several_dimensions_are_refused() -> None:
    with pytest.raises(InvalidInput, match="'v' holds vectors of 1, 2 dimensions"):
        vectors_of([[1.0], [1.0, 2.0]])


def test_no_vectors_at_all_is_none() -> None:
    assert vectors_of([None, "x"]) is None


def test_a_stream_without_its_end_is_refused() -> None:
    with pytest.raises(InvalidInput, match="ended early"):
        build_projection(chunks_of([(0, 0, {})], [])[:-1], PLAN)


def test_nodes_after_relationships_are_refused() -> None:
    node, link, end = chunks_of([(0, 0, {})], [(0, 0, 0, 0)])
    with pytest.raises(InvalidInput, match="nodes come after relationships"):
        build_projection([node, link, node, end], PLAN)


@pytest.mark.parametrize("code", [-1, 4])
def test_codes_without_a_meaning_are_refused(code: int) -> None:
    with pytest.raises(InvalidInput, match="does not name"):
        build_projection(chunks_of([(0, code, {})], []), PLAN)
