"""What a graph was taught stays with it through every kind of epoch, and is used afterwards."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fakes import HashEncoder
from forking import CONTEXT
from motif import Graph
from motif.catalog import Catalog, from_triples
from motif.catalog.dominance_weights import load_weights
from motif.catalog.thresholds import save_threshold
from motif.engine.data_graph import data_graph
from motif.engine.dominance import construct_dominance
from motif.errors import GraphNotFound
from motif.graphs.dominance import ANY_SIZE, DominanceEmbedding
from motif.graphs.layers import EdgeLayer
from motif.graphs.paths import PathTable
from motif.graphs.projection import NAME, TRIPLE, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.models.encoder import stamp
from motif.planners import learning
from motif.settings import load_settings
from naive_guidance import random_model

FILMS = [
    (film, relation, name)
    for film, director, actor in [
        ("Heat", "Mann", "Pacino"),
        ("Alien", "Scott", "Weaver"),
        ("Jaws", "Spielberg", "Shaw"),
    ]
    for relation, name in [("directed_by", director), ("starred_actors", actor)]
]
LESSON = {"question": "who is the soul of [Heat]?", "pattern": [["Heat", "starred_actors", "?who"]]}
ENCODER = HashEncoder()


def films() -> Projection:
    return from_triples(FILMS)


def taught(catalog: Catalog) -> DominanceEmbedding:
    """A graph of the catalog with an example, a guidance model, a threshold and trained dominance weights."""
    catalog.create("db", "films", films)
    graph = opened(catalog)
    graph.learn([LESSON])
    graph._keep_guidance(replace(random_model(1, 4, ENCODER.dimension), encoder=stamp(ENCODER)), None)
    save_threshold(catalog.learned_folder("db", "films"), 0.43, stamp(ENCODER))
    rows = catalog.open("db", "films").n_nodes
    trained = DominanceEmbedding(
        "gat",
        EncoderStamp("gat", 2, "5a5a"),
        np.zeros((rows, 2), np.float32),
        np.full(rows, ANY_SIZE, np.int16),
        {"head": np.eye(2, dtype=np.float32)},
        np.ones((rows, 1), np.float32),
    )
    catalog.add_dominance("db", "films", trained)
    return trained


def opened(catalog: Catalog) -> Graph:
    """The graph as a process that has just begun sees it."""
    return Graph(
        lambda: catalog.open("db", "films"),
        encoder=lambda: ENCODER,
        settings=load_settings(),
        learned=catalog.learned_folder("db", "films"),
    )


def refreshed(catalog: Catalog) -> None:
    catalog.create("db", "films", films, existing="replace")


def renewed(catalog: Catalog) -> None:
    catalog.renew("db", "films", lambda _: films())


def replaced_by_another(catalog: Catalog) -> None:
    more = [*FILMS, ("Ran", "directed_by", "Kurosawa")]
    catalog.create("db", "films", lambda: from_triples(more), existing="replace")


def embedded(catalog: Catalog) -> None:
    catalog.add_vectors("db", "films", {NAME: encoded(list(catalog.open("db", "films").nodes.names))})


def embedded_triples(catalog: Catalog) -> None:
    catalog.add_vectors("db", "films", {TRIPLE: encoded([" ".join(triple) for triple in FILMS])})


def encoded(texts: list[str]) -> VectorSet:
    return VectorSet(stamp(ENCODER), np.arange(len(texts), dtype=np.int32), ENCODER.encode(texts))


def with_trussness(catalog: Catalog) -> None:
    catalog.add_trussness("db", "films", np.full(len(FILMS), 2, np.int32))


def with_similarity(catalog: Catalog) -> None:
    ends = np.array([0], np.int32), np.array([1], np.int32)
    catalog.add_layer("db", "films", EdgeLayer("LIKE", "{}", *ends, np.ones(1, np.float32), {}))


def with_paths(catalog: Catalog) -> None:
    embedding = construct_dominance(data_graph(catalog.open("db", "films")), dimension=4)
    catalog.add_dominance("db", "films", embedding)
    catalog.add_paths("db", "films", PathTable(1, "columns", embedding.stamp.text, {"paths": np.arange(3)}))


EPOCHS: list[Callable[[Catalog], None]] = [
    refreshed,
    renewed,
    replaced_by_another,
    embedded,
    embedded_triples,
    with_trussness,
    with_similarity,
    with_paths,
]


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalog]:
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    yield Catalog(tmp_path / "home")


def assert_all_is_used(catalog: Catalog, trained: DominanceEmbedding) -> None:
    """Whether a process that begins now knows the example, the model, the threshold and the weights, and uses them."""
    graph = opened(Catalog(catalog.home))
    assert graph._learned.examples() == [LESSON]
    found = graph.retrieve("who is the soul of [Alien]?", planner="paths")
    assert [answer.name for answer in found[0].answers] == ["Weaver"], "what the example taught"
    assert graph._guide("auto").said["model"] == "trained"
    assert graph._threshold(None) == 0.43
    weights = load_weights(catalog.dominance_folder, trained.stamp.hash)
    assert weights is not None and weights.parameters["head"].tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize("change", EPOCHS, ids=lambda change: change.__name__)
def test_an_epoch_of_any_kind_keeps_what_was_taught(
    catalog: Catalog, change: Callable[[Catalog], None]
) -> None:
    trained = taught(catalog)
    before = catalog.open("db", "films").epoch
    change(catalog)
    assert catalog.open("db", "films").epoch > before
    assert_all_is_used(catalog, trained)


def test_all_kinds_of_epoch_after_one_another_keep_it(catalog: Catalog) -> None:
    trained = taught(catalog)
    for change in EPOCHS:
        if change is not replaced_by_another:
            change(catalog)
    assert_all_is_used(catalog, trained)
    folder = catalog.learned_folder("db", "films").parent
    assert sum(entry.name.isdecimal() for entry in folder.iterdir()) == 1, "of the epochs one is left"


def test_a_drop_removes_what_was_taught_too(catalog: Catalog) -> None:
    taught(catalog)
    catalog.drop("db", "films")
    assert not catalog.learned_folder("db", "films").exists()
    catalog.create("db", "films", films)
    assert opened(catalog)._learned.examples() == []


QUESTIONS = [
    {"question": f"who is number {number} of [Heat]?", "pattern": [["Heat", "starred_actors", "?who"]]}
    for number in range(12)
]


def _teach(home: Path, mine: int) -> None:
    graph = opened(Catalog(home))
    for question in QUESTIONS[mine::3]:
        graph.learn([question])


@pytest.mark.parametrize("kind", ["processes", "threads"])
def test_of_those_that_teach_at_once_none_is_lost(catalog: Catalog, kind: str) -> None:
    catalog.create("db", "films", films)
    make: Any = CONTEXT.Process if kind == "processes" else threading.Thread
    workers = [make(target=_teach, args=(catalog.home, mine)) for mine in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    kept = opened(catalog)._learned.examples()
    assert sorted(one["question"] for one in kept) == sorted(one["question"] for one in QUESTIONS)


def test_threads_that_teach_one_graph_lose_nothing(catalog: Catalog) -> None:
    graph = Graph.from_triples(FILMS, encoder=ENCODER)
    workers = [threading.Thread(target=lambda one=one: graph.learn([one])) for one in QUESTIONS]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(graph._learned.examples()) == len(QUESTIONS)


def test_who_reads_old_examples_does_not_write_them_over_newer_ones(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was made of examples is missing: a reader makes it again while another process teaches."""
    catalog.create("db", "films", films)
    graph, folder = opened(catalog), catalog.learned_folder("db", "films")
    graph.learn([LESSON])
    for entry in folder.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
    learn = learning.learn

    def slowly(*arguments: Any, **options: Any) -> Any:
        monkeypatch.setattr(learning, "learn", learn)
        opened(catalog).learn([QUESTIONS[0]])
        return learn(*arguments, **options)

    monkeypatch.setattr(learning, "learn", slowly)
    opened(catalog).retrieve("who is the soul of [Alien]?", planner="paths")
    assert opened(catalog)._learned.examples() == [LESSON, QUESTIONS[0]]


def test_what_is_taught_while_the_graph_is_dropped_is_not_kept_for_the_next_of_its_name(
    catalog: Catalog,
) -> None:
    taught(catalog)
    graph = opened(catalog)
    model = replace(random_model(1, 4, ENCODER.dimension), encoder=stamp(ENCODER))
    catalog.drop("db", "films")
    with pytest.raises(GraphNotFound, match="dropped while"):
        graph._keep_guidance(model, None)
    with pytest.raises(GraphNotFound, match="dropped while"):
        save_threshold(catalog.learned_folder("db", "films"), 0.5, stamp(ENCODER))
    assert not catalog.learned_folder("db", "films").parent.exists()
