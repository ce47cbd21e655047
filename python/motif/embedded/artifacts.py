"""Neo4j's jars: resolved by Maven into the user's cache once, used from there ever after."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from filelock import FileLock

from motif.embedded.disk import check_free_space, out_of_space
from motif.embedded.state_file import write_atomically
from motif.embedded.versions import line_of
from motif.errors import EmbeddedServerError

Progress = Callable[[str], None]
"""Told in words what is being done now."""

BROWSER_VERSION = "5.24.0"
_MARKER = "complete.json"
_NEEDED_BYTES = 600 * 1024 * 1024
"""The jars take 140 to 170 MB, and as much again in Maven's own repository."""

# The community server's entry point was renamed between the lines.
_ENTRY_POINTS = ("org.neo4j.server.Neo4jCommunity", "org.neo4j.server.CommunityEntryPoint")


def resolve_neo4j(version: str, cache: Path, progress: Progress | None = None) -> Path:
    """The folder with the jars of that exact version, resolved by Maven when it is not in ``cache`` yet.

    Two processes may ask at once: one resolves, the other waits. A folder is there whole or not at all. With
    the jars in the cache neither Maven nor a network is needed. Raises `EmbeddedServerError` for no Maven,
    for Maven failing (with the end of its output) and for a full disk.
    """
    line_of(version)
    folder = cache / "neo4j" / version
    if is_complete(folder):
        return folder / "lib"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.parent / f"{version}.lock"):
        if not is_complete(folder):
            _resolve(version, folder, progress or (lambda _: None))
    return folder / "lib"


def is_complete(folder: Path) -> bool:
    """True when every jar that was resolved into that folder is there with its size."""
    try:
        sizes: dict[str, int] = json.loads((folder / _MARKER).read_text(encoding="utf-8"))["jars"]
        return bool(sizes) and all(
            (folder / "lib" / jar).stat().st_size == size for jar, size in sizes.items()
        )
    except (OSError, ValueError, KeyError, AttributeError):
        return False


def _resolve(version: str, folder: Path, progress: Progress) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise EmbeddedServerError(
            f"Neo4j {version} is not in the cache yet, and Maven (mvn), which fetches it, was not found.",
            hint="Install Maven (apt or brew install maven), or use your Neo4j: --neo4j-home DIR.",
        )
    check_free_space(folder.parent, _NEEDED_BYTES)
    progress(f"Resolving Neo4j {version} with Maven (once, about 150 MB)")
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{version}.") as temporary:
        fresh = Path(temporary) / "resolved"
        fresh.mkdir()
        (fresh / "pom.xml").write_text(_pom(version), encoding="utf-8")
        _run_maven(maven, version, fresh)
        jars = {jar.name: jar.stat().st_size for jar in sorted((fresh / "lib").glob("*.jar"))}
        write_atomically(fresh / _MARKER, json.dumps({"neo4j": version, "jars": jars}, indent=1))
        if folder.exists():
            # An earlier folder that is no longer whole.
            folder.rename(Path(temporary) / "damaged")
        fresh.rename(folder)


def _run_maven(maven: str, version: str, folder: Path) -> None:
    command = [maven, "-q", "-ntp", "-B", "-Dstyle.color=never", "dependency:copy-dependencies"]
    command += ["-DincludeScope=runtime", "-DoutputDirectory=lib"]
    try:
        result = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, errors="replace", check=False
        )
    except OSError as error:
        raise EmbeddedServerError(
            f"Maven ({maven}) cannot be run: {error}.", hint="Mend or reinstall it."
        ) from error
    output = f"{result.stdout}\n{result.stderr}"
    if "No space left on device" in output:
        raise out_of_space(folder)
    if result.returncode != 0 or not any((folder / "lib").glob("neo4j-kernel-*.jar")):
        raise EmbeddedServerError(
            f"Maven could not resolve Neo4j {version} (exit code {result.returncode}). Its last words:\n"
            + "\n".join(output.strip().splitlines()[-15:]),
            hint="Check the network and Maven's settings (mirrors, proxies), then try again; "
            "or use a Neo4j you have: --neo4j-home DIR.",
        )


def _pom(version: str) -> str:
    coordinates = (
        ("org.neo4j", "neo4j", version),
        ("org.neo4j.app", "neo4j-server", version),
        ("org.neo4j.client", "neo4j-browser", BROWSER_VERSION),
    )
    dependencies = "".join(
        f"<dependency><groupId>{g}</groupId><artifactId>{a}</artifactId><version>{v}</version></dependency>\n"
        for g, a, v in coordinates
    )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0">\n<modelVersion>4.0.0</modelVersion>\n'
        "<groupId>motif</groupId><artifactId>embedded-neo4j</artifactId><version>1</version>\n"
        f"<packaging>pom</packaging>\n<dependencies>\n{dependencies}</dependencies>\n</project>\n"
    )


def installed_neo4j(neo4j_home: Path) -> tuple[Path, str]:
    """The ``lib`` folder and the version of a Neo4j Community that the user has.

    Raises `EmbeddedServerError` for a folder of another layout and for another edition.
    """
    lib = neo4j_home / "lib"
    kernels = sorted(lib.glob("neo4j-kernel-[0-9]*.jar"))
    if len(kernels) != 1:
        raise EmbeddedServerError(
            f"{neo4j_home} is not a Neo4j home: exactly one lib/neo4j-kernel-VERSION.jar is expected, "
            f"{len(kernels)} found.",
            hint="--neo4j-home takes the folder that holds bin, conf and lib of a Neo4j Community.",
        )
    if any(lib.glob("neo4j-*enterprise*.jar")):
        raise EmbeddedServerError(
            f"{neo4j_home} is a Neo4j Enterprise, which Motif does not start.",
            hint="Start it yourself and connect to it with --uri.",
        )
    version = re.sub(r"neo4j-kernel-(.*)\.jar", r"\1", kernels[0].name)
    line_of(version)
    return lib, version


def entry_point(lib: Path) -> str:
    """The main class of the community server whose jars are in ``lib``."""
    for jar in sorted(lib.glob("neo4j-[0-9]*.jar")):
        try:
            with ZipFile(jar) as archive:
                names = set(archive.namelist())
        except (OSError, BadZipFile):
            continue
        for name in _ENTRY_POINTS:
            if f"{name.replace('.', '/')}.class" in names:
                return name
    raise EmbeddedServerError(
        f"No community server was found among the jars in {lib}.",
        hint="Delete that folder to have it resolved again, or give --neo4j-home a Neo4j Community.",
    )
