"""Questions in plainer words: "…, and give their directors", "under the age of 20", "the average user rating of X"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.english import POSSESSIVES
from motif.planners.meaning.roles import roles_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading

_GIVING = {"give", "show", "list", "include", "display", "return", "provide", "name", "state", "tell"}
_AGED = {"under": "younger than", "below": "younger than", "over": "older than", "above": "older than"}
_SHOWING = {"showing", "show", "giving", "with", "including", "and", "together", "along"}
_OUTRIGHT = 0.9
"""Score from which on a property is said by its own words."""
_EACH = {"each", "one", "them", "every", "per"}


def and_give_their(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "The 4 oldest films and give their directors" as "… with their directors"; "" for another question."""
    low = [word.low for word in reading.words]
    for at in range(1, reading.last - 1):
        begin = at - (low[at - 1] in ("and", ","))
        begin -= low[begin - 1] == ","
        named = next((one for one in pieces if one.first == at + 2 and one.of("label")), None)
        is_said = low[at] in _GIVING and low[at + 1] in POSSESSIVES and begin < at
        if is_said and named is not None and any(one.last < begin and one.of("label") for one in pieces):
            return f"{reading.text(0, begin - 1)} with {reading.text(at + 1, reading.last)}"
    return ""


def of_such_an_age(reading: Reading) -> str:
    """ "Players under the age of 20" as "players younger than 20"; "" for another question.

    >>> from motif.planners.reading.marks import read
    >>> of_such_an_age(read("Which players over the age of 30 retired?"))
    'Which players older than 30 retired?'
    """
    low = [word.low for word in reading.words]
    for at in range(1, len(low) - 4):
        if low[at] in _AGED and low[at + 1 : at + 4] == ["the", "age", "of"]:
            before = reading.question[: reading.words[at].start]
            return f"{before}{_AGED[low[at]]} {reading.question[reading.words[at + 4].start :]}"
    return ""


def showing_what_ranks(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "The top 4 genres by number of films, showing the number of films in each" without its end, which is shown
    anyhow; "" for another question."""
    marks = reading.of("by_number")
    counted = next((one for one in pieces if marks and one.first == marks[-1].last + 1), None)
    if counted is None:
        return ""
    low = [word.low for word in reading.words]
    end = low[counted.last + 1 : reading.last + 1]
    said = {
        word.lemma for one in pieces if one.of("label") for word in reading.words[one.first : one.last + 1]
    }
    told = {word.lemma for word in reading.words[counted.last + 1 : reading.last + 1]}
    is_shown = bool(_SHOWING & {*end}) and ("number" in end or "count" in end)
    is_same = (
        not told
        - said
        - _SHOWING
        - _EACH
        - {",", "the", "number", "count", "of", "in", "for", "show", "give"}
    )
    return f"{reading.text(0, counted.last)}" if is_shown and is_same else ""


def tied_property_of(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "The average user rating of X" as "the average rating of X", where users rate; "" for another question."""
    low = [word.low for word in reading.words]
    types = {*vocabulary.projection.relationships.types}
    for about in pieces:
        owners = {label for sense in about.of("property") for label in sense.labels}
        who = next((one for one in pieces if one.last == about.first - 1 and one.of("label")), None)
        named = next((one for one in pieces if one.first > about.last and one.of("name")), None)
        if who is None or named is None or not owners or not owners <= types:
            continue
        between = low[about.last + 1 : named.first]
        labels = [{label for sense in one.senses for label in sense.labels} for one in (who, named)]
        ends = [{one.source, one.target} for one in vocabulary.relations if one.type in owners]
        is_joined = any(end & labels[0] and end & labels[1] for end in ends)
        if between[:1] in (["of"], ["for"]) and is_joined:
            behind = reading.question[reading.words[about.first].start :]
            return f"{reading.question[: reading.words[who.first].start]}{behind}"
    return ""


def of_what_has_it(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "What is the earliest filing date?" as that "… of cases", where only these have it; "" for another question."""
    if not pieces or any(not one.of("property") or one.of("label", "name", "value") for one in pieces):
        return ""
    owners = [
        {label for sense in one.of("property") if sense.score >= _OUTRIGHT for label in sense.labels}
        for one in pieces
    ]
    shared = set.intersection(*owners) & vocabulary.labels.keys()  # rather of things than of what joins them
    behind = pieces[-1].last
    if len(shared) != 1 or behind != reading.last or not pieces[0].first:
        return ""
    low = [word.low for word in reading.words]
    opens = next((one for one in pieces if one.first == 1 and low[0] in ("which", "what")), None)
    verb = opens.last + 1 if opens is not None else 0
    said = reading.text(0, reading.last)
    if verb and low[verb + 1 : verb + 2] == ["the"]:  # what a bank "received" it has
        said = f"{reading.text(0, verb - 1)} has {reading.text(verb + 1, reading.last)}"
    label = vocabulary.labels[shared.pop()].text.lower()
    return f"{said} of {label}s?"


def from_one_to_other(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Is there a route from X to Y?" as "Does X have a route to Y?", "the length of the route from X to Y" as that
    "from X to Y"; "" for another question."""
    low, names = [word.low for word in reading.words], [one for one in pieces if one.of("name")]
    if len(names) != 2 or names[1].last != reading.last or low[names[0].last + 1 : names[1].first] != ["to"]:
        return ""
    noun = names[0].first - 2
    if noun < 2 or low[noun + 1] != "from" or not roles_in(vocabulary.relations, reading.words[noun]):
        return ""
    one, other = (reading.question[slice(*reading.span(name.first, name.last))] for name in names)
    if low[:2] in (["is", "there"], ["are", "there"]):
        return f"Does {one} have a {reading.words[noun].lemma} to {other}?"
    at = noun - 1 - (low[noun - 1] == "direct")
    if low[at - 1 : at + 1] == ["of", "the"] and any(
        piece.of("property") and piece.last == at - 2 for piece in pieces
    ):
        return f"{reading.text(0, at - 2)} from {one} to {other}?"
    return ""


def done_both_ways(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Who both follows and is followed by X" as "who follows X and is followed by X"; "" for another question."""
    low, names = [word.low for word in reading.words], [one for one in pieces if one.of("name")]
    if len(names) != 1 or names[0].last != reading.last or low[names[0].first - 1] != "by":
        return ""
    at = names[0].first - 4
    if at < 2 or low[at] != "and" or low[at + 1] not in ("is", "are", "was", "were", "been"):
        return ""
    name = reading.question[slice(*reading.span(names[0].first, names[0].last))]
    before = reading.text(0, at - 1).replace(" both ", " ")
    return f"{before} {name} {reading.text(at, reading.last)}?"


def without_its_end(reading: Reading, pieces: Sequence[Piece] = ()) -> str:
    """ "What is the earliest date recorded?" without the last word, "the 3 clubs with the most players, and how many?"
    without what is shown anyhow; "" for another question.

    >>> from motif.planners.reading.marks import read
    >>> without_its_end(read("Which 3 clubs have the most players, and how many?"))
    'Which 3 clubs have the most players?'
    """
    low, last = [word.low for word in reading.words], reading.last
    if any(one.last == last for one in pieces):
        return ""  # "events that were recorded", of which a property tells it
    if low[last] == "recorded" or low[last - 1 : last + 1] == ["on", "record"]:
        return f"{reading.text(0, last - 1 - (low[last] == 'record'))}?" if last > 1 else ""
    at = next((at for at in range(last - 2, last - 5, -1) if low[at : at + 3] == ["and", "how", "many"]), 0)
    is_short = at > 0 and last - at < 5 and {"most", "fewest"} & {*low[:at]}
    return f"{reading.text(0, at - 1 - (low[at - 1] == ','))}?" if is_short else ""


def how_it_was_done(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How did X vote on Y?" as "What is the vote of X on Y?", where the relationship holds it; "" for another."""
    low, names = [word.low for word in reading.words], [one for one in pieces if one.of("name")]
    if low[:2] != ["how", "did"] or len(names) != 2 or names[0].first != 2 or names[1].last != reading.last:
        return ""
    verb = names[0].last + 1
    said = stem(reading.words[verb].text)
    held = {one.words.text for one in vocabulary.relation_properties if one.words.stems == (said,)}
    who = reading.question[slice(*reading.span(names[0].first, names[0].last))]
    return (
        f"What is the {held.pop()} of {who} {reading.text(verb + 1, reading.last)}?" if len(held) == 1 else ""
    )


def lowest_by(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "The 3 lowest bids by amount" as "the 3 bids with the lowest amount"; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    about = next((one for one in pieces if one.last == last and one.of("property")), None)
    at = next((at for at in range(1, last) if low[at] in ("lowest", "highest")), 0)
    if about is None or not at or low[about.first - 1] != "by" or any(one.first == at for one in pieces):
        return ""
    things = next((one for one in pieces if one.last == about.first - 2 and one.of("label")), None)
    if things is None or things.first <= at:
        return ""
    between = reading.text(at + 1, things.last)
    said = reading.text(about.first, about.last)
    return f"{reading.text(0, at - 1)} {between} with the {low[at]} {said}?"


def kind_of_things_with(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Which order status has the highest average price?" as "which status … of orders?"; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    if low[0] not in ("which", "what") or len(pieces) != 3 or pieces[2].last != last:
        return ""
    things, kind, about = pieces
    is_kind = (
        things.first == 1 and things.of("label") and kind.first == things.last + 1 and kind.of("property")
    )
    is_about = about.of("property") and not about.of("label") and low[kind.last + 1] in ("has", "have", "had")
    if not is_kind or not is_about or kind.of("label"):
        return ""
    noun = reading.words[things.last].lemma
    before = reading.text(things.first, things.last - 1)
    return f"{low[0]} {reading.text(kind.first, last)} of {before} {noun}s?".replace("  ", " ")
