"""`community` from chunks to entities, in one layer, with its switches, its budget, and what it says of bad input."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

import numpy as np
import pytest

from community_graphs import (
    FILMS,
    QUESTION,
    TOWNS,
    corpus,
    corpus_rows,
    embedded,
    graph_of,
    names,
    with_layers,
)
from motif.catalog.rows import from_rows
from motif.engine.control import Control
from motif.errors import DeadlineExceeded, InvalidConfiguration, InvalidInput, MissingVectors
from motif.graphs.evidence import Results
from motif.graphs.projection import Projection


def by_layer(found: Results) -> dict[str, list[Any]]:
    layers: dict[str, list[Any]] = {}
    for piece in found:
        layers.setdefault(piece.metadata["layer"], []).append(piece)
    return layers


@pytest.fixture(scope="module")
def films() -> Projection:
    return corpus()


def test_three_layers_coarse_to_fine(films: Projection) -> None:
    found = graph_of(films).community(QUESTION, trussness=3)
    pieces = by_layer(found)
    assert sorted(pieces) == ["chunk", "knowledge", "similarity"]
    [chunks], [known] = pieces["chunk"], pieces["knowledge"]
    assert names(chunks.nodes) == {"Heat", "Al Pacino", "Michael Mann"}
    assert all(node.labels == ("Chunk",) for node in chunks.nodes)
    assert names(known.nodes) <= set(FILMS)
    assert {link.type for link in known.relationships} == {"RELATED_TO"}
    assert known.metadata["computed_edges"] == 0
    assert len(known.relationships) == known.metadata["edges"] == 3
    assert {link.source for link in known.relationships} <= {node.id for node in known.nodes}
    assert found.complete
    assert [piece.score for piece in found] == sorted((piece.score for piece in found), reverse=True)


def test_edges_that_no_database_has_are_counted(films: Projection) -> None:
    [chunks] = by_layer(graph_of(films).community(QUESTION, trussness=3))["chunk"]
    assert {link.type for link in chunks.relationships} == {"NEXT_CHUNK"}
    assert (chunks.metadata["edges"], chunks.metadata["computed_edges"]) == (3, 1)


def test_metadata_says_what_the_community_is(films: Projection) -> None:
    found = graph_of(films).community(QUESTION, layers=["knowledge"], trussness=4)
    [piece] = found
    assert names(piece.nodes) == set(FILMS)
    told = piece.metadata
    assert {key: told[key] for key in ("layer", "trussness", "size", "edges", "density", "diameter")} == {
        "layer": "knowledge",
        "trussness": 4,
        "size": 4,
        "edges": 6,
        "density": 1.0,
        "diameter": 1,
    }
    assert told["qr_score"] >= told["component_score"]
    assert (told["tried"], told["judge"], told["epoch"]) == ([4], "score", 1)
    assert found.metadata["layers"]["knowledge"]["largest_trussness"] == 4


@pytest.mark.parametrize("layers", [("chunk",), ("knowledge",), ("similarity",), ("chunk", "similarity")])
def test_each_layer_can_be_switched_off(films: Projection, layers: tuple[str, ...]) -> None:
    found = graph_of(films).community(QUESTION, layers=layers)
    assert set(by_layer(found)) == set(layers)
    assert set(found.metadata["layers"]) == set(layers)


def test_without_chunks_all_entities_are_searched(films: Projection) -> None:
    graph = graph_of(films)
    fine = graph.community(QUESTION, layers=["knowledge"], trussness=3)
    coarse = graph.community(QUESTION, layers=["chunk", "knowledge"], trussness=3)
    assert fine.metadata["layers"]["knowledge"]["nodes"] == len(FILMS) + len(TOWNS)
    assert coarse.metadata["layers"]["knowledge"]["nodes"] == len(FILMS)


def test_adaptive_trussness_tries_every_k(films: Projection) -> None:
    found = graph_of(films).community(QUESTION, layers=["knowledge"])
    assert found.metadata["layers"]["knowledge"]["tried"] == [3, 4]
    assert sorted(piece.metadata["trussness"] for piece in found) == [3, 4]
    assert all(piece.metadata["tried"] == [3, 4] for piece in found)


def test_one_layer_of_a_corpus_or_of_any_graph(films: Projection) -> None:
    whole = graph_of(films).community(QUESTION, layers=["graph"], trussness=3)
    assert by_layer(whole).keys() == {"graph"}
    assert "notes" not in whole.metadata
    plain = from_rows(
        [(name, [], {"name": name}) for name in FILMS],
        [(one, "WITH", other, {}) for one in FILMS for other in FILMS if one < other],
    )
    found = graph_of(embedded(plain)).community(QUESTION, trussness=4)
    assert names(found[0].nodes) == set(FILMS)
    assert found.metadata["notes"] == ["the graph has no chunks, so it was searched in one layer"]


def test_trussness_of_the_snapshot_is_used(films: Projection) -> None:
    graph = graph_of(films)
    wanted = graph.community(QUESTION, layers=["graph"], trussness=4)
    trussness = np.full(films.n_relationships, 2, np.int32)
    trussness[
        [
            kind == "RELATED_TO"
            for kind in map(films.relationships.types.__getitem__, films.relationships.type)
        ]
    ] = 4
    links = films.relationships
    towns = [films.nodes.names[row] in TOWNS for row in links.source]
    trussness[(trussness == 4) & np.array(towns)] = 3
    given = graph_of(dataclasses.replace(films, trussness=trussness))
    found = given.community(QUESTION, layers=["graph"], trussness=4)
    assert [piece.nodes for piece in found] == [piece.nodes for piece in wanted]


def test_computed_layers_are_used_where_they_are_kept() -> None:
    shared = [("Zurich", "Limmat"), ("Limmat", "Switzerland"), ("Zurich", "Switzerland")]
    near = [("Al Pacino", "Robert De Niro"), ("Michael Mann", "Robert De Niro")]
    kept = with_layers(corpus(), {"SHARES_RELATION": shared})
    chunks = graph_of(kept).community(QUESTION, layers=["chunk"])
    assert names(chunks[0].nodes) == {"Zurich", "Limmat", "Switzerland"}
    assert chunks.metadata["layers"]["chunk"]["joined_by"] == ["SHARES_RELATION"]
    entities = [
        row
        for row, labels in enumerate(map(kept.nodes.labels, range(kept.n_nodes)))
        if "__Entity__" in labels
    ]
    place = {kept.nodes.names[row]: row for row in entities}
    rows = sorted(tuple(sorted((place[one], place[other]))) for one, other in near)
    layer = dataclasses.replace(
        kept.layers["SHARES_RELATION"],
        name="IS_NEAR",
        source=np.array([one for one, _ in rows], np.int32),
        target=np.array([other for _, other in rows], np.int32),
        score=np.ones(2, np.float32),
    )
    likeness = graph_of(dataclasses.replace(kept, layers={"IS_NEAR": layer}))
    found = likeness.community(QUESTION, layers=["similarity"], trussness=2, min_size=3)
    assert names(found[0].nodes) == {"Al Pacino", "Robert De Niro", "Michael Mann"}
    assert found.metadata["layers"]["similarity"]["joined_by"] == ["IS_NEAR"]


def test_chunks_join_by_what_is_asked_for(films: Projection) -> None:
    graph = graph_of(films)
    found = graph.community(QUESTION, layers=["chunk"], along=["NEXT_CHUNK"])
    assert found.metadata["layers"]["chunk"]["joined_by"] == ["NEXT_CHUNK"]
    assert found.metadata["layers"]["chunk"]["tried"] == [2]
    assert any("no triangles" in note for note in found.metadata["notes"])
    assert graph.community(QUESTION, along="NEXT_CHUNK", layers=["chunk"])[0].nodes == found[0].nodes
    both = graph.community(QUESTION, layers=["chunk"], along=["NEXT_CHUNK", "SHARES_RELATION"])
    assert both.metadata["layers"]["chunk"]["edges"] == 7
    with pytest.raises(InvalidInput, match=r"joined by 'NEXT_CHUNKS'.*'NEXT_CHUNK'"):
        graph.community(QUESTION, along=["NEXT_CHUNKS"])


def test_chunks_without_relations_join_by_whatever_joins_them() -> None:
    found = graph_of(corpus(related=False)).community(QUESTION, layers=["chunk", "knowledge"])
    assert found.metadata["layers"]["chunk"]["joined_by"] == ["NEXT_CHUNK"]
    assert "the knowledge layer has no edges between the" in " ".join(found.metadata["notes"])
    assert set(by_layer(found)) == {"chunk"}


def test_texts_are_reports_and_sources(films: Projection) -> None:
    pieces = by_layer(graph_of(films).community(QUESTION, trussness=3))
    [chunks], [known] = pieces["chunk"], pieces["knowledge"]
    assert "Al Pacino met Robert De Niro in Heat." in chunks.text
    assert chunks.text.index("Al Pacino met") < chunks.text.index("Michael Mann made")
    lines = known.text.splitlines()
    best = known.nodes[0].name
    assert lines[1] == f"{best}: {best}, as told."
    assert lines[2] == f"{known.nodes[1].name}: {known.nodes[1].name}, as told."
    assert {line.split(" | ")[1] for line in lines if " | " in line} == {"goes with"}
    assert lines.count("  They go together.") == 3


@pytest.mark.parametrize("max_tokens", [5, 20, 60, 200])
def test_texts_fit_the_budget(films: Projection, max_tokens: int) -> None:
    found = graph_of(films).community(QUESTION, max_tokens=max_tokens)
    assert found
    assert 0 < sum(len(piece.text) for piece in found) <= 4 * max_tokens
    assert found.metadata["tokens"] <= max_tokens


def test_reports_leave_the_rest_to_sources(films: Projection) -> None:
    graph = graph_of(films)
    short = by_layer(graph.community(QUESTION, trussness=3, report_tokens=30))
    long = by_layer(graph.community(QUESTION, trussness=3))
    assert len(short["knowledge"][0].text) <= 4 * 30 < len(long["knowledge"][0].text)
    assert short["chunk"][0].text.endswith("Heat.")


def test_top_k_and_min_size(films: Projection) -> None:
    graph = graph_of(films)
    assert len(graph.community(QUESTION, top_k=1)) == 1
    found = graph.community(QUESTION, layers=["knowledge"], trussness=3, min_size=4)
    assert [names(piece.nodes) for piece in found] == [set(FILMS)]
    none = graph.community(QUESTION, layers=["knowledge"], trussness=3, min_size=5)
    assert (list(none), none.complete) == ([], True)


def test_strict_rule_is_one_of_its_own(films: Projection) -> None:
    found = graph_of(films).community(QUESTION, layers=["knowledge"], trussness=3, rule="strict")
    assert len(found[0].nodes) == 3


def test_too_large_a_trussness_is_lowered_and_said(films: Projection) -> None:
    found = graph_of(films).community(QUESTION, layers=["knowledge"], trussness=40)
    assert (found[0].metadata["trussness"], found[0].metadata["trussness_asked"]) == (4, 40)
    assert found.metadata["notes"] == ["the knowledge layer has no 40-truss; its largest k, 4, was used"]


def test_labels_types_and_filters_narrow(films: Projection) -> None:
    graph = graph_of(films)
    entities = graph.community(QUESTION, labels=["__Entity__"])
    assert set(by_layer(entities)) == {"knowledge", "similarity"}
    assert any("entities of all chunks" in note for note in entities.metadata["notes"])
    towns = graph.community(QUESTION, layers=["knowledge"], filter={"group": "towns"})
    assert names(towns[0].nodes) == set(TOWNS)
    kept = graph.community(QUESTION, layers=["graph"], relationship_types=["NEXT_CHUNK"])
    assert {link.type for link in kept[0].relationships} == {"NEXT_CHUNK"}
    with pytest.raises(InvalidConfiguration, match="Did you mean 'Chunk'"):
        graph.community(QUESTION, labels=["Chunks"])


def test_what_is_not_relevant_is_not_given() -> None:
    plain = embedded(
        from_rows(
            [(name, [], {"name": name}) for name in FILMS],
            [(one, "WITH", other, {}) for one in FILMS for other in FILMS if one < other],
        )
    )
    vectors = {kind: dataclasses.replace(of, matrix=-np.abs(of.matrix)) for kind, of in plain.vectors.items()}

    class Positive:
        name, dimension = "fake-hash", 64

        def encode(self, texts: list[str]) -> Any:
            return np.full((len(texts), 64), 0.125, np.float32)

    graph = graph_of(dataclasses.replace(plain, vectors=vectors))
    graph._encoder = Positive
    found = graph.community(QUESTION)
    assert (list(found), found.complete) == ([], True)


def test_graphs_without_anything_to_find() -> None:
    lone = embedded(from_rows([("a", [], {"name": "a"}), ("b", [], {"name": "b"})]))
    found = graph_of(lone).community("a?")
    assert (list(found), found.complete) == ([], True)
    assert any("has no edges" in note for note in found.metadata["notes"])


def test_without_vectors_the_call_that_makes_them_is_said() -> None:
    with pytest.raises(MissingVectors, match=r"kg\.embed\(\)"):
        graph_of(from_rows(*corpus_rows())).community(QUESTION)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"trussness": 1}, r"trussness must be a whole number of 2 or more, not 1\. In a k-truss"),
        ({"trussness": 2.5}, "trussness must be a whole number of 2 or more"),
        ({"trussness": True}, "trussness must be a whole number of 2 or more"),
        ({"min_size": 0}, "min_size must be a whole number from 1"),
        ({"rule": "loose"}, "rule must be 'cascade' or 'strict', not 'loose'"),
        ({"layers": ["chunks"]}, "There is no layer 'chunks'. Layers: chunk, knowledge, similarity, graph"),
        ({"layers": []}, "layers names no layer"),
        ({"judge": "me"}, "judge must be 'auto', 'score' or 'model', not 'me'"),
        ({"top_k": 0}, "top_k must be a whole number from 1"),
        ({"max_tokens": -1}, "max_tokens must be a whole number from 1"),
        ({"report_tokens": None}, "report_tokens must be a whole number from 1"),
        ({"timeout": 0}, "timeout must be a number of seconds above 0"),
        ({"on_timeout": "hang"}, "on_timeout must be 'partial' or 'fail'"),
    ],
)
def test_bad_arguments(films: Projection, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        graph_of(films).community(QUESTION, **options)


@pytest.mark.parametrize("question", ["", "   ", None, "x" * 5000])
def test_bad_questions(films: Projection, question: Any) -> None:
    with pytest.raises(InvalidInput, match="question"):
        graph_of(films).community(question)


def test_a_deadline_gives_what_was_found_and_says_so(films: Projection) -> None:
    graph = graph_of(films)
    with Control(timeout=0) as control:
        found = graph.community(QUESTION, control=control)
        assert not found.complete
        with pytest.raises(DeadlineExceeded):
            graph.community(QUESTION, control=control, on_timeout="fail")


def test_awaited(films: Projection) -> None:
    graph = graph_of(films)
    found = asyncio.run(graph.acommunity(QUESTION, trussness=3))
    assert [piece.text for piece in found] == [piece.text for piece in graph.community(QUESTION, trussness=3)]


def test_model_asked_for_where_there_is_none_is_said(films: Projection) -> None:
    found = graph_of(films).community(QUESTION, judge="model")
    assert found
    assert found.metadata["notes"][-1].startswith("judged by QRScore, without the model: none is configured")
