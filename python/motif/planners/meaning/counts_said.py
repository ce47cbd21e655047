"""Questions in other words that count in tables: "station count by county", "for each line, the longest train"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.roles import does, roles_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_EACH = {"each", "every"}
_BY = {"by", "per", "in", "for", "of", "on", "at"}
_COUNTED = {"counted", "tallied"}
_SUMMED = {"summed", "total", "totalled", "totaled"}


def count_of_things(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Station count by county", "issues by state, counted" as "How many stations by county"; "" for another."""
    low = [word.low for word in reading.words]
    opened = _opened(reading)
    things = next((one for one in pieces if one.first == opened and one.of("label")), None)
    if any(
        one.first == opened and one.of("property") and "count" in low[opened : one.last + 1] for one in pieces
    ):
        return ""  # a property of this name holds it
    if things is None and not roles_in(vocabulary.relations, reading.words[opened]):
        return ""
    at = opened + 1 if things is None else things.last + 1
    counted = reading.text(opened, at - 1)
    if low[at : at + 1] == ["count"] and low[at + 1 : at + 2] and low[at + 1] in _BY:
        if at + 2 == reading.last and roles_in(vocabulary.relations, reading.words[at + 2]):
            return f"How many {counted} per {low[at + 2]}?"
        return f"How many {counted} {reading.text(at + 1, reading.last)}?"
    if low[reading.last] in {*_COUNTED, "count"} and {*low[at : reading.last]} & {
        "by",
        "per",
        "each",
        "every",
    }:
        end = reading.last - 1 - (low[reading.last - 1] in (",", "and"))
        return f"How many {counted} {reading.text(at, end)}?"
    return ""


def by_bare_kind(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Number of cases heard by court" as "number of cases heard per court"; "" for another question.

    Whoever does something is said with an article or as many: "by a court", "by courts".
    """
    low, last = [word.low for word in reading.words], reading.last
    group = next((one for one in pieces if one.last == last and one.of("label") and not one.of("name")), None)
    by = group.first - 1 if group is not None else 0
    is_bare = group is not None and low[by] == "by" and low[last] == reading.words[last].lemma
    counted = any(mark.first <= 1 for name in ("count", "sum", "average") for mark in reading.of(name))
    if not is_bare or not counted or any(one.of("name", "value") for one in pieces):
        return ""
    return f"{reading.text(0, by - 1)} per {reading.text(by + 1, last)}"


def summed_up(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Fines by judge, summed" as "total fines by judge"; "" for another question."""
    low, opened = [word.low for word in reading.words], _opened(reading)
    about = next((one for one in pieces if one.first == opened and one.of("property")), None)
    end = reading.last - 1
    if end < 1:
        return ""
    end -= low[end] == "in"
    is_behind = low[reading.last] in _SUMMED and end > 1 and (low[end] == "," or low[end + 1] == "in")
    if about is None or not is_behind:
        return ""
    end -= low[end] == ","
    return f"total {reading.text(opened, end)}?" if end > about.last else ""


def with_number_of(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Lines and number of stations" as "lines with their number of stations"; "" for another question."""
    low, opened = [word.low for word in reading.words], _opened(reading)
    things = next((one for one in pieces if one.first == opened and one.of("label")), None)
    if things is None:
        return ""
    at = things.last + 1
    joined = low[at : at + 1] in (["and"], [","], ["with"], ["plus"])
    begin = at + 1 + (low[at + 1 : at + 2] == ["the"])
    is_number = low[begin : begin + 2] in (["number", "of"], ["count", "of"])
    counted = next((one for one in pieces if one.first == begin + 2 and one.of("label")), None)
    if not joined or not is_number or counted is None or counted.last != reading.last:
        return ""
    owners = reading.text(things.first, things.last)
    return f"{owners} with their number of {reading.text(counted.first, counted.last)}"


def number_they_did(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Directors and the number of films they directed" as "how many films has each director directed"; else "".

    Of what is called by what it does: things of a label are listed with none too.
    """
    low, opened = [word.low for word in reading.words], _opened(reading)
    counted = [one for one in pieces if one.first > opened + 2 and one.of("label")]
    doer = reading.words[opened]
    if not counted or not any(does(one, doer) for one in vocabulary.relations):
        return ""
    between, done = low[opened + 1 : counted[0].first], low[counted[0].last + 1 : reading.last + 1]
    done = done[1:] if done[:1] == ["that"] else done
    number = [word for word in between if word not in ("along", "together", "the", "total")]
    if number[:1] not in (["and"], ["with"]) or number[1:] not in _NUMBERS or done[:1] not in _THEY:
        return ""
    verb = done[2:] if done[1:2] in (["have"], ["has"]) else done[1:]
    things = reading.text(counted[0].first, counted[0].last)
    return f"How many {things} has each {doer.lemma} {' '.join(verb)}?" if verb else ""


_NUMBERS = (["number", "of"], ["count", "of"], ["how", "many"])
_THEY = (["they"], ["each"])


def counted_by_kind(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Claims by status", "claims by agent" as "number of claims by status", "per agent"; "" for another question.

    The status is one of a few that are told in words; the agent has no article, as who has done something would.
    """
    low, last = [word.low for word in reading.words], reading.last
    things = next((one for one in pieces if one.first == 0 and one.of("label")), None)
    if (
        things is None
        or things.of("property", "name", "value")
        or low[things.last] == reading.words[things.last].lemma
    ):
        return ""
    at = things.last + 1
    by = next((one for one in pieces if one.first == at + 1 and one.last == last), None)
    if low[at : at + 1] != ["by"] or by is None or by.of("name", "value"):
        return ""
    if by.of("label"):
        is_bare = low[last] == reading.words[last].lemma
        return (
            f"number of {reading.text(0, things.last)} per {reading.text(by.first, last)}" if is_bare else ""
        )
    owners = {label for one in things.of("label") for label in one.labels}
    said = {one.property for one in by.of("property") if owners & {*one.labels}}
    kinds = [one for label in owners for one in vocabulary.properties_of(label) if one.name in said]
    is_kind = bool(kinds) and all(one.kind in ("text", "boolean") for one in kinds)
    return f"number of {reading.text(0, last)}" if is_kind else ""


def first_of_each(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "For each line, the train with the most seats" as "the train with the most seats for each line"; "" for another
    question."""
    low = [word.low for word in reading.words]
    groups = next((one for one in pieces if one.first == 2 and one.of("label")), None)
    if low[0] not in ("for", "per", "in", "of") or low[1] not in _EACH or groups is None:
        return ""
    begin = groups.last + 1
    begin += low[begin : begin + 1] == [","]
    begin += low[begin : begin + 1] in (["list"], ["show"], ["give"], ["name"], ["find"])
    things = next((one for one in pieces if one.first in (begin, begin + 1) and one.of("label")), None)
    if things is None or low[begin] not in ("the", "which", "what"):
        return ""
    verb = things.last + 1
    if not any(one.form == "superlative" and one.first > verb for one in reading.measures):
        return ""
    has = low[verb : verb + 1] in (["has"], ["have"], ["had"])
    if low[verb : verb + 1] != ["with"] and not has:
        return ""
    said = f"the {reading.text(things.first, things.last)} with {reading.text(verb + 1, reading.last)}"
    return f"{said} for each {reading.text(groups.first, groups.last)}"


def first_by_each(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Largest train by seats per line" as "the train with the most seats for each line"; "" for another question."""
    low, opened = [word.low for word in reading.words], _opened(reading)
    measure = next((one for one in reading.measures if one.first == opened), None)
    things = next((one for one in pieces if measure and one.first == measure.last + 1), None)
    if measure is None or things is None or not things.of("label") or measure.form != "superlative":
        return ""
    by = next((at for at in range(things.last + 1, reading.last) if low[at] == "by"), 0)
    about = next((one for one in pieces if by and one.first == by + 1 and one.of("property")), None)
    if about is None:
        return ""
    apart = by - (low[by - 1] == ",")
    between, behind = reading.text(things.last + 1, apart - 1), reading.text(about.last + 1, reading.last)
    way = "lowest" if measure.adjective in _SMALL else "highest"
    told = f"with the {way} {reading.text(about.first, about.last)}"
    each = between if _is_each(between) else behind if _is_each(behind) else ""
    if not each or (between and behind):
        return ""
    group = each.split()[-1] if each.split()[0] == "per" else " ".join(each.split()[2:])
    return f"the {reading.text(things.first, things.last)} {told} for each {group}"


_SMALL = {"small", "low", "short", "little", "few", "cheap", "light", "slow", "young"}


def _is_each(said: str) -> bool:
    words = said.lower().split()
    return (words[:1] == ["per"] and len(words) == 2) or (len(words) > 2 and words[1] in _EACH)


def _opened(reading: Reading) -> int:
    """Where what is asked for begins: "list the", "what is the", or at once."""
    low = [word.low for word in reading.words]
    opening = listed("asking", "opening") | listed("asking", "opening_list") | {"the", "all", "a"}
    return next((at for at, word in enumerate(low) if word not in opening), 0)
