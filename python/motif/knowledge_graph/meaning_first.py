"""A question by its meaning: where it is named as the planner, and first where no method is named and it is sure."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.evidence import Results
from motif.graphs.meaning import Meaning
from motif.knowledge_graph.limits import Limits
from motif.planners.meaning.planner import MEANING, plan_meanings
from motif.planners.meaning.wording import is_plain
from motif.retrievers.meaning_evidence import SURE, answer_meanings
from motif.retrievers.presentation import Presentation
from motif.retrievers.view import View

MOST_NODES = 1_000_000
"""Nodes of a graph up to which a meaning is tried unasked: beyond, its masks take longer than a pattern."""

LABELS = 2
"""Labels of a graph from which on a meaning is tried unasked."""

_NARROWING = ("labels", "relationship_types", "filter")
_REASON = "Its meaning was read whole, and asks for more than a pattern says."


def by_meaning(view: View, question: str, top_k: int, limits: Limits) -> Results:
    """What the likeliest meaning gives.

    Raises `InvalidInput` for limits that meanings do not heed.
    """
    for option in _NARROWING:
        if limits.get(option) is not None:
            raise InvalidInput(
                f"The planner '{MEANING}' does not take '{option}'.",
                hint="Say it in the question, or leave 'planner' out.",
            )
    return answer_meanings(view, plan_meanings(question, view), top_k, _presentation(limits))


def if_sure(view: View, question: str, top_k: int, limits: Limits) -> Results | None:
    """What the likeliest meaning gives, where it is sure, whole, finds something, and no pattern says as much.

    None for a graph without labels: which relation is meant is then told by its words alone.
    """
    if (
        len(view.projection.labels) < LABELS
        or view.corpus is not None
        or view.projection.n_nodes > MOST_NODES
    ):
        return None
    if any(limits.get(option) is not None for option in _NARROWING):
        return None
    meanings = plan_meanings(question, view)
    if not meanings or not _is_sure(meanings[0]):
        return None
    found = answer_meanings(view, meanings, top_k, _presentation(limits))
    return _chosen(found) if found and found.status == "answered" else None


def _is_sure(meaning: Meaning) -> bool:
    return meaning.confidence >= SURE and not meaning.omissions and not is_plain(meaning)


def _presentation(limits: Limits) -> Presentation:
    return Presentation(None, limits.get("max_tokens"), limits.get("verbalize"))


def _chosen(found: Results) -> Results:
    choice: Mapping[str, Any] = {"method": MEANING, "reason": _REASON, "tried": []}
    metadata = {**found.metadata, "choice": dict(choice)}
    pieces = [
        dataclasses.replace(piece, metadata={**piece.metadata, "choice": dict(choice)}) for piece in found
    ]
    return Results(pieces, complete=found.complete, metadata=metadata)
