"""Two named things compared: which has more, whether both have the same, what the difference is."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from motif.graphs.meaning import (
    Column,
    Comparison,
    ComparisonKind,
    Meaning,
    Omission,
    Part,
    Place,
    Selection,
    Value,
)
from motif.planners.meaning.anchors import content
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import goes_down, measured
from motif.planners.meaning.property_words import same_as, units_in, without_units
from motif.planners.meaning.request import Request
from motif.planners.meaning.roles import role_of
from motif.planners.meaning.said_simply import BORDERS
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Anchor
from motif.planners.meaning.split_names import spot_of
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Measure, Reading

LIKE = 0.25
"""Likeness from which on words are taken to say a property."""
GUESSED = 0.5
"""How sure a comparison by more or less is that only the likeness of words tells."""
ALIKE = 0.35
"""The same of what two things share: "a coastline" is no area."""


def comparison_of(
    linker: Linker, reading: Reading, anchors: Sequence[Anchor], request: Request
) -> Meaning | None:
    """The comparison that a question asks for; None where it asks for something else."""
    named = [anchor for anchor in anchors if anchor.senses and anchor.senses[0].kind == "name"]
    if len(named) != 2 or any(anchor.bound for anchor in anchors):
        return None
    measure = next((one for one in reading.measures if one.form == "comparative"), None)
    kind = _kind(linker, reading, measure, request)
    if kind is None:
        return None
    for label in named[0].senses[0].labels:
        if label not in named[1].senses[0].labels:
            continue
        one, rest, is_told = _property(linker, reading, label, anchors, request, measure)
        if one is None or not _compares(reading, one, kind, measure, request):
            continue
        kind, swaps = _directed(reading, one, kind, measure)
        named = named[::-1] if swaps else named
        first, second = (
            _named(key, label, anchor, reading)
            for key, anchor in zip(("first", "second"), named, strict=True)
        )
        part = _part_compared(reading, one) if kind == "same" else "whole"
        omissions = tuple(Omission("word", reading.span(at, at), reading.words[at].text) for at in rest)
        asked = Comparison(kind, first, second, one.name)
        if part != "whole":
            asked = dataclasses.replace(
                asked, property=None, numbers=(_told(first, one, part), _told(second, one, part))
            )
        return Meaning(asked, omissions, (0.9 if is_told else GUESSED) - 0.1 * len(rest))
    return None


def _part_compared(reading: Reading, one: Property) -> Part:
    """Which part of a day is compared: "born in the same year"."""
    return _PARTS.get(_same_time(reading), "whole") if one.kind == "date" else "whole"


def _same_time(reading: Reading) -> str:
    """The word for a time that is the same of both: "year" of "born in the same year"; "" for none."""
    said = (
        word.lemma for mark in reading.of("same") for word in reading.words[mark.last + 1 : mark.last + 2]
    )
    return next((one for one in said if one in _PARTS), "")


_PARTS: dict[str, Part] = {
    "year": "year",
    "month": "month of year",
    "decade": "decade",
    "weekday": "weekday",
    "day": "whole",
}


def _told(place: Place, one: Property, part: Part) -> Selection:
    return Selection(place, (Column(one.name, Value(place.key, one.name, part=part)),))


def _named(key: str, label: str, anchor: Anchor, reading: Reading) -> Place:
    sense, span = anchor.senses[0], reading.span(anchor.first, anchor.last)
    return Place(key, label, sense.texts, spot_of(sense, label, span, anchor.first).also, span)


def _is_shared(linker: Linker, reading: Reading) -> bool:
    """Whether the same thing is asked for, by what it is to both: "the same father"."""
    at = reading.of("same")[0].last + 1
    nouns = reading.words[at : at + 1]
    if any(noun.lemma in BORDERS for noun in nouns):
        return True
    is_kin = any(noun.lemma in table("words")["kin"] for noun in nouns)
    kinds = linker.vocabulary.kinds
    is_called_so = any(
        stem(noun.text) in one.words.stems for noun in nouns for one in kinds
    )  # "share a border"
    return is_kin or is_called_so or any(role_of(one, noun) for noun in nouns for one in kinds)


def _kind(
    linker: Linker, reading: Reading, measure: Measure | None, request: Request
) -> ComparisonKind | None:
    if request.form == "difference":
        return "apart"
    if reading.of("same") and request.form == "yes_or_no":
        return None if _is_shared(linker, reading) else "same"
    said = {word.low for word in reading.words}
    graded = measure is not None or bool(said & _MORE)
    low = [word.low for word in reading.words[:2]]
    is_of = low[0] in ("between", "of") and bool(said & {"which", "who", "what"})
    either = "or" in said or is_of or low in (["which", "of"], ["who", "of"])
    if either and graded:
        return "less" if measure is None and said & _FEWER else "more"
    if either and said & _EARLIER:
        return "more" if "last" in said else "less"
    if graded and said & _BESIDE and _asks_how_much(reading):
        return "difference"
    if graded and request.form == "yes_or_no" and "than" in said:
        return "exceeds"
    if request.form == "yes_or_no" and not graded and (times := said & _TIMES.keys()):
        return _TIMES[times.pop()] if len(times) == 1 else None
    return None


def _asks_how_much(reading: Reading) -> bool:
    """ "How much taller", "by how many kilograms", "how many years older"."""
    low = [word.low for word in reading.words]
    return any(one == "how" and other in ("much", "many") for one, other in pairwise(low))


def _compares(
    reading: Reading, one: Property, kind: ComparisonKind, measure: Measure | None, request: Request
) -> bool:
    """Whether a property can be compared so: by more and less no text, a difference of numbers in the unit said."""
    if kind == "difference" and request.form != "difference":
        units = (units_in(one.words, word.lemma) for word in reading.words)
        if one.kind not in ("number", "year") or any(unit not in (None, 1.0) for unit in units):
            return False
    return kind == "same" or measure is not None or request.form == "difference" or _fits(reading, one)


def _directed(
    reading: Reading, one: Property, kind: ComparisonKind, measure: Measure | None
) -> tuple[ComparisonKind, bool]:
    """The kind where less is meant, and whether the second thing comes first: how much less it is is no negative."""
    if measure is not None:
        is_less = _way(measure, one) == "less"
    else:
        is_less = kind == "less" or bool({word.low for word in reading.words} & _FEWER)
    if kind == "more" and measure is not None and is_less:
        return "less", False
    if kind == "exceeds" and is_less:
        return "falls short", False
    return kind, kind == "difference" and is_less


_FEWER = {"fewer", "less", "lower"}
_MORE = _FEWER | {"more", "higher", "greater"}
_BESIDE = {"than", "compared"}
_TIMES: dict[str, ComparisonKind] = {"before": "falls short", "after": "exceeds"}
_EARLIER = {"first", "last", "earlier", "later", *_TIMES}


def _fits(reading: Reading, one: Property) -> bool:
    """Whether what is earlier or later is a date, and what is more or less is no text."""
    is_time = one.kind in ("date", "year")
    return is_time if {word.low for word in reading.words} & _EARLIER else one.kind == "number"


def _way(measure: Measure, one: Property) -> Literal["more", "less"]:
    less = goes_down(measure.adjective, one) if measure.adjective else measure.end == "-"
    if measure.adjective and measure.end == "-":
        less = not less
    return "less" if less else "more"


def _property(
    linker: Linker,
    reading: Reading,
    label: str,
    anchors: Sequence[Anchor],
    request: Request,
    measure: Measure | None,
) -> tuple[Property | None, list[int], bool]:
    """The property that is compared, the words that it leaves unexplained, and whether more tells it than the likeness
    of words: a hotel is not "more luxurious" by its stars for sure."""
    own = linker.vocabulary.properties_of(label)
    said = [sense.property for anchor in anchors for sense in anchor.senses if sense.kind == "property"]
    said += [sense.property for piece in request.columns for sense in piece.of("property")]
    for name in said:
        for one in own:
            if one.name == name:
                return one, [], True
    if measure is not None:
        fitting = [one for one in own if measured(measure.adjective, one)]
        if fitting:
            return max(fitting, key=lambda one: _hits(reading, one)), [], True
        if measure.adjective in table("comparing")["adjectives"]:
            return None, [], False  # no hotel is cheap by its stars
    named = {at for anchor in anchors for at in range(anchor.first, anchor.last + 1)}
    places = [at for at in range(len(reading.words)) if at not in named]
    rest = content(reading, places)
    text = " ".join(reading.words[at].low for at in places if at in rest or reading.words[at].low == "year")
    options = [one for one in own if one.name not in _names(linker)]
    if not reading.of("same"):
        options = [one for one in options if one.kind in ("number", "year", "date")]
    low = {word.low for word in reading.words}
    if _same_time(reading) or (low & _EARLIER and ("or" in low or low & _TIMES.keys())):
        options = [one for one in options if one.kind in ("date", "year")]
        said_of = [one for one in options if _hits(reading, one)] or options
        if len(said_of) == 1:
            return said_of[0], [], True
    scored = [(linker.likeness(text, without_units(one.words)), one) for one in options]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    if best[1] is None or best[0] < (ALIKE if reading.of("same") else LIKE):
        return None, rest, False
    is_peopled = _PEOPLE & low and "population" in best[1].words.lemmas
    return best[1], [], bool(reading.of("same") or is_peopled or _hits(reading, best[1]))


_PEOPLE = {"people", "inhabitants", "residents"}


def _hits(reading: Reading, one: Property) -> int:
    """How many words say a property, or what was done then: "founded earlier" of a founding year."""
    keys = [{stem(word.text), *same_as(stem(word.text))} for word in reading.words]
    return sum(bool(key & {*one.words.stems}) for key in keys)


def _names(linker: Linker) -> tuple[str, ...]:
    return linker.graph.projection.nodes.name_properties
