"""What questions call a node: by the label that tells it from most others."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif.graphs.projection import NodeTable
from motif.indexes.names import readable


class Kinds:
    """A word for each node of a table: of its labels the one that fewest nodes carry, if not all do.

    >>> from motif.catalog.triples import from_triples
    >>> graph = from_triples([("Heat", "by", "Mann")], labels={"Heat": ["Thing", "Film"], "Mann": ["Thing"]})
    >>> kinds = Kinds(graph.nodes)
    >>> kinds.word(np.array([0])), kinds.word(np.array([1])), kinds.word(np.array([0, 1]))
    ('film', '', '')
    """

    def __init__(self, nodes: NodeTable) -> None:
        self._label_set = nodes.label_set
        counts: Counter[str] = Counter()
        for code, times in enumerate(np.bincount(nodes.label_set, minlength=len(nodes.label_sets)).tolist()):
            counts.update(dict.fromkeys(nodes.label_sets[code], times))
        self._words = [
            min((counts[label], label) for label in labels)[1] if labels else ""
            for labels in nodes.label_sets
        ]
        self._words = [readable(word) if counts[word] < len(nodes) else "" for word in self._words]

    def word(self, rows: NDArray[np.integer]) -> str:
        """What all of ``rows`` are called; "" where they are not of one kind, or of none that tells."""
        words = {self._words[code] for code in distinct(self._label_set[rows]).tolist()}
        return words.pop() if len(words) == 1 else ""
