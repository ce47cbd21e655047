"""Many strings in two arrays: what names look like in memory and in a snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.narrow import Offsets, narrow_offsets


@dataclass(frozen=True, slots=True)
class StringTable:
    """An immutable sequence of strings as UTF-8 bytes and offsets.

    Attributes
    ----------
    offsets : int32 (n + 1,), or int64
        Where each string begins in ``data``; the last entry is its length (`motif.graphs.narrow.narrow_offsets`).
    data : uint8 (bytes,)
        The strings, one after another, in UTF-8.

    >>> table = StringTable.from_strings(["Zürich", "", "東京"])
    >>> table[2], len(table), list(table)
    ('東京', 3, ['Zürich', '', '東京'])
    """

    offsets: Offsets
    data: NDArray[np.uint8]

    def __post_init__(self) -> None:
        object.__setattr__(self, "offsets", narrow_offsets(self.offsets))

    @classmethod
    def from_strings(cls, strings: Iterable[str]) -> StringTable:
        """The table of ``strings``; a lone surrogate becomes U+FFFD."""
        parts = [encoded(text) for text in strings]
        offsets = np.zeros(len(parts) + 1, dtype=np.int64)
        np.cumsum([len(part) for part in parts], out=offsets[1:])
        return cls(offsets, np.frombuffer(b"".join(parts), dtype=np.uint8))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> str:
        if not 0 <= row < len(self):
            raise IndexError(f"row {row} of a table of {len(self)} strings")
        return self.data[self.offsets[row] : self.offsets[row + 1]].tobytes().decode("utf-8")

    def take(self, rows: NDArray[np.integer[Any]]) -> list[str]:
        """The strings at ``rows``, many times quicker than one by one.

        >>> StringTable.from_strings(["Zürich", "", "東京"]).take(np.array([2, 0]))
        ['東京', 'Zürich']
        """
        content = self.data.data
        ends = zip(self.offsets[rows].tolist(), self.offsets[rows + 1].tolist(), strict=True)
        return [str(content[start:end], "utf-8") for start, end in ends]

    def __iter__(self) -> Iterator[str]:
        content = self.data.tobytes()
        ends = self.offsets.tolist()
        for start, end in pairwise(ends):
            yield content[start:end].decode("utf-8")

    @property
    def nbytes(self) -> int:
        """Bytes of both arrays."""
        return self.offsets.nbytes + self.data.nbytes


def encoded(text: str) -> bytes:
    """``text`` in UTF-8, as tables hold it: a lone surrogate becomes U+FFFD."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8")
