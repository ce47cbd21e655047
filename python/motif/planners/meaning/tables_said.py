"""Questions in other words that are read better, for tables: "the rating of each shop", "and where they work"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.listing import is_name
from motif.planners.meaning.senses import Piece, is_thing
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_WITH = ("together with", "along with", "as well as", "and", "with")
_THEM = {"they", "it", "he", "she", "them", "him", "her"}
_TOLD, _OPENED = 5, 4
"""Words behind what is shown beside that say how it is joined, and before the things, at most."""

_ENDS = {"highest": "maximum", "greatest": "maximum", "lowest": "minimum", "smallest": "minimum"}


def of_each_its(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "What is the rating of each bakery in Lund?" as "List each bakery in Lund with its rating", and what of several
    kinds all bakeries have as a table of them too, "rating and owner of all bakeries"; "" for another."""
    low = [word.low for word in reading.words]
    at = next((at for at, one in enumerate(low) if one in _EACH and low[at - 1] in ("of", "for")), 0)
    things = next((one for one in pieces if one.first > at and one.of("label")), None)
    said = [one for one in pieces if one.last < at - 1]
    if at < 2 or things is None or not said or not _only_says_which(pieces, at, things):
        return ""
    told = _columns(reading, said, things)
    begin, opening = said[0].first, listed("asking", "opening") | listed("asking", "opening_list")
    if not told or any(one not in opening for one in low[:begin]):
        return ""
    inside = {at for first, last, _ in told for at in range(first, last + 1)}
    if any(low[one] not in ("and", ",", "the") for one in range(begin, at - 1) if one not in inside):
        return ""
    if reading.measures or any(one.first < at for one in reading.of("count")):
        return ""
    shown = [reading.text(first, last) for first, last, is_own in told if not is_own]
    is_one = low[at] != "all" and all(one.of("property") for one in said)
    if not shown or (len(told) < 2 and not is_one):
        return ""
    its = "its" if low[at] != "all" else "their"
    listing = " and ".join(one for one in (", ".join(shown[:-1]), shown[-1]) if one)
    return f"List {reading.text(at, reading.last)} with {its} {listing}"


_EACH = ("each", "every", "all")


def _only_says_which(pieces: Sequence[Piece], at: int, things: Piece) -> bool:
    """Whether only values stand between "all" and the things: "all declined payments"."""
    between = [one for one in pieces if at < one.first < things.first]
    n_said = sum(one.last - one.first + 1 for one in between)
    return all(one.of("value") for one in between) and things.first == at + 1 + n_said


def _columns(reading: Reading, said: Sequence[Piece], things: Piece) -> list[tuple[int, int, bool]]:
    """What is asked of the things, as of `_column`; none where something else is."""
    found: list[tuple[int, int, bool]] = []
    for piece in said:
        column = _column(reading, piece, things)
        if column is None:
            return []
        if not found or piece.first > found[-1][1]:  # the "id" of "payment id" is said with it
            found.append(column)
    return found


def _column(reading: Reading, piece: Piece, things: Piece) -> tuple[int, int, bool] | None:
    """The first and the last word of what is asked of the things, and whether it is but their name; None for another:
    a property, or one thing that they are joined to."""
    if piece.of("property"):
        return piece.first, piece.last, is_name(reading, piece)
    noun, behind = reading.words[piece.last], reading.words[piece.last + 1].lemma
    names = listed("words", "names")
    if not is_thing(piece) or noun.low != noun.lemma:
        return None
    if {one.labels for one in piece.of("label")} & {one.labels for one in things.of("label")}:
        return (piece.first, piece.last + 1, True) if behind in names | {"id"} else None
    return piece.first, piece.last + (behind in names), False


def table_of_each(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "For each vehicle, give its owner" as "each vehicle and its owner", which counts nothing; "" for another."""
    low = [word.low for word in reading.words]
    things = next((one for one in pieces if one.first == 2 and one.of("label")), None)
    if low[:2] not in (["for", "each"], ["for", "every"]) or things is None:
        return ""
    at = things.last + 1
    at += low[at : at + 1] == [","]
    is_told = low[at : at + 1] and low[at] in _TELLING
    at += bool(is_told)
    at += low[at : at + 1] in (["me"], ["us"])
    its = low[at : at + 1]
    told = low[at + 1 : reading.last + 1]
    if its not in (["its"], ["their"], ["his"], ["her"], ["the"]) or not told or len(told) > _TABLED:
        return ""
    if reading.measures or any(reading.of(kind) for kind in _MADE) or {*told} & _NO_TABLE:
        return ""
    if its == ["the"] and not is_told:
        return ""
    return f"each {reading.text(things.first, things.last)} and its {reading.text(at + 1, reading.last)}"


_TELLING = {"give", "list", "show", "name", "tell", "find", "return", "provide", "state", "report", "display"}
_TABLED = 4
_MADE = ("count", "average", "median", "sum", "max", "min", "by_number", "and_how_many")
_NO_TABLE = {
    "number",
    "count",
    "amount",
    "total",
    "sum",
    "share",
    "percentage",
    "first",
    "last",
    "top",
    "most",
    "how",
}


def beside_where(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "The bakers and the bakery where they work", "wards with the doctor heading them" as "bakers and their bakery",
    or, where these are joined in several ways, as "Which doctor heads which wards?"; "" for another question."""
    low = [word.low for word in reading.words]
    labels = [one for one in pieces if one.of("label")]
    if len(labels) < 2 or any(one.of("name", "value") and one.first > labels[-2].last for one in pieces):
        return ""
    owner, thing = labels[-2:]
    behind = low[thing.last + 1 : reading.last + 1]
    if not 1 < len(behind) <= _TOLD or not _THEM & {*behind} or owner.first > _OPENED:
        return ""
    join = thing.first - 1 - (low[thing.first - 1] in ("the", "a", "which", "what"))
    joined = next((one for one in _WITH if reading.text(0, join).lower().endswith(f" {one}")), "")
    if not joined:
        return ""
    before = reading.text(0, join)[: -len(joined)].rstrip(" ,")
    if not _is_one_way(vocabulary, owner, thing):
        return _done_to_which(reading, pieces, owner, thing, before)
    return f"{before} and their {reading.text(thing.first, thing.last)}"


def _done_to_which(reading: Reading, pieces: Sequence[Piece], owner: Piece, thing: Piece, before: str) -> str:
    """ "Rye loaves and the baker who sold them" as "Which baker sold which rye loaves?"; "" for what is more."""
    low, begin = [word.low for word in reading.words], owner.first
    while (kind := next((one for one in pieces if one.last == begin - 1), None)) is not None:
        begin = kind.first
    opened = {*low[:begin]} <= {*listed("asking", "opening"), *_EACH}
    is_done = low[thing.last + 1] in ("who", "that", "which") and low[reading.last] in ("it", "them")
    if not opened or not is_done:
        return ""
    done = reading.text(thing.last + 2, reading.last - 1)
    about = before[len(reading.text(0, begin - 1)) :].strip() if begin else before
    return f"Which {reading.text(thing.first, thing.last)} {done} which {about}?"


def which_and_which(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Which baker works at which bakery?" as "List the bakers and their bakery"; "" for another question."""
    low = [word.low for word in reading.words]
    labels = [one for one in pieces if one.of("label")]
    if len(labels) != 2 or low[0] not in ("which", "what") or labels[0].first != 1:
        return ""
    owner, thing = labels
    is_whole = thing.last == reading.last and low[thing.first - 1] in ("which", "what")
    if not is_whole or any(one.of("name", "value", "property") for one in pieces) or reading.bounds:
        return ""
    if reading.measures or not _is_one_way(vocabulary, owner, thing):
        return ""
    return f"List every {reading.text(owner.first, owner.last)} and their {reading.text(thing.first, thing.last)}"


def counted_by(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Count bakers by nationality" as "How many bakers by nationality?"; "" for another question."""
    low = [word.low for word in reading.words]
    is_counted = low[0] in ("count", "tally") and any(one.first == 1 and one.of("label") for one in pieces)
    return f"How many {reading.text(1, reading.last)}?" if is_counted else ""


def end_of_each(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "The highest price of the breads at each shop" as "the maximum price"; "" for another question."""
    words = reading.words
    grouped = bool(reading.of("each")) or any(word.low == "by" for word in words)
    for at, word in enumerate(words[:-2]):
        if not grouped or word.low not in _ENDS or at > 3:
            continue
        noun = next((one for one in pieces if one.first == at + 1), None)
        behind = next((one for one in pieces if noun and one.first == noun.last + 1), None)
        about = noun if noun is not None and noun.of("property") else behind
        if noun is None or about is None or not about.of("property"):
            continue
        groups = next((one for one in pieces if one.first > about.last and one.of("label")), None)
        if groups is not None and not any(one.low in ("which", "who") for one in words[:at]):
            return f"{reading.question[: word.start]}{_ENDS[word.low]}{reading.question[word.end :]}"
    return ""


def of_its_own_kind(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Which bands are not rock bands?" as "Which bands are not rock?"; "" for another question."""
    low = [word.low for word in reading.words]
    labels = [one for one in pieces if one.of("label")]
    if len(labels) < 2 or labels[-1].last != reading.last or low[0] in listed("asking", "yes_or_no"):
        return ""
    thing, again = labels[0], labels[-1]
    said = next((one for one in pieces if one.last == again.first - 1 and one.of("value")), None)
    same = {one.labels for one in thing.of("label")} & {one.labels for one in again.of("label")}
    if not same or said is None or thing.first > 1 or len(labels) > 2:
        return ""
    between = {*low[thing.last + 1 : said.first]}
    is_apart = between <= {
        "that",
        "which",
        "who",
        "are",
        "is",
        "not",
        "n't",
        "no",
        "except",
        "but",
        "other",
        "than",
    }
    return f"{reading.text(0, again.first - 1)}?" if between and is_apart else ""


def below_that_of(reading: Reading) -> str:
    """ "A price below that of X" as "a price lower than X"; "" for another question.

    >>> from motif.planners.reading.marks import read
    >>> below_that_of(read("Which breads have a price below that of Stollen?"))
    'Which breads have a price lower than Stollen?'
    """
    low = [word.low for word in reading.words]
    for at in range(1, len(low) - 3):
        if low[at : at + 2] not in (["that", "of"], ["those", "of"]):
            continue
        way = {"below": "lower than", "under": "lower than", "above": "higher than", "over": "higher than"}
        if low[at - 1] == "than" or low[at - 1] in way:
            before = reading.text(0, at - 2)
            said = "than" if low[at - 1] == "than" else way[low[at - 1]]
            return f"{before} {said} {reading.question[reading.words[at + 2].start :]}"
    return ""


def persons_named(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Who is older than X?" as "Which bakers are older than X?", where X is a baker; "" for another question."""
    low = [word.low for word in reading.words]
    named = [one for one in pieces if one.of("name")]
    if low[0] != "who" or len(named) != 1 or named[0].last != reading.last:
        return ""
    labels = {label for one in named[0].of("name") for label in one.labels} & vocabulary.persons
    is_same = (
        low[1] in ("has", "have", "had", "is", "was") and "same" in low and low[named[0].first - 1] == "as"
    )
    is_more = low[named[0].first - 1] == "than"
    if len(labels) != 1 or not (is_same or is_more):
        return ""
    helping = {"is": "are", "was": "were", "has": "have"}.get(low[1], reading.words[1].text)
    kind = vocabulary.labels[labels.pop()].text.lower()
    return f"Which {kind} {helping} {reading.text(2, reading.last)}?"


def done_with(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Who works with X?" as "Which bakers work at the same bakery as X?"; "" for another question."""
    low = [word.low for word in reading.words]
    named = [one for one in pieces if one.of("name")]
    if (
        low[0] != "who"
        or len(named) != 1
        or low[named[0].first - 1] != "with"
        or named[0].last != reading.last
    ):
        return ""
    between = [at for at in range(1, named[0].first - 1) if low[at] not in ("together", "has", "have", "had")]
    labels = {label for one in named[0].of("name") for label in one.labels} & vocabulary.persons
    if len(between) != 1 or len(labels) != 1:
        return ""
    [label], lemma = labels, reading.words[between[0]].lemma
    found = [one for one in vocabulary.relations if one.words.lemmas[:1] == (lemma,) and one.source == label]
    is_own = any(one.target == label or "with" in one.words.lemmas for one in found)
    if len(found) != 1 or is_own or found[0].target not in vocabulary.labels:
        return ""
    kind, place = vocabulary.labels[label].text.lower(), vocabulary.labels[found[0].target].text.lower()
    done = found[0].words.text.lower()
    return f"Which {kind} {done} the same {place} as {reading.text(named[0].first, named[0].last)}?"


def counts_of_theirs(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Courts with their case counts" as "courts with the number of cases"; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    thing = next((one for one in pieces if one.last == last - 1 and one.of("label")), None)
    if low[last] not in ("count", "counts") or thing is None or thing.first < 2:
        return ""
    begin = thing.first - (low[thing.first - 1] in ("their", "its", "the"))
    joined = low[begin - 1] in ("with", "and")
    counted = reading.text(thing.first, thing.last)
    return f"{reading.text(0, begin - 2)} with the number of {counted}" if joined else ""


def with_their_own(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "All cases along with judge and court" as "with their judge and their court"; "" for another question."""
    low = [word.low for word in reading.words]
    labels = [one for one in pieces if one.of("label")]
    if len(labels) != 3 or labels[2].last != reading.last or any(one.of("name", "value") for one in pieces):
        return ""
    _, first, second = labels
    if low[first.last + 1 : second.first] != ["and"] or low[first.first - 1] != "with":
        return ""
    own, other = (reading.text(one.first, one.last) for one in (first, second))
    return f"{reading.text(0, first.first - 1)} their {own} and their {other}"


def the_one_of_two(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "The longer of X and Y" as "Which is longer, X or Y?"; "" for another question."""
    low = [word.low for word in reading.words]
    named = [one for one in pieces if one.of("name")]
    measure = next((one for one in reading.measures if one.form == "comparative"), None)
    if measure is None or len(named) != 2 or low[measure.last + 1 : measure.last + 2] != ["of"]:
        return ""
    first, second = named
    is_whole = second.last == reading.last and low[first.last + 1 : second.first] in (["and"], ["or"])
    begins = first.first - (low[first.first - 1] == "the") == measure.last + 2
    if not is_whole or not begins or low[measure.first - 1 : measure.first] != ["the"]:
        return ""
    one, other = (reading.text(at.first, at.last) for at in (first, second))
    return f"Which is {reading.text(measure.first, measure.last)}, {one} or {other}?"


def where_each_is(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Where is each bakery located?" as "List each bakery and its town"; "" for another question, and where several
    labels are places that they are in."""
    low = [word.low for word in reading.words]
    things = next((one for one in pieces if one.first == 3 and one.of("label")), None)
    if (
        low[:2] not in (["where", "is"], ["where", "are"])
        or low[2:3] not in (["each"], ["every"])
        or things is None
    ):
        return ""
    if {*low[things.last + 1 : reading.last + 1]} - listed("words", "situating"):
        return ""
    labels = [label for one in things.of("label") for label in one.labels]
    ways = {way for label in labels for way in vocabulary.ways(label)}
    ends = {one.target if goes else one.source for one, goes in ways}
    places = {one for one in ends & vocabulary.labels.keys() if _is_place(vocabulary, one)}
    if len(labels) != 1 or len(places) != 1:
        return ""
    return f"List each {reading.text(things.first, things.last)} and its {vocabulary.labels[places.pop()].text.lower()}"


def _is_place(vocabulary: Vocabulary, label: str) -> bool:
    return vocabulary.labels[label].lemmas[-1:] != () and vocabulary.labels[label].lemmas[-1] in listed(
        "words", "places"
    )


def kinds_of(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How many kinds of bread" as "how many bread", where breads have no kind of their own; "" for another."""
    low = [word.low for word in reading.words]
    for at, word in enumerate(reading.words[:-2]):
        things = next((one for one in pieces if one.first == at + 2 and one.of("label")), None)
        if word.lemma not in _KINDS or low[at + 1] != "of" or things is None or at < 1:
            continue
        sorting = {word for one in vocabulary.properties for word in one.words.lemmas}
        sorting |= {word for one in vocabulary.labels.values() for word in one.lemmas}
        if not sorting & _SORTING:
            begin = at - (low[at - 1] == "different")
            return f"{reading.question[: reading.words[begin].start]}{reading.question[reading.words[at + 2].start :]}"
    return ""


_KINDS = {"kind", "type", "sort", "variety"}
_SORTING = {*_KINDS, "category", "class", "genre", "group"}


def _is_one_way(vocabulary: Vocabulary, owner: Piece, thing: Piece) -> bool:
    pairs = [
        (one, other)
        for near in owner.of("label")
        for far in thing.of("label")
        for one in near.labels
        for other in far.labels
    ]
    types = {relation.type for one, other in pairs for relation, _ in vocabulary.ways(one, other)}
    return len(types) == 1
