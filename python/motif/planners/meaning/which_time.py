"""Which of several times of a thing a bound is about, where no word beside it says so: "voyages in 2022"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.graphs.meaning import AllOf, Condition, Omission, Test
from motif.planners.meaning.bounding import fits, is_timely
from motif.planners.meaning.drafts import Check, Draft
from motif.planners.meaning.journeys import told_by_tie
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.senses import Anchor
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word

APART = 0.04
"""How much better than the others a time must fit to be the one that is meant."""


def untold_times(
    linker: Linker, reading: Reading, draft: Draft, anchors: Sequence[Anchor]
) -> Iterator[Omission]:
    """Bounds on one of several times that fit as well: a voyage "in 2022" may have departed or arrived then."""
    for number, check in enumerate(draft.checks):
        condition = _first_of(check.test)
        if condition is not None and _is_told(draft.checks[:number], check, condition):
            continue  # "opened in 2021 or 2022"
        anchor = next(
            (
                one
                for one in anchors
                if condition is not None
                and one.bound is not None
                and not one.senses
                and reading.span(one.first, one.last) == condition.span
            ),
            None,
        )
        if condition is None or anchor is None or anchor.bound is None:
            continue
        fit = {
            one.name: max(
                fits(linker, reading, one, anchor)[0], told_by_tie(linker, reading, draft, check.spot, one)
            )
            for one in linker.vocabulary.properties_of(draft.spots[check.spot].label)
            if one.kind in ("date", "year")
            and is_timely(one, anchor.bound.number)
            and not {*one.words.lemmas} <= _PLAIN
        }
        others = [score for name, score in fit.items() if name != condition.property]
        if condition.property in fit and max(others, default=0.0) > fit[condition.property] - APART:
            yield Omission("number", condition.span, reading.question[slice(*condition.span)])


def of_ties_rather(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """A bound on "a date", read as that of a thing which is called otherwise, where a relationship of it has one too:
    "insured from a date before 2012" is no birth date."""
    vocabulary = linker.vocabulary
    tied = {one.owner for one in vocabulary.relation_properties if one.kind in ("date", "year")}
    said = {word.lemma for word in reading.words}
    for check in draft.checks:
        condition = _first_of(check.test)
        owned = vocabulary.properties_of(draft.spots[check.spot].label) if condition is not None else ()
        times = [one for one in owned if one.kind in ("date", "year") and one.name == condition.property]  # type: ignore[union-attr]
        links = {link.type for link in draft.links if check.spot in (link.near, link.far) and not link.where}
        if condition is None or not times or not links & tied:
            continue
        text = {word.low for word in reading.words if _inside(word, condition)}
        own = {*times[0].words.lemmas} - _PLAIN
        if own and own.isdisjoint(said) and text & _PLAIN & {*times[0].words.lemmas}:
            yield Omission("number", condition.span, reading.question[slice(*condition.span)])


def _inside(word: Word, condition: Condition) -> bool:
    return condition.span[0] <= word.start and word.end <= condition.span[1]


def _is_told(before: Sequence[Check], check: Check, condition: Condition) -> bool:
    """Whether a bound goes on from one on the same time of the same thing."""
    firsts = [
        _first_of(one.test) for one in before if one.spot == check.spot and one.group == check.group >= 0
    ]
    return any(one is not None and one.property == condition.property for one in firsts)


_PLAIN = {"date", "year", "time", "day"}
"""Words of what is only called a time: the one that is meant where no other is said, and often a part of another."""


def _first_of(test: Test) -> Condition | None:
    """The condition that a bound became, or the first of both its ends."""
    first = test.tests[0] if isinstance(test, AllOf) else test
    return first if isinstance(first, Condition) else None
