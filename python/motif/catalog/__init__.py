"""Named projections: read from a database or from triples, kept as snapshots, opened by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motif.first_use import on_first_use

if TYPE_CHECKING:
    from motif.catalog.detection import detect
    from motif.catalog.estimation import Estimate
    from motif.catalog.information import ProjectionInfo, projected_row
    from motif.catalog.ownership import Ownership
    from motif.catalog.plan import Plan
    from motif.catalog.projecting import (
        asked_for,
        create_from_frames,
        estimate,
        prepare,
        prepare_refresh,
        project_database,
        refresh,
        renew_from_frames,
        require_owner,
    )
    from motif.catalog.request import ProjectionRequest
    from motif.catalog.rows import from_rows
    from motif.catalog.sampling import read_database_schema
    from motif.catalog.schema import Schema, read_schema
    from motif.catalog.store import Catalog
    from motif.catalog.triples import from_triples

__all__ = [
    "Catalog",
    "Estimate",
    "Ownership",
    "Plan",
    "ProjectionInfo",
    "ProjectionRequest",
    "Schema",
    "asked_for",
    "create_from_frames",
    "detect",
    "estimate",
    "from_rows",
    "from_triples",
    "prepare",
    "prepare_refresh",
    "project_database",
    "projected_row",
    "read_database_schema",
    "read_schema",
    "refresh",
    "renew_from_frames",
    "require_owner",
]

_HOMES = {
    "Catalog": "store",
    "Estimate": "estimation",
    "Ownership": "ownership",
    "Plan": "plan",
    "ProjectionInfo": "information",
    "ProjectionRequest": "request",
    "Schema": "schema",
    "asked_for": "projecting",
    "create_from_frames": "projecting",
    "detect": "detection",
    "estimate": "projecting",
    "from_rows": "rows",
    "from_triples": "triples",
    "prepare": "projecting",
    "prepare_refresh": "projecting",
    "project_database": "projecting",
    "projected_row": "information",
    "read_database_schema": "sampling",
    "read_schema": "schema",
    "refresh": "projecting",
    "renew_from_frames": "projecting",
    "require_owner": "projecting",
}

__getattr__ = on_first_use(__name__, _HOMES)
