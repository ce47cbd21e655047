"""What a question says beside names and relations: that it counts, compares with a number, or asks for an extreme.

English, by rule; a question in another language simply has none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_NUMBER = r"(?P<{0}>\d[\d,.]*\d|\d)\s*(?P<{0}_unit>thousand|million|billion|trillion|k|m|bn)?\b(?!\s*(?:st|nd|rd|th)\b)"
_UNITS = {"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9, "bn": 1e9, "trillion": 1e12}

_MORE = (
    r"(?:more|greater|larger|bigger|higher|later|newer|younger|longer|taller|older|heavier) than"
    r"|over|above|beyond|after|exceeding"
)
_LESS = r"(?:less|fewer|smaller|lower|earlier|shorter|lighter|cheaper) than|under|below|before|prior to"
_AT_LEAST = r"at least|no (?:less|fewer|earlier) than|not (?:before|under|below)|since|starting (?:in|from)"
_AT_MOST = r"at most|no (?:more|later) than|not (?:after|over|above)|until|till|up to|by the end of"

_OPERATORS = (("$gte", _AT_LEAST), ("$lte", _AT_MOST), ("$gt", _MORE), ("$lt", _LESS))

_BETWEEN = re.compile(
    rf"\b(?:between|from)\s+(?:the\s+years?\s+)?{_NUMBER.format('low')}\s*(?:and|to|until|-|–)\s*{_NUMBER.format('high')}",
    re.IGNORECASE,
)
_DECADE = re.compile(
    r"\b(?:in|from|of|during|throughout) the (?:(?P<century>1\d|20))?(?P<decade>\d0)['’]?s\b", re.IGNORECASE
)
_COMPARED = tuple(
    (operator, re.compile(rf"\b(?:{words})\s+(?:the\s+year\s+)?{_NUMBER.format('value')}", re.IGNORECASE))
    for operator, words in _OPERATORS
)
_OR_MORE = re.compile(
    rf"{_NUMBER.format('value')}\s*(?P<word>\w+\s+)?(?:or|and)\s+(?P<side>more|later|above|over|newer|less|fewer|earlier|below|under|older)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|never|without|except|neither|nor|n['’]t|isn['’]t|aren['’]t|didn['’]t|no)\b", re.IGNORECASE
)
_NOT_DENIED = re.compile(
    r"\[[^\]]*\]|\"[^\"]*\"|\bno (?:more|less|fewer|later|earlier) than\b"
    r"|\bnot (?:before|after|over|under|above|below)\b",
    re.IGNORECASE,
)
"""Names that are marked, and comparisons, whose "no" denies nothing."""
_YES_OR_NO = re.compile(
    r"\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b"
    r"(?!.*\b(?:who|whom|what|which|where|when|how)\b)",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\bhow many\b|\b(?:the |total )?(?:number|count) of\b|\bcount (?:the|all)\b|\bhow often\b", re.IGNORECASE
)

_TIME = ("year", "date", "released", "born", "founded", "built", "created", "published")
_SIZE = ("population", "area", "size", "employees")
EXTREMES: dict[str, tuple[tuple[str, ...], bool]] = {
    "oldest": (("born", "birth date", "founded", *_TIME), False),
    "youngest": (("born", "birth date", *_TIME), True),
    "newest": (_TIME, True),
    "latest": (_TIME, True),
    "most recent": (_TIME, True),
    "most recently": (_TIME, True),
    "last": (_TIME, True),
    "earliest": (_TIME, False),
    "first": (_TIME, False),
    "largest": (("area", *_SIZE), True),
    "biggest": (("area", *_SIZE), True),
    "greatest": (("area", *_SIZE), True),
    "smallest": (("area", *_SIZE), False),
    "tiniest": (("area", *_SIZE), False),
    "most populous": (("population", "inhabitants"), True),
    "most populated": (("population", "inhabitants"), True),
    "least populous": (("population", "inhabitants"), False),
    "least populated": (("population", "inhabitants"), False),
    "longest": (("length", "duration", "runtime", "minutes"), True),
    "shortest": (("length", "duration", "runtime", "height"), False),
    "highest": (("height", "elevation", "altitude", "rating", "score"), True),
    "lowest": (("height", "elevation", "altitude", "rating", "score"), False),
    "tallest": (("height",), True),
    "deepest": (("depth",), True),
    "heaviest": (("weight", "mass"), True),
    "lightest": (("weight", "mass"), False),
    "fastest": (("speed", "time"), True),
    "slowest": (("speed", "time"), False),
    "cheapest": (("price", "cost", "budget"), False),
    "most expensive": (("price", "cost", "budget"), True),
    "richest": (("wealth", "income", "gdp", "salary"), True),
    "best paid": (("salary", "income"), True),
    "highest paid": (("salary", "income"), True),
    "best rated": (("rating", "score", "stars"), True),
    "highest rated": (("rating", "score", "stars"), True),
    "best": (("rating", "score", "stars"), True),
    "worst": (("rating", "score", "stars"), False),
    "northernmost": (("latitude",), True),
    "southernmost": (("latitude",), False),
    "easternmost": (("longitude",), True),
    "westernmost": (("longitude",), False),
}
_EXTREME = re.compile(
    r"\b(?P<word>" + "|".join(sorted(map(re.escape, EXTREMES), key=len, reverse=True)) + r")\b",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"\b(?:the\s+)?(?P<side>most|fewest|least|highest number of|lowest number of|largest number of)\s+(?P<noun>\w+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A number that something is compared with.

    Attributes
    ----------
    start, end
        Where it stands in the question, in characters.
    condition
        In neo4j-graphrag's syntax: ``{"$gt": 2000}``.
    value
        The (first) number.
    """

    start: int
    end: int
    condition: dict[str, float | list[float]]
    value: float


@dataclass(frozen=True, slots=True)
class Extreme:
    """A superlative: what it may be measured by, and which end of the scale is meant.

    ``properties`` are English words for what may be measured, likeliest first; ``counted`` is the noun of "the most
    films", None for other superlatives.
    """

    start: int
    end: int
    properties: tuple[str, ...]
    descending: bool
    counted: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read; ``core`` is the question without comparisons and superlatives, in the same places.

    ``notes`` say what was read and cannot be heeded.
    """

    counts: bool
    comparisons: tuple[Comparison, ...]
    extreme: Extreme | None
    core: str
    notes: tuple[str, ...] = ()


def read_question(question: str, names: Iterable[tuple[int, int]] = ()) -> Reading:
    """What ``question`` counts, compares and ranks, but for ``names``: where names start and end in it.

    >>> read_question("who directed The Last Emperor", [(13, 29)]).extreme is None
    True
    >>> read_question("How many films after 2000 did Michael Mann direct?").comparisons[0].condition
    {'$gt': 2000}
    >>> read_question("What is the largest country in Africa?").extreme.properties[:2]
    ('area', 'population')
    """
    said = _blanked(question, names)
    comparisons = tuple(_comparisons(said))
    extreme = _extreme(said)
    spans = [(one.start, one.end) for one in comparisons]
    if extreme is not None and extreme.counted is None:
        spans.append((extreme.start, extreme.end))
    core = _blanked(question, spans)
    return Reading(bool(_COUNT.search(said)), comparisons, extreme, core, tuple(_notes(said)))


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def denial_in(question: str) -> str:
    """The word by which ``question`` denies something; "" where it does not.

    >>> denial_in("films without Al Pacino"), denial_in("no more than 3 films")
    ('without', '')
    """
    denied = _DENIED.search(_NOT_DENIED.sub(" ", question))
    return denied[0] if denied else ""


def _notes(question: str) -> Iterator[str]:
    """What cannot be heeded and must be said."""
    if denied := denial_in(question):
        yield f"Not heeded: '{denied}'; the plan asks for what is, not for what is not."
    if _YES_OR_NO.match(question):
        yield "This asks for yes or no: kg.verify, or motif ask --verify, judges a claim."


def _comparisons(question: str) -> Iterator[Comparison]:
    taken: list[tuple[int, int]] = []
    for found in _all_comparisons(question):
        if all(found.end <= start or found.start >= end for start, end in taken):
            taken.append((found.start, found.end))
            yield found


def _all_comparisons(question: str) -> Iterator[Comparison]:
    for match in _BETWEEN.finditer(question):
        low, high = _number(match, "low"), _number(match, "high")
        yield Comparison(match.start(), match.end(), {"$between": sorted([low, high])}, low)
    for match in _DECADE.finditer(question):
        first = float(int((match["century"] or "19") + match["decade"]))
        yield Comparison(match.start(), match.end(), {"$between": [_whole(first), _whole(first + 9)]}, first)
    for match in _OR_MORE.finditer(question):
        less = match["side"].lower() in ("less", "fewer", "earlier", "below", "under", "older")
        value = _number(match, "value")
        yield Comparison(match.start(), match.end(), {"$lte" if less else "$gte": value}, value)
    for operator, pattern in _COMPARED:
        for match in pattern.finditer(question):
            value = _number(match, "value")
            yield Comparison(match.start(), match.end(), {operator: value}, value)


def _number(match: re.Match[str], name: str) -> float:
    digits = match[name]
    text = (
        digits.replace(",", "")
        if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", digits)
        else digits.replace(",", ".")
    )
    try:
        value = float(text.rstrip("."))
    except ValueError:
        value = float(re.sub(r"\D", "", digits))
    return _whole(value * _UNITS.get((match[f"{name}_unit"] or "").lower(), 1))


def _whole(value: float) -> float:
    return int(value) if float(value).is_integer() else value


def _extreme(question: str) -> Extreme | None:
    if match := _EXTREME.search(question):
        properties, descending = EXTREMES[match["word"].lower()]
        return Extreme(match.start(), match.end(), properties, descending)
    if match := _MOST.search(question):
        descending = match["side"].lower() not in ("fewest", "least", "lowest number of")
        return Extreme(match.start(), match.end(), (match["noun"],), descending, counted=match["noun"])
    return None
