"""What has changed in a database since a projection was read: gathered, and its codes brought together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import Gathered
from motif.catalog.splicing import Splice
from motif.graphs.columns import ChangedIds, End
from motif.graphs.distinct import distinct
from motif.graphs.narrow import Codes

Coded = tuple[Codes, tuple[tuple[str, ...], ...]]
"""Codes and the values that they mean, sorted."""


@dataclass(frozen=True, slots=True)
class Delta:
    """What was read of a database because it has changed.

    Attributes
    ----------
    changed
        Ids of all that was created, deleted or changed since the base was read.
    nodes, relationships
        What is still there of these and selected, and relationships of nodes that may be selected newly. ``source`` and
        ``target`` are database ids.
    end
        Its label sets and types are those of the rows above.
    """

    changed: ChangedIds
    nodes: Gathered
    relationships: Gathered
    end: End


def united(splice: Splice, base: Coded, new: Coded) -> Coded:
    """Codes and values of all rows afterwards, as `canonical` gives them: only values that occur."""
    values, recode, again = united_values(splice, base, new)
    codes = base[0] if recode is None else recode[base[0]]
    return splice.codes(codes, again[new[0]], len(values)), values


def united_values(
    splice: Splice, base: Coded, new: Coded
) -> tuple[tuple[tuple[str, ...], ...], NDArray[np.int32] | None, NDArray[np.int32]]:
    """The values that occur afterwards, and the codes in them of the values of both; None where those stay.

    A value that no longer occurs gets the code before which it would stand, so that order is kept.
    """
    codes, before = base
    counts = np.bincount(codes, minlength=len(before))
    counts -= np.bincount(codes[splice.removed], minlength=len(before))
    used = {before[code] for code in np.flatnonzero(counts).tolist()}
    used |= {new[1][code] for code in distinct(new[0]).tolist()}
    values = tuple(sorted(used))
    again = _codes_in(values, new[1])
    return values, None if values == before else _codes_in(values, before), again


def _codes_in(values: tuple[tuple[str, ...], ...], some: tuple[tuple[str, ...], ...]) -> NDArray[np.int32]:
    codes, code = [], 0
    for value in some:
        while code < len(values) and values[code] < value:
            code += 1
        codes.append(code)
    return np.array(codes, dtype=np.int32)
