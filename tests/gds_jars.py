"""The open Graph Data Science library for a test server: fetched by Maven into the user's cache, once.

It is GPLv3: run as a plugin of a server that these tests start, never part of Motif.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from filelock import FileLock

VERSIONS = {"lts": "2.13.9", "newest": "2.26.0"}
"""The GDS that goes with each pinned Neo4j."""

_ARTIFACTS = ("proc", "opengds-extension")
_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>motif</groupId><artifactId>gds-for-tests</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>
{dependencies}
</dependencies>
</project>
"""


def gds_jars(version: str, cache: Path, server: Path) -> tuple[Path, ...]:
    """The plugin's jars of that version, without those whose artifact the server's ``lib`` folder has already.

    The folder is there whole or not at all, and one process fetches while others wait. Raises `RuntimeError`, with
    the end of Maven's output, where they cannot be fetched.
    """
    folder = cache / "gds" / version
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.parent / f"{version}.lock"):
        if not folder.exists():
            _fetch(version, folder)
    there = {_artifact(jar) for jar in server.glob("*.jar")}
    # GDS and Neo4j have artifacts of one name (annotations): what bears the version of GDS is its own.
    return tuple(
        jar
        for jar in sorted(folder.glob("*.jar"))
        if jar.stem.endswith(f"-{version}") or _artifact(jar) not in there
    )


def _fetch(version: str, folder: Path) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise RuntimeError("Maven (mvn) is needed to fetch GDS: apt or brew install maven.")
    dependencies = "\n".join(
        f"<dependency><groupId>org.neo4j.gds</groupId><artifactId>{artifact}</artifactId>"
        f"<version>{version}</version></dependency>"
        for artifact in _ARTIFACTS
    )
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{version}.") as temporary:
        Path(temporary, "pom.xml").write_text(_POM.format(dependencies=dependencies), encoding="utf-8")
        command = [maven, "-q", "-ntp", "-B", "-Dstyle.color=never", "dependency:copy-dependencies"]
        command += ["-DincludeScope=runtime", "-DoutputDirectory=lib"]
        done = subprocess.run(command, cwd=temporary, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(
                f"Maven could not fetch GDS {version}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
            )
        (Path(temporary) / "lib").rename(folder)


def _artifact(jar: Path) -> str:
    return re.sub(r"^(.+)-\d.*$", r"\1", jar.stem)
