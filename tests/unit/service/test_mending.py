"""A follower whose files are broken after they were taken: it finds them, takes them again, and says so meanwhile."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fakes import HashEncoder
from motif.catalog import Catalog, from_triples
from motif.errors import ServiceUnavailable, SnapshotCorrupt
from motif.service import following as following_module
from motif.service.first_service import FirstService
from motif.service.following import Following
from motif.service.state import Service
from motif.settings import ServiceSettings, Settings
from motif.snapshot import graph_folder
from motif.snapshot.followed import begin_to_follow

from .conftest import TOKEN, Running

TRIPLES = [(f"film {n}", "directed by", f"person {n % 7}") for n in range(40)]
ARRAY = "1/relationship.ids.npy"
Harm = Callable[[Path], None]


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    with path.open("r+b") as file:
        file.write(content)


def replace_with_other_bytes(path: Path) -> None:
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))


def cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def remove(path: Path) -> None:
    path.unlink()


@pytest.fixture
def first(run: Callable[..., Running], tmp_path: Path) -> Running:
    waits = ServiceSettings(followers_wait=0.0)
    settings = Settings(home=tmp_path / "first", cache=tmp_path / "cache", service=waits)
    service = Service(settings, catalog=Catalog(settings.home), token=TOKEN, encoder=HashEncoder)
    service.catalog.create("db", "films", lambda: from_triples(TRIPLES))
    learned = service.catalog.learned_folder("db", "films")
    learned.mkdir()
    (learned / "examples.json").write_text("[]")
    return run(service)


@pytest.fixture
def second(run: Callable[..., Running], first: Running, tmp_path: Path) -> Iterator[Running]:
    """A service that follows the first one and has all of it; its threads are not started."""
    home = tmp_path / "second"
    begin_to_follow(home, first.url)
    service = Service(
        Settings(home=home, cache=tmp_path / "cache"), catalog=Catalog(home), token=TOKEN, encoder=HashEncoder
    )
    running = run(service)
    service.following = Following(home, FirstService(first.url, TOKEN), service.forget)
    service.following.step(wait=0)
    yield running
    first.server.stop()  # else one that waits to be told what is new waits on
    service.following.stop()
    if service.following.is_alive():
        service.following.join(60)
    service.following._first.close()


@pytest.fixture
def folder(second: Running) -> Path:
    return graph_folder(second.service.settings.home, "db", "films")


def following(running: Running) -> Following:
    assert running.service.following is not None
    return running.service.following


def mend(running: Running) -> None:
    another = following(running)._first.another()
    try:
        following(running).mend(another)
    finally:
        another.close()


def match(running: Running) -> httpx.Response:
    arguments = {"graphName": "films", "pattern": [["?film", "directed by", "person 3"]]}
    return httpx.post(
        f"{running.url}/v1/match",
        json={"database": {"id": "db", "name": "neo4j"}, "transaction": None, "arguments": arguments},
        headers={"Authorization": f"Bearer {TOKEN}"},
        timeout=300,
        trust_env=False,
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "compared"
    }


@pytest.mark.parametrize("harm", [flip, replace_with_other_bytes, cut, remove])
@pytest.mark.parametrize("file", [ARRAY, "1/manifest.json", "learned/examples.json", "current"])
def test_what_is_broken_is_taken_again_and_nothing_else(
    first: Running, second: Running, folder: Path, file: str, harm: Harm
) -> None:
    sound = contents(folder)
    assert sound == contents(graph_folder(first.service.settings.home, "db", "films"))
    came = following(second).fetched
    mend(second)
    assert following(second).fetched == came, "nothing is broken"
    harm(folder / file)
    mend(second)
    assert contents(folder) == sound
    again = {ARRAY: (ARRAY, "1/manifest.json"), "current": ()}.get(file, (file,))
    broken = sum(len(sound[one]) for one in again)
    assert following(second).fetched - came == broken
    assert following(second).figures()["state"] == "following"
    assert Catalog(second.service.settings.home).open("db", "films", verify=True).n_relationships == 40
    assert match(second).status_code == 200
    mend(second)
    assert following(second).fetched - came == broken


def test_a_folder_that_was_emptied_is_taken_again(second: Running, folder: Path) -> None:
    sound = contents(folder)
    shutil.rmtree(folder)
    mend(second)
    assert contents(folder) == sound and match(second).status_code == 200


def test_a_file_that_is_only_touched_is_left_alone(second: Running, folder: Path) -> None:
    came = following(second).fetched
    (folder / ARRAY).touch()
    mend(second)
    assert following(second).fetched == came and following(second).figures()["problem"] is None


def test_one_that_was_open_is_read_anew(second: Running, folder: Path) -> None:
    assert match(second).status_code == 200
    before = second.service.catalog.open("db", "films")
    flip(folder / ARRAY)
    mend(second)
    after = second.service.catalog.open("db", "films")
    assert after is not before and after.relationships.ids.tolist() != before.relationships.ids.tolist()


@pytest.mark.parametrize("harm", [flip, replace_with_other_bytes, cut, remove])
def test_what_is_broken_when_something_new_comes_is_told_and_nobody_reads_on_in_it(
    first: Running, second: Running, folder: Path, harm: Harm, caplog: pytest.LogCaptureFixture
) -> None:
    """What is new is taken with all that is not as it was, before anybody has looked."""
    sound, before = contents(folder), second.service.catalog.open("db", "films")
    harm(folder / ARRAY)
    (first.service.catalog.learned_folder("db", "films") / "late.json").write_text("[1]")
    with caplog.at_level("INFO", logger="motif.service"):
        following(second).step(wait=0)
    assert contents(folder) == {**sound, "learned/late.json": b"[1]"}
    assert {"broken", "mended"} <= {line.message for line in caplog.records}
    assert second.service.catalog.open("db", "films") is not before
    assert match(second).status_code == 200


def test_what_was_broken_while_it_did_not_run_is_taken_again_when_it_starts(
    first: Running, second: Running, folder: Path
) -> None:
    sound = contents(folder)
    flip(folder / ARRAY)
    anew = Following(
        second.service.settings.home, FirstService(first.url, TOKEN), lambda database, name: None
    )
    anew.step(wait=0)
    anew._first.close()
    assert contents(folder) == sound and anew.fetched == len(sound[ARRAY]) + len(sound["1/manifest.json"])


def test_what_only_its_bytes_betray_is_taken_again_once_it_was_opened(
    second: Running, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a disk flips a bit: the file system tells of no change, and after a start every byte is compared."""
    import os

    seen = (folder / ARRAY).stat()
    flip(folder / ARRAY)
    os.utime(folder / ARRAY, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    mend(second)
    assert following(second).figures()["problem"] is None
    monkeypatch.setattr("motif.snapshot.checking.machine_start", lambda: "another")
    with pytest.raises(SnapshotCorrupt, match="fetches it again from http"):
        second.service.catalog.open("db", "films")
    mend(second)
    assert second.service.catalog.open("db", "films", verify=True).n_relationships == 40


@pytest.mark.parametrize("harm", [flip, remove])
@pytest.mark.parametrize("file", [ARRAY, "1/manifest.json", "learned/examples.json"])
def test_what_is_broken_while_the_rest_still_comes_is_taken_again(
    first: Running, second: Running, folder: Path, file: str, harm: Harm, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound, received = contents(folder), following_module.receive

    def receive(*given: Any) -> int:
        came = received(*given)
        harm(folder / file)
        return came

    learned = first.service.catalog.learned_folder("db", "films")
    (learned / "late.json").write_text("[1]")
    monkeypatch.setattr(following_module, "receive", receive)
    following(second).step(wait=0)
    assert contents(folder) != sound
    monkeypatch.setattr(following_module, "receive", received)
    mend(second)
    assert contents(folder) == {**sound, "learned/late.json": b"[1]"}


def test_until_it_is_taken_again_the_first_is_asked_and_why_is_told(
    first: Running, second: Running, folder: Path
) -> None:
    assert match(second).status_code == 200
    for harm, file in ((remove, "1/node.ids.npy"), (flip, ARRAY)):
        harm(folder / file)
        following(second)._kept.look()
        refused = match(second)
        assert (refused.status_code, refused.json()["error"]["code"]) == (421, "follows_another")
        assert file in refused.json()["error"]["message"] and first.url in refused.json()["error"]["hint"]
        figures = following(second).figures()
        assert figures["state"] == "behind" and file in figures["problem"]


def test_while_the_first_is_down_what_is_open_and_right_answers_and_what_is_wrong_does_not(
    first: Running, second: Running, folder: Path
) -> None:
    assert match(second).status_code == 200
    first.server.stop()
    first.thread.join(60)
    following(second)._tell("unreachable", "The Motif service cannot be reached.")
    remove(folder / "1/node.ids.npy")
    with pytest.raises(ServiceUnavailable):
        mend(second)
    assert match(second).status_code == 200, "who has mapped it still has it"
    assert "1/node.ids.npy of db/films" in following(second).figures()["problem"]
    flip(folder / ARRAY)
    with pytest.raises(ServiceUnavailable):
        mend(second)
    refused = match(second)
    assert refused.status_code == 421 and "are fetched again from" in refused.json()["error"]["message"]


def is_as(folder: Path, sound: dict[str, Any]) -> bool:
    """Whether that is what a folder holds; not while a file goes that was there a moment ago."""
    try:
        return contents(folder) == sound
    except FileNotFoundError:
        return False


def test_by_itself_it_is_whole_again_within_seconds(second: Running, folder: Path) -> None:
    sound: dict[str, Any] = contents(folder)
    following(second).start()
    flip(folder / ARRAY)
    remove(folder / "1/node.ids.npy")
    until = time.monotonic() + 30
    while not is_as(folder, sound):
        assert time.monotonic() < until
        time.sleep(0.05)
