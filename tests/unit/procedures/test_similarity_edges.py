"""The job over a small corpus with a table: every metric, thresholds, both ways to combine, caps and bad input."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import numpy as np
import pytest

from fakes import CountingEncoder, HashEncoder
from motif.catalog.rows import from_rows
from motif.engine.control import Control
from motif.errors import Cancelled, InvalidInput, MissingVectors
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif_procedures.embed_text import embed_projection
from motif_procedures.similarity.metric_table import METRICS
from motif_procedures.similarity_edges import similarity_edges

ROWS = "Year | Film | Star\n1995 | Heat | Al Pacino , Val Kilmer\n1999 | The Insider | Al Pacino"
CHUNKS: list[tuple[str, dict[str, Any]]] = [
    (
        "films",
        {
            "title": "Films of Michael Mann",
            "text": f"Films of Michael Mann\nWhat he directed.\n{ROWS}",
            "modality": "table",
            "columns": ["Year", "Film", "Star"],
            "firstRow": 10,
            "entities": ["Al Pacino", "Michael Mann"],
        },
    ),
    (
        "roles",
        {
            "title": "Roles of Al Pacino",
            "text": "Roles of Al Pacino\nFilm | Role\nHeat | Vincent Hanna",
            "modality": "table",
            "columns": ["film", "Role"],
            "firstRow": 0,
            "entities": ["Vincent Hanna", "al pacino"],
        },
    ),
    (
        "heat",
        {
            "title": "Heat (1995 film)",
            "text": "Heat is a film of crime.",
            "topic": "crime film",
            "entities": ["crime"],
        },
    ),
    (
        "pacino",
        {
            "title": "Al Pacino",
            "text": "An actor. He was Vincent Hanna in Heat. He lives.",
            "topic": "film actor",
            "entities": ["vincent hanna", "Heat"],
        },
    ),
    ("bend", {"title": "South Bend, Indiana", "text": "A city with no heat at all.", "topic": "city"}),
]


def corpus(*, embedded: bool = True, chunks: Any = CHUNKS, label: str = "Chunk") -> Projection:
    graph = from_rows([(key, [label], values) for key, values in chunks])
    return dataclasses.replace(graph, vectors=embed_projection(graph, HashEncoder())) if embedded else graph


def edges(layer: EdgeLayer) -> dict[tuple[str, str], dict[str, Any]]:
    names = [key for key, _ in CHUNKS]
    return {
        (names[source], names[target]): {
            key: json.loads(value)
            if isinstance(value := column.value(at), str) and value[0] == "["
            else value
            for key, column in layer.properties.items()
        }
        for at, (source, target) in enumerate(zip(layer.source.tolist(), layer.target.tolist(), strict=True))
    }


def test_a_title_in_a_cell_says_its_row_and_column() -> None:
    found = edges(similarity_edges(corpus(), HashEncoder(), metrics=["title-cell"]))
    assert sorted(found) == [("films", "heat"), ("films", "pacino"), ("roles", "heat")]
    assert found["films", "heat"] == {
        "metric": ["title-cell"],
        "metricScores": found["films", "heat"]["metricScores"],
        "rows": [10],
        "columns": ["Film"],
        "evidence": "1995 | Heat | Al Pacino , Val Kilmer",
    }
    assert found["films", "pacino"]["rows"] == [10, 11]


def test_a_title_in_a_text_says_its_sentence_and_heeds_capitals() -> None:
    found = edges(similarity_edges(corpus(), HashEncoder(), metrics=["title-text"]))
    assert sorted(found) == [("heat", "pacino"), ("roles", "pacino")]
    assert found["heat", "pacino"]["evidence"] == "He was Vincent Hanna in Heat."


def test_shared_entities_are_said_whatever_their_case() -> None:
    found = edges(similarity_edges(corpus(), HashEncoder(), metrics=["entity-overlap"], percentile=1))
    assert found["roles", "pacino"]["sharedEntities"] == ["Vincent Hanna"]
    assert ("heat", "pacino") not in found


def test_tables_that_share_a_column_say_which() -> None:
    layer = similarity_edges(corpus(), HashEncoder(), metrics=["column-column"], percentile=1)
    assert edges(layer) == {}  # one pair of tables: it is the percentile itself, and the comparison is strict
    third = ("cast", {**CHUNKS[1][1], "title": "Cast", "columns": ["Name", "Role"]})
    layer = similarity_edges(
        corpus(chunks=[*CHUNKS[:2], third]), HashEncoder(), metrics=["column-column"], percentile=1
    )
    said = {
        tuple(json.loads(text))
        for text in (layer.properties["columns"].value(at) for at in range(len(layer)))
        if text
    }
    assert ("Role",) in said or ("film", "Role") in said


def test_every_metric_fires_somewhere_and_says_so() -> None:
    layer = similarity_edges(corpus(), HashEncoder(), percentile=1, max_neighbours=None)
    fired = {name for edge in edges(layer).values() for name in edge["metric"]}
    assert fired >= set(METRICS) - {"column-column", "title-title"}
    settings = json.loads(layer.settings)
    assert settings["found"]["Chunk"]["nodes"] == 5
    assert (layer.score > 0).all() and (layer.score <= 1).all()
    assert (layer.source < layer.target).all()


def test_a_metric_whose_property_is_missing_is_skipped_and_said() -> None:
    bare = [(key, {"title": values["title"], "text": values["text"]}) for key, values in CHUNKS[2:]]
    layer = similarity_edges(corpus(chunks=bare), HashEncoder())
    skipped = json.loads(layer.settings)["found"]["Chunk"]["skipped"]
    assert set(skipped) == {"topic-topic (text-text)", "entity-overlap (text-text)"}


def test_and_wants_every_metric() -> None:
    both = ["content-content", "topic-topic"]
    either = edges(similarity_edges(corpus(), HashEncoder(), metrics=both, percentile=1))
    each = edges(similarity_edges(corpus(), HashEncoder(), metrics=both, percentile=1, combine="and"))
    assert {pair for pair, edge in either.items() if len(edge["metric"]) == 2} == set(each)
    assert len(each) > 0


def test_a_cap_leaves_each_node_its_strongest() -> None:
    options: dict[str, Any] = {"metrics": ["content-content"], "percentile": 1}
    every = similarity_edges(corpus(), HashEncoder(), max_neighbours=None, **options)
    few = similarity_edges(corpus(), HashEncoder(), max_neighbours=1, **options)
    best = int(np.argmax(every.score))
    assert (every.source[best], every.target[best]) in set(zip(few.source, few.target, strict=True))
    assert 0 < len(few) <= len(every)


def test_the_same_seed_gives_the_same_edges_and_metadata_are_encoded_once(tmp_path: Any) -> None:
    encoder = CountingEncoder()
    first = similarity_edges(corpus(), encoder, checkpoint=tmp_path)
    assert sorted(encoder.texts) == sorted(set(encoder.texts))
    before = len(encoder.texts)
    second = similarity_edges(corpus(), encoder, checkpoint=tmp_path)
    assert len(encoder.texts) - before <= 4  # an encoder without a hash is tried on one text per field
    assert edges(first) == edges(second) and first.score.tolist() == second.score.tolist()


def test_without_a_corpus_nodes_of_rich_text_are_joined_within_their_label() -> None:
    text = "A product with a long description of what it does and of how it is made, in many words."
    nodes = [(f"p{at}", ["Product"], {"name": f"P{at}", "text": f"{text} {at}"}) for at in range(3)]
    nodes += [("b", ["Brand"], {"name": "B", "text": text}), ("c", ["Brand"], {"name": "C", "text": "short"})]
    graph = from_rows(nodes)
    graph = dataclasses.replace(graph, vectors=embed_projection(graph, HashEncoder()))
    layer = similarity_edges(graph, HashEncoder(), percentile=50, minimum_text=50)
    assert len(layer) > 0 and layer.target.max() <= 2
    assert list(json.loads(layer.settings)["found"]) == ["Product"]
    with pytest.raises(InvalidInput, match="No two nodes of the graph 'rows' have text"):
        similarity_edges(graph, HashEncoder(), labels=["Brand"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"percentile": 0}, "percentile must be a number above 0 and below 100, not 0"),
        ({"percentile": 100.0}, "percentile must be a number above 0 and below 100"),
        ({"percentile": float("nan")}, "percentile must be a number above 0 and below 100"),
        ({"combine": "xor"}, "combine must be 'or' or 'and', not 'xor'"),
        ({"metrics": ["title-cel"]}, "There is no metric 'title-cel'. Did you mean 'title-cell'"),
        ({"metrics": []}, "metrics must name at least one"),
        ({"max_neighbours": 0}, "max_neighbours must be 1 or more"),
        ({"minimum_text": -1}, "minimum_text must be a number of characters"),
        ({"labels": ["Chunc"]}, "has the label 'Chunc'. Its labels: Chunk"),
    ],
)
def test_bad_options_are_said(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        similarity_edges(corpus(), HashEncoder(), **options)


def test_a_graph_without_vectors_says_how_to_make_them() -> None:
    with pytest.raises(MissingVectors, match=r"texts of .* have no vectors. Make them: kg.embed\(\)"):
        similarity_edges(corpus(embedded=False), HashEncoder())
    with pytest.raises(MissingVectors, match="come from 'fake-hash', the encoder is 'fake-other'"):
        similarity_edges(corpus(), HashEncoder(32, "fake-other"))


def test_the_job_tells_how_far_it_is_and_stops() -> None:
    told: list[tuple[int, int]] = []
    similarity_edges(corpus(), HashEncoder(), progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] and all(done <= total for done, total in told)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        similarity_edges(corpus(), HashEncoder(), control=control)
