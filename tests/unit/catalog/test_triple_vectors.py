"""Vectors of relationships: kept, carried over a refresh, and read again from what was written, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import HashEncoder
from motif.catalog import Catalog, Plan, ProjectionRequest, Schema, detect, from_rows
from motif.catalog.building import build_projection
from motif.catalog.detection import OWN_TRIPLE, OWN_TRIPLE_CONTENT, OWN_TRIPLE_STAMP
from motif.catalog.own_edges import without_computed_edges
from motif.catalog.reading_vectors import content_hash
from motif.catalog.schema import Group, PropertyFacts
from motif.errors import InvalidInput
from motif.graphs.columns import Chunk, End, NodeChunk, RelationshipChunk
from motif.graphs.packing import pack_values
from motif.graphs.projection import TRIPLE, Projection, VectorSet
from motif.indexes.triples import triple_text, triple_texts
from motif.models.encoder import stamp
from motif_procedures.embed_triple import embed_triples

ENCODER = HashEncoder(dimension=4)
STAMP = "fake-hash@1f2e"
NAMES = ("Heat", "Mann", "Ali", "")
TYPES = ("DIRECTED_BY", "LIKES")

Link = tuple[int, int, int, int]
"""Id, source, target, type."""

LINKS: list[Link] = [(5, 0, 1, 0), (3, 2, 1, 0), (8, 1, 0, 1), (9, 0, 1, 0), (1, 3, 3, 1)]


def text_of(link: Link) -> str:
    return triple_text(NAMES[link[1]], TYPES[link[3]], NAMES[link[2]])


def films(pairs: Sequence[tuple[str, str]] = (("Heat", "Mann"), ("Ali", "Mann"))) -> Projection:
    names = sorted({name for pair in pairs for name in pair})
    nodes: list[Any] = [(name, ["Thing"], {"name": name}) for name in names]
    return from_rows(nodes, [(head, "DIRECTED_BY", tail, {}) for head, tail in pairs])


def with_vectors(projection: Projection) -> Projection:
    return replace(projection, vectors={TRIPLE: embed_triples(projection, ENCODER)})


def by_text(projection: Projection) -> dict[str, list[float]]:
    vectors = projection.vectors[TRIPLE]
    return dict(zip(triple_texts(projection), vectors.matrix[vectors.index].tolist(), strict=True))


def expected(projection: Projection) -> dict[str, list[float]]:
    texts = list(triple_texts(projection))
    return dict(zip(texts, ENCODER.encode(texts).tolist(), strict=True))


def assert_right(projection: Projection) -> None:
    vectors, texts = projection.vectors[TRIPLE], list(triple_texts(projection))
    np.testing.assert_allclose(vectors.matrix[vectors.index], ENCODER.encode(texts), atol=1e-6)


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    made = Catalog(tmp_path)
    made.create("db", "films", films)
    made.add_vectors("db", "films", with_vectors(films()).vectors)
    return made


def test_they_are_kept_and_told(catalog: Catalog) -> None:
    found = Catalog(catalog.home).open("db", "films", verify=True)
    assert by_text(found) == expected(found)
    told = catalog.info("db", "films").as_row()["vectors"]
    assert told == {TRIPLE: {"model": "fake-hash", "dimension": 4, "count": 2}}


def test_those_of_another_graph_are_refused(catalog: Catalog) -> None:
    other = with_vectors(films([("Heat", "Mann")]))
    with pytest.raises(InvalidInput, match=r"kind 'triple' have an index of 1 rows; the projection has 2"):
        catalog.add_vectors("db", "films", other.vectors)


def test_a_refresh_that_finds_the_same_texts_keeps_them(catalog: Catalog) -> None:
    """Also where rows moved, and where vectors of nodes are read from the database and not carried."""

    def changed() -> Projection:
        made = films([("Heat", "Mann")])
        return replace(made, configuration={"embeddingProperty": "embedding"})

    for build in (changed, changed):
        again = catalog.create("db", "films", build, existing="replace")
        assert by_text(again) == expected(again) and len(again.vectors[TRIPLE].index) == 1


def test_a_refresh_that_finds_a_new_text_leaves_all_out(catalog: Catalog) -> None:
    again = catalog.create(
        "db", "films", lambda: films([("Heat", "Mann"), ("Ali", "Heat")]), existing="replace"
    )
    assert TRIPLE not in again.vectors


def test_without_computed_edges_the_rest_keep_theirs() -> None:
    whole = with_vectors(films())
    marked = replace(whole, relationships=replace(whole.relationships, computed=np.array([True, False])))
    left = without_computed_edges(marked)
    assert left.n_relationships == 1 and by_text(left) == expected(left)


def plan_of() -> Plan:
    text, vector = PropertyFacts(("STRING",), 1.0, 1.0, 5.0), PropertyFacts(("VECTOR",), 1.0, 1.0, None)
    properties = {OWN_TRIPLE: vector, OWN_TRIPLE_STAMP: text, OWN_TRIPLE_CONTENT: text}
    types = tuple(Group(name, 2, properties) for name in TYPES)
    labels = (Group("Thing", 4, {"name": text, OWN_TRIPLE: vector, OWN_TRIPLE_STAMP: text}),)
    return Plan.from_dict(detect(Schema(labels, types, 4), ProjectionRequest()).as_dict())


Written = dict[str, list[Any]]


def written(links: Sequence[Link]) -> Written:
    """What `motif.embed.triple.write` leaves on each relationship."""
    texts = [text_of(link) for link in links]
    return {
        OWN_TRIPLE: ENCODER.encode(texts).astype(float).tolist(),
        OWN_TRIPLE_STAMP: [STAMP for _ in links],
        OWN_TRIPLE_CONTENT: [content_hash(text) for text in texts],
    }


def chunks_of(links: Sequence[Link], properties: Written, size: int) -> list[Chunk]:
    chunks: list[Chunk] = [
        NodeChunk(np.arange(4), np.zeros(4, np.int32), {"name": pack_values([*NAMES[:3], None])})
    ]
    for start in range(0, len(links), size):
        columns = np.array(links[start : start + size])
        part = {
            name: pack_values(values[start : start + size], vector=name == OWN_TRIPLE)
            for name, values in properties.items()
        }
        ids, source, target, kind = columns.T
        chunks.append(RelationshipChunk(ids, source, target, kind.astype(np.int32), part))
    return [*chunks, End((("Thing",),), TYPES, "4:x:", "5:x:")]


def read(
    links: Sequence[Link], change: Callable[[Written], None] = lambda _: None, size: int = 2
) -> Projection:
    properties = written(links)
    change(properties)
    return build_projection(chunks_of(links, properties, size), plan_of())


def test_the_plan_reads_them_and_nothing_of_the_nodes() -> None:
    plan = plan_of()
    assert plan.relationship_columns == (OWN_TRIPLE_STAMP, OWN_TRIPLE_CONTENT, OWN_TRIPLE)
    assert plan.all_node_columns == ("name",)
    assert plan.specification()["vectors"] == [OWN_TRIPLE]
    assert not plan.vectors and plan.relationship_properties == ()


@given(st.permutations(LINKS), st.integers(1, 5))
@settings(deadline=None, max_examples=50)
def test_they_are_read_again_whatever_the_order(links: list[Link], size: int) -> None:
    projection = read(links, size=size)
    vectors = projection.vectors[TRIPLE]
    assert_right(projection)
    assert (vectors.encoder.name, vectors.encoder.dimension, vectors.encoder.hash) == ("fake-hash", 4, "1f2e")
    # Two relationships have one text, and so one vector; the matrix goes in the order of rows.
    assert vectors.matrix.shape == (4, 4) and vectors.index.tolist() == [0, 0, 1, 2, 3]
    assert projection.configuration["tripleEmbeddings"] == "fake-hash@1f2e, read for 5 relationships"
    assert not projection.relationships.properties


def missing(found: Written) -> None:
    found[OWN_TRIPLE][1] = None


def of_another_text(found: Written) -> None:
    found[OWN_TRIPLE_CONTENT][0] += 1


def unstamped(found: Written) -> None:
    found[OWN_TRIPLE_STAMP][2] = None


def two_models(found: Written) -> None:
    found[OWN_TRIPLE_STAMP][2] = "other@00"


def two_dimensions(found: Written) -> None:
    found[OWN_TRIPLE][2] = [1.0, 0.0]


def of_zeros(found: Written) -> None:
    found[OWN_TRIPLE][2] = [0.0] * 4


def of_texts(found: Written) -> None:
    found[OWN_TRIPLE][2] = "mine"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (missing, "1 of 5 relationships have none, or one of another text"),
        (of_another_text, "1 of 5 relationships"),
        (unstamped, "1 of 5 relationships"),
        (of_texts, "1 of 5 relationships"),
        (two_models, "2 models made them"),
        (two_dimensions, "they have 2, 4 dimensions"),
        (of_zeros, "some are zero or not finite"),
    ],
)
def test_all_or_none_are_read(change: Callable[[Written], None], reason: str) -> None:
    projection = read(LINKS, change)
    assert TRIPLE not in projection.vectors
    note = projection.configuration["tripleEmbeddings"]
    assert note.startswith(f"left out: {reason}") and note.endswith("; embed again to use them")


def test_lengths_are_made_one_and_reading_again_is_what_embedding_gives() -> None:
    def doubled(found: Written) -> None:
        found[OWN_TRIPLE] = [[2 * value for value in vector] for vector in found[OWN_TRIPLE]]

    projection = read(LINKS, doubled)
    assert_right(projection)
    stored = projection.vectors[TRIPLE]
    same = VectorSet(stamp(ENCODER), stored.index, stored.matrix)
    assert embed_triples(replace(projection, vectors={TRIPLE: same}), ENCODER) is same


def test_a_graph_that_lost_its_relationships_reads_none() -> None:
    assert TRIPLE not in read([]).vectors
