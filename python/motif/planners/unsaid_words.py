"""Words of a question that the plan made of it has no word for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from motif.graphs.plan import Plan
from motif.indexes.names import readable
from motif.planners.associations import Associations
from motif.planners.linking_words import stems_of
from motif.planners.reading.lemmas import stem
from motif.planners.slots.words import words_in


def unsaid_words(plan: Plan, taught: Associations | None = None) -> list[str]:
    """The words with a meaning of ``plan.question`` that are in no name, label, relation or property of its pattern.

    By their stems: a relation that means the same in another word says it not, so that one such word is usual.

    Parameters
    ----------
    taught
        Words that stood for relations in examples: beside one of these relations they are said.

    >>> plan = Plan((("Heat", "DIRECTED_BY", "?who"),), "?who", question="Which tiny jumping person directed Heat?")
    >>> unsaid_words(plan)
    ['tiny', 'jumping', 'person']
    >>> unsaid_words(plan, {"tiny": {"": 1.0, "DIRECTED_BY": 0.4}})
    ['jumping', 'person']
    """
    said, relations = stems_of(_texts(plan)), _relations(plan)
    words = [word.text for word in words_in(plan.question) if word.is_content]
    return [
        word
        for word in words
        if stem(word) not in said and relations.isdisjoint((taught or {}).get(word, ()))
    ]


def _relations(plan: Plan) -> set[str]:
    """The relations of its pattern and the property that it gives."""
    related = {relation for _, relation, _ in plan.pattern if isinstance(relation, str)}
    return related if plan.give is None else related | {plan.give}


def _texts(plan: Plan) -> Iterator[str]:
    for head, relation, tail in plan.pattern:
        yield from _of_part(head)
        yield from (readable(text) for text in _of_part(relation))
        yield from _of_part(tail)
    yield from _of_part(plan.answer)
    yield readable(plan.give or "")
    for conditions in plan.filter.values():
        if isinstance(conditions, Mapping):
            yield from (readable(str(text)) for pair in conditions.items() for text in pair)


def _of_part(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        yield from (str(part[key]) for key in ("name", "label") if part.get(key))
