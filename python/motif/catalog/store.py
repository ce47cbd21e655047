"""The catalog: projections by database and name."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from motif.catalog.alignment import (
    with_dominance,
    with_layer,
    with_paths,
    with_trussness,
    with_vectors,
    without_note,
)
from motif.catalog.carrying import carried, carried_dominance
from motif.catalog.dominance import node_hashes
from motif.catalog.dominance_weights import save_weights
from motif.catalog.graph_names import check_graph_name
from motif.catalog.information import ProjectionInfo, info_of, summarize
from motif.catalog.kept_graphs import TRIES, KeptGraphs
from motif.catalog.moments import Moment, moment
from motif.catalog.ownership import ownership_of
from motif.catalog.refreshing import write_failure
from motif.crash_points import reached
from motif.errors import CatalogLocked, RefreshedMeanwhile, SnapshotCorrupt
from motif.faults import name_taken
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.layers import EdgeLayer
from motif.graphs.paths import PathTable
from motif.graphs.projection import Projection, VectorSet
from motif.snapshot import (
    Current,
    Manifest,
    current_manifest,
    drop_snapshots,
    graph_folder,
    next_epoch,
    open_projection,
    opened_or_older,
    write_lock,
    write_snapshot,
)
from motif.snapshot.folders import read_current
from motif.snapshot.followed import require_own
from motif.snapshot.writing import Announce

Existing = Literal["fail", "keep", "replace"]
"""What to do when a projection of the name is there already."""

Complete = Callable[[Projection, Projection], Projection]
"""From a projection and a later reading of it, to that reading with everything that the earlier one had."""

_ATTEMPTS = 3

Found = TypeVar("Found")


class Catalog(KeptGraphs):
    """Projections under a home folder, shared by all processes that use it. Safe for threads.

    Parameters
    ----------
    home
        The motif home; projections lie in its folder ``graphs``.
    locked
        Whether creating, changing and dropping are forbidden.

    Attributes
    ----------
    announce
        What is to know of each new epoch around the moment in which it becomes current.
    """

    def __init__(self, home: Path, *, locked: bool = False) -> None:
        super().__init__(home)
        self.locked = locked
        self.announce: Announce | None = None

    def create(
        self,
        database_id: str,
        name: str,
        build: Callable[[], Projection],
        *,
        existing: Existing = "fail",
        request: Mapping[str, Any] | None = None,
        facts: Mapping[str, Any] | None = None,
        owner: str | None = None,
    ) -> Projection:
        """The projection that ``build`` gives, kept under a name.

        ``build`` is not called when the name is taken, unless ``existing`` says to replace. Whatever it calls
        the projection, the name, database and epoch are the catalog's. Vectors of a replaced projection are
        kept where the texts are the same, a dominance embedding where stars are, path indexes, trussness and computed
        edges where the whole graph is; see `motif.catalog.carrying`.

        Parameters
        ----------
        request
            What it was asked for with, kept for refreshing: `ProjectionRequest.as_arguments`.
        facts
            What else the manifest keeps (`facts_of`); looked at when ``build`` is done.
        owner
            The login that makes it; who replaces a projection of someone's does not come to own it.

        Raises `GraphExists`, `CatalogLocked`, and `InvalidInput` for a name that is no name.
        """
        self._check_unlocked()
        check_graph_name(name)
        if existing != "replace" and self.exists(database_id, name):
            return self._existing(database_id, name, existing)
        began = moment()
        projection = self._named(build(), database_id, name, began)
        # Files tell what the database does: they are for the user who made them, whatever the umask says.
        (self.home / "graphs").mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = graph_folder(self.home, database_id, name)
        with write_lock(folder):
            current, before = self._previous(folder)
            if current is not None and existing != "replace":
                return self._existing(database_id, name, existing)
            kept = replace(projection, epoch=next_epoch(folder))
            extra = {"created": time.time(), "request": dict(request or {}), **(facts or {})}
            extra |= _facts(kept, began)
            extra["owner"] = owner
            if before is not None:
                extra["owner"] = ownership_of(before.content).owner or owner
                extra["created"] = before.content["extra"].get("created", before.content["written"])
                kept = carried(open_projection(before), kept)
            write_snapshot(
                folder,
                without_note(kept),
                extra=extra,
                base=None if before is None else before.folder,
                announce=self.announce,
            )
        return self.open(database_id, name)

    def renew(
        self,
        database_id: str,
        name: str,
        build: Callable[[Projection], Projection],
        *,
        complete: Complete | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> Projection:
        """The projection read once more, as a new epoch, which takes the old one's place when it is complete.

        Until then the old epoch serves; where ``build`` or ``complete`` fails, it goes on. Nothing is locked while they
        run: what is added to the old epoch meanwhile is carried over too, and of two readings the one that began later
        stays.

        Parameters
        ----------
        build
            Gives the graph as it is now, from the projection as it was; what it does not change it may leave as it is.
        complete
            Gives the new one everything else that the old one had; None for what costs nothing (`carried`).
        facts
            What the manifest keeps from now on beside what it kept; looked at when ``build`` is done.

        Raises `GraphNotFound`, also where the graph was dropped meanwhile, `CatalogLocked`, and what ``build`` and
        ``complete`` raise.
        """
        self._check_unlocked()
        folder = graph_folder(self.home, database_id, name)
        complete = carried if complete is None else complete
        old, began = self.open(database_id, name), moment()
        made = self._named(build(old), database_id, name, began)
        told = {**(facts or {}), **_facts(made, began)}
        for _ in range(TRIES):
            made = complete(old, made)
            with write_lock(folder):
                manifest, now = self._usable(database_id, name)
                if (now.epoch, now.generation) == (old.epoch, old.generation):
                    whole = replace(made, epoch=next_epoch(folder))
                    extra = {**manifest.content["extra"], **told}
                    self._write(folder, without_note(whole), extra, manifest)
                    return self.open(database_id, name)
            if now.generation != old.generation and _is_later(manifest, now, made, began):
                return self.open(database_id, name)
            old = now
        raise RefreshedMeanwhile(
            f"The projection '{name}' changed faster than it could be read; it stays as it is.",
            hint="Refresh it once more when what adds to it has ended.",
        )

    def drop(self, database_id: str, name: str, *, fail_if_missing: bool = True) -> ProjectionInfo | None:
        """Removes a projection and says what it was; readers that hold it keep it."""
        self._check_unlocked()
        folder = graph_folder(self.home, database_id, name)
        if not self.exists(database_id, name):
            if fail_if_missing:
                raise self._not_found(database_id, name)
            return None
        with write_lock(folder):
            try:
                manifest = current_manifest(folder)
                info = None if manifest is None else info_of(manifest)
            except SnapshotCorrupt:
                info = None
            drop_snapshots(folder)
        self.forget(database_id, name)
        return info

    def forget(self, database_id: str, name: str) -> None:
        """Lets go of what is held of a projection; who reads it keeps it, and it is opened again when asked for."""
        with self._guard:
            self._opened.pop((database_id, name), None)
            self._owners.pop((database_id, name), None)

    def add_vectors(
        self, database_id: str, name: str, vectors: Mapping[str, VectorSet], *, of: Projection | None = None
    ) -> Projection:
        """The projection with vectors added or replaced, as a new epoch; unchanged files are linked.

        Parameters
        ----------
        vectors
            By kind: `NAME`, `TEXT`, `RELATION`, `LABEL`, `TRIPLE`.
        of
            The projection that they were computed of, here and in all that adds to a projection: where the graph was
            read again since, rows mean other nodes. None where no one else can have done that.

        Raises `RefreshedMeanwhile` when ``of`` is of another reading than the current epoch (`on_current_data` computes
        once more), `InvalidInput` when an index is not aligned with what its kind describes.
        """
        return self._change(database_id, name, lambda projection: with_vectors(projection, vectors), of)

    def add_dominance(
        self,
        database_id: str,
        name: str,
        embedding: DominanceEmbedding,
        table: PathTable | None = None,
        *,
        of: Projection | None = None,
    ) -> Projection:
        """The projection with a dominance embedding, as a new epoch; path indexes of another one are dropped.

        The weights of a trained one are kept apart too, so that vectors written into Neo4j can be read again. ``table``
        is an index of paths that was made of it.

        Raises `InvalidInput` when the embedding is of another graph, `RefreshedMeanwhile` as `add_vectors`.
        """

        def change(projection: Projection) -> Projection:
            if embedding.kind == "gat":
                save_weights(self.dominance_folder, embedding, node_hashes(projection))
            if (
                of is not None and of.generation != projection.generation
            ):  # without the index: its rows are others
                bare = replace(projection, dominance=None, paths={})
                return carried_dominance(replace(of, dominance=embedding, paths={}), bare)
            changed = with_dominance(projection, embedding)
            return changed if table is None else with_paths(changed, table)

        # Training takes long: where the graph was read again, stars that are still the same keep their vectors.
        return self._change(database_id, name, change, None if embedding.kind == "gat" else of)

    def add_paths(
        self, database_id: str, name: str, table: PathTable, *, of: Projection | None = None
    ) -> Projection:
        """The projection with a path index of one more length, or another one of that length, as a new epoch.

        Raises `InvalidInput` when the projection has not the dominance embedding that it was made of,
        `RefreshedMeanwhile` as `add_vectors`.
        """
        return self._change(database_id, name, lambda projection: with_paths(projection, table), of)

    def add_trussness(
        self, database_id: str, name: str, trussness: NDArray[np.int32], *, of: Projection | None = None
    ) -> Projection:
        """The projection with the trussness of its relationships, as a new epoch; raises `InvalidInput` for others'."""
        return self._change(database_id, name, lambda projection: with_trussness(projection, trussness), of)

    def add_layer(
        self, database_id: str, name: str, *layers: EdgeLayer, of: Projection | None = None
    ) -> Projection:
        """The projection with layers of computed edges, in place of those of the same names, as a new epoch.

        Raises `InvalidInput` when a layer is of another graph, `RefreshedMeanwhile` as `add_vectors`.
        """
        return self._change(database_id, name, lambda projection: reduce(with_layer, layers, projection), of)

    def note_failed_refresh(self, database_id: str, name: str, problem: str) -> None:
        """Keeps why a refresh in the background failed, for whoever lists the graph; until it is read well."""
        write_failure(graph_folder(self.home, database_id, name), problem)

    @staticmethod
    def _named(projection: Projection, database_id: str, name: str, began: Moment) -> Projection:
        """The projection under its name, as a reading of its own."""
        reached("refresh.read")
        generation = uuid.uuid4().hex
        return replace(
            projection, name=name, database=database_id, generation=generation, read_at=began.seconds
        )

    def _change(
        self,
        database_id: str,
        name: str,
        change: Callable[[Projection], Projection],
        of: Projection | None = None,
    ) -> Projection:
        self._check_unlocked()
        folder = graph_folder(self.home, database_id, name)
        if not self.exists(database_id, name):
            raise self._not_found(database_id, name)
        with write_lock(folder):
            manifest, current = self._usable(database_id, name)
            if of is not None and of.generation != current.generation:
                raise RefreshedMeanwhile(
                    f"The graph '{name}' was read again while this was computed of epoch {of.epoch}; "
                    f"it is at epoch {current.epoch} now, and nothing was changed.",
                    hint="Run it once more.",
                )
            projection = change(current)
            projection = replace(projection, epoch=next_epoch(folder))
            self._write(folder, projection, manifest.content["extra"], manifest)
        return self.open(database_id, name)

    def _write(self, folder: Path, projection: Projection, extra: Mapping[str, Any], base: Manifest) -> None:
        write_snapshot(folder, projection, extra=extra, base=base.folder, announce=self.announce)

    @staticmethod
    def _previous(folder: Path) -> tuple[Current | None, Manifest | None]:
        """The snapshot that a folder holds, and the manifest of it, or of one before it, whose files are sound."""
        try:
            current, manifest = read_current(folder), current_manifest(folder)
            return current, None if manifest is None else opened_or_older(manifest)[0]
        except SnapshotCorrupt:
            return Current(next_epoch(folder) - 1, ""), None

    def _existing(self, database_id: str, name: str, existing: Existing) -> Projection:
        if existing == "keep":
            return self.open(database_id, name)
        raise name_taken(name)

    def _check_unlocked(self) -> None:
        require_own(self.home)
        if self.locked:
            raise CatalogLocked(
                "The catalog is locked: projections cannot be created, changed or dropped.",
                hint="catalog.locked in motif.conf, or MOTIF_CATALOG_LOCKED, says so.",
            )


def on_current_data(attempt: Callable[[], Found]) -> Found:
    """What ``attempt`` gives, which computes something of the current projection and adds it to that one.

    Where the graph is read again in between, it is called once more, at most `_ATTEMPTS` times. What it had computed by
    text it finds in its checkpoint.
    """
    for _ in range(_ATTEMPTS - 1):
        with suppress(RefreshedMeanwhile):
            return attempt()
    return attempt()


def _facts(projection: Projection, began: Moment) -> dict[str, Any]:
    """What the manifest keeps of one reading of a graph."""
    return {"began": began.as_list(), **summarize(projection)}


def _is_later(manifest: Manifest, now: Projection, made: Projection, began: Moment) -> bool:
    """Whether the reading that a manifest holds is later than one that ``began`` and gave ``made``."""
    if now.transaction is not None and made.transaction is not None and now.transaction != made.transaction:
        return now.transaction > made.transaction
    return began.is_before(manifest.content["extra"].get("began"))
