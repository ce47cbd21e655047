"""The planner of meanings: one question, one graph, its likeliest meanings."""

from __future__ import annotations

import dataclasses
import threading
import weakref
from collections.abc import Sequence

from motif.graphs.meaning import NOWHERE, Branch, Meaning, Omission, Selection
from motif.planners.meaning.composing import meanings_of
from motif.planners.meaning.kept_vocabulary import kept_vocabulary
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.misspelt import read_otherwise
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.protocol import PlanningGraph
from motif.planners.question_language import is_foreign
from motif.planners.question_planner import check_question
from motif.planners.reading.wishes import unwished

MEANING = "meaning"
"""The planner's name."""


def plan_meanings(question: str, graph: PlanningGraph, limit: int = 3) -> Sequence[Meaning]:
    """At most ``limit`` meanings of a question, likeliest first; none where nothing of it is spoken of.

    Raises `InvalidInput` for what is no question.
    """
    meanings = meanings_of(_linker_of(graph), unwished(check_question(question)), limit)
    meanings = [dataclasses.replace(one, read_as=read_otherwise(question, one)) for one in meanings]
    if not is_foreign(question, graph, _named(meanings)):
        return meanings
    foreign = Omission("language", (0, len(question)), question)
    return [dataclasses.replace(one, omissions=(*one.omissions, foreign)) for one in meanings]


def _named(meanings: Sequence[Meaning]) -> list[tuple[int, int]]:
    """Where the likeliest meaning has names."""
    asked = [one.asked for one in meanings[:1] if isinstance(one.asked, Selection)]
    return [
        place.span for one in asked for place in one.place.bound() if place.names and place.span != NOWHERE
    ]


def asks_for_what_is_not_held(meaning: Meaning) -> bool:
    """Whether only a name was understood, and what is asked of it is said by words that the schema has nothing for.

    What no label names and one relation without words joins to the name is but a guess at it.
    """
    asked = meaning.asked
    if not isinstance(asked, Selection) or not any(one.kind == "word" for one in meaning.omissions):
        return False
    if asked.place.names:
        return not asked.place.tests
    branches = [test for test in asked.place.tests if isinstance(test, Branch)]
    is_nameless = asked.place.span == NOWHERE and len(asked.place.tests) == 1
    return is_nameless and len(branches) == 1 and bool(branches[0].place.names)


def vocabulary_of(graph: PlanningGraph) -> Vocabulary:
    """What ``graph`` can be asked about; kept as long as the graph."""
    return _linker_of(graph).vocabulary


def _linker_of(graph: PlanningGraph) -> Linker:
    """Kept as long as the graph."""
    with _LOCK:
        found = _KEPT.get(graph)
        if found is None:
            found = _KEPT[graph] = Linker(weakref.proxy(graph), kept_vocabulary(graph.projection))
        return found


_KEPT: weakref.WeakKeyDictionary[PlanningGraph, Linker] = weakref.WeakKeyDictionary()
_LOCK = threading.Lock()
