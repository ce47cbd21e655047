"""A service with a folder of its own that follows another over HTTP, both on free ports of this machine."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from cut_connections import Between
from fakes import HashEncoder
from motif.catalog import Catalog, from_triples
from motif.errors import (
    InvalidConfiguration,
    MotifError,
    ServiceUnavailable,
    Unauthorized,
    VersionMismatch,
)
from motif.graphs.projection import NAME, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.service import following as following_module
from motif.service.__main__ import main
from motif.service.addresses import check_url
from motif.service.first_service import FirstService
from motif.service.following import Following
from motif.service.state import Service
from motif.settings import ServiceSettings, Settings
from motif.snapshot import graph_folder
from motif.snapshot.followed import begin_to_follow

from .conftest import TOKEN, Running

TRIPLES = [(f"film {n}", "directed by", f"person {n % 7}") for n in range(40)]
DATABASE = {"id": "db", "name": "neo4j"}
FOLLOWER = "0" * 32


def films(count: int = 40) -> Any:
    return lambda: from_triples(TRIPLES[:count])


@pytest.fixture
def first(run: Callable[..., Running], tmp_path: Path) -> Running:
    settings = Settings(
        home=tmp_path / "first",
        cache=tmp_path / "cache",
        service=ServiceSettings(followers_wait=5.0),
    )
    service = Service(settings, catalog=Catalog(settings.home), token=TOKEN, encoder=HashEncoder)
    service.catalog.create("db", "films", films())
    return run(service)


Follow = Callable[..., Following]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "second"


@pytest.fixture
def follow(first: Running, home: Path) -> Iterator[Follow]:
    """Makes a follower that is not started; ``step`` asks once."""
    made: list[Following] = []

    def make(
        url: str = "", token: str = TOKEN, dropped: Callable[[str, str], None] | None = None
    ) -> Following:
        begin_to_follow(home, url or first.url)
        made.append(
            Following(home, FirstService(url or first.url, token), dropped or (lambda database, name: None))
        )
        return made[-1]

    yield make
    first.server.stop()  # else one that waits to be told what is new waits on
    for one in made:
        one.stop()
        one._first.close()
        if one.is_alive():
            one.join(60)


def nobody_waits_for(first: Running) -> None:
    """A writer waits for no follower: one whose thread is not started would not come before the time is over."""
    first.service.followers._wait = 0.0


def n_relationships(home: Path) -> int:
    return Catalog(home).open("db", "films", verify=True).n_relationships


def wait_until(is_so: Callable[[], object], seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_what_one_has_the_other_has(first: Running, follow: Follow, home: Path) -> None:
    follower = follow()
    follower.step(wait=0)
    assert n_relationships(home) == 40
    assert follower.figures()["state"] == "following" and follower.figures()["problem"] is None
    came = follower.fetched
    assert came > 1000
    follower.step(wait=0)
    assert follower.fetched == came, "nothing is fetched twice"
    [told] = first.service.followers.figures()
    assert (told["alive"], told["graphsBehind"]) == (True, 0)


def test_of_a_new_epoch_only_what_changed_is_fetched(first: Running, follow: Follow, home: Path) -> None:
    follower = follow()
    follower.step(wait=0)
    nobody_waits_for(first)
    came, catalog = follower.fetched, first.service.catalog
    rows = catalog.open("db", "films").n_nodes
    stamp = EncoderStamp("toy", 2, "5a")
    catalog.add_vectors(
        "db", "films", {NAME: VectorSet(stamp, np.zeros(rows, np.int32), np.eye(2, dtype=np.float32))}
    )
    follower.step(wait=0)
    assert Catalog(home).open("db", "films", verify=True).epoch == 2
    folder = graph_folder(home, "db", "films") / "2"
    whole = sum(path.stat().st_size for path in folder.glob("*.npy"))
    names = (folder / "manifest.json").stat().st_size
    vectors = sum(path.stat().st_size for path in folder.glob("vectors*.npy"))
    assert follower.fetched - came == names + vectors < whole + names


def test_a_new_epoch_is_current_at_both_when_the_writer_returns(
    first: Running, follow: Follow, home: Path
) -> None:
    follower = follow()
    follower.start()
    wait_until(lambda: Catalog(home).exists("db", "films"))
    for count in (10, 20, 30):
        first.service.catalog.create("db", "films", films(count), existing="replace")
        assert n_relationships(home) == count
    first.service.catalog.create("db", "more", films(5))
    assert Catalog(home).open("db", "more").n_relationships == 5


def test_who_does_not_come_is_waited_for_once(first: Running, follow: Follow, home: Path) -> None:
    follower = follow()
    follower.step(wait=0)
    first.service.followers._wait = 0.3
    for longest, count in ((3.0, 10), (0.25, 20)):
        began = time.monotonic()
        first.service.catalog.create("db", "films", films(count), existing="replace")
        assert time.monotonic() - began < longest
        assert first.service.catalog.open("db", "films").n_relationships == count
    assert first.service.followers.figures()[0]["graphsBehind"] == 1
    follower.step(wait=0)
    assert n_relationships(home) == 20
    follower.step(wait=0)
    assert first.service.followers.figures()[0]["graphsBehind"] == 0


def test_one_that_is_gone_is_not_waited_for(first: Running, follow: Follow) -> None:
    follower = follow()
    follower.step(wait=0)
    first.service.followers._clock = lambda: time.monotonic() + 6.0
    began = time.monotonic()
    first.service.catalog.create("db", "films", films(10), existing="replace")
    assert time.monotonic() - began < 4.0
    assert not first.service.followers.figures()[0]["alive"]


def test_one_whose_connection_has_ended_is_not_waited_for(first: Running) -> None:
    listed = ask(first.url, "epochs", {"follower": FOLLOWER, "wait": 0}).json()["graphs"]
    holds = {path: {"state": one["state"], "current": "", "epochs": []} for path, one in listed.items()}
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(
            f"{first.url}/v1/epochs",
            json={"follower": FOLLOWER, "wait": 50, "holds": holds},
            headers={"Authorization": f"Bearer {TOKEN}"},
            timeout=0.5,
            trust_env=False,
        )
    wait_until(lambda: not first.service.followers.figures()[0]["alive"])
    began = time.monotonic()
    first.service.catalog.create("db", "films", films(10), existing="replace")
    assert time.monotonic() - began < 4.0


def test_what_is_dropped_is_dropped_at_both(first: Running, follow: Follow, home: Path) -> None:
    dropped: list[tuple[str, str]] = []
    follower = follow(dropped=lambda database, name: dropped.append((database, name)))
    follower.step(wait=0)
    first.service.catalog.drop("db", "films")
    follower.step(wait=0)
    assert dropped == [("db", "films")]
    assert not Catalog(home).exists("db", "films")
    assert not graph_folder(home, "db", "films").exists()


def test_what_was_taught_is_known_at_both(first: Running, follow: Follow, home: Path) -> None:
    follower = follow()
    follower.step(wait=0)
    learned = first.service.catalog.learned_folder("db", "films")
    learned.mkdir()
    (learned / "examples.json").write_text('[{"question": "who?"}]')
    follower.step(wait=0)
    assert (Catalog(home).learned_folder("db", "films") / "examples.json").read_text().startswith("[{")


def test_a_connection_that_is_cut_is_gone_on_with(first: Running, follow: Follow, home: Path) -> None:
    between = Between(int(first.url.rpartition(":")[2]))
    follower = follow(f"http://127.0.0.1:{between.port}")
    follower.start()
    try:
        wait_until(lambda: Catalog(home).exists("db", "films"))
        between.reset()
        first.service.catalog.create("db", "more", films(7))
        wait_until(lambda: Catalog(home).exists("db", "more"))
        wait_until(lambda: follower.figures()["state"] == "following")
    finally:
        between.close()
    wait_until(lambda: follower.figures()["state"] == "unreachable")
    assert "cannot be reached" in follower.figures()["problem"] or "cut" in follower.figures()["problem"]
    assert n_relationships(home) == 40, "it goes on answering"


def test_another_token_is_told(first: Running, follow: Follow, home: Path) -> None:
    follower = follow(token="f" * 64)
    with pytest.raises(Unauthorized, match="different tokens"):
        follower.step(wait=0)
    assert not (home / "graphs").exists()


@pytest.mark.parametrize("what", ["format", "protocol"])
def test_another_version_is_told_by_name_and_nothing_is_fetched(
    first: Running, follow: Follow, home: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower = follow()
    monkeypatch.setattr(following_module, {"format": "FORMAT", "protocol": "PROTOCOL"}[what], 99)
    with pytest.raises(VersionMismatch, match=f"{what} 99") as raised:
        follower.step(wait=0)
    assert "Nothing was fetched" in str(raised.value) and first.url in str(raised.value)
    assert not (home / "graphs").exists() and follower.fetched == 0


def test_a_first_service_with_another_folder_is_not_followed_blindly(
    first: Running, follow: Follow, home: Path
) -> None:
    follower = follow()
    follower.step(wait=0)
    (first.service.settings.home / "identity").write_text("0" * 32)
    first.service.catalog.drop("db", "films")
    with pytest.raises(InvalidConfiguration, match="another folder than the one that was followed"):
        follower.step(wait=0)
    assert n_relationships(home) == 40


def test_one_that_is_not_there_is_told(follow: Follow, free_port: int) -> None:
    follower = follow(f"http://127.0.0.1:{free_port}")
    with pytest.raises(ServiceUnavailable, match="cannot be reached \\(connection refused\\)"):
        follower.step(wait=0)


@pytest.fixture
def free_port() -> int:
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def ask(url: str, path: str, body: dict[str, Any]) -> httpx.Response:
    return httpx.post(
        f"{url}/v1/{path}",
        json=body,
        headers={"Authorization": f"Bearer {TOKEN}"},
        timeout=300,
        trust_env=False,
    )


def test_a_file_is_sent_from_a_byte_on(first: Running) -> None:
    listed = ask(first.url, "epochs", {"follower": FOLLOWER, "holds": {}, "wait": 0}).json()
    graph = listed["graphs"]["db/films"]
    assert graph["current"]["epoch"] == 1 and graph["coming"] is None
    size, _ = graph["pieces"]["1"]["relationship.ids.npy"]
    asked = {"follower": FOLLOWER, "graph": "db/films", "file": "1/relationship.ids.npy"}
    whole = ask(first.url, "epochs/file", asked).content
    assert len(whole) == size
    assert ask(first.url, "epochs/file", {**asked, "start": 100}).content == whole[100:]
    assert ask(first.url, "epochs/file", {**asked, "start": size}).content == b""
    for start in (size + 1, -1, 1.5, "0", True):
        refused = ask(first.url, "epochs/file", {**asked, "start": start})
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid_input")


@pytest.mark.parametrize(
    ("graph", "file"),
    [
        ("db/films", "../films/1/manifest.json"),
        ("db/films", "1/../1/manifest.json"),
        ("db/films", "current"),
        ("db/films", "1"),
        ("db/films", "/etc/passwd"),
        ("db/films", "../../../identity"),
        ("db/..", "films/1/manifest.json"),
        ("../graphs/db/films", "1/manifest.json"),
        ("..", "service.token"),
        ("db/films", "9/manifest.json"),
        ("db/films", "1/manifest.json\x00"),
        ("", ""),
    ],
)
def test_what_is_not_listed_is_not_sent(first: Running, graph: str, file: str) -> None:
    refused = ask(first.url, "epochs/file", {"follower": FOLLOWER, "graph": graph, "file": file})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "refreshed_meanwhile")


@pytest.mark.parametrize(
    "body",
    [
        {"follower": "me", "wait": 0},
        {"follower": FOLLOWER, "wait": -1},
        {"follower": FOLLOWER, "wait": 1e9},
        {"follower": FOLLOWER, "wait": 0, "holds": {"db/films": {}}},
        {"follower": FOLLOWER, "wait": 0, "holds": [1]},
        {"follower": FOLLOWER, "wait": 0, "holds": {"db/films": 7}},
    ],
)
def test_what_no_follower_says_is_refused(first: Running, body: dict[str, Any]) -> None:
    refused = ask(first.url, "epochs", body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid_input")


def test_both_paths_need_the_token(first: Running) -> None:
    for path in ("epochs", "epochs/file"):
        assert httpx.post(f"{first.url}/v1/{path}", json={}, trust_env=False).status_code == 401


def test_who_has_all_is_answered_when_there_is_something_new(first: Running) -> None:
    listed = ask(first.url, "epochs", {"follower": FOLLOWER, "wait": 0}).json()["graphs"]
    holds = {path: {"state": one["state"], "current": "", "epochs": []} for path, one in listed.items()}
    began = time.monotonic()
    same = ask(first.url, "epochs", {"follower": FOLLOWER, "wait": 0.3, "holds": holds}).json()["graphs"]
    assert time.monotonic() - began >= 0.3 and same["db/films"]["pieces"] is None
    threading.Timer(0.2, lambda: first.service.catalog.drop("db", "films")).start()
    began = time.monotonic()
    assert ask(first.url, "epochs", {"follower": FOLLOWER, "wait": 30, "holds": holds}).json()["graphs"] == {}
    assert time.monotonic() - began < 20


@pytest.fixture
def second(
    run: Callable[..., Running], first: Running, follow: Follow, home: Path, tmp_path: Path
) -> Running:
    """A service that follows the first one; its thread is not started, and has asked once."""
    settings = Settings(home=home, cache=tmp_path / "cache")
    service = Service(settings, catalog=Catalog(home), token=TOKEN, encoder=HashEncoder)
    follower = follow()
    follower.step(wait=0)
    nobody_waits_for(first)
    running = run(service)
    service.following = follower
    return running


def call(running: Running, path: str, **arguments: Any) -> httpx.Response:
    return ask(running.url, path, {"database": DATABASE, "transaction": None, "arguments": arguments})


def test_a_follower_answers_and_leaves_what_changes_to_the_first(first: Running, second: Running) -> None:
    pattern = [["?film", "directed by", "person 3"]]
    answers = [
        [
            json.loads(line)
            for line in call(one, "match", graphName="films", pattern=pattern).text.splitlines()
        ]
        for one in (first, second)
    ]
    assert len(answers[0]) > 3
    assert [row["row"]["answers"] for row in answers[0][:-1]] == [
        row["row"]["answers"] for row in answers[1][:-1]
    ]
    for path, arguments in (
        ("graph/drop", {"graphName": "films"}),
        ("graph/project/prepare", {"graphName": "new"}),
        ("graph/refresh/prepare", {"graphName": "films"}),
        ("embed/text/mutate", {"graphName": "films"}),
        ("embed/text/write", {"graphName": "films"}),
        ("truss/mutate", {"graphName": "films"}),
        ("index/create", {"graphName": "films"}),
    ):
        refused = call(second, path, **arguments)
        error = refused.json()["error"]
        assert (refused.status_code, error["code"]) == (421, "follows_another"), path
        assert first.url in error["message"] and "not begun" in error["message"]
    assert Catalog(second.service.settings.home).exists("db", "films")


def test_a_graph_that_is_not_here_yet_is_asked_of_the_first(first: Running, second: Running) -> None:
    first.service.catalog.create("db", "more", films(5))
    pattern = [["?film", "directed by", "person 3"]]
    missing = call(second, "match", graphName="more", pattern=pattern)
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "graph_not_found")
    assert second.service.following is not None
    second.service.following._listed = frozenset({"db/more"})  # as when it was told, and has not fetched it
    refused = call(second, "match", graphName="more", pattern=pattern)
    assert (refused.status_code, refused.json()["error"]["code"]) == (421, "follows_another")
    second.service.following.step(wait=0)
    assert call(second, "match", graphName="more", pattern=pattern).status_code == 200


def test_both_say_who_follows_whom(first: Running, second: Running) -> None:
    def facts(running: Running) -> dict[str, Any]:
        rows = [json.loads(line).get("row") for line in call(running, "sysInfo").text.splitlines()]
        return {row["key"]: row["value"] for row in rows if row}

    assert facts(first)["follows"] is None
    [told] = facts(first)["followers"]
    assert told["alive"] is True
    assert facts(second)["follows"]["url"] == first.url
    assert facts(second)["follows"]["state"] == "following" and facts(second)["followers"] == []


def test_a_follower_begins_no_refresh_in_the_background(first: Running, second: Running) -> None:
    def stale() -> Projection:
        made = from_triples(TRIPLES)
        return replace(made, transaction=7, configuration={**made.configuration, "refresh": "auto"})

    first.service.catalog.create("db", "old", stale)
    assert second.service.following is not None
    second.service.following.step(wait=0)
    asked = {"graphName": "old", "pattern": [["?film", "directed by", "person 3"]]}
    endings = []
    for one in (first, second):
        body = {"database": DATABASE, "transaction": 9, "refreshes": True, "arguments": asked}
        *rows, end = [json.loads(line) for line in ask(one.url, "match", body).text.splitlines()]
        assert rows[0]["row"]["metadata"]["stale"] is True
        endings.append(end["end"].get("refresh"))
    assert endings == ["old", None]


@pytest.mark.parametrize(
    ("url", "said"),
    [("http://far:7690", "over https only"), ("http://127.0.0.1:9", "holds projections of its own")],
)
def test_a_service_that_cannot_follow_does_not_start(
    first: Running,
    tmp_path: Path,
    url: str,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("motif.service.__main__.start_logging", lambda: None)
    home = first.service.settings.home
    arguments = ["--home", str(home), "--token-file", str(tmp_path / "token"), "--follow", url, "--port", "0"]
    assert main(arguments) == 1
    assert said in capsys.readouterr().err


def test_a_follower_is_not_followed(second: Running) -> None:
    refused = ask(second.url, "epochs", {"follower": FOLLOWER, "wait": 0})
    assert (refused.status_code, refused.json()["error"]["code"]) == (421, "follows_another")


@pytest.mark.parametrize(
    "url",
    [
        "first:7690",
        "ftp://first",
        "https://",
        "http://first:7690",
        "https://first/x",
        "https://a:b@c",
        "https://x:99999",
    ],
)
def test_an_address_that_cannot_be_followed(url: str) -> None:
    with pytest.raises(InvalidConfiguration) as raised:
        check_url(url)
    assert url in str(raised.value) and raised.value.hint


def test_what_is_no_service_is_not_believed(free_port: int) -> None:
    from http.server import BaseHTTPRequestHandler, HTTPServer

    class NoService(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = b'{"proof": "00", "service": "1", "protocol": 3}'
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", free_port), NoService) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(MotifError, match="different tokens"):
            FirstService(f"http://127.0.0.1:{free_port}", TOKEN).ask("/v1/epochs", {})
        server.shutdown()
