"""A question answered by its meaning, where that planner is named."""

from __future__ import annotations

from motif.errors import InvalidInput
from motif.graphs.evidence import Results
from motif.knowledge_graph.limits import Limits
from motif.planners.meaning.planner import MEANING, plan_meanings
from motif.retrievers.meaning_evidence import answer_meanings
from motif.retrievers.presentation import Presentation
from motif.retrievers.view import View

_NARROWING = ("labels", "relationship_types", "filter")


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


def _presentation(limits: Limits) -> Presentation:
    return Presentation(None, limits.get("max_tokens"), limits.get("verbalize"))
