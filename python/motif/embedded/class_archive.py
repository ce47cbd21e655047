"""An archive of Neo4j's loaded classes, which nearly halves the time of a start.

Most of a start is spent in loading some fifteen thousand classes. Java can keep them as they are in memory
after a start and map them at the next one: an AOT cache from Java 25 on (JEP 483, JEP 514), else a dynamic
class data sharing archive (JEP 350). It is made once per version and Java, by `motif.embedded.training`. An
archive that does not fit is ignored by Java.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

from motif.embedded.configuration import Installation
from motif.embedded.java import java_release

_AOT_SINCE = 25


@dataclass(frozen=True, slots=True)
class ClassArchive:
    """The archive's file and how that Java is told to use or to make it."""

    path: Path
    ahead_of_time: bool

    def use(self) -> tuple[str, ...]:
        """The flag by which Java uses it; none when it was not made yet."""
        if not self.path.is_file():
            return ()
        return (f"-XX:{'AOTCache' if self.ahead_of_time else 'SharedArchiveFile'}={self.path}",)

    def make(self, output: Path) -> str:
        """The flag by which Java makes it at its end."""
        return f"-XX:{'AOTCacheOutput' if self.ahead_of_time else 'ArchiveClassesAtExit'}={output}"


def class_archive(installation: Installation, cache: Path) -> ClassArchive | None:
    """The archive of that installation, made or not; None when that Java cannot make one."""
    java = installation.java.resolve()
    release = java_release(java) or 0
    ahead_of_time = release >= _AOT_SINCE
    if not ahead_of_time and not any(java.parent.parent.glob("lib/server/classes*.jsa")):
        return None
    stamp = f"{java} {java.stat().st_mtime_ns} {installation.lib}"
    name = f"{installation.version}-java{release}-{hashlib.sha256(stamp.encode()).hexdigest()[:12]}"
    suffix = "aot" if ahead_of_time else "jsa"
    return ClassArchive(cache / "neo4j" / "archives" / f"{name}.{suffix}", ahead_of_time)


def make_command(installation: Installation, archive: ClassArchive) -> tuple[str, ...]:
    """The command that makes the archive."""
    arguments = (installation.java, installation.lib, installation.version, archive.path)
    return (sys.executable, "-P", "-m", "motif.embedded.training", *map(str, arguments))
