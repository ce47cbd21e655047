"""Questions about two named things in other words: "which stops do X and Y share?", "by how many seats X exceeds Y"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.graphs.meaning import Comparison, ComparisonKind, Meaning, Place
from motif.planners.english import DOING
from motif.planners.meaning.contrasting import one_number, with_other_keys
from motif.planners.meaning.request import Asking
from motif.planners.meaning.roles import roles_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word

_ANY = {"any", "a", "an", "some", "the", "at", "least", "one"}


def shared_by_both(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Which stops do X and Y share?", "common stops of X and Y" as "stops of both X and Y", "Do they share any?" as
    "Is there a stop of both X and Y?"; "" for another question."""
    low = [word.low for word in reading.words]
    pair = _pair(reading, pieces)
    if pair is None:
        return ""
    first, second = pair
    rest = [at for at in range(reading.last + 1) if not first.first <= at <= second.last]
    things = [at for at in rest if low[at] not in _KNOWN]
    is_noun = things and (
        any(one.first == things[0] and one.last == things[-1] and one.of("label") for one in pieces)
        or (len(things) == 1 and _is_done(vocabulary, reading.words[things[0]]))
    )
    if not is_noun or not _says_shared(low, {low[at] for at in rest}):
        return ""
    both, noun = reading.text(first.first, second.last), reading.text(things[0], things[-1])
    if low[0] in DOING and first.first in (1, 2):
        return f"Is there a {reading.words[things[-1]].lemma} of both {both}?"
    counts = "How many" if low[:2] == ["how", "many"] else "List the"
    return f"{counts} {noun} of both {both}?"


def _is_done(vocabulary: Vocabulary, word: Word) -> bool:
    """Whether a noun stands for an end of a relation, or for what is done by one."""
    said = {word.lemma, stem(word.text)}
    by_name = any(said & {*one.words.stems} for one in vocabulary.kinds)
    return by_name or bool(roles_in(vocabulary.relations, word))


_KNOWN = {
    *DOING,
    *_ANY,
    *("share", "shared", "common", "in", "have", "has", "both", "together", "which", "what", "that", "of"),
    *("list", "show", "give", "me", "find", "are", "is", "how", "many", "by", "there", "to", "between", ","),
}


def _says_shared(low: Sequence[str], said: set[str]) -> bool:
    return bool(said & {"share", "shared", "common"}) or low[-2:-1] == ["together"]


def _pair(reading: Reading, pieces: Sequence[Piece]) -> tuple[Piece, Piece] | None:
    """The only two names, joined by "and"."""
    named = [one for one in pieces if one.of("name")]
    if len(named) != 2:
        return None
    between = [word.low for word in reading.words[named[0].last + 1 : named[1].first]]
    return (named[0], named[1]) if between in (["and"], ["and", "the"]) else None


def by_how_many(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "By how many seats does X exceed Y?" as "How many more seats does X have than Y?"; "" for another question."""
    low = [word.low for word in reading.words]
    opened = 3 if low[:3] in (["by", "how", "many"], ["by", "how", "much"]) else 0
    named = [one for one in pieces if one.of("name")]
    about = next((one for one in pieces if opened and one.first == opened), None)
    if about is None or len(named) != 2:
        return ""
    first, second = named
    between = {*low[first.last + 1 : second.first]}
    is_more = bool(between & _EXCEEDING)
    if low[about.last + 1] not in {*DOING, "is"} or not is_more or between - _EXCEEDING - {"of", "is"}:
        return ""
    said = reading.text(about.first, about.last)
    one, other = (reading.text(piece.first, piece.last) for piece in (first, second))
    return f"How many more {said} does {one} have than {other}?"


_EXCEEDING = {"exceed", "exceeds", "exceeded", "ahead", "outnumber", "beat", "surpass", "top"}


def whether_more(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The meaning of "Are there more red buses than blue buses?", or "red than blue buses": whether the ones are more.

    None for another question, and where either is not read as a number.
    """
    low = [word.low for word in reading.words]
    way = _WAYS.get(low[2]) if low[0] in ("are", "were", "is") and low[1:2] == ["there"] else None
    if way is None or "than" not in low or any(one.of("name") for one in pieces):
        return None
    than = low.index("than")
    one, other = reading.text(3, than - 1), reading.text(than + 1, reading.last)
    labels = [piece for piece in pieces if piece.of("label")]
    before, behind = ([at for at in labels if (at.first > than) == is_behind] for is_behind in (False, True))
    if not before and behind and behind[-1].last == reading.last:
        one = f"{one} {reading.text(behind[-1].first, behind[-1].last)}"
    elif before and not behind:
        other = f"{other} {reading.text(before[0].first, before[0].last)}"
    numbers = [one_number(asking(f"How many {said} are there?")) for said in (one, other)]
    if numbers[0] is None or numbers[1] is None or numbers[0][1] == numbers[1][1]:
        return None
    (mine, some), (yours, others) = numbers[0], numbers[1]
    places = Place("one", None, (one,)), Place("another", None, (other,))
    asked = Comparison(way, *places, None, numbers=(some, with_other_keys(others)))
    omissions = tuple(dict.fromkeys((*mine.omissions, *yours.omissions)))
    return Meaning(asked, omissions, min(mine.confidence, yours.confidence)) if not omissions else None


_WAYS: dict[str, ComparisonKind] = {"more": "exceeds", "fewer": "falls short", "less": "falls short"}
