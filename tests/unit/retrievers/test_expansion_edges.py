"""What edges and bridges say of a question's words: by kernels and by the naive way, whatever is written in them."""

from __future__ import annotations

import dataclasses

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import naive_expansion as naive
from motif.catalog.rows import column_of, from_rows
from motif.engine.expansion import Track, Ways
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif.retrievers.expansion_edges import words_on_edges
from motif.retrievers.expansion_tracks import EdgeTable, Way, edges_between

PIECES = [
    "Heat",
    "HEAT",
    "Été",
    "e\u0301te\u0301",
    "x1",
    " ",
    "\n",
    "–",
    "½",
    "ß",
    "東京",
    "!!",
    "_",
    "İ",
    "é",
    "😀",
]
TEXTS = st.none() | st.lists(st.sampled_from(PIECES), max_size=6).map("".join) | st.integers(0, 9)
WORDS = st.lists(
    st.sampled_from(["heat", "ete", "x1", "e", "i", "ss", "東", "東京", "!!", "directed", "by", "12"]),
    min_size=1,
    max_size=5,
    unique=True,
)


def graph(texts: list[tuple[object, object]], layered: list[object], names: list[str]) -> Projection:
    """Nodes of these names; relationships out of the first, each with two properties; a layer out of it."""
    nodes = [(str(row), ["Node"], {"name": name}) for row, name in enumerate(names)]
    links = [
        ("0", "DIRECTED_BY" if row % 2 else "Été", "1", {"first": one, "metric": "heat", "last": other})
        for row, (one, other) in enumerate(texts)
    ]
    made = from_rows(nodes, links)
    ends = np.zeros(len(layered), np.int32), np.ones(len(layered), np.int32)
    score = np.ones(len(layered), np.float32)
    layer = EdgeLayer("IS_SIMILAR", "{}", *ends, score, {"evidence": column_of(layered)})
    return dataclasses.replace(made, layers={"IS_SIMILAR": layer})


def tables(made: Projection) -> list[EdgeTable]:
    """The relationships, and the layer, as tables of edges."""
    links, layer = made.relationships, made.layers["IS_SIMILAR"]
    found = []
    for source, target, of_layer in (
        (links.source, links.target, None),
        (layer.source, layer.target, layer),
    ):
        rows = np.arange(len(source), dtype=np.int32)
        none = np.full_like(rows, -1)
        edges = edges_between(source, target, made.n_nodes)
        found.append(
            EdgeTable(edges, rows, none) if of_layer is None else EdgeTable(edges, none, rows, layer)
        )
    return found


@given(
    texts=st.lists(st.tuples(TEXTS, TEXTS), max_size=4),
    layered=st.lists(TEXTS, max_size=4),
    names=st.lists(
        st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join), min_size=2, max_size=4
    ),
    words=WORDS,
)
def test_each_word_is_found_where_the_normalised_line_has_it(
    texts: list[tuple[object, object]], layered: list[object], names: list[str], words: list[str]
) -> None:
    made = graph(texts, layered, names)
    of_graph, of_layer = tables(made)
    bridges = np.ones(made.n_nodes, np.bool_)
    tracks = [
        Way(Track("", of_graph.edges), of_graph),
        Way(Track("IS_SIMILAR", of_layer.edges), of_layer),
        Way(Track("bridges", of_graph.edges, bridges=bridges), of_graph),
    ]
    counts = len(made.relationships), len(layered), made.n_nodes
    track = np.repeat(np.arange(3, dtype=np.int32), counts)
    row = np.concatenate([np.arange(count, dtype=np.int32) for count in counts])
    none = np.full(len(row), -1, np.int32)
    ways = Ways(none, none, track, np.where(track < 2, row, 0).astype(np.int32), row, none)
    found = words_on_edges(made, tracks, ways, words)
    lines = [*relationship_lines(made), *(said(text) for text in layered), *made.nodes.names]
    assert found.tolist() == [naive.words_said(line, words) for line in lines]


def relationship_lines(made: Projection) -> list[str]:
    """What each relationship says: its type, and its text properties in their order, but the metric."""
    links = made.relationships
    return [
        " ".join(
            [
                readable(links.types[links.type[row]]),
                *(said(column.value(row)) for name, column in links.properties.items() if name != "metric"),
            ]
        )
        for row in range(len(links))
    ]


def said(value: object) -> str:
    return value if isinstance(value, str) else ""
