"""Kernels compiled, or loaded from the cache on disk, before a clock runs: the first use on a machine takes long."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import numpy as np

from motif.catalog.rows import NodeRow, RelationshipRow, from_rows
from motif.errors import MissingDependency
from motif.graphs.corpus import CHUNK, ENTITY, FROM_CHUNK
from motif.kernels.prepared import why_not

if TYPE_CHECKING:
    from motif.models.encoder import TextEncoder

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


class Warming(Protocol):
    """Compiles what a kind of work needs; nothing the second time, and nothing where that came with Motif.

    With ``whole``, what came with Motif is loaded too, so that no call waits for it.
    """

    def __call__(self, *, whole: bool = False) -> None: ...


def once(work: Callable[[], None]) -> Warming:
    """``work`` as a `Warming`."""
    done = functools.cache(work)

    @functools.wraps(work)
    def warm(*, whole: bool = False) -> None:
        if whole or why_not():
            done()

    return warm


@once
def warm_search() -> None:
    """All that a search compiles; nothing the second time."""
    from motif.engine import gsd_search

    gsd_search.warm()


@once
def warm_matching() -> None:
    """All that an exact match by the join compiles; nothing the second time."""
    from motif.engine import exact_matching

    exact_matching.warm()


@once
def warm_paths() -> None:
    """All that an exact match by the path index compiles; nothing the second time."""
    from motif.engine import dominance, star_attention
    from motif.indexes import paths

    dominance.warm()
    star_attention.warm()
    paths.warm()


@once
def warm_communities() -> None:
    """All that finding communities compiles; nothing the second time."""
    from motif.engine import community_peeling, truss
    from motif.engine.community_measures import measure_community
    from motif.engine.simple_view import simple_graph
    from motif.jobs import find_job

    truss.warm()
    community_peeling.warm()
    rows = np.arange(3, dtype=np.int32)
    measure_community(simple_graph(rows, np.roll(rows, 1), 3), rows, rows, None)
    find_job("chunk_edges")(from_rows(_MENTIONING, _MENTIONS))


@once
def warm_expansion() -> None:
    """All that expanding from seeds compiles; nothing the second time."""
    from motif.engine.rounded_vectors import rounded_vectors
    from motif.engine.string_arrays import words_held
    from motif.graphs.strings import StringTable
    from motif.indexes import fulltext
    from motif.indexes.folding import letters_folded

    fulltext.warm()
    rounded_vectors(np.ones((1, 2), np.float32)).products(np.ones(2, np.float32))
    words = StringTable.from_strings(["heat"])
    words_held(words, np.zeros(1, np.int64), words, letters_folded())


@once
def warm_similarity() -> None:
    """All that finding alike vectors among many compiles; nothing the second time."""
    from motif.engine import grouped_pairs

    grouped_pairs.warm()


@once
def warm_tracing() -> None:
    """All that tracing under guidance compiles; nothing the second time."""
    from motif.engine import guidance, question_subgraph, tracing

    tracing.warm_tracing()
    guidance.warm_guidance()
    question_subgraph.warm()


@once
def warm_planning() -> None:
    """All that planning a question without a model, and running a plan, compiles; nothing the second time."""
    from motif.catalog import from_triples
    from motif.catalog.ordering import Lookup
    from motif.engine.cells import Cells
    from motif.engine.control import Control
    from motif.engine.filtering import node_filter_mask
    from motif.planners.linking import linker_of
    from motif.planners.question_planner import PathPlanner
    from motif.retrievers.asking import run_best
    from motif.retrievers.plan_matching import Scope
    from motif.retrievers.running import Wanted
    from motif.retrievers.view import View

    warm_search()
    view = View(from_triples(_FILMS), _no_encoder)
    with Control() as control:
        plans = PathPlanner().plan("[Mann] directed [Heat]?", view, limit=2, control=control)
        run_best(view, plans, Scope(), Wanted(), control)
    valued = View(from_rows(_VALUED, _NEXT), _no_encoder)
    linker_of(valued.values).nearest("Haet")
    ids = np.arange(2, dtype=np.int64)
    Lookup(ids).rows(ids)
    node_filter_mask(valued.projection.nodes, {"kind": {"$like": "long", "$gt": "a"}})
    kinds = Cells(valued.projection.nodes.properties["kind"])
    for operator in ("=", "starts", "contains"):
        kinds.compares(operator, "long")


def _no_encoder() -> TextEncoder:
    raise MissingDependency("Kernels are compiled without a text encoder.")
