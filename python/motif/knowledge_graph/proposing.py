"""How a language model reads a question, beside what was found without it: asked only where that is not sure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from motif.engine.control import Control
from motif.errors import InvalidConfiguration, MissingDependency, ModelFailed
from motif.graphs.evidence import Results
from motif.knowledge_graph.limits import Limits
from motif.knowledge_graph.meaning import agreeing, answers_of, marked, presentation_of
from motif.planners.meaning.planner import MEANING
from motif.planners.meaning.wording import in_words
from motif.planners.model_asking import ModelSource, asking_of
from motif.planners.proposing.asking import Proposal, proposed
from motif.planners.question_language import is_foreign
from motif.retrievers.arguments import MAXIMUM_TOP_K
from motif.retrievers.meaning_evidence import answer_meanings
from motif.retrievers.view import View

ALONE = 0.3
"""How often what a model of 1.5 billion parameters finds is right, where it is not sure without."""

_REASON = "A language model's statement was read; nothing was found without it."
_FOREIGN = (
    "A language model's statement was read; the question is in a language that nothing else here knows."
)


def is_doubted(view: View, found: Results, question: str) -> bool:
    """Whether a model is asked: what was found is not sure, or the question is in a language that only it knows."""
    return found.status in ("unsure", "empty") or is_foreign(question, view)


@dataclass(frozen=True, slots=True)
class Doubted:
    """A question that is answered unsurely without a model, who is asked for it, and what limits the answer."""

    question: str
    model: ModelSource
    control: Control
    top_k: int
    limits: Limits


def weighed(view: View, found: Results, asked: Doubted) -> Results:
    """``found``, unsure, with what a proposal of the model adds.

    Where both give the same answers it is surer; where only the proposal finds something, or the question is in a
    language that only the model knows, that is given, unsure; where they differ else, ``found`` stays.
    ``metadata["proposal"]`` says how the model reads the question, a note what follows.
    """
    try:
        proposal = proposed(asked.question, view, asking_of(asked.model, asked.control))
    except (ModelFailed, InvalidConfiguration, MissingDependency) as error:
        return _noted(found, f"answered without the model: {error.message}")
    meant = answer_meanings(view, [proposal.meaning], MAXIMUM_TOP_K, presentation_of(asked.limits))
    words = in_words(proposal.meaning)
    if not _finds(meant):
        return _noted(found, f"The model reads it as '{words}', which finds nothing.")
    if is_foreign(asked.question, view):
        return _alone(meant, proposal, asked.top_k, _FOREIGN)
    if not found:
        return _alone(meant, proposal, asked.top_k, _REASON)
    if _is_same(found, meant):
        status, confidence = agreeing(found)
        told = {"proposal": _told(proposal)}
        return marked(found, {"status": status, "confidence": confidence, **told})
    return _noted(
        marked(found, {"proposal": _told(proposal)}),
        f"The model reads it as '{words}', which gives other answers.",
    )


def _finds(meant: Results) -> bool:
    return any(value is not None for piece in meant for value in piece.answers)


def _is_same(found: Results, meant: Results) -> bool:
    """Whether both give the same answers, of which ``found`` may hold the first only."""
    count = found.metadata.get("answers")
    return count in (None, meant.metadata["answers"]) and answers_of(found) <= answers_of(meant)


def _alone(meant: Results, proposal: Proposal, top_k: int, reason: str) -> Results:
    choice = {"method": MEANING, "reason": reason, "tried": []}
    said = {"status": "unsure", "confidence": ALONE, "proposal": _told(proposal), "choice": choice}
    whole = marked(meant, said)
    return Results(whole[:top_k], complete=whole.complete, metadata=whole.metadata)


def _told(proposal: Proposal) -> Mapping[str, Any]:
    return {"reading": in_words(proposal.meaning), "cypher": proposal.cypher}


def _noted(found: Results, note: str) -> Results:
    notes = [*found.metadata.get("notes", ()), note]
    return Results(found, complete=found.complete, metadata={**found.metadata, "notes": notes})
