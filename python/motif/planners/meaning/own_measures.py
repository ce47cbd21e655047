"""Two properties of one thing compared: "battles in which the defender size was greater than the attacker size"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import pairwise

from motif.graphs.meaning import Meaning, Operator, Relative, Selection
from motif.planners.meaning.property_words import units_in
from motif.planners.meaning.request import Asking
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_MORE = {"more", "higher", "greater", "larger", "bigger", "longer", "later"}
_LESS = {"less", "fewer", "lower", "smaller", "shorter", "earlier"}
_EXCEEDING = ("exceed", "surpass")
_OVER, _UNDER = {"above", "over", "after", "beyond", "past"}, {"below", "under", "before"}
_BEFORE = {
    "where",
    "whose",
    "with",
    "having",
    "their",
    "its",
    "had",
    "have",
    "has",
    "a",
    "an",
    "the",
    "that",
    "was",
    "is",
    "were",
}
_BETWEEN = {"was", "is", "were", "are", "be", "than", "the", "its", "their", "a", "an"}
_IN_WHICH = (["in", "which"], ["for", "which"])


def measured_by_itself(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning without the comparison, of such things only as it holds of; None for another question, and where the
    rest is not read or no label has both properties."""
    said = [one for one in pieces if one.of("property") and not one.of("name")]
    pair = next((pair for pair in pairwise(said) if _way(reading, *pair)), None)
    if pair is None or pair[1].last != reading.last:
        return None
    operator = _way(reading, *pair)
    begin, low = pair[0].first, [word.low for word in reading.words]
    while begin and low[begin - 1] in _BEFORE | _MORE | _LESS:
        begin -= 1
    if low[max(begin - 2, 0) : begin] in _IN_WHICH and begin > 2:
        begin -= 2
    rest = reading.text(0, begin - 1).rstrip(" ,")
    if low[0] in ("in", "for", "at", "during") and low[1] in ("which", "what"):
        rest = reading.text(1, begin - 1)
    meaning = next(iter(asking(f"{rest}?")), None) if begin else None
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection) or not operator:
        return None
    place = meaning.asked.place
    own = vocabulary.properties_of(place.label)
    one, other = (_property_of(own, piece) for piece in pair)
    if place.label is None or place.names or one is None or other is None or not _compare(one, other):
        return None
    test = Relative(one.name, operator, place.key, other.name)
    told = dataclasses.replace(place, tests=(*place.tests, test))
    return dataclasses.replace(meaning, asked=dataclasses.replace(meaning.asked, place=told))


def _way(reading: Reading, one: Piece, other: Piece) -> Operator | None:
    """How the first is said to compare with the second; None where something else stands between."""
    between = reading.words[one.last + 1 : other.first]
    if one.first and reading.words[one.first - 1].low in _MORE | _LESS:  # "with fewer seats than beds"
        between = (reading.words[one.first - 1], *between)
    alone = [word for word in between if word.low in _OVER | _UNDER or word.low.startswith(_EXCEEDING)]
    graded = [*alone, *(word for word in between if word.low in _MORE | _LESS)]
    plain = _BETWEEN | listed("words", "auxiliaries")
    is_plain = all(word.low in plain or word in graded for word in between)
    is_than = any(word.low == "than" for word in between)
    if len(graded) != 1 or not is_plain or not (is_than or alone):
        return None
    return "<" if graded[0].low in _LESS | _UNDER else ">"


def _property_of(own: Sequence[Property], piece: Piece) -> Property | None:
    names = [sense.property for sense in piece.of("property")]
    return next((one for name in names for one in own if one.name == name), None)


def _compare(one: Property, other: Property) -> bool:
    """Whether both are numbers, or both are times, of the same unit as far as their names say one."""
    times = ("date", "year")
    same = one.kind == other.kind or {one.kind, other.kind} <= {*times}
    unit = units_in(one.words, other.words.lemmas[-1])
    return one.name != other.name and same and one.kind in ("number", *times) and unit in (None, 1.0)
