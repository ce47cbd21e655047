"""What ends a question and is but a list, of properties and of what the things are joined to: "Who filed it? Give the
date and the court."."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece, is_thing
from motif.planners.meaning.tails import is_behind_things
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading


def is_name(reading: Reading, piece: Piece) -> bool:
    """Whether a piece only says "names" or "titles"."""
    names = listed("words", "names")
    said = (word.lemma for word in reading.words[piece.first : piece.last + 1])
    return not piece.is_told and all(one in names for one in said)


def listed_behind(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "Filings about X: number, date and reason", "accounts of X, type and balance", "Who filed it? Give the date.",
    "filings with date and court": what ends it is shown."""
    low = [word.low for word in reading.words]
    beside = [mark for mark in reading.of("beside") if low[mark.last] in ("their", "its", "his", "her")]
    for at in range(1, len(low) - 1):
        if any(mark.first <= at <= mark.last for mark in reading.of("beside")):
            continue
        if any(mark.last < at and _goes_on(reading, pieces, mark.last + 1, at) for mark in beside):
            continue  # "with their court, date and reason"
        begin = at + (low[at] not in _BREAKS)
        is_break = begin == at or (
            low[0] == "for" and any(one.first == begin for one in reading.of("telling"))
        )
        if not is_break or request.form != "things" or not is_behind_things(pieces, begin):
            continue  # "for each court show the city"
        inside, told = _only_listed(reading, pieces, at)
        if len(inside) >= (1 if low[at] == ":" or told else 2):
            things = [piece for piece in inside if is_thing(piece)]
            inside = [piece for piece in inside if piece not in things]
            request.others += things
            request.columns += [piece for piece in inside if not told or not is_name(reading, piece)]
            request.has_names = True
            shown = {place for piece in things for place in range(piece.first, piece.last + 1)}
            request.taken |= set(range(begin, len(low))) - shown
            request.end = min(request.end, begin)
            return


def _goes_on(reading: Reading, pieces: Sequence[Piece], first: int, at: int) -> bool:
    """Whether words are pieces that commas and "and" join."""
    said = {place for piece in pieces for place in range(piece.first, piece.last + 1)}
    return all(one in said or reading.words[one].low in _JOINING for one in range(first, at))


def told_of_groups(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "How many films did each director make? Show the birth year too.": what is shown of what is counted for."""
    group = request.grouped_by
    if group is None or request.form not in ("count", "aggregate"):
        return
    owners = {label for sense in group.of("label") for label in sense.labels}
    for mark in reading.of("telling"):
        at = mark.first - 1
        if mark.first < 2 or reading.words[at].low not in _BREAKS or group.first > at:
            continue
        inside, _ = _only_listed(reading, pieces, at)
        if inside and all(
            not is_thing(piece) and owners & set(sense.labels)
            for piece in inside
            for sense in piece.of("property")[:1]
        ):
            request.of_group += [piece for piece in inside if not is_name(reading, piece)]
            request.taken |= set(range(at, len(reading.words)))
            request.end = min(request.end, at)
            return


def others_behind(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "Who won a prize, and which?", "…, and in which town?": what the things are joined to, asked for last."""
    low = [word.low for word in reading.words]
    end = len(low) - (low[-1:] == ["?"])
    for at in range(2, end):
        if low[at] != "and" or request.form != "things" or not is_behind_things(pieces, at):
            continue
        asks = at + 1 + (low[at + 1 : at + 2] != [] and low[at + 1] in _PREPOSITIONS)
        if low[asks : asks + 1] not in (["which"], ["what"]):
            continue
        said = next((one for one in pieces if one.first == asks + 1), None)
        if (
            said is not None
            and said.of("label")
            and not said.of("property")
            and _is_done(low[said.last + 1 : end])
        ):
            request.others.append(said)  # what they do with it says how it is joined to them
            request.has_names = True
            return
        label = next((one for one in pieces if one.first == asks + 1 and one.last == end - 1), None)
        is_bare = asks + 1 == end or (asks + 2 == end and low[asks + 1] in ("one", "ones"))
        if not is_bare and (label is None or not label.of("label") or label.of("property")):
            continue
        begin = at - (low[at - 1] == ",")
        request.others.append(None if is_bare else label)
        request.has_names = True
        request.taken |= set(range(begin, len(low)))
        request.end = min(request.end, begin)
        return


def asked_twice(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "Which boats were lent to which crews and for what fee?", "to which young crews": the crews are shown beside the
    boats."""
    low = [word.low for word in reading.words]
    labels = [one for one in pieces if one.of("label") and not one.of("property", "value")]
    if low[:1] not in (["which"], ["what"]) or request.form != "things" or len(labels) != 2:
        return
    first, other = labels
    begins = {
        one.last: one.first for one in pieces if one.of("value", "property") and not one.of("label", "name")
    }
    asks = other.first - 1
    while asks in begins:
        asks = begins[asks] - 1
    if first.first == 1 and low[asks] in ("which", "what") and low[asks - 1] != "and":
        request.others.append(other)
        request.has_names = True
        request.taken.add(asks)


def _is_done(low: Sequence[str]) -> bool:
    """Whether words say what those spoken of do, or what is done to them: "and what instruments do they play"."""
    return len(low) > 2 and low[0] in _DOING and low[1] in _SPOKEN_OF


_DOING = ("do", "does", "did", "are", "is", "were", "was", "have", "has", "had", "can", "could")
_SPOKEN_OF = ("they", "he", "she", "it", "each", "these", "those")
_PREPOSITIONS = ("in", "on", "at", "for", "with", "to", "from", "by", "of")


def _only_listed(reading: Reading, pieces: Sequence[Piece], at: int) -> tuple[list[Piece], bool]:
    """The properties, and the things, each but one, that are all that follows a break, none where more is said; and
    whether a verb asks for them."""
    low = [word.low for word in reading.words]
    starts = at + 1 + (low[at + 1 : at + 2] == ["please"])
    mark = next((one for one in reading.of("telling") if one.first == starts), None)
    is_noun = mark is not None and low[mark.last + 1 : mark.last + 2] in (["and"], [","], ["&"])
    if low[at] == "with" or is_noun:
        mark = None  # "with state and kind" states nothing
    begin = at if mark is None else mark.last
    inside = [piece for piece in pieces if piece.first > begin]
    said = {place for piece in inside for place in range(piece.first, piece.last + 1)}
    things = [piece for piece in inside if is_thing(piece) and _is_one(reading, piece)]
    if things and low[at] == "," and mark is None:
        return [], False
    said |= {piece.last + 1 for piece in things if low[piece.last + 1 : piece.last + 2] == ["name"]}
    rest = {low[place] for place in range(begin + 1, len(low)) if place not in said}
    is_list = all(
        piece.senses and (piece.senses[0].kind == "property" or piece in things) for piece in inside
    )
    return (
        (inside, mark is not None)
        if is_list and rest <= (_JOINING if mark is None else _JOINING | _TOO)
        else ([], False)
    )


def _is_one(reading: Reading, piece: Piece) -> bool:
    """Whether a label is said in the singular: "with date and court"."""
    word = reading.words[piece.last]
    return word.low == word.lemma


_BREAKS = (":", ",", ";", ".", "?", "with")
_JOINING = {",", "and", "the", "their", "its", "plus", "&", ".", "?"}
_TOO = {
    "too",
    "also",
    "as",
    "well",
    "please",
    "both",
    "each",
    "only",
    "just",
    "him",
    "her",
    "his",
    "of",
    "them",
    "it",
}
