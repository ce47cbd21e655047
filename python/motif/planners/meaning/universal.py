"""What holds of all of a kind: "Are all breads vegan?", "sold by every shop", "shops that sell only vegan breads"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.graphs.meaning import (
    AllOf,
    AnyOf,
    Branch,
    Comparison,
    Condition,
    Meaning,
    Not,
    Omission,
    Place,
    Relative,
    Selection,
    Test,
)
from motif.planners.english import BEING, DOING
from motif.planners.meaning.contrasting import one_number, with_other_keys
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

TRIED = 6
"""Ways to divide what is said of all into what tells which and what is asked of them, at most."""


def every_in(reading: Reading) -> Iterator[tuple[int, int]]:
    """Where "all", "every", "all of the" stand: first and last word.

    >>> from motif.planners.reading.marks import read
    >>> [list(every_in(read(text))) for text in ("Are all of the breads vegan?", "Is it sold by every single shop?")]
    [[(1, 3)], [(4, 5)]]
    """
    low = [word.low for word in reading.words]
    for at, word in enumerate(low):
        if word in listed("words", "every"):
            last = at
            while low[last + 1 : last + 2] and low[last + 1] in (
                "of",
                "the",
                "these",
                "those",
                "single",
                "one",
            ):
                last += 1
            yield at, last


def whether_all(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The meaning of "Are all breads vegan?", "Does X sell every bread?": whether as many are so as there are.

    None for another question, and where one of both numbers is not read.
    """
    if not _asks_whether(reading) or reading.of("negation"):
        return None
    low = [word.low for word in reading.words]
    for first, last in every_in(reading):
        things = _things(pieces, last + 1)
        if things is None:
            continue
        said = reading.text(last + 1, things.last)
        if first == 1:
            divided = _of_subject(reading, things, said)
        elif things.last == reading.last or low[things.last + 1] in listed("words", "restricting"):
            said = reading.text(last + 1, reading.last)
            divided = iter([(said, f"How many {said} {reading.text(0, first - 1)}?", f"such {said}")])
        else:
            continue
        for whole, part, told in divided:
            meaning = _as_many(asking, f"How many {whole} are there?", part, told, f"all {whole}")
            if meaning is not None:
                return meaning
    return None


def _of_subject(reading: Reading, things: Piece, said: str) -> Iterator[tuple[str, str, str]]:
    """What is said of all, divided: which they are, how many of them are so, and what that is called.

    "All breads of X are vegan" says of X's breads that they are vegan; "all breads are from X" says all of that.
    """
    begin = things.last + 1
    helping = reading.words[0].low
    splits = [begin]
    if begin <= reading.last and reading.words[begin].low in listed("words", "restricting"):
        splits = [*range(reading.last, begin + 1, -1)][:TRIED] + splits
    for split in splits:
        which = f"{said} {reading.text(begin, split - 1)}".strip()
        so = reading.text(split, reading.last)
        if so:
            yield which, f"How many {which} {'' if helping in DOING else helping} {so}?", f"{which} {so}"


def _as_many(asking: Asking, whole: str, part: str, told: str, told_all: str) -> Meaning | None:
    """Whether as many are meant by the one question as by the other, which one more test divides."""
    of_part, of_whole = one_number(asking(part)), one_number(asking(whole))
    if of_part is None or of_whole is None:
        return None
    (one, some), (other, every) = of_part, of_whole
    is_more = some.place.label == every.place.label and len(some.place.tests) == len(every.place.tests) + 1
    if not is_more or one.omissions or other.omissions:
        return None
    places = Place("one", None, (told,)), Place("another", None, (told_all,))
    asked = Comparison("same", *places, None, numbers=(some, with_other_keys(every)))
    return Meaning(asked, (), min(one.confidence, other.confidence))


def by_all(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Which breads are sold by every shop?" with "at least 5 shops", where there are five; "" for another question,
    and where anything more is said of these."""
    low = [word.low for word in reading.words]
    asked = next((one for one in pieces if one.of("label")), None)
    is_there = low[1:2] == ["there"] and low[0] in BEING
    if low[0] not in ("which", "what", "who") and (asked is None or asked.first > 1) and not is_there:
        return ""
    for first, last in every_in(reading):
        things = _things(pieces, last + 1)
        if things is None or things is asked or things.first != last + 1 or first < 2 or low[first] == "each":
            continue
        if low[first - 1] in ("of", "for", "per"):
            continue
        if any(one.first > things.last and one.of("label", "name", "value", "property") for one in pieces):
            continue
        if any(one.first < first and one.of("property") and not one.of("label", "name") for one in pieces):
            continue
        is_subject = low[first - 1] in DOING or (low[first - 1] == "that" and things.last < reading.last)
        if not is_subject and (things.last != reading.last or low[0] not in ("which", "what", "who")):
            continue
        labels = [one.labels[0] for one in things.of("label") if one.score == 1]
        if len(labels) != 1:
            continue
        number = len(vocabulary.labelled(labels[0]))
        said = reading.text(things.first, things.last)
        behind = reading.question[reading.words[things.last].end :]
        return f"{reading.text(0, first - 1)} at least {number} {said}{behind}"
    return ""


def only_so(vocabulary: Vocabulary, reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of "shops that sell only vegan breads": those that sell such, and none that are not.

    None for another question, and where what else there may not be is not one relation to things told by something.
    """
    span = only_in(reading)
    if span is None:
        return None
    without = f"{reading.text(0, span[0] - 1)} {reading.text(span[1] + 1, len(reading.words) - 1)}"
    meaning = next(iter(asking(without)), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    root = meaning.asked.place
    branches = [one for one in root.tests if isinstance(one, Branch)]
    if len(branches) != 1 or root.foremost is not None or _counts(branches[0].place):
        return None  # "recorded works by only one composer" are counted over all of them
    other = _otherwise(vocabulary, branches[0])
    if other is None:
        return None
    place = dataclasses.replace(root, tests=(*root.tests, Not(other)))
    return Meaning(dataclasses.replace(meaning.asked, place=place), (), meaning.confidence)


def _counts(place: Place) -> bool:
    """Whether something is counted of what a place stands for."""
    branches = [one for one in place.tests if isinstance(one, Branch)]
    return any(one.count is not None or _counts(one.place) for one in branches)


def only_in(reading: Reading) -> tuple[int, int] | None:
    """Where "only", "nothing but" or "all" limits what things are joined to: first and last word; None for nowhere."""
    low = [word.low for word in reading.words]
    for mark in reading.of("only"):
        before, behind = low[mark.first - 1 : mark.first], low[mark.last + 1 : mark.last + 2]
        is_number = any(one.first == mark.last + 1 for one in reading.numbers) or behind == ["once"]
        if mark.first > 1 and before[0] not in listed("words", "not_limited") and behind and not is_number:
            return mark.first, mark.last
    for first, last in every_in(reading):
        if low[first] != "all" or first < 2 or _asks_whether(reading):
            continue
        is_said = low[first - 1] in ("where", "which")
        is_said |= low[first - 1] in BEING and first > 2 and low[first - 2] not in ("what", "who", "which")
        if is_said and (low[first - 1] != "which" or low[first - 2] in ("in", "at", "of", "for", "on")):
            return first, last
    return None


def unlimited(reading: Reading, draft: Draft, selection: Selection) -> Iterator[Omission]:
    """ "All" and "only" where a question reads as one whether there are any, or about what is joined to such among
    others."""
    spans = [
        one for one in every_in(reading) if (selection.asks and one[0] > 0) or _is_done_to(reading, one[0])
    ]
    found = only_in(reading) if draft.links else None
    for first, last in [*spans, *([found] if found is not None else [])]:
        yield Omission("word", reading.span(first, last), reading.text(first, last))


def _is_done_to(reading: Reading, at: int) -> bool:
    """Whether "all" or "every" stands behind a verb: "who have ordered all products of X", "that sell every bread"."""
    low = [word.low for word in reading.words]
    if at < 2 or low[at] == "each" or low[at - 1] in BEING:
        return False
    return is_past(low[at - 1]) or (low[at - 2] in ("who", "that", "which") and at > 2)


def _otherwise(vocabulary: Vocabulary, branch: Branch) -> Branch | None:
    """The branch to what is not so; None where nothing tells which these are, or more than that does."""
    place = branch.place
    tests = [*place.tests]
    if place.names and place.label is not None and (name := vocabulary.naming(place.label)):
        named = tuple(Condition(name, "=", one) for one in place.names)
        tests.append(named[0] if len(named) == 1 else AnyOf(named))
    elif place.names:
        return None
    inside = [test for one in place.bound() for test in one.tests]
    is_plain = not (branch.where or branch.count or branch.optional or place.foremost)
    if not tests or not is_plain or any(isinstance(one, Relative) for one in inside):
        return None
    other = Place(place.key, place.label, (), (Not(_all(tests)),))
    renamed = mapped(other, lambda one: dataclasses.replace(one, key=f"{one.key} else"))
    return dataclasses.replace(branch, place=renamed)


def _all(tests: Sequence[Test]) -> Test:
    return tests[0] if len(tests) == 1 else AllOf(tuple(tests))


def _asks_whether(reading: Reading) -> bool:
    return reading.words[0].low in listed("asking", "yes_or_no")


def _things(pieces: Sequence[Piece], at: int) -> Piece | None:
    """The noun for things of a kind that stands there, behind at most two words for which: "all vegan breads"."""
    thing = next((one for one in pieces if at <= one.first <= at + 2 and one.of("label")), None)
    before = [one for one in pieces if thing is not None and at <= one.first < thing.first]
    return None if thing is None or any(one.of("name") for one in before) else thing
