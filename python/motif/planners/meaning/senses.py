"""What stretches of a question may mean in a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SenseKind = Literal["label", "name", "value", "property"]


@dataclass(frozen=True, slots=True)
class Sense:
    """What a stretch of words may mean.

    Attributes
    ----------
    labels
        Of a label it alone; of a name, those of the nodes called so; of a value or property, its owners, which may
        be relationship types.
    texts
        Of a name: how these nodes are called; of a value: the value.
    property
        Of a value or a property.
    """

    kind: SenseKind
    score: float
    labels: tuple[str, ...]
    texts: tuple[str, ...] = ()
    property: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """Words, first to last, with what they may mean, likeliest first; quoted text that nothing is called has none."""

    first: int
    last: int
    senses: tuple[Sense, ...]
    quoted: str = ""

    def of(self, *kinds: SenseKind) -> list[Sense]:
        """Its senses of these kinds."""
        return [sense for sense in self.senses if sense.kind in kinds]
