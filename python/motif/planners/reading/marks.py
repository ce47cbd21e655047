"""What a question says by phrases of the language: what it asks for, bounds, ranks, order, groups, negation, time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from motif.errors import InvalidInput
from motif.graphs.meaning import Operator
from motif.planners.reading.lexicon import table
from motif.planners.reading.numbers import Number, numbers_of, scale_of
from motif.planners.reading.words import Word, words_of

Polarity = Literal["+", "-"]
Degree = Literal["superlative", "comparative", "plain"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A phrase of a table: which list it is from (``kind``), and its words, first and last."""

    kind: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Bound:
    """An operator with a number: "more than 5", "5 or more", "between 5 and 10" (``upper``)."""

    operator: Operator
    number: Number
    first: int
    last: int
    upper: Number | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """An adjective that measures: "oldest" (a superlative), "older" (a comparative), "old" ("how old").

    Attributes
    ----------
    adjective
        Its plain form; "" for one that only says which end ("the highest", "the most").
    end
        Of such a one: "+" for the greater end.
    """

    adjective: str
    form: Degree
    first: int
    last: int
    end: Polarity | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as the language has it, before any graph is looked at.

    >>> reading = read("Which 3 players older than 30 scored the most goals?")
    >>> [one.number.value for one in reading.bounds], [one.form for one in reading.measures]
    ([3, 30], ['comparative', 'superlative'])
    """

    question: str
    words: tuple[Word, ...]
    numbers: tuple[Number, ...]
    bounds: tuple[Bound, ...]
    measures: tuple[Measure, ...]
    marks: tuple[Mark, ...]

    def of(self, kind: str) -> list[Mark]:
        """The marks of a kind, in their order."""
        return [mark for mark in self.marks if mark.kind == kind]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Where these words stand, in characters."""
        return self.words[first].start, self.words[last].end

    def text(self, first: int, last: int) -> str:
        """These words as they are written; "" where ``last`` is before ``first``."""
        return self.question[slice(*self.span(first, last))] if first <= last else ""

    def instead(self, first: int, last: int, said: str) -> str:
        """The question with these words said otherwise, the words behind ``last`` up to the last one, and its mark."""
        return f"{self.text(0, first - 1)} {said} {self.text(last + 1, self.last)}".strip() + "?"

    @property
    def last(self) -> int:
        """The last word that is no mark behind a sentence; -1 for none."""
        return next((at for at in range(len(self.words) - 1, -1, -1) if self.words[at].low not in _ENDS), -1)


_ENDS = ("?", ".", "!")


_DIGITS = 300
"""Of a number at most: as many as a float has room for."""

_ENDLESS = re.compile(rf"\d{{{_DIGITS + 1},}}")


def read(question: str) -> Reading:
    """A question's words, numbers, bounds, measuring adjectives and phrases.

    Raises `InvalidInput` for a number that is longer than all numbers are.
    """
    if endless := _ENDLESS.search(question):
        raise InvalidInput(
            f"The question holds a number of {len(endless[0]):,} digits; at most {_DIGITS} are read.",
            hint="Put it in double quotes and shorten it, or leave it out.",
        )
    words = words_of(question)
    numbers = numbers_of(words)
    counted = [one for one in numbers if not one.clock]
    bounds = tuple(sorted((*bounds_of(words, counted), *_several(words)), key=lambda bound: bound.first))
    marks = tuple(_apart(words, list(_marks(words))))
    measures = tuple(measures_of(words, [one.first for one in marks if one.kind == "any_other"]))
    return Reading(question, words, tuple(numbers), bounds, measures, marks)


def _apart(words: Sequence[Word], marks: Sequence[Mark]) -> Iterator[Mark]:
    """Those that say what they say: "no longer" denies nothing, and "no longer than" speaks of no time."""
    than = [one for one in marks if one.kind == "formerly" and _text(words, one.last + 1, 1) == ("than",)]
    marks = [one for one in marks if one not in than]
    once = {at for one in marks if one.kind == "formerly" for at in range(one.first, one.last + 1)}
    yield from (one for one in marks if one.kind not in ("negation", "now") or one.first not in once)


def _marks(words: Sequence[Word]) -> Iterator[Mark]:
    low = {word.low for word in words}
    for kind, phrases in _phrases("asking").items():
        firsts, at = _firsts("asking", kind), 0
        if firsts.isdisjoint(low):
            continue
        while at < len(words):
            length = _matched(words, at, phrases) if words[at].low in firsts else 0
            if length:
                yield Mark(kind, at, at + length - 1)
            at += max(length, 1)


@cache
def _phrases(name: str) -> dict[str, dict[tuple[str, ...], str]]:
    """By list of a table its phrases as words; longest first."""
    return {
        kind: _sorted({phrase: phrase for phrase in listed} if isinstance(listed, list) else listed)
        for kind, listed in table(name).items()
        if kind in ("before", "behind", "looser") or isinstance(listed, list)
    }


@cache
def _firsts(name: str, kind: str) -> frozenset[str]:
    """What phrases of a list of a table begin with."""
    return frozenset(phrase[0] for phrase in _phrases(name)[kind])


def _sorted(listed: dict[str, str]) -> dict[tuple[str, ...], str]:
    return {
        tuple(phrase.split()): listed[phrase] for phrase in sorted(listed, key=lambda one: -len(one.split()))
    }


def _matched(words: Sequence[Word], at: int, phrases: dict[tuple[str, ...], str]) -> int:
    """How many words the longest phrase that begins at ``at`` has; 0 for none."""
    if at >= len(words) or words[at].kind not in ("word", "mark"):
        return 0
    first = words[at].low
    for phrase in phrases:
        if phrase[0] == first and len(phrase) <= len(words) - at:
            rest = zip(words[at + 1 : at + len(phrase)], phrase[1:], strict=True)
            if all(word.low == part and word.kind in ("word", "mark") for word, part in rest):
                return len(phrase)
    return 0


def bounds_of(words: Sequence[Word], numbers: Sequence[Number]) -> Iterator[Bound]:
    """Every number with what is said of it; a bare one is "=", a decade lies between its years."""
    behind = _phrases("comparing")["behind"]
    skip = -1
    for index, number in enumerate(numbers):
        if number.first <= skip:
            continue
        following = numbers[index + 1] if index + 1 < len(numbers) else None
        if following is not None and (first := _between(words, number, following)) is not None:
            skip = following.last
            yield Bound(">=", _as_large(words, number, following), first, following.last, upper=following)
            continue
        if found := _bound_behind(words, number, behind):
            yield found
            continue
        operator, first = operator_before(words, number.first)
        yield Bound(operator, number, first, number.last)


def _bound_behind(words: Sequence[Word], number: Number, behind: dict[tuple[str, ...], Any]) -> Bound | None:
    """What stands behind a number, its unit and "long": "40 m long or more", "from 1990 on"; None for nothing.

    >>> texts = ("at 40 m long or more", "built from 1990 on", "on 3 or less", "in 1990 on 3", "40 kg freight or more")
    >>> [[one.operator for one in read(text).bounds] for text in texts]
    [['>='], ['>='], ['<='], ['=', '='], ['>=']]
    """
    begin = number.first - 1
    if begin >= 0 and words[begin].low == "from" and _text(words, number.last + 1, 1) == ("on",):
        return Bound(">=", number, begin, number.last + 1)
    for between in range(3):
        at = number.last + 1 + between
        length = _matched(words, at, behind)
        is_next = words[at + length : at + length + 1] != () and words[at + length].kind == "number"
        if is_next or _text(words, at + length, 1) == ("than",):  # "under 30 or over 60", "3 and less than 5"
            continue
        is_open = words[at : at + 1] != () and words[at].low == "or" and _is_end(words, at + length)
        if length and (between < 2 or is_open or graded_form(words[at - 1].low)[0]):
            return Bound(behind[_text(words, at, length)], number, number.first, at + length - 1)
    return None


def _is_end(words: Sequence[Word], at: int) -> bool:
    """Whether a description ends there, or goes on with another."""
    return (
        at >= len(words)
        or words[at].kind == "mark"
        or words[at].low in ("and", "but", "that", "which", "who")
    )


def _several(words: Sequence[Word]) -> Iterator[Bound]:
    """ "Multiple reviews", "several owners": more than one."""
    for at, word in enumerate(words):
        if word.low in table("comparing")["several"] and (at == 0 or words[at - 1].low not in ("a", "the")):
            yield Bound(">", Number(1, at, at), at, at)


def _text(words: Sequence[Word], at: int, length: int) -> tuple[str, ...]:
    return tuple(word.low for word in words[at : at + length])


SIGNS = ("$", "€", "£", "¥")

_ARTICLES = ("the", "year", "date", "time", "timestamp", "value", "a", "an", "of", *SIGNS)


def operator_before(words: Sequence[Word], at: int, phrases: str = "before") -> tuple[Operator, int]:
    """The operator that stands before a number, over articles and "the year", and its first word."""
    before = _phrases("comparing")[phrases]
    start = at
    while start > 0 and words[start - 1].low in _ARTICLES and at - start < 3:
        start -= 1
    for end in range(start, at + 1):
        for phrase, operator in before.items():
            first = end - len(phrase)
            if first >= 0 and _text(words, first, len(phrase)) == phrase:
                return operator, first  # type: ignore[return-value]
    if start > 1 and words[start - 1].low == "than" and graded_form(words[start - 2].low)[0]:
        return ">", start - 2
    return "=", at


def says_its_own_operator(word: Word) -> bool:
    """Whether a comparative says by itself which way it compares ("shorter than" is "<", "older than" depends).

    >>> [says_its_own_operator(word) for word in words_of("shorter older")]
    [True, False]
    """
    return (word.low, "than") in _phrases("comparing")["before"]


def _as_large(words: Sequence[Word], one: Number, other: Number) -> Number:
    """The first of two numbers with the power that only the second is said with: "between 5 and 10 million"."""
    scale = scale_of(words, other)
    is_bare = one.first == one.last and not one.date and one.until is None
    return replace(one, value=one.value * scale) if is_bare and one.value * scale <= other.value else one


def _between(words: Sequence[Word], one: Number, other: Number) -> int | None:
    """Where "between A and B" or "from A to B" begins; None where it is not said."""
    sign = words[other.first - 1].low in SIGNS
    is_apart = other.first - one.last == 3 + sign
    unit = is_apart and _text(words, one.last + 1, 1) == _text(words, other.last + 1, 1)  # "5 m and 7 m"
    reach = len(_up_to(words, one.last + 1)) or 1
    if other.first - one.last != 1 + reach + sign + unit or not one.first:
        return None
    at = one.first - 1 - (one.first > 1 and words[one.first - 1].low in SIGNS)
    opening, joining = words[at].low, words[one.last + 1 + unit].low if reach == 1 else "to"
    if opening == "years" and at:
        opening, at = words[at - 1].low, at - 1
    if words[one.first - 1].low == "years" and joining in ("to", "until", "through"):
        return one.first - 1  # "in the years 1990 to 1995"
    is_bare = opening not in ("between", "from", "aged") and one.value < other.value
    if is_bare and joining in ("-", "–", "to"):
        are_years = one.may_be_year and other.may_be_year
        return one.first if are_years or joining == "to" else None  # "1995-2005"
    pairs = {("between", "and"), *(("from", to) for to in ("to", "until", "through", "till"))}
    pairs |= {("aged", "to"), ("aged", "and"), ("between", "to")}
    return at if (opening, joining) in pairs else None


def _up_to(words: Sequence[Word], at: int) -> tuple[str, ...]:
    """ "1995 up to and including 1999": what stands there for "to"; () for a word by itself."""
    phrases = (("up", "to", "and", "including"), ("until", "and", "including"), ("up", "to"), ("up", "until"))
    return next((one for one in phrases if _text(words, at, len(one)) == one), ())


def measures_of(words: Sequence[Word], others: Sequence[int] = ()) -> Iterator[Measure]:
    """Adjectives that measure, and ends; what is so "than any other", at ``others``, is so the most."""
    graded: dict[str, Degree] = {
        "most": "superlative", "least": "superlative", "more": "comparative", "less": "comparative"
    }  # fmt: skip
    for at, word in enumerate(words):
        if word.kind != "word":
            continue
        begin = at - 1 - (at > 1 and words[at - 1].low == "-")
        previous = words[begin].low if at else ""
        if previous == "at" and word.low in ("least", "most"):
            continue  # a bound: "at least 2"
        beats = any(at < other <= at + _FAR for other in others)
        adjective, form = graded_form(word.low)
        if adjective and form == "plain" and previous in graded:
            flips = previous in ("least", "less")
            degree = "superlative" if beats else graded[previous]
            yield Measure(adjective, degree, begin, at, end="-" if flips else None)
        elif form == "plain" and adjective.endswith(_DONE) and _end(previous):
            yield Measure(adjective, "superlative", begin, at, end="-" if _end(previous) == "-" else None)
        elif adjective and (form != "plain" or previous == "how"):
            yield Measure(adjective, "superlative" if beats and form == "comparative" else form, at, at)
        elif previous == "how" and f"{word.low}est" in table("comparing")["alone"]:
            yield Measure(word.low, "plain", at, at)
        elif end := _end(word.low) or (table("comparing")["beating"].get(word.low) if beats else None):
            behind = at + 1 + (words[at + 1 : at + 2] != () and words[at + 1].low == "-")
            following = graded_form(words[behind].low)[0] if behind < len(words) else ""
            if not following:
                yield Measure("", "superlative", at, at, end=end)


_DONE = ("ed", "ing", "paid")
"""How words end that say what an end is the end of: "the best-paid", "the highest-grossing"."""

_FAR = 6
"""Words between "more" and "than any other", at most."""


def graded_form(word: str) -> tuple[str, Degree]:
    """The plain form of a measuring adjective and its degree; "" for another word.

    >>> graded_form("heaviest"), graded_form("older"), graded_form("tall"), graded_form("order")
    (('heavy', 'superlative'), ('old', 'comparative'), ('tall', 'plain'), ('', 'plain'))
    """
    known, irregular = table("comparing")["adjectives"], table("comparing")["irregular"]
    if word in irregular and irregular[word] in known:
        degree = "superlative" if word.endswith("st") else "plain" if word.endswith("ly") else "comparative"
        return irregular[word], degree  # type: ignore[return-value]
    if word in known:
        return word, "plain"
    for suffix, degree in (("est", "superlative"), ("er", "comparative")):
        if word.endswith(suffix):
            bare = word[: -len(suffix)]
            for form in (bare, bare + "e", bare[:-1] + "y" if bare.endswith("i") else bare, bare[:-1]):
                if form in known:
                    return form, degree  # type: ignore[return-value]
    return "", "plain"


def measured_by(adjective: str) -> tuple[tuple[str, ...], bool]:
    """What a measuring adjective is about, likeliest first, and whether more of it is more of the adjective.

    >>> measured_by("cheap"), measured_by("latitude")
    ((('price', 'cost', 'fee', 'rate'), False), (('latitude',), True))
    """
    ends = table("comparing")["adjectives"].get(graded_form(adjective)[0])
    if not ends:
        return (adjective,), True
    end = max(ends, key=lambda one: len(ends[one]))
    return tuple(ends[end]), end == "+"


def _end(word: str) -> Polarity | None:
    ends = table("comparing")["ends"]
    if word in ("most", "least", "fewest", "top", "maximum", "minimum", "max", "min", "best", "worst"):
        return ends.get("few" if word == "fewest" else word)  # type: ignore[no-any-return]
    if word.endswith("est"):
        return ends.get(word[:-3])  # type: ignore[no-any-return]
    return None
