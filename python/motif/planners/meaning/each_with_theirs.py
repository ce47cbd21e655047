"""Tables of things with what is theirs, said by who did it or for each: "claims along with who approved them"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.roles import role_of
from motif.planners.meaning.schema_words import Relation
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_BESIDE = {"along", "together", "with", "and", "plus", "including"}
_THEM = ({"them"}, {"it"}, {"each"}, {"each", "of", "them"})
_THEY = {"they", "he", "she"}
_TELLING = listed("asking", "telling_to") | {"give", "return", "me", "us", "all", "the", "every", "each"}
_MADE = ("count", "average", "median", "sum", "max", "min", "by_number", "and_how_many")


def with_who_did(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "List claims along with who approved them" as "… with the adjusters who approved them", where they alone do
    that; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    things = next((one for one in pieces if one.of("label")), None)
    at = low.index("who") if "who" in low else 0
    if things is None or not things.last < at < last - 1 or {*low[things.last + 1 : at]} - _BESIDE:
        return ""
    if things.last + 1 == at or {*low[at + 2 :]} - {"?", "."} not in _THEM or not is_past(low[at + 1]):
        return ""
    label, said = things.of("label")[0].labels[0], stem(low[at + 1])
    ways = [(one, goes) for one, goes in vocabulary.ways(label) if said in one.words.stems]
    doers = {one.target if goes else one.source for one, goes in ways}
    doers = doers & vocabulary.persons or doers
    if len(doers) != 1 or not doers <= vocabulary.labels.keys():
        return ""
    who = vocabulary.labels[doers.pop()].text.lower()
    return f"{reading.text(0, things.last)} with the {who} who {low[at + 1]} {low[at + 2]}?"


def roles_with_things(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Directors and the films they directed", "for each director, their films" as "films with their directors",
    where directors are who directed a film; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    begin = len(_FOR_EACH) if low[0] == "for" and low[1] in ("each", "every") else 0
    while low[0] != "for" and begin < last and low[begin] in _TELLING:
        begin += 1
    things = next((one for one in pieces if one.of("label") and one.first > begin), None)
    if things is None or any(reading.of(kind) for kind in _MADE) or reading.measures:
        return ""
    between, behind = {*low[begin + 1 : things.first]}, low[things.last + 1 : last + 1]
    owned = {"their", "his", "her"} & between or (behind[:1] and behind[0] in _THEY)
    allowed = _BESIDE | _TELLING | {"their", "his", "her", ","}
    if not between or between - allowed or not owned:
        return ""
    label, noun = things.of("label")[0].labels[0], reading.words[begin]
    of_role = [
        one for one, goes in vocabulary.ways(label) if role_of(one, noun) == ("target" if goes else "source")
    ]
    if not of_role or (behind and not _is_their_deed(of_role, behind)):
        return ""
    return f"list {reading.text(things.first, things.last)} with their {noun.text}"


def _is_their_deed(of_role: Sequence[Relation], behind: Sequence[str]) -> bool:
    """Whether "they directed" says what makes directors."""
    deeds = [word for word in behind if word not in _THEY | {"have", "has", "had"}]
    return len(deeds) == 1 and all(stem(deeds[0]) in one.words.stems for one in of_role)


def listed_for_each(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "For each depot, the couriers", "for each depot give me its couriers" as "For each depot list the couriers"; ""
    for another question, and where a function is asked for."""
    low, last = [word.low for word in reading.words], reading.last
    things = next((one for one in pieces if one.first == len(_FOR_EACH) and one.of("label")), None)
    others = next((one for one in pieces if things and one.first > things.last and one.of("label")), None)
    if things is None or others is None or low[0] != "for" or low[1] not in ("each", "every"):
        return ""
    between = low[things.last + 1 : others.first]
    is_list = between and not {*between} - (_TELLING | {",", "its", "their"}) and between[-1] in _OF_IT
    if not is_list or between == ["list", "the"] or reading.measures or any(reading.of(one) for one in _MADE):
        return ""
    return f"For each {reading.text(things.first, things.last)} list the {reading.text(others.first, last)}"


_FOR_EACH = ("for", "each")
_OF_IT = ("the", "its", "their")
