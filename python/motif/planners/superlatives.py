"""Superlatives: "the largest", "top 5 by population", "the three oldest", "with the most neighbours"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from motif.planners.english import FUNCTION_WORDS
from motif.planners.quantities import COUNTING
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import measured_by, measures_of
from motif.planners.reading.words import words_of
from motif.planners.slots.words import words_in
from motif.planners.stretches import overlaps, spans_of

_NUMBERS = {word: number for number, word in enumerate(COUNTING[:11])}
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})"
_LOW = (
    "lowest",
    "least",
    "fewest",
    "smallest",
    "minimum",
    "minimal",
    "bottom",
    "shortest",
    "lightest",
    "tiniest",
)
_BY = re.compile(
    rf"\b(?P<side>top|bottom|first|highest|lowest)(?:[\s-]+{_COUNT})?\b(?P<between>.{{0,60}}?)\b(?:(?:ranked|ordered|sorted|"
    r"measured)\s+by|(?<!ed\s)by|in\s+terms\s+of|with\s+respect\s+to)\s+(?:(?:the|their|its)\s+)?(?P<noun>[a-z]+(?:\s+[a-z]+)?)",
    re.IGNORECASE,
)
_MOST_OF = re.compile(
    rf"\b(?<!\bat\s)(?:the\s+)?(?:{_COUNT}\s+)?(?P<side>most|fewest|least|(?:highest|lowest|largest|greatest|biggest|smallest)"
    r"(?:\s+(?:number|count|amount)\s+of)?|(?:maximum|minimum)\s+(?:number|count|amount)\s+of)\s+(?:in\s+)?(?P<noun>[a-z]+)",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"\b(?:top\s+)?{_COUNT}\s+$", re.IGNORECASE)
_BEHIND = re.compile(r"\s+(?P<count>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE)
"""How many are wanted: "the three oldest", "the cheapest 4"."""

_COMPASS = re.compile(
    rf"\b(?:the\s+)?(?:{_COUNT}\s+)?(?:(?:(?:farthest|furthest|most)\s+(?:to(?:wards?)?\s+)?(?:the\s+)?)"
    r"(?P<side>north|south|east|west)(?:ern|erly|wards?)?|(?P<most>north|south|east|west)ern-?most)\b",
    re.IGNORECASE,
)

OTHERS = "others"
"""Stands for nodes like those that are asked for: "borders the most others"."""

_JOINING = (*COUNTING, "of", "all", "the", "these", "those", "s", "its", "their")
_OPENING = re.compile(r"\b(?:that|which|who|whose|with|having|where)\b", re.IGNORECASE)
_PUNCTUATION = re.compile(r"[,;:()?]")
_FAR = 6

_VERB = re.compile(r"\b(?P<verb>[a-z]{2,}ed)\s+$", re.IGNORECASE)


Spans = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Superlative:
    """What is ranked by, and how many are wanted.

    Attributes
    ----------
    start, end
        Where it stands.
    words
        What may be measured, likeliest first: names of properties, or what is counted.
    noun
        The noun that is measured or counted ("the highest *elevation*", "the most *films*"); None for an adjective
        by itself ("the highest").
    besides
        What the adjective before a noun measures by itself.
    of
        Where the noun for what is ranked begins that directly follows ("the largest *cities* of"); None for none.
    near
        Where the noun begins that it else likeliest belongs to: before "that", "with" and the like, else the head.
    """

    start: int
    end: int
    words: tuple[str, ...]
    descending: bool
    limit: int
    noun: str | None = None
    besides: tuple[str, ...] = ()
    of: int | None = None
    near: int | None = None


def superlatives_in(text: str) -> list[Superlative]:
    """The superlatives of ``text``, in order; none of them shares a word with another.

    >>> [one] = superlatives_in("the three largest cities")
    >>> one.limit, one.words[0], one.descending
    (3, 'area', True)
    >>> superlatives_in("which airline has the fewest routes")[0].noun
    'routes'
    >>> superlatives_in("the southernmost city")[0].words, superlatives_in("the southernmost city")[0].descending
    (('latitude',), False)
    >>> [one.words[0] for one in superlatives_in("the oldest mayor of the largest city")]
    ['born', 'area']
    """
    found: list[Superlative] = []
    counted = (match for match in _MOST_OF.finditer(text) if _is_noun(match["noun"].lower()))
    for one in (*_compass(text), *_by(text), *_adjectives(text), *map(_of_noun, counted)):
        if not overlaps((one.start, one.end), spans_of(found)):
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def _compass(text: str) -> Iterator[Superlative]:
    for match in _COMPASS.finditer(text):
        side = (match["side"] or match["most"]).lower()
        measure = "latitude" if side in ("north", "south") else "longitude"
        descending = side in ("north", "east")
        yield Superlative(*match.span(), (measure,), descending, _limit(match["count"]))


def _by(text: str) -> Iterator[Superlative]:
    if match := _BY.search(text):
        words = tuple(match["noun"].lower().split())
        limit = _limit(match["count"]) if match["count"] else 10
        end = match.end("count") if match["count"] else match.end("side")
        descending = match["side"].lower() not in _LOW
        yield Superlative(match.start("side"), end, words, descending, limit, match["noun"].lower())


def _adjectives(text: str) -> Iterator[Superlative]:
    for first, last, words, descending in _graded(text):
        before = _BEFORE.search(text, max(first - _REACH, 0), first)
        begin, behind = before.start() if before else first, _BEHIND.match(text, last)
        if noun := _measured(text, begin, text[first:last].lower()):
            yield noun
            continue
        if verb := _VERB.search(text, max(begin - _REACH, 0), begin):  # "hired earliest"
            words = (verb["verb"].lower(), *words)
        count = (before and before["count"]) or (behind and behind["count"])
        yield Superlative(begin, behind.end() if behind else last, words, descending, _limit(count))


_REACH = 40
"""Letters before an adjective in which its number or verb stands."""


def _graded(text: str) -> Iterator[tuple[int, int, tuple[str, ...], bool]]:
    """Where adjectives in the superlative stand, with what they measure; of an unknown one that is its stem."""
    said = words_of(text)
    known = [one for one in measures_of(said) if one.form == "superlative"]
    taken = {at for one in known for at in range(one.first, one.last + 1) if one.adjective}
    alone, same = table("comparing")["alone"], table("comparing")["same_as"]
    for one in known:
        if one.adjective:
            words, descending = measured_by(one.adjective)
            yield said[one.first].start, said[one.last].end, words, descending != (one.end == "-")
    for at, word in enumerate(said):
        if at in taken or word.kind != "word":
            continue
        if word.low in same:
            yield word.start, word.end, *measured_by(same[word.low])
        elif word.low in alone and word.low != "top":
            yield word.start, word.end, tuple(alone[word.low]), word.low not in (*_LOW, "worst")
        elif (
            word.low.endswith("est") and len(word.low) > 5 and word.low not in listed("comparing", "no_ends")
        ):
            yield word.start, word.end, (word.low.removesuffix("est").rstrip("i"),), True


def _is_noun(word: str) -> bool:
    """Whether a word is what is counted: a noun, or "others", which stands for the noun that is asked for."""
    return word in (OTHERS, "other", "common") or word not in FUNCTION_WORDS


def _measured(text: str, begin: int, word: str) -> Superlative | None:
    """For "with the highest elevation" and "the highest number of peaks" the superlative of the noun; None where the
    adjective stands by itself."""
    said = _MOST_OF.match(text, begin)
    if said is None or " " in word or word in ("first", "last", "best", "latest"):
        return None
    is_had = _HAVING.search(text[max(begin - _REACH, 0) : begin].rstrip())
    is_number = " " in said["side"] or said["noun"].lower().startswith("number")
    return _of_noun(said) if is_had or is_number else None


_HAVING = re.compile(
    r"\b(?:with|has|have|had|having|reach(?:es|ed)?|get|gets|got|by|earn\w*|receiv\w*)(?:\s+the)?$",
    re.IGNORECASE,
)


def _of_noun(match: re.Match[str]) -> Superlative:
    side, noun = match["side"].lower().split()[0], match["noun"].lower()
    same, alone = table("comparing")["same_as"], table("comparing")["alone"]
    besides = alone.get(side) or (measured_by(same.get(side, side))[0] if side.endswith("est") else ())
    limit, besides = _limit(match["count"]), () if side == "fewest" else tuple(besides)
    return Superlative(match.start(), match.end("noun"), (noun,), side not in _LOW, limit, noun, besides)


def attached(
    question: str, found: Sequence[Superlative], nouns: Spans, head: int | None
) -> list[Superlative]:
    """Superlatives with the nouns that they belong to.

    Parameters
    ----------
    nouns
        Where nouns for nodes stand.
    head
        Where the noun begins that is asked for.

    >>> text = "the largest cities in countries that have the most people"
    >>> [(one.of, one.near) for one in attached(text, superlatives_in(text), [(12, 18), (22, 31)], 12)]
    [(12, 12), (None, 22)]
    """
    return [
        replace(one, of=_followed(question, one, nouns), near=_near(question, one, nouns, head))
        for one in found
    ]


def _followed(question: str, one: Superlative, nouns: Spans) -> int | None:
    """Where the noun begins that directly follows, with nothing but adjectives, "of" and "the" between."""
    if one.noun is not None and question[one.start : one.end].lower().endswith(one.noun):
        return None
    start = min((start for start, _ in nouns if start >= one.end), default=None)
    if start is None or _PUNCTUATION.search(question, one.end, start):
        return None
    between = words_in(question[one.end : start])
    return (
        start
        if len(between) <= _FAR and all(word.is_content or word.text in _JOINING for word in between)
        else None
    )


def _near(question: str, one: Superlative, nouns: Spans, head: int | None) -> int | None:
    opening = [match.start() for match in _OPENING.finditer(question, 0, one.start)]
    before = [start for start, end in nouns if opening and end <= opening[-1]]
    return max(before, default=head)


def _limit(count: str | None) -> int:
    return 1 if count is None else _NUMBERS.get(count.lower(), 0) or int(count)
