"""Questions in other words that say what is lacking: "trains that lack a line", "unassigned issues", "non-public"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.english import BEING, DENYING
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.marks import Reading

_LACKING = {stem("lack"), stem("missing")}
_ARTICLES = {"a", "an", "any", "the", "their", "its"}
_JOINING = {"that", "which", "who", "are", "is", "were", "was", "do", "does"}
_ANYTHING = {"anything", "any", "yet", "before"}


def without_it(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Trains that lack a line", "issues missing a label" as "trains without a line"; "" for another question."""
    low = [word.low for word in reading.words]
    for at in range(1, reading.last):
        behind = at + 1 + (low[at + 1] in _ARTICLES)
        thing = next((one for one in pieces if one.first == behind and one.of("label", "property")), None)
        if stem(low[at]) not in _LACKING or thing is None:
            continue
        end = at - 1
        while end > 0 and low[end] in _JOINING:
            end -= 1
        if any(one.first <= end <= one.last and one.of("label") for one in pieces):
            return f"{reading.text(0, end)} without {reading.text(at + 1, len(low) - 1)}"
    return ""


def not_so(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Unassigned issues" as "issues that are not assigned", "unlabelled" as "without a label", "non-public" as "not
    public"; "" for another question, and for a word that is no such denial."""
    for at, word in enumerate(reading.words):
        denied = _denied(word.low)
        things = next((one for one in pieces if one.first == at + 1 and one.of("label")), None)
        is_behind = at > 0 and reading.words[at - 1].low in BEING
        if not denied or not (things or is_behind):
            continue
        said = _said_of(vocabulary, denied)
        if not said:
            continue
        if things is None:
            said = f"not {denied}" if said.startswith("that") else said
            return f"{reading.question[: word.start]}{said}{reading.question[word.end :]}"
        before, behind = reading.question[: word.start], reading.question[reading.words[things.last].end :]
        return f"{before}{reading.text(things.first, things.last)} {said}{behind}"
    return ""


def never_done(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Never lent paintings" as "paintings that were never lent", "no cafe museums" as "museums without cafe"; "" for
    another question."""
    low = [word.low for word in reading.words]
    at = next((at for at, word in enumerate(low[:2]) if word in ("never", "no")), -1)
    things = next((one for one in pieces if one.last == reading.last and one.of("label")), None)
    if (
        at < 0
        or things is None
        or things.first < at + 2
        or low[0] not in ("never", "no", "the", "all", "list")
    ):
        return ""
    noun, said = reading.text(things.first, things.last), reading.text(at + 1, things.first - 1)
    if low[at] == "never":
        return f"{noun} that were never {said}" if is_past(low[at + 1]) and things.first == at + 2 else ""
    about = next((one for one in pieces if one.first == at + 1 and one.of("property", "label")), None)
    return f"{noun} without {said}" if about is not None and about.last == things.first - 1 else ""


def without_their(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Customers who have not ordered anything" as "customers without orders", where one relation leads to such; ""
    for another question, and where a relation is called so itself."""
    low, last = [word.low for word in reading.words], reading.last
    end = last - (low[last] in _ANYTHING)
    things = next((one for one in pieces if one.of("label") and one.last < end - 1), None)
    if things is None or not is_past(low[end]) or low[end - 1] not in DENYING:
        return ""
    if not {*low[things.last + 1 : end - 1]} <= _JOINING | {"have", "has", "had", "did", "ever"}:
        return ""
    verb, kinds = stem(low[end]), {label for sense in things.of("label") for label in sense.labels}
    ways = [one for kind in kinds for one in vocabulary.ways(kind)]
    if any(verb in one.words.stems for one, _ in ways):
        return ""
    ends = [one.target if goes else one.source for one, goes in ways]
    called = [end for end in ends if end in vocabulary.labels and vocabulary.labels[end].stems == (verb,)]
    if len(called) != 1:
        return ""
    return f"{reading.text(0, things.last)} without {vocabulary.labels[called[0]].text}"


_HAS_NOBODY = [[has, nobody] for has in ("has", "have", "did", "does") for nobody in ("nobody", "noone")]


def by_nobody(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Artists who weren't taught by anyone" as "artists that nobody taught"; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    things = next((one for one in pieces if one.of("label") and not one.of("name")), None)
    if things is not None and low[things.last + 1 : -1][:2] in _HAS_NOBODY:  # "which tags has nobody used?"
        return f"{reading.text(things.first, things.last)} that nobody {reading.text(things.last + 3, last)}"
    if things is None or low[last - 1] != "by" or low[last] not in _ANYBODY:
        return ""
    done = last - 2 - (not is_past(low[last - 2]))  # "depended on"
    if done <= things.last or not is_past(low[done]):
        return ""
    between = {*low[things.last + 1 : done]}
    if not between & DENYING or between - DENYING - _JOINING - {"been", "ever", "have", "has", "had"}:
        return ""
    return f"{reading.text(0, things.last)} that nobody {reading.text(done, last - 2)}"


_ANYBODY = {"anyone", "anybody", "anything"}


def not_such(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Non-public shops" as "shops that are not public"; "" for another question."""
    low = [word.low for word in reading.words]
    at = low.index("non") if "non" in low else len(low)
    things = next((one for one in pieces if one.first == at + 3 and one.of("label")), None)
    if low[at + 1 : at + 2] != ["-"] or things is None or is_past((*low, "")[things.last + 1]):
        return ""
    before, behind = (
        reading.question[: reading.words[at].start],
        reading.question[reading.words[things.last].end :],
    )
    return (
        f"{before}{reading.text(things.first, things.last)} that are not {reading.words[at + 2].text}{behind}"
    )


def _denied(word: str) -> str:
    """What a word with a prefix of denial denies; "" for any other."""
    prefix = next((one for one in ("un", "non") if word.startswith(one)), "")
    rest = word[len(prefix) :]
    return rest if prefix and len(rest) > _SHORT else ""


_SHORT = 3
"""Letters of what is no word to be denied: "until", "under"."""


def _said_of(vocabulary: Vocabulary, denied: str) -> str:
    """How it is said that a relation's verb, a label's or what is true or false does not hold."""
    own = stem(denied)
    if is_past(denied):
        label = _own_label(vocabulary, own) or _own_label(vocabulary, own[:-1])  # "labelled"
        done = not label and any(own in one.words.stems for one in vocabulary.kinds)
        if not label and not done and _is_dated(vocabulary, own):
            return f"that have not been {denied}"  # "unfilled vacancies", which have no day of it
        return f"without a {label}" if label else f"that are not {denied}" if done else ""
    flags = [one for one in vocabulary.properties if one.kind == "boolean" and own in one.words.stems]
    return f"that are not {denied}" if flags else ""


def _is_dated(vocabulary: Vocabulary, own: str) -> bool:
    """Whether a day or a year tells when something was done, and nothing else whether it was."""
    held = [one for one in vocabulary.properties if own in one.words.stems]
    return bool(held) and all(one.kind in ("date", "year") for one in held)


def _own_label(vocabulary: Vocabulary, own: str) -> str:
    """The label of one word whose stem that is; "" where there is none."""
    found = (one for one in vocabulary.labels.values() if one.stems == (own,))
    return next((one.text.lower() for one in found), "")
