"""Which nodes carry labels, kept for the next question: a bit for each node."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import NodeTable

REMEMBERED = 64
"""Sets of labels whose nodes are kept as bits."""

_AT_HAND = 4
"""Of these, as they are used, with a byte for each node: those asked for last."""


class LabelMasks:
    """Masks of the nodes that carry labels, each made by one look at every node; those asked for last are kept.

    Ten million nodes take 1.25 MB for each of `REMEMBERED` sets of labels, and 10 MB for each of the four at hand. Safe
    for threads; masks are shared and cannot be written to.
    """

    def __init__(self, nodes: NodeTable) -> None:
        self._nodes = nodes
        self._bits: dict[frozenset[str], NDArray[np.uint8]] = {}
        self._at_hand: dict[frozenset[str], NDArray[np.bool_]] = {}
        self._lock = threading.Lock()

    def of(self, labels: frozenset[str]) -> NDArray[np.bool_]:
        """Nodes that carry at least one of ``labels``, bool (n,); the label "" is that of nodes without one.

        >>> from motif.catalog.rows import from_rows
        >>> nodes = from_rows([("a", ["Film"], {}), ("b", ["City"], {}), ("c", ["Film", "Classic"], {})], []).nodes
        >>> LabelMasks(nodes).of(frozenset(["Film"])).tolist()
        [True, False, True]
        """
        with self._lock:
            mask, bits = self._at_hand.pop(labels, None), self._bits.pop(labels, None)
            if mask is None:
                mask = self._made(labels) if bits is None else _unpacked(bits, len(self._nodes))
                mask.flags.writeable = False
            self._at_hand[labels] = mask  # the latest last
            self._bits[labels] = np.packbits(mask) if bits is None else bits
            for kept, most in ((self._at_hand, _AT_HAND), (self._bits, REMEMBERED)):
                if len(kept) > most:
                    del kept[next(iter(kept))]
        return mask

    @property
    def nbytes(self) -> int:
        """Bytes of what is kept."""
        return sum(array.nbytes for kept in (self._bits, self._at_hand) for array in kept.values())

    def _made(self, labels: frozenset[str]) -> NDArray[np.bool_]:
        carries = [not labels.isdisjoint(of_set or ("",)) for of_set in self._nodes.label_sets] or [False]
        return np.array(carries, dtype=np.bool_)[self._nodes.label_set]


def _unpacked(bits: NDArray[np.uint8], count: int) -> NDArray[np.bool_]:
    return np.unpackbits(bits, count=count).view(np.bool_)
