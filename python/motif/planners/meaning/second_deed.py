"""What things do and also do, or do not: "people who directed but never acted", "who wrote but did not direct"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import Meaning, Place, Selection
from motif.planners.english import RELATIVES
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_JOINS = {"but", "and", "yet", "though", "although"}
_HELPING = {
    "do",
    "does",
    "did",
    "has",
    "have",
    "had",
    "was",
    "were",
    "is",
    "are",
    "been",
    "ever",
    "also",
    "they",
}
_DENYING = {"never", "not", "n't", "nothing", "nobody"}
_ANY = {
    "anything",
    "anybody",
    "anyone",
    "any",
    "nothing",
    "nobody",
    "something",
    "in",
    "for",
    "at",
    "to",
    "on",
    "with",
}


def done_and_not_done(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning of the things that do the one, of which the other is so too; None for another question.

    The second is but a verb, with "anything" or what the first one is done to, so that it may be anything else that it
    is not done to: "directed a film, but did not write it" is about one film, and not read here.
    """
    low, last = [word.low for word in reading.words], reading.last
    things = _things(vocabulary, reading, pieces)
    if things is None or last < 3:
        return None
    noun, begin = things
    for joint in range(begin + 1, last):
        verbs = _bare_verbs(vocabulary, reading, pieces, joint + 1)
        if low[joint] not in _JOINS or verbs is None:
            continue
        rest, shared = _in_full(reading, pieces, joint, *verbs)
        is_denied = bool(_DENYING & {*low[joint + 1 : last + 1]})
        end = joint - 1 - (low[joint - 1] == ",")
        first = reading.text(begin, end)
        is_bare = not any(one.first > begin and one.last <= end and not one.of("property") for one in pieces)
        is_plain = is_bare and not shared and is_past(low[joint + 1])
        if not is_denied and not is_plain:
            return None  # "who founded and leads companies": the same ones? "per year and host"
        object_of_both = f" {shared}" if shared and is_bare else ""
        return _both(asking, f"{noun} {first}{object_of_both}?", f"{noun} {rest}?")
    return None


def _in_full(
    reading: Reading, pieces: Sequence[Piece], joint: int, rest: str, shared: str
) -> tuple[str, str]:
    """The same with what "one" stands for: "has directed films, but never written one"."""
    noun = next((one for one in reversed(pieces) if one.last < joint and one.of("label")), None)
    if shared != "one" or noun is None or noun.last < joint - 2:
        return rest, shared
    return f"{rest.removesuffix(' one')} any {reading.text(noun.first, noun.last)}", ""


def _things(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> tuple[str, int] | None:
    """What is spoken of, in words before what is said of it, and where that begins; None where it is not clear."""
    low = [word.low for word in reading.words]
    if low[0] == "who":
        persons = sorted(vocabulary.persons)
        return (f"Which {vocabulary.labels[persons[0]].text.lower()}", 1) if len(persons) == 1 else None
    noun = next((one for one in pieces if one.of("label") and not one.of("name")), None)
    if noun is None or {*low[: noun.first]} - listed("asking", "opening") - _OPENING:
        return None
    begin = noun.last + 1 + (low[noun.last + 1 : noun.last + 2] != [] and low[noun.last + 1] in RELATIVES)
    is_said = begin < len(low) and (begin > noun.last + 1 or low[begin] in _HELPING or noun.first > 0)
    return (reading.text(0, begin - 1), begin) if is_said else None


_OPENING = {"which", "what", "all", "how", "many", "of"}


def _bare_verbs(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], at: int
) -> tuple[str, str] | None:
    """What stands from a word to the end, and what it is done to, where that is only a verb that relations are called
    by; None for more."""
    low, last = [word.low for word in reading.words], reading.last
    verbs = [
        place
        for place in range(at, last + 1)
        if _is_done(vocabulary, reading, place) and low[place] not in _ANY | _HELPING
    ]
    if not verbs or {*low[at : verbs[0]]} - _HELPING - _DENYING:
        return None
    behind = range(verbs[0] + 1, last + 1)
    rest = [place for place in behind if low[place] not in _ANY]
    noun = next((one for one in pieces if rest and one.first == rest[-1] and one.of("label")), None)
    is_of_all = (
        bool(rest) and low[last] != reading.words[last].lemma
    )  # "but did not direct a film", which he wrote?
    if noun is not None and noun.last == last and len(rest) == last + 1 - noun.first and is_of_all:
        return reading.text(at, last), reading.text(rest[0], last)
    if [low[place] for place in rest] == ["one"]:
        return reading.text(at, last), "one"
    return None if rest else (reading.text(at, last), "")


def _is_done(vocabulary: Vocabulary, reading: Reading, at: int) -> bool:
    """Whether a word is what a relation is called by, or the past of what things are: "interviewed", of interviews."""
    key = stem(reading.words[at].text)
    is_deed = is_past(reading.words[at].low) and any(
        one.stems == (key,) for one in vocabulary.labels.values()
    )
    return is_deed or any(key in one.words.stems for one in vocabulary.kinds)


def _both(asking: Asking, first: str, second: str) -> Meaning | None:
    """The meaning of the first, with what the second says of the things; None where one is not read whole."""
    one, other = (next(iter(asking(said)), None) for said in (first, second))
    if one is None or other is None or one.omissions or other.omissions:
        return None
    mine, yours = one.asked, other.asked
    if not isinstance(mine, Selection) or not isinstance(yours, Selection):
        return None
    if (
        mine.place.label != yours.place.label
        or mine.place.names
        or yours.place.names
        or yours.limit
        or mine.asks
    ):
        return None
    if yours.having or yours.order or yours.place.foremost is not None:
        return None
    more = mapped(yours.place, _as_other)
    place = dataclasses.replace(mine.place, tests=(*mine.place.tests, *more.tests))
    asked = dataclasses.replace(mine, place=place)
    return Meaning(asked, (), min(one.confidence, other.confidence))


def _as_other(place: Place) -> Place:
    return dataclasses.replace(place, key=f"{place.key} else")
