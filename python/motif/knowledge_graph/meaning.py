"""A question answered by its meaning: where that planner is named, and first where none is."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motif.errors import DeadlineExceeded, InvalidInput
from motif.graphs.evidence import Node, Results
from motif.graphs.meaning import Comparison, Meaning, Selection
from motif.graphs.plan import TEXT_METHODS, Plan
from motif.graphs.plan_words import in_one_line
from motif.knowledge_graph.limits import Limits
from motif.planners.associations import Associations
from motif.planners.meaning.as_pattern import as_pattern
from motif.planners.meaning.planner import MEANING, plan_meanings
from motif.planners.meaning.sureness import SURE
from motif.planners.meaning.wording import in_words, is_narrowed
from motif.planners.unsaid_words import unsaid_words
from motif.retrievers.asking import is_exact
from motif.retrievers.meaning_evidence import answer_meanings, is_read, reading_plan, status_before
from motif.retrievers.presentation import Presentation
from motif.retrievers.view import View

UNASKED = 0.5
"""Of the time, what a reading that nobody asked for may take; the rest is the other planners'."""

CONFIRMING = 0.1
"""Of the time that is left, what the other planners may take where a meaning found something: they can only say the
same."""

AGREED = 0.92
"""Confidence from which on an answer that two planners give is no longer unsure; measured on development questions."""

GUESSED, _ENDS = 0.5, 2
"""Doubt of a meaning from which on it is no less doubtful that another planner says the same, and the ends of one
relation, which then is the one that is doubted."""

BELIEVED = 0.5
"""How often a pattern that says more than the meaning was right, to its own confidence; measured likewise."""

DOUBTED = 0.13
"""Confidence of a reading below which what the other methods find exactly is likelier: of 40 such development questions
to 22 graphs meanings answered 8 rightly and the others 14, of 168 to the sample graphs 22 and 131 (by weights of the
traits that told 0.2 where these tell 0.13: as many readings are below)."""

CERTAIN = 0.9
"""Confidence from which on a pattern is believed although the meaning asks for what is not held."""

EMPTY = 0.5
"""Confidence that a pattern needs where the meaning is understood whole and the graph holds none: "wards with more than
900 beds" is not answered by the wards of a pattern that leaves the number out."""

READINGS = 10
"""Of a question at most: what a plan was may stand among them again."""

NARROWING = ("labels", "relationship_types", "filter")
_WHOLE = "Its meaning was read whole."
_LIKELIEST = "Its meaning is the likeliest reading of it."
_NEAREST = "what is nearest to its words"


def by_meaning(view: View, question: str, top_k: int, limits: Limits, words: str | None = None) -> Results:
    """What the likeliest meaning gives, or the one that is read in these ``words``.

    Raises `InvalidInput` for limits that meanings do not heed, and for a reading that there is no more.
    """
    for option in NARROWING:
        if limits.get(option) is not None:
            raise InvalidInput(
                f"The planner '{MEANING}' does not take '{option}'.",
                hint="Say it in the question, or leave 'planner' out.",
            )
    meanings = plan_meanings(question, view)
    if words is not None:
        meanings = _read_so(words, plan_meanings(question, view, READINGS))
    return answer_meanings(view, meanings, top_k, presentation_of(limits))


def _read_so(words: str, meanings: Sequence[Meaning]) -> Sequence[Meaning]:
    """The meaning that is read in these words first, then the others."""
    found = [meaning for meaning in meanings if in_words(meaning) == words]
    if not found:
        raise InvalidInput(
            f"The question is not read as '{words}'.",
            hint="A reading is run as kg.plan gives it, not edited; after the graph has changed, plan again.",
        )
    return [found[0], *(meaning for meaning in meanings if meaning is not found[0])]


def meaning_plans(view: View, question: str, limit: int) -> list[Plan]:
    """At most ``limit`` readings of a question, likeliest first; none where nothing of the graph is spoken of."""
    meanings = plan_meanings(question, view, min(limit, READINGS))
    return [reading_plan(view, question, meaning) for meaning in meanings if _says_something(meaning)]


def with_reading(view: View, question: str, plans: Sequence[Plan], *, is_taught: bool) -> list[Plan]:
    """``plans``, with the likeliest reading where a question is read unasked: first if it answers alone, else second.

    Where there are no plans, a reading that is understood is one.
    """
    meanings = plan_meanings(question, view, 1) if is_read(view) else []
    if not meanings or not _says_something(meanings[0]) or status_before(meanings[0]) == "not held":
        return list(plans)
    is_understood = status_before(meanings[0]) is None
    if not plans and not is_understood:
        return []
    first = [reading_plan(view, question, meanings[0])]
    if is_understood and not is_taught:
        pattern = as_pattern(question, meanings[0])
        return [*([pattern] if pattern is not None else []), *first, *_others(plans, pattern)]
    return [*plans[:1], *first, *plans[1:]]


def _others(plans: Sequence[Plan], pattern: Plan | None) -> list[Plan]:
    """The plans that say something else than a pattern."""
    if pattern is None:
        return list(plans)
    own = (frozenset(pattern.pattern), pattern.give, pattern.count)
    return [one for one in plans if (frozenset(one.pattern), one.give, one.count) != own]


@dataclass(frozen=True)
class Meant:
    """What the likeliest meaning gives, its planner's score, whether it asks for less than all that a label has,
    whether for an order, how far its one relation is told by the likeness of words alone, and whether it asks for yes
    or no."""

    results: Results
    score: float
    is_narrowed: bool
    is_ordered: bool = False
    doubt: float = 0.0
    asks_whether: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether no other method need be tried: the answer is sure."""
        return self.results.status == "answered"

    @property
    def is_none(self) -> bool:
        """Whether no other method need be tried: the whole question was understood, and the graph holds none."""
        return not self.results and _is_read_whole(self)


def by_meaning_unasked(view: View, question: str, top_k: int, limits: Limits) -> Meant | None:
    """What the likeliest meaning gives, nothing where nothing is understood or the time is up; None for a graph or
    limits that meanings are not for."""
    if not is_read(view) or any(limits.get(option) is not None for option in NARROWING):
        return None
    try:
        meanings = plan_meanings(question, view)
    except DeadlineExceeded:
        return Meant(Results(complete=False, metadata={"status": "unsure", "confidence": 0.0}), 0.0, False)
    if not meanings or not _says_something(meanings[0]):
        return Meant(Results(metadata={"status": "not held", "confidence": 0.0}), 0.0, False)
    found = chosen_by_meaning(answer_meanings(view, meanings, top_k, presentation_of(limits)))
    pattern = as_pattern(question, meanings[0]) if found.status == "answered" else None
    if pattern is not None:
        found = marked(found, {"plan": pattern.as_dict()})
    asked = meanings[0].asked
    is_ordered = isinstance(asked, Selection) and bool(asked.order)
    is_of_one = isinstance(asked, Selection) and len(list(asked.place.bound())) <= _ENDS
    doubt = meanings[0].traits.get("doubt", 0.0) if is_of_one else 0.0
    asks_whether = isinstance(asked, Selection) and asked.asks
    return Meant(found, meanings[0].confidence, is_narrowed(meanings[0]), is_ordered, doubt, asks_whether)


def _says_something(meaning: Meaning) -> bool:
    """Whether anything of the graph is spoken of."""
    asked = meaning.asked
    return isinstance(asked, Comparison) or bool(asked.place.label or asked.place.names or asked.place.tests)


def likelier(read: Meant, other: Results, taught: Associations | None = None) -> Results:
    """Of what a meaning gives and what the other methods found, the likelier, with how sure that is.

    ``taught``: what words stood for in examples; None where nothing was taught.

    Where both say the same, the others' evidence is given: it has a plan, but no order. Where they differ the meaning
    is more often right, if it finds anything and its words fit, on each of nine graphs; but what was taught is heard by
    the others only.
    """
    meant, told = read.results, _confidence(other)
    if read.asks_whether and meant.status == "not held" and not _is_truth(other):
        return meant  # where somebody lives is no answer to whether they are richer
    if meant and answers_of(meant) == answers_of(other):
        if taught and meant.status != "answered" and told > read.score and _is_as_taught(other, taught):
            return other
        said = _agreed(read, told, _leaves_out(other))
        given = meant if read.is_ordered and len(meant) > 1 else other
        return _with_cypher(_marked(given, meant.readings, *said), meant)
    if taught is not None and is_exact(other) and told > read.score:
        return other
    if not meant and _asks_for_less(read) and (_is_whole_label(other) or _leaves_out(other)):
        return meant  # all hosts are no answer to "hosts purchased in March 2022", of which there is none
    if meant and read.score < DOUBTED and is_exact(other):
        return _marked(other, _readings_of(other, meant), *_beside_a_guess(meant, told))
    if meant:
        is_likelier = meant.status == "not held" and is_exact(other) and told > CERTAIN
    elif meant.status == "empty" or _is_read_whole(read):
        is_likelier = is_exact(other) and told >= EMPTY
    else:
        is_likelier = is_exact(other) or (bool(other) and other[0].method in TEXT_METHODS)
    if not is_likelier:
        return meant
    return _marked(other, _readings_of(other, meant), "unsure", told * BELIEVED)


def neither_so(found: Results) -> Results:
    """``found`` without a yes or no to a question about what the graph does not hold: that is neither so nor not so."""
    if found.status != "not held" or not _is_truth(found):
        return found
    return Results(complete=found.complete, metadata=found.metadata)


def _is_truth(found: Results) -> bool:
    """Whether yes or no is all that is given."""
    return bool(found) and all(isinstance(one, bool) for piece in found for one in piece.answers)


def _is_as_taught(found: Results, taught: Associations) -> bool:
    """Whether the plan says the whole question, by words that examples taught."""
    plan = found.metadata.get("plan")
    if not is_exact(found) or not isinstance(plan, Mapping) or _leaves_out(found):
        return False
    made = Plan.from_value(plan)
    return bool(unsaid_words(made)) and not unsaid_words(made, taught)


def _beside_a_guess(meant: Results, told: float) -> tuple[str, float]:
    """Status and confidence of what another planner found where the meaning is a guess: what is not held stays so."""
    if meant.status == "not held" and told <= CERTAIN:
        return "not held", meant.confidence or 0.0
    return "unsure", told * BELIEVED


def _asks_for_less(read: Meant) -> bool:
    """Whether a question was read whole, and as one for some of what a label has."""
    return read.is_narrowed and _is_read_whole(read)


def _is_read_whole(read: Meant) -> bool:
    """Whether a question was understood, whatever the graph holds of it."""
    return read.score >= SURE and not read.results.metadata.get("omitted")


def _is_whole_label(found: Results) -> bool:
    """Whether a plan asks for all that a label has."""
    plan = found.metadata.get("plan")
    return isinstance(plan, Mapping) and not plan.get("pattern") and isinstance(plan.get("answer"), Mapping)


def _leaves_out(found: Results) -> bool:
    """Whether the plan says that it does without some word of the question."""
    plan = found.metadata.get("plan")
    return isinstance(plan, Mapping) and bool(plan.get("omissions"))


def _agreed(read: Meant, told: float, leaves_out: bool) -> tuple[str, float]:
    """Status and confidence where two planners that know nothing of each other say the same, of the whole question."""
    meant, least = read.results, read.results.confidence or 0.0
    if meant.status == "answered":
        return "answered", least
    both = 1.0 - (1.0 - read.score) * (1.0 - told)
    is_whole = meant.status == "unsure" and read.is_narrowed and not meant.metadata.get("omitted")
    is_whole = is_whole and not leaves_out and read.doubt < GUESSED  # what is like is so to both
    return ("answered", both) if is_whole and both >= AGREED else ("unsure", least)


def answers_of(found: Results) -> set[Any]:
    """What is answered, nodes by their ids."""
    values = (value for piece in found for value in piece.answers)
    return {compared(value.id if isinstance(value, Node) else value) for value in values}


def compared(value: Any) -> str:
    """A value, or a node's id, as answers of two planners are compared: a text in any case."""
    return str(value).casefold()


def _confidence(found: Results) -> float:
    plan = found.metadata.get("plan")
    return float(plan["confidence"]) if isinstance(plan, Mapping) and plan.get("confidence") else 0.0


def _marked(found: Results, readings: Sequence[str], status: str, confidence: float) -> Results:
    """``found`` with a status beside how the question was read."""
    return marked(found, {"status": status, "confidence": confidence, "readings": list(readings)})


def _readings_of(found: Results, meant: Results) -> list[str]:
    """How the question was read where ``found`` is given instead of what was ``meant``: its plan, then the meanings."""
    plan = found.metadata.get("plan")
    first = in_one_line(Plan.from_value(plan)) if isinstance(plan, Mapping) else _NEAREST
    return list(dict.fromkeys([first, *meant.readings]))


def marked(found: Results, said: Mapping[str, Any]) -> Results:
    """``found`` with ``said`` in the metadata of the whole and of each piece."""
    pieces = [dataclasses.replace(piece, metadata={**piece.metadata, **said}) for piece in found]
    return Results(pieces, complete=found.complete, metadata={**found.metadata, **said})


def _with_cypher(found: Results, meant: Results) -> Results:
    """``found``, which says the same as the meaning, with the meaning's statement and notes."""
    said: dict[str, Any] = {
        key: meant.metadata[key] for key in ("cypher", "no_cypher") if key in meant.metadata
    }
    notes = dict.fromkeys([*found.metadata.get("notes", ()), *meant.metadata.get("notes", ())])
    return marked(found, {**said, **({"notes": list(notes)} if notes else {})})


def presentation_of(limits: Limits) -> Presentation:
    """How answers are shown, by the limits of the question."""
    return Presentation(None, limits.get("max_tokens"), limits.get("verbalize"))


def chosen_by_meaning(found: Results) -> Results:
    """``found`` with the reason why it was chosen."""
    reason = _WHOLE if found.status == "answered" else _LIKELIEST
    return marked(found, {"choice": {"method": MEANING, "reason": reason, "tried": []}})
