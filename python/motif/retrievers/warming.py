"""Kernels compiled, or loaded from the cache on disk, before a clock runs: the first use on a machine takes long."""

from __future__ import annotations

from functools import cache

import numpy as np

from motif.catalog import from_triples
from motif.catalog.rows import NodeRow, RelationshipRow, from_rows
from motif.engine import (
    community_peeling,
    dominance,
    exact_matching,
    gsd_search,
    guidance,
    question_subgraph,
    star_attention,
    tracing,
    truss,
)
from motif.engine.community_measures import measure_community
from motif.engine.control import Control
from motif.engine.simple_view import simple_graph
from motif.errors import MissingDependency
from motif.graphs.corpus import CHUNK, ENTITY, FROM_CHUNK
from motif.indexes import paths
from motif.jobs import find_job
from motif.models.encoder import TextEncoder
from motif.planners.linking import linker_of
from motif.planners.question_planner import PathPlanner
from motif.retrievers.asking import run_best
from motif.retrievers.plan_matching import Scope
from motif.retrievers.running import Wanted
from motif.retrievers.view import View

_FILMS = [("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann"), ("Heat", "starring", "Pacino")]

_VALUED: list[NodeRow] = [
    ("a", ["Film"], {"name": "The Heat", "year": 1995, "kind": "very long", "code": "A"}),
    ("b", ["Film"], {"name": "Été (1996)", "year": 1996, "kind": "short", "code": "B"}),
]
_NEXT: list[RelationshipRow] = [("a", "NEXT", "b", {})]
"""Names and values of every kind that is indexed by kernels."""

_MENTIONING: list[NodeRow] = [
    (key, [CHUNK if key[0] == "c" else ENTITY], {}) for key in ("c1", "c2", "e1", "e2")
]
_MENTIONS: list[RelationshipRow] = [
    ("e1", "KNOWS", "e2", {}),
    ("e1", FROM_CHUNK, "c1", {}),
    ("e2", FROM_CHUNK, "c2", {}),
]


@cache
def warm_search() -> None:
    """All that a search compiles; nothing the second time."""
    gsd_search.warm()


@cache
def warm_matching() -> None:
    """All that an exact match by the join compiles; nothing the second time."""
    exact_matching.warm()


@cache
def warm_paths() -> None:
    """All that an exact match by the path index compiles; nothing the second time."""
    dominance.warm()
    star_attention.warm()
    paths.warm()


@cache
def warm_communities() -> None:
    """All that finding communities compiles; nothing the second time."""
    truss.warm()
    community_peeling.warm()
    rows = np.arange(3, dtype=np.int32)
    measure_community(simple_graph(rows, np.roll(rows, 1), 3), rows, rows, None)
    find_job("chunk_edges")(from_rows(_MENTIONING, _MENTIONS))


@cache
def warm_tracing() -> None:
    """All that tracing under guidance compiles; nothing the second time."""
    tracing.warm_tracing()
    guidance.warm_guidance()
    question_subgraph.warm()


@cache
def warm_planning() -> None:
    """All that planning a question without a model, and running a plan, compiles; nothing the second time."""
    warm_search()
    view = View(from_triples(_FILMS), _no_encoder)
    with Control() as control:
        plans = PathPlanner().plan("[Mann] directed [Heat]?", view, limit=2, control=control)
        run_best(view, plans, Scope(), Wanted(), control)
    valued = View(from_rows(_VALUED, _NEXT), _no_encoder)
    linker_of(valued.values).nearest("Haet")


def _no_encoder() -> TextEncoder:
    raise MissingDependency("Kernels are compiled without a text encoder.")
