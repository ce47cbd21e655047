"""What has happened to things, where only the day of it is held: "closed mines", "Which loans are repaid?"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.anchors import content
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.marks import Reading

_BEING = ({"is"}, {"are"}, {"was"}, {"were"})
_BEFORE = {"the", "all", "which", "what", "list", "show", "any", "every"}


def has_happened(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Closed mines" and "Which mines are closed?" as "mines that have closed", where some have a day on which they
    did, and others none; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    for done in pieces:
        at = done.first
        if at != done.last or not is_past(low[at]) or not _is_of_some(vocabulary, done):
            continue
        things = next((one for one in pieces if one.first == at + 1 and one.of("label")), None)
        if things is not None and {*low[:at]} <= _BEFORE and not is_past((*low, "")[things.last + 1]):
            rest = reading.question[reading.words[things.last].end :]
            return f"{reading.text(things.first, things.last)} that have {low[at]}{rest}"
        before = [one for one in pieces if one.of("label") and one.last < at]
        between = [*low[before[-1].last + 1 : at]] if before else []
        is_said = {*between} - {"that", "have", "been", "has"} in _BEING or between == ["have", "been"]
        if before and at == last and is_said and {*low[: before[-1].first]} <= _BEFORE:
            return f"{reading.text(before[-1].first, before[-1].last)} that have {low[at]}"
    return ""


def still_open(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Open claims", "claims that are still open" as "claims that have not closed", where claims have a day on which
    they close, and none that says it in a word; "" for another question."""
    low = [word.low for word in reading.words]
    for at in (at for at, word in enumerate(low) if word == "open"):
        begin = at - (low[at - 1] == "still")
        is_said = begin > 1 and low[begin - 1] in ("are", "is", "were")
        behind = next((one for one in pieces if one.first > at and one.of("label")), None)
        between = range(at + 1, behind.first) if behind is not None else range(0)
        if content(reading, between) != [*between]:  # "open high priority claims"
            behind = None
        before = [one for one in pieces if is_said and one.last < begin - 1 and one.of("label")]
        for things in [behind] if behind is not None else before[-1:]:
            labels = {label for sense in things.of("label") for label in sense.labels}
            senses = [sense for one in pieces if one.first <= at <= one.last for sense in one.of("value")]
            is_value = any(labels & {*sense.labels} for sense in senses)
            done = "" if is_value else _closed(vocabulary, labels)
            if done and things is behind:
                said = f"{reading.text(at + 1, things.last)} that have not {done}"
                return reading.instead(at, things.last, said)
            if done:
                return reading.instead(begin - 1, at, f"have not {done}")
    return ""


def _closed(vocabulary: Vocabulary, labels: set[str]) -> str:
    """How it is said that things of a label have closed, which some have not; "" where no day tells it."""
    days = [one for one in vocabulary.properties if one.owner in labels and one.kind == "date"]
    for done in ("closed", "resolved", "settled"):
        ends = [one for one in days if one.words.stems[0] == stem(done)]
        if ends:
            return done if all(one.share < 1 for one in ends) else ""
    return ""


def such_of_a_kind(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Prescription-only tablets" as "tablets that are prescription-only", where tablets are told by a value; "" for
    another question."""
    kind = pieces[-1] if len(pieces) == 2 else None
    if kind is None or kind.last != reading.last or kind.of("label", "name") or not kind.of("value"):
        return ""
    names = {one.property for one in pieces[0].of("property")}
    held = [one for one in vocabulary.properties if one.name in names]
    is_flag = bool(held) and all(one.kind == "boolean" for one in held)
    before = {word.low for word in reading.words[: pieces[0].first]}
    if not is_flag or not before <= _BEFORE or reading.words[kind.last].low == reading.words[kind.last].lemma:
        return ""
    return f"which {reading.text(kind.first, kind.last)} are {reading.text(pieces[0].first, kind.first - 1)}?"


def _is_of_some(vocabulary: Vocabulary, done: Piece) -> bool:
    """Whether a word is the day of what some things have undergone, and some have not."""
    names = {one.property for one in done.of("property")}
    held = [one for one in vocabulary.properties if one.name in names]
    return bool(held) and all(one.kind in ("date", "year") and one.share < 1 for one in held)
