"""Superlatives: "the largest", "top 5 by population", "the three oldest", "with the most neighbours"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from motif.planners.question_reading import EXTREMES
from motif.planners.slots.comparing_words import COUNTING
from motif.planners.slots.words import word_set

_NUMBERS = {word: number for number, word in enumerate(COUNTING[:11])}
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})"
_KNOWN = "|".join(re.escape(word) for word in sorted(EXTREMES, key=len, reverse=True))
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
_NOT_EXTREME = word_set(
    "west east northwest southwest northeast southeast best test forest interest request guest rest nearest budapest "
    "latest first last harvest contest protest conquest honest modest invest digest suggest"
)

_BY = re.compile(
    rf"\b(?P<side>top|bottom|first|highest|lowest)(?:[\s-]+{_COUNT})?\b(?P<between>.{{0,60}}?)\b(?:(?:ranked|ordered|sorted|"
    r"measured)\s+)?(?:by|in\s+terms\s+of|with\s+respect\s+to)\s+(?:(?:the|their|its)\s+)?(?P<noun>[a-z]+(?:\s+[a-z]+)?)",
    re.IGNORECASE,
)
_MOST_OF = re.compile(
    rf"\b(?<!\bat\s)(?:the\s+)?(?:{_COUNT}\s+)?(?P<side>most|fewest|least|(?:highest|lowest|largest|greatest|biggest|smallest|maximum|"
    r"minimum)(?:\s+(?:number|count|amount)\s+of)?)\s+(?P<noun>[a-z]+)",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(
    rf"\b(?:the\s+)?(?:(?:top\s+)?{_COUNT}\s+)?(?P<word>{_KNOWN}|[a-z]{{3,}}est|(?:most|least)\s+[a-z]+)\b"
    rf"(?:\s+(?P<after>\d{{1,3}}|two|three|four|five|six|seven|eight|nine|ten)\b)?",
    re.IGNORECASE,
)

_VERB = re.compile(r"\b(?P<verb>[a-z]{2,}ed)\s+$", re.IGNORECASE)


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
    """

    start: int
    end: int
    words: tuple[str, ...]
    descending: bool
    limit: int
    noun: str | None = None


def superlatives_in(text: str) -> list[Superlative]:
    """The superlatives of ``text``, likeliest first.

    >>> [one] = superlatives_in("the three largest cities")
    >>> one.limit, one.words[0], one.descending
    (3, 'area', True)
    >>> superlatives_in("which airline has the fewest routes")[0].noun
    'routes'
    """
    return sorted(_all(text), key=lambda one: one.start)


def _all(text: str) -> Iterator[Superlative]:
    if match := _BY.search(text):
        descending = match["side"].lower() not in _LOW
        words = tuple(match["noun"].lower().split())
        limit = _limit(match["count"])
        yield Superlative(match.start("side"), match.end("count") if match["count"] else match.end("side"),
                          words, descending, limit if match["count"] else 10, match["noun"].lower())  # fmt: skip
        return
    for match in _ADJECTIVE.finditer(text):
        word = " ".join(match["word"].lower().split())
        if word not in EXTREMES and (word in _NOT_EXTREME or word.split()[0] in ("most", "least")):
            continue
        if not (noun := _measured(text, match, word)):
            words, descending = EXTREMES.get(word, ((word.removesuffix("est").rstrip("i"),), True))
            if before := _VERB.search(text, 0, match.start()):  # "hired earliest"
                words = (before["verb"].lower(), *words)
            count = match["count"] or match["after"]
            yield Superlative(match.start(), match.end(), tuple(words), descending, _limit(count))
            return
        yield noun
        return
    if match := _MOST_OF.search(text):
        yield _of_noun(match)


def _measured(text: str, match: re.Match[str], word: str) -> Superlative | None:
    """For "with the highest elevation" the superlative of the noun; None where the adjective stands by itself."""
    before = text[: match.start()].rstrip().lower()
    if not re.search(
        r"\b(?:with|has|have|had|having|reach(?:es|ed)?|get|gets|got|by|earn\w*|receiv\w*)$", before
    ):
        return None
    said = _MOST_OF.match(text, match.start())
    return _of_noun(said) if said and word not in ("first", "last", "best", "latest") else None


def _of_noun(match: re.Match[str]) -> Superlative:
    descending = match["side"].lower().split()[0] not in _LOW
    noun = match["noun"].lower()
    return Superlative(match.start(), match.end("noun"), (noun,), descending, _limit(match["count"]), noun)


def _limit(count: str | None) -> int:
    return 1 if count is None else _NUMBERS.get(count.lower(), 0) or int(count)
