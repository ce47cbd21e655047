"""Whether an answer is right: its rows beside those of the gold query, columns in any order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Literal

from motif_procedures.cypher_questions.cells import Row
from motif_procedures.cypher_questions.ties import differs_in_ties

Verdict = Literal["right", "partly", "wrong", "declined"]
VERDICTS: tuple[Verdict, ...] = ("right", "partly", "wrong", "declined")

MOST_COLUMNS = 6
"""Columns of a table up to which it is tried which of them are meant."""


TELLING = 0.75
"""Columns that tell so many of gold's rows apart can be a part of the answer: a list of genders is none of people."""

PARTLY = 0.5
"""F1 of the rows from which on an answer is partly right: everything there is holds the three oldest too."""


def judged(
    gold: Sequence[Row],
    found: Sequence[Row],
    *,
    ordered: bool = False,
    optional: Collection[int] = (),
    cut_by: Collection[int] = (),
) -> Verdict:
    """What is to be said of an answer.

    Parameters
    ----------
    gold, found
        Rows of `cells.rows_of`, all of one width each.
    ordered
        Whether the question asks for an order.
    optional
        Columns of gold that an answer may lack: what gold sorts by and shows besides.
    cut_by
        Columns of gold that it is sorted by, where a limit cuts it: which of the rows that share the last place it has
        is by chance, and others of them are as right.

    Returns
    -------
    Verdict
        "right": the same rows, in the same order where one is asked for. More columns are no fault, columns stand in
        any order; rows that a further column of ``found``, by which it is sorted, has as equal may change places among
        themselves. "partly": about half of the rows (`PARTLY`), or all without a column that was asked for, or in
        another order. "declined" is never returned.

    >>> judged([("a",), ("b",)], [("b",), ("a",)]), judged([("a", 1), ("b", 2)], [("a",), ("b",)])
    ('right', 'partly')
    """
    if not gold or not found:
        return "right" if not gold and not found else "wrong"
    if differs_in_ties(gold, found, cut_by):
        return "right"
    best: Verdict = "wrong"
    for one, other, is_whole in _alignments(gold, found, optional):
        is_same = set(one) == set(other) and (not ordered or one == other or _is_tied(one, other, found))
        if is_same and is_whole:
            return "right"
        is_telling = len(one) >= TELLING * len(set(gold))
        if is_telling and 2 * len(set(one) & set(other)) >= PARTLY * (len(one) + len(other)):
            best = "partly"
    return best


def _is_tied(gold: Sequence[Row], found: Sequence[Row], table: Sequence[Row]) -> bool:
    """Whether a column sorts both: rows of one value stand in another order, and no other rows do.

    >>> _is_tied([("b",), ("a",)], [("a",), ("b",)], [("a", 7), ("b", 7)])
    True
    """
    if len(found) != len(table):
        return False
    for values in zip(*table, strict=True):
        by_row = dict(zip(found, values, strict=True))
        if len(set(values)) < len(values) and list(values) == [by_row[row] for row in gold]:
            return True
    return False


def _alignments(
    gold: Sequence[Row], found: Sequence[Row], optional: Collection[int]
) -> Iterator[tuple[list[Row], list[Row], bool]]:
    """Both tables cut to equally many columns in every way, and whether gold kept all that it must have."""
    width, wide = len(gold[0]), len(found[0])
    if max(width, wide) > MOST_COLUMNS:
        width = wide = min(width, wide)
    required = set(range(width)) - set(optional) or {0}
    for kept in range(1, min(width, wide) + 1):
        for of_gold in combinations(range(width), kept):
            is_whole = required <= set(of_gold)
            if is_whole or kept == min(width, wide):
                one = _cut(gold, of_gold)
                for of_found in combinations(range(wide), kept):
                    yield one, _cut(found, of_found), is_whole


def _cut(rows: Sequence[Row], columns: Sequence[int]) -> list[Row]:
    """These columns of the rows, distinct, each row's cells sorted: which column they stand in does not count."""
    cut = (tuple(sorted((row[column] for column in columns), key=repr)) for row in rows)
    return list(dict.fromkeys(cut))
