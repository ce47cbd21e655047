"""Words for what graphs call otherwise: "titles" of what has names, "set up", "neighbouring countries"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Reading

_FOUNDED = {"found", "founded", "founding", "establish", "established", "inception"}
EMPLOYED = {"employee", "staff", "headcount", "workforce"}
_PEOPLE = {"people", "persons", "staff", "workers"}
BORDERS = {"border", "boundary", "frontier"}
_SHARING = {"share", "shares", "shared", "sharing"}
_BEING = {"that", "which", "were", "was", "are", "is", "have", "has", "been", "got"}
_AT_A_TIME = {"in", "between", "before", "after", "since", "from", "during", "until"}
_COGNATE = 5
"""Letters that begin a verb and the noun of the same: "published", "publications"."""
_TOGETHER = {"together", "along"}
_LISTING = {"list", "show", "give", "find", "all", "the", "which", "what", "me"}
_SHARED = {"a", "the", "common", "land"}
_BESIDE = {"neighbouring", "neighboring", "adjacent", "bordering"}


_EARLY = 5
"""Words of a question among which what is asked for stands."""

Instead = tuple[int, int, str]
"""The first and the last word of what is said otherwise, and how."""


def said_simply(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Iterator[str]:
    """The question with such words instead, each way that applies."""
    held = {part for one in vocabulary.properties for part in one.words.lemmas}
    called = held | {part for one in vocabulary.kinds for part in one.words.lemmas}
    low = [word.low for word in reading.words]
    ways = (
        *(_titles(low, held), _set_up(low, called), _neighbours(low, pieces), _employers(reading, held)),
        *(_borders(vocabulary, reading), _its_number(reading, pieces), _together_with(low)),
        *(_made_so(reading, pieces, called), _texts_that(vocabulary, reading)),
    )
    for first, last, said in (one for way in ways for one in way):
        yield reading.instead(first, last, said)


def _titles(low: Sequence[str], held: set[str]) -> Iterator[Instead]:
    """ "The titles of", where nothing has a title: what is asked for are names."""
    for at in range(1, _EARLY if "title" not in held else 0):
        if low[at : at + 1] in (["title"], ["titles"]) and low[at + 1 : at + 2] in (["of"], ["and"]):
            yield at, at, "names" if low[at] == "titles" else "name"


def _texts_that(vocabulary: Vocabulary, reading: Reading) -> Iterator[Instead]:
    """ "Titles that contain": titles of films whose title contains, where nothing else has a title."""
    words, verbs = reading.words, table("comparing")["texts"]
    for at in range(min(len(words) - 2, _EARLY)):
        begin = at + 1 + (words[at + 1].low in ("that", "which"))
        said = words[begin].lemma if begin < len(words) else ""
        if said not in verbs or words[at].low == words[at].lemma:
            continue
        held = [one for one in vocabulary.properties if one.words.lemmas == (words[at].lemma,)]
        owners = {one.owner for one in held if one.kind == "text"} & vocabulary.labels.keys()
        is_label = any(one.lemmas == (words[at].lemma,) for one in vocabulary.labels.values())
        if len(owners) == 1 and not is_label and all(word.low in _LISTING for word in words[:at]):
            (owner,) = owners
            verb = f"{verbs[said].removesuffix('s')}s"
            label = vocabulary.labels[owner].text
            yield at, begin, f"{words[at].text} of {label} whose {words[at].lemma} {verb}"


def _set_up(low: Sequence[str], called: set[str]) -> Iterator[Instead]:
    """ "Set up", where things are founded."""
    for at in range(1, len(low) - 1 if _FOUNDED & called else 0):
        if low[at : at + 2] == ["set", "up"]:
            yield at, at + 1, "founded"


def _neighbours(low: Sequence[str], pieces: Sequence[Piece]) -> Iterator[Instead]:
    """ "The neighbouring countries of": its neighbours."""
    for one in pieces:
        if one.first > 1 and one.of("label") and low[one.first - 1] in _BESIDE:
            yield one.first - 1, one.last, "neighbours"


def _employers(reading: Reading, held: set[str]) -> Iterator[Instead]:
    """ "Employ the most people", where a number of employees is held."""
    low = [word.low for word in reading.words]
    for at in range(2, len(low) - 2 if held & EMPLOYED else 0):
        is_most = low[at] == "the" and low[at + 1] in ("most", "fewest", "least")
        if is_most and reading.words[at - 1].lemma == "employ" and low[at + 2] in _PEOPLE:
            yield at - 1, at + 2, f"have the {low[at + 1]} employees"


def _borders(vocabulary: Vocabulary, reading: Reading) -> Iterator[Instead]:
    """ "Share a border with", where no relation is called by sharing: they border."""
    shares = any("share" in one.words.lemmas for one in vocabulary.relations)
    words = reading.words
    for at in range(len(words) if shares else 0, len(words) - 2):
        behind = at + 1
        while words[behind].low in _SHARED and behind < len(words) - 1:
            behind += 1
        if words[at].low in _SHARING and words[behind].lemma in BORDERS and words[behind + 1 :][:1]:
            with_it = words[behind + 1].low == "with"
            yield at, behind + with_it, "border" if words[at].low != "sharing" else "bordering"


def _its_number(reading: Reading, pieces: Sequence[Piece]) -> Iterator[Instead]:
    """ "Each line with its number of stations": and the number of stations in each."""
    low = [word.low for word in reading.words]
    for one in pieces:
        at = one.first - 4 if low[one.first - 3 : one.first - 2] == ["total"] else one.first - 3
        if at < 2 or not one.of("label") or low[at] != "its" or low[one.first - 1] != "of":
            continue
        joined = at - 1 - (low[at - 2] in _TOGETHER)
        if low[one.first - 2] in ("number", "count") and low[at - 1] in ("and", "with", "plus"):
            yield joined, one.last, f"and the number of {reading.text(one.first, one.last)} in each"


def _together_with(low: Sequence[str]) -> Iterator[Instead]:
    """ "Together with how many": with how many."""
    for at in range(1, len(low) - 2):
        if low[at] in _TOGETHER and low[at + 1 : at + 3] == ["with", "how"]:
            yield at, at, ""


def _made_so(reading: Reading, pieces: Sequence[Piece], called: set[str]) -> Iterator[Instead]:
    """ "Publications that were published in 2015", where nothing is called so: in 2015."""
    words = reading.words
    for one in pieces:
        at = one.last + 1
        while at < len(words) and words[at].low in _BEING:
            at += 1
        when, number = ([word.low for word in words[place : place + 1]] for place in (at + 1, at + 2))
        if not one.of("label") or not {*when} & _AT_A_TIME or not any(said[:1].isdigit() for said in number):
            continue
        verb, noun = words[at], words[one.last].low
        is_cognate = len(noun) > _COGNATE and verb.low[:_COGNATE] == noun[:_COGNATE]
        if is_cognate and is_past(verb.low) and verb.lemma not in called:
            yield at, at, ""
