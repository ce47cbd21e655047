"""A refresh leaves nothing behind that the graph had: each part against the same computed anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fakes import CountingEncoder
from motif.catalog import Catalog, from_rows
from motif.catalog.text_vectors import texts_at
from motif.errors import Cancelled, JobFailed, MissingDependency
from motif.graphs.projection import LABEL, NAME, RELATION, TEXT, TRIPLE, Projection
from motif.indexes.triples import triple_texts
from motif.jobs import find_job
from motif.knowledge_graph.completing import LEFT_OUT, Completing
from motif.knowledge_graph.graph import Graph
from motif.models.encoder import TextEncoder
from motif.settings import Settings

PEOPLE = ["ann", "bob", "cy", "dee", "eve"]


def people(names: list[str], links: list[tuple[str, str]], texts: dict[str, str] | None = None) -> Projection:
    told = texts or {}
    nodes: list[Any] = [
        (name, ["Person"], {"name": name, **({"text": told[name]} if name in told else {})}) for name in names
    ]
    return from_rows(nodes, [(source, "KNOWS", target, {}) for source, target in links])


BEFORE = people(["ann", "bob", "cy"], [("ann", "bob"), ("bob", "cy"), ("cy", "ann")], {"ann": "likes films"})
AFTER = people(
    ["dee", "ann", "bob", "cy"],
    [("ann", "bob"), ("bob", "cy"), ("cy", "ann"), ("dee", "cy")],
    {"ann": "likes films", "dee": "likes films too"},
)


class Held:
    """A catalog with a graph in it, its verbs, and an encoder that remembers what it was asked for."""

    def __init__(self, folder: Path, first: Projection | None = BEFORE) -> None:
        """``first`` is the graph; None for the one that the folder has."""
        self.catalog = Catalog(folder / "home")
        if first is not None:
            self.catalog.create("db", "people", lambda: first)
        self.encoder: Any = CountingEncoder()
        self.folder = folder
        owner: Any = type(
            "Owner", (), {"catalog": self.catalog, "database": type("Door", (), {"id": "db"})()}
        )()
        self.graph = Graph(
            lambda: self.catalog.open("db", "people"),
            encoder=lambda: self.encoder,
            settings=Settings(home=folder / "home", cache=folder / "cache"),
            owner=owner,
        )

    def everything(self) -> Projection:
        """Vectors of every kind, trussness, edges, and indexes of paths."""
        self.graph.embed().embed_triples().truss().embed_dominance(dimension=3, path_length=1)
        self.graph.similarity(edges="neighbours", k_neighbor=1)
        self.encoder.batches.clear()
        return self.catalog.open("db", "people")

    def completing(self, encoder: Callable[[], TextEncoder] | None = None) -> Completing:
        return Completing(encoder or (lambda: self.encoder), self.folder / "cache" / "vectors")

    def renew(self, later: Projection, **options: Any) -> Projection:
        return self.catalog.renew("db", "people", lambda old: later, complete=self.completing(**options))


@pytest.fixture
def held(tmp_path: Path) -> Held:
    return Held(tmp_path)


@pytest.fixture(scope="module")
def with_everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a graph that has everything, for copies."""
    folder = tmp_path_factory.mktemp("everything") / "held"
    Held(folder).everything()
    return folder


def test_everything_that_the_graph_had_it_has_again(held: Held) -> None:
    before = held.everything()
    assert set(before.vectors) == {NAME, TEXT, RELATION, LABEL, TRIPLE}
    after = held.renew(AFTER)
    assert sorted(held.encoder.texts) == ["dee", "dee knows cy", "likes films too"]
    assert set(after.vectors) == set(before.vectors)
    assert after.trussness is not None and sorted(after.trussness.tolist()) == [2, 3, 3, 3]
    assert after.dominance is not None and after.dominance.dimension == 3 and set(after.paths) == {1}
    assert set(after.layers) == set(before.layers) and '"k_neighbor": 1' in after.layers["IS_NEAR"].settings
    assert LEFT_OUT not in after.configuration


def _texts(projection: Projection, kind: str) -> list[str]:
    if kind == NAME:
        return list(projection.nodes.names)
    if kind == TEXT:
        return list(projection.nodes.texts or ())
    if kind == TRIPLE:
        return list(triple_texts(projection))
    words = projection.relationships.relations if kind == RELATION else projection.labels
    return texts_at(projection, kind, np.arange(len(words)))


LINKS = st.lists(st.tuples(st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)), max_size=7)
TEXTS = st.dictionaries(st.sampled_from(PEOPLE), st.sampled_from(["one", "two", "  "]), max_size=3)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=st.sets(st.sampled_from(PEOPLE), min_size=1), links=LINKS, texts=TEXTS)
def test_whatever_becomes_of_the_graph_all_is_as_if_computed_anew(
    with_everything: Path,
    tmp_path_factory: pytest.TempPathFactory,
    names: set[str],
    links: list[tuple[str, str]],
    texts: dict[str, str],
) -> None:
    held = Held(shutil.copytree(with_everything, tmp_path_factory.mktemp("copy") / "held"), first=None)
    before = held.catalog.open("db", "people")
    later = people(sorted(names), [pair for pair in links if names.issuperset(pair)], texts)
    after = held.renew(later)
    for kind in before.vectors:
        if kind == TEXT and not later.nodes.has_texts:
            continue
        vectors = after.vectors[kind]
        for text, place in zip(_texts(after, kind), vectors.index.tolist(), strict=True):
            if text.strip():
                assert np.allclose(vectors.matrix[place], held.encoder.encode([text])[0], atol=1e-6), (
                    kind,
                    text,
                )
            else:
                assert place == -1
        assert set(vectors.index[vectors.index >= 0].tolist()) == set(range(len(vectors.matrix)))
    assert after.trussness is not None
    assert after.trussness.tolist() == find_job("trussness")(after).tolist()
    anew = find_job("dominance_embeddings")(after, dimension=3)
    assert after.dominance is not None and np.array_equal(after.dominance.vectors, anew.vectors)
    assert set(after.paths) == {1} and after.paths[1].stamp == after.dominance.stamp.text


class _Failing(CountingEncoder):
    def encode(self, texts: Any) -> Any:
        raise RuntimeError("out of memory")


def _missing() -> TextEncoder:
    raise MissingDependency("No text encoder is installed.", hint="pip install it")


@pytest.mark.parametrize("encoder", [_Failing, _missing])
def test_an_encoder_that_fails_leaves_the_old_epoch_and_the_next_refresh_picks_up(
    held: Held, encoder: Callable[[], TextEncoder]
) -> None:
    before = held.everything()
    with pytest.raises(
        JobFailed, match=r"new texts, which could not be encoded.*stays as it was, at epoch 6"
    ):
        held.renew(AFTER, encoder=encoder)
    assert held.catalog.open("db", "people") is before
    assert set(held.renew(AFTER).vectors) == set(before.vectors)


def test_a_cancelled_refresh_says_no_more_than_that(held: Held) -> None:
    held.everything()

    def progress(done: int, total: int) -> None:
        raise Cancelled("Nobody waits.")

    complete = Completing(lambda: held.encoder, held.folder / "elsewhere", running={"progress": progress})
    with pytest.raises(Cancelled):
        held.catalog.renew("db", "people", lambda old: AFTER, complete=complete)


def test_an_encoder_is_not_asked_for_where_no_text_is_new(held: Held) -> None:
    before = held.everything()
    fewer = people(["bob", "cy"], [("bob", "cy")])
    after = held.renew(fewer, encoder=_missing)
    assert set(after.vectors) == set(before.vectors) - {TEXT}
    assert not held.encoder.texts and after.layers.keys() == before.layers.keys()


def test_a_graph_without_any_of_it_is_given_nothing(held: Held) -> None:
    after = held.renew(AFTER, encoder=_missing)
    assert not after.vectors and after.trussness is None and after.dominance is None and not after.layers


def test_edges_that_nothing_is_there_for_any_more_are_left_out_and_said(tmp_path: Path) -> None:
    chunks: list[Any] = [(f"c{i}", ["Chunk"], {"text": f"text {i}"}) for i in range(3)]
    entity: list[Any] = [("heat", ["Film"], {"name": "Heat"}), ("ali", ["Film"], {"name": "Ali"})]
    found = [("heat", "FROM_CHUNK", "c0", {}), ("ali", "FROM_CHUNK", "c1", {}), ("heat", "LIKE", "ali", {})]
    held = Held(tmp_path, from_rows([*chunks, *entity], found))
    held.graph.embed().similarity(edges="chunks")
    assert held.catalog.open("db", "people").layers
    after = held.renew(from_rows(entity, [("heat", "LIKE", "ali", {})]))
    assert not after.layers and "SHARES_RELATION" in after.configuration[LEFT_OUT]


def test_an_embedding_that_a_refresh_overtakes_is_of_the_later_graph(held: Held) -> None:
    """Today's rows in yesterday's order: a vector by row number would stand at another node."""
    encode, refreshes = held.encoder.encode, iter([AFTER])

    def racing(texts: Any) -> Any:
        later = next(refreshes, None)
        if later is not None:
            held.catalog.renew("db", "people", lambda old: later)
        return encode(texts)

    held.encoder.encode = racing
    held.graph.embed().embed_triples()
    after = held.catalog.open("db", "people")
    for kind in (NAME, TEXT, TRIPLE):
        vectors = after.vectors[kind]
        for text, place in zip(_texts(after, kind), vectors.index.tolist(), strict=True):
            assert not text or np.allclose(vectors.matrix[place], encode([text])[0], atol=1e-6)
