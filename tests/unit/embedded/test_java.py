"""Which Java is chosen for which Neo4j, and what is said when none fits."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.embedded import find_java, java
from motif.errors import EmbeddedServerError


def java_home(folder: Path, version: str | None) -> Path:
    """A Java home whose release file names that version; without one when None."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "java").touch(mode=0o755)
    if version is not None:
        (folder / "release").write_text(f'IMPLEMENTOR="X"\nJAVA_VERSION="{version}"\n')
    return folder


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine without Java: neither installed nor as a package."""
    monkeypatch.setattr(java, "_INSTALLED", ())
    monkeypatch.setattr(java, "_packaged_java", lambda: None)
    return monkeypatch


def test_java_home_comes_before_the_path(tmp_path: Path, bare: pytest.MonkeyPatch) -> None:
    first, second = java_home(tmp_path / "a", "21.0.2"), java_home(tmp_path / "b", "21.0.1")
    environ = {"JAVA_HOME": str(first), "PATH": str(second / "bin")}
    assert find_java("5.26.31", environ=environ) == first / "bin" / "java"


def test_one_that_does_not_fit_is_passed_over(tmp_path: Path, bare: pytest.MonkeyPatch) -> None:
    old, new = java_home(tmp_path / "a", "17.0.15"), java_home(tmp_path / "b", "25.0.3")
    environ = {"JAVA_HOME": str(old), "PATH": str(new / "bin")}
    assert find_java("2026.09.0", environ=environ) == new / "bin" / "java"


def test_one_that_neo4j_supports_comes_before_one_that_merely_works(
    tmp_path: Path, bare: pytest.MonkeyPatch
) -> None:
    works, supported = java_home(tmp_path / "a", "25.0.3"), java_home(tmp_path / "b", "17.0.15")
    environ = {"JAVA_HOME": str(works), "PATH": str(supported / "bin")}
    assert find_java("5.26.31", environ=environ) == supported / "bin" / "java"
    assert find_java("5.26.31", environ={"JAVA_HOME": str(works)}) == works / "bin" / "java"


def test_the_package_is_taken_when_the_machine_has_none(tmp_path: Path, bare: pytest.MonkeyPatch) -> None:
    packaged = java_home(tmp_path / "a", "25") / "bin" / "java"
    bare.setattr(java, "_packaged_java", lambda: packaged)
    assert find_java("2026.09.0", environ={}) == packaged


@pytest.mark.parametrize(
    ("version", "line", "fits"),
    [
        ("17.0.15", "5.26.31", True),
        ("11.0.2", "5.26.31", False),
        ("1.8.0_402", "5.26.31", False),
        ("26", "5.26.31", False),
        ("17.0.15", "2026.09.0", False),
        ("26", "2026.09.0", True),
    ],
)
def test_a_given_java_is_checked(tmp_path: Path, version: str, line: str, fits: bool) -> None:
    home = java_home(tmp_path / "java", version)
    if fits:
        assert find_java(line, home) == home / "bin" / "java"
        assert find_java(line, home / "bin" / "java") == home / "bin" / "java"
        return
    with pytest.raises(EmbeddedServerError, match=f"Neo4j {line} needs Java") as caught:
        find_java(line, home)
    assert "motif-graphrag[java]" in caught.value.hint


def test_what_is_no_java_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedServerError, match="not a Java runtime") as caught:
        find_java("5.26.31", tmp_path)
    assert "--java" in caught.value.hint


def test_no_java_at_all(bare: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        EmbeddedServerError, match=r"No Java was found; Neo4j 5\.26\.31 needs Java 17 to 25"
    ) as caught:
        find_java("5.26.31", environ={})
    assert 'pip install "motif-graphrag[java]"' in caught.value.hint
    assert "--java" in caught.value.hint


def test_only_a_java_that_does_not_fit(tmp_path: Path, bare: pytest.MonkeyPatch) -> None:
    old = java_home(tmp_path / "a", "17.0.15")
    with pytest.raises(EmbeddedServerError, match=r"needs Java 21 or newer; found only .*\(Java 17\)"):
        find_java("2026.09.0", environ={"JAVA_HOME": str(old)})


def test_a_java_without_a_release_file_is_asked(tmp_path: Path) -> None:
    home = java_home(tmp_path / "a", None)
    (home / "bin" / "java").write_text("#!/bin/sh\necho 'openjdk version \"21.0.4\" 2024-07-16' >&2\n")
    assert java.java_release(home / "bin" / "java") == 21
