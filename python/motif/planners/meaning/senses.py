"""What stretches of a question may mean in a graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from motif.graphs.meaning import Operator
from motif.planners.reading.marks import Bound

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
        Of a value or a property; of a label what tells which of its nodes are meant, by being true of them.
    is_role
        Of a label: whether the words stand for an end of a relation ("actors"), which they then say too.
    also
        Of a name: properties, and what they hold, that are the rest of it.
    """

    kind: SenseKind
    score: float
    labels: tuple[str, ...]
    texts: tuple[str, ...] = ()
    property: str = ""
    is_role: bool = False
    also: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Words, first to last, with what they may mean, likeliest first; quoted text that nothing is called has none.

    Attributes
    ----------
    is_told
        Whether they are a property of what is spoken of behind them that it is not called by: a "title" then.
    """

    first: int
    last: int
    senses: tuple[Sense, ...]
    quoted: str = ""
    is_told: bool = False

    def of(self, *kinds: SenseKind) -> list[Sense]:
        """Its senses of these kinds."""
        return [sense for sense in self.senses if sense.kind in kinds]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A piece, or a number with what is said of it.

    Attributes
    ----------
    before
        Places of the words between the anchor before this one and this one.
    operator
        Of a quotation beside a property: how the property compares with it.
    modifies
        The first word of the label that it stands before ("hydro plants", "still life paintings"); -1 for none. It
        comes behind that label then.
    any_of
        Whether it and the modifier before it are alternatives: "solar and tidal plants".
    bound
        Of a number: what is said of it; ``senses`` are then the properties that the words beside it say.
    is_reckoned, apart
        Whether a bound was reckoned from what is named: it is the property's own, whatever stands beside it; and how
        that is called where it is itself within, which is not meant.
    """

    first: int
    last: int
    senses: tuple[Sense, ...]
    before: tuple[int, ...] = ()
    bound: Bound | None = None
    quoted: str = ""
    operator: Operator = "="
    modifies: int = -1
    any_of: bool = False
    is_reckoned: bool = False
    apart: str = ""

    def is_only(self, kind: str) -> bool:
        return bool(self.senses) and all(sense.kind == kind for sense in self.senses)

    def has(self, kind: str) -> bool:
        return any(sense.kind == kind for sense in self.senses)


def things_told(pieces: Sequence[Piece], told: Piece) -> Piece | None:
    """The things directly behind a property of theirs: "the number of discontinued products" counts products."""
    owners = {label for one in told.of("property") for label in one.labels}
    following = next((one for one in pieces if one.first == told.last + 1), None)
    labels = (
        {label for one in following.of("label") for label in one.labels} if following is not None else set()
    )
    return following if owners & labels else None


def without_roles(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces but for those that only say what the thing directly behind them is to others: the "home" of "home port",
    which is one thing and no two."""
    kinds = {one.first: {label for sense in one.of("label") for label in sense.labels} for one in pieces}
    return [
        one
        for one in pieces
        if not one.senses
        or not all(sense.is_role for sense in one.senses)
        or not {label for sense in one.senses for label in sense.labels} <= kinds.get(one.last + 1, set())
    ]


def is_thing(piece: Piece) -> bool:
    """Whether a piece is a label before it is anything else."""
    return bool(piece.senses) and piece.senses[0].kind == "label"
