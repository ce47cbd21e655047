"""A question read for the shape of its answer: its head, then its tails."""

from __future__ import annotations

from collections.abc import Sequence

from motif.graphs.meaning import Function
from motif.planners.meaning.asides import asides
from motif.planners.meaning.averaging import averaged
from motif.planners.meaning.calendar import peaks
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.grouping import groups, shown_each, summed
from motif.planners.meaning.listing import asked_twice, is_name, listed_behind, others_behind, told_of_groups
from motif.planners.meaning.ranking import opens, ranks
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece, Sense
from motif.planners.meaning.sharing import shares
from motif.planners.meaning.tails import tails
from motif.planners.meaning.wanted import limits
from motif.planners.reading.lemmas import is_past, is_verb_form
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Reading


def request_of(reading: Reading, pieces: Sequence[Piece]) -> Request:
    """Reads the head, then the tails, of a question."""
    request = Request(end=len(reading.words))
    request.taken |= {at for mark in reading.of("anytime") for at in range(mark.first, mark.last + 1)}
    request.taken |= {at for mark in reading.of("with_whom")[:1] if not mark.first for at in (0, mark.last)}
    averaged(reading, pieces, request)
    _form(reading, pieces, request)
    shares(reading, pieces, request)
    asides(reading, pieces, request)
    listed_behind(reading, pieces, request)
    others_behind(reading, pieces, request)
    asked_twice(reading, pieces, request)
    tails(reading, pieces, request)
    groups(reading, pieces, request)
    told_of_groups(reading, pieces, request)
    peaks(reading, pieces, request)
    limits(reading, pieces, request)
    ranks(reading, pieces, request)
    _head_columns(reading, pieces, request)
    _possessed(reading, pieces, request)
    if request.form == "aggregate":
        _compound_column(reading, pieces, request)
    elif request.form == "things" and not request.columns:
        _compound_values(reading, pieces, request)
    _functions_behind(reading, pieces, request)
    shown_each(reading, pieces, request)
    summed(reading, request)
    _measured(reading, request)
    _timed_each(reading, pieces, request)
    request.columns = _without_years_behind(reading, request.columns)
    return request


def _without_years_behind(reading: Reading, columns: Sequence[Piece]) -> list[Piece]:
    """But for "years" behind another: "founding years" are one thing's, not also the years in which others were
    built."""
    ends = {one.last for one in columns}
    return [
        one for one in columns if one.first - 1 not in ends or reading.words[one.first].lemma not in _OF_TIME
    ]


def _form(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    words = reading.words
    first = words[0].low if words else ""
    functions: list[Function] = ["count", "average", "median", "sum", "max", "min"]
    for name in functions:
        for mark in reading.of(name):
            if opens(reading, mark) and request.form == "things":
                request.form = "count" if name == "count" else "aggregate"
                request.aggregate = name
                opening = {at for at in range(mark.first) if words[at].low in listed("asking", "opening")}
                opening |= {0} if mark.first == 1 else set()  # "in how many"
                request.taken |= opening | set(range(mark.first, _end_of_asking(pieces, mark)))
    for mark in reading.of("of_each"):
        if mark.first > 1 and request.form == "things":  # "by colour, how many of each"
            request.form = "count"
            joined = words[mark.first - 1].kind == "mark" or words[mark.first - 1].low in ("and", "-")
            request.taken |= set(range(mark.first - joined, mark.last + 1))
            request.end = min(request.end, mark.first - joined)
    is_request = len(words) > 1 and words[1].low == "you"
    if first in listed("asking", "yes_or_no") and request.form == "things" and not is_request:
        request.form = "yes_or_no"
        request.taken.add(0)
    if request.form == "yes_or_no" and (asks := _asks_which(reading)) is not None:
        request.form = "things"
        request.taken |= set(range(asks, len(words)))
        request.end = min(request.end, asks)
    for kind in ("when", "where"):
        begins = int(kind == "when" and first in ("since", "until"))
        if reading.of(kind) and reading.of(kind)[0].first == begins:
            request.when = kind
            request.taken |= set(range(begins, reading.of(kind)[0].last + 1))
    if reading.of("difference"):
        request.form = "difference"


def _asks_which(reading: Reading) -> int | None:
    """Where "Which?" behind "Is there a town without a bridge?" begins, with the mark before it; None for none."""
    low = [word.low for word in reading.words]
    end = len(low) - (low[-1:] == ["?"] or low[-1:] == ["."])
    for mark in reading.of("and_if_so"):
        if mark.last == end - 1 and mark.first > 2 and low[mark.first - 1] in ("?", ",", "."):
            return mark.first - 1
    return None


def _end_of_asking(pieces: Sequence[Piece], mark: Mark) -> int:
    """Behind the words that ask how many, but for those of a property: "the total number of deaths" is one's sum."""
    inside = (
        piece.first for piece in pieces if piece.of("property") and piece.first <= mark.last < piece.last
    )
    return next((at for at in inside if at > mark.first), mark.last + 1)


def _functions_behind(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "What does it cost on average?", "How much did they spend in total?": a function that is said last."""
    behind: list[tuple[str, Function]] = [("sum_behind", "sum"), ("average_behind", "average")]
    for name, function in behind:
        for mark in reading.of(name):
            if request.form not in ("things", "count") or request.ranks or request.over:
                continue
            words = range(mark.first, mark.last + 1)
            of = request.columns or [
                one for one in pieces if one.of("property") and not request.taken & {one.first}
            ]
            if of:
                request.form, request.aggregate = "aggregate", function
                request.columns = [*of[:1]]
                request.taken |= {*words, *range(of[0].first, of[0].last + 1)}
            elif request.form == "things" and _is_measured(reading):  # "How old are they on average?"
                request.form, request.aggregate = "aggregate", function
                request.taken |= set(words)
            elif request.form == "count" and name == "sum_behind":
                request.taken |= set(words)  # "How many are there in total?" counts


def _is_measured(reading: Reading) -> bool:
    """Whether it is asked how tall or how old something is."""
    return any(
        one.form == "plain" and one.first == 1 and reading.words[0].low == "how" for one in reading.measures
    )


def _timed_each(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "When was each album released?", which is of each of them."""
    for piece in pieces if request.when == "when" else ():
        if piece.of("label") and reading.words[piece.first - 1].low in ("each", "every"):
            request.has_names = True


def _possessed(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "What is X's height?": a property that a name has."""
    for piece in pieces:
        before = piece.first - 1
        owned = before > 0 and reading.words[before].low == "'s" and piece.first not in request.taken
        owner = any(one.of("name", "label") and before - 1 <= one.last <= before for one in pieces)
        if owned and owner and piece.of("property") and not _is_before_label(pieces, piece):
            request.columns.append(piece)
            request.has_names |= _is_said_of_each(reading, pieces, before - 1)
            request.taken |= set(range(before, piece.last + 1))


def _is_said_of_each(reading: Reading, pieces: Sequence[Piece], last: int) -> bool:
    """Whether "each" or "every" stands before the things whose label ends there: "each doctor's age"."""
    things = next((one for one in pieces if one.last == last and one.of("label")), None)
    return (
        things is not None and things.first > 0 and reading.words[things.first - 1].low in ("each", "every")
    )


def _measured(reading: Reading, request: Request) -> None:
    """ "How tall is X?": what an adjective measures."""
    for measure in reading.measures:
        if measure.form == "plain" and measure.first == 1 and reading.words[0].low == "how":
            request.measured.append(measure.adjective)
            is_each = [word.low for word in reading.words[measure.last + 2 : measure.last + 3]]
            request.has_names |= is_each in (["each"], ["every"])
            request.taken |= {0, *range(measure.first, measure.last + 1)}


def _head_columns(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """Properties that stand before the things: "the names and creation years of paintings"."""
    head: list[Piece] = []
    for piece in pieces:
        if piece is request.grouped_by:
            continue
        if piece.first >= request.end or (piece.of("name", "label", "value") and not _rather_property(piece)):
            break
        if head and _RELATIVE & {word.low for word in reading.words[head[-1].last + 1 : piece.first]}:
            break  # "the names of those that are out of stock"
        if piece.first in request.taken or _is_before_label(pieces, piece) or _is_bounded(reading, piece):
            continue
        if piece.of("property") or piece.quoted:
            head.append(piece)
    beside = {mark.last: mark for mark in reading.of("beside") if mark.first > 1}
    for piece in head:
        owned = reading.words[piece.first - 1].low in ("their", "its", "his", "her", "the")
        if mark := beside.get(piece.first - 1 - owned):  # "the artists, along with their birthdates, of …"
            request.has_names = True
            request.taken |= set(range(mark.first, piece.first))
        if is_name(reading, piece):
            request.has_names = True
        elif piece.of("property"):
            request.columns.append(piece)
        else:
            continue
        request.taken |= set(range(piece.first, piece.last + 1))
    request.has_names |= bool(request.columns and head and _is_behind_name(reading, head[0].first))


def _is_behind_name(reading: Reading, at: int) -> bool:
    """Whether a list begins with the name: "the name, weight and length of each": no word of a property here."""
    low = [word.low for word in reading.words]
    before = at - 1
    while before > 0 and low[before] in ("the", "their", "its", "and", ",", "&"):
        before -= 1
    is_listed = bool({*low[before + 1 : at]} & {"and", ",", "&"})
    return is_listed and before >= 0 and low[before] in ("name", "names")


def _compound_column(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "The average movie runtime": a property directly behind the noun for what has it."""
    label = next((piece for piece in pieces if piece.of("label")), None)
    if label is None or request.columns or reading.words[label.last].low != reading.words[label.last].lemma:
        return
    owners = {owner for sense in label.of("label") for owner in sense.labels}
    for piece in pieces:
        is_behind = piece.first == label.last + 1 and piece.first not in request.taken
        owned = any(owners & set(sense.labels) for sense in piece.of("property"))
        is_done = is_verb_form(reading.words[piece.last].low)
        if is_behind and owned and not is_done and not _is_bounded(reading, piece):
            request.columns.append(piece)
            request.taken |= set(range(piece.first, piece.last + 1))


def _compound_values(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "Which different ticket categories are there?", "vehicle makes": what a property of the things says of any."""
    label = next((one for one in pieces if one.of("label")), None)
    said = next((one for one in pieces if label is not None and one.first == label.last + 1), None)
    if label is None or said is None or {label.first, said.first} & request.taken:
        return
    owners = {owner for sense in label.of("label") for owner in sense.labels}
    is_owned = any(sense.score >= 1 and owners & {*sense.labels} for sense in said.of("property"))
    words, behind = reading.words, {word.low for word in reading.words[said.last + 1 :]}
    is_one_of_many = (
        words[label.last].low == words[label.last].lemma and words[said.last].low != words[said.last].lemma
    )
    opened = {word.low for word in words[: label.first]} <= _OPENING
    if is_owned and is_one_of_many and opened and behind <= _THERE and not is_past(words[said.last].low):
        request.columns.append(said)
        request.taken |= set(range(said.first, len(words)))


_OPENING = listed("asking", "opening") | listed("asking", "opening_list")
_OPENING |= listed("asking", "distinct") | {"which", "what", "all", "kinds", "of"}
_THERE = {"are", "there", "exist", "do", "we", "have", "?", ".", "in", "total", "known"}


def _is_before_label(pieces: Sequence[Piece], piece: Piece) -> bool:
    """Whether a piece stands before a label, of whose nodes it says something: "certified suppliers", "active home
    policies"."""
    following = next((one for one in pieces if one.first == piece.last + 1), None)
    if following is None or following.of("label"):
        return following is not None
    return bool(following.of("value", "property")) and _is_before_label(pieces, following)


def _is_bounded(reading: Reading, piece: Piece) -> bool:
    """Whether a property is compared with what follows it: "actors born before 1940", "born in the 1960s", "born two
    years after X"."""
    far = next((one.last + 2 for one in reading.numbers if one.first == piece.last + 1), piece.last + 1)
    is_done = is_past(reading.words[piece.last].low)
    if is_done and any(word.low in ("before", "after", "within") for word in reading.words[far : far + 1]):
        return True
    for bound in reading.bounds:
        between = {word.low for word in reading.words[piece.last + 1 : bound.number.first]}
        if bound.first == piece.last + 1 < bound.number.first or (between and between <= _IN_TIME):
            return True
    return False


_OF_TIME = {"year", "date", "day", "time"}
_RELATIVE = {"that", "which", "who", "whose", "where"}
_IN_TIME = {"in", "the", "during", "on", "year"}


def _rather_property(piece: Piece) -> bool:
    best: Sense | None = piece.senses[0] if piece.senses else None
    return best is not None and best.kind == "property"


def is_only_named(reading: Reading, draft: Draft) -> bool:
    """Whether nothing is asked of a draft but what its name names: "Germany", "Tell me about Germany"."""
    root = draft.spots[0]
    inside = [at for at, word in enumerate(reading.words) if root.span[0] <= word.start < root.span[1]]
    is_alone = len(draft.spots) == 1 and not draft.checks and bool(inside)
    return is_alone and is_said_alone(reading, inside[0], inside[-1])


def is_said_alone(reading: Reading, first: int, last: int) -> bool:
    """Whether no word but these says anything: "X", "Tell me about X", "What is X?"; "Is X?" asks for more."""
    words = reading.words
    small = listed("asking", "about_a_thing")
    is_asked = first > 0 and words[0].low in ("is", "are", "was", "were")
    return not is_asked and all(
        words[at].low in small or words[at].kind == "mark"
        for at in range(len(words))
        if not first <= at <= last
    )
