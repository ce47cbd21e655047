"""A question as a tree: its root is what is asked for, its leaves are what is named, conditions hang at every place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.relation_paths import Path, Step
from motif.graphs.projection import Projection
from motif.planners.joining import Reach
from motif.planners.slots.anchors import Anchor
from motif.planners.superlatives import Superlative

Rows = NDArray[np.int32]


@dataclass(eq=False)
class Place:
    """A set of nodes of the plan.

    Attributes
    ----------
    rows : int32
        What it may be before conditions: of a leaf what is named, else what its branches lead to.
    said : int or None
        Where in the question its label stands; None where it is not said.
    label
        The label that it must carry; None for any.
    anchor
        Of a leaf that is named.
    degrees
        Conditions on how many nodes a step leads to.
    text
        What its nodes are described by; "" for nothing.
    rank
        Superlative with the property (a text) or step that it is measured by.
    """

    rows: Rows
    said: int | None = None
    label: str | None = None
    anchor: Anchor | None = None
    branches: list[Branch] = field(default_factory=list)
    where: dict[str, Any] = field(default_factory=dict)
    denied: list[dict[str, Any]] = field(default_factory=list)
    degrees: list[Counted] = field(default_factory=list)
    rank: tuple[Superlative, str | Step] | None = None
    returns: list[Place] = field(default_factory=list)
    text: str = ""

    def all(self) -> Iterator[Place]:
        """This place and all below it."""
        yield self
        for branch in self.branches:
            yield from branch.place.all()


@dataclass(eq=False)
class Branch:
    """A step from a place below to the one above; nodes that it leads to must, or must not, be there."""

    place: Place
    step: Step
    is_negated: bool = False


@dataclass(frozen=True)
class Counted:
    """A condition on how many nodes a step leads to from a place: ``{"$gt": 5}`` or ``{"$not": {"$gt": 5}}``."""

    step: Step
    condition: dict[str, object]


@dataclass(frozen=True)
class Way:
    """How what is named is joined to what is asked for.

    Attributes
    ----------
    path
        From the leaf to the root.
    returns
        Whether what is named is of the kind that is asked for and no answer: its way leads back to it, or it is denied.
    meets : int
        The most last steps that it may share with others.
    """

    leaf: Place
    path: Path
    log_probability: float
    is_negated: bool = False
    returns: bool = False
    meets: int = 8


def grown(ways: list[Way], root: Place, reach: Reach) -> Place:
    """The tree of ``ways``: those that end in the same steps meet before them.

    A way that is negated never is what others meet on.
    """
    for way in sorted(ways, key=lambda way: way.is_negated):
        if not way.path and way.is_negated:
            root.returns.append(way.leaf)
            continue
        if not way.path:
            root.branches += way.leaf.branches
            root.anchor, root.rows = way.leaf.anchor, way.leaf.rows
            continue
        _add(way, root, reach)
        if way.returns and (way.is_negated or _turns(way.path)):
            root.returns.append(way.leaf)
    return root


def _add(way: Way, root: Place, reach: Reach) -> None:
    place, left = root, len(way.path) - 1
    while left > 0 and len(way.path) - left <= way.meets:
        step = way.path[left]
        known = next((b for b in place.branches if _is_shared(b, step)), None)
        if known is None:
            break
        place, left = known.place, left - 1
    below = way.leaf
    for done in range(left):
        rows = reach(way.leaf.rows, way.path[: done + 1])
        below = Place(rows, branches=[Branch(below, way.path[done])])
    place.branches.append(Branch(below, way.path[left], way.is_negated))


def _turns(path: Path) -> bool:
    """Whether a path goes back by the relation it came by: to others that share something."""
    pairs = pairwise(path)
    return any(one.relation == other.relation and one.forward != other.forward for one, other in pairs)


def _is_shared(branch: Branch, step: Step) -> bool:
    return branch.step == step and not branch.is_negated and branch.place.anchor is None


def found(place: Place, reach: Reach) -> Rows | None:
    """Rows that all positive branches of ``place`` lead to, int32; None where there is no positive branch."""
    if place.anchor is not None and not place.branches:
        return place.rows
    sets = []
    for branch in place.branches:
        below = found(branch.place, reach)
        if below is None:
            below = branch.place.rows
        if not branch.is_negated:
            sets.append(reach(below, (branch.step,)) if len(below) else below)
    if not sets:
        return None
    return reduce(lambda one, other: np.intersect1d(one, other, assume_unique=True), sets)


def settle(place: Place, reach: Reach) -> None:
    """Sets the rows of every place above the leaves to what its branches lead to."""
    for branch in place.branches:
        settle(branch.place, reach)
    if place.branches:
        rows = found(place, reach)
        if rows is not None and len(rows):
            place.rows = rows


def denies_nothing(place: Place, reach: Reach) -> bool:
    """Whether a branch that is negated leads to none of the nodes that the positive branches beside it lead to."""
    rows = found(place, reach)
    for branch in place.branches:
        if denies_nothing(branch.place, reach):
            return True
        if branch.is_negated and rows is not None:
            below = found(branch.place, reach)
            denied = reach(branch.place.rows if below is None else below, (branch.step,))
            if not len(np.intersect1d(rows, denied)):
                return True
    return False


def rows_of(projection: Projection, label: str) -> NDArray[np.int32]:
    """Rows of the nodes with a label, ascending."""
    carries = np.array([label in labels for labels in projection.nodes.label_sets] or [False])
    return np.flatnonzero(carries[projection.nodes.label_set]).astype(np.int32)


def turned(step: Step) -> Step:
    """The step back."""
    return Step(step.relation, not step.forward)
