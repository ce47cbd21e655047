"""Which of the things came first or last by what was done to them: "the issue that was opened first"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from motif.graphs.meaning import Column, Meaning, Order, Selection, Value
from motif.planners.meaning.request import Asking
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import unplaced
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.marks import Reading

_ENDS = {
    ("first",): False,
    ("earliest",): False,
    ("oldest",): False,
    ("last",): True,
    ("latest",): True,
    ("newest",): True,
    ("most", "recently"): True,
    ("most", "recent"): True,
}
"""Words for the end of an order in time, and whether it is the last one."""

_TIMES = {"date", "year", "day", "time", "at", "on", "in", "timestamp"}
_HAPPENINGS = {"birth", "death", "release", "launch", "start", "end", "hire", "foundation", "purchase"}
_BEING = {"was", "were", "is", "are", "been", "ever", "that", "which", "to", "be", "has", "had"}
_WITH = {"with", "having", "has", "had", "by", "the", "a", "an"}


@dataclass(frozen=True, slots=True)
class _End:
    """Which end is meant, the places of the words that say so, and the time that it is an end of."""

    is_last: bool
    words: frozenset[int]
    time: Property


def at_the_end(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning of "Which issue was opened first?", "the latest case by filing date", where that is a time of things.

    What is left of the question is asked for as a list, the first of which is meant. None for another question, and
    where the list is not read whole.
    """
    things = next((one for one in pieces if one.of("label") and not one.of("name")), None)
    found = _end(vocabulary, reading, things) if things is not None else None
    if found is None:
        return None
    left = " ".join(
        reading.words[at].text
        for at in range(reading.last + 1)
        if at not in found.words and reading.words[at].low not in ("which", "what", "?")
    )
    meaning = next(iter(asking(f"List the {left.removeprefix('the ')}")), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    asked = meaning.asked
    is_plain = not asked.order and asked.limit is None and asked.per is None and not asked.asks
    if asked.place.label != found.time.owner or not is_plain or asked.place.names:
        return None
    value = Value(asked.place.key, found.time.name)
    shown = (*asked.columns, Column(found.time.words.text, value, is_besides=True))
    columns = shown if all(one.value != value for one in asked.columns) else asked.columns
    ordered = dataclasses.replace(
        asked, place=unplaced(asked.place), columns=columns, order=(Order(value, found.is_last),), limit=1
    )
    return Meaning(ordered, (), meaning.confidence)


def _end(vocabulary: Vocabulary, reading: Reading, things: Piece) -> _End | None:
    """The end that is said, beside the word for what was done; None where none is."""
    low = [word.low for word in reading.words]
    labels = {label for sense in things.of("label") for label in sense.labels}
    times = [one for one in vocabulary.properties if one.owner in labels and one.kind in ("date", "year")]
    for at in range(reading.last + 1):
        said = next((one for one in _ENDS if tuple(low[at : at + len(one)]) == one), None)
        if said is None:
            continue
        marked = set(range(at, at + len(said)))
        for doing in _beside(low, things, at, at + len(said)):
            time = _time_of(times, low[doing])
            if time is not None and not _is_asked(low, doing):
                words = marked | {doing} | _around(low, marked | {doing}, things)
                return _End(_ENDS[said], frozenset(words), time)
    return None


def _is_asked(low: Sequence[str], doing: int) -> bool:
    """Whether the time itself is asked for: "the latest built year of bridges"."""
    at = doing + 1
    while at < len(low) and low[at] in _TIMES:
        at += 1
    return at > doing + 1 and low[at : at + 1] in (["of"], ["among"], ["for"], ["in"])


def _beside(low: Sequence[str], things: Piece, first: int, behind: int) -> list[int]:
    """Places where the word for what was done may stand: "opened first", "first opened issue", "issue first opened",
    "with the earliest opening date", "latest issue by opening date"."""
    found = [first - 1] if first - 1 > things.last else []
    is_apart = first > things.last and behind + 1 < len(low) and low[behind + 1] != "?"
    found += (
        [behind] if behind < len(low) and not is_apart else []
    )  # "users last seen before 2020" are no one
    if behind == things.first:
        after = things.last + 1
        while after < len(low) and low[after] in _BEING | {"by"}:
            after += 1
        is_done_by = "by" in low[after + 1 : after + 2]  # "the first issue opened by X"
        found += [after] if after < len(low) and not is_done_by else []
    return found


def _time_of(times: Sequence[Property], word: str) -> Property | None:
    """The only time of the things that is called after what was done."""
    is_done = is_past(word) or word.endswith("ing") or word in _HAPPENINGS
    own = [one for one in times if is_done and stem(word) in one.words.stems and word not in _TIMES]
    own = [one for one in own if {*one.words.lemmas} - _TIMES]
    return own[0] if len(own) == 1 else None


def _around(low: Sequence[str], said: set[int], things: Piece) -> set[int]:
    """The words about these that say no more: "was", "with the", "date"."""
    found = set[int]()
    at = max(said) + 1
    while at < len(low) and low[at] in _TIMES - {"in", "on", "at"}:
        found.add(at)
        at += 1
    at = min(said - set(range(things.first, things.last + 1))) - 1
    if at > things.last:
        while at > things.last and low[at] in _BEING | _WITH:
            found.add(at)
            at -= 1
    between = {at for at in range(things.last + 1, max(said)) if low[at] in _BEING | {"by"}}
    return found | (between if min(said) < things.first else set())
