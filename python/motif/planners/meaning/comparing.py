"""Two named things compared: which has more, whether both have the same, what the difference is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from motif.graphs.meaning import Comparison, Meaning, Omission, Place
from motif.planners.meaning.anchors import content
from motif.planners.meaning.bounding import measured
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.property_words import without_units
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Anchor
from motif.planners.meaning.vocabulary import Property
from motif.planners.reading.marks import Measure, Reading

LIKE = 0.25
"""Likeness from which on words are taken to say a property."""


def comparison_of(
    linker: Linker, reading: Reading, anchors: Sequence[Anchor], request: Request
) -> Meaning | None:
    """The comparison that a question asks for; None where it asks for something else."""
    named = [anchor for anchor in anchors if anchor.senses and anchor.senses[0].kind == "name"]
    if len(named) != 2 or any(anchor.bound for anchor in anchors):
        return None
    measure = next((one for one in reading.measures if one.form == "comparative"), None)
    kind = _kind(reading, measure, request)
    if kind is None:
        return None
    for label in named[0].senses[0].labels:
        if label not in named[1].senses[0].labels:
            continue
        one, rest = _property(linker, reading, label, anchors, request, measure)
        if kind in ("more", "less") and measure is None and one is not None and not _fits(reading, one):
            one = None
        if one is None:
            continue
        if kind == "more" and measure is not None:
            kind = _way(measure, one)
        if kind == "exceeds" and measure is not None and _way(measure, one) == "less":
            kind = "falls short"
        first, second = (
            Place(key, label, anchor.senses[0].texts, span=reading.span(anchor.first, anchor.last))
            for key, anchor in zip(("first", "second"), named, strict=True)
        )
        omissions = tuple(Omission("word", reading.span(at, at), reading.words[at].text) for at in rest)
        return Meaning(Comparison(kind, first, second, one.name), omissions, 0.9 - 0.1 * len(rest))
    return None


Kind = Literal["same", "difference", "more", "less", "exceeds", "falls short"]


def _kind(reading: Reading, measure: Measure | None, request: Request) -> Kind | None:
    if request.form == "difference":
        return "difference"
    if reading.of("same") and request.form == "yes_or_no":
        return "same"
    said = {word.low for word in reading.words}
    if "or" in said and (measure is not None or said & _MORE):
        return "less" if measure is None and said & _FEWER else "more"
    if "or" in said and said & _EARLIER:
        return "more" if "last" in said else "less"
    if measure is not None and request.form == "yes_or_no" and "than" in said:
        return "exceeds"
    return None


_FEWER = {"fewer", "less"}
_MORE = _FEWER | {"more", "higher", "greater", "lower"}
_EARLIER = {"first", "last", "before", "earlier", "later"}


def _fits(reading: Reading, one: Property) -> bool:
    """Whether what is earlier or later is a date, and what is more or less is no text."""
    is_time = one.kind in ("date", "year")
    return is_time if {word.low for word in reading.words} & _EARLIER else one.kind == "number"


def _way(measure: Measure, one: Property) -> Literal["more", "less"]:
    way = measured(measure.adjective, one) if measure.adjective else measure.end
    less = way == "-"
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
) -> tuple[Property | None, list[int]]:
    """The property that is compared, and the words that it leaves unexplained."""
    own = linker.vocabulary.properties_of(label)
    said = [sense.property for anchor in anchors for sense in anchor.senses if sense.kind == "property"]
    said += [sense.property for piece in request.columns for sense in piece.of("property")]
    for name in said:
        for one in own:
            if one.name == name:
                return one, []
    if measure is not None:
        fitting = [one for one in own if measured(measure.adjective, one)]
        if fitting:
            return fitting[0], []
    named = {at for anchor in anchors for at in range(anchor.first, anchor.last + 1)}
    places = [at for at in range(len(reading.words)) if at not in named]
    rest = content(reading, places)
    text = " ".join(reading.words[at].low for at in places if at in rest or reading.words[at].low == "year")
    options = [one for one in own if one.name not in _names(linker)]
    if {word.low for word in reading.words} & _EARLIER and "or" in {word.low for word in reading.words}:
        options = [one for one in options if one.kind in ("date", "year")]
        if len(options) == 1:
            return options[0], []
    scored = [(linker.likeness(text, without_units(one.words)), one) for one in options]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return (best[1], []) if best[0] >= LIKE else (None, rest)


def _names(linker: Linker) -> tuple[str, ...]:
    return linker.graph.projection.nodes.name_properties
