"""One contender asked all questions: timed, scored, kept."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from typing import Any

from motif.errors import Cancelled, DeadlineExceeded, ModelFailed, NoEntityFound
from motif.indexes.names import build_name_index
from motif.models.language import ChatModel
from motif.retrievers.presentation import lines_of
from motif_procedures.evaluation.arena import Arena
from motif_procedures.evaluation.attribution import lost_in
from motif_procedures.evaluation.canonical import canonical_form
from motif_procedures.evaluation.gold import GoldFinder
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.metrics import score
from motif_procedures.evaluation.outcomes import Ask, Outcome, Triple
from motif_procedures.evaluation.runs import RunFile
from motif_procedures.model_cost import spent, used

_KEPT_ANSWERS, _KEPT_CHARACTERS = 20, 2000


class Gold:
    """What is right of each question, found once for all contenders: gold triples and the gold plan's form."""

    def __init__(self, arena: Arena, questions: Sequence[Asked]) -> None:
        self._projection = arena.projection
        self._finder = GoldFinder(arena.projection, build_name_index(arena.projection.nodes.names))
        self._questions = questions
        self._triples: dict[int, frozenset[Triple] | None] = {}

    def triples(self, number: int) -> frozenset[Triple] | None:
        """Gold triples of names of question ``number``; None where they are not known."""
        if number not in self._triples:
            self._triples[number] = self._found(self._questions[number])
        return self._triples[number]

    def plan_is_right(self, number: int, outcome: Outcome) -> bool | None:
        """Whether the plan asks what the gold plan asks; None where either is missing."""
        gold = self._questions[number].plan
        if gold is None:
            return None
        if outcome.plan is None:
            return False if outcome.failure else None
        return bool(canonical_form(outcome.plan) == canonical_form(gold))

    def _found(self, asked: Asked) -> frozenset[Triple] | None:
        if asked.evidence is not None:
            return frozenset(asked.evidence)
        if asked.plan is None:
            return None
        rows = self._finder.relationships(asked.plan, asked.answers)
        return frozenset(lines_of(self._projection, rows.tolist())) or None


def ask_all(
    questions: Sequence[Asked],
    make: Callable[[], Ask],
    gold: Gold,
    run: RunFile,
    progress: Callable[[int, int], None],
    model: ChatModel | None = None,
) -> int:
    """Asks every question that ``run`` has no answer of; how many it had.

    ``make`` makes the contender ready, if anything is left to ask. The first question is asked once more beforehand:
    what is built on first use is not a question's time. What is asked of ``model`` meanwhile is the question's.
    """
    missing = [number for number in range(len(questions)) if number not in run.records]
    n_known = len(questions) - len(missing)
    if not missing:
        return n_known
    ask = make()
    _answered(ask, questions[missing[0]])
    for done, number in enumerate(missing, start=n_known):
        progress(done, len(questions))
        begun, before = time.perf_counter(), used(model)
        outcome = _answered(ask, questions[number])
        measured = {"seconds": time.perf_counter() - begun, **spent(used(model) - before)}
        run.append(number, _record(questions[number], number, outcome, gold) | measured)
    progress(len(questions), len(questions))
    return n_known


def _answered(ask: Ask, asked: Asked) -> Outcome:
    """What the contender says; an error that is a question's own is an outcome too."""
    try:
        return ask(asked)
    except NoEntityFound as error:
        return Outcome(known=(), failure=error.message)
    except Cancelled:
        raise
    except (ModelFailed, DeadlineExceeded) as error:
        return Outcome(failure=error.message)


def _record(asked: Asked, number: int, outcome: Outcome, gold: Gold) -> dict[str, Any]:
    scores = score(outcome, asked.answers, gold.triples(number), gold.plan_is_right(number, outcome))
    return {
        "group": asked.group,
        "question": asked.text,
        "gold": list(asked.answers[:_KEPT_ANSWERS]),
        "answers": list(outcome.answers[:_KEPT_ANSWERS]),
        "text": outcome.text[:_KEPT_CHARACTERS],
        "plan": None if outcome.plan is None else outcome.plan.as_dict(),
        "failure": outcome.failure,
        "scores": dataclasses.asdict(scores),
        "error": lost_in(asked, outcome, scores),
    }
