"""From a part of a database, chosen by someone else, to a projection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from motif.catalog.building import build_projection
from motif.catalog.detection import detect
from motif.catalog.known_vectors import with_known_vectors
from motif.catalog.parts import DatabasePart, PartReport, check_found, only_part
from motif.catalog.plan import Plan
from motif.catalog.projecting import read_chunks, require_owner
from motif.catalog.request import ProjectionRequest
from motif.catalog.sampling import read_database_schema
from motif.catalog.schema import Schema
from motif.catalog.store import Catalog, Existing
from motif.database import Database
from motif.errors import InvalidConfiguration, InvalidInput
from motif.graphs.projection import Projection
from motif.models.encoder import TextEncoder


def project_part(
    database: Database,
    catalog: Catalog,
    name: str,
    part: DatabasePart,
    request: ProjectionRequest | None = None,
    *,
    existing: Existing = "fail",
    encoder: Callable[[], TextEncoder] | None = None,
) -> Projection:
    """A projection of ``part``, kept in the catalog under a name; `project_database` says the rest.

    Its numbers are properties, in place of the database's of the same names. Relationships of the part that the
    database has not are left out and counted, in the configuration's ``part``. It cannot be refreshed: only who chose
    the part can choose it again.

    Raises `InvalidInput` where a node, or every relationship, of the part is not in the database, or no node has a
    name; and as `project_database`.
    """
    asked = request or ProjectionRequest()
    if asked.refresh == "auto":
        raise InvalidConfiguration(
            "refresh 'auto' is for projections that the database alone can give again; this one is a part of it that "
            "was chosen elsewhere.",
            hint="Take it once more when it is behind, with overwrite=True.",
        )

    def build() -> Projection:
        schema = read_database_schema(database)
        wanted = replace(
            asked, node_projection=part.labels or "*", relationship_projection=_types(part, schema)
        )
        plan = detect(schema, with_known_vectors(wanted, schema, database, encoder))
        fitting = replace(part, properties={key: part.properties[key] for key in _taken(part, plan)})
        report = PartReport(np.zeros(len(part.nodes), dtype=np.bool_))
        chunks = only_part(read_chunks(database, plan, schema), fitting, report)
        columns = tuple(sorted({*plan.node_properties, *fitting.properties}))
        projection = build_projection(
            chunks, replace(plan, node_properties=columns), weights=catalog.dominance_folder
        )
        check_found(part, report)
        _check_named(projection, part, plan)
        told = {"origin": part.origin, "leftOut": dict(sorted(report.left_out.items()))}
        return replace(projection, configuration={**projection.configuration, "part": told})

    if existing == "replace":
        require_owner(database, catalog, name)
    arguments = {**asked.as_arguments(), "part": part.origin}
    return catalog.create(database.id, name, build, existing=existing, request=arguments, owner=database.user)


def _types(part: DatabasePart, schema: Schema) -> tuple[str, ...] | str:
    """The types to read: what the part has of those that there are, else all."""
    known = {group.name for group in schema.types}
    return "*" if part.types is None else tuple(kind for kind in part.types if kind in known) or "*"


def _taken(part: DatabasePart, plan: Plan) -> list[str]:
    """The part's properties, without those by which the database's nodes are named, described or embedded."""
    names = {name for group in plan.name_properties.values() for name in group}
    taken = {*names, *plan.text_properties, *(entry.property for entry in plan.all_vectors)}
    return [key for key in part.properties if key not in taken]


def _check_named(projection: Projection, part: DatabasePart, plan: Plan) -> None:
    if projection.n_nodes and not len(projection.nodes.names.data):
        tried = sorted({name for group in plan.name_properties.values() for name in group})
        raise InvalidInput(
            f"No node of {part.origin} has a name: none has a value of {', '.join(tried)}.",
            hint="Say which property of the database's nodes names them: name_property='title'.",
        )
