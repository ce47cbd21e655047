"""By what things rank: "the oldest", "the most goals", "the second largest"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import Function
from motif.planners.meaning.first_done import is_of_doing
from motif.planners.meaning.measuring import kinds_about
from motif.planners.meaning.request import Rank, Request
from motif.planners.meaning.senses import Piece, things_told
from motif.planners.meaning.wanted import wants_all
from motif.planners.reading.dates import ordinal
from motif.planners.reading.lemmas import is_past
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Measure, Polarity, Reading
from motif.planners.reading.words import Word

_ASKED_WITH = {"in", "on", "at", "for", "to", "from", "with", "by", "of", "across", "among"}
_ASKED_WITH |= {"into", "under", "through"}


def opens(reading: Reading, mark: Mark) -> bool:
    """Whether only words of asking stand before a phrase, "for each X,", "for each X show", or what "how many" is
    asked with.

    >>> from motif.planners.reading.marks import read
    >>> texts = ("For each X show the average size", "for all of X, the average size", "Show X of the average size")
    >>> [opens(one, one.of("average")[0]) for one in map(read, texts)]
    [True, True, False]
    """
    before = [word.low for word in reading.words[: mark.first]]
    before = before[_end_of_each(before) :]
    if reading.words[mark.first].low == "how" and before[-1:] and before[-1] in _ASKED_WITH:
        before = before[:-1]  # "in how many countries"
    return set(before) <= listed("asking", "opening")


def _end_of_each(before: Sequence[str]) -> int:
    """Behind "for each X", which a comma ends, or a verb that tells what to do; 0 where nothing is said of each."""
    least = {"per": 2, "for": 3}.get(before[0], 0) if before else 0
    if not least or (before[0] == "for" and before[1:2] not in (["each"], ["every"], ["all"])):
        return 0
    telling = listed("asking", "telling_to") | _TELLING
    told = (at for at in range(least, len(before)) if before[at] in telling)
    return before.index(",") if "," in before else next(told, 0)


_TELLING = frozenset(
    {"give", "return", "calculate", "compute", "get", "provide", "what", "tell", "determine"}
)


def ranks(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """Superlatives of the description, each with what it is about."""
    _ranked_by_function(reading, pieces, request)
    for at in _firsts_and_lasts(reading, pieces, request):
        adjective = "early" if reading.words[at].low == "first" else "late"
        _ranked(reading, pieces, Measure(adjective, "superlative", at, at), request)
    for number, measure in enumerate(reading.measures):
        if measure.first in request.taken or measure.form != "superlative":
            continue
        before = reading.measures[number - 1] if number else None
        if before is not None and before.last + 1 == measure.first and before.first in request.taken:
            request.taken |= set(range(measure.first, measure.last + 1))
            continue  # "the shortest maximum lifespan": a part of the property's name
        inside = next((piece for piece in pieces if piece.first <= measure.first <= piece.last), None)
        if (start := _start_of_order(reading, pieces, measure)) is not None:
            _ordered_from(reading, pieces, measure, start, request)
        elif _is_done_most(reading, pieces, measure):
            _done(reading, measure.last + 1, measure, request)
            request.frequent = measure.end or "+"
            request.limit, request.is_one = request.limit or 1, request.limit is None
            request.taken |= {*range(measure.first, measure.last + 1)}
        elif _is_how_often(reading, measure) or _is_before_first(reading, pieces, measure):
            _of_times(reading, measure, request)
        elif inside is not None:
            _named(reading, inside, measure, request)
        else:
            _ranked(reading, pieces, measure, request)
    for mark in reading.of("any_other") if request.ranks else ():
        again = (piece.last for piece in pieces if piece.first == mark.last + 1 and piece.of("label"))
        request.taken |= set(range(mark.first, next(again, mark.last) + 1))
    if request.ranks and request.limit is None and not wants_all(reading, pieces, request):
        request.limit, request.is_one = 1, True


def _ranked_by_function(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "The top 5 shelves by average weight", "based on the total price of their books": what ranks them."""
    low = [word.low for word in reading.words]
    if request.limit is None and not {"rank", "order", "sort"} & {*low[:2]}:
        return
    for mark in reading.of("by_what"):
        at = mark.last + 1
        at += low[at : at + 1] in (["the"], ["their"], ["its"])
        begin, function = _gathers(reading, pieces, at)
        piece = next((one for one in pieces if one.first == begin and one.of("property")), None)
        if function in ("sum", "average", "median") and piece is not None and mark.first > 1:
            end = _END_OF[any(word in listed("asking", "lower") for word in low[: mark.first])]
            measure = Measure("", "superlative", mark.first, mark.last, end=end)
            request.ranks.append(Rank(measure, piece, function))
            request.taken |= set(range(mark.first, piece.last + 1))
            if request.form == "aggregate":
                request.form, request.aggregate, request.columns = "things", None, []


_END_OF: dict[bool, Polarity] = {True: "-", False: "+"}


def _firsts_and_lasts(reading: Reading, pieces: Sequence[Piece], request: Request) -> list[int]:
    """Where "the first film", "X's last order" is said of one thing: the earliest, the latest."""
    ones = {
        piece.first for piece in pieces if piece.of("label") and not piece.of("name", "value", "property")
    }
    words = reading.words
    graded = {one.last + 1 for one in reading.measures}  # "newest first" is an order of all
    graded |= {at for one in pieces if one.of("name") for at in range(one.first + 1, one.last + 1)}
    said = [
        at
        for at, word in enumerate(words)
        if word.kind == "word" and word.low in ("first", "last") and at not in request.taken | graded
    ]
    return [
        at
        for at in said
        if (at or at + 1 in ones)
        and (_is_of_one(words[at + 1 :], at + 1 in ones) or is_of_doing(reading, pieces, at))
    ]


def _is_of_one(following: Sequence[Word], is_thing: bool) -> bool:
    """Whether "first" is said of one thing that follows, or last: "which song did X sing first?"."""
    rest = [word for word in following if word.kind == "word"]
    return not rest or (is_thing and following[0].low == following[0].lemma)


def _start_of_order(reading: Reading, pieces: Sequence[Piece], measure: Measure) -> int | None:
    """Where "starting with the smallest" begins, if that is what is said: an order of all, and not the smallest."""
    for mark in reading.of("starting"):
        things = any(
            piece.of("label") for piece in pieces if piece.first in (measure.last + 1, measure.last + 2)
        )
        if mark.last < measure.first <= mark.last + 2 and not things:
            return mark.first
    return None


def _ordered_from(
    reading: Reading, pieces: Sequence[Piece], measure: Measure, start: int, request: Request
) -> None:
    said = request.sorts.pop()[0] if request.sorts else None
    request.sorts.append((said, measure.adjective, measure.end == "+"))
    last, begun = measure.last, {piece.first for piece in pieces}
    is_bare = not measure.adjective and last + 1 < len(reading.words) and last + 1 not in begun
    request.taken |= set(range(start, last + 1 + is_bare))  # "the most populous"


def _of_times(reading: Reading, measure: Measure, request: Request) -> None:
    """ "Cited most often": by how often; "newest first": an order of all."""
    if _is_how_often(reading, measure):
        request.frequent = measure.end or "+"
        request.limit, request.is_one = request.limit or 1, request.limit is None
        if (done := _done_before(reading, measure)) is not None:
            _done(reading, done, measure, request)
    else:
        said = request.sorts.pop()[0] if request.sorts else None
        request.sorts.append((said, measure.adjective, measure.end == "+"))
    request.taken |= {*range(measure.first, measure.last + 2)}


def _named(reading: Reading, inside: Piece, measure: Measure, request: Request) -> None:
    """ "With the minimum stock": a property whose name is a superlative ranks where its things are said to have it."""
    *_, had, the = ["", "", *(word.low for word in reading.words[: inside.first])]
    if the == "the" and had in ("with", "has", "have", "having", "had") and inside.of("property"):
        request.ranks.append(Rank(measure, inside))
        request.taken |= set(range(inside.first, inside.last + 1))


def _ranked(reading: Reading, pieces: Sequence[Piece], measure: Measure, request: Request) -> None:
    """ "The highest price of products" is a function; "the oldest", "the most goals" rank what is described."""
    begin, function = _gathers(reading, pieces, measure.last + 1)
    reach = (begin, begin + 1) if measure.adjective or _is_passed(reading, begin) else (begin,)
    piece = next((one for one in pieces if one.first in reach and one.senses), None)
    piece = _valued(pieces, piece) or _done_most(reading, pieces, measure)
    many = function == "count" or reading.words[measure.last].low in listed("comparing", "many")
    if piece is not None and many and piece.of("property") and not piece.of("label"):
        piece = things_told(pieces, piece) or piece  # of which it is told that they are so
    request.taken |= set(range(measure.first, begin))
    if (
        piece is not None
        and piece.of("property")
        and (_is_of_things(reading, piece) or _is_behind_them(reading, pieces, measure, piece))
        and not _has_it(reading, measure)
    ):
        if not _names_before(reading, measure.first) and not _is_had(reading, pieces, measure):
            request.form, request.aggregate = "aggregate", "max" if measure.end == "+" else "min"
            request.extreme = measure
            return
        if function in (None, "count"):
            return
    is_made = function in ("sum", "average", "median") and bool(piece and piece.of("property"))
    is_made = is_made and kinds_about(measure.adjective) == (
        "number",
    )  # "the largest average price" is the highest
    if is_made or (function == "count" and piece is not None and piece.of("label", "property")):
        measure = dataclasses.replace(measure, adjective="", end=_end_of_number(measure))
    if measure.adjective and _is_done(pieces, measure.last + 1):
        request.taken.add(measure.last + 1)
    is_about = piece is not None and (bool(piece.of("property")) or not measure.adjective)
    if (
        piece is not None and piece.of("label") and measure.adjective
    ):  # "the youngest members", of which groups have many
        is_about &= kinds_about(measure.adjective) == ("number",)
    about = piece if is_about else None
    if about is None and measure.adjective:
        about = _said_by(reading, pieces, measure, request)
    request.ranks.append(Rank(measure, about, None if function == "count" else function))
    if about is not None and about.of("property") and not about.of("label"):
        request.taken |= set(range(about.first, about.last + 1))
    _skips(reading, measure.first, request)


def _valued(pieces: Sequence[Piece], piece: Piece | None) -> Piece | None:
    """The things behind a value or a name that is theirs, where one stands there: "the most French films" are films."""
    if piece is None or not piece.of("value", "name") or piece.of("label", "property"):
        return piece
    return next((one for one in pieces if one.first == piece.last + 1 and one.of("label")), piece)


def _is_passed(reading: Reading, at: int) -> bool:
    """Whether a word may stand between "most" and what is meant: "the most recently released", "the most other X"."""
    if at >= len(reading.words):
        return False
    word = reading.words[at].low
    return word.endswith(("ly", "ed", "ing")) or word in listed("words", "plain") or word == "other"


def _gathers(reading: Reading, pieces: Sequence[Piece], at: int) -> tuple[int, Function | None]:
    """Where what is ranked by begins, behind "number of", "average" and "different", and which function they say."""
    low = [word.low for word in reading.words]
    function: Function | None = None
    begun = {piece.first for piece in pieces}
    by_word: list[Function] = ["sum", "average", "median"]
    while at < len(low) and at not in begun:
        said = next((one for one in by_word if low[at] in listed("asking", one)), None)
        if low[at] in listed("asking", "quantity") and low[at + 1 : at + 2] == ["of"]:
            at += 2
            told = [one for one in pieces if one.first == at and one.of("property") and not one.of("label")]
            is_told = any(things_told(pieces, one) is None for one in told)
            function = (
                function if function is not None and is_told else "count"
            )  # "the total number of staff"
        elif said is not None:
            function, at = said, at + 1
        elif low[at] in listed("asking", "distinct"):
            at += 1
        else:
            break
    return _at_head(reading, pieces, at), function


def _at_head(reading: Reading, pieces: Sequence[Piece], at: int) -> int:
    """Where a property begins that a noun stands before: "the highest average product price"."""
    noun = next((one for one in pieces if one.first == one.last == at and one.senses), None)
    is_value = noun is not None and bool(noun.of("value")) and not noun.of("label")  # "the most nay votes"
    if noun is None or is_value or reading.words[at].low != reading.words[at].lemma:
        return at
    return at + any(one.first == at + 1 and one.of("property") and not one.of("label") for one in pieces)


def _end_of_number(measure: Measure) -> Polarity:
    """Which end of a number is wanted: "the largest number of", "the fewest"."""
    if not measure.adjective:
        return measure.end or "+"
    is_small = "-" in table("comparing")["adjectives"].get(measure.adjective, {})
    return "-" if is_small != (measure.end == "-") else "+"


def _done_most(reading: Reading, pieces: Sequence[Piece], measure: Mark | Measure) -> Piece | None:
    """ "Who earns the least?": a property that is said as a verb, before the end of it."""
    low = [word.low for word in reading.words]
    if low[measure.last] not in ("most", "least", "best", "worst") or any(
        one.first > measure.last for one in pieces
    ):
        return None
    at = measure.first - 1 - (measure.first > 0 and low[measure.first - 1] == "the")
    return next((one for one in pieces if one.first == one.last == at and one.of("property")), None)


def _said_by(reading: Reading, pieces: Sequence[Piece], measure: Measure, request: Request) -> Piece | None:
    """ "The largest orchard by trees": the property by which it is."""
    later = (one.first for one in reading.measures if one.form == measure.form and one.first > measure.last)
    end = next(later, len(reading.words))
    for piece in pieces:
        before = reading.words[piece.first - 1].low if piece.first else ""
        is_free = piece.first not in request.taken and piece.first < end
        if before == "by" and piece.of("property") and is_free:
            request.taken.add(piece.first - 1)
            return piece
    return None


def _is_before_first(reading: Reading, pieces: Sequence[Piece], measure: Measure) -> bool:
    """ "Newest first", but not "the highest first ascent year"."""
    at = measure.last + 1
    is_part = any(piece.first == at < piece.last and piece.of("property") for piece in pieces)
    return [word.low for word in reading.words[at : at + 1]] == ["first"] and not is_part


def _is_done_most(reading: Reading, pieces: Sequence[Piece], measure: Measure) -> bool:
    """ "The 5 most ordered meals": by how often it was done to them, and by no property with such a word."""
    words, at = reading.words, measure.last + 1
    if words[measure.last].low not in ("most", "least") or at + 1 >= len(words) or not is_past(words[at].low):
        return False
    is_said = any(
        one.first <= at <= one.last
        and any(sense.score >= 1 or sense.kind != "property" for sense in one.senses)
        for one in pieces
    )
    labels = [one for one in pieces if one.of("label")]
    return not is_said and bool(labels) and labels[0].first == at + 1


def _is_how_often(reading: Reading, measure: Measure) -> bool:
    following = [word.low for word in reading.words[measure.last + 1 : measure.last + 2] if word.low != "?"]
    if not following:  # "was viewed the most"
        return not measure.adjective and _done_before(reading, measure) is not None
    return not measure.adjective and bool(set(following) & listed("asking", "frequent"))


def _done(reading: Reading, at: int, measure: Measure, request: Request) -> None:
    """What is done most, of which "used" says no more than that it is."""
    if reading.words[at].low == "used":
        request.taken.add(at)
    else:
        request.done = at, measure


def _done_before(reading: Reading, measure: Measure) -> int | None:
    """What was done most often: "viewed most often", "was viewed the most"."""
    words, at = reading.words, measure.first - 1
    at -= at > 0 and words[at].low == "the"
    is_done = at > 1 and words[at].kind == "word" and is_past(words[at].low)
    before = words[at - 1].low if is_done else ""
    return at if before in ("is", "are", "was", "were", "been", "being") else None


def _skips(reading: Reading, first: int, request: Request) -> None:
    """ "The second largest", "the 3rd-oldest": how many are before the one that is wanted."""
    low = [word.low for word in reading.words]
    at = first - 1 - (first > 0 and low[first - 1] in ("-", "most"))
    place = ordinal(low[at]) if at >= 0 else 0
    if place > 1:
        request.skip = place - 1
        request.taken |= set(range(at, first))


def _is_done(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a word says how a thing came to be, before its label: "the most recently built bridge"."""
    return any(piece.first == at + 1 and piece.of("label") for piece in pieces) and all(
        not piece.first <= at <= piece.last for piece in pieces
    )


def _is_of_things(reading: Reading, piece: Piece) -> bool:
    """Whether a property is that of what follows: "the highest price of products"."""
    following = reading.words[piece.last + 1].low if piece.last + 1 < len(reading.words) else ""
    return following in ("of", "among")


def _is_behind_them(reading: Reading, pieces: Sequence[Piece], measure: Measure, piece: Piece) -> bool:
    """ "The highest order total for each country", where no other things are spoken of before."""
    labels = [one for one in pieces if one.of("label") and not one.of("property") and one.last < piece.first]
    is_behind = len(labels) == 1 and labels[0].first > measure.last and labels[0].last == piece.first - 1
    following = [word.low for word in reading.words[piece.last + 1 : reading.last + 1]][:2]
    return is_behind and (not following or following[0] in ("per", "by") or following in _EACH)


_EACH = (["for", "each"], ["in", "each"], ["at", "each"], ["for", "every"], ["for", "all"])


def _has_it(reading: Reading, measure: Measure) -> bool:
    """ "Who has the highest rank among …": one of the things has it."""
    low = [word.low for word in reading.words[: measure.first]]
    return low[:1] in (["who"], ["which"]) and low[-2:] in (["has", "the"], ["have", "the"], ["had", "the"])


def _is_had(reading: Reading, pieces: Sequence[Piece], measure: Measure) -> bool:
    """ "The 5 shelves with the highest average price of books": what things have ranks them."""
    low = [word.low for word in reading.words[: measure.first]]
    had = low[-2:-1] and low[-2] in ("with", "have", "has", "having", "had") and low[-1] == "the"
    return bool(had) and any(one.of("label") and one.last < measure.first for one in pieces)


def _names_before(reading: Reading, at: int) -> bool:
    return any(word.lemma in listed("words", "names") for word in reading.words[:at])
