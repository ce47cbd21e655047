"""Conditions on relationships: their own properties, and the years in which they hold."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.graphs.meaning import AllOf, AnyOf, Condition, Test
from motif.planners.meaning.anchors import content
from motif.planners.meaning.bound_tests import test_of, text_test, words_of_size
from motif.planners.meaning.bounding import fits, is_timely
from motif.planners.meaning.days import since, until
from motif.planners.meaning.drafts import Draft, Link, Spot
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import measured
from motif.planners.meaning.property_words import is_of
from motif.planners.meaning.relating import Relator
from motif.planners.meaning.schema_words import Property, words_in
from motif.planners.meaning.senses import Anchor
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem, stems_listed
from motif.planners.reading.marks import Mark, Reading

HELD = 0.75
"""How well a single year fits relationships that begin and end in years."""

_TIMES = {"year", "date"}
"""What says no more than that a number is a year: "in the year 1931"."""

_SIDES = ("<", "<=", ">", ">=")
"""Of a year: what held before it had begun by then, what held after it began later."""

BEGUN = 0.95
"""The same where it is said that they began: "became president in 1990"."""

SUCH = 0.1
"""Where that property is a noun in the plural for persons: "drummers"."""

NEW = -0.4
"""Of a relationship that is spoken of only by its property."""

INSTEAD, THEIRS = -1.0, -0.4
"""The same where the thing has such a property itself; of a relationship that is spoken of, where what has it stands
directly before the property."""


def tied(linker: Linker, reading: Reading, draft: Draft, anchor: Anchor) -> Iterator[Draft]:
    """The draft with what a bound or a quotation says of a relationship: one that it has, or a further one."""
    said = {sense.property for sense in anchor.senses if sense.kind == "property"}
    words = set(range(anchor.first, anchor.last + 1))
    if _measures_theirs(linker, reading, draft, anchor):
        return
    for number, link in enumerate(draft.links):
        for score, test, used in _tests(linker, reading, anchor, link.type, said):
            links = list(draft.links)
            links[number] = dataclasses.replace(link, where=(*link.where, test))
            grown = dataclasses.replace(draft, links=tuple(links)).using(words | used)
            yield grown.scored(score - 1.0 + THEIRS * _is_theirs(linker, draft, anchor, said))
    if said:
        yield from _with_another(linker, reading, draft, anchor, said)
    else:
        yield from _when_done(linker, reading, draft, anchor)


def _when_done(linker: Linker, reading: Reading, draft: Draft, anchor: Anchor) -> Iterator[Draft]:
    """With what was done at the time that is said, to or by whomever: "patients treated in 2021"."""
    root = draft.spots[0]
    if anchor.bound is None or draft.links or not root.label or root.names or root.at < 0:
        return
    relator = Relator(linker, reading)
    before = content(reading, [at for at in anchor.before if at not in draft.used])
    for found, relation, forward in relator.outright(root.label, before) if before else ():
        far = relation.target if forward else relation.source
        if far == root.label or found.words != set(before):
            continue
        for score, test, used in _tests(linker, reading, anchor, relation.type, set()):
            link = Link(0, 1, relation.type, forward, where=(test,))
            words = used | found.words | set(range(anchor.first, anchor.last + 1))
            yield (
                draft.linked(link, Spot(far)).using(words).changed(focus=0).scored(score - 1.0 + found.score)
            )


def tied_to(
    linker: Linker, reading: Reading, draft: Draft, anchor: Anchor, types: Sequence[str], test: Test
) -> Iterator[Draft]:
    """The draft with a test on a relationship of one of these types: one that it has, or a further one."""
    words = set(range(anchor.first, anchor.last + 1))
    is_tied = False
    for number, link in enumerate(draft.links):
        if link.type in types and link.group < 0:
            is_tied = True
            links = list(draft.links)
            links[number] = dataclasses.replace(link, where=(*link.where, test))
            yield dataclasses.replace(draft, links=tuple(links)).using(words)
    relator = Relator(linker, reading)
    denied = {mark.first for mark in reading.of("nobody")} & {*anchor.before}  # "projects nobody leads"
    before = content(reading, [at for at in anchor.before if at not in draft.used | denied])
    is_noun = reading.words[anchor.last].low != reading.words[anchor.last].lemma
    for near, spot in enumerate(draft.spots):
        for relation in linker.vocabulary.relations if not is_tied else ():
            ways = ((True, relation.source, relation.target), (False, relation.target, relation.source))
            for forward, label, far in ways:
                if relation.type in types and spot.label in (None, label):
                    found = relator.evidence(relation, before)
                    link = Link(
                        near, len(draft.spots), relation.type, forward, negated=bool(denied), where=(test,)
                    )
                    grown = draft.linked(link, Spot(far)).using(words | found.words | denied)
                    is_such = is_noun and spot.at < 0 and label in linker.vocabulary.persons
                    yield dataclasses.replace(grown.labelled(near, label), focus=near).scored(
                        found.score + (SUCH if is_such else NEW)
                    )


def _with_another(
    linker: Linker, reading: Reading, draft: Draft, anchor: Anchor, said: set[str]
) -> Iterator[Draft]:
    """With a relationship that only its property tells of: "films reviewed with a rating over 90"."""
    relator = Relator(linker, reading)
    before = content(reading, [at for at in anchor.before if at not in draft.used])
    for near, spot in enumerate(draft.spots):
        for relation in linker.vocabulary.relations:
            for forward, label, far in (
                (True, relation.source, relation.target),
                (False, relation.target, relation.source),
            ):
                if spot.label not in (None, label):
                    continue
                for score, test, used in _tests(linker, reading, anchor, relation.type, said):
                    found = relator.evidence(relation, before)
                    link = Link(near, len(draft.spots), relation.type, forward, where=(test,))
                    grown = draft.linked(link, Spot(far)).using(used | found.words)
                    grown = grown.using(set(range(anchor.first, anchor.last + 1)))
                    grown = dataclasses.replace(grown.labelled(near, label), focus=near)
                    has_itself = _has_itself(linker, spot.label, said)
                    yield grown.scored(score - 1.0 + found.score + (INSTEAD if has_itself else NEW))


def _has_itself(linker: Linker, label: str | None, said: set[str]) -> bool:
    """Whether things of a label have a property of the name that is said."""
    return any(one.name in said for one in linker.vocabulary.properties_of(label)) if label else False


def _is_theirs(linker: Linker, draft: Draft, anchor: Anchor, said: set[str]) -> bool:
    """Whether what has a property stands directly before it: "products with a price above 50", however ordered."""
    noun = min(anchor.before, default=anchor.first) - 1
    spot = next((one for one in draft.spots if one.at >= 0 and one.at == noun), None)
    return spot is not None and _has_itself(linker, spot.label, said)


def _measures_theirs(linker: Linker, reading: Reading, draft: Draft, anchor: Anchor) -> bool:
    """Whether an adjective directly behind things measures what they have: "products cheaper than 20"."""
    graded = next((one for one in reading.measures if one.first == anchor.first), None)
    spot = next((one for one in draft.spots if one.at >= 0 and one.at == anchor.first - 1), None)
    if graded is None or graded.form != "comparative" or spot is None or not spot.label:
        return False
    return any(measured(graded.adjective, one) for one in linker.vocabulary.properties_of(spot.label))


def _tests(
    linker: Linker, reading: Reading, anchor: Anchor, kind: str, said: set[str]
) -> Iterator[tuple[float, Test, set[int]]]:
    """What an anchor may say of relationships of a type, how well, and the words that it explains."""
    own = [one for one in linker.vocabulary.relation_properties if one.owner == kind]
    span = reading.span(anchor.first, anchor.last)
    if anchor.bound is None:
        for one in own:
            if one.name in said and one.kind in ("text", "list"):
                yield 1.0, text_test(one, anchor, span), set()
        return
    number = anchor.bound.number
    held = holding(linker.vocabulary, kind)
    is_only_time = {name.lower() for name in said} <= _TIMES
    if {name.lower() for name in said} <= _TIMES | {"since"} and _goes_on_since(reading, anchor):
        bound = dataclasses.replace(anchor.bound, operator="=")
        begins = [held[0]] if held is not None else [one for one in own if is_of(one, "begins")]
        for one in begins if number.may_be_year else ():
            begun_then = test_of(reading, one, bound, span)
            still = None if held is None else Condition(held[1].name, "unknown", None, span)
            yield BEGUN, begun_then if still is None else AllOf((begun_then, still)), set()
        return
    if held is not None and is_only_time and number.may_be_year and (ended := _ended(reading, anchor, kind)):
        yield BEGUN, test_of(reading, held[1], anchor.bound, span), ended
        return
    if held is not None and is_only_time and number.may_be_year and anchor.bound.operator == "=":
        begin, end = held
        last = number.until if number.until is not None else number.value
        begun = _begun(reading, anchor)
        if begun:
            yield BEGUN, test_of(reading, begin, anchor.bound, span), begun
        yield HELD, _overlaps(begin, end, int(number.value), int(last)), set()
    if held is not None and is_only_time and number.may_be_year and _says_until(reading, anchor):
        yield BEGUN, test_of(reading, held[1], dataclasses.replace(anchor.bound, operator="="), span), set()
        return
    if held is not None and is_only_time and number.may_be_year and anchor.bound.operator in _SIDES:
        yield HELD, test_of(reading, held[0], anchor.bound, span), set()
    for one in own:
        if (held is not None and one in held) or not is_timely(one, number):
            continue
        if one.name in said:
            yield 1.0, test_of(reading, one, anchor.bound, span), words_of_size(reading, one, anchor)
        elif not said:
            score, used, flips = fits(linker, reading, one, anchor)
            if score > 0:
                yield score + 0.1, test_of(reading, one, anchor.bound, span, flips=flips), used


def _goes_on_since(reading: Reading, anchor: Anchor) -> bool:
    """ "Who has worked there since 2019?": for whom it began then, and goes on."""
    low = [word.low for word in reading.words]
    at = anchor.bound.number.first - 1 if anchor.bound is not None else 0
    return low[at] == "since" and bool({"has", "have", "'ve"} & {*low[:at]})


def _says_until(reading: Reading, anchor: Anchor) -> bool:
    """ "Until 2022", "up to 2022", which is when it ended."""
    bound = anchor.bound
    low = [word.low for word in reading.words[bound.first : bound.number.first]] if bound is not None else []
    return low[:1] in (["until"], ["till"]) or low[:2] == ["up", "to"]


def _begun(reading: Reading, anchor: Anchor) -> set[int]:
    """Words that say that something began, where nothing says that it went on."""
    verbs = stems_listed("spelling", "begun")
    return {at for at in range(anchor.first) if stem(reading.words[at].lemma) in verbs}


def _ended(reading: Reading, anchor: Anchor, kind: str) -> set[int]:
    """Words that say that what a relation says came to an end: "stopped running it before 1990", "left in 2003"."""
    verbs = stems_listed("spelling", "ended") - {*words_in(kind).stems}
    return {at for at in range(anchor.first) if stem(reading.words[at].lemma) in verbs}


def holding(vocabulary: Vocabulary, kind: str) -> tuple[Property, Property] | None:
    """The years or days in which relationships of a type begin and end to hold; None where they do not say."""
    times = [
        one for one in vocabulary.relation_properties if one.owner == kind and one.kind in ("year", "date")
    ]
    end = next((one for one in times if is_of(one, "finishes")), None)
    others = [one for one in times if one != end]
    begin = next((one for one in others if is_of(one, "begins")), None)
    if begin is None and len(others) == 1:
        begin = others[0]  # a day, and when it was given back
    return None if begin is None or end is None else (begin, end)


def _overlaps(begin: Property, end: Property, first: int, last: int) -> Test:
    """Held in at least one of these years; one that did not end holds still."""
    ended = since(end, f"{first:04d}-01-01") if end.kind == "date" else Condition(end.name, ">=", first)
    begun = until(begin, f"{last:04d}-12-31") if begin.kind == "date" else Condition(begin.name, "<=", last)
    return AllOf((begun, AnyOf((ended, Condition(end.name, "unknown")))))


def held_now(linker: Linker, reading: Reading, draft: Draft) -> Draft:
    """With "currently" or "used to" as a condition on the first relationship that may end, and as said now where one is
    asked for who is it: "who is the head of X?"; as it is where nothing of that is said."""
    one = _is_of_one(reading)
    now = any(not _or_ever(reading, mark) for mark in reading.of("now"))
    once = any(not _or_ever(reading, mark) for mark in reading.of("formerly"))
    leaving = stems_listed("spelling", "leaving")
    pairs = zip(reading.words, (*reading.words[1:], None), strict=True)
    said = {
        stem(word.text) for word, behind in pairs if behind is None or behind.text != "-"
    }  # no "left-handed"
    left = bool(leaving & said) and not reading.of("when")
    for number, link in enumerate(draft.links if now or once or left or one else ()):
        held = holding(linker.vocabulary, link.type)
        is_said = now or once or not (link.where or leaving & {*words_in(link.type).stems})
        if one and not (now or once or left):
            is_said = is_said and held is not None and held[1].share < 1
        if held is not None and is_said:
            begin, end = held
            still = AllOf((Condition(begin.name, "known"), Condition(end.name, "unknown")))
            links = list(draft.links)
            test = Condition(end.name, "known") if (once or left) and not now else still
            links[number] = dataclasses.replace(link, where=(*link.where, test))
            return dataclasses.replace(draft, links=tuple(links))
    return draft


def _is_of_one(reading: Reading) -> bool:
    """Whether it is asked who is one thing of what is named, which only one is at a time: "who is the head of X?"."""
    low = [word.low for word in reading.words]
    if low[:1] != ["who"] or low[1:2] not in (["is"], ["'s"]) or low[2:3] != ["the"] or "of" not in low[4:7]:
        return False
    noun = range(3, low.index("of", 4))
    ranked = any(mark.first in noun for mark in reading.measures) or reading.of("anytime")
    return reading.words[noun[-1]].lemma == low[noun[-1]] and not ranked


def _or_ever(reading: Reading, now: Mark) -> bool:
    """Whether a phrase for now is part of one for any time: "either currently or in the past"."""
    return any(mark.first <= now.last + 2 and now.first <= mark.last + 2 for mark in reading.of("anytime"))
