"""Questions in other words that ask for more of each thing: "…, and what is the population of each?"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.property_words import same_as
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading

_EACH = (("of", "each"), ("for", "each"), ("of", "each", "one"), ("of", "each", "of", "them"), ("of", "them"))
_ASIDE = (("what", "is"), ("what", "are"), ("what", "was"), ("what", "were"))
_THEY = ("they", "it", "he", "she", "each", "these", "those")


def of_each_beside(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "…, and what is the population of each?" as "…, and what is their population?"; "" for another."""
    low, last = [word.low for word in reading.words], reading.last
    ends = max((len(one) for one in _EACH if tuple(low[last + 1 - len(one) : last + 1]) == one), default=0)
    at = _start_of_aside(low)
    if not ends or not at or tuple(low[at + 1 : at + 3]) not in _ASIDE or at + 3 > last - ends:
        return ""
    said = reading.text(at + 3 + (low[at + 3] == "the"), last - ends)
    is_shown = any(one.of("property") and at < one.first <= last - ends for one in pieces)
    return f"{_before(reading, at)}, and what is their {said}?" if is_shown else ""


def done_by_each(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "…, and how much does each weigh in kilograms?" as "… with their weight?"; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    at = _start_of_aside(low)
    is_asked = low[at + 1 : at + 3] in (["how", "much"], ["how", "many"]) and at + 5 <= last
    if not at or not is_asked or low[at + 3] not in ("does", "do", "did") or low[at + 4] not in _THEY:
        return ""
    verb = next((one for one in pieces if one.first == at + 5 and one.of("property")), None)
    rest = low[verb.last + 1 : last + 1] if verb is not None else ["?"]
    if verb is None or (rest and rest[0] != "in"):
        return ""
    things = next((one for one in pieces if one.of("label")), None)
    own = {label for one in things.of("label") for label in one.labels} if things is not None else set[str]()
    key = stem(low[at + 5])
    said = [
        one.name
        for one in vocabulary.properties
        if one.owner in own and {key, *same_as(key)} & {*one.words.stems}
    ]
    return f"{_before(reading, at)} with their {said[0]}?" if len(said) == 1 else ""


def when_each(reading: Reading) -> str:
    """ "…, and when was each of them born?" as "…, and when were they born?"; "" for another question.

    >>> from motif.planners.reading.marks import read
    >>> when_each(read("Who founded X, and when was each of them born?"))
    'Who founded X, and when were they born?'
    """
    low = [word.low for word in reading.words]
    at = next((at for at in range(len(low) - 5, 1, -1) if low[at] == "and" and low[at + 1] in _WHEN), 0)
    many = _MANY.get(low[at + 2], "") if at else ""
    if not many or low[at + 3] != "each":
        return ""
    behind = at + 4 + 2 * (low[at + 4 : at + 6] in (["of", "them"], ["of", "these"]))
    return f"{_before(reading, at)}, and {low[at + 1]} {many} they {reading.text(behind, reading.last)}?"


_WHEN = ("when", "where")
_MANY = {"was": "were", "is": "are", "does": "do", "did": "did", "has": "have"}


def on_what_dates(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "…, and on what dates did they happen?" as "… with their dates?", "… were they built?" as "…, and when were they
    built?"; "" for another question."""
    low = [word.low for word in reading.words]
    at = _start_of_aside(low)
    is_time = (
        low[at + 1 : at + 2] in (["on"], ["in"])
        and low[at + 2 : at + 3] in (["what"], ["which"])
        and low[at + 3 : at + 4] in (["date"], ["dates"], ["year"], ["years"], ["day"], ["days"])
    )
    if not at or not is_time or low[at + 4 : at + 5] not in (["did"], ["do"], ["does"], ["were"], ["was"]):
        return ""
    happened = {one.lemma for one in reading.words[at + 5 :]} & _HAPPENING
    if happened and any(one.first == at + 3 and one.of("property") for one in pieces):
        return f"{_before(reading, at)} with their {low[at + 3]}?"
    return f"{_before(reading, at)}, and when {reading.text(at + 4, reading.last)}?"


def with_none_too(reading: Reading) -> str:
    """ "For each team, the number of its coaches, including those with none" as "the team, and how many its coaches";
    without its end for another question that ends so; "" for one that does not.

    >>> from motif.planners.reading.marks import read
    >>> with_none_too(read("For each team, give the number of coaches there, including teams with none."))
    'the team, and how many coaches there?'
    >>> with_none_too(read("List the poets and how many books each wrote, including those with none."))
    'List the poets and how many books each wrote?'
    """
    low = [word.low for word in reading.words]
    at = next((at for at, word in enumerate(low) if word in _INCLUDING and low[at - 1] == ","), 0)
    if not at or not _NONE & {*low[at:]}:
        return ""
    if low[:2] not in (["for", "each"], ["for", "every"]) or "," not in low[: at - 1]:
        return f"{reading.text(0, at - 2)}?"
    comma = low.index(",")
    begin = comma + 1 + (low[comma + 1] in _GIVING)
    said = next((one for one in _COUNTS if tuple(low[begin : begin + len(one)]) == one), ())
    if not said:
        return ""
    return f"the {reading.text(2, comma - 1)}, and how many {reading.text(begin + len(said), at - 2)}?"


_INCLUDING = {"including", "counting", "even"}
_NONE = {"none", "zero", "never", "no"}
_GIVING = {"provide", "give", "list", "show", "state", "tell", "return", "find", "count"}
_COUNTS = (("the", "number", "of"), ("the", "count", "of"), ("how", "many"))

_HAPPENING = {"happen", "occur", "place"}
_ASKING = ("what", "which", "how", "on", "in")


def _start_of_aside(low: Sequence[str]) -> int:
    """Where the last "and" stands behind which it is asked on; 0 for none."""
    return next((at for at in range(len(low) - 3, 1, -1) if low[at] == "and" and low[at + 1] in _ASKING), 0)


def _before(reading: Reading, at: int) -> str:
    """What stands before an "and", without its comma."""
    return reading.text(0, at - 1 - (reading.words[at - 1].low == ","))
