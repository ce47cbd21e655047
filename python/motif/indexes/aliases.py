"""Further names of nodes: those that are given, and those that follow from a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.string_arrays import joined, parts_of, taken
from motif.graphs.strings import StringTable
from motif.indexes.folding import normalise_all
from motif.indexes.mentions_variants import variants_of
from motif.kernels.string_folding import kinds_of_variants

_BLOCK = 8192

_MARKED = np.zeros(256, np.bool_)
_MARKED[list(b"([,'.&-")] = True
_MARKED[128:] = True


@dataclass(frozen=True, slots=True)
class Aliases:
    """Texts and the rows that they mean.

    Attributes
    ----------
    rows : int32 (a,)
    codes : int32 (a,)
        Which of ``texts`` each alias is; many rows may share one.
    texts : StringTable
        As they are written.

    >>> some = Aliases.of([(0, "DE"), (2, "AT")])
    >>> some.rows.tolist(), [some.texts[code] for code in some.codes]
    ([0, 2], ['DE', 'AT'])
    """

    rows: NDArray[np.int32]
    codes: NDArray[np.int32]
    texts: StringTable

    def __len__(self) -> int:
        return len(self.rows)

    @classmethod
    def of(cls, pairs: Sequence[tuple[int, str]]) -> Aliases:
        """Aliases given one by one."""
        rows = np.fromiter((row for row, _ in pairs), np.int32, len(pairs))
        return cls(
            rows,
            np.arange(len(rows), dtype=np.int32),
            StringTable.from_strings(text for _, text in pairs),
        )

    @classmethod
    def together(cls, parts: Sequence[Aliases]) -> Aliases:
        """All of several, in that order."""
        starts = np.cumsum([0, *(len(part.texts) for part in parts)]).tolist()
        none = np.zeros(0, np.int32)
        return cls(
            np.concatenate([none, *(part.rows for part in parts)]),
            np.concatenate(
                [none, *(part.codes + np.int32(start) for part, start in zip(parts, starts, strict=False))]
            ),
            joined([part.texts for part in parts]),
        )


def derived_aliases(names: StringTable, keys: StringTable) -> Aliases:
    """What follows from the names (`motif.indexes.mentions_variants.variants_of`), by row, in their order.

    Names that are but without their article are made by arrays, and so are those without any; the others one by one.

    Parameters
    ----------
    keys
        The names, normalised; what folds to the same is left out.
    """
    kinds = np.empty(len(names), np.uint8)
    kinds_of_variants(*parts_of(names), _MARKED, kinds)
    bare_rows = np.flatnonzero(kinds == 1)
    bare = Aliases(
        bare_rows.astype(np.int32),
        np.arange(len(bare_rows), dtype=np.int32),
        _behind_the_first_word(keys, bare_rows),
    )
    rows = np.flatnonzero(kinds == 2)
    others = Aliases.of(
        [
            pair
            for start in range(0, len(rows), _BLOCK)
            for pair in _varied(names, keys, rows[start : start + _BLOCK])
        ]
    )
    if not len(others) or not len(bare):
        return bare if len(bare) else others
    found = Aliases.together([bare, others])
    order = np.argsort(found.rows, kind="stable")
    return Aliases(found.rows[order], found.codes[order], found.texts)


def _varied(names: StringTable, keys: StringTable, rows: NDArray[np.int64]) -> list[tuple[int, str]]:
    pairs = [
        (row, key, form)
        for row, key, name in zip(rows.tolist(), keys.take(rows), names.take(rows), strict=True)
        for form in variants_of(name)
    ]
    folded = normalise_all([form for _, _, form in pairs])
    return [(row, other) for (row, key, _), other in zip(pairs, folded, strict=True) if other != key]


def _behind_the_first_word(keys: StringTable, rows: NDArray[np.int64]) -> StringTable:
    some = taken(keys, rows)
    if not len(some):
        return some
    spaces = np.flatnonzero(some.data == ord(" "))
    starts = spaces[np.searchsorted(spaces, some.offsets[:-1])] + 1
    kept = np.ones(len(some.data), np.bool_)
    lengths = starts - some.offsets[:-1]
    inside = np.repeat(starts, np.diff(some.offsets)) > np.arange(len(some.data))
    kept[inside] = False
    offsets = some.offsets.astype(np.int64)
    offsets[1:] -= np.cumsum(lengths)
    return StringTable(offsets, some.data[kept])
