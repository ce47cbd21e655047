"""From a database to a projection: the packed way with the plugin, plain Cypher without, with one result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from motif.catalog.changes import changed_projection, check_base, since
from motif.catalog.detection import OWN_EMBEDDING, detect
from motif.catalog.estimation import Estimate, estimate_plan, require_memory
from motif.catalog.known_vectors import with_known_vectors
from motif.catalog.plain_changes import read_changed_plainly
from motif.catalog.plan import Plan, whole_number
from motif.catalog.request import ProjectionRequest
from motif.catalog.sampling import read_database_schema
from motif.catalog.schema import Schema, read_schema
from motif.catalog.store import Catalog, Complete, Existing
from motif.database import Database
from motif.errors import GraphNotFound, InvalidInput, SnapshotCorrupt
from motif.faults import not_owner
from motif.graphs.columns import Chunk, NodeChunk, RelationshipChunk, chunks_of_frames
from motif.graphs.frames import Frame, decode_frame
from motif.graphs.projection import Projection
from motif.models.encoder import TextEncoder
from motif_cypher import template

Progress = Callable[[int, int], None]
"""Told how many nodes and relationships have been read, and of how many (0 when that is not known)."""

_STREAMED = 4


def project_database(
    database: Database,
    catalog: Catalog,
    name: str,
    request: ProjectionRequest | None = None,
    *,
    existing: Existing = "fail",
    progress: Progress | None = None,
    encoder: Callable[[], TextEncoder] | None = None,
) -> Projection:
    """A projection of a database, kept in the catalog under a name.

    Vectors that nodes have from elsewhere are taken over where ``encoder`` makes the same (`with_known_vectors`).
    Raises `GraphExists`, `CatalogLocked`, `NotEnoughMemory`, `InvalidInput` for a label, type or property that is not
    there, and the errors of `Database`.
    """

    wanted = request or ProjectionRequest()

    facts: dict[str, Any] = {}

    def build() -> Projection:
        return _read(database, catalog, wanted, progress, encoder, facts)

    if existing == "replace":
        require_owner(database, catalog, name)
    asked = wanted.as_arguments()
    return catalog.create(
        database.id, name, build, existing=existing, request=asked, facts=facts, owner=database.user
    )


def require_owner(database: Database, catalog: Catalog, name: str) -> None:
    """Raises `NotOwner` for a projection that another login made; one that is not there, or nobody's, is anyone's."""
    try:
        ownership = catalog.ownership(database.id, name)
    except (GraphNotFound, SnapshotCorrupt):
        return  # broken files say no longer whose they are
    if ownership.owner is None or database.user is None:
        return
    if not ownership.may_change(database.user):
        raise not_owner(name)


def _read(
    database: Database,
    catalog: Catalog,
    wanted: ProjectionRequest,
    progress: Progress | None,
    encoder: Callable[[], TextEncoder] | None,
    facts: dict[str, Any],
    old: Projection | None = None,
) -> Projection:
    """The graph as it is now: what has changed since ``old`` was read, where that is known; ``facts`` are filled in."""
    schema = read_database_schema(database)
    plan = detect(schema, with_known_vectors(wanted, schema, database, encoder))
    asked = {} if old is None else since(old, catalog.facts_of(old), plan)
    if not wanted.sudo and "since" not in asked:
        require_memory(estimate_plan(schema, plan))
    reported = _reported(read_chunks(database, plan, schema, asked=asked), schema, plan, progress)
    why = asked.get("reason", "")
    reading = changed_projection(old, reported, plan, reason=why, weights=catalog.dominance_folder)
    facts |= reading.facts(plan) | ({} if old is None else {"refreshed": reading.note})
    return _with_nodes(reading.projection, plan)


def read_chunks(
    database: Database,
    plan: Plan,
    schema: Schema,
    *,
    packed: bool | None = None,
    asked: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[Chunk]:
    """The chunks of a plan, by the plugin's export where there is one, else by plain Cypher.

    Parameters
    ----------
    asked
        What `motif.catalog.changes.since` gave, where changes alone are wanted.
    """
    if database.has_plugin if packed is None else packed:
        specification = {**plan.specification(), **({} if "reason" in asked else asked)}
        rows = database.stream(template("export"), fetch=_STREAMED, specification=specification)
        return chunks_of_frames(decode_frame(row["header"], row["data"]) for row in rows)
    return read_changed_plainly(database, plan, schema, {} if "reason" in asked else asked)


def refresh(
    database: Database,
    catalog: Catalog,
    name: str,
    *,
    progress: Progress | None = None,
    encoder: Callable[[], TextEncoder] | None = None,
    complete: Complete | None = None,
    sudo: bool = False,
) -> Projection:
    """The projection read once more, as it was asked for, as a new epoch.

    What was detected is detected anew, since the graph may have changed. Only what has changed is read where that is
    known, else everything (`motif.catalog.changes`); the catalog keeps which, and why. ``complete`` gives it what it
    had beside; see `Catalog.renew`, also for what happens when that fails. ``sudo`` begins whatever memory is free.

    Raises `GraphNotFound`, `NotOwner`, `NotEnoughMemory`, and `InvalidInput` for a part that someone else has chosen
    (`project_part`).
    """
    require_owner(database, catalog, name)
    wanted = ProjectionRequest.from_arguments(asked_for(catalog, database.id, name))
    wanted = replace(wanted, sudo=wanted.sudo or sudo)

    facts: dict[str, Any] = {}

    def build(old: Projection) -> Projection:
        return _read(database, catalog, wanted, progress, encoder, facts, old)

    return catalog.renew(database.id, name, build, complete=complete, facts=facts)


def estimate(database: Database, request: ProjectionRequest | None = None) -> Estimate:
    """How much memory a projection would take, without reading the graph."""
    schema = read_database_schema(database)
    return estimate_plan(schema, detect(schema, request or ProjectionRequest()))


def prepare(arguments: Mapping[str, Any], schema: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What a projection from Cypher must read (``specification``), and how it is built (``plan``): JSON.

    Parameters
    ----------
    arguments
        ``nodeProjection``, ``relationshipProjection``, ``configuration`` of the call.
    schema
        As docs/protocol.md says.
    """
    plan = detect(read_schema(schema), ProjectionRequest.from_arguments(arguments))
    return {"specification": plan.specification(), "plan": plan.as_dict()}


def prepare_refresh(
    catalog: Catalog, database_id: str, name: str, schema: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """What `prepare` gives, for a projection as it was asked for when it was made.

    Where it is known since when it must be read, the specification says so, and the plan: ``since``, else ``reason``.

    Raises `GraphNotFound`, and `InvalidInput` as `refresh`.
    """
    prepared = prepare(asked_for(catalog, database_id, name), schema)
    base = catalog.open(database_id, name)
    asked = since(base, catalog.facts_of(base), Plan.from_dict(prepared["plan"]))
    if "reason" in asked:
        prepared["plan"]["reason"] = asked["reason"]
    else:
        prepared["specification"] |= asked
        prepared["plan"]["since"] = asked["since"]
    return prepared


def asked_for(catalog: Catalog, database_id: str, name: str) -> Mapping[str, Any]:
    """What a projection was asked for with, as `ProjectionRequest.from_arguments` reads it.

    Raises `GraphNotFound`, and `InvalidInput` for a part that someone else has chosen: reading the database again would
    give the whole.
    """
    info = catalog.info(database_id, name)
    request = info.request
    if "part" in request:
        raise InvalidInput(
            f"The projection '{name}' was taken from {request['part']}: the database alone cannot give it again.",
            hint=f"Take it once more: motif.gds.project(gds, G, name={name!r}, overwrite=True) in Python.",
        )
    return _with_vectors_found(request, info.configuration)


def _with_vectors_found(request: Mapping[str, Any], configuration: Mapping[str, Any]) -> Mapping[str, Any]:
    """The request, with the property of vectors that was found when it was made (`with_known_vectors`)."""
    found, asked = configuration.get("embeddingProperty"), request.get("configuration", {})
    if found in (None, OWN_EMBEDDING) or "embeddingProperty" in asked:
        return request
    known = {"embeddingProperty": found, "encoder": configuration.get("encoder")}
    return {**request, "configuration": {**asked, **known}}


def create_from_frames(
    catalog: Catalog,
    database_id: str,
    name: str,
    frames: Iterable[Frame],
    plan: Mapping[str, Any],
    *,
    existing: Existing = "fail",
    owner: str | None = None,
) -> Projection:
    """The projection of a plan that `prepare` made and of the frames read for it, kept under a name.

    The last transaction stands in the end frame. ``frames`` is not read when the name is taken.
    """
    chosen, facts = Plan.from_dict(plan), dict[str, Any]()

    def build() -> Projection:
        reading = changed_projection(None, chunks_of_frames(frames), chosen, weights=catalog.dominance_folder)
        facts.update(reading.facts(chosen))
        return _with_nodes(reading.projection, chosen)

    request = chosen.request
    return catalog.create(
        database_id, name, build, existing=existing, request=request, facts=facts, owner=owner
    )


def renew_from_frames(
    catalog: Catalog,
    database_id: str,
    name: str,
    frames: Iterable[Frame],
    plan: Mapping[str, Any],
    *,
    complete: Complete | None = None,
) -> Projection:
    """As `create_from_frames`, for a projection that is refreshed: see `Catalog.renew`.

    Raises `RefreshedMeanwhile` too, where changes were asked for since another reading than the one that is there.
    """
    chosen, facts = Plan.from_dict(plan), dict[str, Any]()

    def build(old: Projection) -> Projection:
        if (since := whole_number(plan, "since")) is not None:
            check_base(old, catalog.facts_of(old), chosen, since)
        why = str(plan.get("reason") or "")
        chunks = chunks_of_frames(frames)
        reading = changed_projection(old, chunks, chosen, reason=why, weights=catalog.dominance_folder)
        facts.update({**reading.facts(chosen), "refreshed": reading.note})
        return _with_nodes(reading.projection, chosen)

    return catalog.renew(database_id, name, build, complete=complete, facts=facts)


def _reported(
    chunks: Iterable[Chunk], schema: Schema, plan: Plan, progress: Progress | None
) -> Iterator[Chunk]:
    """The chunks, with progress told after each."""
    expected = estimate_plan(schema, plan)
    total = expected.n_nodes + expected.n_relationships
    done = 0
    for chunk in chunks:
        yield chunk
        if progress is not None and isinstance(chunk, NodeChunk | RelationshipChunk):
            done += len(chunk.ids)
            progress(done, max(done, total))


def _with_nodes(projection: Projection, plan: Plan) -> Projection:
    """The projection, unless it is empty: then nobody could ask it anything."""
    if projection.n_nodes:
        return projection
    if plan.labels is not None:
        raise InvalidInput(
            f"No node has the label {' or '.join(repr(label) for label in plan.labels)}.",
            hint="Name labels that nodes carry, or '*' for all.",
        )
    raise InvalidInput(
        "The database is empty: there is nothing to project.",
        hint="Load data first, for example the sample graph: motif load world",
    )
