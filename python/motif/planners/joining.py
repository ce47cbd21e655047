"""Branches joined: from ranked paths of each entity of a question to stars whose answers the graph has."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import product

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.relation_paths import Path, Step, Walks
from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection
from motif.planners.drafts import Branch, Draft
from motif.planners.paths import DIGITS
from motif.planners.symmetry import is_symmetric

Rows = NDArray[np.int32]

UNKNOWN: Rows = np.zeros(0, np.int32)
"""Where a draft leads that was not followed."""

BRANCHES = 12
"""Paths of each entity that are tried in a star."""

DETOUR = 2.0
"""What a star loses (in logs) for each edge beyond one for each entity."""

TURNED = 1.0
"""What a star loses for a relation that it follows both ways: "depend on A and B" means one way."""

TRIED = 400
"""Combinations of paths that are looked at for one star."""


class Reach:
    """Where paths lead over one graph, remembered; a step along a symmetric relation goes both ways.

    ``control`` ends the walks; paths that were not walked to their end lead nowhere.
    """

    def __init__(self, projection: Projection, control: Control | None = None) -> None:
        self.control = control or Control()
        self._walks = Walks(projection, self.control)
        relations = projection.relationships.relations
        self._symmetric = frozenset(number for number, text in enumerate(relations) if is_symmetric(text))
        self._known: dict[tuple[bytes, Path], Rows] = {}

    def __call__(self, rows: Rows, path: Path) -> Rows:
        """The rows that ``path`` leads to from ``rows``, int32, ascending; ``rows`` themselves are never entered."""
        key = (rows.tobytes(), path)
        if key not in self._known:
            self._known[key] = self._follow(rows, path)
        return self._known[key]

    def _follow(self, rows: Rows, path: Path) -> Rows:
        if not path:
            return distinct(rows)
        if not any(step.relation in self._symmetric for step in path):
            return self._walks.follow(rows, path)
        before = self(rows, path[:-1])
        steps = self.directions(path[-1])
        found = [self._walks.follow(before, (step,), excluded=rows) for step in steps]
        return distinct(np.concatenate(found)).astype(np.int32)

    def among(self, rows: Rows, path: Path) -> Rows:
        """The same, where ``rows`` may be entered: one of several may lead to another of them."""
        for step in path:
            found = [self._walks.follow(rows, (way,), excluded=rows[:0]) for way in self.directions(step)]
            rows = distinct(np.concatenate(found)).astype(np.int32)
        return distinct(rows)

    def directions(self, step: Step) -> tuple[Step, ...]:
        return (step, Step(step.relation, not step.forward)) if step.relation in self._symmetric else (step,)

    def canonical(self, path: Path) -> Path:
        """The path with steps along symmetric relations forward."""
        return tuple(Step(step.relation, True) if step.relation in self._symmetric else step for step in path)


def merged(branches: Sequence[Branch], reach: Reach) -> list[Branch]:
    """Branches that differ in the direction of symmetric steps only, as one with their probabilities added."""
    found: dict[tuple[bytes, Path], Branch] = {}
    for branch in branches:
        path = reach.canonical(branch.path)
        key = (branch.rows.tobytes(), path)
        before = found[key].probability if key in found else 0.0
        found[key] = replace(branch, path=path, probability=before + branch.probability)
    return sorted(found.values(), key=lambda branch: -round(branch.probability, DIGITS))


def single(branches: Sequence[Branch]) -> Iterator[Draft]:
    """Each branch by itself; where it leads is not known yet."""
    for branch in branches:
        yield Draft((branch,), 0, UNKNOWN, _log(branch.probability))


def followed(draft: Draft, reach: Reach) -> Draft | None:
    """A draft with what it leads to; None where that is nothing."""
    if draft.answers is UNKNOWN:
        [branch] = draft.branches
        draft = replace(draft, answers=branch.rows if branch.returns else reach(branch.rows, branch.path))
    return draft if len(draft.answers) else None


def joined(entities: Sequence[Sequence[Branch]], reach: Reach, limit: int) -> list[Draft]:
    """Stars with one branch of each entity, likeliest first, at most ``limit`` of those that have answers.

    Branches that end in the same steps meet before these ("who directed the films with A and B": one film), unless
    nothing is there; then they meet at the answer.
    """
    found: list[Draft] = []
    for branches in _likeliest([entity[:BRANCHES] for entity in entities]):
        for shared in range(_common_end(branches), -1, -1):
            answers = _meeting(branches, shared, reach)
            if len(answers):
                found.append(Draft(branches, shared, answers, _score(branches, shared)))
                break
        if len(found) == limit:
            break
    return found


def _likeliest(entities: Sequence[Sequence[Branch]]) -> list[tuple[Branch, ...]]:
    """Combinations of one branch of each, likeliest first."""
    entities = [[branch for branch in entity if not branch.returns] for entity in entities]
    every = sorted(
        product(*entities), key=lambda branches: -round(_score(branches, _common_end(branches)), DIGITS)
    )
    return every[:TRIED]


def _score(branches: Sequence[Branch], shared: int) -> float:
    """Log of how likely a star is: its paths together, less what its edges beyond one for each entity cost."""
    n_edges = sum(len(branch.path) - shared for branch in branches) + shared
    turns = {step for branch in branches for step in branch.path}
    n_turned = sum(Step(step.relation, not step.forward) in turns for step in turns if step.forward)
    cost = DETOUR * (n_edges - len(branches)) + TURNED * n_turned
    return sum(_log(one.probability) for one in branches) - cost


def _common_end(branches: Sequence[Branch]) -> int:
    """How many last steps all paths have in common, one step of each at least left over."""
    paths = [branch.path for branch in branches]
    shared = 0
    while shared < min(map(len, paths)) - 1 and len({path[-1 - shared] for path in paths}) == 1:
        shared += 1
    return shared


def _meeting(branches: Sequence[Branch], shared: int, reach: Reach) -> Rows:
    """Where the branches lead when they meet before the last ``shared`` steps."""
    own = [reach(branch.rows, branch.path[: len(branch.path) - shared]) for branch in branches]
    named = np.concatenate([branch.rows for branch in branches])
    meeting: Rows = reduce(lambda one, other: np.intersect1d(one, other, assume_unique=True), own)
    meeting = np.setdiff1d(meeting, named)
    if not len(meeting) or not shared:
        return meeting
    return np.setdiff1d(reach(meeting, branches[0].path[len(branches[0].path) - shared :]), named)


def _log(probability: float) -> float:
    return math.log(max(probability, 1e-12))
