"""What a question says beside names and relations: that it counts, compares with a number, or asks for an extreme.

English, by rule; a question in another language simply has none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from motif.graphs.meaning import Omission
from motif.planners.denying import denial_in
from motif.planners.quantities import Quantity, quantities_in
from motif.planners.stretches import blanked

_YES_OR_NO = re.compile(
    r"\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b"
    r"(?!.*\b(?:who|whom|what|which|where|when|how)\b)",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\bhow many\b|\b(?:the |total )?(?:number|count) of\b|\bcount (?:the|all)\b|\bhow often\b", re.IGNORECASE
)

_AS_IT_IS = "; the plan asks for what is, not for what is not"
_FOR_A_VERDICT = "This asks for yes or no: kg.verify, or motif ask --verify, judges a claim."

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
    """What was read; ``core`` is the question without comparisons (but for their units) and superlatives, in the same
    places.

    ``omissions``: what was read and cannot be heeded; ``notes``: what else is to be said.
    """

    counts: bool
    comparisons: tuple[Quantity, ...]
    extreme: Extreme | None
    core: str
    omissions: tuple[Omission, ...] = ()
    notes: tuple[str, ...] = ()


def read_question(question: str, names: Iterable[tuple[int, int]] = ()) -> Reading:
    """What ``question`` counts, compares and ranks, but for ``names``: where names start and end in it.

    >>> read_question("who directed The Last Emperor", [(13, 29)]).extreme is None
    True
    >>> [one.operator for one in read_question("How many films after 2000 did Michael Mann direct?").comparisons]
    ['$gt']
    >>> read_question("What is the largest country in Africa?").extreme.properties[:2]
    ('area', 'population')
    """
    said = blanked(question, names)
    comparisons = tuple(one for one in quantities_in(said) if _compares(one))
    extreme = _extreme(said)
    spans = [(one.start, one.number_end) for one in comparisons]
    if extreme is not None and extreme.counted is None:
        spans.append((extreme.start, extreme.end))
    core = blanked(question, spans)
    denied, counts = denial_in(said), bool(_COUNT.search(said))
    unheeded = (Omission("negation", text=denied, reason=_AS_IT_IS),) if denied else ()
    notes = (_FOR_A_VERDICT,) if _YES_OR_NO.match(said) else ()
    return Reading(counts, comparisons, extreme, core, unheeded, notes)


def _compares(one: Quantity) -> bool:
    """Whether it is more than a number, a year or a season ("2019-20"): those are values that the question names."""
    is_worded = one.start < one.values[0].start
    if one.operator == "$between":
        return is_worded
    return one.operator != "$eq" or (is_worded and one.is_temporal and one.values[0].number is None)


def _extreme(question: str) -> Extreme | None:
    if match := _EXTREME.search(question):
        properties, descending = EXTREMES[match["word"].lower()]
        return Extreme(match.start(), match.end(), properties, descending)
    if match := _MOST.search(question):
        descending = match["side"].lower() not in ("fewest", "least", "lowest number of")
        return Extreme(match.start(), match.end(), (match["noun"],), descending, counted=match["noun"])
    return None
