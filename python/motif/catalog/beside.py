"""What a graph keeps beside its epochs: written by one at a time, and only while the graph is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from motif.durable import locked, make_folder, remove_asides
from motif.errors import GraphNotFound
from motif.snapshot.followed import require_own

_WAIT = 600.0
"""Seconds that a writer waits for another one: teaching many examples takes a while."""


@contextmanager
def writing_beside(folder: Path) -> Iterator[None]:
    """Holds the right to write in a graph's `motif.catalog.Catalog.learned_folder`: one process and thread at a time.

    Who reads a file there to write it again does both while holding it. What a writer that was cut off left is removed.

    Raises `GraphNotFound` when the graph was dropped, `StorageFailed` when another writer does not finish, and
    `FollowsAnother` where the folder is a copy of another service's.
    """
    require_graph(folder)
    for home in folder.parents[3:4]:
        require_own(home)
    with locked(folder.with_name(f"{folder.name}.lock"), wait=_WAIT):
        make_folder(folder)
        remove_asides(folder)
        yield


def require_graph(folder: Path) -> None:
    """Raises `GraphNotFound` when the graph whose `learned_folder` this is was dropped meanwhile."""
    if not folder.parent.is_dir():
        raise GraphNotFound(
            "The graph was dropped while something was learnt for it, and nothing is kept.",
            hint="Project it again, then teach it once more.",
        )
