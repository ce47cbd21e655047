"""Groups of which a function is bounded: "genres with an average budget above 50 million"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Aggregate, Column, Having, Meaning, Selection
from motif.planners.english import ARTICLES
from motif.planners.meaning.request import Asking, whole
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.units import is_unit
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Bound, Reading

_FUNCTIONS = ("average", "sum", "median")
_HAVING = {
    "have",
    "has",
    "with",
    "had",
    "are",
    "is",
    "held",
    "shared",
    "used",
    "by",
    "carried",
    "borne",
    "taken",
}
_COMPARED = ("=", "<>", "<", "<=", ">", ">=")


def bounded_function(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The meaning of the question for the highest of such, with the bound in the order's place.

    None for another question, and where that for the highest is not read whole.
    """
    for bound in reading.bounds:
        begin = _begin(reading, pieces, bound)
        if begin < 0 or bound.operator not in _COMPARED:
            continue
        last = (bound.upper or bound.number).last
        said = reading.text(begin, _before(reading, bound.first))
        last += last < reading.last and is_unit(reading.words[last + 1].lemma)
        rest = reading.text(last + 1, reading.last)
        kind = _kind_asked(reading, pieces)
        for head, owner in _heads(reading, pieces, begin):
            asked = f"{head} the highest {said} {owner} {rest}"
            found = whole(asking(f"{' '.join(asked.split())}?"))
            meaning = _bounded(found, bound) if found is not None else None
            if meaning is not None:
                return meaning
        if kind is not None and kind.last + 2 >= begin - 1 and not rest.strip("? "):
            found = whole(asking(f"What is the {said} per {reading.text(kind.first, kind.last)}?"))
            meaning = _of_groups(found, bound, _FUNCTIONS) if found is not None else None
            if meaning is not None:
                return meaning
    return None


def _heads(reading: Reading, pieces: Sequence[Piece], begin: int) -> Iterator[tuple[str, str]]:
    """What stands before the function, and whose property it is where that is said there: "genres have movies with an
    average budget" are those with such of movies."""
    yield reading.text(0, begin - 1), ""
    low = [word.low for word in reading.words]
    owner = next((one for one in pieces if one.last == begin - 3 and one.of("label")), None)
    if (
        low[begin - 2 : begin - 1] == ["with"]
        and owner is not None
        and low[owner.first - 1] in ("have", "has")
    ):
        yield reading.text(0, owner.first - 1), f"of {reading.text(owner.first, owner.last)}"


def _kind_asked(reading: Reading, pieces: Sequence[Piece]) -> Piece | None:
    """The property by which things are told apart that a question asks for first: "Which materials …"."""
    kind = next((one for one in pieces if one.first == 1), None)
    is_kind = kind is not None and kind.of("property") and not kind.of("label")
    return kind if is_kind and reading.words[0].low in ("which", "what") else None


def _of_groups(found: Meaning, bound: Bound, functions: Sequence[str]) -> Meaning | None:
    """The groups for which the one number that is told of each is within the bound."""
    asked = found.asked
    made = [one.value for one in asked.columns] if isinstance(asked, Selection) else []
    numbers = [one for one in made if isinstance(one, Aggregate) and one.function in functions]
    if not isinstance(asked, Selection) or len(made) != 2 or len(numbers) != 1 or asked.having:
        return None
    return dataclasses.replace(found, asked=dataclasses.replace(asked, having=_within(numbers[0], bound)))


def _within(number: Aggregate, bound: Bound) -> tuple[Having, ...]:
    tests = [Having(number, bound.operator, float(bound.number.value))]
    if bound.upper is not None:
        tests.append(Having(number, "<=", float(bound.upper.value)))
    return tuple(tests)


def kinds_with_so_many(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """ "Which materials have more than 3 bridges?", of what bridges are made of, as how many there are of each, within
    the bound; None for another question, and where that is not read whole."""
    low = [word.low for word in reading.words]
    kind, things = _kind_asked(reading, pieces), pieces[-1] if pieces else None
    bound = reading.bounds[0] if len(reading.bounds) == 1 else None
    if kind is None or things is None or bound is None or bound.upper is not None or len(pieces) != 2:
        return None
    behind = things.of("label") and things.first == bound.number.last + 1 and things.last == reading.last
    between = {*low[kind.last + 1 : bound.first]}
    if not behind or not between or not between <= _HAVING:
        return None
    said, by = reading.text(things.first, things.last), reading.text(kind.first, kind.last)
    found = whole(asking(f"How many {said} per {by}?"))
    return _of_groups(found, bound, ("count",)) if found is not None else None


def _begin(reading: Reading, pieces: Sequence[Piece], bound: Bound) -> int:
    """Where "average price", with a bound right behind it, begins; -1 for nowhere."""
    low = [word.low for word in reading.words]
    about = next(
        (one for one in pieces if one.of("property") and one.last == _before(reading, bound.first)), None
    )
    if about is None:
        return -1
    at = about.first - 1
    at -= any(one.last == at and one.of("label") for one in pieces)  # "an average order value"
    is_function = at > 0 and any(low[at] in listed("asking", one) for one in _FUNCTIONS)
    return at if is_function and low[at - 1] in (*ARTICLES, "whose") else -1


def _before(reading: Reading, at: int) -> int:
    """The place of the word before a bound, small ones left out: "an average price of more than 10"."""
    while at > 1 and reading.words[at - 1].low in ("of", "is", "was", "that", "which"):
        at -= 1
    return at - 1


def _bounded(meaning: Meaning, bound: Bound) -> Meaning | None:
    """The meaning with all for which the function that it is ordered by is within the bound."""
    asked = meaning.asked
    if not isinstance(asked, Selection) or len(asked.order) != 1 or asked.having or asked.per is not None:
        return None
    of = asked.order[0].by
    if not isinstance(of, Aggregate) or of.function not in ("average", "sum", "median"):
        return None
    having = _within(of, bound)
    of_all = dataclasses.replace(asked, having=having, order=(), limit=None, skip=0, with_ties=False)
    made = [one.value for one in asked.columns if isinstance(one.value, Aggregate)]
    if made and of not in made:  # "How many genres have an average budget above 50 million?"
        if len(asked.columns) > 1 or made[0].function != "count" or made[0].of.property is not None:
            return None
        columns = (Column("of", made[0].of), dataclasses.replace(asked.columns[0], value=of))
        of_all = dataclasses.replace(of_all, columns=columns, over="count")
    return dataclasses.replace(meaning, asked=of_all)
