"""What steps lead to is told by vectors where names have them, by names else: those are encoded all at once, once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fakes import HashEncoder
from motif.catalog import from_triples
from motif.graphs.projection import VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.models.encoder import encode_texts
from motif.planners.kinds import KindDetector
from motif.planners.node_types import NodeTypes

TRIPLES = [
    ("Heat", "directed_by", "Michael Mann"),
    ("Heat", "released", "1995"),
    ("The Insider", "directed_by", "Michael Mann"),
    ("The Insider", "released", "1999"),
]
LABELS = {
    "Heat": "Film",
    "The Insider": "Film",
    "Michael Mann": "Person",
    "1995": "Year",
    "1999": "Year",
}
WITHOUT = ("1995", "1999")


class Learning(KindDetector):
    """Notes which names it was given together."""

    def __init__(self) -> None:
        super().__init__(HashEncoder())
        self.given: list[list[str]] = []

    def learn(self, names: Sequence[str]) -> None:
        self.given.append(list(names))
        super().learn(names)


def types(*, with_vectors: bool) -> tuple[NodeTypes, Learning]:
    projection, encoder, detector = from_triples(TRIPLES, labels=LABELS), HashEncoder(), Learning()
    vectors = None
    if with_vectors:
        names = list(projection.nodes.names)
        kept = [name for name in names if name not in WITHOUT]
        index = np.array([kept.index(name) if name in kept else -1 for name in names], np.int32)
        stamp = EncoderStamp(encoder.name, encoder.dimension, "")
        vectors = VectorSet(stamp, index, encode_texts(encoder, kept))
    return NodeTypes(projection, detector, vectors), detector


def test_names_with_vectors_are_not_encoded_and_those_without_are_together() -> None:
    found, detector = types(with_vectors=True)
    lifts = [found.lift(symbol) for symbol in range(4)]
    assert [sorted(names) for names in detector.given] == [sorted(WITHOUT)]
    every, all_of_them = types(with_vectors=False)
    np.testing.assert_allclose(lifts, [every.lift(symbol) for symbol in range(4)], atol=1e-6)
    assert sorted(all_of_them.given[0]) == sorted(LABELS)
