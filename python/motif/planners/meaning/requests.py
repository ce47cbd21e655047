"""What a question asks of the places that it describes: the shape of its answer, read from its head and its tails."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from motif.graphs.meaning import Function
from motif.planners.meaning.linking import Piece, Sense
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Measure, Reading

Form = Literal["things", "count", "aggregate", "yes_or_no", "difference", "same", "more"]


@dataclass
class Request:
    """How the answer is shaped.

    Attributes
    ----------
    columns
        Properties asked for, by piece: before the things ("names and years of films") and behind them.
    has_names
        Whether the names of the things are asked for beside or instead.
    aggregate
        A function of the first column.
    counted
        A label whose nodes are counted for each thing, by piece.
    ranks
        Measures that rank, each with the property that it is about or the label whose nodes are counted.
    grouped_by
        A label for each of whose nodes, or a property for each of whose values, a function is asked for.
    limit
        "top 5", "the first 3"; None for all.
    is_one
        Whether only "the oldest" says how many: of several that are as old, all are.
    when, asides
        "when" or "where", at the beginning and ("and when did they retire?") behind the description, with the words
        that follow it there.
    extreme
        The measure that the function is made of: "the latest year of" is the greatest.
    measured
        Adjectives whose measure is asked for: "how tall".
    taken
        Words that are read here.
    end
        The first word behind the description of the things.
    """

    form: Form = "things"
    columns: list[Piece] = field(default_factory=list)
    has_names: bool = False
    aggregate: Function | None = None
    distinct: bool = False
    counted: list[tuple[Piece, tuple[int, int]]] = field(default_factory=list)
    ranks: list[tuple[Measure, Piece | None]] = field(default_factory=list)
    sorts: list[tuple[Piece | None, str, bool]] = field(default_factory=list)
    grouped_by: Piece | None = None
    limit: int | None = None
    is_one: bool = False
    skip: int = 0
    taken: set[int] = field(default_factory=set)
    end: int = 0
    when: str = ""
    asides: list[tuple[str, int, int]] = field(default_factory=list)
    extreme: Measure | None = None
    measured: list[str] = field(default_factory=list)


def request_of(reading: Reading, pieces: Sequence[Piece]) -> Request:
    """Reads the head, then the tails, of a question."""
    request = Request(end=len(reading.words))
    _form(reading, request)
    _asides(reading, pieces, request)
    _tails(reading, pieces, request)
    _groups(reading, pieces, request)
    _limits(reading, pieces, request)
    _ranks(reading, pieces, request)
    _head_columns(reading, pieces, request)
    _possessed(reading, pieces, request)
    _summed(request)
    _measured(reading, request)
    return request


def _form(reading: Reading, request: Request) -> None:
    words = reading.words
    first = words[0].low if words else ""
    functions: list[Function] = ["count", "average", "sum", "max", "min"]
    for name in functions:
        for mark in reading.of(name):
            if _opens(reading, mark) and request.form == "things":
                request.form = "count" if name == "count" else "aggregate"
                request.aggregate = name
                request.taken |= set(range(mark.first, mark.last + 1))
    is_request = len(words) > 1 and words[1].low == "you"
    if first in listed("asking", "yes_or_no") and request.form == "things" and not is_request:
        request.form = "yes_or_no"
        request.taken.add(0)
    for kind in ("when", "where"):
        if reading.of(kind) and reading.of(kind)[0].first == 0:
            request.when = kind
            request.taken |= set(range(reading.of(kind)[0].last + 1))
    if reading.of("difference"):
        request.form = "difference"


_OPENING = {
    "what",
    "is",
    "are",
    "was",
    "were",
    "the",
    "show",
    "give",
    "find",
    "me",
    "calculate",
    "determine",
    "list",
    "return",
    "'s",
    "compute",
    "get",
    ",",
    "please",
    "and",
    "tell",
}


def _opens(reading: Reading, mark: Mark) -> bool:
    """Whether only words of asking stand before a phrase."""
    return all(word.low in _OPENING for word in reading.words[: mark.first])


def _asides(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "…, and when did they retire?": a date or a place that is asked for beside the things."""
    low = [word.low for word in reading.words]
    for kind in ("when", "where"):
        for mark in reading.of(kind):
            asks = set(low[mark.last + 1 : mark.last + 2]) & _AUXILIARIES
            if mark.first < 2 or not asks or not set(low[mark.last + 1 : mark.last + 4]) & _PRONOUNS:
                continue
            if low[mark.first - 1] == "and" and _is_behind_things(pieces, mark.first):
                begin = mark.first - 1 - (low[mark.first - 2] == ",")
                request.asides.append((kind, mark.last + 1, len(low) - 1))
                request.has_names = True
                request.end = min(request.end, begin)
                request.taken |= set(range(begin, len(low)))


_AUXILIARIES = {"did", "do", "does", "was", "were", "is", "are", "has", "have", "had"}
_PRONOUNS = {"they", "he", "she", "it", "them", "their", "his", "her", "its"}


def _possessed(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "What is X's height?": a property that a name has."""
    for piece in pieces:
        before = piece.first - 1
        owned = before > 0 and reading.words[before].low == "'s" and piece.first not in request.taken
        owner = any(one.of("name") and before - 1 <= one.last <= before for one in pieces)
        if owned and owner and piece.of("property"):
            request.columns.append(piece)
            request.taken |= set(range(before, piece.last + 1))


def _tails(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """Columns, counts and order that follow the description; what they say is taken."""
    starts = [
        (mark.first, mark)
        for kind in ("and_how_many", "beside", "sorted")
        for mark in reading.of(kind)
        if kind != "sorted" or _is_order(reading, mark)
    ]
    starts += [(found, Mark("from", found, found)) for found in _from_to(reading)]
    starts += [(mark.first, mark) for mark in reading.of("by_number")]
    if request.form == "things" or request_is_ranked(reading):
        starts += [(at, Mark("by", at, at)) for at in _ranked_by(reading, pieces)]
    starts = [one for one in sorted(starts, key=lambda one: (one[0], -one[1].last)) if one[0] > 1]
    seen = -1
    for number, (start, mark) in enumerate(starts):
        if start <= seen:
            continue
        if mark.kind in ("and_how_many", "beside") and not _is_behind_things(pieces, start):
            continue
        later = [
            other
            for other, next_mark in starts[number + 1 :]
            if other > mark.last and (next_mark.kind, mark.kind) != ("from", "sorted")
        ]
        stop = min(later, default=len(reading.words))
        inside = [piece for piece in pieces if mark.last < piece.first < stop]
        if mark.kind == "and_how_many":
            counted = next((piece for piece in inside if piece.of("label")), None)
            if counted is None:
                continue
            request.counted.append((counted, (mark.last + 1, stop - 1)))
        elif mark.kind == "beside":
            columns = _listed_properties(reading, inside)
            asks = reading.words[mark.last].low in ("which", "what")
            if not columns or (
                asks and not _PRONOUNS & {word.low for word in reading.words[mark.last : stop]}
            ):
                continue
            request.columns += columns
            request.has_names = True
            stop = stop if asks else columns[-1].last + 1
        elif mark.kind == "by_number":
            thing = next((piece for piece in inside if piece.of("label")), None)
            if thing is None:
                continue
            request.ranks.append(
                (Measure("", "superlative", mark.first, mark.last, end=_direction(reading, mark)), thing)
            )
            request.taken |= set(range(start, mark.last + 1))
            continue
        else:
            if mark.kind == "by":
                stop = next(piece.last + 1 for piece in inside if piece.of("property"))
            _sorting(reading, inside, mark, stop, request)
        seen = stop - 1
        request.taken |= set(range(start, stop))
        request.end = min(request.end, start)


def _is_order(reading: Reading, mark: Mark) -> bool:
    """Whether "ordered in" and "listed from" are followed by an order: "products ordered in 2020" are not sorted."""
    last, following = reading.words[mark.last].low, reading.words[mark.last + 1 : mark.last + 5]
    if last == "in":
        return any(word.low == "order" for word in following)
    if last == "from":
        return any(mark.last < measure.first <= mark.last + 2 for measure in reading.measures)
    return last != "sorted" or any(word.low in ("by", "from", "in") for word in following)


def _direction(reading: Reading, mark: Mark) -> Literal["+", "-"]:
    """Which end "top", "bottom" or "lowest" before a phrase wants: the greater where nothing says."""
    said = {word.low for word in reading.words[: mark.first]}
    return "-" if said & {"bottom", "lowest", "fewest", "least", "worst"} else "+"


def _ranked_by(reading: Reading, pieces: Sequence[Piece]) -> list[int]:
    """Where "by price" or "in terms of price" ranks: behind a number of things that are wanted."""
    if not {word.low for word in reading.words} & {"top", "bottom", "first", "rank", "order"}:
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


def _is_behind_things(pieces: Sequence[Piece], start: int) -> bool:
    return any(piece.of("label", "name") and piece.last < start for piece in pieces)


def _listed_properties(reading: Reading, inside: Sequence[Piece]) -> list[Piece]:
    """The properties at the beginning of a tail, which commas and "and" join."""
    found: list[Piece] = []
    for piece in inside:
        if not piece.of("property"):
            break
        if found:
            between = {reading.words[at].low for at in range(found[-1].last + 1, piece.first)}
            if not between <= {",", "and", "their", "its", "the", "his", "her"}:
                break
        found.append(piece)
    return found


def _from_to(reading: Reading) -> list[int]:
    """Where "from tallest to shortest" stands without "sorted"."""
    by_first = {measure.first: measure for measure in reading.measures}
    found = []
    for at, word in enumerate(reading.words):
        skip = 2 if at + 1 < len(reading.words) and reading.words[at + 1].low == "the" else 1
        if word.low == "from" and at + skip in by_first:
            found.append(at)
    return found


def _sorting(reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request) -> None:
    words = reading.words[mark.first : stop]
    piece = next((one for one in inside if one.of("property")), None)
    measures = [one for one in reading.measures if mark.first <= one.first < stop]
    outside = [one for one in measures if piece is None or not piece.first <= one.first <= piece.last]
    text = " ".join(word.low for word in words)
    ranks = mark.kind == "by" and not re.search(r"\bascending|increasing\b", text)
    descends = ranks and _direction(reading, mark) == "+"
    descends = descends or bool(re.search(r"\bdescending|decreasing|reverse\b", text))
    adjective = outside[0].adjective if outside else ""
    if outside and not adjective:
        descends = outside[0].end == "+"
    counted = next((one for one in inside if one.of("label")), None)
    if piece is None and counted is not None and re.search(r"number|count|many", text):
        request.counted.append((counted, (mark.first, stop - 1)))
        request.sorts.append((None, "", not re.search(r"\bascending|increasing\b", text) or descends))
        return
    request.sorts.append((piece, adjective, descends))


def _groups(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "per supplier", "for each cause", "by rank": what a function is asked for each of."""
    ends = [mark.last for mark in reading.of("each") if _may_group(reading, mark, request)]
    ends += [
        at for at in range(len(reading.words)) if request.form != "things" and _groups_by(reading, pieces, at)
    ]
    for end in ends:
        skip = end + 1 < len(reading.words) and reading.words[end + 1].low in ("the", "their", "its")
        for piece in pieces:
            if (
                piece.first != end + 1 + skip
                or piece.first in request.taken
                or not piece.of("label", "property")
            ):
                continue
            request.grouped_by = piece
            if not piece.of("label"):
                request.taken |= set(range(end, piece.last + 1))
            request.taken |= set(range(end - 1 if reading.words[end].low == "each" else end, end + 1 + skip))


def _may_group(reading: Reading, mark: Mark, request: Request) -> bool:
    said = reading.words[mark.first].low
    return request.form in ("count", "aggregate") or (request.form == "things" and said in ("per", "for"))


def _groups_by(reading: Reading, pieces: Sequence[Piece], at: int) -> bool:
    """Whether "by" stands behind what is counted or added up, not behind what is done: "salary of doctors by rank"."""
    if reading.words[at].low != "by" or request_is_ranked(reading):
        return False
    return any(
        piece.first <= at - 1 <= piece.last and piece.of("label", "property", "name") for piece in pieces
    )


def request_is_ranked(reading: Reading) -> bool:
    """Whether "top" or "bottom" is said, so that "by" says by what."""
    return bool({word.low for word in reading.words} & {"top", "bottom"})


def _summed(request: Request) -> None:
    """ "Installed capacity per fuel": added up."""
    if request.grouped_by is not None and request.form == "things":
        if request.columns:
            request.form, request.aggregate = "aggregate", "sum"
        else:
            request.grouped_by = None


def _measured(reading: Reading, request: Request) -> None:
    """ "How tall is X?": what an adjective measures."""
    for measure in reading.measures:
        if measure.form == "plain" and measure.first == 1 and reading.words[0].low == "how":
            request.measured.append(measure.adjective)
            request.taken |= {0, *range(measure.first, measure.last + 1)}


def _limits(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "top 5", "the first 3", "the 5 oldest", "list 3 films": how many are wanted, never a value."""
    words = reading.words
    for number in reading.numbers:
        if number.first in request.taken or not isinstance(number.value, int) or number.value > 1000:
            continue
        before = [word.low for word in words[max(number.first - 3, 0) : number.first]]
        ranked = any(one.first == number.last + 1 for one in reading.measures)
        opens = number.first <= 4 and all(
            word.low
            in _OPENING | {"any", "some", "name", "which", "identify", "provide", "names", "of", "who"}
            for word in words[: number.first]
        )
        noun = number.last + 1 < len(words) and words[number.last + 1].kind == "word"
        labelled = noun or any(
            piece.first in (number.last + 1, number.last + 2) and piece.of("label") for piece in pieces
        )
        if (before and before[-1] in ("top", "first", "bottom")) or ranked or (opens and labelled):
            request.limit = number.value
            request.taken |= set(
                range(
                    number.first - (bool(before) and before[-1] in ("top", "first", "bottom")),
                    number.last + 1,
                )
            )
            return


def _ranks(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """Superlatives of the description, each with what it is about."""
    words = reading.words
    for number, measure in enumerate(reading.measures):
        if measure.first in request.taken or measure.form != "superlative":
            continue
        before = reading.measures[number - 1] if number else None
        if before is not None and before.last + 1 == measure.first and before.first in request.taken:
            request.taken |= set(range(measure.first, measure.last + 1))
            continue  # "the shortest maximum lifespan": a part of the property's name
        inside = next((piece for piece in pieces if piece.first <= measure.first <= piece.last), None)
        if inside is not None:
            preceding = [word.low for word in words[max(inside.first - 2, 0) : inside.first]]
            ranks = (
                preceding[-1:] == ["the"]
                and preceding[:1]
                and preceding[0] in ("with", "has", "have", "having", "had")
            )
            if not (inside.of("property") and ranks):
                continue
            request.ranks.append((measure, inside))
            request.taken |= set(range(inside.first, inside.last + 1))
            continue
        piece = next(
            (one for one in pieces if one.first in (measure.last + 1, measure.last + 2) and one.senses), None
        )
        if piece is not None and piece.of("property") and _is_of_things(reading, piece):
            if not _names_before(reading, measure.first):
                request.form, request.aggregate = "aggregate", "max" if measure.end == "+" else "min"
                request.extreme = measure
            request.taken |= set(range(measure.first, measure.last + 1))
            continue
        if measure.adjective and _is_done(reading, pieces, measure.last + 1):
            request.taken.add(measure.last + 1)
        about = piece if piece is not None and (piece.of("property") or not measure.adjective) else None
        request.ranks.append((measure, about))
        request.taken |= set(range(measure.first, measure.last + 1))
        if about is not None and about.of("property") and not about.of("label"):
            request.taken |= set(range(about.first, about.last + 1))
    if request.ranks and request.limit is None and not _wants_all(reading):
        request.limit, request.is_one = 1, True


def _is_done(reading: Reading, pieces: Sequence[Piece], at: int) -> bool:
    """Whether a word says how a thing came to be, before its label: "the most recently built bridge"."""
    return any(piece.first == at + 1 and piece.of("label") for piece in pieces) and all(
        not piece.first <= at <= piece.last for piece in pieces
    )


def _wants_all(reading: Reading) -> bool:
    return {"all", "rank", "order"} & {word.low for word in reading.words[:3]} != set()


def _is_of_things(reading: Reading, piece: Piece) -> bool:
    """Whether a property is that of what follows: "the highest price of products"."""
    following = reading.words[piece.last + 1].low if piece.last + 1 < len(reading.words) else ""
    return following in ("of", "among")


def _names_before(reading: Reading, at: int) -> bool:
    return any(word.lemma in listed("words", "names") for word in reading.words[:at])


def _head_columns(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """Properties that stand before the things: "the names and creation years of paintings"."""
    head: list[Piece] = []
    for piece in pieces:
        if piece.first >= request.end or (piece.of("name", "label", "value") and not _rather_property(piece)):
            break
        if piece.first in request.taken or _is_before_label(pieces, piece):
            continue
        if piece.of("property") or piece.quoted:
            head.append(piece)
    for piece in head:
        if is_name(reading, piece):
            request.has_names = True
        elif piece.of("property"):
            request.columns.append(piece)
        else:
            continue
        request.taken |= set(range(piece.first, piece.last + 1))


def _is_before_label(pieces: Sequence[Piece], piece: Piece) -> bool:
    """Whether a piece stands directly before a label, of whose nodes it says something: "certified suppliers"."""
    return any(other.first == piece.last + 1 and other.of("label") for other in pieces)


def _rather_property(piece: Piece) -> bool:
    best: Sense | None = piece.senses[0] if piece.senses else None
    return best is not None and best.kind == "property"


def is_name(reading: Reading, piece: Piece) -> bool:
    """Whether a piece only says "names" or "titles"."""
    names = listed("words", "names")
    return all(word.lemma in names for word in reading.words[piece.first : piece.last + 1])
