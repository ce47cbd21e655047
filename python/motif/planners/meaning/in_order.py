"""What was done to things before or after something else was: "closed after they were due", "died before they were 50",
"shipped within 3 days of being ordered", "closed on the day they were opened"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import AllOf, Condition, Meaning, Operator, Place, Relative, Selection, Test
from motif.graphs.spans import TimeSpan
from motif.planners.meaning.ages import OLDEST, is_birth
from motif.planners.meaning.request import Asking
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.than import called
from motif.planners.meaning.time_spans import is_span
from motif.planners.meaning.trees import mapped
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_JOINTS: dict[str, Operator] = {"before": "<", "after": ">", "earlier": "<", "later": ">", "sooner": "<"}
_SMALL = {"they", "it", "he", "she", "were", "was", "are", "is", "being", "been", "had", "the", "their", "its", "his",
          "her", "when", "date", "day", "of", "than", "that", "as", "same"}  # fmt: skip
_OF_AGE = {"turning", "turned", "reaching", "reached", "age", "years", "old", "aged"}
_BEHIND_THINGS = {
    "that",
    "which",
    "who",
    "were",
    "was",
    "are",
    "is",
    "have",
    "has",
    "had",
    "been",
    ",",
}


@dataclasses.dataclass(frozen=True, slots=True)
class _Said:
    """What is compared: the word for what was done, how, and the words for the other thing from ``other`` on.

    Attributes
    ----------
    test
        How the whole days between both are bounded; None where only their order is said.
    """

    done: int
    operator: Operator
    other: int
    test: tuple[tuple[Operator, int], ...] | None = None


def done_in_order(vocabulary: Vocabulary, reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning without the comparison, of such things only as it holds of; None for another question, and where no
    one kind of things has both times."""
    said = _said(reading)
    if said is None or reading.words[0].low in listed("asking", "yes_or_no"):
        return None
    end = said.done - 1
    while end > 0 and reading.words[end].low in _BEHIND_THINGS:
        end -= 1
    words = [at for at in range(said.other, reading.last + 1) if reading.words[at].low not in _SMALL]
    meaning = next(iter(asking(f"{reading.text(0, end)}?")), None) if words and end >= 0 else None
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    found = [
        (place.key, test)
        for place in meaning.asked.place.bound()
        if place.label is not None and not place.names
        for test in [_test(vocabulary, reading, place, said, words)]
        if test is not None
    ]
    if len(found) != 1:
        return None
    key, test = found[0]

    def told(place: Place) -> Place:
        return dataclasses.replace(place, tests=(*place.tests, test)) if place.key == key else place

    place = mapped(meaning.asked.place, told)
    return dataclasses.replace(meaning, asked=dataclasses.replace(meaning.asked, place=place))


def _said(reading: Reading) -> _Said | None:
    """How two times of the same things are said to be compared; None where they are not."""
    low, last = [word.low for word in reading.words], reading.last
    for at in range(2, last):
        operator = _JOINTS.get(low[at])
        is_than = low[at] in ("earlier", "later", "sooner")
        if operator is not None and (low[at + 1] == "than") == is_than and is_past(low[at - 1]):
            return _Said(at - 1, operator, at + 1)
        if (
            low[at] == "day"
            and low[at - 1] in ("the", "same")
            and {"they", "it", "as"} & {*low[at + 1 : at + 3]}
        ):
            begin = at - 1 - (low[at - 1] == "same")
            if low[begin - 1] == "on" and is_past(low[begin - 2]):
                return _Said(begin - 2, "=", at + 1, (("=", 0),))
        if (
            low[at] in ("when", "at", "aged")
            and is_past(low[at - 1])
            and {*low[at + 1 :]} & (_OF_AGE | {"were"})
        ):
            return _Said(at - 1, "=", at + 1)
    return _so_far_apart(reading)


def _so_far_apart(reading: Reading) -> _Said | None:
    """ "Within 3 days of being ordered", "more than a week after they were ordered"."""
    low = [word.low for word in reading.words]
    for bound in reading.bounds:
        number, unit = bound.number, bound.number.last + 1
        days = {"day": 1, "week": 7}.get(reading.words[unit].lemma) if unit + 2 <= reading.last else None
        if days is None or not isinstance(number.value, int) or bound.upper is not None:
            continue
        first, joint, far = bound.first, low[unit + 1], number.value * days
        is_within = low[first - 1] == "within"
        first -= is_within
        if (
            first < 1
            or not is_past(low[first - 1])
            or joint not in (("of", "after") if is_within else ("after",))
        ):
            continue
        low_end = -far if joint == "of" else 0
        ends: tuple[tuple[Operator, int], ...] = ((">=", low_end), ("<=", far))
        return _Said(first - 1, "=", unit + 2, ends if is_within else ((bound.operator, far),))
    return None


def _test(
    vocabulary: Vocabulary, reading: Reading, place: Place, said: _Said, words: Sequence[int]
) -> Test | None:
    """What is compared of the things of a place; None where they have no such times, or it may be several."""
    own = [
        one
        for one in vocabulary.properties_of(place.label)
        if one.kind in ("date", "year") and not is_span(one)
    ]
    done = _told(own, reading, [said.done])
    if done is None:
        return None
    aged = _age_said(reading, words)
    if aged is not None:
        births = [one for one in own if is_birth(one) and one is not done and one.kind == done.kind]
        operator: Operator = ">=" if said.operator == ">" else said.operator
        span = (
            TimeSpan("years", births[0].name, done.name) if len(births) == 1 and said.test is None else None
        )
        return None if span is None else Condition(span.name, operator, aged)
    other = _told(own, reading, words)
    if other is None or other is done or other.kind != done.kind:
        return None
    if said.test is None:
        return Relative(done.name, said.operator, place.key, other.name) if said.operator != "=" else None
    if done.kind != "date":
        return None
    name = TimeSpan("days", other.name, done.name).name
    tests = tuple(Condition(name, operator, far) for operator, far in said.test)
    return tests[0] if len(tests) == 1 else AllOf(tests)


def _told(own: Sequence[Property], reading: Reading, words: Sequence[int]) -> Property | None:
    """The one time that all of some words say; None where none, or several, are called so."""
    said = {stem(reading.words[at].text) for at in words}
    found = [one for one in own if said <= {*called(one)}]
    return found[0] if len(found) == 1 else None


def _age_said(reading: Reading, words: Sequence[int]) -> int | None:
    """The age that is said: "they were 50", "turning 50", "the age of 50"; None for anything else."""
    rest = [at for at in words if reading.words[at].low not in _OF_AGE]
    number = next(
        (one for one in reading.numbers if rest and one.first == rest[0] and one.last == rest[-1]), None
    )
    is_age = number is not None and isinstance(number.value, int) and number.value < OLDEST
    return int(number.value) if number is not None and is_age else None
