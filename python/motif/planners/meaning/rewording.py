"""More questions in other words that are read better: "in chronological order", "the bloodiest battle, by deaths"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.graphs.spans import span_of
from motif.planners.english import POSSESSIVES
from motif.planners.meaning.asides import ends_joined
from motif.planners.meaning.property_words import same_as
from motif.planners.meaning.receiving import OUT_AND_IN
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Reading

_BETTER = {"better": ("higher", "lower"), "worse": ("lower", "higher")}
_LESS_IS_MORE = ("cheap", "ranked", "fast", "risky")


def in_time_order(reading: Reading) -> str:
    """ "List the films in chronological order" as "List the films, earliest first"; "" for another question.

    >>> from motif.planners.reading.marks import read
    >>> in_time_order(read("List the films in chronological order."))
    'List the films, earliest first'
    >>> in_time_order(read("Kings in reverse chronological order of birth"))
    'Kings in descending order of birth'
    """
    low = [word.low for word in reading.words]
    at = low.index("chronological") if "chronological" in low else 0
    is_reverse = at > 1 and low[at - 1] in ("reverse", "reversed", "inverse")
    begins = at - 1 - is_reverse
    if begins < 0 or low[begins] != "in" or low[at + 1 : at + 2] != ["order"]:
        return ""
    before = reading.question[: reading.words[begins].start].strip(" ,")
    behind = reading.question[reading.words[at + 1].end :].strip(" ,.?")
    if low[at + 2 : at + 3] in (["of"], ["by"]):
        way = "descending" if is_reverse else "ascending"
        return f"{before} in {way} order of {behind[2:].strip()}"
    end = "latest" if is_reverse else "earliest"
    return f"{' '.join(one for one in (before, behind) if one)}, {end} first"


def by_what_follows(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "The bloodiest battle, by number of deaths" as "The battle with the highest number of deaths"; "" for another
    question, and where the adjective is known."""
    words = reading.words
    last = len(words) - 1 - (words[-1].kind == "mark")
    about = next((one for one in pieces if one.last == last and one.of("property")), None)
    marks = (*reading.of("by_what"), *reading.of("by_number"))
    by = next((one for one in marks if about and one.first < about.first <= one.last + 1), None)
    spans = [*((one.first, one.last) for one in reading.measures), *((one.first, one.last) for one in pieces)]
    known = {at for first, last in spans for at in range(first, last + 1)}
    if about is None or by is None:
        return ""
    for at, word in enumerate(words[: by.first - 1]):
        is_end = word.low.endswith("est") and len(word.low) > len("least") and at not in known
        things = next((one for one in pieces if one.first == at + 1 and one.of("label")), None)
        if is_end and things is not None and things.last < by.first:
            between = reading.text(at + 1, by.first - 1).rstrip(" ,")
            said = reading.text(about.first, about.last)
            return f"{reading.question[: word.start]}{between} with the highest {said}?"
    return ""


def better_than(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "A better score than X" as "a higher score than X"; "" for another question.

    Of what is the better the less there is of it, "a better price", the lower one.
    """
    low = [word.low for word in reading.words]
    for at, word in enumerate(reading.words[:-2]):
        about = next((one for one in pieces if one.first == at + 1 and one.of("property")), None)
        if word.low in _BETTER and about is not None and low[about.last + 1 : about.last + 2] == ["than"]:
            said = {part for one in about.of("property") for part in words_in(one.property).lemmas}
            way = _BETTER[word.low][bool(said & _good_if_less())]
            return f"{reading.question[: word.start]}{way}{reading.question[word.end :]}"
    return ""


def higher_or_lower(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Which mountain is higher, X or Y?" as "taller"; "" for another question, and where a property is said."""
    low = [word.low for word in reading.words]
    at = next((at for at in range(1, len(low)) if low[at] in _HIGHER), 0)
    is_bare = at > 0 and (low[at - 1] in _BEING or any(one.last == at - 1 for one in pieces))
    follows = low[at + 1] if at + 1 < len(low) else ""
    if not is_bare or follows not in (",", "than", "?", "", ":") or any(one.of("property") for one in pieces):
        return ""
    return f"{reading.text(0, at - 1)} {_HIGHER[low[at]]} {reading.text(at + 1, reading.last)}?"


_HIGHER = {"higher": "taller", "lower": "less tall"}
_BEING = ("is", "are", "was", "were", "lies", "stands")


def _good_if_less() -> set[str]:
    """Words of properties of which less is better: ranks, prices, times."""
    adjectives = table("comparing")["adjectives"]
    return {word for one in _LESS_IS_MORE for word in adjectives[one].get("-", ())} | {"risk"}


def counted_doing(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "More than three competing teams" as "more than three teams competing"; "" for another question."""
    words = reading.words
    said = {at for one in pieces for at in range(one.first, one.last + 1)}
    for bound in reading.bounds:
        at = max(bound.last, bound.number.last) + 1
        things = next((one for one in pieces if one.first == at + 1 and one.of("label")), None)
        if things is None or at in said or words[at].low in OUT_AND_IN or not words[at].low.endswith("ing"):
            continue
        begin, doing = words[at].start, words[at]
        counted = reading.text(things.first, things.last)
        rest = reading.question[words[things.last].end :]
        return f"{reading.question[:begin]}{counted} {doing.text}{rest}"
    return ""


def takes_to(vocabulary: Vocabulary, reading: Reading) -> str:
    """ "How many days did it take to repair X?" as "What are the days to repair of X?", where a property is called so;
    "" for another question."""
    low = [word.low for word in reading.words]
    take = next((at for at, word in enumerate(reading.words) if word.lemma == "take"), 0)
    opened = low[:2] == ["how", "many"] and low[take - 1 : take] == ["it"]
    if not opened or low[take + 1 : take + 2] != ["to"] or len(low) < take + 4:
        return ""
    unit, verb = reading.words[2].lemma, reading.words[take + 2].lemma
    average = any(mark.first < take for mark in reading.of("average_behind"))
    held = (*vocabulary.properties, *vocabulary.relation_properties)
    if not any(one.words.lemmas == (unit, "to", verb) for one in held):
        return ""
    things = reading.question[reading.words[take + 3].start :]
    articles = low[take + 3] in ("a", "an") and len(low) > take + 4
    things = reading.question[reading.words[take + 4].start :] if articles else things
    return f"What is the {'average ' if average else ''}{low[2]} to {low[take + 2]} of {things}"


def how_long_each(reading: Reading) -> str:
    """ "How long did each siege last?" as "What is the duration of each siege?"; "" for another question.

    >>> from motif.planners.reading.marks import read
    >>> how_long_each(read("How long did each siege last?"))
    'What is the duration of each siege?'
    """
    low, last = [word.low for word in reading.words], reading.last
    is_asked = low[:2] == ["how", "long"] and low[2:3] in (["did"], ["do"], ["does"])
    is_each = low[3:4] in (["each"], ["every"], ["all"]) and low[last] in ("last", "take") and last > 4
    return f"What is the duration of {reading.text(3, last - 1)}?" if is_asked and is_each else ""


def time_between(vocabulary: Vocabulary, reading: Reading) -> str:
    """ "How many days were there between the admission and the discharge of X?" as "What is the duration of X?", where
    these are its ends; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    at = low.index("between") if "between" in low else 0
    middle = next((place for place in range(at + 1, last) if low[place] == "and"), 0)
    if not at or not middle or not _LENGTHS & {*low[:at]}:
        return ""
    parts = reading.words[at:middle], reading.words[middle:]
    ends = [{key for word in part for key in (stem(word.low), *same_as(stem(word.low)))} for part in parts]
    held = (*vocabulary.properties, *vocabulary.relation_properties)
    spans = [span for one in held if (span := span_of(one.name)) is not None]
    if not any(
        {*words_in(span.first).stems} & ends[0] and {*words_in(span.last).stems} & ends[1] for span in spans
    ):
        return ""
    of = next((place for place in range(at + 1, last) if low[place] == "of"), 0)
    end = middle - 1 if 0 < of < middle else last
    average = "average " if any(mark.first < at for mark in reading.of("average")) else ""
    return f"What is the {average}duration of {reading.text(of + 1, end)}?" if of else ""


_LENGTHS = {"day", "days", "long", "time", "years"}


def into_what(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Which languages was X translated into?" as "Which target languages …", where the relation that the verb says
    has such a property; "" for another question, and where that relation leads to languages itself."""
    low, last = [word.low for word in reading.words], reading.last
    asks = 1 if low[0] in _INTO else 0
    named = next((one for one in pieces if one.first == asks + 3 and one.of("name")), None)
    is_asked = low[asks] in ("which", "what") and low[asks + 2 : asks + 3] in (
        ["was"],
        ["were"],
        ["is"],
        ["are"],
    )
    if named is None or not is_asked:
        return ""
    verb = last - (low[last] in _INTO)
    noun, said = reading.words[asks + 1].lemma, stem(low[verb])
    owners = {label for one in named.of("name") for label in one.labels}
    kinds = {
        one for one in vocabulary.relations if said in one.words.stems and {one.source, one.target} & owners
    }
    leads = {label for one in kinds for label in (one.source, one.target)} - owners
    if verb != named.last + 1 or any(
        noun in vocabulary.labels[one].lemmas for one in leads & {*vocabulary.labels}
    ):
        return ""
    types = {one.type for one in kinds}
    held = {
        one.words.text
        for one in vocabulary.relation_properties
        if one.owner in types and len(one.words.lemmas) > 1 and one.words.lemmas[-1] == noun
    }
    if len(held) != 1:
        return ""
    return f"{reading.text(0, asks)} {held.pop()} {reading.text(asks + 2, last)}?"


_INTO = ("in", "into", "to", "for", "with", "as", "from")


def both_ends(reading: Reading) -> str:
    """ "Along with the years their rule began and ended" as "and when they began and ended"; "" for another question.

    >>> from motif.planners.reading.marks import read
    >>> both_ends(read("List the kings with the years in which their rule began and ended."))
    'List the kings, and when they began and ended?'
    >>> both_ends(read("When did the war begin and end?"))
    'the war, and when they began and ended?'
    """
    low = [word.low for word in reading.words]
    last = len(low) - 1 - (reading.words[-1].kind == "mark")
    at = ends_joined(reading, max(last - 2, 0), last)
    if at is None or at != last - 1:
        return ""
    if low[:2] == ["when", "did"]:
        return f"{reading.text(2, at - 2)}, and when they began and ended?" if at > 4 else ""
    begin = at - 1
    begin -= begin > 1 and low[begin - 2] in POSSESSIVES  # "their rule"
    while begin and low[begin - 1] in _TIMING:
        begin -= 1
    timed, stop = low[begin : at - 1], begin
    while stop and low[stop - 1] in _BESIDE:
        stop -= 1
    if stop < 1 or stop == begin or not {*timed} & _TIMES or _is_plain(timed, low[stop:begin]):
        return ""
    return f"{reading.text(0, stop - 1)}, and when they began and ended?"


def _is_plain(timed: Sequence[str], opened: Sequence[str]) -> bool:
    """Whether it is asked as it is said here already."""
    return [*timed] == ["when", "they"] and opened[-1:] == ["and"]


_TIMES = {"when", "year", "years", "date", "dates"}
_TIMING = {
    *_TIMES,
    *POSSESSIVES,
    "the",
    "did",
    "do",
    "in",
    "on",
    "which",
    "that",
    "they",
    "it",
    "he",
    "she",
    "each",
    "of",
    "them",
}
_BESIDE = {
    "and",
    ",",
    "along",
    "together",
    "with",
    "including",
    "include",
    "plus",
    ".",
    "as",
    "well",
    "show",
    "give",
}
