"""Resolving with Maven, with a script in Maven's place."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from motif.embedded import artifacts, disk, resolve_neo4j
from motif.embedded.artifacts import entry_point, installed_neo4j
from motif.errors import EmbeddedServerError

VERSION = "5.26.31"

_MAVEN = """
    import pathlib, re, sys, time
    pom = pathlib.Path("pom.xml").read_text()
    version = re.search("<artifactId>neo4j</artifactId><version>(.*?)</version>", pom)[1]
    with open({calls!r}, "a") as calls:
        calls.write(version + "\\n")
    time.sleep(0.2)
    pathlib.Path("lib").mkdir()
    pathlib.Path("lib", f"neo4j-kernel-{{version}}.jar").write_text("kernel")
    pathlib.Path("lib", "neo4j-browser.jar").write_text("browser")
"""


@pytest.fixture
def maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_script: Callable[[Path, str], Path]) -> Path:
    """A Maven that makes two jars; the file in which it notes each call."""
    calls, folder = tmp_path / "calls", tmp_path / "bin"
    folder.mkdir()
    calls.touch()
    make_script(folder / "mvn", _MAVEN.format(calls=str(calls)))
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return calls


def test_jars_are_resolved_once_and_found_without_maven_afterwards(
    tmp_path: Path, maven: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    lib = resolve_neo4j(VERSION, tmp_path / "cache", told.append)
    assert sorted(jar.name for jar in lib.iterdir()) == ["neo4j-browser.jar", f"neo4j-kernel-{VERSION}.jar"]
    assert len(told) == 1
    monkeypatch.setenv("PATH", "")
    assert resolve_neo4j(VERSION, tmp_path / "cache") == lib
    assert maven.read_text().split() == [VERSION]


def test_two_at_once_resolve_once(tmp_path: Path, maven: Path) -> None:
    threads = [threading.Thread(target=resolve_neo4j, args=(VERSION, tmp_path / "cache")) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert maven.read_text().split() == [VERSION]


@pytest.mark.parametrize("damage", [Path.unlink, lambda jar: jar.write_text("cut")])
def test_a_damaged_cache_is_resolved_again(
    tmp_path: Path, maven: Path, damage: Callable[[Path], object]
) -> None:
    jar = resolve_neo4j(VERSION, tmp_path / "cache") / "neo4j-browser.jar"
    damage(jar)
    resolve_neo4j(VERSION, tmp_path / "cache")
    assert jar.read_text() == "browser"
    assert len(maven.read_text().split()) == 2


def test_nothing_is_left_of_a_maven_that_fails(
    tmp_path: Path, maven: Path, make_script: Callable[[Path, str], Path]
) -> None:
    make_script(tmp_path / "bin" / "mvn", "print('[ERROR] Could not find artifact x'); raise SystemExit(1)")
    with pytest.raises(EmbeddedServerError, match=r"exit code 1.*\n.*Could not find artifact x") as caught:
        resolve_neo4j(VERSION, tmp_path / "cache")
    assert "--neo4j-home" in caught.value.hint
    assert [path.name for path in (tmp_path / "cache" / "neo4j").iterdir()] == [f"{VERSION}.lock"]


def test_a_maven_that_fills_the_disk(
    tmp_path: Path, maven: Path, make_script: Callable[[Path, str], Path]
) -> None:
    make_script(tmp_path / "bin" / "mvn", "print('No space left on device'); raise SystemExit(1)")
    with pytest.raises(EmbeddedServerError, match="is full") as caught:
        resolve_neo4j(VERSION, tmp_path / "cache")
    assert "MOTIF_CACHE" in caught.value.hint


def test_without_maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EmbeddedServerError, match=r"Maven .*was not found") as caught:
        resolve_neo4j(VERSION, tmp_path / "cache")
    assert "--neo4j-home" in caught.value.hint


def test_too_little_room(tmp_path: Path, maven: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _: SimpleNamespace(free=5 * 1024 * 1024))
    with pytest.raises(EmbeddedServerError, match="has 5 MB free; 600 MB are needed") as caught:
        resolve_neo4j(VERSION, tmp_path / "cache")
    assert "MOTIF_CACHE" in caught.value.hint
    assert maven.read_text() == ""


def test_an_unknown_version_lists_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(
        EmbeddedServerError, match=r"'4\.4\.0' cannot be embedded, only versions of 5\.26 and 2026"
    ) as caught:
        resolve_neo4j("4.4.0", tmp_path)
    assert "5.26.31 (lts)" in caught.value.hint
    assert "2026.09.0 (newest)" in caught.value.hint


@pytest.fixture
def neo4j_home(tmp_path: Path) -> Path:
    home = tmp_path / "neo4j"
    (home / "lib").mkdir(parents=True)
    (home / "lib" / "neo4j-kernel-5.26.30.jar").touch()
    (home / "lib" / "neo4j-kernel-api-5.26.30.jar").touch()
    return home


def test_a_neo4j_of_the_users(neo4j_home: Path) -> None:
    assert installed_neo4j(neo4j_home) == (neo4j_home / "lib", "5.26.30")


def test_a_folder_that_is_no_neo4j_home(neo4j_home: Path) -> None:
    shutil.rmtree(neo4j_home / "lib")
    with pytest.raises(EmbeddedServerError, match="is not a Neo4j home") as caught:
        installed_neo4j(neo4j_home)
    assert "bin, conf and lib" in caught.value.hint


def test_the_enterprise_edition_is_not_ours_to_start(neo4j_home: Path) -> None:
    (neo4j_home / "lib" / "neo4j-enterprise-kernel-5.26.30.jar").touch()
    with pytest.raises(EmbeddedServerError, match="Enterprise") as caught:
        installed_neo4j(neo4j_home)
    assert "--uri" in caught.value.hint


def test_a_users_neo4j_of_a_version_that_cannot_be_embedded(neo4j_home: Path) -> None:
    (neo4j_home / "lib" / "neo4j-kernel-5.26.30.jar").rename(neo4j_home / "lib" / "neo4j-kernel-4.4.9.jar")
    with pytest.raises(EmbeddedServerError, match=r"'4\.4\.9' cannot be embedded"):
        installed_neo4j(neo4j_home)


@pytest.mark.parametrize("name", artifacts._ENTRY_POINTS)
def test_the_main_class_is_looked_up_in_the_jar(tmp_path: Path, name: str) -> None:
    with ZipFile(tmp_path / "neo4j-1.0.jar", "w") as jar:
        jar.writestr(f"{name.replace('.', '/')}.class", b"")
    assert entry_point(tmp_path) == name


def test_jars_without_a_server(tmp_path: Path) -> None:
    (tmp_path / "neo4j-1.0.jar").write_text("not a jar")
    with pytest.raises(EmbeddedServerError, match="No community server"):
        entry_point(tmp_path)
