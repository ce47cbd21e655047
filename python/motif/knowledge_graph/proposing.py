"""How a language model reads a question, beside what was found without it: asked only where that is not sure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from motif.engine.control import Control
from motif.errors import (
    DeadlineExceeded,
    InvalidConfiguration,
    MissingDependency,
    ModelFailed,
    UnreadableAnswer,
)
from motif.graphs.evidence import Results
from motif.graphs.meaning import Meaning
from motif.knowledge_graph.believing import believed, differing
from motif.knowledge_graph.limits import Limits
from motif.knowledge_graph.meaning import marked, presentation_of
from motif.knowledge_graph.readings import is_same, readings_beside
from motif.planners.meaning.planner import MEANING
from motif.planners.meaning.sureness import SURE
from motif.planners.meaning.wording import in_words
from motif.planners.question_language import is_foreign
from motif.retrievers.meaning_evidence import answer_meanings, rows_of_meaning
from motif.retrievers.view import View

if TYPE_CHECKING:
    from motif.planners.model_asking import Asking, ModelSource
    from motif.planners.proposing.choosing import Choice

_REASON = "A language model's statement was read; nothing was found without it."
_LIKELIER = "A language model's statement was read; it is likelier than what was found without it."
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
    """``found``, unsure, with what a language model adds.

    Where its proposal gives the same answers it is surer; where they differ, the likelier is given, by how sure
    ``found`` is and how often the model's statements are right (``ModelSettings.trust``). Of a question in a language
    that only the model knows, its proposal is. A model that chooses is asked which reading is meant, too.
    ``metadata["proposal"]`` says how the model reads the question, ``["chosen"]`` which reading it chose and how
    surely, a note what follows.
    """
    from motif.planners.model_asking import asking_of  # what reads statements, for nobody without a model

    try:
        asking = asking_of(asked.model, asked.control)
        heard = _heard(view, found, asked, asking)
    except (ModelFailed, InvalidConfiguration, MissingDependency) as error:
        return _noted(found, f"answered without the model: {error.message}")
    is_unread = is_foreign(asked.question, view)
    is_other = heard.meaning is not None and (is_unread or not heard.agrees)
    own = 0.0 if is_unread else found.confidence or 0.0
    kept, proposed = differing(own, asking.model.trust)
    if is_other and proposed > kept:
        return _given(view, found, heard, asked, proposed)
    if is_other and not asking.model.chooses:
        found = marked(found, {"confidence": round(kept, 4)})
    told = _noted(marked(found, heard.told), *heard.notes)
    if found.status == "unsure" and found and asking.model.chooses:
        return _chosen(view, told, heard, asked, asking)
    return _believed(told, asking, agrees=True) if heard.agrees else told


def _given(view: View, found: Results, heard: _Heard, asked: Doubted, sure: float) -> Results:
    """What the model's proposal gives, which is right so probably, instead of what was ``found``."""
    assert heard.meaning is not None
    is_foreign_one = is_foreign(asked.question, view)
    reason = _FOREIGN if is_foreign_one else _LIKELIER if found else _REASON
    meant = answer_meanings(view, [heard.meaning], asked.top_k, presentation_of(asked.limits))
    readings = [] if is_foreign_one else found.readings
    said: dict[str, Any] = {
        "status": "answered" if sure >= SURE else "unsure",
        "confidence": round(sure, 4),
        "readings": list(dict.fromkeys([*meant.readings, *readings])),
        "choice": {"method": MEANING, "reason": reason, "tried": []},
    }
    return marked(meant, {**said, **heard.told})


@dataclass(frozen=True, slots=True)
class _Heard:
    """What a model's proposal says of what was found.

    Attributes
    ----------
    meaning
        Of which the graph holds something; None where there is no such.
    agrees
        Whether it gives the same; None where it gives nothing.
    """

    meaning: Meaning | None = None
    agrees: bool | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()


def _heard(view: View, found: Results, asked: Doubted, asking: Asking) -> _Heard:
    """Raises `ModelFailed`, but where the model is to choose no `UnreadableAnswer`."""
    from motif.planners.proposing.asking import proposed

    try:
        proposal = proposed(asked.question, view, asking)
    except UnreadableAnswer as error:
        if not asking.model.chooses:
            raise
        return _Heard(notes=[f"answered without the model's own reading: {error.message}"])
    read = f"The model reads it as '{in_words(proposal.meaning)}'"
    try:
        rows = rows_of_meaning(view, proposal.meaning)
    except DeadlineExceeded:
        return _Heard(notes=[f"{read}, which could not be answered in time."])
    if rows is None:
        return _Heard(notes=[f"{read}, which joins too much to be answered."])
    if not rows:
        return _Heard(notes=[f"{read}, which finds nothing."])
    told = {"proposal": {"reading": in_words(proposal.meaning), "cypher": proposal.cypher}}
    agrees = is_same(found, rows)
    return _Heard(
        proposal.meaning, agrees, told, () if agrees or not found else [f"{read}, which gives other answers."]
    )


def _chosen(view: View, found: Results, heard: _Heard, asked: Doubted, asking: Asking) -> Results:
    """``found`` with what the model chooses among its reading and the others; they are answered by nobody."""
    from motif.planners.proposing.choosing import chosen

    try:
        readings = readings_beside(view, asked.question, found, None if heard.agrees else heard.meaning)
        choice = chosen(asked.question, readings, asking)
    except (ModelFailed, DeadlineExceeded) as error:
        told = _noted(found, f"nothing was chosen by the model: {error.message}")
        return _believed(told, asking, agrees=True) if heard.agrees else told
    words = None if choice.chosen is None else readings[choice.chosen]
    said: dict[str, Any] = {"reading": words, "readings": readings}
    if choice.shares is not None:
        said["share"] = round(choice.shares[-1 if choice.chosen is None else choice.chosen], 4)
    return _believed(marked(found, {"chosen": said}), asking, agrees=bool(heard.agrees), choice=choice)


def _believed(found: Results, asking: Asking, *, agrees: bool, choice: Choice | None = None) -> Results:
    status, confidence = believed(found, agrees=agrees, trust=asking.model.trust, choice=choice)
    return marked(found, {"status": status, "confidence": confidence})


def _noted(found: Results, *said: str) -> Results:
    if not said:
        return found
    notes = [*found.metadata.get("notes", ()), *said]
    return Results(found, complete=found.complete, metadata={**found.metadata, "notes": notes})
