"""How far from what is named something is said to be: "two years before X", "at least 100 km longer than X", "twice as
long as X", "taller than X by 5 cm"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motif.graphs.meaning import Operator
from motif.planners.english import ARTICLES
from motif.planners.meaning.days import UNITS
from motif.planners.meaning.senses import Piece
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Reading
from motif.planners.reading.numbers import Number

Way = int
"""-1: before, or less than, what is named; 1: after, or more than it; 0: either way."""

TIMES: dict[str, Way] = {"before": -1, "after": 1, "earlier": -1, "later": 1, "prior": -1}
_OTHERS = {"that", "those"}
_OPENING = {"in", "during", "within", "over"}
LESS = {"less", "fewer", "lower"}
UP_AND_DOWN = {"higher", "lower"}
_FACTORS = {"twice": 2.0, "double": 2.0, "thrice": 3.0, "triple": 3.0, "half": 0.5}


@dataclass(frozen=True, slots=True)
class Distance:
    """How far from what is named, as it is said.

    Attributes
    ----------
    first, joint
        The words where it begins, and where that ends which says which way: "than", "before".
    operator
        How the distance is bounded; "within" by "<=" and either way.
    is_factor
        Whether the number multiplies.
    last
        The last word of what is said behind the name: "by at least 5 cm"; -1 where nothing is.
    """

    first: int
    joint: int
    operator: Operator
    n_units: float
    unit: str
    way: Way
    is_factor: bool = False
    last: int = -1


def distance_from(reading: Reading, pieces: Sequence[Piece], piece: Piece) -> Distance | None:
    """How far from a name something is said to be; None for what says no distance."""
    low = [word.low for word in reading.words]
    at = piece.first - 1
    at -= at > 0 and low[at] in ARTICLES
    at -= 2 * (at > 1 and low[at] == "of" and low[at - 1] in _OTHERS)
    if at < 1:
        return None
    factor = _factor(reading, pieces, at)
    if factor is not None:
        return factor
    if low[at] == "of":
        return _around(reading, at)
    found = _way(reading, at)
    if found is None:
        return None
    way, begin = found
    if low[at] == "than" and low[piece.last + 1 : piece.last + 2] == ["by"]:
        return _by_so_much(reading, begin, at, piece)
    told = next((one for one in pieces if one.last == begin - 1 and one.of("property")), None)
    if low[at] in TIMES or reading.words[begin - 1].lemma in UNITS:
        told = None  # "years", be there a property that is called so
    end = begin if told is None else told.first
    number = next((one for one in reading.numbers if end - 2 <= one.last < end), None)
    if number is None or number.date or number.until is not None or number.is_year:
        return None
    if any(one.first < number.first <= one.last for one in pieces):
        return None  # "Did Pilgrim 7 cost more than X?", of which 7 is the name
    begin = end
    unit = reading.words[begin - 1].lemma if number.last == begin - 2 else ""
    is_thing = unit and any(one.of("label") and one.first <= begin - 1 <= one.last for one in pieces)
    if is_thing or (low[at] in TIMES and not unit):
        return None  # "2 products cheaper than X", "in 1990 before X"
    first, operator = _operator(reading, number)
    if first > 1 and low[first - 1] == "the" and low[first - 2] in _OPENING:
        first, operator = first - 2, "<="
    elif low[first - 1] == "within":
        first, operator = first - 1, "<="
    return Distance(first, at, operator, number.value, unit, way)


def _by_so_much(reading: Reading, begin: int, joint: int, piece: Piece) -> Distance | None:
    """ "Taller than X by at least 5 cm"."""
    number = next((one for one in reading.numbers if one.first > piece.last), None)
    if number is None or number.date or number.until is not None:
        return None
    first, operator = _operator(reading, number)
    if first != piece.last + 2:
        return None
    last = number.last + (number.last < reading.last and reading.words[number.last + 1].kind == "word")
    unit = reading.words[last].lemma if last > number.last else ""
    return Distance(begin, joint, operator, number.value, unit, 1, last=last)


def _operator(reading: Reading, number: Number) -> tuple[int, Operator]:
    """Where a number with what bounds it begins, and how it is bounded."""
    bound = next((one for one in reading.bounds if one.number == number and one.upper is None), None)
    if bound is None or bound.first > number.first:
        return number.first, "="
    return bound.first, bound.operator


def _way(reading: Reading, at: int) -> tuple[Way, int] | None:
    """Which way "before" and "older than" go, and where they begin; of comparatives 1, since the property tells."""
    low = reading.words[at].low
    if low in TIMES:
        return TIMES[low], at
    before = reading.words[at - 1].low
    if (low, before) == ("to", "prior") or (low == "than" and before in TIMES):
        return TIMES[before], at - 1
    measure = next((one for one in reading.measures if one.last == at - 1), None)
    if low == "than" and measure is not None and measure.form == "comparative":
        return 1, measure.first
    is_graded = low == "than" and before in LESS | UP_AND_DOWN | {"more"}
    return (1, at - 1) if is_graded else None


def _around(reading: Reading, at: int) -> Distance | None:
    """ "Within 5 years of X"."""
    number = next((one for one in reading.numbers if at - 2 <= one.last < at), None)
    if number is None or reading.words[number.first - 1].low != "within" or not number.first:
        return None
    unit = reading.words[at - 1].lemma if number.last == at - 2 else ""
    return Distance(number.first - 1, at, "<=", number.value, unit, 0)


def _factor(reading: Reading, pieces: Sequence[Piece], at: int) -> Distance | None:
    """ "Twice the length of X", "at least three times as long as X", "half as many rooms as X"."""
    low = [word.low for word in reading.words]
    if low[at] not in ("of", "as"):
        return None
    for begin in range(at - 1, max(at - 6, -1), -1):
        said = _FACTORS.get(low[begin])
        number = next((one for one in reading.numbers if one.last == begin - 1), None)
        if said is None and (low[begin] != "times" or number is None):
            continue
        between = {*low[begin + 1 : at]} - {*ARTICLES, "as", "many", "much"}
        is_so = low[at] == "of" or low[begin + 1] == "as"
        nouns = {low[place] for one in pieces for place in range(one.first, one.last + 1)}
        if not is_so or not between <= nouns | {word.low for word in reading.words if is_graded(word.low)}:
            return None
        if said is None and number is not None:
            first, operator = _operator(reading, number)
            return Distance(first, at, operator, number.value, "", 1, is_factor=True)
        first, operator = _before(low, begin)
        return Distance(first, at, operator, said or 0.0, "", 1, is_factor=True)
    return None


def is_graded(low: str) -> bool:
    return low in table("comparing")["adjectives"]


def _before(low: Sequence[str], at: int) -> tuple[int, Operator]:
    """What bounds a factor that is no number: "more than twice"."""
    phrases: dict[str, Operator] = table("comparing")["before"]
    for phrase, operator in sorted(phrases.items(), key=lambda one: -len(one[0])):
        words = phrase.split()
        if at >= len(words) and list(low[at - len(words) : at]) == words:
            return at - len(words), operator
    return at, "="
