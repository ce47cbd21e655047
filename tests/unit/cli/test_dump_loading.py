"""``motif load FILE.dump``: which server it goes into, and what becomes of that."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

import motif.cli.dump_loading as dump_loading
from motif.cli.main import main
from motif.embedded import ServerState, StartOptions
from motif.errors import InvalidSource
from motif.settings import Settings


def state(name: str, folder: Path, condition: Any = "running") -> ServerState:
    return ServerState(
        *(name, "2026.09.0", "bolt://x", "http://x", folder, folder, folder, {}, 0.0), condition=condition
    )


class Servers:
    """Embedded servers that note what is done to them."""

    def __init__(self, folder: Path) -> None:
        self.before: ServerState | None = None
        self.folder, self.extent, self.refuses = folder, (0, 0), False
        self.done: list[str] = []
        self.options: StartOptions | None = None

    def last_state(self, name: str, settings: Settings) -> ServerState | None:
        return self.before

    def start(self, options: StartOptions, settings: Settings, tell: Any) -> ServerState:
        if self.before is None or not self.before.running:
            self.done.append("start")
        self.before = state(options.name, self.folder)
        return self.before

    def stop(self, name: str, settings: Settings) -> None:
        self.done.append("stop")
        self.before = state(name, self.folder, "stopped")

    def load_dump(self, options: StartOptions, settings: Settings, dump: Path, tell: Any) -> None:
        self.options = options
        self.done.append(f"load {dump.name}")
        if self.refuses:
            raise InvalidSource("It cannot be loaded.")
        self.extent = (5, 4)

    def connect(self, *, server: str, settings: Settings) -> Any:
        row = dict(zip(("nodes", "relationships"), self.extent, strict=True))
        return nullcontext(SimpleNamespace(database=SimpleNamespace(run=lambda _: [row])))


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Servers:
    made = Servers(tmp_path)
    for name in ("last_state", "start", "stop", "load_dump", "connect"):
        monkeypatch.setattr(dump_loading, name, getattr(made, name))
    (tmp_path / "films.dump").touch()
    monkeypatch.chdir(tmp_path)
    return made


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["load", "films.dump", *words])


def test_a_server_that_does_not_run_is_filled_and_started(servers: Servers) -> None:
    told = run("--server", "films", "--json")
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout) == {"nodes": 5, "relationships": 4, "server": "films"}
    assert servers.done == ["load films.dump", "start"]


def test_one_that_runs_is_stopped_for_it_and_keeps_version_and_home(servers: Servers) -> None:
    servers.before = state("default", servers.folder)
    told = run()
    assert told.exit_code == 0, told.output
    assert "5 nodes, 4 relationships in the server 'default'" in told.stdout
    assert servers.done == ["stop", "load films.dump", "start"]
    assert servers.options is not None
    assert (servers.options.version, servers.options.home) == ("2026.09.0", servers.folder)


def test_one_that_holds_data_is_left_alone(servers: Servers) -> None:
    servers.before, servers.extent = state("default", servers.folder), (1, 0)
    told = run()
    assert told.exit_code == 1 and "is not empty" in told.stderr and servers.done == []


def test_for_a_file_that_is_not_there_nothing_is_stopped(servers: Servers) -> None:
    servers.before = state("default", servers.folder)
    (servers.folder / "films.dump").unlink()
    told = run()
    assert told.exit_code == 1 and "films.dump does not exist" in told.stderr and servers.done == []


def test_one_that_ran_runs_again_after_a_dump_that_cannot_be_loaded(servers: Servers) -> None:
    servers.before, servers.refuses = state("default", servers.folder), True
    told = run()
    assert told.exit_code == 1 and "cannot be loaded" in told.stderr
    assert servers.done == ["stop", "load films.dump", "start"]


@pytest.mark.parametrize(
    "words",
    [
        ("--uri", "bolt://x"),
        ("--bulk", "films"),
        ("--format", "csv_pair"),
        ("-o", "a=b"),
        ("--extract", "none"),
    ],
)
def test_what_a_dump_has_no_use_for_is_refused(servers: Servers, words: tuple[str, ...]) -> None:
    told = run(*words)
    assert told.exit_code == 1 and "is not for it" in told.stderr and servers.done == []
