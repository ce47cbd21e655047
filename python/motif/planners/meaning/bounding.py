"""Which property a bound is about: the one said beside it, else what its words, unit and kind of number tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from motif.graphs.meaning import AllOf, Condition
from motif.planners.meaning.ages import test_of_age
from motif.planners.meaning.anchors import content
from motif.planners.meaning.bound_tests import is_of_size, test_of, text_test, words_of_size
from motif.planners.meaning.drafts import Check, Draft
from motif.planners.meaning.journeys import stems_of_end, told_by_tie
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import measured
from motif.planners.meaning.own_times import (
    OWN_TIME,
    is_of_who_does,
    is_own_time,
    stems_of_a_life,
    stems_of_time,
)
from motif.planners.meaning.property_words import (
    is_of_other_unit,
    same_as,
    spelt_units,
    units_in,
    without_units,
)
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Anchor, Sense
from motif.planners.meaning.time_spans import is_span
from motif.planners.meaning.units import is_held_unit
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Bound, Reading, graded_form, says_its_own_operator
from motif.planners.reading.numbers import Number


def checks_of_bound(
    linker: Linker, reading: Reading, draft: Draft, anchor: Anchor
) -> Iterator[tuple[Draft, Check]]:
    """What a bound may ask of the draft's spots, with the draft as it then is."""
    said = [sense for sense in anchor.senses if sense.kind == "property"]
    for number, spot in enumerate(draft.spots):
        if spot.names and len(draft.spots) > 1:
            continue
        is_another = bool(said) and not any(spot.label in sense.labels for sense in said)
        for one in linker.vocabulary.properties_of(spot.label):
            is_aged = spot.label in linker.ages.get(one.name, ())
            if (
                anchor.bound is not None
                and is_aged
                and (not said or one.name in {each.property for each in said})
            ):
                span = reading.span(anchor.first, anchor.last)
                if (aged := test_of_age(reading, one, anchor.bound, span)) is not None:
                    test, words = aged
                    grown = draft.using(words | set(range(anchor.first, anchor.last + 1)))
                    yield grown.scored(-0.1 * (number != draft.focus)), Check(number, test)
                    continue
            score, used, flips = (
                (
                    _said(said, one),
                    words_of_size(reading, one, anchor)
                    | (_unit_behind(reading, one, anchor) or _unit_as_held(linker, reading, one, anchor)),
                    False,
                )
                if said and (anchor.is_reckoned or not is_another)
                else fits(linker, reading, one, anchor)
            )
            if not said and score > 0:
                score = max(score, told_by_tie(linker, reading, draft, number, one))
            if is_another and (score < OUTRIGHT or is_span(one)):
                continue  # firms have "employees", and banks an "employee count"; a "runtime" is nobody's life
            if score <= 0 or (anchor.bound is not None and not _is_bounded(reading, one, anchor.bound)):
                continue
            span = reading.span(anchor.first, anchor.last)
            if anchor.bound is None:
                test = text_test(one, anchor, span)
            else:
                test = test_of(reading, one, anchor.bound, span, flips=flips)
            if anchor.apart:
                other = Condition(linker.vocabulary.naming(one.owner), "<>", anchor.apart)
                test = AllOf((test, other))
            grown = draft if spot.label else draft.labelled(number, one.owner)
            grown = grown.using(used | set(range(anchor.first, anchor.last + 1)))
            yield grown.scored(score - 1.0 - 0.1 * (number != draft.focus)), Check(number, test)


def _behind(bound: Bound) -> int:
    return (bound.upper or bound.number).last + 1


def _unit_behind(reading: Reading, one: Property, anchor: Anchor) -> set[int]:
    """The word behind a bound that is a unit which the property is measured in, "5 years" of "termYears", with an
    adjective for it: "5 m long"."""
    at = _behind(anchor.bound) if anchor.bound is not None else len(reading.words)
    unit = reading.words[at].lemma if at < len(reading.words) else ""
    if not unit or (units_in(one.words, unit) is None and not _is_unit(unit, one)):
        return set()
    behind = reading.words[at + 1].low if at + 1 < len(reading.words) else ""
    return {at, at + 1} if behind and measured(graded_form(behind)[0], one) else {at}


def _unit_as_held(linker: Linker, reading: Reading, one: Property, anchor: Anchor) -> set[int]:
    """The word behind a bound that is a unit which the property's name does not say, but its values bear."""
    at = _behind(anchor.bound) if anchor.bound is not None else len(reading.words)
    number = anchor.bound.number.value if anchor.bound is not None else None
    if at >= len(reading.words) or not isinstance(number, (int, float)):
        return set()
    return {at} if is_held_unit(linker.vocabulary, one, reading.words[at].lemma, number) else set()


def _said(senses: Sequence[Sense], one: Property) -> float:
    """How well the property that is said beside a bound is this one; 0 for another."""
    found = (sense.score for sense in senses if sense.property == one.name and one.owner in sense.labels)
    return max(found, default=0.0)


def _is_bounded(reading: Reading, one: Property, bound: Bound) -> bool:
    """Whether a property can be so much: of a text or a list only its length."""
    if one.kind in ("text", "list", "boolean"):
        return is_of_size(reading, one, bound)
    return is_timely(one, bound.number)


def is_timely(one: Property, number: Number) -> bool:
    """Whether a number may be a value of a property: of a day or a year only what may be one, "2" is neither; and a
    day of none but those."""
    if number.date and one.kind != "date":
        return False  # "before 1926-11-28", where years are known
    if number.part != "whole":
        return one.kind == "date" and one.clock in ("day", "moment")
    is_early = one.is_early and isinstance(number.value, int) and number.value >= _EARLY
    return one.kind not in ("year", "date") or number.may_be_year or bool(number.date) or is_early


_EARLY = 100
"""A number from which on it is a year of a property that has such early ones: what is less counts something."""


_WHEN = ("earlier", "later")


def fits(linker: Linker, reading: Reading, one: Property, anchor: Anchor) -> Fit:
    """How well a property fits a bound, the words that it explains, and whether more is less of it."""
    if anchor.bound is None or not _may_be_bounded(reading, one, anchor.bound):
        return NO_FIT
    words = [*anchor.before, *range(anchor.first, _end_near(reading, anchor.last + 4, anchor.last + 1))]
    said_in = _unit_behind(reading, one, anchor)
    way, is_when = _by_adjective(reading, one, words)
    if way is not None:
        said_in = said_in or _unit_as_held(linker, reading, one, anchor)
        lasts = {at for at in words if reading.words[at].lemma in ("last", "take")}  # "lasted longer than"
        return way[0], {*way[1], *said_in, *lasts}, way[2]
    if one.kind == "number" and _tells_age(reading, anchor.bound):
        return NO_FIT  # in years an age is measured: "older than 15 years" is no number of berths
    is_said = said_in and _said_near(linker, reading, one, anchor.bound, anchor.before)  # "waited longer"
    if not is_when and not is_said and _measures_another(linker, reading, one, words):
        return NO_FIT
    if said_in:
        return 0.97, {*said_in, *content(reading, words)[:1]} - _asked_for(reading), False
    other = {at for each in reading.numbers for at in range(each.first, each.last + 1)}
    near = [at for at in content(reading, words) if at not in other]  # "born in June or October"
    hits = _said_near(linker, reading, one, anchor.bound, near)
    if hits:
        return 0.95, hits | (set(near[:1]) - _asked_for(reading)), False
    return _fits_unsaid(linker, reading, one, anchor.bound, near)


Fit = tuple[float, set[int], bool]
NO_FIT: Final[Fit] = (0.0, set(), False)


def _may_be_bounded(reading: Reading, one: Property, bound: Bound) -> bool:
    """Whether a property may be what a bound is about, by its kind, the unit that is said, and what is a year."""
    number = bound.number
    if one.kind not in ("number", "year", "date"):
        return False
    if not is_timely(one, number) or (is_span(one) and _tells_age(reading, bound)):
        return False
    said = _between(reading, bound)
    is_time = bound.operator == "=" or bool(said & listed("comparing", "times"))
    if one.kind == "number" and number.may_be_year and is_time:
        return False
    after = _behind(bound)
    unit = reading.words[after].lemma if after < len(reading.words) else ""
    return not is_of_other_unit(one.words, unit)


def _between(reading: Reading, bound: Bound) -> set[str]:
    """The words of a bound before its number."""
    return {word.low for word in reading.words[bound.first : bound.number.first]}


def _said_near(
    linker: Linker, reading: Reading, one: Property, bound: Bound, near: Sequence[int]
) -> set[int]:
    """Those of the words near a bound that say the property: its own, what says the same, its unit, or its end."""
    stems, ends = stems_of_time(one), stems_of_end(linker.vocabulary, one)
    return {
        at
        for at in near
        if {stem(reading.words[at].text), *same_as(stem(reading.words[at].text))} & stems
        or stem(reading.words[at].lemma) in ends
        or _is_unit(reading.words[at].lemma, one)
        or (at == _behind(bound) and _counts_people(reading.words[at].lemma, one))
        if not _only_says_of_what(reading, one, at, bound.number)
    }


def _fits_unsaid(linker: Linker, reading: Reading, one: Property, bound: Bound, near: list[int]) -> Fit:
    """The same where no word says the property: a time is likelier than a number, and what the words are like."""
    is_time = one.kind in ("year", "date")
    if stems_of_time(one) & stems_of_a_life() and near:
        return NO_FIT  # "drafted after 2010" is no birth
    said = _between(reading, bound)
    if is_time and (said & listed("comparing", "amounts") or is_of_who_does(linker, reading, one, bound)):
        return NO_FIT  # "over 1900", "studied under X in 1930", "liked posts before 2019"
    base = 0.45 if is_time else 0.1
    if counts_things(linker, reading, one, bound):
        return base, set(), False
    counted = {mark.last + 1 for mark in reading.of("count")}  # said to be counted, and not when
    near = [at for at in near if at not in counted]
    if is_time and is_own_time(linker, one):
        return OWN_TIME, set(near[:1]) - _asked_for(reading), False
    text = " ".join(reading.words[at].low for at in near)
    likeness = linker.likeness(text, one.words.text) if text else 0.0
    is_done = is_time and any(is_past(reading.words[at].low) for at in near)
    is_numbered = bound.operator == "=" and not is_time and bound.number.first - 1 in near  # "in room 1"
    is_like = likeness > (COUNTABLE if is_numbered else DONE if is_done else 0.25)
    return base + 0.5 * likeness, set(near) - _asked_for(reading) if is_like else set(), False


def _asked_for(reading: Reading) -> set[int]:
    """The places of nouns in the plural that say what is asked for and nothing of a bound: "which X", "X with more"."""
    words = reading.words
    asked = {1} if words[0].low in ("which", "what") else set[int]()
    asked |= {at for at in range(len(words) - 1) if words[at + 1].low in _HAVING}
    many = {at for at in asked if at < len(words) and words[at].low != words[at].lemma}
    return {at for at in many if words[at].kind == "word" and not is_past(words[at].low)}


_HAVING = {"with", "have", "having", "that", "who", "whose"}


def _tells_age(reading: Reading, bound: Bound) -> bool:
    """Whether "older than 60 years" is said: how old somebody is, and not how long something was so."""
    graded = (one for one in reading.measures if bound.first <= one.first < bound.number.first)
    return any(one.adjective in ("old", "young") for one in graded)


def _end_near(reading: Reading, last: int, first: int) -> int:
    """Where what stands behind a bound ends: before "that cost", which begins another description."""
    last = min(last, len(reading.words))
    return next((at for at in range(first, last) if reading.words[at].low in _RELATIVE), last)


_RELATIVE = ("that", "which", "who", "whose")


OUTRIGHT = 0.9
"""How well a property must fit whose name is said as that of one which the things have not."""


def _only_says_of_what(reading: Reading, one: Property, at: int, number: Number) -> bool:
    """Whether a word behind a number is not what a property is but what it is of: "100 units" are no unit price."""
    counting = {stem(word) for word in (*listed("asking", "quantity"), "total")}
    spoken = [part for part in one.words.stems if part not in counting] or one.words.stems  # "employee count"
    head = spoken[-1]
    is_of = {"in", "of", "on", "per"} & set(one.words.text.lower().split())
    return number.last < at and stem(reading.words[at].text) in set(one.words.stems) - {head} and not is_of


def _by_adjective(
    reading: Reading, one: Property, words: Sequence[int]
) -> tuple[tuple[float, set[int], bool] | None, bool]:
    """How an adjective beside a bound fits a property, as of `fits`, and whether one says when: "in 1974 or earlier"
    is of any time."""
    is_when = False
    for measure in reading.measures:
        if measure.first not in words:
            continue
        if reading.words[measure.last].low in _WHEN:
            is_when = True
        elif way := measured(measure.adjective, one):
            flips = way == "-" and not says_its_own_operator(reading.words[measure.last])
            return (1.0, {measure.first, measure.last}, flips), is_when
    return None, is_when


def _measures_another(linker: Linker, reading: Reading, one: Property, words: Sequence[int]) -> bool:
    """Whether a comparative beside a number is about another property of the same things: "older than 50"."""
    graded = [each for each in reading.measures if each.first in words and each.form == "comparative"]
    own = linker.vocabulary.properties_of(one.owner)
    return any(any(measured(each.adjective, other) for other in own) for each in graded)


def counts_things(linker: Linker, reading: Reading, one: Property, bound: Bound) -> bool:
    """Whether a number counts what stands behind it, which is not what a property holds: "more than 5 members"."""
    at = (bound.upper or bound.number).last + 1
    if one.kind != "number" or at >= len(reading.words):
        return False
    if any(word.lemma in _nouns_of(linker) for word in reading.words[at : at + 2]):
        return True  # "more than 3 departing flights"
    word = reading.words[at]
    is_noun = content(reading, [at]) and (word.lemma != word.low or bound.number.value == 1)
    return bool(is_noun) and linker.likeness(word.lemma, without_units(one.words)) < COUNTABLE


def _nouns_of(linker: Linker) -> set[str]:
    """The nouns that labels are called by."""
    return {spoken.lemmas[-1] for spoken in linker.vocabulary.labels.values() if spoken.lemmas}


DONE = 0.45
"""Likeness from which on a property tells when something was done: what was acquired was not founded then."""

COUNTABLE = 0.5
"""Likeness from which on what a number counts is taken for a property that holds such numbers."""


def _is_unit(word: str, one: Property) -> bool:
    units = spelt_units()
    return any(word in (units[part], part) for part in one.words.text.split() if part in units)


def _counts_people(word: str, one: Property) -> bool:
    """Whether what stands behind a number is people, and the property says how many there are."""
    names = {stem(name) for name in table("words")["people"]["live"]}
    return word == "person" and bool(names & set(one.words.stems))
