"""A Triple-GNN learns what examples show, goes on where it was killed, and refuses what does not fit."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fakes import HashEncoder
from motif.catalog.triples import from_triples
from motif.engine.control import Control
from motif.engine.guidance import SchemaQuestion, guidance_rows, score_nodes
from motif.errors import Cancelled, InvalidInput, JobFailed
from motif.graphs.guidance import GuidanceModel
from motif.graphs.projection import RELATION, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif_procedures.guidance import generate_examples, load_examples, save_examples
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.question_blocks import Looking
from motif_procedures.guidance.question_texts import gather_texts
from motif_procedures.guidance.training import data_hash, train_guidance, training_options
from motif_procedures.guidance.training_checkpoint import Moment, TrainingCheckpoint
from motif_procedures.guidance.training_run import recall_of

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("torch_geometric") is None,
    reason="pip install 'motif-graphrag[gnn]'",
)
ENCODER = HashEncoder(24)
SIZES = {"layers": 3, "dimension": 16, "subgraph": "hops", "hops": 3, "subgraph_nodes": 200, "device": "cpu"}


def planted(seed: int = 0, n_each: int = 30) -> Projection:
    """Authors, books and places: an author wrote, sold or read books, which lie, burn or sink in places."""
    random = np.random.default_rng(seed)
    draw = [(int(a), int(b)) for a, b in random.integers(0, n_each, (4 * n_each, 2))]
    first = [(f"author {a}", f"deed {place % 3}", f"book {b}") for place, (a, b) in enumerate(draw)]
    second = [(f"book {b}", f"fate {place % 3}", f"place {a}") for place, (a, b) in enumerate(draw[::-1])]
    return from_triples(first + second)


def examples_of(graph: Projection, authors: range) -> list[GuidanceExample]:
    """Each author is asked where the books are that they did this with and that befell that."""
    links, names = graph.relationships, list(graph.nodes.names)
    found = []
    for author in authors:
        start = names.index(f"author {author}") if f"author {author}" in names else -1
        for deed in range(3):
            for fate in range(3):
                paths = [
                    (one, other)
                    for one in np.flatnonzero(links.source == start)
                    for other in np.flatnonzero(links.source == links.target[one])
                    if links.relations[links.relation[one]] == f"deed {deed}"
                    and links.relations[links.relation[other]] == f"fate {fate}"
                ]
                if paths:
                    found.append(_example(graph, author, (f"deed {deed}", f"fate {fate}"), paths))
    return found


def _example(
    graph: Projection, author: int, relations: tuple[str, str], paths: list[tuple[int, int]]
) -> GuidanceExample:
    rows, links = np.array(paths, np.int32), graph.relationships
    entity = links.source[rows[:1, 0]]
    answers = np.unique(links.target[rows[:, 1]])
    return GuidanceExample(
        triples=((f"author {author}", relations[0], "[ENT1]"), ("[ENT1]", relations[1], "[ENT2]")),
        relations=relations,
        outgoing=(True, True),
        entities=entity,
        gold=np.unique(np.concatenate([entity, links.target[rows[:, 0]], answers])),
        paths=rows,
        answers=answers,
        strategy="breadth",
    )


GRAPH = planted()
LEARNT, ASKED = examples_of(GRAPH, range(22)), examples_of(GRAPH, range(22, 30))


def found_by(model: GuidanceModel, graph: Projection, examples: list[GuidanceExample]) -> float:
    """Share of what examples seek that the engine, without torch, has among its 4 · |T| best."""
    texts = gather_texts([(graph, examples)])
    vectors, own = texts.vectors(ENCODER), texts.graphs[0]
    recalls = []
    for question in own.questions:
        asked = SchemaQuestion(vectors[question.triples], question.places)
        scores = score_nodes(graph, model, asked, question.entities, vectors[own.relations])
        rows = guidance_rows(scores, question.n_guided)
        recalls.append(recall_of(question, rows, np.ones(len(rows), np.float32)))
    return float(np.mean(recalls))


@needs_torch
def test_a_planted_pattern_is_learnt_from_chance_to_95_percent() -> None:
    untrained = train_guidance([(GRAPH, LEARNT)], ENCODER, epochs=1, learning_rate=1e-9, **SIZES)
    options = {"epochs": 8, "dimension": 32, "learning_rate": 0.01, "readout": "linear"}
    model = train_guidance([(GRAPH, LEARNT)], ENCODER, validation=[(GRAPH, ASKED)], **SIZES | options)
    assert found_by(untrained, GRAPH, ASKED) < 0.5
    assert found_by(model, GRAPH, ASKED) >= 0.95
    assert model.facts["recall"] >= 0.95 and model.facts["device"] == "cpu"
    assert model.facts["data"] == data_hash([planted()]) != data_hash([planted(1)])
    assert model.facts["settings"]["subgraph"] == "hops" and model.facts["settings"]["subgraph_nodes"] == 200


@needs_torch
@pytest.mark.parametrize("subgraph", ["pagerank", "sampled", None])
def test_it_learns_on_every_part_of_the_graph(subgraph: str | None) -> None:
    options = {**SIZES, "subgraph": subgraph, "subgraph_nodes": 60}
    one = train_guidance([(GRAPH, LEARNT[:40])], ENCODER, epochs=1, learning_rate=0.01, **options)
    three = train_guidance([(GRAPH, LEARNT[:40])], ENCODER, epochs=3, learning_rate=0.01, **options)
    assert three.facts["loss"] < one.facts["loss"] and three.facts["recall"] is None


@needs_torch
def test_a_share_of_the_nodes_is_kept_back_and_examples_come_from_a_file_too(tmp_path: Path) -> None:
    examples = generate_examples(GRAPH, count=80, hops=(1, 2))
    save_examples(tmp_path / "examples.jsonl", GRAPH, examples)
    run = {**SIZES, "layers": 1, "validation": 0.3}
    model = train_guidance([(GRAPH, tmp_path / "examples.jsonl")], ENCODER, **run)
    assert 0 < model.facts["examples"] < 70 and model.facts["recall"] is not None
    same = train_guidance([(GRAPH, load_examples(tmp_path / "examples.jsonl", GRAPH))], ENCODER, **run)
    assert same.facts == model.facts
    with pytest.raises(InvalidInput, match="from 0 to below 1, not 1"):
        train_guidance([(GRAPH, examples)], ENCODER, **{**run, "validation": 1})


class Killed(Exception):
    """What a killed process would have been doing."""


def killer(at: int) -> Callable[[int, int], None]:
    def progress(done: int, total: int) -> None:
        if done == at:
            raise Killed

    return progress


@needs_torch
@pytest.mark.parametrize("killed_at", [3, 20])
def test_a_killed_training_goes_on_to_the_same_weights(tmp_path: Path, killed_at: int) -> None:
    def trained(folder: Path | None, progress: Callable[[int, int], None] | None = None) -> GuidanceModel:
        return train_guidance(
            [(GRAPH, LEARNT[:64]), (planted(1), examples_of(planted(1), range(8)))],
            ENCODER,
            validation=[(GRAPH, ASKED[:10])],
            folder=folder,
            progress=progress,
            **{**SIZES, "epochs": 2, "save_every": 2},
        )

    with pytest.raises(Killed):
        trained(tmp_path, killer(killed_at))
    told: list[int] = []
    resumed = trained(tmp_path, lambda done, total: told.append(done))
    assert 0 < told[0] <= killed_at
    whole = trained(None)
    for name, array in whole.arrays.items():
        np.testing.assert_array_equal(resumed.arrays[name], array)
    assert not list(tmp_path.iterdir())


@needs_torch
def test_cancelling_ends_it_and_a_bad_folder_is_told(tmp_path: Path) -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled, match="Training the guidance model was stopped after 0 of"):
        train_guidance([(GRAPH, LEARNT[:9])], ENCODER, control=control, **SIZES)
    (tmp_path / "file").write_text("")
    with pytest.raises(JobFailed, match="cannot be written"):
        train_guidance([(GRAPH, LEARNT[:9])], ENCODER, folder=tmp_path / "file", **SIZES)


def test_a_checkpoint_that_a_disk_lost_is_none(tmp_path: Path) -> None:
    kept = TrainingCheckpoint(tmp_path, "a")
    assert kept.read() is None
    moment = Moment(1, 2, 0.5, 0.25, float("nan"), {"weight/x": np.ones(2)})
    kept.save(moment, moment)
    read = kept.read()
    assert read is not None and (read[0].epoch, read[0].step, read[0].total) == (1, 2, 0.5)
    assert read[1].arrays["weight/x"].tolist() == [1, 1]
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:50])
    assert kept.read() is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"epoch": 3}, "no option 'epoch'. Did you mean 'epochs'"),
        ({"colour": 3}, "Options: device, dimension"),
        ({"epochs": 0}, "epochs must be 1 or more, not 0"),
        ({"learning_rate": 0}, "learning_rate must be above 0"),
        ({"subgraph": "ring"}, "subgraph must be one of 'pagerank', 'hops', 'sampled', None, not 'ring'"),
        ({"subgraph_nodes": 0}, "nodes of a subgraph must be 1 or more"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        training_options(options)


def test_examples_of_another_graph_are_refused() -> None:
    with pytest.raises(InvalidInput, match="no example to train"):
        gather_texts([(GRAPH, [])])
    with pytest.raises(InvalidInput, match="not one of the graph 'triples': it names row"):
        gather_texts([(from_triples([("author 1", "deed 1", "book")]), LEARNT)])
    with pytest.raises(InvalidInput, match="is not among what it names"):
        gather_texts([(planted(7), LEARNT)])
    renamed = from_triples([(f"author {n}", "deed", f"book {n}") for n in range(99)])
    with pytest.raises(InvalidInput, match="has no relation 'deed 0'"):
        gather_texts([(renamed, LEARNT[:1])])


def test_a_graph_of_another_encoder_is_refused() -> None:
    import dataclasses

    vectors = VectorSet(EncoderStamp("large", 8), np.zeros(6, np.int32), np.ones((1, 8), np.float32))
    graph = dataclasses.replace(GRAPH, vectors={RELATION: vectors})
    with pytest.raises(InvalidInput, match="has vectors of 'large', and the training would encode with"):
        train_guidance([(graph, LEARNT)], ENCODER, **SIZES)


@pytest.mark.parametrize("looking", [Looking("hops", 30, 2), Looking("pagerank", 30), Looking(None)])
def test_blocks_hold_every_relationship_between_what_is_looked_at(looking: Looking) -> None:
    texts = gather_texts([(GRAPH, LEARNT[:3])])
    graph, vectors = texts.graphs[0], texts.vectors(ENCODER)
    batch, blocks = graph.batch([2, 0], looking, vectors)
    links, first = GRAPH.relationships, [0, len(blocks[0])]
    expected = {
        (start + list(rows).index(source), start + list(rows).index(target), relation)
        for start, rows in zip(first, blocks, strict=True)
        for source, target, relation in zip(
            links.source.tolist(), links.target.tolist(), links.relation.tolist(), strict=True
        )
        if source in rows and target in rows
    }
    half = batch.arcs.shape[1] // 2
    assert (
        set(zip(*batch.arcs[:, :half].tolist(), batch.arc_relation[:half].tolist(), strict=True)) == expected
    )
    np.testing.assert_array_equal(batch.arcs[:, half:], batch.arcs[::-1, :half])
    np.testing.assert_array_equal(batch.arc_relation[half:], batch.arc_relation[:half] + 6)
    for number, place, rows in zip((2, 0), batch.sources, blocks, strict=True):
        start = first[int(batch.node_question[place])]
        assert rows[place - start] == LEARNT[number].entities[0]
    sought = np.concatenate(
        [np.isin(rows, LEARNT[number].gold) for number, rows in zip((2, 0), blocks, strict=True)]
    )
    np.testing.assert_array_equal(batch.labels > 0, sought)
    relations = [f"{kind} {number}" for kind in ("deed", "fate") for number in range(3)]
    np.testing.assert_array_equal(batch.relations, ENCODER.encode(relations))
    assert batch.triples.shape == (4, 24) and batch.triple_question.tolist() == [0, 0, 1, 1]
    assert batch.triple_place.tolist() == [1, 3, 1, 3]


def test_what_is_looked_at_is_selected_for_each_way_of_looking() -> None:
    graph = gather_texts([(GRAPH, LEARNT[:1])]).graphs[0]
    near, all_nodes = graph.rows(0, Looking("pagerank", 20)), graph.rows(0, Looking(None))
    assert (len(near), len(all_nodes)) == (20, GRAPH.n_nodes)
    assert graph.rows(0, Looking("pagerank", 20)) is near
    assert len(graph.rows(0, Looking("sampled", fanouts=[1]))) <= 2


def test_recall_counts_what_is_sought_up_to_k() -> None:
    question = gather_texts([(GRAPH, LEARNT[:1])]).graphs[0].questions[0]
    rows = np.arange(GRAPH.n_nodes, dtype=np.int32)
    scores = np.zeros(len(rows), np.float32)
    scores[question.sought] = 1
    assert recall_of(question, rows, scores) == 1.0
    assert recall_of(question, rows, -scores) < 1.0
    assert recall_of(question, question.sought[:1], scores[question.sought[:1]]) == pytest.approx(
        1 / min(8, len(question.sought))
    )
