"""Keywords as the questions that they stand for: "Old Span height", "recipe, cuisine", "ex-members of X"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.roles import roles_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading

_PAST = {"previous", "past", "ex"}


def property_of_name(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Old Span height" as "What is the height of Old Span?"; "" for another question."""
    if len(pieces) != 2 or pieces[0].first or pieces[1].last != reading.last:
        return ""
    named, about = pieces
    is_told = named.of("name") and about.of("property") and not about.of("label", "name", "value")
    if not is_told or about.first != named.last + 1:
        return ""
    name, said = reading.text(named.first, named.last), reading.text(about.first, about.last)
    return f"What is the {said} of {name}?"


def extreme_of(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Max salary", "lowest visit cost per clinic" as "What is the maximum salary of employees?", "… of visits per
    clinic"; "" for another question, and where several kinds of things have it."""
    low = [word.low for word in reading.words]
    about, *more = [*(one for one in pieces if one.of("property")), None]
    if low[0] not in _EXTREMES or about is None or any(one.of("name", "value") for one in pieces):
        return ""
    labels = [one for one in pieces if one.of("label") and not one.of("property")]
    before = [one for one in labels if one.last == about.first - 1 and one.first == 1]
    behind = [one for one in (*labels, *more) if one is not None and one.first > about.last]
    if about.first != 1 and not before:
        return ""
    between = low[about.last + 1 : behind[0].first] if behind else []
    is_end = (behind[0] if behind else about).last == reading.last and len(behind) < 2
    if not is_end or (behind and between not in _PER):
        return ""
    owner = reading.text(before[0].first, before[0].last) if before else _only_owner(vocabulary, about)
    group = f" per {reading.text(behind[0].first, behind[0].last)}" if behind else ""
    said = reading.text(about.first, about.last)
    return f"What is the {_EXTREMES[low[0]]} {said} of {owner}{group}?" if owner else ""


_EXTREMES = {"max": "maximum", "maximum": "maximum", "highest": "maximum", "largest": "maximum"}
_EXTREMES |= {"min": "minimum", "minimum": "minimum", "lowest": "minimum", "smallest": "minimum"}
_PER = (["by"], ["per"], ["for", "each"], ["of", "each"], ["in", "each"], ["at", "each"])


def _only_owner(vocabulary: Vocabulary, about: Piece) -> str:
    """What the one kind of things that have a property is called; of relationships what they lead from."""
    best = [one for one in about.of("property") if one.score == about.of("property")[0].score]
    owners = {owner for one in best for owner in one.labels}
    sources = {one.source for one in vocabulary.relations if one.type in owners}
    owners = (owners & vocabulary.labels.keys()) | sources
    return vocabulary.labels[owners.pop()].text.lower() if len(owners) == 1 else ""


def by_kind_of(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Avg power per machine kind" as "avg power of machines by kind"; "" for another question."""
    low = [word.low for word in reading.words]
    kind = next((one for one in pieces if one.last == reading.last and one.of("property")), None)
    things = next((one for one in pieces if kind and one.last == kind.first - 1 and one.of("label")), None)
    if kind is None or things is None or low[things.first - 1] not in ("per", "by") or not things.first:
        return ""
    about = [one for one in pieces if one.last < things.first - 1 and one.of("property")]
    others = [one for one in pieces if one.last < things.first - 1 and one.of("label")]
    owners = {label for one in things.of("label") for label in one.labels}
    is_own = any({*one.labels} & owners for one in kind.of("property"))
    if not is_own or len(about) != 1 or others or about[0].last != things.first - 2:
        return ""
    said = reading.text(kind.first, kind.last)
    return f"{reading.text(0, about[0].last)} of {reading.text(things.first, things.last)} by {said}"


def ordered_shortly(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Vets by salary, high to low", "vet salaries high to low" as "… sorted by salary in descending order", "a-z" as
    "in alphabetical order"; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    is_one = low[last] in ("a-z", "z-a") and last > 0
    ends = (low[last][0], low[last][-1]) if is_one else (low[max(last - 2, 0)], low[last])
    way = _WAYS.get(ends) if is_one or (last > 2 and low[last - 1] in ("to", "-")) else None
    if way is None:
        return ""
    end = last - 1 if is_one else last - 3 - (low[last - 3] == "from")
    end -= low[max(end, 0)] == ","
    if end < 0:
        return ""
    if way == "alphabetical":
        return f"{reading.text(0, end)} in alphabetical order"
    about = next((one for one in pieces if one.last == end and one.of("property")), None)
    things = next((one for one in pieces if one.of("label") and not one.of("property")), None)
    if about is None or things is None or things.last >= about.first:
        return ""
    said, by = reading.text(about.first, about.last), about.first - 1
    if low[by] == "by":
        return f"{reading.text(0, by - 1)} sorted by {said} in {way} order"
    if low[by] in ("their", "its"):
        return f"{reading.text(0, end)} sorted by {said} in {way} order"
    is_own = things.first == 0 and things.last == by
    return (
        f"{reading.text(0, things.last)} with their {said} sorted by {said} in {way} order" if is_own else ""
    )


_ENDS = (
    ("high", "low"),
    ("highest", "lowest"),
    ("most", "least"),
    ("most", "fewest"),
    ("largest", "smallest"),
)
_WAYS = dict.fromkeys(_ENDS, "descending") | {(other, one): "ascending" for one, other in _ENDS}
_WAYS[("a", "z")] = "alphabetical"


def kinds_beside(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Recipe, cuisine", "application and owning team" as "every recipe with its cuisine"; "" for another question."""
    low = [word.low for word in reading.words]
    labels = [one for one in pieces if one.of("label") and not one.of("name", "value")]
    owned = _owned_by_role(vocabulary, reading, labels)
    if owned:
        return owned
    if len(labels) != 2 or labels[0].first or labels[1].last != reading.last:
        return ""
    owner, thing = labels
    between = [word for word in low[owner.last + 1 : thing.first] if word not in ("the", "its", "their")]
    if between[:1] not in ([","], ["and"], ["/"], [";"]) or len(between) > 2:
        return ""
    ways = [
        relation
        for one in owner.of("label")
        for other in thing.of("label")
        for near in one.labels
        for far in other.labels
        for relation, _ in vocabulary.ways(near, far)
    ]
    told = stem(between[1]) if len(between) > 1 else ""
    if not ways or (told and not any(told in one.words.stems for one in ways)):
        return ""
    return f"List every {reading.text(0, owner.last)} with their {reading.text(thing.first, thing.last)}"


def _owned_by_role(vocabulary: Vocabulary, reading: Reading, labels: Sequence[Piece]) -> str:
    """ "Employee and manager" as "every employee with their manager"."""
    low, last = [word.low for word in reading.words], reading.last
    if (
        len(labels) != 1
        or labels[0].first
        or low[labels[0].last + 1 : last] not in ([","], ["and"], ["and", "the"])
    ):
        return ""
    own = {label for sense in labels[0].of("label") for label in sense.labels}
    ends = roles_in(vocabulary.relations, reading.words[last])
    others = {one.target if role == "source" else one.source for one, role in ends}
    return f"List every {reading.text(0, labels[0].last)} with their {low[last]}" if own & others else ""


def once_so(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Ex-members of X", "the previous coach of X" as "the former coach of X"; "" for another question."""
    low = [word.low for word in reading.words]
    for at, word in enumerate(reading.words[:-1]):
        behind = at + 1 + (low[at + 1] == "-")
        held = {piece.first for piece in pieces if piece.of("label")}
        if word.low in _PAST and behind in held and at not in {piece.last for piece in pieces}:
            return f"{reading.question[: word.start]}former {reading.question[reading.words[behind].start :]}"
    return ""


def before_or_after(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Pre-1850 paintings" as "paintings before 1850"; "" for another question."""
    low = [word.low for word in reading.words]
    for bound in reading.bounds:
        at = bound.number.last + 1
        things = next((one for one in pieces if one.first == at and one.of("label")), None)
        if low[bound.first] in _SIDES and low[bound.first + 1] == "-" and things is not None:
            before = reading.question[: reading.words[bound.first].start]
            year = reading.text(bound.number.first, bound.number.last)
            behind = reading.question[reading.words[things.last].end :]
            said = reading.text(things.first, things.last)
            return f"{before}{said} {_SIDES[low[bound.first]]} {year}{behind}"
    return ""


_SIDES = {"pre": "before", "post": "after"}


def at_what_time(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "When does T1 leave Orbury?" as "the departure time of T1 at Orbury", where the relationship tells it; "" for
    another question."""
    low = [word.low for word in reading.words]
    named = [one for one in pieces if one.of("name")]
    is_asked = low[0] == "when" or ("time" in low[:3] and low[0] in ("at", "what", "which"))
    if (
        len(named) != 2
        or not is_asked
        or named[1].last != reading.last
        or named[1].first <= named[0].last + 1
    ):
        return ""
    owners, others = ({label for sense in one.of("name") for label in sense.labels} for one in named)
    types = {relation.type for near in owners for far in others for relation, _ in vocabulary.ways(near, far)}
    times = [
        one
        for one in vocabulary.relation_properties
        if one.owner in types and one.kind == "text" and {"time", "date", "hour", "day"} & {*one.words.lemmas}
    ]
    if len(times) != 1:
        return ""
    one, other = (reading.text(piece.first, piece.last) for piece in named)
    return f"What is the {times[0].words.text} of {one} at {other}?"


def who_does_it(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Which manager manages the harbour?" as "who manages the harbour?"; "" for another question."""
    words = reading.words
    if len(words) < _DOING or words[0].low not in ("which", "what") or any(one.first == 1 for one in pieces):
        return ""
    doer, done = words[1].lemma, words[2].low
    is_same = doer.endswith(("er", "or")) and len(doer) > _DOING and done.startswith(doer[:-2])
    return f"who {reading.text(2, reading.last)}" if is_same and done != words[1].low else ""


_DOING = 4
