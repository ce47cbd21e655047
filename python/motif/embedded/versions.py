"""Which Neo4j versions can be embedded, and what each of them needs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from motif.errors import EmbeddedServerError

PINNED = {"lts": "5.26.31", "newest": "2026.09.0"}
"""The versions that every release of Motif is tested with, by the names they may be asked for."""

DEFAULT_VERSION = PINNED["lts"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of Neo4j releases and the Java releases it runs on; the preferred ones best first."""

    name: str
    preferred_java: tuple[int, ...]
    least_java: int
    most_java: int | None


# 5.26 is supported by Neo4j on Java 17 and 21; on Java 25 it starts, answers and stops as well. The class
# files of 2026 are Java 21's, so 17 cannot load them.
_LINES = {
    re.compile(r"5\.26\.\d+"): Line("5.26", (21, 17), 17, 25),
    re.compile(r"202[56]\.\d\d\.\d+"): Line("2026", (25, 21), 21, None),
}


def resolve_version(version: str) -> str:
    """The exact version meant by a pinned name (``lts``, ``newest``) or by a version that can be embedded.

    Raises `EmbeddedServerError`, which lists what there is, for anything else.

    >>> resolve_version("lts")
    '5.26.31'
    """
    exact = PINNED.get(version, version)
    line_of(exact)
    return exact


def line_of(version: str) -> Line:
    """The line of an exact version; raises `EmbeddedServerError` when there is none.

    >>> line_of("2026.09.0").least_java
    21
    """
    for pattern, line in _LINES.items():
        if pattern.fullmatch(version):
            return line
    lines = " and ".join(line.name for line in _LINES.values())
    tested = ", ".join(f"{exact} ({name})" for name, exact in PINNED.items())
    raise EmbeddedServerError(
        f"Neo4j '{version}' cannot be embedded, only versions of {lines}.",
        hint=f"Tested versions: {tested}. For a server of another version use --uri.",
    )
