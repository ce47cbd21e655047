"""An example's plan for a question that repeats the example's but for names and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.step_reading import read_steps, step_value
from motif.graphs.steps import Step
from motif.planners.linking_words import FUNCTION_WORDS_BY_LANGUAGE
from motif.planners.protocol import PlanningGraph
from motif.planners.steps.leaves import Leaf, Place, leaves_of, replaced, with_parameters

_MOST_TEXTS = 3
"""Slots of text in a question: each may be many words, and all ways of dividing the words are tried."""

_MAGNITUDES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "bn": 10**9, "trillion": 10**12}
_NUMBER = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    rf"(?:\s*(?:{'|'.join(_MAGNITUDES)})(?!\w))?"
)
_NUMBERS = re.compile(rf"(?<![\w.,-]){_NUMBER}(?!\w)", re.IGNORECASE)
_TOKEN = re.compile(r"\w+|[^\w\s.,;:!?'\"()\[\]“”‘’«»`-]")
_BETWEEN = r"[\s.,;:!?'\"()\[\]“”‘’«»`-]*"
_ARTICLES = ("a", "an", "the")
_ARTICLE = rf"(?:(?<!\w)(?:{'|'.join(_ARTICLES)})(?!\w){_BETWEEN})?"
_ENDS_IN_ARTICLE = re.compile(rf"(?<!\w)(?:{'|'.join(_ARTICLES)})(?!\w){_BETWEEN}$", re.IGNORECASE)
_CLAUSES = re.compile(r"[,;:?!]\s")
_GRAMMAR = frozenset(word for words in FUNCTION_WORDS_BY_LANGUAGE.values() for word in words)
_DATE = re.compile(r"(?P<year>\d{4})(?P<rest>-\d\d(?:-\d\d)?)")


@dataclass(frozen=True, slots=True)
class _Slot:
    """A stretch of the example's question that says a value of its plan.

    ``leaves`` are the values that it says, ``kind`` is "text", "number" or "year"; ``follows_article`` where one stands
    before it, which another question may leave out.
    """

    start: int
    end: int
    kind: str
    leaves: tuple[Leaf, ...]
    follows_article: bool


class Analogy:
    """An example's question as a form to be filled in, and its steps.

    A value of the steps that the question says once, to the letter or as the same number, is a slot. The form fits a
    question with the same words around its slots, whatever their case, their punctuation and their articles; other
    signs ("$", "%") must be the same.

    Attributes
    ----------
    n_words
        Words and signs of the form outside its slots.
    """

    def __init__(self, question: str, steps: Sequence[Step]) -> None:
        self._question = question
        self._steps: list[Mapping[str, Any]] = [with_parameters(step_value(step)) for step in steps]
        self._slots = _slots(question, list(leaves_of(self._steps)))
        self._fixed = _fixed_parts(question, self._slots)
        self._words = {token.casefold() for part in self._fixed for token in part}
        self.n_words = sum(map(len, self._fixed))

    @cached_property
    def _forms(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """Compiled for the first question with the same words: most examples never need it."""
        return _form(self._fixed, self._slots, "?"), _form(self._fixed, self._slots, "")

    def steps_for(self, question: str, graph: PlanningGraph, schema: GraphSchema) -> tuple[Step, ...] | None:
        """The example's steps with the names and numbers of ``question``; None where it is another question.

        None also where the words can be divided among the slots in two ways, or a name is not one of the graph's.
        """
        said = self._said(question)
        if said is None:
            return None
        values: dict[Place, Any] = {}
        for slot, words in zip(self._slots, said, strict=True):
            for leaf in slot.leaves:
                value = _value(leaf, slot, self._question[slot.start : slot.end], words, graph, schema)
                if value is None:
                    return None
                values[leaf.place] = value
        try:
            return read_steps(replaced(self._steps, values))
        except InvalidInput:
            return None

    def _said(self, question: str) -> tuple[str, ...] | None:
        """What ``question`` has in each slot; None where it does not fit, or fits in two ways."""
        if len(question) > 2 * len(self._question) + 200:
            return None
        if not self._words <= {token.casefold() for token in _TOKEN.findall(question)}:
            return None
        shortest, longest = (form.fullmatch(question) for form in self._forms)
        if shortest is None or longest is None or shortest.groups() != longest.groups():
            return None
        return shortest.groups()


def texts_in(steps: Sequence[Step]) -> list[str]:
    """Every text that a plan's conditions, searches and parameters hold."""
    plain = [with_parameters(step_value(step)) for step in steps]
    return [leaf.value for leaf in leaves_of(plain) if isinstance(leaf.value, str) and leaf.value]


def _slots(question: str, leaves: Sequence[Leaf]) -> tuple[_Slot, ...]:
    """In the order of the question; values that stand in it twice, or across each other, are part of its form."""
    by_span: dict[tuple[int, int], list[tuple[str, Leaf]]] = {}
    for leaf in leaves:
        said = _place_of(leaf, question)
        if said is not None:
            by_span.setdefault(said[1], []).append((said[0], leaf))
    slots = []
    for start, end in sorted(by_span):
        if any(other != (start, end) and other[0] < end and start < other[1] for other in by_span):
            continue
        kinds = {kind for kind, _ in by_span[start, end]}
        strictest = next(kind for kind in ("year", "number", "text") if kind in kinds)
        said_by = tuple(leaf for _, leaf in by_span[start, end])
        after_article = _ENDS_IN_ARTICLE.search(question[:start]) is not None
        slots.append(_Slot(start, end, strictest, said_by, after_article))
    if sum(slot.kind == "text" for slot in slots) > _MOST_TEXTS or not any(_fixed_parts(question, slots)):
        return ()
    return tuple(slots)


def _place_of(leaf: Leaf, question: str) -> tuple[str, tuple[int, int]] | None:
    """How and where the question says the value, where it does so once."""
    if isinstance(leaf.value, str):
        text = leaf.value.strip("%")
        date = _DATE.fullmatch(text)
        # A date is seldom said to the letter; its year is.
        if date is not None and text.casefold() not in question.casefold():
            places = [place.span() for place in _NUMBERS.finditer(question) if place[0] == date["year"]]
            return ("year", places[0]) if len(places) == 1 else None
        pattern = rf"(?<!\w){re.escape(text)}(?!\w)"
        places = [place.span() for place in re.finditer(pattern, question, re.IGNORECASE)] if text else []
        return ("text", places[0]) if len(places) == 1 else None
    places = [place.span() for place in _NUMBERS.finditer(question) if _number(place[0]) == leaf.value]
    return ("number", places[0]) if len(places) == 1 else None


def _fixed_parts(question: str, slots: Sequence[_Slot]) -> list[list[str]]:
    """Words and signs before, between and after the slots, without articles."""
    bounds = [0, *(edge for slot in slots for edge in (slot.start, slot.end)), len(question)]
    parts = [question[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True)]
    return [[token for token in _TOKEN.findall(part) if token.casefold() not in _ARTICLES] for part in parts]


def _form(fixed: Sequence[Sequence[str]], slots: Sequence[_Slot], lazy: str) -> re.Pattern[str]:
    """The question as a regular expression, each slot a group: as short as may be, or as long."""
    pieces = [_words(fixed[0])]
    for slot, after in zip(slots, fixed[1:], strict=True):
        groups = {
            "text": rf"(?<!\w)(\w(?:.{{0,60}}{lazy}\w)?{lazy})(?!\w)",
            "number": rf"(?<![\w.,-])({_NUMBER})(?!\w)",
            "year": r"(?<![\w.,-])(\d{4})(?!\w)",
        }
        pieces += [_ARTICLE if slot.follows_article else "", groups[slot.kind], _words(after)]
    joined = _BETWEEN.join(piece for piece in pieces if piece)
    return re.compile(f"{_BETWEEN}{joined}{_BETWEEN}", re.IGNORECASE | re.DOTALL)


def _words(tokens: Sequence[str]) -> str:
    return _BETWEEN.join(
        rf"{_ARTICLE}(?<!\w){re.escape(token)}(?!\w)" if token[0].isalnum() else re.escape(token)
        for token in tokens
    )


def _value(
    leaf: Leaf, slot: _Slot, before: str, words: str, graph: PlanningGraph, schema: GraphSchema
) -> Any:
    """What stands in the place of ``leaf`` where the question says ``words`` in the slot; None for what does not do."""
    if not isinstance(leaf.value, str):
        return _number(words)
    date = _DATE.fullmatch(leaf.value) if slot.kind == "year" else None
    if date is not None:
        return f"{words}{date['rest']}"
    text = leaf.value.strip("%")
    found = _free_text(text, words) if leaf.is_free else _known_text(leaf, text, words, graph, schema)
    if found is None:
        return None
    return leaf.value.replace(text, _cased(found, text, before))


def _known_text(leaf: Leaf, text: str, words: str, graph: PlanningGraph, schema: GraphSchema) -> str | None:
    """What the graph calls ``words``, which stand where the example says ``text``: of the same kind, and one thing.

    One of the property's values where the example says one; a name of a node where it says a name; else the words.
    """
    profile = None if leaf.property is None else schema.property_of(leaf.label, leaf.property)
    values = () if profile is None else profile.values
    if text.casefold() in (str(value).casefold() for value in values):
        same = [value for value in values if str(value).casefold() == words.casefold()]
        return str(same[0]) if len(same) == 1 else None
    before = graph.names.exact(text)
    return _name(before, words, graph) if len(before) else _free_text(text, words)


def _free_text(text: str, words: str) -> str | None:
    """``words`` where they stand for ``text``; None where they say more than it does.

    Any words fit into a slot, so also a condition that the example does not have ("cats by Smith after 2019" where it
    says "cats"): a number, a clause or a word of grammar tells that, unless the example's text has it too.
    """
    known = {word.casefold() for word in _TOKEN.findall(text)} | set(_ARTICLES)
    more = {word.casefold() for word in _TOKEN.findall(words)} - known
    has_number = any(word[0].isdigit() for word in more) and not any(word[0].isdigit() for word in known)
    return None if has_number or _CLAUSES.search(words) or more & _GRAMMAR else words


def _name(before: NDArray[np.int32], words: str, graph: PlanningGraph) -> str | None:
    """The name that ``words`` are, of nodes with a label that those of ``before`` have; None for none, or several."""
    nodes = graph.projection.nodes
    wanted = {label for row in before.tolist() for label in nodes.labels(row)}
    without_article = re.sub(rf"^(?:{'|'.join(_ARTICLES)})\s+", "", words, flags=re.IGNORECASE)
    for spelling in dict.fromkeys((words, without_article, f"the {words}")):
        rows = [
            row
            for row in graph.names.exact(spelling).tolist()
            if not wanted or wanted.intersection(nodes.labels(row))
        ]
        names = {nodes.names[row] for row in rows}
        if words in names:
            return words
        if names:
            return names.pop() if len(names) == 1 else None
    return None


def _cased(found: str, text: str, before: str) -> str:
    """``found`` in lower case where the example's value is in lower case and its question is not."""
    return found.lower() if text.islower() and not before.islower() else found


def _number(words: str) -> int | float:
    """The number that ``words`` are.

    >>> _number("1,234.5"), _number("2.5 million"), _number("3bn")
    (1234.5, 2500000, 3000000000)
    """
    digits = re.sub(r"[^\d.]", "", words)
    magnitude = _MAGNITUDES.get(re.sub(r"[\d.,\s]", "", words).casefold(), 1)
    # In whole numbers as long as may be: 2.3 million is no float.
    whole, _, fraction = digits.partition(".")
    places = 10 ** len(fraction)
    value, rest = divmod(int(whole + fraction) * magnitude, places)
    return value if rest == 0 and (magnitude > 1 or not fraction) else float(digits) * magnitude
