"""A graph read again: the old epoch serves until the new one is complete, and nothing is attached to other rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motif.catalog import Catalog, from_triples
from motif.catalog.store import on_current_data
from motif.engine.data_graph import data_graph
from motif.engine.dominance import construct_dominance
from motif.errors import GraphNotFound, JobFailed, RefreshedMeanwhile
from motif.graphs.dominance import NO_CERTIFICATE
from motif.graphs.paths import PathTable
from motif.graphs.projection import NAME, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp

BEFORE = [("Heat", "directed by", "Mann"), ("Ran", "directed by", "Kurosawa")]
AFTER = [("Ali", "directed by", "Mann"), *BEFORE]


def names(projection: Projection) -> list[str]:
    return list(projection.nodes.names)


def vectors_of(projection: Projection) -> VectorSet:
    """A vector for each name: its length, so that one on a wrong row shows."""
    lengths = np.array([len(name) for name in projection.nodes.names], np.float32)
    matrix = np.stack([lengths, np.ones_like(lengths)], axis=1)
    return VectorSet(EncoderStamp("lengths", 2, "5a"), np.arange(len(lengths), dtype=np.int32), matrix)


def fits(projection: Projection) -> bool:
    kept = projection.vectors[NAME]
    told = kept.matrix[kept.index[kept.index >= 0]][:, 0]
    rows = np.flatnonzero(kept.index >= 0).tolist()
    return told.tolist() == [len(projection.nodes.names[row]) for row in rows]


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    catalog = Catalog(tmp_path)
    catalog.create("db", "films", lambda: from_triples(BEFORE))
    return catalog


def test_the_old_epoch_serves_until_the_new_one_is_complete(catalog: Catalog) -> None:
    served = []

    def build(old: Projection) -> Projection:
        served.append(names(catalog.open("db", "films")))
        return from_triples(AFTER)

    def complete(old: Projection, new: Projection) -> Projection:
        served.append(names(catalog.open("db", "films")))
        return replace(new, vectors={NAME: vectors_of(new)})

    before = catalog.open("db", "films")
    made = catalog.renew("db", "films", build, complete=complete)
    assert served == [names(before)] * 2
    assert (made.epoch, names(made)) == (2, names(from_triples(AFTER)))
    assert fits(made) and made.generation not in ("", before.generation)
    assert made.read_at is not None and before.read_at is not None and made.read_at >= before.read_at


@pytest.mark.parametrize("fails", ["build", "complete"])
def test_where_reading_or_completing_fails_the_old_epoch_goes_on(catalog: Catalog, fails: str) -> None:
    def build(old: Projection) -> Projection:
        if fails == "build":
            raise JobFailed("The encoder failed.")
        return from_triples(AFTER)

    def complete(old: Projection, new: Projection) -> Projection:
        raise JobFailed("The encoder failed.")

    before = catalog.open("db", "films")
    with pytest.raises(JobFailed):
        catalog.renew("db", "films", build, complete=complete)
    assert catalog.open("db", "films") is before


def test_what_is_added_while_the_graph_is_read_comes_along(catalog: Catalog) -> None:
    def build(old: Projection) -> Projection:
        catalog.add_vectors("db", "films", {NAME: vectors_of(old)}, of=old)
        return from_triples(BEFORE[:1])

    made = catalog.renew("db", "films", build)
    assert (made.epoch, names(made)) == (3, ["Heat", "Mann"])
    assert fits(made) and len(made.vectors[NAME].matrix) == 2


def test_of_two_readings_the_one_that_began_later_stays(catalog: Catalog) -> None:
    def slow(old: Projection) -> Projection:
        catalog.renew("db", "films", lambda old: from_triples(AFTER))
        return from_triples(BEFORE[:1])

    assert names(catalog.renew("db", "films", slow)) == names(from_triples(AFTER))
    assert catalog.open("db", "films").epoch == 2


def test_the_database_s_transactions_order_readings_where_they_are_known(catalog: Catalog) -> None:
    """One that began first and was sent its data late knows more than one that began after it."""

    def late(old: Projection) -> Projection:
        catalog.renew("db", "films", lambda old: replace(from_triples(AFTER), transaction=7))
        return replace(from_triples(BEFORE[:1]), transaction=9)

    assert names(catalog.renew("db", "films", late)) == ["Heat", "Mann"]
    assert catalog.open("db", "films").epoch == 3


def test_a_graph_that_was_dropped_meanwhile_stays_dropped(catalog: Catalog) -> None:
    def build(old: Projection) -> Projection:
        catalog.drop("db", "films")
        return from_triples(AFTER)

    with pytest.raises(GraphNotFound):
        catalog.renew("db", "films", build)
    assert not catalog.exists("db", "films")


def _adds(catalog: Catalog, of: Projection) -> list[Callable[[], Projection]]:
    trussness = np.zeros(of.n_relationships, np.int32)
    return [
        lambda: catalog.add_vectors("db", "films", {NAME: vectors_of(of)}, of=of),
        lambda: catalog.add_trussness("db", "films", trussness, of=of),
        lambda: catalog.add_layer("db", "films", of=of),
    ]


@pytest.mark.parametrize("kind", range(3))
def test_what_was_computed_of_an_earlier_reading_is_not_attached_to_a_later_one(
    catalog: Catalog, kind: int
) -> None:
    """As many rows as before, and other nodes: nothing but the reading tells them apart."""
    computed = _adds(catalog, catalog.open("db", "films"))[kind]
    now = catalog.renew("db", "films", lambda old: from_triples([BEFORE[1], BEFORE[0]]))
    with pytest.raises(
        RefreshedMeanwhile, match=r"read again while this was computed of epoch 1; it is at epoch 2"
    ):
        computed()
    assert catalog.open("db", "films") is now


def test_epochs_that_only_add_are_of_one_reading(catalog: Catalog) -> None:
    first = catalog.open("db", "films")
    added = catalog.add_trussness("db", "films", np.zeros(first.n_relationships, np.int32), of=first)
    assert added.generation == first.generation and added.read_at == first.read_at
    both = catalog.add_vectors("db", "films", {NAME: vectors_of(first)}, of=first)
    assert both.epoch == 3 and both.trussness is not None and fits(both)


def test_what_is_computed_again_is_of_the_current_data(catalog: Catalog) -> None:
    refreshes = iter([AFTER, BEFORE[:1]])

    def attempt() -> Projection:
        projection = catalog.open("db", "films")
        computed = vectors_of(projection)
        triples = next(refreshes, None)
        if triples is not None:
            catalog.renew("db", "films", lambda old: from_triples(triples))
        return catalog.add_vectors("db", "films", {NAME: computed}, of=projection)

    made = on_current_data(attempt)
    assert names(made) == ["Heat", "Mann"] and fits(made)


def test_a_trained_embedding_that_a_refresh_overtakes_keeps_what_is_of_the_same_stars(
    catalog: Catalog,
) -> None:
    """Its index of paths is not kept: the rows of that are other nodes now."""
    old = catalog.open("db", "films")
    made = replace(construct_dominance(data_graph(old), dimension=2), kind="gat")
    table = PathTable(1, "columns", made.stamp.text, {"paths": np.arange(3)})
    catalog.renew("db", "films", lambda old: from_triples([*BEFORE, AFTER[0]]))  # earlier ids stay
    kept = catalog.add_dominance("db", "films", made, table, of=old)
    assert kept.dominance is not None and not kept.paths
    proved = dict(zip(names(kept), (kept.dominance.certificate > NO_CERTIFICATE).tolist(), strict=True))
    assert proved == {"Ali": False, "Mann": False, "Heat": True, "Ran": True, "Kurosawa": True}
