"""What follows a description: further columns and counts, and an order."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.english import PRONOUNS
from motif.planners.meaning.anchors import content
from motif.planners.meaning.joined_shown import joined_shown
from motif.planners.meaning.order_tails import order_starts, ranking, sorting
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece
from motif.planners.reading.marks import Mark, Reading


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
        end = _TAILS.get(mark.kind, sorting)(reading, inside, mark, stop, request)
        if end is not None:
            seen = end - 1
            request.taken |= set(range(start, end))
            request.end = min(request.end, start)


def _starts(reading: Reading, pieces: Sequence[Piece], request: Request) -> list[tuple[int, Mark]]:
    """Where tails may begin, in their order, the longer first."""
    starts = [(mark.first, mark) for kind in _OF_THINGS for mark in reading.of(kind)]
    starts += order_starts(reading, pieces, request)
    return [one for one in sorted(starts, key=lambda one: (one[0], -one[1].last)) if one[0] > 0]


def _counted_or_shown(
    reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request
) -> int | None:
    """ "… and the number of floors", which is a property, or "…, and how many films each has", which is counted."""
    counted = next((piece for piece in inside if piece.of("label")), None)
    if counted is None:
        return _showing(reading, inside, mark, stop, request)
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
    if PRONOUNS & {word.low for word in reading.words[mark.last : stop]}:
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


_OF_THINGS = ("and_how_many", "beside")
_TAILS = {"and_how_many": _counted_or_shown, "beside": _showing, "by_number": ranking}
