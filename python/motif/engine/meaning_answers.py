"""A meaning evaluated on the arrays of a projection: what Cypher would give, where there is no database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

import numpy as np

from motif.engine.coding import NONE, Ints, number_of
from motif.engine.meaning_groups import Groups, grouped
from motif.engine.meaning_masks import MeaningGraph, fold, holds
from motif.engine.meaning_rows import Bound, bound_rows
from motif.graphs.meaning import (
    Answer,
    Comparison,
    Function,
    Meaning,
    NodeRow,
    Operator,
    Order,
    Place,
    Selection,
    columns_of,
)


def answer_meaning(graph: MeaningGraph, meaning: Meaning) -> Answer:
    """What the meaning asks for: rows in the order asked for, else by the first node's row.

    Heeds the control of the thread (`motif.engine.control.heeding`): raises `Cancelled` and `DeadlineExceeded`.

    >>> from motif.catalog import from_triples
    >>> from motif.graphs.meaning import Aggregate, Branch, Column, Value
    >>> films = MeaningGraph(from_triples([("Heat", "by", "Mann"), ("Ali", "by", "Mann"), ("Up", "by", "Docter")]))
    >>> film = Place("film", tests=(Branch(("by",), "out", Place("person", names=("Mann",))),))
    >>> answer_meaning(films, Meaning(Selection(film, (Column("n", Aggregate("count", Value("film"))),)))).rows
    ((2,),)
    """
    return answer_and_lineage(graph, meaning)[0]


@dataclass(frozen=True)
class Lineage:
    """The bound rows that each row of an answer is made of (lineage as of Cui, Widom and Wiener, TODS 2000).

    Attributes
    ----------
    rows
        Bound rows.
    by_answer : int64 (rows,)
        Those that any row of the answer is made of, row of the answer by row, each ascending.
    starts : int64 (answers + 1,)
        Where those of each row begin in ``by_answer``.
    """

    rows: Bound
    by_answer: Ints
    starts: Ints

    def of(self, answer: int) -> Ints:
        """The bound rows of one row of the answer, int64, ascending."""
        return self.by_answer[self.starts[answer] : self.starts[answer + 1]]


def answer_and_lineage(
    graph: MeaningGraph, meaning: Meaning, at_most: int | None = None
) -> tuple[Answer, Lineage | None]:
    """`answer_meaning`, with the rows that it is made of; None for a comparison and a share, which join none.

    Of the rows of the answer only the first ``at_most`` are made; `Answer.n_rows` counts all.
    """
    if isinstance(meaning.asked, Comparison):
        return _compared(graph, meaning.asked), None
    if meaning.asked.share is not None:
        return _share(graph, meaning.asked.place, meaning.asked.share, meaning.asked.columns[0].name), None
    rows = bound_rows(graph, meaning.asked.place)
    if meaning.asked.asks:
        return _whole(_is_so(rows, meaning.asked)), _of_one(rows, np.arange(len(rows)))
    return _selected(rows, meaning.asked, at_most)


def _is_so(rows: Bound, asked: Selection) -> bool:
    """Whether there is a row, or a group of which holds what must."""
    groups = grouped(rows, asked.columns) if asked.having else None
    if groups is None:
        return len(rows) > 0
    return bool(np.logical_and.reduce([groups.has(one) for one in asked.having]).any())


def _selected(rows: Bound, asked: Selection, at_most: int | None) -> tuple[Answer, Lineage]:
    groups = grouped(rows, asked.columns)
    kept = np.arange(groups.size)
    for having in asked.having:
        kept = kept[groups.has(having)[kept]]
    places = [_places(groups, order) for order in asked.order]
    if places:
        kept = kept[np.lexsort([place[kept] for place in reversed(places)])]
    if asked.per is not None and places and asked.limit is not None:
        kept = _first_of_each(kept, groups.column(asked.per).codes, places, asked)
    else:
        kept = kept[asked.skip : _last(kept, places, asked)]
    columns = [groups.column(column.value).take(kept) for column in asked.columns]
    if asked.over is not None:
        behind = np.flatnonzero(np.isin(groups.of_row, kept))
        return _over(columns[-1].values(), asked.over), _of_one(groups.rows, behind)
    shown = zip(*(column.take(np.arange(len(kept))[:at_most]).values() for column in columns), strict=True)
    is_known = any(bool((column.codes >= 0).any()) for column in columns)
    answer = Answer(tuple(column.name for column in asked.columns), tuple(shown), len(kept), is_known)
    return answer, _of_groups(groups, kept[:at_most])


def _of_one(rows: Bound, behind: Ints) -> Lineage:
    """That of a single row."""
    return Lineage(rows, behind, np.array([0, len(behind)]))


def _of_groups(groups: Groups, shown: Ints) -> Lineage:
    """That of rows which are groups: of each the rows of its group."""
    place = np.full(groups.size, NONE, np.int64)
    place[shown] = np.arange(len(shown))
    behind = np.flatnonzero(place[groups.of_row] != NONE)
    of_answer = place[groups.of_row[behind]]
    order = np.argsort(of_answer, kind="stable")
    starts = np.searchsorted(of_answer[order], np.arange(len(shown) + 1))
    return Lineage(groups.rows, behind[order], starts)


def _places(groups: Groups, order: Order) -> Ints:
    """Numbers in the order asked for, int64 (groups,); what has no place in it comes last."""
    ranks = groups.ranks(order)
    return np.where(ranks < 0, np.iinfo(np.int64).max, -ranks if order.descending else ranks)


def _last(ordered: Ints, places: Sequence[Ints], asked: Selection) -> int | None:
    """How many of the ordered groups are kept; None for all."""
    if asked.limit is None:
        return None
    last = asked.skip + asked.limit
    if asked.with_ties and places and 0 < last < len(ordered):
        rest, kept = ordered[last:], ordered[last - 1]
        differs = np.logical_or.reduce([place[rest] != place[kept] for place in places])
        last += int(np.append(np.flatnonzero(differs), len(rest))[0])
    return last


def _first_of_each(ordered: Ints, codes: Ints, places: Sequence[Ints], asked: Selection) -> Ints:
    """The groups that come first among those with the same code, of those that have a place in the order.

    Parameters
    ----------
    ordered, codes
        Groups in their order, int64 (kept,); what each belongs to, int64 (groups,).
    """
    ordered = ordered[places[0][ordered] != np.iinfo(np.int64).max]
    if not len(ordered):
        return ordered
    by_code = np.argsort(codes[ordered], kind="stable")
    own = codes[ordered][by_code]
    starts = np.flatnonzero(np.append(True, own[1:] != own[:-1]))
    sizes = np.diff(np.append(starts, len(own)))
    number = np.arange(len(own)) - np.repeat(starts, sizes)
    assert asked.limit is not None
    last = asked.skip + asked.limit
    kept = number < last
    if asked.with_ties and last:
        ends = np.repeat(starts + np.minimum(sizes, last) - 1, sizes)
        rows = ordered[by_code]
        kept |= np.logical_and.reduce([place[rows] == place[rows][ends] for place in places])
    inside = np.zeros(len(own), np.bool_)
    inside[by_code] = kept & (number >= asked.skip)
    return ordered[inside]


def _whole(*row: Any) -> Answer:
    """One row of one column, or none."""
    return Answer(("answer",), (row,) if row else (), int(bool(row)), any(value is not None for value in row))


def _over(values: Sequence[Any], function: Function) -> Answer:
    """One value made of a number for each row; what is none does not count."""
    numbers = [number for value in values if (number := number_of(value)) is not None]
    if function in ("count", "sum"):
        return _whole(len(numbers) if function == "count" else sum(numbers))
    if not numbers:
        return _whole(None)
    if function in ("min", "max"):
        return _whole(min(numbers) if function == "min" else max(numbers))
    return _whole(fmean(numbers) if function == "average" else float(median(numbers)))


def _share(graph: MeaningGraph, part: Place, whole: Place, name: str) -> Answer:
    """How many of a hundred nodes of the whole are in the part too."""
    among = graph.mask(whole)
    n_all = int(among.sum())
    rows = ((100.0 * int((among & graph.mask(part)).sum()) / n_all,),) if n_all else ()
    return Answer((name,), rows, len(rows), bool(rows))


def _compared(graph: MeaningGraph, asked: Comparison) -> Answer:
    """One row, both where which of two is asked for and they are equal; what is compared stands beside."""
    first, second = _operands(graph, asked)
    if first is None or second is None or first[1] is None or second[1] is None:
        return Answer(columns_of(asked), (), 0, False)
    cells = graph.cells(asked.property) if asked.property and asked.numbers is None else None
    compared = [first, second]
    if cells is not None and cells.coding.are_written_numbers:
        compared = [(node, number_of(value)) for node, value in compared]
        if any(number is None for _, number in compared):
            return Answer(columns_of(asked), (), 0, False)
    told = tuple((answer, first[1], second[1]) for answer in _comparing(asked, *compared))
    return Answer(columns_of(asked), told, len(told), bool(told))


def _comparing(asked: Comparison, first: tuple[int, Any], second: tuple[int, Any]) -> Iterator[Any]:
    if asked.kind == "same":
        yield fold(first[1]) == fold(second[1])
    elif asked.kind in ("difference", "apart"):
        one, other = number_of(first[1]), number_of(second[1])
        by = None if one is None or other is None else one - other
        yield from () if by is None else (abs(by) if asked.kind == "apart" else by,)
    else:
        operator: Operator = ">" if asked.kind in ("more", "exceeds") else "<"
        is_so = holds(first[1], operator, second[1])
        if asked.kind in ("exceeds", "falls short"):
            yield is_so
            return
        is_equal = holds(first[1], "=", second[1])
        wanted = [first] if is_so else [first, second] if is_equal else [second]
        yield from (NodeRow(node) for node, _ in wanted)


def _operands(graph: MeaningGraph, asked: Comparison) -> list[tuple[int, Any] | None]:
    """A node, and what is compared of it, for both sides; None where there is no such node.

    What is not asked for, as of two kinds of things the number is compared and no node told, is `NONE`.
    """
    places = (asked.first, asked.second)
    if asked.numbers is None:
        return [_one(graph, place, asked.property or "") for place in places]
    found: list[tuple[int, Any] | None] = []
    for place, selection in zip(places, asked.numbers, strict=True):
        rows = np.flatnonzero(graph.mask(place)) if asked.kind in ("more", "less") else np.array([NONE])
        answer = answer_meaning(graph, Meaning(selection))
        found.append((int(rows[0]), answer.rows[0][0]) if len(rows) and answer.rows else None)
    return found


def _one(graph: MeaningGraph, place: Place, property_name: str) -> tuple[int, Any] | None:
    """The first node that the place stands for that has the property, else the first; None for none."""
    rows, cells = np.flatnonzero(graph.mask(place)), graph.cells(property_name)
    if not len(rows) or cells is None:
        return None
    known = rows[cells.known[rows]]
    row = int(known[0] if len(known) else rows[0])
    return row, cells.value(row)
