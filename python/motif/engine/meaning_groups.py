"""Rows by what they share, and what is counted, summed and ranked of each group: all groups at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motif.engine.cells import COMPARE
from motif.engine.coding import NONE, UNRANKED, Coded, Ints, Mask, NumberCoding
from motif.engine.control import keep_on
from motif.engine.meaning_masks import holds
from motif.engine.meaning_rows import Bound
from motif.graphs.distinct import distinct, numbered
from motif.graphs.meaning import Aggregate, Column, Having, Order, Value

_EXACT = float(1 << 53)
"""Integers below are told apart as floating point numbers."""


@dataclass(frozen=True)
class Groups:
    """The rows that have the same values of some columns, numbered as they come.

    Attributes
    ----------
    of_row : int64 (rows,)
        The group of each row.
    keys
        By column the value that each group shares, (groups,).
    """

    rows: Bound
    of_row: Ints
    keys: dict[Value, Coded]
    size: int

    def column(self, value: Value | Aggregate) -> Coded:
        """What a column holds for each group, (groups,)."""
        return aggregated(self, value) if isinstance(value, Aggregate) else self.keys[value]

    def has(self, having: Having) -> Mask:
        """For which groups a condition on them holds, bool (groups,)."""
        found, bound = aggregated(self, having.of), having.value
        if isinstance(found.coding, NumberCoding) and isinstance(bound, (int, float)):
            numbers = found.of(found.coding.numbers, np.nan)
            return np.asarray((found.codes >= 0) & COMPARE[having.operator](numbers, bound))
        return found.where(lambda value: holds(value, having.operator, bound))

    def ranks(self, order: Order) -> Ints:
        """The place of each group in an order, of several values that of the one that comes first, int64 (groups,)."""
        if isinstance(order.by, Aggregate):
            return aggregated(self, order.by).ranks
        return _extreme(self, self.of_row, self.rows.values(order.by).ranks, greatest=order.descending)


def grouped(rows: Bound, columns: Sequence[Column]) -> Groups:
    """The rows by the columns that are no aggregates; all in one group where there are none.

    A list that is spread over rows has one for each item; what has nothing in any column is no row of its own.
    """
    wanted = [column.value for column in columns if isinstance(column.value, Value)]
    if not wanted:
        return Groups(rows, np.zeros(len(rows), np.int64), {}, 1)
    for value in wanted:
        if value.each:
            rows = rows.each(value)
    values = {value: rows.values(value) for value in wanted}
    if len(wanted) == len(columns) and any(value.each for value in wanted):
        known = np.flatnonzero(np.logical_or.reduce([coded.codes >= 0 for coded in values.values()]))
        rows, values = rows.take(known), {value: coded.take(known) for value, coded in values.items()}
    of_row, firsts = _numbered([coded.codes for coded in values.values()])
    return Groups(rows, of_row, {value: coded.take(firsts) for value, coded in values.items()}, len(firsts))


def _numbered(columns: Sequence[Ints]) -> tuple[Ints, Ints]:
    """The number of each row's group, by when its first row comes, and that row."""
    keys = columns[0]
    for column in columns[1:]:
        keep_on()
        keys = numbered(keys)[1] * (column.max(initial=NONE) + 2) + column
    keep_on()
    firsts, places = numbered(keys)
    order = np.argsort(firsts)
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.arange(len(order))
    return numbers[places], firsts[order]


def aggregated(groups: Groups, aggregate: Aggregate) -> Coded:
    """An aggregate of each group, (groups,): 0 for the count and the sum of nothing, none for the others."""
    keep_on()
    of, values = groups.of_row, groups.rows.values(aggregate.of)
    if aggregate.of.each:
        rows, values = values.spread()
        of = of[rows]
    known = np.flatnonzero(values.codes >= 0)
    of, values = of[known], values.take(known)
    if aggregate.distinct and aggregate.function == "count":
        n_codes = int(values.codes.max(initial=0)) + 1
        of = distinct(of * n_codes + values.codes) // n_codes
    elif aggregate.distinct:
        firsts = _numbered([of, values.codes])[1]
        of, values = of[firsts], values.take(firsts)
    if aggregate.function == "count":
        counts = np.bincount(of, minlength=groups.size)
        return Coded(np.arange(groups.size), NumberCoding(counts, np.ones(groups.size, np.bool_)))
    if aggregate.function == "median":
        return _median(groups, of, values)
    if aggregate.function in ("sum", "average"):
        return _summed(groups, of, values, is_mean=aggregate.function == "average")
    if values.coding.are_written_numbers:
        return _extreme_number(groups, of, values, greatest=aggregate.function == "max")
    ranks = _extreme(groups, of, values.ranks, greatest=aggregate.function == "max")
    return _at_ranks(values, ranks)


def _summed(groups: Groups, of: Ints, values: Coded, *, is_mean: bool) -> Coded:
    numbers = values.of(values.coding.numbers, np.nan)
    some = np.flatnonzero(~np.isnan(numbers))
    of, values, numbers = of[some], values.take(some), numbers[some]
    is_whole = values.of(values.coding.is_whole, False)
    sums = np.bincount(of, numbers, groups.size)
    if is_mean:
        counts = np.bincount(of, minlength=groups.size)
        means = np.divide(sums, counts, where=counts > 0, out=np.zeros(groups.size))
        codes = np.where(counts > 0, np.arange(groups.size), NONE)
        return Coded(codes, NumberCoding(means, np.zeros(groups.size, np.bool_)))
    whole = np.bincount(of, ~is_whole, groups.size) == 0
    if np.abs(sums[whole]).max(initial=0) >= _EXACT:
        exact = np.zeros(groups.size, object)
        np.add.at(exact, of[is_whole], np.array(values.take(np.flatnonzero(is_whole)).values(), object))
        sums = np.where(whole, exact, sums)
    return Coded(np.arange(groups.size), NumberCoding(sums, whole))


def _median(groups: Groups, of: Ints, values: Coded) -> Coded:
    """The number in the middle, or the mean of the two there."""
    numbers = values.of(values.coding.numbers, np.nan)
    some = np.flatnonzero(~np.isnan(numbers))
    some = some[np.lexsort((numbers[some], of[some]))]
    of, numbers = of[some], numbers[some]
    counts = np.bincount(of, minlength=groups.size)
    has_any = np.flatnonzero(counts)
    starts, halves = (np.cumsum(counts) - counts)[has_any], counts[has_any]
    medians = np.zeros(groups.size)
    medians[has_any] = (numbers[starts + (halves - 1) // 2] + numbers[starts + halves // 2]) / 2
    codes = np.where(counts > 0, np.arange(groups.size), NONE)
    return Coded(codes, NumberCoding(medians, np.zeros(groups.size, np.bool_)))


def _extreme(groups: Groups, of: Ints, ranks: Ints, *, greatest: bool) -> Ints:
    """The least or greatest rank of each group, `UNRANKED` where it has none, int64 (groups,)."""
    none = UNRANKED if greatest else np.iinfo(np.int64).max
    found, ranked = np.full(groups.size, none, np.int64), np.flatnonzero(ranks >= 0)
    (np.maximum if greatest else np.minimum).at(found, of[ranked], ranks[ranked])
    return np.where(found == none, UNRANKED, found)


def _extreme_number(groups: Groups, of: Ints, values: Coded, *, greatest: bool) -> Coded:
    """The least or greatest number of each group, where numbers are written as text."""
    numbers = values.of(values.coding.numbers, np.nan)
    told = np.flatnonzero(~np.isnan(numbers))
    found = np.full(groups.size, -np.inf if greatest else np.inf)
    (np.maximum if greatest else np.minimum).at(found, of[told], numbers[told])
    codes = np.where(np.bincount(of[told], minlength=groups.size) > 0, np.arange(groups.size), NONE)
    return Coded(codes, NumberCoding(found, np.zeros(groups.size, np.bool_)))


def _at_ranks(values: Coded, ranks: Ints) -> Coded:
    """For each rank a value that has it."""
    code_at = np.full(len(values.coding) + 1, NONE, np.int64)
    code_at[values.ranks] = values.codes
    return Coded(np.where(ranks < 0, NONE, code_at[ranks]), values.coding)
