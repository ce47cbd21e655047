"""Projections as they are kept in files: opened, described and listed; nothing here changes them."""

from __future__ import annotations

import difflib
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from motif.catalog.information import ProjectionInfo, broken_info, info_of
from motif.catalog.ownership import Ownership, ownership_of
from motif.errors import GraphNotFound, SnapshotCorrupt
from motif.faults import graph_not_found
from motif.graphs.projection import Projection
from motif.snapshot import (
    Current,
    Manifest,
    current_manifest,
    graph_folder,
    name_of_folder,
    opened_or_older,
    problem_of,
)
from motif.snapshot.folders import folder_name, read_current
from motif.snapshot.followed import followed_by

TRIES = 20
"""How often something is looked at again that another process changes meanwhile."""


class KeptGraphs:
    """What a catalog tells without changing anything. Safe for threads.

    Parameters
    ----------
    home
        The motif home; projections lie in its folder ``graphs``.
    """

    def __init__(self, home: Path) -> None:
        self.home = Path(home)
        self._opened: dict[tuple[str, str], tuple[Current, Projection]] = {}
        self._owners: dict[tuple[str, str], tuple[Current, Ownership]] = {}
        self._guard = threading.Lock()

    def learned_folder(self, database_id: str, name: str) -> Path:
        """Where what a graph learnt from examples is kept: beside its epochs, gone when it is dropped."""
        return graph_folder(self.home, database_id, name) / "learned"

    @property
    def follows(self) -> bool:
        """Whether the home is a copy of another service's, which alone changes what it holds."""
        return followed_by(self.home) is not None

    @property
    def dominance_folder(self) -> Path:
        """Where weights of trained dominance embeddings are kept, by their hash, whatever becomes of the graphs."""
        return self.home / "dominance"

    def open(self, database_id: str, name: str, *, verify: bool = False) -> Projection:
        """The current projection of that name, mapped; the same object until it changes.

        Parameters
        ----------
        verify
            Whether every byte is compared with its checksum.

        Where its files are broken and the epoch before is still there and whole, that one stands in for it and says so
        in its configuration.

        Raises `GraphNotFound` and `SnapshotCorrupt`.
        """
        folder = graph_folder(self.home, database_id, name)
        for _ in range(TRIES):
            current = read_current(folder)
            if current is None:
                self._forget(database_id, name)  # its files are gone: nobody asks for it again
                raise self._not_found(database_id, name)
            with self._guard:
                known = self._opened.get((database_id, name))
            if known is not None and known[0] == current and not verify:
                return known[1]
            manifest = current_manifest(folder)
            if manifest is None:
                continue
            try:
                _, projection = opened_or_older(manifest, verify=verify)
            except (FileNotFoundError, SnapshotCorrupt):
                if read_current(folder) != current:
                    continue  # a writer removed this epoch in the meantime
                raise
            if read_current(folder) != current:
                continue  # the files may be of two snapshots of one epoch: the name was used again
            with self._guard:
                self._opened[database_id, name] = current, projection
            return projection
        raise SnapshotCorrupt(
            f"The projection '{name}' changes faster than it can be opened.", hint="Call once more."
        )

    def let_go(self, database_id: str, name: str) -> None:
        """Forgets what was opened: who reads it still finishes, and `open` opens it again."""
        with self._guard:
            self._opened.pop((database_id, name), None)

    def _forget(self, database_id: str, name: str) -> None:
        with self._guard:
            self._opened.pop((database_id, name), None)
            self._owners.pop((database_id, name), None)

    def exists(self, database_id: str, name: str) -> bool:
        """Whether there is a projection of that name, be its files broken."""
        try:
            return read_current(graph_folder(self.home, database_id, name)) is not None
        except SnapshotCorrupt:
            return True

    def ownership(self, database_id: str, name: str) -> Ownership:
        """Whose a projection is; raises `GraphNotFound` and `SnapshotCorrupt`."""
        current = read_current(graph_folder(self.home, database_id, name))
        with self._guard:
            known = self._owners.get((database_id, name))
        if known is not None and known[0] == current:
            return known[1]
        manifest = self._manifest(database_id, name)
        found = ownership_of(manifest.content)
        with self._guard:
            self._owners[database_id, name] = manifest.current, found
        return found

    def info(self, database_id: str, name: str, *, last_transaction: int | None = None) -> ProjectionInfo:
        """What is known of a projection; ``last_transaction`` of the database tells whether it is stale."""
        manifest = self._manifest(database_id, name)
        return info_of(manifest, last_transaction)

    def facts_of(self, projection: Projection) -> Mapping[str, Any]:
        """What the manifest keeps of the reading of the database that ``projection`` is; {} where there is another."""
        manifest = self._manifest(projection.database, projection.name)
        is_same = manifest.content.get("generation", "") == projection.generation
        return manifest.content["extra"] if is_same else {}

    def list(self, database_id: str, *, last_transaction: int | None = None) -> list[ProjectionInfo]:
        """All projections of a database, by name; one whose files are broken says so as its ``problem``."""
        folder = self.home / "graphs" / folder_name(database_id)
        found = []
        for entry in sorted(folder.iterdir()) if folder.is_dir() else ():
            if not entry.is_dir() or entry.name.startswith("."):  # a drop that was cut off
                continue
            try:
                manifest = current_manifest(entry)
            except SnapshotCorrupt as error:
                found.append(broken_info(name_of_folder(entry.name), database_id, error))
                continue
            if manifest is not None:
                info = info_of(manifest, last_transaction)
                found.append(replace(info, problem=info.problem or problem_of(manifest)))
        return sorted(found, key=lambda info: info.name)

    def _usable(self, database_id: str, name: str) -> tuple[Manifest, Projection]:
        """The current epoch, or the one before it where its files are broken."""
        return opened_or_older(self._manifest(database_id, name))

    def _manifest(self, database_id: str, name: str) -> Manifest:
        manifest = current_manifest(graph_folder(self.home, database_id, name))
        if manifest is None:
            raise self._not_found(database_id, name)
        return manifest

    def _not_found(self, database_id: str, name: str) -> GraphNotFound:
        names = [info.name for info in self.list(database_id)]
        near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
        return graph_not_found(name, *near)
