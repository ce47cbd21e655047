"""What a question says of the things it asks for, and a draft passes over: "the same", "people", "since", what else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.graphs.meaning import (
    NOWHERE,
    Aggregate,
    AllOf,
    Condition,
    Omission,
    Relative,
    Selection,
    Test,
    Value,
)
from motif.graphs.spans import span_of
from motif.planners.meaning.drafts import Draft, Link, key_of
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.omission import omission
from motif.planners.meaning.request import Request
from motif.planners.meaning.schema_words import words_in
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading


def passed_over(
    linker: Linker, reading: Reading, draft: Draft, request: Request, selection: Selection
) -> Iterator[Omission]:
    """The words that are passed over."""
    yield from _made_of_it(reading, draft)
    yield from _of_the_same(reading, draft)
    yield from _both_ways(reading, draft, selection)
    yield from _not_shown(reading, request, selection)
    yield from _of_persons(linker, reading, draft, selection)
    yield from _of_other_persons(linker, reading, draft)
    yield from _of_others_own(linker, draft, reading)
    yield from _only_got(reading, draft, selection)
    yield from _other_way_through(linker, reading, draft)
    yield from _not_either(reading, draft)
    yield from _between_others(reading, selection)
    yield from _since(reading, draft)
    yield from _of_another_kind(linker, reading, selection)


def _made_of_it(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Who makes this wine?" of a wine that is made from grapes: what it is made of makes nothing."""
    low = [word.low for word in reading.words]
    if low[0] != "who" or len(low) < _ASKED:
        return
    for link in draft.links:
        spoken = words_in(link.type)
        said = spoken.text.split()
        is_of = len(said) > 1 and said[-1] in _OF_WHAT and said[-1] not in low
        if is_of and low[1] != said[0] and stem(low[1]) in spoken.stems[:1]:
            yield omission(reading, "relation", 1, 1)


_ASKED = 3
_OF_WHAT = {"from", "of", "with"}


def _both_ways(reading: Reading, draft: Draft, selection: Selection) -> Iterator[Omission]:
    """ "The number of electric and non-electric vehicles": a property that is counted, and bounded too."""
    counted = {
        (one.value.of.place, one.value.of.property)
        for one in selection.columns
        if isinstance(one.value, Aggregate) and one.value.of.property
    }
    for check in draft.checks:
        test = check.test
        if not isinstance(test, Condition) or not isinstance(test.value, bool):
            continue
        if (key_of(check.spot), test.property) in counted:
            yield omission(reading, "aggregate", 0, 0)


def _not_shown(reading: Reading, request: Request, selection: Selection) -> Iterator[Omission]:
    """ "How many floors has it, and when did it open?", of which one is shown."""
    n_asked = len(request.asides) + bool(request.columns)
    for _, first, last in request.asides if len(selection.columns) < n_asked else ():
        yield omission(reading, "word", first, last)


def _of_persons(linker: Linker, reading: Reading, draft: Draft, selection: Selection) -> Iterator[Omission]:
    """ "People in Leeds", "who's on Heron", where what is shown are no persons, and the graph has some."""
    words, persons, root = reading.words, linker.vocabulary.persons, draft.spots[0].label
    is_people = words[0].lemma == "person" and words[0].low != words[0].lemma
    is_who = words[0].low == "who" and any(
        word.low in _AT and words[at + 1].text[:1].isupper() for at, word in enumerate(words[:-1])
    )
    is_root = any(one.value == Value(key_of(0)) for one in selection.columns[:1])
    if persons and root not in persons and is_root and (is_people or (is_who and not draft.links)):
        yield omission(reading, "relation", 0, 0)


def _of_other_persons(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "German composers", of those who taught one who speaks German: what others are is not what they are."""
    persons, root = linker.vocabulary.persons, draft.spots[0]
    for check in draft.checks if root.label in persons else ():
        spot = draft.spots[check.spot]
        is_other = check.spot and spot.label in persons
        if is_other and isinstance(check.test, Condition) and spot.span in (NOWHERE, check.test.span):
            span = check.test.span
            if span[1] + 1 == root.span[0]:
                yield Omission("relation", span, reading.question[slice(*span)])


def _of_others_own(linker: Linker, draft: Draft, reading: Reading) -> Iterator[Omission]:
    """ "Is there a clinic in Wexley?", where clinics have a city of their own, and that is an owner's."""
    root = draft.spots[0]
    own = {one.name for one in linker.vocabulary.properties_of(root.label)} if root.at >= 0 else set[str]()
    for check in draft.checks:
        test, spot = check.test, draft.spots[check.spot]
        if not check.spot or not isinstance(test, Condition) or test.property not in own:
            continue
        if spot.span in (NOWHERE, test.span) and isinstance(test.value, str):
            yield Omission("relation", test.span, reading.question[slice(*test.span)])


def _only_got(reading: Reading, draft: Draft, selection: Selection) -> Iterator[Omission]:
    """ "Did Otto ever get Tramavet?", of which it is known that he is allergic to it: that is no getting."""
    said = {stem(part) for link in draft.links for part in words_in(link.type).lemmas}
    for at, word in enumerate(reading.words if selection.asks and draft.silent else ()):
        if word.lemma in _GETTING and stem(word.text) not in said:
            yield omission(reading, "relation", at, at)


_GETTING = {"get", "receive", "take", "use", "obtain"}


def _other_way_through(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Countries that it flows through", where what it flows into is taken, and something is joined by the other."""
    used = {words_in(link.type).lemmas for link in draft.links}
    kinds = {one.words.lemmas for one in linker.vocabulary.kinds} - used
    words = reading.words
    for own in used:
        others = {one[-1] for one in kinds if len(one) > 1 and stem(one[0]) == stem(own[0])} - {own[-1]}
        others &= _PARTICLES
        others |= {"against"} - {own[-1]}  # who plays for a club plays against no club by that
        for at, word in enumerate(words[:-1] if len(own) > 1 and own[-1] in _PARTICLES else ()):
            if stem(word.text) == stem(own[0]) and words[at + 1].low in others:
                yield omission(reading, "relation", at, at + 1)


_PARTICLES = {
    "into",
    "through",
    "from",
    "to",
    "in",
    "on",
    "over",
    "under",
    "by",
    "with",
    "for",
    "at",
    "of",
    "after",
}


def _not_either(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Written or directed by X", read as both."""
    is_same = any(
        isinstance(one.test, Relative) and one.test.property is None and one.test.operator == "="
        for one in draft.checks
    )
    is_grouped = any(link.group >= 0 for link in draft.links)
    for at, word in enumerate(reading.words if is_same and not is_grouped else ()):
        if word.low == "or":
            yield omission(reading, "word", at, at)


def _between_others(reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "The days between the filing of X and Y", which is not how long each of them lasted."""
    low, numbers = [word.low for word in reading.words], {one.first for one in reading.numbers}
    at = low.index("between") if "between" in low else -1
    values = (
        one.value.of if isinstance(one.value, Aggregate) else one.value
        for one in selection.columns
        if not one.is_besides
    )
    if at >= 0 and at + 1 not in numbers and any(span_of(one.property or "") for one in values):
        yield omission(reading, "word", at, at)


_AT = {"on", "in", "at", "with", "under", "for", "from"}


def _since(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Who has worked there since 2019?": whose time there began then, not at any time after."""
    low = [word.low for word in reading.words]
    for at in (place for place, word in enumerate(low) if word == "since"):
        has = [one for one in low[:at] if one in ("has", "have", "'ve")]
        is_dated = any(one.first == at + 1 for one in reading.numbers)
        is_tied = any(isinstance(one, Condition) and one.operator != "=" for one in _of_ties(draft))
        goes_on = {one.lemma for one in reading.words[:at]} & listed("relating", "lasting")
        if has and is_dated and (is_tied or (draft.checks and goes_on)):
            yield omission(reading, "number", at, min(at + 1, len(low) - 1))


def _of_ties(draft: Draft) -> Iterator[Test]:
    """What must hold of relationships; of "and" one by one, but for where something is not known to have ended, and for
    both ends of a year, which are that year."""
    for test in (test for link in draft.links for test in link.where):
        inside = test.tests if isinstance(test, AllOf) else (test,)
        ends = {(one.property, one.operator) for one in inside if isinstance(one, Condition)}
        for one in inside:
            is_passed = isinstance(one, Condition) and (
                one.operator == "unknown"
                or (one.operator in (">=", "<=") and {(one.property, ">="), (one.property, "<=")} <= ends)
            )
            if not is_passed:
                yield one


def _of_another_kind(linker: Linker, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "Headcount per office", of which there is only a cap; "hires per year", of which days are no sum."""
    said = {stem(word.lemma) for word in reading.words}
    kinds = {one.name: one for one in linker.vocabulary.properties}
    for column in selection.columns:
        one = kinds.get(column.value.of.property or "") if isinstance(column.value, Aggregate) else None
        if one is None:
            continue
        setting = listed("words", "setting") & {*one.words.lemmas}
        is_other = any(stem(lemma) not in said for lemma in setting)
        made = column.value
        is_whole = isinstance(made, Aggregate) and made.of.part == "whole" and made.function in _ADDED
        is_no_sum = is_whole and one.kind in ("date", "text")
        if is_other or is_no_sum:
            yield omission(reading, "aggregate", 0, 0)
    for by in (one.by for one in selection.order if isinstance(one.by, Value)):
        one = kinds.get(by.property or "")
        setting = listed("words", "setting") & {*(one.words.lemmas if one is not None else ())}
        is_named = any(word.low == (by.property or "").lower() for word in reading.words)
        if not is_named and any(stem(lemma) not in said for lemma in setting):
            yield omission(reading, "rank", 0, 0)  # "by the number of guests", of which there is only a limit


_ADDED = ("sum", "average")


def _of_the_same(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "In the same country in which they were built", where nothing of the draft is the same as another."""
    ends = [at for link in draft.links if not link.negated for at in (link.near, link.far)]
    is_heeded = any(isinstance(one.test, Relative) for one in draft.checks)
    words, starts = reading.words, {spot.span[0] for spot in draft.spots if spot.label}
    for at, word in enumerate(words[:-1]):
        if word.low != "same" or is_heeded:
            continue
        if words[at + 1].start not in starts:
            if reading.last - at in _PROPERTY:  # "products with the same price", which is that of no other
                yield omission(reading, "relation", at, at)
            continue
        places = [place for place, spot in enumerate(draft.spots) if spot.span[0] == words[at + 1].start]
        is_named = any(draft.spots[other].names for one in draft.links for other in _beside(one, places))
        is_shared = any(ends.count(place) > 1 for place in places)
        behind = {one.low for one in words[at + 2 : at + 4]}
        is_alone = at + 1 == reading.last and not is_shared and not is_named
        if is_alone or (behind & _THAT and (not is_shared or not (is_named or len(draft.links) >= _AROUND))):
            yield omission(reading, "relation", at, at)


def _beside(link: Link, places: Sequence[int]) -> Iterator[int]:
    """What a link joins to one of these places."""
    yield from [link.far] if link.near in places else []
    yield from [link.near] if link.far in places else []


_THAT = {"in", "that", "who", "which", "where", "by", "from", "whom"}


_PROPERTY = (1, 2)
"""Words of a property that ends a question."""

_AROUND = 3
"""Links that lead from a thing by two ways to the same other."""
