"""What is asked for each year, month or decade, and in which of them there is most: parts of days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.graphs.meaning import AllOf, Column, Condition, Part, Value
from motif.planners.meaning.drafts import Draft, key_of
from motif.planners.meaning.property_words import same_as
from motif.planners.meaning.request import Request
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_PARTS: dict[str, Part] = {"year": "year", "month": "month", "decade": "decade"}
_OF_YEARS: dict[Part, Part] = {"year": "whole", "decade": "decade"}
"""What of a property that holds years is its year, and its decade."""

_LINKING = {"was", "were", "is", "are", "did", "do", "does", "had", "has", "have", "saw", "there"}
_NUMBERS = {"number", "count", "amount", "quantity", "total", "of"}


def part_at(reading: Reading, at: int) -> Part | None:
    """The part of a day that a word says; None for any other."""
    if at >= len(reading.words) or reading.words[at].lemma not in listed("asking", "calendar"):
        return None
    return _PARTS[reading.words[at].lemma]


def peaks(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "In which year were the most loans made?", "Which month had the fewest orders?": of all, the one."""
    low = [word.low for word in reading.words]
    begin = 1 if low[:1] in (["in"], ["during"]) else 0
    part = part_at(reading, begin + 1) if low[begin : begin + 1] in (["which"], ["what"]) else None
    if part is None:
        return
    for measure in reading.measures:
        if measure.form != "superlative" or measure.adjective not in ("", "high", "great", "large", "low"):
            continue
        following = measure.last + 1
        while following < len(low) and low[following] in _NUMBERS:
            following += 1
        if any(piece.first == following and piece.of("label") for piece in pieces):
            between = {at for at in range(begin + 2, measure.first) if low[at] in {*_LINKING, "the"}}
            request.form, request.part, request.peak = "count", part, measure.end or "+"
            request.when, request.limit, request.is_one = "", 1, True
            request.taken |= {*range(begin + 2), *between, *range(measure.first, following)}
            return


def of_part(
    vocabulary: Vocabulary, reading: Reading, draft: Draft, request: Request
) -> tuple[Column, set[int]] | None:
    """The part of the day that rows are grouped by, and the words that say which day: "joined each year".

    None where nothing has a day, or several have and nothing says which.
    """
    assert request.part is not None
    said = {
        at: {stem(reading.words[at].text), *same_as(stem(reading.words[at].text))}
        for at in range(len(reading.words))
        if at not in draft.used | request.taken and reading.words[at].kind == "word"
    }
    root = draft.spots[0].label
    own = set(vocabulary.labels[root].stems) if root in vocabulary.labels else set[str]()
    bounded = set(_bounded(draft))
    all_said = {stem(word.text) for word in reading.words if word.kind == "word"}
    scored = []
    for value, one, distance in _days(vocabulary, draft, request.part):
        stems = set(one.words.stems)
        hits = {at for at, keys in said.items() if keys & stems}
        is_bounded = (value.place, value.property) in bounded
        likely = max(
            2.0 * (bool(hits) or is_bounded),
            1.5 * value.of_relationship,
            1.2 * bool(all_said & stems),
            1.0 * bool(own & stems),
        )
        scored.append((likely - 0.5 * distance, value, hits))
    scored.sort(key=lambda each: -each[0])
    if not scored or (len(scored) > 1 and scored[0][0] == scored[1][0]):
        return None
    _, value, hits = scored[0]
    return Column(request.part, value), hits


def _bounded(draft: Draft) -> Iterator[tuple[str, str]]:
    """The properties that are bounded, by the keys of their places: "opened in 2024, per month"."""
    for check in draft.checks:
        tests = check.test.tests if isinstance(check.test, AllOf) else (check.test,)
        yield from ((key_of(check.spot), one.property) for one in tests if isinstance(one, Condition))


def _days(vocabulary: Vocabulary, draft: Draft, part: Part) -> Iterator[tuple[Value, Property, int]]:
    """Every day or year that what is spoken of has, and whether it is not the first thing's."""
    for at, spot in enumerate(draft.spots):
        for one in vocabulary.properties_of(spot.label) if spot.label and not spot.names else ():
            if (of := part_of_day(one, part)) is not None:
                yield Value(key_of(at), one.name, part=of), one, int(at > 0)
    for link in draft.links:
        for one in vocabulary.relation_properties if link.group < 0 and not link.negated else ():
            if one.owner == link.type and (of := part_of_day(one, part)) is not None:
                yield Value(key_of(link.far), one.name, of_relationship=True, part=of), one, 0


def part_of_day(one: Property, part: Part) -> Part | None:
    """What of a property says a year, a month or a decade; None where it holds neither days nor years."""
    if one.kind == "date":
        return part if one.clock in ("day", "moment") else None
    of = _OF_YEARS.get(part) if one.kind == "year" else None
    return of if of == "whole" or not one.is_text else None  # of a year in a text no decade is told
