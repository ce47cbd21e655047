"""How a language model reads a question, beside what was found without it: asked only where that is not sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from motif.engine.control import Control
from motif.errors import DeadlineExceeded, InvalidConfiguration, MissingDependency, ModelFailed
from motif.graphs.evidence import Results
from motif.knowledge_graph.limits import Limits
from motif.knowledge_graph.meaning import agreeing, answers_of, compared, marked, presentation_of
from motif.planners.meaning.planner import MEANING
from motif.planners.meaning.wording import in_words
from motif.planners.question_language import is_foreign
from motif.retrievers.meaning_evidence import answer_meanings, rows_of_meaning
from motif.retrievers.view import View

if TYPE_CHECKING:
    from motif.planners.model_asking import ModelSource

ALONE = 0.3
"""How often what a model finds is right, where nothing is found without: a guess, after a model of 1.5 billion
parameters of whose statements for unsure development questions 17 of 63 were right; few questions come here."""

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
    from motif.planners.model_asking import asking_of  # what reads statements, for nobody without a model
    from motif.planners.proposing.asking import proposed

    try:
        proposal = proposed(asked.question, view, asking_of(asked.model, asked.control))
    except (ModelFailed, InvalidConfiguration, MissingDependency) as error:
        return _noted(found, f"answered without the model: {error.message}")
    read = f"The model reads it as '{in_words(proposal.meaning)}'"
    try:
        rows = rows_of_meaning(view, proposal.meaning)
    except DeadlineExceeded:
        return _noted(found, f"{read}, which could not be answered in time.")
    if rows is None:
        return _noted(found, f"{read}, which joins too much to be answered.")
    if not rows:
        return _noted(found, f"{read}, which finds nothing.")
    told = {"proposal": {"reading": in_words(proposal.meaning), "cypher": proposal.cypher}}
    if is_foreign(asked.question, view) or not found:
        reason = _FOREIGN if is_foreign(asked.question, view) else _REASON
        choice = {"method": MEANING, "reason": reason, "tried": []}
        meant = answer_meanings(view, [proposal.meaning], asked.top_k, presentation_of(asked.limits))
        return marked(meant, {"status": "unsure", "confidence": ALONE, "choice": choice, **told})
    if _is_same(found, rows):
        status, confidence = agreeing(found)
        return marked(found, {"status": status, "confidence": confidence, **told})
    return _noted(marked(found, told), f"{read}, which gives other answers.")


def _is_same(found: Results, rows: Sequence[tuple[Any, ...]]) -> bool:
    """Whether both give the same answers; of a list that is known to be cut, as many and those that are shown."""
    given, meant = answers_of(found), {compared(value) for row in rows for value in row}
    count = found.metadata.get("answers")
    if count is None or count == len(found):
        return given == meant
    return count == len(rows) and given <= meant


def _noted(found: Results, note: str) -> Results:
    notes = [*found.metadata.get("notes", ()), note]
    return Results(found, complete=found.complete, metadata={**found.metadata, "notes": notes})
