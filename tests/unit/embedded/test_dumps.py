"""Dumps, with a script in Java's place that plays the admin tool."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from motif.embedded import StartOptions, load_dump
from motif.embedded.configuration import Installation
from motif.embedded.launch import home_of
from motif.errors import EmbeddedServerError, InvalidSource
from motif.settings import Settings

_LOADER = """
    import json, os, pathlib, sys
    home = pathlib.Path(os.environ["NEO4J_HOME"])
    verb = next((word for word in ("info", "load", "migrate") if word in sys.argv), None)
    if verb == "info":
        print('{"lastCommittedTransaction": "9", "recoveryRequired": "false"}')
    if verb == "load":
        folder = next(a for a in sys.argv if a.startswith("--from-path=")).split("=", 1)[1]
        (home / "loaded").write_bytes((pathlib.Path(folder) / "neo4j.dump").read_bytes())
        (home / "data" / "databases" / "neo4j").mkdir(parents=True, exist_ok=True)
    if verb and (home / f"{verb} fails").exists():
        print((home / f"{verb} fails").read_text(), file=sys.stderr)
        sys.exit(1)
    if verb:
        with (home / "verbs").open("a") as file:
            file.write(verb + "\\n")
"""


@pytest.fixture
def home(
    options: StartOptions,
    settings: Settings,
    installation: Installation,
    make_script: Callable[[Path, str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    make_script(installation.java, _LOADER)
    monkeypatch.setattr(sys.modules["motif.embedded.dumps"], "install", lambda *_: installation)
    folder = home_of(options, settings).folder
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    path = tmp_path / "my films.dump"
    path.write_bytes(b"DZV1 content")
    return path


def test_a_dump_of_any_name_is_loaded_and_brought_to_the_servers_release(
    options: StartOptions, settings: Settings, home: Path, dump: Path
) -> None:
    told: list[str] = []
    load_dump(options, settings, dump, told.append)
    assert (home / "loaded").read_bytes() == b"DZV1 content"
    assert (home / "verbs").read_text().split() == ["load", "migrate"]
    assert any("Loading my films.dump" in line for line in told)
    assert not list(home.glob("motif-dump-*"))


@pytest.mark.parametrize("verb", ["load", "migrate"])
def test_a_dump_that_cannot_be_loaded_says_why_and_leaves_nothing(
    verb: str, options: StartOptions, settings: Settings, home: Path, dump: Path
) -> None:
    (home / f"{verb} fails").write_text("Failed.\nCaused by: a.IOException: Not a valid archive\n  at org.x")
    with pytest.raises(InvalidSource, match=r"my films\.dump: Not a valid archive") as caught:
        load_dump(options, settings, dump)
    assert "newest" in caught.value.hint
    assert not (home / "data" / "databases" / "neo4j").exists()


def test_a_database_that_holds_anything_stays(
    options: StartOptions, settings: Settings, home: Path, dump: Path
) -> None:
    (home / "data" / "databases" / "neo4j").mkdir(parents=True)
    with pytest.raises(EmbeddedServerError, match="not empty; a dump would replace it"):
        load_dump(options, settings, dump)
    assert (home / "verbs").read_text().split() == ["info"]


def test_a_missing_dump_is_told_first(options: StartOptions, settings: Settings) -> None:
    with pytest.raises(InvalidSource, match="does not exist"):
        load_dump(options, settings, Path("nowhere.dump"))
