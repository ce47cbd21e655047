"""Which embedded server is meant, and what `connect` and every command make of it."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

import motif
import motif.embedded.resolution as resolution
from motif.cli.target import connect_to
from motif.database import Database
from motif.embedded import ServerState
from motif.errors import InvalidInput
from motif.settings import Neo4jSettings, Settings

ELSEWHERE = Neo4jSettings(uri="bolt://elsewhere:7687", username="reader", password="theirs")


def server(name: str, folder: Path) -> ServerState:
    password = folder / f"{name}.password"
    password.write_text(f"secret of {name}\n", encoding="utf-8")
    return ServerState(
        name, "5.26.31", f"bolt://{name}", "http://x", folder, password, folder, {}, 0.0, condition="running"
    )


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[ServerState]:
    """The embedded servers that there are; a test adds some."""
    there: list[ServerState] = []
    monkeypatch.setattr(resolution, "servers", lambda _: there)
    monkeypatch.setattr(
        resolution, "last_state", lambda name, _: next((s for s in there if s.name == name), None)
    )
    return there


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    """Address and login of each connection that is opened."""
    seen: list[tuple[Any, Any]] = []
    original = Database.connect

    def connect(uri: Any, auth: Any, database: Any, *, driver: Any = None) -> Database:
        seen.append((uri, auth))
        return original(uri, auth, database, driver=driver)

    monkeypatch.setattr(Database, "connect", connect)
    return seen


@pytest.mark.parametrize(
    ("names", "meant"),
    [(["default", "other"], "default"), (["other"], "other"), (["a", "b"], None), ([], None)],
)
def test_the_default_server_is_meant_else_the_only_one(
    names: list[str],
    meant: str | None,
    tmp_path: Path,
    running: list[ServerState],
    opened: list[tuple[Any, Any]],
) -> None:
    running += [server(name, tmp_path) for name in names]
    settings = Settings(home=tmp_path)
    if meant is not None:
        motif.connect(settings=settings).close()
        assert opened == [(f"bolt://{meant}", ("neo4j", f"secret of {meant}"))]
        return
    with pytest.raises(InvalidInput) as caught:
        motif.connect(settings=settings)
    told = "'a', 'b'" if names else "no embedded server runs"
    assert told in caught.value.message and "secret" not in str(caught.value)
    assert ("--server a" in caught.value.hint) == bool(names)


def test_arguments_come_first_then_the_environment_then_the_embedded_server(
    tmp_path: Path, running: list[ServerState], opened: list[tuple[Any, Any]]
) -> None:
    running += [server("default", tmp_path), server("other", tmp_path)]
    settings = Settings(home=tmp_path, neo4j=ELSEWHERE)
    for given in (
        {"uri": "bolt://given:1", "auth": ("me", "mine")},
        {"server": "other"},
        {},
        {"server": "other", "auth": ("me", "mine")},
    ):
        motif.connect(**given, settings=settings).close()  # type: ignore[arg-type]
    assert opened == [
        ("bolt://given:1", ("me", "mine")),
        ("bolt://other", ("neo4j", "secret of other")),
        ("bolt://elsewhere:7687", ("reader", "theirs")),
        ("bolt://other", ("me", "mine")),
    ]


def test_a_command_and_connect_read_the_same(
    tmp_path: Path,
    running: list[ServerState],
    opened: list[tuple[Any, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    running += [server("default", tmp_path), server("other", tmp_path)]
    monkeypatch.setattr("motif.settings.load_settings", lambda: Settings(home=tmp_path))
    nothing = dict.fromkeys(("uri", "user", "password", "database", "server"))
    connect_to(nothing).close()
    connect_to({**nothing, "server": "other"}).close()
    connect_to({**nothing, "uri": "bolt://given:1", "user": "me", "password": "mine"}).close()
    assert opened == [
        ("bolt://default", ("neo4j", "secret of default")),
        ("bolt://other", ("neo4j", "secret of other")),
        ("bolt://given:1", ("me", "mine")),
    ]


def test_two_databases_at_once_are_refused(tmp_path: Path, running: list[ServerState]) -> None:
    running.append(server("default", tmp_path))
    with pytest.raises(InvalidInput, match="Two databases are named"):
        motif.connect("bolt://given:1", server="default", settings=Settings(home=tmp_path))


def test_a_server_that_does_not_run_says_which_do(tmp_path: Path, running: list[ServerState]) -> None:
    running.append(server("default", tmp_path))
    with pytest.raises(InvalidInput, match=r"No embedded server 'other' runs\. Running: 'default'") as caught:
        motif.connect(server="other", settings=Settings(home=tmp_path))
    assert caught.value.hint == "Start it: motif start --name other"


@pytest.mark.parametrize(("name", "told"), [(None, "no embedded server runs"), ("default", "still starting")])
def test_a_server_that_is_only_starting_is_not_meant(
    name: str | None, told: str, tmp_path: Path, running: list[ServerState]
) -> None:
    running.append(dataclasses.replace(server("default", tmp_path), condition="starting"))
    with pytest.raises(InvalidInput, match=told):
        motif.connect(server=name, settings=Settings(home=tmp_path))
