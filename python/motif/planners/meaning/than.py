"""Things compared with what is named: "lakes deeper than X", "teams with a larger budget than X", "built before X"."""

from __future__ import annotations

from collections.abc import Iterator

from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import Condition, Operator
from motif.planners.meaning.drafts import Check, Draft
from motif.planners.meaning.facts import Facts
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import goes_down, measured, only_measure
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Anchor, Sense
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.marks import Measure, Reading

OUTRIGHT = 0.9
"""What it is worth that a comparison with a name is read whole, which the property alone does without."""

_MORE: dict[str, Operator] = {
    "more": ">",
    "higher": ">",
    "greater": ">",
    "less": "<",
    "fewer": "<",
    "lower": "<",
}
_TIMES: dict[str, Operator] = {"before": "<", "after": ">", "earlier": "<", "later": ">"}


def compared_with(
    linker: Linker, reading: Reading, draft: Draft, anchor: Anchor, said: Anchor | None, sense: Sense
) -> Iterator[Draft]:
    """The draft with a bound on one of its things, which is what the named thing has.

    Parameters
    ----------
    said
        The anchor before the name, which may be the property that is compared.
    """
    yield from _with_the_same(linker, reading, draft, anchor, said, sense)
    than = _than_before(reading, anchor)
    if than < 0 and not _in_time(reading, anchor):
        return
    measure = next((one for one in reversed(reading.measures) if one.last < anchor.first), None)
    for number, spot in enumerate(draft.spots):
        if spot.label not in sense.labels or spot.names:
            continue
        one, operator, words = _time_of_deed(linker, reading, spot.label, anchor)
        if one is None and than >= 0:
            one, operator, words = _property(linker, reading, spot.label, anchor, said, measure)
        value = _value_of(linker, spot.label, sense.texts[0], one) if one is not None else None
        if one is None or value is None:
            continue
        of = f"that of {sense.texts[0]}"
        test = Condition(one.name, operator, value, reading.span(anchor.first, anchor.last), said=of)
        yield draft.checked(Check(number, test)).using(words | {than} - {-1}).scored(OUTRIGHT)


def _with_the_same(
    linker: Linker, reading: Reading, draft: Draft, anchor: Anchor, said: Anchor | None, sense: Sense
) -> Iterator[Draft]:
    """ "The same age as X", which others have too."""
    before = [at for at in anchor.before if reading.words[at].low not in ("the", "a", "an")]
    is_as = bool(before) and reading.words[before[-1]].low == "as"
    if said is None or not is_as or not said.first or reading.words[said.first - 1].low != "same":
        return
    names = {one.property for one in said.senses if one.kind == "property"}
    for number, spot in enumerate(draft.spots):
        own = [one for one in linker.vocabulary.properties_of(spot.label) if one.name in names]
        if spot.label is None or spot.label not in sense.labels or spot.names or len(own) != 1:
            continue
        value = _value_of(linker, spot.label, sense.texts[0], own[0])
        if value is None:
            continue
        span = reading.span(anchor.first, anchor.last)
        same = Condition(own[0].name, "=", value, span, said=f"that of {sense.texts[0]}")
        other = Condition(linker.vocabulary.naming(spot.label), "<>", sense.texts[0])
        words = {*range(said.first - 1, said.last + 1), before[-1]}
        both = draft.checked(Check(number, same)).checked(Check(number, other))
        yield both.placing(said.first).using(words).scored(OUTRIGHT)


def _than_before(reading: Reading, anchor: Anchor) -> int:
    """The place of "than" before a name, with an article or without; -1 where there is none."""
    before = [at for at in anchor.before if reading.words[at].low not in ("the", "a", "an")]
    return before[-1] if before and reading.words[before[-1]].low == "than" else -1


def _in_time(reading: Reading, anchor: Anchor) -> list[int]:
    """The places of "before", or of "earlier than", directly before a name."""
    before = [at for at in anchor.before if reading.words[at].low not in ("the", "a", "an")]
    if before and reading.words[before[-1]].low in _TIMES:
        return before[-1:]
    is_than = len(before) > 1 and reading.words[before[-1]].low == "than"
    return before[-2:] if is_than and reading.words[before[-2]].low in _TIMES else []


def _time_of_deed(
    linker: Linker, reading: Reading, label: str, anchor: Anchor
) -> tuple[Property | None, Operator, set[int]]:
    """ "Built before X": the day or year that says when it was done, which way, and the words for it."""
    times = _in_time(reading, anchor)
    done = {stem(reading.words[at].text): at for at in anchor.before if is_past(reading.words[at].low)}
    for one in linker.vocabulary.properties_of(label) if times else ():
        if one.kind in ("date", "year") and (said := [done[key] for key in one.words.stems if key in done]):
            return one, _TIMES[reading.words[times[0]].low], {*said, *times}
    return None, ">", set()


def _property(
    linker: Linker, reading: Reading, label: str, anchor: Anchor, said: Anchor | None, measure: Measure | None
) -> tuple[Property | None, Operator, set[int]]:
    """The property that is compared, how, and the words that say it."""
    own = linker.vocabulary.properties_of(label)
    is_measured = measure is not None and measure.form == "comparative" and anchor.first - measure.last < 6
    named = [sense.property for sense in said.senses if sense.kind == "property"] if said is not None else []
    one = next((one for name in named for one in own if one.name == name), None)
    words = set(range(said.first, said.last + 1)) if said is not None and one is not None else set[int]()
    if is_measured and measure is not None:
        words |= set(range(measure.first, measure.last + 1))
        if one is not None:
            return one, "<" if goes_down(measure.adjective, one) else ">", words
        fitting = [one for one in own if measured(measure.adjective, one)] or only_measure(
            own, measure.adjective
        )
        if not fitting:
            return None, ">", words
        down = goes_down(measure.adjective, fitting[0]) != (measure.end == "-")
        return fitting[0], "<" if down else ">", words
    before = [at for at in range(max(anchor.first - 6, 0), anchor.first) if reading.words[at].low in _MORE]
    if one is None or not before:
        return None, ">", set()
    return one, _MORE[reading.words[before[-1]].low], words | set(before[-1:])


def _value_of(linker: Linker, label: str, name: str, one: Property) -> object | None:
    """What the one node of a label that is called so has; None where there are several, or nothing is known."""
    named = Facts(linker.graph).rows(label, name)
    cells = MeaningGraph(linker.graph.projection).cells(one.name)
    return cells.value(named[0]) if cells is not None and len(named) == 1 else None
