"""The jobs of DA-RAG's layers over a small corpus: neighbours, chunks whose entities are related, mentions by name."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from fakes import HashEncoder
from motif.catalog.rows import from_rows
from motif.engine.control import Control
from motif.errors import Cancelled, InvalidInput, MissingVectors
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif_procedures.chunk_edges import chunk_edges
from motif_procedures.embed_text import embed_projection
from motif_procedures.inter_layer_edges import inter_layer_edges
from motif_procedures.neighbour_edges import neighbour_edges

NODES: list[tuple[str, list[str], dict[str, Any]]] = [
    ("c0", ["Chunk"], {"text": "Michael Mann made a film. It may please."}),
    ("c1", ["Chunk"], {"text": "In Heat, Al Pacino plays."}),
    ("c2", ["Chunk"], {"text": "An heat wave without any name."}),
    ("mann", ["__Entity__", "Person"], {"name": "Michael Mann"}),
    ("heat", ["__Entity__", "Film"], {"name": "Heat"}),
    ("pacino", ["__Entity__", "Person"], {"name": "Al Pacino", "description": "An actor"}),
    ("may", ["__Entity__"], {"name": "May"}),
    ("alone", ["__Entity__"], {"name": "Al Pacino jr"}),
]
LINKS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("mann", "FROM_CHUNK", "c0", {}),
    ("heat", "FROM_CHUNK", "c1", {}),
    ("mann", "RELATED_TO", "heat", {"relation": "directed"}),
    ("mann", "RELATED_TO", "heat", {"relation": "wrote"}),
    ("pacino", "FROM_CHUNK", "c1", {}),
    ("pacino", "FROM_CHUNK", "c2", {}),
]


def corpus(*, embedded: bool = True) -> Projection:
    graph = from_rows(NODES, LINKS)
    return dataclasses.replace(graph, vectors=embed_projection(graph, HashEncoder())) if embedded else graph


def pairs(layer: EdgeLayer) -> list[tuple[str, str]]:
    names = [key for key, *_ in NODES]
    return [
        (names[source], names[target])
        for source, target in zip(layer.source.tolist(), layer.target.tolist(), strict=True)
    ]


def test_entities_are_joined_to_their_nearest_whoever_keeps_them() -> None:
    layer = neighbour_edges(corpus(), k_neighbor=1)
    assert layer.name == "IS_NEAR"
    assert pairs(layer) == [("mann", "may"), ("mann", "alone"), ("heat", "may"), ("pacino", "alone")]
    assert all(name not in ("c0", "c1", "c2") for pair in pairs(layer) for name in pair)
    every = neighbour_edges(corpus(), k_neighbor=10)
    assert len(every) == 10 and json.loads(every.settings)["k_neighbor"] == 10
    for labels in (["Person"], "Person"):
        assert pairs(neighbour_edges(corpus(), labels=labels)) == [("mann", "pacino")]


def test_a_node_means_its_text_else_its_name() -> None:
    layer = neighbour_edges(corpus(), k_neighbor=10)
    encoder = HashEncoder()
    one, other = encoder.encode(["An actor", "Al Pacino jr"])
    score = layer.score[pairs(layer).index(("pacino", "alone"))]
    assert score == pytest.approx(float(one @ other), abs=1e-6)


def test_a_graph_without_chunks_has_all_its_nodes_joined() -> None:
    graph = from_rows([(name, ["Film"], {"name": name}) for name in ("Heat", "Heat 2", "Dust")])
    graph = dataclasses.replace(graph, vectors=embed_projection(graph, HashEncoder()))
    layer = neighbour_edges(graph, k_neighbor=1)
    assert (0, 1) in zip(layer.source.tolist(), layer.target.tolist(), strict=True)


def test_chunks_whose_entities_are_related_are_joined_and_say_why() -> None:
    layer = chunk_edges(corpus(embedded=False))
    assert layer.name == "SHARES_RELATION" and pairs(layer) == [("c0", "c1")]
    assert layer.properties["relations"].value(0) == 2
    assert layer.properties["evidence"].value(0) == "Michael Mann directed Heat"
    with_shared = chunk_edges(corpus(embedded=False), shared_entities=True)
    assert pairs(with_shared) == [("c0", "c1"), ("c1", "c2")]
    assert with_shared.properties["evidence"].value(1) == "Al Pacino"
    assert with_shared.score[1] == pytest.approx(0.5)


def test_names_in_a_text_join_what_the_graph_has_not_joined() -> None:
    layer = inter_layer_edges(corpus(embedded=False))
    assert layer.name == "MENTIONS" and pairs(layer) == []
    graph = from_rows(NODES, LINKS[1:4])
    layer = inter_layer_edges(graph)
    assert pairs(layer) == [("c0", "mann"), ("c1", "pacino")]
    assert layer.properties["evidence"].value(0) == "Michael Mann made a film."
    again = inter_layer_edges(dataclasses.replace(graph, layers={layer.name: layer}))
    assert pairs(again) == pairs(layer)


@pytest.mark.parametrize("k_neighbor", [0, -1, 2.5, True, "5"])
def test_a_node_has_at_least_one_neighbour(k_neighbor: Any) -> None:
    with pytest.raises(InvalidInput, match="k_neighbor must be a whole number, 1 or more"):
        neighbour_edges(corpus(), k_neighbor=k_neighbor)


def test_what_is_missing_is_said() -> None:
    with pytest.raises(MissingVectors, match=r"kg.embed\(\)"):
        neighbour_edges(corpus(embedded=False))
    with pytest.raises(InvalidInput, match="has a label among Persons"):
        neighbour_edges(corpus(), labels=["Persons"])
    films = from_rows([("heat", ["Film"], {"name": "Heat"})])
    for job in (chunk_edges, inter_layer_edges):
        with pytest.raises(InvalidInput, match="The graph 'rows' has no chunks"):
            job(films)
    with pytest.raises(InvalidInput, match="max_neighbours must be a whole number"):
        chunk_edges(corpus(), max_neighbours=0)


@pytest.mark.parametrize("job", [neighbour_edges, chunk_edges, inter_layer_edges])
def test_a_job_tells_how_far_it_is_and_stops(job: Any) -> None:
    told: list[tuple[int, int]] = []
    job(corpus(), progress=lambda done, total: told.append((done, total)))
    assert told[0][0] == 0 and told[-1][0] == told[-1][1]
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        job(corpus(), control=control)


@pytest.mark.parametrize("job", [neighbour_edges, chunk_edges, inter_layer_edges])
def test_a_corpus_without_entities_has_an_empty_layer(job: Any) -> None:
    graph = from_rows(NODES[:3])
    graph = dataclasses.replace(graph, vectors=embed_projection(graph, HashEncoder()))
    assert len(job(graph)) == 0
