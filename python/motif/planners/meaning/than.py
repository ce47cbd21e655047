"""Things compared with what is named: "lakes deeper than X", "teams with a larger budget than X", "built before X"."""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Sequence

from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import Condition, Operator, Test
from motif.planners.meaning.days import day_of, within_days
from motif.planners.meaning.drafts import Check, Draft
from motif.planners.meaning.facts import Facts
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import goes_down, measured, only_measure
from motif.planners.meaning.own_times import time_of_its_own
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Anchor, Sense
from motif.planners.reading.lemmas import is_past, stem, stems_listed
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
_CALENDAR = ("year", "month", "day")
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
    for number, label in _places(draft, sense):
        one, operator, words = _time_of_deed(linker, reading, label, anchor, said)
        if one is None and than >= 0:
            one, operator, words = property_compared(linker, reading, label, anchor, said, measure)
        value = value_of(linker, label, sense.texts[0], one) if one is not None else None
        if one is None or value is None:
            continue
        of = f"that of {sense.texts[0]}"
        test = Condition(one.name, operator, value, reading.span(anchor.first, anchor.last), said=of)
        grown = draft.labelled(number, label).checked(Check(number, test)).using(words | {than} - {-1})
        if said is not None and said.first in words:
            grown = grown.placing(said.first)
        yield grown.scored(OUTRIGHT)


def _places(draft: Draft, sense: Sense) -> Iterator[tuple[int, str]]:
    """Places that may be of the kind of what is named, with it; those of no kind yet too: "actors older than X"."""
    for number, spot in enumerate(draft.spots):
        if not spot.names:
            labels = sense.labels if spot.label is None else {spot.label} & {*sense.labels}
            yield from ((number, label) for label in sorted(labels))


def _with_the_same(
    linker: Linker, reading: Reading, draft: Draft, anchor: Anchor, said: Anchor | None, sense: Sense
) -> Iterator[Draft]:
    """ "The same age as X", "released in the same year as X", which others have too."""
    before = [at for at in anchor.before if reading.words[at].low not in ("the", "a", "an")]
    if not before or reading.words[before[-1]].low != "as":
        return
    for number, label in _places(draft, sense):
        one, words = _shared(linker, reading, label, anchor, said)
        value = value_of(linker, label, sense.texts[0], one) if one is not None else None
        test = _equal_to(one, value, reading, words, anchor, sense) if one is not None else None
        if value is None or test is None:
            continue
        other = Condition(linker.vocabulary.naming(label), "<>", sense.texts[0])
        both = draft.labelled(number, label).checked(Check(number, test)).checked(Check(number, other))
        both = both.placing(said.first if said is not None and said.first in words else max(words))
        yield both.using(words | {before[-1]}).scored(OUTRIGHT)


def called(one: Property) -> Sequence[str]:
    """The stems of a property's words, with those that say the same of births and deaths: `birth_year` is "born"."""
    alike = [stems_listed("spelling", kind) for kind in ("births", "deaths")]
    return [
        *one.words.stems,
        *(key for group in alike if not group.isdisjoint(one.words.stems) for key in group),
    ]


def _shared(
    linker: Linker, reading: Reading, label: str, anchor: Anchor, said: Anchor | None
) -> tuple[Property | None, set[int]]:
    """The property behind "the same", or the day of which it is the year, and the words that say so."""
    own = linker.vocabulary.properties_of(label)
    if said is not None and said.first and reading.words[said.first - 1].low == "same":
        names = {one.property for one in said.senses if one.kind == "property"}
        named = [one for one in own if one.name in names]
        if len(named) == 1:
            return named[0], {*range(said.first - 1, said.last + 1)}
    same = next((at for at in range(anchor.first - 2) if reading.words[at].low == "same"), -1)
    if same < 0 or reading.words[same + 1].low not in _CALENDAR or reading.words[same + 2].low != "as":
        return None, set()
    one, words = when_done(linker, reading, label, range(max(same - 4, 0), same))
    when = [each for each in own if each.kind in ("date", "year")]
    if one is None and len(when) == 1 and not any(is_past(reading.words[at].low) for at in range(same)):
        one = when[0]
    return one, words | {same, same + 1}


def _equal_to(
    one: Property, value: object, reading: Reading, words: set[int], anchor: Anchor, sense: Sense
) -> Test | None:
    """That a property is what another has, or a day in the same year or month."""
    span, said = reading.span(anchor.first, anchor.last), f"that of {sense.texts[0]}"
    part = next((reading.words[at].low for at in words if reading.words[at].low in _CALENDAR), "")
    if not part or one.kind == "year":
        return Condition(one.name, "=", value, span, said=said) if part in ("", "year") else None
    day = day_of(one, value)
    if day is None:
        return None
    last = calendar.monthrange(day.year, day.month)[1]
    begin = day.replace(day=1, month=1) if part == "year" else day.replace(day=1) if part == "month" else day
    end = (
        day.replace(day=31, month=12) if part == "year" else day.replace(day=last) if part == "month" else day
    )
    return within_days(one, begin.isoformat(), end.isoformat(), span)


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
    linker: Linker, reading: Reading, label: str, anchor: Anchor, said: Anchor | None
) -> tuple[Property | None, Operator, set[int]]:
    """ "Built before X": the day or year that says when it was done, which way, and the words for it."""
    times = _in_time(reading, anchor)
    one, words = (
        when_done(linker, reading, label, [*_told_by(said), *anchor.before]) if times else (None, set())
    )
    done = times[0] - 1 if times else -1
    if one is None and done >= 0 and is_past(reading.words[done].low):
        one, words = time_of_its_own(linker, label, reading.words[done].low), {done}
    return one, _TIMES[reading.words[times[0]].low] if one is not None else ">", words | {*times}


def _told_by(said: Anchor | None) -> range:
    """The words of an anchor that stands for a property by itself: "released" before "after X"."""
    is_told = said is not None and said.is_only("property") and said.bound is None
    return range(said.first, said.last + 1) if is_told and said is not None else range(0)


def when_done(
    linker: Linker, reading: Reading, label: str, places: Sequence[int]
) -> tuple[Property | None, set[int]]:
    """The day or year of a thing that tells when what is said there was done, and the word for it."""
    done = {stem(reading.words[at].text): at for at in places if is_past(reading.words[at].low)}
    for one in linker.vocabulary.properties_of(label):
        if one.kind in ("date", "year") and (said := {done[key] for key in called(one) if key in done}):
            return one, said
    return None, set()


def property_compared(
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


def value_of(linker: Linker, label: str, name: str, one: Property) -> object | None:
    """What the one node of a label that is called so has; None where there are several, or nothing is known."""
    named = Facts(linker.graph).rows(label, name)
    cells = MeaningGraph(linker.graph.projection).cells(one.name)
    return cells.value(named[0]) if cells is not None and len(named) == 1 else None
