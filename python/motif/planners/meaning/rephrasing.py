"""Questions in other words that are read better: "the youngest player per team"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.said_simply import EMPLOYED
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading


def of_each(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "The youngest player per team" as that "of each team"; "" for another question."""
    labels = {at for piece in pieces if piece.of("label") for at in (piece.first, piece.last)}
    for at, word in enumerate(reading.words[1:-1], 1):
        if word.low != "per" or not {at - 1, at + 1} <= labels:
            continue
        ranked = [one for one in reading.measures if one.form == "superlative" and one.last < at - 1]
        between = reading.words[ranked[-1].last + 1 : at - 1] if ranked else ()
        made = {
            "of",
            "in",
            "number",
            "average",
            "mean",
            "total",
        }  # "the highest average score per match" is a team's
        if ranked and not any(one.low in made for one in between):
            return f"{reading.question[: word.start]}of each{reading.question[word.end :]}"
    return ""


def which_of_each(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "For each loaf, which baker sold it?" as "Which baker sold which loaf?", "for each baker list the loaves they
    sold" as "Which baker sold which loaves?"; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    things = next((one for one in pieces if one.first == _FOR_EACH and one.of("label")), None)
    if things is None or low[0] != "for" or low[1] not in ("each", "every") or things.last + 2 > last:
        return ""
    asks = things.last + 1 + (low[things.last + 1] == ",")
    each = reading.text(things.first, things.last)
    if low[asks] == "who":
        return f"Who {reading.text(asks + 1, last - 1)} each {each}?" if low[last] in _IT else ""
    others = next((one for one in pieces if one.first > asks and one.of("label")), None)
    is_asked = low[asks] in (*_ASKS, *listed("asking", "telling_to"), "give", "return")
    if not is_asked or others is None or any(reading.of(one) for one in _MADE):
        return ""
    begin = asks + 1 + (low[asks + 1] == "the")
    about, rest = reading.text(begin, others.last), low[others.last + 1 : last + 1]
    said = others.last + 1 + (rest[:1] in (["that"], ["which"], ["who"]))
    said += low[said : said + 1] in (["do"], ["does"], ["did"])
    helps = f"{low[said]} " if low[said : said + 1] in (["has"], ["have"]) else ""
    said += bool(helps)
    if said < last and low[said] in _THEY:
        return f"Which {each} {helps}{reading.text(said + 1, last)} which {about}?"
    if not helps and said < last and low[last] in (*_IT, "there"):
        to_it = "at which" if low[last] == "there" else "which"
        return f"Which {about} {reading.text(said, last - 1)} {to_it} {each}?"
    return ""


_FOR_EACH = 2
_MADE = ("count", "average", "median", "sum", "max", "min")
_ASKS, _IT, _THEY = ("which", "what"), ("it", "them"), ("they", "it", "he", "she")


def done_by_each_of(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How many players has each team in X drafted?" as "How many players were drafted by each team in X?"; "" for
    another question."""
    low, last = [word.low for word in reading.words], reading.last
    labels = [one for one in pieces if one.of("label") and not one.of("name")]
    if low[:2] != ["how", "many"] or len(labels) < 2 or labels[0].first != 2:
        return ""
    helps = labels[0].last + 1
    is_each = low[helps + 1 : helps + 2] == ["each"] and labels[1].first == helps + 2
    is_verb = all(not one.first <= last <= one.last for one in pieces) and last > labels[1].last + 1
    if low[helps] not in ("has", "have", "had", "did", "does", "do") or not is_each or not is_verb:
        return ""
    if low[last] in {*_PLACING, "have", "had", "there", "total"} or low[last - 1] in _COUNTING:
        return ""
    return f"{reading.text(0, labels[0].last)} were {low[last]} by {reading.text(helps + 1, last - 1)}?"


_COUNTING = {"per", "each", "every", "a", "the", "in", "of"}


def which_of_two(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Which party was founded first: X or Y?" as "Which was founded first, X or Y?"; "" for another question."""
    low = [word.low for word in reading.words]
    kind = next((one for one in pieces if one.first == 1 and one.of("label")), None)
    names = [one for one in pieces if one.of("name")]
    if low[0] not in ("which", "what") or kind is None or len(names) != 2 or names[1].last != reading.last:
        return ""
    first, second = names
    is_pair = low[first.last + 1 : second.first] in (["or"], ["or", "the"])
    end = first.first - 1 - (low[first.first - 1] == "the")
    end -= low[end] in (",", ":")
    if not is_pair or low[end] not in ("first", "last") or end <= kind.last:
        return ""
    return f"Which {reading.text(kind.last + 1, end)}, {reading.text(first.first, second.last)}?"


def done_together(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Did X and Y ever write a book together?" as "Is there a book that both X and Y write?"; "" for another."""
    words = [word.low for word in reading.words]
    last = len(words) - 1 - (words[-1:] == ["?"])
    if words[0] not in ("did", "do", "have", "has") or words[last] != "together" or last < 5:
        return ""
    names = [one for one in pieces if one.of("name")]
    thing = next((one for one in pieces if one.last == last - 1 and one.of("label")), None)
    if thing is None or len(names) != 2 or names[0].first != 1 or names[1].first != names[0].last + 2:
        return ""
    article = thing.first - 1
    verb = [
        word for word in words[names[1].last + 1 : article] if word not in ("ever", "never", "also", "been")
    ]
    if (
        words[names[0].last + 1] != "and"
        or words[article] not in ("a", "an", "any", "the", "some")
        or len(verb) != 1
    ):
        return ""
    both = reading.text(names[0].first, names[1].last)
    return f"Is there a {reading.words[thing.last].lemma} that both {both} {verb[0]}?"


def where_things_are(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "In which towns does X have shops?" as "In which towns are shops of X?"; "" for another question."""
    words = [word.low for word in reading.words]
    last = len(words) - 1 - (words[-1:] == ["?"])
    do = next((at for at, word in enumerate(words) if word in ("do", "does", "did")), -1)
    if words[0] not in ("in", "at", "on") or do < 3 or words[1] not in ("which", "what"):
        return ""
    owner = next((one for one in pieces if one.first == do + 1 and one.of("name")), None)
    things = next((one for one in pieces if one.last == last and one.of("label")), None)
    places = any(one.first == 2 and one.last == do - 1 and one.of("label") for one in pieces)
    if owner is None or things is None or not places or words[owner.last + 1 : things.first] != ["have"]:
        return ""
    had, by = reading.text(things.first, things.last), reading.text(owner.first, owner.last)
    return f"{reading.text(0, do - 1)} are {had} of {by}?"


def said_of_itself(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Is X a public company?" as "Is X public?", where X is a company; "" for another question."""
    words = [word.low for word in reading.words]
    last = len(words) - 1 - (words[-1:] == ["?"])
    if words[0] not in ("is", "was", "are", "were"):
        return ""
    named = next((one for one in pieces if one.first in (1, 2) and one.of("name")), None)
    kind = next((one for one in pieces if one.last == last and one.of("label")), None)
    if (
        named is None
        or kind is None
        or words[named.last + 1] not in ("a", "an")
        or kind.first <= named.last + 2
    ):
        return ""
    own = {label for sense in named.of("name") for label in sense.labels}
    said = {label for sense in kind.of("label") for label in sense.labels}
    before = reading.text(named.last + 2, kind.first - 1)
    return f"{reading.text(0, named.last)} {before}?" if own & said else ""


def whether_it_has(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Is the alarm enabled for X?" as "Does X have the alarm enabled?", where that is true or false of X; "" for
    another question."""
    low, last = [word.low for word in reading.words], reading.last
    if low[0] not in ("is", "are") or len(pieces) < len(("alarm", "X")):
        return ""
    said, named = pieces[0], pieces[-1]
    owners = {label for one in named.of("name") for label in one.labels}
    flags = {(one.owner, one.name) for one in vocabulary.properties if one.kind == "boolean"}
    told = {(label, one.property) for one in said.of("property", "value") for label in one.labels}
    between = low[said.last + 1 : pieces[1].first]
    is_said = {*between[:-1]} <= {"on", "enabled", "available", "active", "set"} and between[-1:] != []
    if said.first > 2 or named.last != last or not is_said or between[-1] not in _HELD_BY:
        return ""
    is_its = any((label, key) in flags for label, key in told if label in owners)
    has_it = f"{reading.text(1, said.last)}?"
    return (
        f"Does {reading.text(pieces[1].first, last)} have {has_it}"
        if is_its and len(pieces) <= _NAMED
        else ""
    )


_HELD_BY = ("for", "on", "at", "in", "of")
_NAMED = 3
"""Pieces of what is so of whom, "the alarm for ward X", at most."""


def broken_down(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Break down the bridges by material" as "How many bridges by material?"; "" for another question."""
    words = [word.low for word in reading.words]
    opened = next((len(one) for one in _BREAKING if tuple(words[: len(one)]) == one), 0)
    opened += opened > 0 and words[opened : opened + 1] == ["the"]
    things = next((one for one in pieces if one.first == opened and one.of("label")), None)
    if not opened or things is None or "by" not in words[things.last + 1 : -1]:
        return ""
    return f"How many {reading.text(things.first, len(words) - 1)}"


_BREAKING = (
    ("break", "down"),
    ("a", "breakdown", "of"),
    ("breakdown", "of"),
    ("give", "a", "breakdown", "of"),
)


def people_held(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How many people can X seat?" as "How many people can fit in X?"; "" for another question."""
    low = [word.low for word in reading.words]
    last = len(low) - 1 - (low[-1:] == ["?"])
    held = next((one for one in pieces if one.first in (4, 5) and one.last == last - 1), None)
    is_asked = low[:3] == ["how", "many", "people"] and low[3:4] in (["can"], ["could"], ["does"])
    if not is_asked or held is None or not held.of("name") or low[last] not in _ROOMY:
        return ""
    return f"How many people can fit in {reading.text(held.first, held.last)}?"


def people_employed(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How many people does X employ?" as "What is the number of employees of X?", where that is a property; "" for
    another question."""
    low, last = [word.low for word in reading.words], reading.last
    at = low.index("how") if "how" in low else last
    named = next((one for one in pieces if one.first == at + 4 and one.last == last - 1), None)
    is_asked = low[at : at + 3] == ["how", "many", "people"] and low[at + 3 : at + 4] in (["does"], ["do"])
    owners = {label for one in named.of("name") for label in one.labels} if named is not None else set[str]()
    held = [one for one in vocabulary.properties if one.owner in owners and EMPLOYED & {*one.words.lemmas}]
    if named is None or not is_asked or reading.words[last].lemma != "employ" or len(held) != 1:
        return ""
    return f"What is the {held[0].words.text} of {reading.text(named.first, named.last)}?"


_ROOMY = ("seat", "hold", "fit", "accommodate", "house", "take")


def with_one_pronoun(reading: Reading) -> str:
    """ "For each writer, how many books he or she wrote" with one of the two; "" for another question."""
    low = [word.low for word in reading.words]
    at = next((at for at in range(1, len(low) - 2) if tuple(low[at : at + 3]) in _EITHER), -1)
    if at < 0:
        return ""
    return f"{reading.text(0, at)} {reading.text(at + 3, len(low) - 1)}" if at + 3 < len(low) else ""


_EITHER = (
    ("he", "or", "she"),
    ("she", "or", "he"),
    ("he", "/", "she"),
    ("his", "or", "her"),
    ("him", "or", "her"),
)


def named_again(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Who studied at X but never taught there?" with X where the pronoun stands; "" for another question."""
    low = [word.low for word in reading.words]
    last = len(low) - 1 - (low[-1:] == ["?"])
    named = [one for one in pieces if one.of("name")]
    if (
        low[last] not in ("there", "it")
        or len(named) != 1
        or not 0 < named[0].first <= named[0].last < last - 1
    ):
        return ""
    first, at = named[0].first, named[0].last + 1
    if low[at + (low[at] == ",")] not in ("but", "and", "yet"):
        return ""
    first -= low[first - 1] == "the"
    place = f"{low[first - 1] if low[first - 1] in _PLACING else 'in'} " if low[last] == "there" else ""
    return f"{reading.text(0, last - 1)} {place}{reading.text(first, named[0].last)}?"


_PLACING = ("in", "at", "on", "for", "from", "to")


def how_far(reading: Reading) -> str:
    """ "How far is it from X to Y?" as "What is the distance from X to Y?"; "" for another question.

    >>> from motif.planners.reading.marks import read
    >>> how_far(read("How far is it from Orbury to Pell?"))
    'What is the distance from Orbury to Pell?'
    """
    words = [word.low for word in reading.words]
    begins = next((at for at, word in enumerate(words) if word in ("from", "between")), 0)
    if words[:2] != ["how", "far"] or {*words[2:begins]} - {"is", "it", "apart", "away"} or begins < 3:
        return ""
    return f"What is the distance {reading.question[reading.words[begins].start :]}"


def whose_it_is(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Whose tickets are open?" as "Which customer has tickets that are open?"; "" for another question, and where
    several may have them."""
    words = reading.words
    last = len(words) - 1 - (words[-1].low == "?")
    noun = next((one for one in pieces if one.first == 1 and one.of("label")), None)
    if words[0].low != "whose" or noun is None or noun.last >= last:
        return ""
    things = {label for sense in noun.of("label") for label in sense.labels}
    ways = {(near, thing) for thing in things for near in vocabulary.actors if vocabulary.ways(near, thing)}
    owners = {near for near, _ in ways} - things
    if len(owners) != 1:
        return ""
    owner = vocabulary.labels[owners.pop()].text.lower()
    said, rest = reading.text(noun.first, noun.last), reading.text(noun.last + 1, last)
    return f"Which {owner} has {said} that {rest}?"
