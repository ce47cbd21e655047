"""A graph's folder made as another one is: resumed, compared, put in its place whole, and nothing fetched twice."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from dying import run_and_die
from motif.catalog import Catalog, from_triples
from motif.catalog.refreshing import write_failure
from motif.errors import FollowsAnother, InvalidConfiguration, MotifError, ServiceUnavailable, StorageFailed
from motif.graphs.projection import NAME, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.snapshot import Current, graph_folder
from motif.snapshot.folders import read_current
from motif.snapshot.followed import begin_to_follow, end_following, identity_of, require_own
from motif.snapshot.listing import Listing, graph_folders, is_path, list_folder, traces
from motif.snapshot.receiving import Incomplete, holds, receive

TRIPLES = [(f"film {n}", "directed by", f"person {n % 7}") for n in range(50)]
STAMP = EncoderStamp("toy", 2, "5a")
DIES = ("follow.part", "follow.synced", "follow.placed", "current.written", "current.flipped")


class Source:
    """The folder of a graph, asked file by file; it may cut what it sends, or change it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[tuple[str, int]] = []
        self.cut_after: int | None = None
        self.piece = 64
        self.spoilt = ""

    def __call__(self, file: str, start: int) -> Iterator[bytes]:
        self.asked.append((file, start))
        content = (self.folder / file).read_bytes()
        if file.endswith(self.spoilt) and self.spoilt:
            content = content[:-1] + bytes([content[-1] ^ 1])
        content = content[start:]
        for at in range(0, len(content), self.piece):
            if self.cut_after is not None and at >= self.cut_after:
                raise ServiceUnavailable("The connection was cut.")
            yield content[at : at + self.piece]


def listing_of(folder: Path, coming: Current | None = None) -> Listing:
    found = list_folder(folder, coming)
    assert found is not None
    return found


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    """One with a graph that has an index, examples and a failure beside it."""
    catalog = Catalog(tmp_path / "first")
    catalog.create("db", "films", lambda: from_triples(TRIPLES))
    folder = graph_folder(catalog.home, "db", "films")
    learned = catalog.learned_folder("db", "films")
    (learned / "aa11").mkdir(parents=True)
    (learned / "aa11" / "weights.json").write_text("[1]")
    (learned / "examples.json").write_text("[]")
    (learned / "learned.lock").touch()
    write_failure(folder, "The disk is full.")
    return catalog


@pytest.fixture
def source(catalog: Catalog) -> Source:
    return Source(graph_folder(catalog.home, "db", "films"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return graph_folder(tmp_path / "second", "db", "films")


def test_the_copy_answers_as_the_first(catalog: Catalog, source: Source, copy: Path) -> None:
    receive(copy, listing_of(source.folder), source)
    one, other = catalog.open("db", "films"), Catalog(copy.parents[2]).open("db", "films", verify=True)
    assert (other.epoch, other.generation, other.n_nodes) == (one.epoch, one.generation, one.n_nodes)
    assert list(other.nodes.names) == list(one.nodes.names)
    assert listing_of(copy).state == listing_of(source.folder).state
    assert (copy / "learned" / "aa11" / "weights.json").read_text() == "[1]"
    assert not (copy / "learned" / "learned.lock").exists()
    assert not list(copy.glob(".*"))


def test_what_is_the_same_is_not_fetched_again(catalog: Catalog, source: Source, copy: Path) -> None:
    receive(copy, listing_of(source.folder), source)
    source.asked.clear()
    receive(copy, listing_of(source.folder), source)
    assert source.asked == []
    rows = catalog.open("db", "films").n_nodes
    vectors = VectorSet(STAMP, np.zeros(rows, np.int32), np.eye(2, dtype=np.float32))
    catalog.add_vectors("db", "films", {NAME: vectors})
    receive(copy, listing_of(source.folder), source)
    assert {file for file, _ in source.asked} == {"2/manifest.json", "2/vectors.name.matrix.npy"} | {
        file for file, _ in source.asked if "vectors.name.index" in file
    }
    assert Catalog(copy.parents[2]).open("db", "films", verify=True).epoch == 2
    assert not (copy / "1").exists()


def test_a_connection_that_is_cut_is_gone_on_with_at_the_right_byte(source: Source, copy: Path) -> None:
    source.cut_after = 192
    with pytest.raises(ServiceUnavailable):
        while True:
            receive(copy, listing_of(source.folder), source)
    file, start = source.asked[-1]
    assert start == 0
    source.cut_after = None
    receive(copy, listing_of(source.folder), source)
    assert (file, 192) in source.asked, "from its length"
    whole = [name for name, start in source.asked[: source.asked.index((file, 192))] if name != file]
    again = [name for name, _ in source.asked[source.asked.index((file, 192)) + 1 :]]
    assert not set(whole) & set(again), "nor is a file fetched again that came whole"
    assert Catalog(copy.parents[2]).open("db", "films", verify=True).n_nodes


def test_a_file_that_ends_early_is_not_taken_for_whole(source: Source, copy: Path) -> None:
    def short(file: str, start: int) -> Iterator[bytes]:
        yield from list(source(file, start))[:1]

    source.piece = 100
    with pytest.raises(Incomplete, match=r"ended after 100 of .* bytes"):
        receive(copy, listing_of(source.folder), short)
    assert read_current(copy) is None


@pytest.mark.parametrize("spoilt", ["relationship.ids.npy", "manifest.json", "examples.json"])
def test_what_does_not_match_its_checksum_is_thrown_away(source: Source, copy: Path, spoilt: str) -> None:
    source.spoilt = spoilt
    with pytest.raises(Incomplete, match="does not match its checksum"):
        receive(copy, listing_of(source.folder), source)
    assert read_current(copy) is None
    source.spoilt, asked = "", source.asked
    asked.clear()
    receive(copy, listing_of(source.folder), source)
    assert next(start for file, start in asked if file.endswith(spoilt)) == 0
    assert Catalog(copy.parents[2]).open("db", "films", verify=True).n_nodes


def test_more_bytes_than_were_listed_are_refused(source: Source, copy: Path) -> None:
    def long(file: str, start: int) -> Iterator[bytes]:
        yield from source(file, start)
        yield b"x"

    with pytest.raises(Incomplete, match="more bytes"):
        receive(copy, listing_of(source.folder), long)
    receive(copy, listing_of(source.folder), source)


@pytest.mark.parametrize("name", ["../x", "1/../../x", "/etc/passwd", "1\\x", ".current", "a//b", "", "c:"])
def test_no_name_leads_out_of_the_folder(source: Source, copy: Path, name: str) -> None:
    assert not is_path(name)
    found = listing_of(source.folder)
    for pieces in ({name: {"": (1, 1)}}, {"1": {name: (1, 1)}} if name else {"": {"x": (1, 1)}}):
        with pytest.raises(Incomplete, match="which no graph has"):
            receive(copy, Listing(found.current, None, pieces), source)
    assert not copy.exists()


def test_an_epoch_that_is_coming_waits_for_its_turn(catalog: Catalog, source: Source, copy: Path) -> None:
    receive(copy, listing_of(source.folder), source)
    seen = []

    def announce(folder: Path, current: Current):
        receive(copy, listing_of(folder, current), source)
        seen.append(
            (read_current(copy), holds(copy, current), Catalog(copy.parents[2]).open("db", "films").epoch)
        )
        return open("/dev/null")  # noqa: PTH123 - any context

    catalog.announce = announce  # type: ignore[assignment]
    catalog.create("db", "films", lambda: from_triples(TRIPLES[:20]), existing="replace")
    assert [(one.epoch, held, asked) for one, held, asked in seen if one] == [(1, True, 1)]
    source.asked.clear()
    receive(copy, listing_of(source.folder), source)
    assert source.asked == [] and Catalog(copy.parents[2]).open("db", "films").epoch == 2
    assert not (copy / "1").exists()


def test_what_was_forgotten_is_forgotten_here(source: Source, copy: Path) -> None:
    receive(copy, listing_of(source.folder), source)
    shutil.rmtree(source.folder / "learned" / "aa11")
    (source.folder / "refresh.json").unlink()
    receive(copy, listing_of(source.folder), source)
    assert not (copy / "learned" / "aa11").exists() and not (copy / "refresh.json").exists()
    assert (copy / "learned" / "examples.json").exists()


def test_a_name_that_is_used_again_is_another_graph(catalog: Catalog, source: Source, copy: Path) -> None:
    receive(copy, listing_of(source.folder), source)
    catalog.drop("db", "films")
    catalog.create("db", "films", lambda: from_triples(TRIPLES[:10]))
    receive(copy, listing_of(source.folder), source)
    other = Catalog(copy.parents[2]).open("db", "films", verify=True)
    assert (other.epoch, other.n_relationships) == (1, 10)
    assert not (copy / "learned").exists() or not list((copy / "learned").iterdir())


def test_a_broken_file_here_is_not_linked(catalog: Catalog, source: Source, copy: Path) -> None:
    receive(copy, listing_of(source.folder), source)
    broken = copy / "1" / "relationship.ids.npy"
    content = bytearray(broken.read_bytes())
    content[-1] ^= 1
    broken.unlink()
    broken.write_bytes(content)
    rows = catalog.open("db", "films").n_nodes
    vectors = VectorSet(STAMP, np.zeros(rows, np.int32), np.eye(2, dtype=np.float32))
    catalog.add_vectors("db", "films", {NAME: vectors})
    receive(copy, listing_of(source.folder), source)
    assert ("2/relationship.ids.npy", 0) in source.asked
    assert Catalog(copy.parents[2]).open("db", "films", verify=True).epoch == 2


def _follow(first: Path, copy: Path) -> None:
    source = Source(first)
    receive(copy, listing_of(first), source)


@pytest.mark.parametrize("point", DIES)
@pytest.mark.parametrize("before", [False, True])
def test_killed_at_any_moment_it_goes_on_where_it_was(
    catalog: Catalog, source: Source, copy: Path, point: str, before: bool
) -> None:
    if before:
        receive(copy, listing_of(source.folder), source)
        catalog.create("db", "films", lambda: from_triples(TRIPLES[:20]), existing="replace")
    run_and_die(_follow, source.folder, copy, at=point)
    here = Catalog(copy.parents[2])
    if before:
        assert here.open("db", "films", verify=True).epoch in (1, 2)
    elif here.exists("db", "films"):
        assert here.open("db", "films", verify=True).epoch == 1
    source.asked.clear()
    receive(copy, listing_of(source.folder), source)
    assert listing_of(copy).state == listing_of(source.folder).state
    assert here.open("db", "films", verify=True).epoch == (2 if before else 1)
    assert not list(copy.glob(".*"))
    if point in ("current.written", "current.flipped"):
        assert source.asked == []
    if point == "follow.part":
        assert source.asked[0][1] == 64, "from its length"


def test_a_full_disk_is_told_and_has_its_room_again(
    source: Source, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motif.crash_points._words", ["follow.part", "3", "full"])
    monkeypatch.setattr("motif.crash_points._passed", 0)
    with pytest.raises(StorageFailed, match="No space left"):
        receive(copy, listing_of(source.folder), source)
    assert not list(copy.glob(".draft-*/*.npy"))


def test_a_listing_is_made_anew_only_where_something_changed(catalog: Catalog, source: Source) -> None:
    import time

    time.sleep(0.15)
    seen = traces(source.folder)
    assert seen is not None and traces(source.folder) == seen
    (catalog.learned_folder("db", "films") / "examples.json").rename(
        catalog.learned_folder("db", "films") / "other.json"
    )
    assert traces(source.folder) is None, "just now: it may change again within a tick of the clock"
    time.sleep(0.15)
    assert traces(source.folder) not in (None, seen)


def test_the_folders_of_graphs(catalog: Catalog, tmp_path: Path) -> None:
    catalog.create("db", "Zürich/1", lambda: from_triples(TRIPLES))
    paths = [path for path, _ in graph_folders(catalog.home)]
    assert paths == ["db/%5a%c3%bcrich%2f1", "db/films"]
    assert all(is_path(path) for path in paths)
    assert list(graph_folders(tmp_path / "nothing")) == []


def test_links_and_drafts_are_not_listed(source: Source) -> None:
    (source.folder / "learned" / "link.json").symlink_to("/etc/hostname")
    (source.folder / "learned" / ".examples.json.part").touch()
    (source.folder / "learned" / f"aa11.{'0' * 32}").mkdir()
    (source.folder / "learned" / "aa11" / "link").symlink_to("/etc/hostname")
    found = listing_of(source.folder)
    assert sorted(found.pieces) == ["1", "learned/aa11", "learned/examples.json", "refresh.json"]
    assert sorted(found.pieces["learned/aa11"]) == ["weights.json"]
    assert found.file("learned/examples.json") == (2, found.pieces["learned/examples.json"][""][1])
    assert found.file("1/manifest.json") and found.file("1") is None and found.file("current") is None


def test_a_home_that_follows_is_changed_by_nobody_else(source: Source, copy: Path) -> None:
    home = copy.parents[2]
    begin_to_follow(home, "https://first:7690")
    receive(copy, listing_of(source.folder), source)
    here = Catalog(home)
    for change in (
        lambda: here.create("db", "films", lambda: from_triples(TRIPLES), existing="replace"),
        lambda: here.drop("db", "films"),
        lambda: here.renew("db", "films", lambda old: old),
        lambda: here.add_vectors("db", "films", {}),
    ):
        with pytest.raises(FollowsAnother, match="follows https://first:7690"):
            change()
    with pytest.raises(FollowsAnother, match=r"motif\.graph\.drop was not begun"):
        require_own(home, "motif.graph.drop")
    begin_to_follow(home, "https://first:7690")  # started again
    end_following(home)
    require_own(home)
    here.drop("db", "films")


def test_a_home_with_graphs_of_its_own_does_not_follow(catalog: Catalog) -> None:
    with pytest.raises(InvalidConfiguration, match="holds projections of its own") as raised:
        begin_to_follow(catalog.home, "https://first:7690")
    assert "empty" in raised.value.hint
    assert catalog.exists("db", "films")


def test_a_home_is_told_apart_from_others(tmp_path: Path) -> None:
    one = identity_of(tmp_path / "a")
    assert one == identity_of(tmp_path / "a") != identity_of(tmp_path / "b")


def test_an_epoch_of_an_older_version_is_compared_by_its_own_checksums(source: Source, copy: Path) -> None:
    from motif.snapshot.writing import seal

    path = source.folder / "1" / "manifest.json"
    content = json.loads(path.read_text())
    content["format"] = 99
    path.write_text(json.dumps({**content, "seal": seal(content)}))
    with pytest.raises(MotifError, match="version 99"):
        receive(copy, listing_of(source.folder), source)
    assert read_current(copy) is None
