"""What a function is asked for each of: "per supplier", "for each cause", "by rank"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from motif.planners.english import HAVING
from motif.planners.meaning.anchors import content
from motif.planners.meaning.calendar import part_at
from motif.planners.meaning.property_words import spelt_units
from motif.planners.meaning.request import Rank, Request
from motif.planners.meaning.senses import Piece
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Reading


def groups(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "per supplier", "for each cause", "by rank", "per year": what a function is asked for each of."""
    inside = {at for one in pieces if one.of("property") for at in range(one.first + 1, one.last + 1)}
    begins = {  # "the price per month" may be what a property is called
        mark.last: mark.first
        for mark in reading.of("each")
        if mark.first not in inside and _may_group(reading, mark, request)
    }
    ends = [*begins]
    ends += [
        at
        for at in range(len(reading.words))
        if (request.form != "things" or reading.of("each")) and _groups_by(reading, pieces, at)
    ]
    ends += [at for at in range(len(reading.words)) if _a_year(reading, at, request)]
    for end in ends:
        start = begins.get(end, end)
        if reading.words[start].low in ("for", "in"):
            start = end - (reading.words[end].low == "each")  # "for every" may say more than that
        _each_part(reading, pieces, request, start, end) or _each_piece(reading, pieces, request, start, end)


def _each_part(reading: Reading, pieces: Sequence[Piece], request: Request, start: int, end: int) -> bool:
    """Whether a year or a month is said behind "per" or "each", which is then read."""
    at = end + 1 + _articles(reading, end + 1)
    if (part := part_at(reading, at)) is None:
        return False
    request.part = part
    request.part_of = next((one for one in pieces if one.first == at and one.of("property")), None)
    request.taken |= set(range(start, at + 1))
    if [word.low for word in reading.words[at + 1 : at + 2]] == ["and"] and request.grouped_by is None:
        _each_piece(reading, pieces, request, at + 1, at + 1)  # "by year and genre"
    return True


def _each_piece(reading: Reading, pieces: Sequence[Piece], request: Request, start: int, end: int) -> bool:
    """Whether a label or a property is said behind "per" or "each", which is then read, and "and year" behind it."""
    at = end + 1 + _articles(reading, end + 1)
    piece = next((one for one in pieces if one.first == at and one.of("label", "property")), None)
    piece = piece or _behind_noun(reading, pieces, at)
    own = _own_property(reading, pieces, piece) if piece is not None else None
    if piece is not None and own is not None:  # "for each room type"
        request.taken |= set(range(piece.first, piece.last + 1))
        piece = own
    if piece is None or piece.first in request.taken or _describes(reading, pieces, piece, end):
        return False
    request.grouped_by = piece
    request.taken |= set(range(start, piece.first))
    if not piece.of("label"):
        request.taken |= set(range(piece.first, piece.last + 1))
    following = reading.words[piece.last + 1 : piece.last + 2]
    if following and following[0].low == "and" and request.part is None:  # "by genre and year"
        request.part = part_at(reading, piece.last + 2)
        request.taken |= set(range(piece.last + 1, piece.last + 3)) if request.part else set()
        if request.part is None:
            _also_by(pieces, request, piece.last + 2)
    return True


def _own_property(reading: Reading, pieces: Sequence[Piece], noun: Piece) -> Piece | None:
    """The property directly behind a label in the singular that has it; None for none."""
    labels = {label for sense in noun.of("label") for label in sense.labels}
    is_one = reading.words[noun.last].low == reading.words[noun.last].lemma
    following = next((one for one in pieces if one.first == noun.last + 1 and not one.of("label")), None)
    is_name = following is not None and reading.words[following.last].lemma in listed("words", "names")
    said = following.of("property") if following is not None and not is_name else ()
    return following if is_one and any(labels & {*one.labels} for one in said) else None


def _describes(reading: Reading, pieces: Sequence[Piece], piece: Piece, by: int) -> bool:
    """Whether what "by" leads to only says which things they are: "affected by open tickets"."""
    things = next((one for one in pieces if one.first == piece.last + 1 and one.of("label")), None)
    is_many = things is not None and reading.words[things.last].low != reading.words[things.last].lemma
    return is_many and not piece.of("label") and reading.words[by].low == "by"


def _also_by(pieces: Sequence[Piece], request: Request, at: int) -> None:
    """ "Per venue and topic": the second label or property of which each is wanted."""
    piece = next((one for one in pieces if one.first == at and one.of("label", "property")), None)
    if piece is None or request.form not in ("count", "aggregate"):
        return
    request.also_by = piece
    request.taken.add(at - 1)
    if not piece.of("label"):
        request.taken |= set(range(piece.first, piece.last + 1))


def _behind_noun(reading: Reading, pieces: Sequence[Piece], at: int) -> Piece | None:
    """A property behind a word that says more of it: "per programming language", which is its language."""
    is_said = any(piece.first <= at <= piece.last for piece in pieces)
    if (
        is_said
        or at >= len(reading.words)
        or not content(reading, [at])
        or reading.words[at].text[:1].isupper()
    ):
        return None
    return next(
        (one for one in pieces if one.first == at + 1 and one.of("property") and not one.of("label")), None
    )


def _articles(reading: Reading, at: int) -> int:
    """How many words stand before the noun: "each of the years", "by their rank"."""
    low = [word.low for word in reading.words[at : at + 2]]
    if low == ["of", "the"]:
        return 2
    return int(low[:1] in (["the"], ["their"], ["its"]))


def _a_year(reading: Reading, at: int, request: Request) -> bool:
    """ "How many films a year?": not "in a year", "within a month of" and "have a year before 2017"."""
    if reading.words[at].low != "a" or part_at(reading, at + 1) is None or request.form != "count" or at < 2:
        return False
    before, behind = reading.words[at - 1].low, [word.low for word in reading.words[at + 2 : at + 3]]
    if behind == ["of"] or (before in HAVING and {*behind} & set(listed("asking", "bounds_a_year"))):
        return False
    return reading.words[at - 1].kind == "word" and reading.words[at - 1].low not in listed(
        "asking", "not_for_each"
    )


def shown_each(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "The orchards in each valley": what the things are listed for."""
    for mark in reading.of("each"):
        is_each = reading.words[mark.last].low in ("each", "every") and mark.first > 1
        piece = next(
            (one for one in pieces if one.first == mark.last + 1 and one.of("label", "property")), None
        )
        if request.form == "things" and is_each and request.grouped_by is None and piece is not None:
            if not piece.of("label") and request.ranks:  # "the tallest player of each position"
                begin = mark.first - (reading.words[mark.first].low in ("each", "every"))
                request.taken |= {*range(begin, piece.last + 1)}
            request.each_of = piece if piece.of("label") or request.ranks else None


def _may_group(reading: Reading, mark: Mark, request: Request) -> bool:
    said = reading.words[mark.first].low
    behind = reading.of("sum_behind") or reading.of("average_behind")  # "what did each spend in total?"
    is_made = request.form in ("count", "aggregate", "share") or (request.form == "things" and bool(behind))
    return is_made or (
        request.form == "things" and said in ("per", "for", "grouped", "group", "broken", "split")
    )


def _groups_by(reading: Reading, pieces: Sequence[Piece], at: int) -> bool:
    """Whether "by" stands behind what is counted or added up, not behind what is done: "salary of doctors by rank"."""
    if reading.words[at].low != "by" or is_ranked(reading):
        return False
    in_units = at > 2 and reading.words[at - 2].low == "in" and reading.words[at - 1].lemma in _units()
    before = at - (3 if in_units else 1)  # "average length in minutes by type"
    return any(
        piece.first <= before <= piece.last and piece.of("label", "property", "name") for piece in pieces
    )


@cache
def _units() -> frozenset[str]:
    return frozenset(spelt_units().values())


def is_ranked(reading: Reading) -> bool:
    """Whether "top" or "bottom" is said, so that "by" says by what."""
    return bool({word.low for word in reading.words} & {"top", "bottom"})


def summed(reading: Reading, request: Request) -> None:
    """ "Installed capacity per fuel": added up; "services per language": counted; "the largest plant per fuel": one
    of each; "for each plant, show the fuel and the capacity": listed."""
    if (
        request.form == "things"
        and request.grouped_by is not None
        and _is_listed(request, request.grouped_by)
    ):
        request.taken |= set(range(request.grouped_by.first))
        request.grouped_by = None
    group = request.grouped_by
    if group is not None and reading.words[group.first - 1].low == "per" and _is_of_all(request, group):
        request.grouped_by = None
    ranks = bool(request.ranks) or (request.limit is not None and bool(request.sorts))
    if ranks and request.form == "things" and request.grouped_by is not None:
        is_of = any(_gathers_of(rank, request.grouped_by) for rank in request.ranks)
        request.each_of, request.grouped_by = None if is_of else request.grouped_by, None
    if (request.grouped_by is not None or request.part is not None) and request.form == "things":
        if request.columns:
            request.form, request.aggregate = "aggregate", "sum"
        else:
            request.form = "count"


def _is_of_all(request: Request, piece: Piece) -> bool:
    """Whether an average of what each of the things has is said to be one per thing: "the average seats per bus" is
    that of all buses."""
    owners = {one for sense in piece.of("label") for one in sense.labels}
    own = [
        one for one in request.columns if any(owners & {*sense.labels} for sense in one.of("property")[:1])
    ]
    is_made = request.form == "aggregate" and request.aggregate in ("average", "median")
    return (
        is_made and bool(own) and own == request.columns and request.also_by is None and request.part is None
    )


def _is_listed(request: Request, piece: Piece) -> bool:
    """Whether what each of the things has is listed behind them, which the question begins with: "for each plant"."""
    owners = {one for sense in piece.of("label") for one in sense.labels}
    own = [one for one in request.columns if any(owners & {*sense.labels} for sense in one.of("property"))]
    n_shown = len(request.columns) + len(request.others)
    begins = request.has_names and piece.first == len(("for", "each"))
    return bool(owners) and begins and bool(own or n_shown > 1) and request.part is None


def _gathers_of(rank: Rank, piece: Piece) -> bool:
    """Whether a function is of what each of them has: "the highest average weight per book" of a shelf's books."""
    owners = (
        {one for sense in rank.about.of("property") for one in sense.labels} if rank.about else set[str]()
    )
    return rank.function is not None and any(owners & set(one.labels) for one in piece.of("label"))
