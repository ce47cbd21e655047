"""Rows that share the last place where a gold query cuts its rows: which of them it took, it does not say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations, permutations

from motif_procedures.cypher_questions.cells import Row

Keyed = tuple[tuple[object, ...], tuple[object, ...]]


def differs_in_ties(gold: Sequence[Row], found: Sequence[Row], by: Collection[int]) -> bool:
    """Whether an answer has other rows than gold in the last place only, as many, and with the same values there.

    Something must stand before the last place, which shows that both count the same. Where gold has one row, an answer
    may have all that share the first place, gold's among them.

    Parameters
    ----------
    gold, found
        Rows of one width each; gold was cut by a limit.
    by
        Columns of gold that it is sorted by.

    >>> differs_in_ties([("a", 2), ("b", 1)], [("a", 2), ("c", 1)], by=(1,))
    True
    >>> differs_in_ties([("a", 2), ("b", 1)], [("c", 2), ("b", 1)], by=(1,))
    False
    """
    if not by or not gold or not found:
        return False
    rest = [column for column in range(len(gold[0])) if column not in by]
    own = _keyed(gold, sorted(by), rest)
    wide = range(len(found[0]))
    for keys in permutations(wide, len(by)):
        others = [column for column in wide if column not in keys]
        for chosen in combinations(others, len(rest)):
            if _are_tied(own, _keyed(found, keys, chosen)):
                return True
    return False


def _keyed(rows: Sequence[Row], keys: Sequence[int], rest: Sequence[int]) -> list[Keyed]:
    """Each distinct row's values of the sorted columns, and the others in any order."""
    return list(
        dict.fromkeys(
            (tuple(row[key] for key in keys), tuple(sorted((row[one] for one in rest), key=repr)))
            for row in rows
        )
    )


def _are_tied(gold: Sequence[Keyed], found: Sequence[Keyed]) -> bool:
    last = gold[-1][0]
    above = {row for row in gold if row[0] != last}
    if above != {row for row in found if row[0] != last}:
        return False
    if not above:
        return len(gold) == 1 and set(gold) <= set(found)
    return len(gold) == len(found)
