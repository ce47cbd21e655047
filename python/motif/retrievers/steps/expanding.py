"""Neighbours of a plan's answers: SPARK's seeds, SAGE's expansion (paper 003, §2.2 B and §3.3)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.graphs.evidence import Evidence
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.steps import has_edges
from motif.indexes.hybrid import BM25_WEIGHT
from motif.retrievers.expansion import ExpansionOptions, Seeds, neighbours_of
from motif.retrievers.selection import Selection
from motif.retrievers.steps.searching import rows_of, vector_or_none
from motif.retrievers.view import View


@dataclass(frozen=True, slots=True)
class Neighbours:
    """How many neighbours, of what part of the graph, and how long their texts are."""

    count: int
    schema: GraphSchema
    max_tokens: int | None = None


def expands(policy: str | None, plan: Plan) -> bool:
    """Whether the answers of ``plan`` are expanded: "sage-edge" leaves those of plans that follow relationships.

    >>> from motif.graphs.steps import Find, Traverse
    >>> plan = Plan((), steps=(Find("a", "Film"), Traverse("b", "a")), method="spark")
    >>> expands("sage-edge", plan), expands("sage+edge", plan), expands(None, plan)
    (False, True, False)
    """
    return policy == "sage+edge" or (policy == "sage-edge" and not has_edges(plan.steps))


def with_neighbours(
    view: View, question: str, seeds: Sequence[Evidence], wanted: Neighbours, control: Control
) -> list[Evidence]:
    """The seeds in their order, and among them by score the best nodes that edges lead to; ``role`` tells them apart.

    A neighbour's score is the engine's times the best seed's, so that it never stands before the best seed, nor, where
    all seeds score the same, before any.
    """
    best = max((seed.score for seed in seeds), default=0.0)
    marked = [_with_role(seed, "seed") for seed in seeds]
    if best <= 0 or wanted.count <= 0:
        return marked
    found = neighbours_of(
        view, question, _seeds(view, seeds, best, wanted.schema), _options(view, question, wanted), control
    )
    known = {seed.answers[0].id for seed in seeds if seed.answers and hasattr(seed.answers[0], "id")}
    added = [
        dataclasses.replace(one, score=min(one.score, 1.0) * best, method="spark")
        for one in found
        if one.answers[0].id not in known
    ]
    return _merged(marked, added)


def _with_role(piece: Evidence, role: str) -> Evidence:
    return dataclasses.replace(piece, metadata={**piece.metadata, "role": role})


def _options(view: View, question: str, wanted: Neighbours) -> ExpansionOptions:
    has_vectors = bool(question) and vector_or_none(view, question) is not None
    weight = BM25_WEIGHT if has_vectors else 1.0
    return ExpansionOptions(neighbours=wanted.count, bm25_weight=weight, max_tokens=wanted.max_tokens)


def _seeds(view: View, seeds: Sequence[Evidence], best: float, schema: GraphSchema) -> Seeds:
    """The nodes of the answers that the projection has, each once, and what of the graph may be added."""
    projection = view.projection
    rows = rows_of(projection, [_node_id(seed) for seed in seeds])
    known, first = np.unique(rows, return_index=True)
    first = np.sort(first[known >= 0])
    scores = np.array([max(seeds[place].score, 0.0) / best for place in first.tolist()], dtype=np.float32)
    types = tuple(schema.relations)
    is_part = not set(types).issuperset(projection.relationships.types)
    selection = Selection(_of_labels(view, schema))
    return Seeds(rows[first].astype(np.int32), scores, selection, types if types and is_part else None)


def _node_id(piece: Evidence) -> str:
    """The answer's node, also where the plan gives a property of it: the last one of the way."""
    return piece.nodes[-1].id


def _of_labels(view: View, schema: GraphSchema) -> NDArray[np.bool_] | None:
    labels = frozenset(schema.labels)
    if not labels or labels.issuperset(view.projection.labels):
        return None
    return view.label_mask(labels)


def _merged(seeds: Sequence[Evidence], added: Sequence[Evidence]) -> list[Evidence]:
    """Both lists in their own orders; a neighbour stands behind the seeds that score no less than it."""
    merged, left = [], list(added)
    lowest = float("inf")
    for seed in seeds:
        lowest = min(lowest, seed.score)
        while left and left[0].score > lowest:
            merged.append(left.pop(0))
        merged.append(seed)
    return [*merged, *left]
