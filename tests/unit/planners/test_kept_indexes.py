"""Indexes beside a snapshot: what building them in memory gives, built once, found again by what they were built of."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dying import run_and_die
from motif.engine.control import Control, heeding
from motif.engine.data_graph import data_graph
from motif.engine.preparing import Preparing, advance, preparing, stretch
from motif.errors import Cancelled, DeadlineExceeded
from motif.graphs.projection import Projection
from motif.graphs.strings import StringTable
from motif.indexes.names import NameIndex, build_name_index
from motif.planners import kept_indexes
from motif.planners.linking import EntityLinker
from motif.planners.value_graph import with_values
from motif.retrievers.view import View
from motif.snapshot import current_manifest, kept, open_projection, write_snapshot
from motif.snapshot.arrays import take_apart
from motif.snapshot.writing import mapped_file
from question_graphs import as_projection, plain_graph

Built = list[str]


@pytest.fixture(autouse=True)
def small_graphs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (kept, kept_indexes):
        monkeypatch.setattr(module, "LEAST", 1)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Built:
    """The kinds that were built, as they are."""
    found: Built = []
    write = kept._write

    def noted(target: Path, arrays: kept.Arrays, description: dict[str, object]) -> None:
        found.append(target.name.rpartition("-")[0])
        write(target, arrays, description)

    monkeypatch.setattr(kept, "_write", noted)
    return found


def written(folder: Path, projection: Projection) -> Projection:
    write_snapshot(folder, projection)
    return opened(folder)


def opened(folder: Path) -> Projection:
    manifest = current_manifest(folder)
    assert manifest is not None
    return open_projection(manifest)


def no_encoder() -> object:
    raise AssertionError


def all_of(projection: Projection) -> tuple[Projection, EntityLinker, EntityLinker]:
    view = View(projection, no_encoder)  # type: ignore[arg-type]
    linkers = EntityLinker(view), EntityLinker(view.values)
    for one in (view, view.values):
        assert one.names.words.n_rows == one.projection.n_nodes
    return view.values.projection, *linkers


@pytest.mark.parametrize("name", ["films", "company", "festival", "world"])
def test_what_is_kept_is_what_is_built(tmp_path: Path, name: str, built: Built) -> None:
    real = written(tmp_path, as_projection(plain_graph(name)))
    all_of(real)
    assert sorted(built) == ["mentions", "names", "value-mentions", "value-names", "values"]
    values, *linkers = all_of(opened(tmp_path))
    assert len(built) == 5
    whole = with_values(real)
    expected, described = take_apart(whole)
    found, other = take_apart(values)
    assert described == other
    for key, array in expected.items():
        assert np.array_equal(array, found[key]), key
    assert mapped_file(values.relationships.target)
    for linker, projection in zip(linkers, (real, whole), strict=True):
        index, _ = kept_indexes._build_mentions(projection)
        assert np.array_equal(index.hashes, linker.index.hashes)
        assert np.array_equal(index.longest, linker.index.longest)
        text = " ".join(index.names[row] for row in range(0, len(index.names), 7))
        assert [one.words for one in index.occurrences(text)] == [
            one.words for one in linker.index.occurrences(text)
        ]
    names = build_name_index(whole.nodes.names)
    again = kept_indexes.names_of(values)
    for word in ("the", "haet", "1995"):
        assert names.search(word, 9).tolist() == again.search(word, 9).tolist()


def test_an_epoch_with_the_same_names_finds_them_and_another_does_not(tmp_path: Path, built: Built) -> None:
    real = written(tmp_path, as_projection(plain_graph("films")))
    all_of(real)
    built.clear()
    write_snapshot(tmp_path, dataclasses.replace(real, epoch=2), base=tmp_path / "1")
    all_of(opened(tmp_path))
    assert built == []
    properties = dict(real.nodes.properties)
    properties.popitem()
    nodes = dataclasses.replace(real.nodes, properties=properties)
    all_of(written(tmp_path, dataclasses.replace(real, epoch=3, nodes=nodes)))
    assert "names" not in built and "values" in built
    kinds = [entry.name.rpartition("-")[0] for entry in (tmp_path / "indexes").iterdir() if entry.is_dir()]
    assert len(kinds) == len(set(kinds))


def test_arrays_that_are_not_the_snapshots_are_not_looked_up_by_it(tmp_path: Path, built: Built) -> None:
    real = written(tmp_path, as_projection(plain_graph("films")))
    all_of(real)
    built.clear()
    turned = dataclasses.replace(real.nodes, label_set=real.nodes.label_set[::-1].copy())
    changed = dataclasses.replace(real, nodes=turned)
    assert np.array_equal(
        kept_indexes.values_of(changed).nodes.label_set, with_values(changed).nodes.label_set
    )
    assert built == []


@pytest.mark.parametrize("spoil", [lambda path: path.write_bytes(b""), lambda path: path.unlink()])
def test_what_is_spoilt_is_built_again(tmp_path: Path, spoil: Callable[[Path], None], built: Built) -> None:
    real = written(tmp_path, as_projection(plain_graph("films")))
    kept_indexes.names_of(real)
    for path in (tmp_path / "indexes").glob("names-*/order.npy"):
        spoil(path)
    assert len(kept_indexes.names_of(real).exact("heat")) == len(
        build_name_index(real.nodes.names).exact("heat")
    )
    assert built == ["names", "names"]


def test_where_nothing_can_be_written_it_is_built_in_memory(tmp_path: Path, built: Built) -> None:
    real = written(tmp_path, as_projection(plain_graph("films")))
    (tmp_path / "indexes").write_text("in the way")
    assert kept_indexes.names_of(real).names is real.nodes.names
    assert built == []


def test_one_builds_while_the_others_wait(tmp_path: Path, built: Built) -> None:
    write_snapshot(tmp_path, as_projection(plain_graph("films")))
    threads = [threading.Thread(target=all_of, args=(opened(tmp_path),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(built) == ["mentions", "names", "value-mentions", "value-names", "values"]


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_caller_whose_time_is_over_does_not_wait_and_the_next_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cancelled: bool, built: Built
) -> None:
    real = written(tmp_path, as_projection(plain_graph("films")))
    begun, go_on = threading.Event(), threading.Event()

    def slow(names: StringTable) -> NameIndex:
        advance(0.5)
        begun.set()
        assert go_on.wait(60)
        return build_name_index(names)

    monkeypatch.setattr(kept_indexes, "build_name_index", slow)
    with Control(None if cancelled else 0.0) as control, heeding(control):
        if cancelled:
            control.cancel()
        with pytest.raises(Cancelled if cancelled else DeadlineExceeded, match="prepared"):
            kept_indexes.names_of(real)
    assert begun.wait(60)
    half_way = "prepared: the index of words, 9 %"  # half of the fifth of nine tenths
    with (
        Control(0.0) as control,
        heeding(control),
        pytest.raises(DeadlineExceeded, match=half_way) as told,
    ):
        kept_indexes.names_of(real)
    assert "ask again" in str(told.value.hint)
    waiting = Control()
    found: list[int] = []

    def ask() -> None:
        with waiting, heeding(waiting):
            found.append(len(kept_indexes.names_of(real).hashes))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    go_on.set()
    for thread in threads:
        thread.join()
    assert found == [real.n_nodes] * 3
    assert built == ["names"]


@pytest.mark.parametrize("name", ["films", "world"])
def test_each_index_tells_how_far_it_is_and_never_goes_back(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, list[float]] = {}

    def noted(state: Preparing, share: float) -> None:
        reported(state, share)
        told.setdefault(state.what, []).append(state.share)

    reported = Preparing.advance
    monkeypatch.setattr(Preparing, "advance", noted)
    kept_indexes.prepare_indexes(written(tmp_path, as_projection(plain_graph(name))))
    assert {"the index of words", "the index of names", "the graph of values"} <= set(told)
    for shares in told.values():
        assert shares == sorted(shares) and shares[-1] == pytest.approx(kept._BUILT)
    assert all(len(set(told[what])) > 3 for what in ("the index of words", "the graph of values"))


def test_a_stretch_that_fails_is_not_done() -> None:
    with preparing(Preparing("it")) as found:
        with pytest.raises(ValueError), stretch(0.2, 0.6):
            advance(0.5)
            raise ValueError
        advance(0.1)
        assert found.told == "it, 40 %"


def prepare_in(folder: Path) -> None:
    kept.LEAST = kept_indexes.LEAST = 1
    kept_indexes.prepare_indexes(opened(folder))


@pytest.mark.parametrize("point", ["indexes.synced", "indexes.synced 3", "snapshot.array 2"])
def test_what_a_process_that_was_killed_has_left_is_not_taken_for_whole(
    tmp_path: Path, point: str, built: Built
) -> None:
    real = written(tmp_path, as_projection(plain_graph("films")))
    run_and_die(prepare_in, tmp_path, at=point)
    indexes = tmp_path / "indexes"
    assert [entry for entry in indexes.iterdir() if entry.name.startswith(".")]
    kept_indexes.prepare_indexes(real)
    assert built and not [entry for entry in indexes.iterdir() if entry.name.startswith(".")]
    values, *_ = all_of(opened(tmp_path))
    expected, _ = take_apart(with_values(real))
    found, _ = take_apart(values)
    assert all(np.array_equal(array, found[key]) for key, array in expected.items())
    built.clear()
    kept_indexes.prepare_indexes(opened(tmp_path))
    assert built == []


@pytest.mark.parametrize("name", ["films", "world"])
def test_ends_of_relations_are_some_of_those_that_relationships_lead_to(tmp_path: Path, name: str) -> None:
    real = kept_indexes.values_of(written(tmp_path, as_projection(plain_graph(name))))
    found, links = kept_indexes.ends_of_relations(real), real.relationships
    for relation in range(len(links.relations)):
        held = np.flatnonzero(links.relation == relation)
        assert found.counts[relation] == len(held)
        for way, side in enumerate((links.target, links.source)):
            every = np.unique(side[kept_indexes.spread(held, 8 * kept_indexes.ENDS)])
            expected = kept_indexes.spread(every, kept_indexes.ENDS)
            assert found.of(2 * relation + way).tolist() == expected.tolist()


@pytest.mark.parametrize("name", ["films", "world"])
def test_what_matching_joins_by_is_kept(tmp_path: Path, name: str, built: Built) -> None:
    real = written(tmp_path, as_projection(plain_graph(name)))
    expected = data_graph(real).join_data
    for _ in range(2):
        found = View(opened(tmp_path), no_encoder).data_graph.join_data  # type: ignore[arg-type]
        assert len(found) == len(expected)
        for array, other in zip(found, expected, strict=True):
            assert array.dtype == other.dtype and np.array_equal(array, other)
    assert built == ["joins"]
