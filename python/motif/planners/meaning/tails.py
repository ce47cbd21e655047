"""What follows a description: further columns, counts, dates and places, and an order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from motif.planners.meaning.anchors import content
from motif.planners.meaning.grouping import is_ranked
from motif.planners.meaning.joined_shown import joined_shown
from motif.planners.meaning.ranking import all_by_first
from motif.planners.meaning.request import Rank, Request
from motif.planners.meaning.senses import Piece
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Measure, Reading

_UPWARDS = re.compile(r"\b(?:ascending|increasing|asc|low to high|a to z)\b")
_DOWNWARDS = re.compile(r"\b(?:descending|decreasing|reverse|desc|high to low|z to a)\b")
_WAYS = re.compile(f"{_UPWARDS.pattern}|{_DOWNWARDS.pattern}")
_AUXILIARIES = {"did", "do", "does", "was", "were", "is", "are", "has", "have", "had"}
_FROM_TO = {"since", "until", "from", "to", "till"}
_PRONOUNS = {"they", "he", "she", "it", "them", "their", "his", "her", "its"}


def asides(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "…, and when did they retire?", "…, and since when?", "…, and how tall are they?": what is asked for beside the
    things."""
    low = [word.low for word in reading.words]
    for kind in ("when", "where"):
        for mark in reading.of(kind):
            begin = _start_of_aside(low, mark.first, mark.last)
            if begin is not None and is_behind_things(pieces, begin):
                starts = mark.first - (low[mark.first - 1] in _FROM_TO)
                request.asides.append((kind, starts + (starts == mark.first), len(low) - 1))
                _ends(request, begin, len(low))
    starts_of = sorted(first for _, first, _ in request.asides)
    request.asides = [  # "from when until when" are two
        (kind, first, min((one - 1 for one in starts_of if one > first), default=last))
        for kind, first, last in request.asides
    ]
    request.asides = [one for aside in request.asides for one in _both_ends(reading, *aside)]
    for at in _years_that_they(reading):
        if is_behind_things(pieces, at) and not request.asides:
            request.asides.append(("when", at + 3, len(low) - 1))
            _ends(request, at, len(low))
    for measure in reading.measures:
        begin = _start_of_aside(low, measure.first - 1, measure.last) if measure.form == "plain" else None
        if begin is not None and low[measure.first - 1] == "how" and is_behind_things(pieces, begin):
            request.measured.append(measure.adjective)
            _ends(request, begin, len(low))


def _both_ends(reading: Reading, kind: str, first: int, last: int) -> list[tuple[str, int, int]]:
    """ "When they began and ended" as the two that it asks for; any other aside as it is."""
    between = ends_joined(reading, first, last) if kind == "when" else None
    return [(kind, first, last)] if between is None else [(kind, first, between - 1), (kind, between, last)]


def ends_joined(reading: Reading, first: int, last: int) -> int | None:
    """Where "and" joins a verb that begins and one that ends: "began and ended"; None where none does."""
    begun, ended = ({stem(one) for one in listed("spelling", name)} for name in ("starting", "ending"))
    for at in range(first + 1, min(last, len(reading.words) - 1)):
        before, behind = stem(reading.words[at - 1].lemma), stem(reading.words[at + 1].lemma)
        if reading.words[at].low in ("and", "&") and before in begun and behind in ended:
            return at
    return None


def _years_that_they(reading: Reading) -> list[int]:
    """Where "and the years in which they were built" begins."""
    low = [word.low for word in reading.words]
    found = []
    for at in range(len(low) - 4):
        is_time = low[at : at + 2] == ["and", "the"] and reading.words[at + 2].lemma in ("year", "date")
        rest = [word for word in low[at + 3 :] if word not in ("in", "on", "which", "when", "that")]
        if is_time and rest[:1] and rest[0] in _PRONOUNS:
            found.append(at)
    return found


def _ends(request: Request, begin: int, end: int) -> None:
    request.has_names = True
    request.end = min(request.end, begin)
    request.taken |= set(range(begin, end))


def _start_of_aside(low: Sequence[str], first: int, last: int) -> int | None:
    """Where a question about the things begins, with its "and"; None for one that is not about them."""
    of_times = low[first - 1] in _FROM_TO
    begin = first - of_times - 1
    follows = [word for word in low[last + 1 :] if word != "?"]
    is_end = of_times and (not follows or follows[0] in _FROM_TO)
    about = bool(set(follows[:1]) & (_AUXILIARIES | _PRONOUNS)) and bool(
        {"each", *_PRONOUNS} & set(follows[:3])
    )
    if begin < 1 or low[begin] not in ("and", ",", *_FROM_TO, "when") or not (is_end or about):
        return None
    if low[begin] == "when":
        return begin
    if low[begin] == "," and not of_times:
        return None
    return begin - (low[begin] == "and" and low[begin - 1] == ",")


def tails(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """Columns, counts and order that follow the description; what they say is taken."""
    starts, seen = _starts(reading, pieces, request), -1
    for number, (start, mark) in enumerate(starts):
        if start <= seen or (mark.kind in _OF_THINGS and not is_behind_things(pieces, start)):
            continue
        later = [
            other
            for other, next_mark in starts[number + 1 :]
            if other > mark.last and (next_mark.kind, mark.kind) != ("from", "sorted")
        ]
        stop = min(later, default=len(reading.words))
        inside = [one for one in pieces if mark.last < one.first < stop and one.first not in request.taken]
        end = _TAILS.get(mark.kind, _sorting)(reading, inside, mark, stop, request)
        if end is not None:
            seen = end - 1
            request.taken |= set(range(start, end))
            request.end = min(request.end, start)


def _starts(reading: Reading, pieces: Sequence[Piece], request: Request) -> list[tuple[int, Mark]]:
    """Where tails may begin, in their order, the longer first."""
    starts = [
        (mark.first, mark)
        for kind in (*_OF_THINGS, "sorted")
        for mark in reading.of(kind)
        if kind != "sorted" or (_is_order(reading, mark) and not _is_done_by(reading, pieces, mark))
    ]
    starts += [(found, Mark("from", found, found)) for found in _from_to(reading)]
    starts += [(one.first - 1, Mark("first", one.first, one.last + 1)) for one in all_by_first(reading)]
    starts += [(mark.first, mark) for mark in reading.of("by_number")]
    if request.form == "things" or is_ranked(reading):
        starts += [(at, Mark("by", at, at)) for at in _ranked_by(reading, pieces)]
    by = [
        at
        for at, mark in starts
        if mark.kind in ("sorted", "by", "by_number") and not _says_way(reading, mark)
    ]
    starts = [
        (at, mark) for at, mark in starts if not (_says_way(reading, mark) and any(one < at for one in by))
    ]
    return [one for one in sorted(starts, key=lambda one: (one[0], -one[1].last)) if one[0] > 0]


def _says_way(reading: Reading, mark: Mark) -> bool:
    """Whether an order is only said to go up or down, or by name: "sorted by age in ascending order" is one order."""
    return mark.kind == "sorted" and reading.words[mark.last].low in ("order", "alphabetically")


def _counted_or_shown(
    reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request
) -> int | None:
    """ "… and the number of floors", which is a property, or "…, and how many films each has", which is counted."""
    end = _counting(reading, inside, mark, stop, request)
    return end if end is not None else _showing(reading, inside, mark, stop, request)


def _counting(
    reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request
) -> int | None:
    """ "…, and how many films each has": where it ends; None where nothing is counted."""
    counted = next((piece for piece in inside if piece.of("label")), None)
    if counted is None:
        return None
    request.counted.append((counted, (mark.last + 1, stop - 1)))
    return stop


def _showing(
    reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request
) -> int | None:
    """ "… with their year", "…, and which schools they attended": where it ends; None where nothing is shown."""
    if joined_shown(reading, inside, mark, stop, request):
        return None
    columns = _listed_properties(reading, inside)
    if (
        columns
        and reading.words[mark.first].low == "with"
        and _is_condition(reading, mark, inside, columns[-1])
    ):
        return None
    asks = reading.words[mark.last].low in ("which", "what")
    if not columns or (asks and not _tells_of_them(reading, mark, columns, stop)):
        return None
    request.columns += columns
    request.has_names = True
    request.lost += _lost(reading, mark.last + 1, columns[0].first)
    if asks or (mark.first > 1 and _only_tells_of(reading, inside, columns[-1], stop)):
        is_of_other = not asks and any(_has_column(reading, piece, columns, mark) for piece in inside)
        return columns[-1].last + 1 if is_of_other else stop
    return columns[-1].last + 1


def _lost(reading: Reading, first: int, last: int) -> list[tuple[int, int]]:
    """What a list begins with that no property is: "with its make-up and weight"."""
    joins = [at for at in range(first, last) if reading.words[at].low in ("and", ",", "&")]
    said = content(reading, range(first, joins[-1])) if joins else []
    return [(said[0], said[-1])] if said else []


def _tells_of_them(reading: Reading, mark: Mark, columns: Sequence[Piece], stop: int) -> bool:
    """Whether "and which X" asks it of the things: "and which years they cover", "and in what role?"."""
    if _PRONOUNS & {word.low for word in reading.words[mark.last : stop]}:
        return True
    between = {word.low for word in reading.words[mark.last + 1 : columns[0].first]}
    behind = reading.words[columns[-1].last + 1 :]
    return between <= {"number", "of"} and not any(word.kind == "word" for word in behind)


def _is_condition(reading: Reading, mark: Mark, inside: Sequence[Piece], column: Piece) -> bool:
    """Whether what is "with" a property says which: "with the price above 5", "the title X", "the highest price"."""
    said = [one.first for one in reading.measures if one.form == "superlative"]
    if any(mark.first < at <= column.last for at in said):
        return True
    following = [piece for piece in inside if piece.first > column.last]
    behind = range(column.last + 1, column.last + 4)
    if any(bound.first in behind or bound.number.first in behind for bound in reading.bounds):
        return True
    return bool(following) and following[0].first in behind and bool(following[0].of("name", "value"))


def _only_tells_of(reading: Reading, inside: Sequence[Piece], column: Piece, stop: int) -> bool:
    """Whether what follows a column only says again of what it is: "with the amount of each investment"."""
    following = [word.low for word in reading.words[column.last + 1 : stop]]
    is_of = (
        following[:1] == ["of"]
        and following[1:2]
        and following[1] in ("each", "their", "its", "every", "the", "his", "her")
    )
    return bool(is_of) and not any(
        piece.first > column.last and piece.of("name", "value") for piece in inside
    )


def _has_column(reading: Reading, piece: Piece, columns: Sequence[Piece], mark: Mark) -> bool:
    """Whether what is asked for is another thing's that is named behind it: "the capacity of their home venue"."""
    owners = {label for sense in columns[-1].of("property") for label in sense.labels}
    is_again = reading.words[piece.last].lemma in {word.lemma for word in reading.words[: mark.first]}
    return not is_again and any(label in owners for sense in piece.of("label") for label in sense.labels)


def _ranking(reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request) -> None:
    """ "… by number of films": its own words are taken, what follows describes."""
    thing = next((piece for piece in inside if piece.of("label", "property")), None)
    if thing is None:
        return
    measure = Measure("", "superlative", mark.first, mark.last, end=_direction(reading, mark))
    request.ranks.append(Rank(measure, thing))
    request.taken |= set(range(mark.first, mark.last + 1))
    if not thing.of("label"):
        request.taken |= set(range(mark.last + 1, thing.last + 1))


def _is_order(reading: Reading, mark: Mark) -> bool:
    """Whether "ordered in" and "listed from" are followed by an order: "products ordered in 2020" are not sorted."""
    last, following = reading.words[mark.last].low, reading.words[mark.last + 1 : mark.last + 5]
    if last == "in":
        return any(word.low == "order" for word in following)
    if last == "from":
        return any(mark.last < measure.first <= mark.last + 2 for measure in reading.measures)
    return last != "sorted" or any(word.low in ("by", "from", "in") for word in following)


def _is_done_by(reading: Reading, pieces: Sequence[Piece], mark: Mark) -> bool:
    """Whether "ordered by" or "listed by" names who did it: "products ordered by customers from Berlin"."""
    words, at = reading.words, mark.last + 1
    if words[mark.last].low != "by" or words[mark.first].low not in ("ordered", "listed"):
        return False
    while at < len(words) and words[at].low in _BEFORE_DOERS:
        at += 1
    who = next((piece for piece in pieces if piece.first == at), None)
    if who is None or who.of("property"):
        return False
    is_many = words[who.last].low != words[who.last].lemma
    return bool(who.of("name", "value")) or (bool(who.of("label")) and (is_many or at > mark.last + 1))


_BEFORE_DOERS = listed("asking", "distinct") | {
    "the",
    "a",
    "an",
    "any",
    "all",
    "each",
    "every",
    "more",
    "than",
    "most",
}


def _direction(reading: Reading, mark: Mark) -> Literal["+", "-"]:
    """Which end "top", "bottom" or "lowest" before a phrase wants, or "fewest first" behind: the greater where nothing
    says."""
    said = {word.low for word in reading.words[: mark.first]}
    said |= {reading.words[one.first].low for one in all_by_first(reading) if one.first > mark.last}
    return "-" if said & {"bottom", "lowest", "fewest", "least", "smallest", "worst"} else "+"


def _ranked_by(reading: Reading, pieces: Sequence[Piece]) -> list[int]:
    """Where "by price" or "in terms of price" ranks: behind a number of things that are wanted."""
    names = {at for one in pieces if one.of("property") for at in range(one.first, one.last + 1)}
    said = {word.low for at, word in enumerate(reading.words) if at not in names}
    if not said & {"top", "bottom", "first", "rank", "order", "sort"}:
        return []
    begins = {piece.first for piece in pieces if piece.of("property")}
    found = []
    for at, word in enumerate(reading.words):
        following = (
            at + 1 + (at + 1 < len(reading.words) and reading.words[at + 1].low in ("the", "their", "its"))
        )
        before = reading.words[at - 1].low if at else ""
        if word.low in ("by", "of") and following in begins and (word.low == "by" or before == "terms"):
            found.append(at if word.low == "by" else at - 2)
    return found


def is_behind_things(pieces: Sequence[Piece], start: int) -> bool:
    """Whether something of the graph is said before a word."""
    return any(piece.of("label", "name", "value") and piece.last < start for piece in pieces)


def _listed_properties(reading: Reading, inside: Sequence[Piece]) -> list[Piece]:
    """The properties at the beginning of a tail, which commas and "and" join."""
    found: list[Piece] = []
    for piece in inside:
        if not piece.of("property"):
            break
        if found:
            between = {reading.words[at].low for at in range(found[-1].last + 1, piece.first)}
            if not between - {"number", "of"} <= {",", "and", "their", "its", "the", "his", "her"}:
                break
            if len(between & {"number", "of"}) == 1:
                break
        found.append(piece)
    return found


def _from_to(reading: Reading) -> list[int]:
    """Where "from tallest to shortest" stands without "sorted"."""
    by_first = {measure.first: measure for measure in reading.measures}
    found = []
    for at, word in enumerate(reading.words):
        skip = 2 if at + 1 < len(reading.words) and reading.words[at + 1].low == "the" else 1
        begun = by_first.get(at + skip) if word.low == "from" else None
        later = {one.low for one in reading.words[begun.last + 1 :]} if begun is not None else set[str]()
        if later & _UNTIL:  # "products from the most categories" are in no order
            found.append(at)
    return found


_UNTIL = {"to", "until", "down", "up", "onwards", "downwards", "upwards"}


def _sorting(
    reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request
) -> int | None:
    """ "… sorted by year", "… by price": where it ends; None where that is read already."""
    if mark.kind == "by":
        by = next((piece for piece in inside if piece.of("property")), None)
        if by is None:
            return None
        stop = _end_of_order(reading, by.last + 1)
    if mark.kind == "first":
        _first(reading, mark, request)
        return stop
    _sorted(reading, inside, mark, stop, request)
    return stop


def _first(reading: Reading, mark: Mark, request: Request) -> None:
    """ "…, most first": which way goes what is said before it, else what is shown."""
    if any(not one.measure.adjective for one in request.ranks):
        return  # "by number of wines, fewest first": `_direction` has heard it
    said = request.sorts.pop()[0] if request.sorts else None
    measure = next(one for one in reading.measures if one.first == mark.first)
    if said is None and request.counted:
        request.sorts.append((None, "", reading.words[mark.first].low not in listed("asking", "lower")))
    else:
        request.sorts.append((said, measure.adjective, measure.end == "+"))


def _end_of_order(reading: Reading, at: int) -> int:
    """Where "in ascending order" behind what things are ordered by ends."""
    said = [word.low for word in reading.words[at : at + 4]]
    for length in range(len(said), 0, -1):
        if _WAYS.search(said[length - 1]) or (
            said[length - 1] == "order" and _WAYS.search(" ".join(said[:length]))
        ):
            return at + length
    return at


def _sorted(reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request) -> None:
    words = reading.words[mark.first : stop]
    piece = next((one for one in inside if one.of("property")), None)
    measures = [one for one in reading.measures if mark.first <= one.first < stop]
    outside = [one for one in measures if piece is None or not piece.first <= one.first <= piece.last]
    text = " ".join(word.low for word in words)
    is_order = bool(
        {word.low for word in reading.words[:2]} & {"sort", "order"}
    )  # "sort X by age", from the least
    ranks = mark.kind == "by" and not _UPWARDS.search(text) and not is_order
    descends = ranks and _direction(reading, mark) == "+"
    descends = descends or bool(_DOWNWARDS.search(text))
    adjective = outside[0].adjective if outside else ""
    if outside and not adjective:
        descends = outside[0].end == "+"
    counted = next((one for one in inside if one.of("label")), None)
    if piece is None and counted is not None and re.search(r"number|count|many", text):
        request.counted.append((counted, (mark.first, stop - 1)))
        request.sorts.append((None, "", not _UPWARDS.search(text) or descends))
        return
    request.sorts.append((piece, adjective, descends))


_OF_THINGS = ("and_how_many", "beside")
_TAILS = {"and_how_many": _counted_or_shown, "beside": _showing, "by_number": _ranking}
