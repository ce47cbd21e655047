"""Drafts of a meaning: places and branches as they are joined, one piece of the question after another."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from motif.graphs.meaning import (
    NOWHERE,
    AnyOf,
    Branch,
    Foremost,
    Not,
    Operator,
    Place,
    Span,
    Test,
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of a draft; its label may not be known yet (None). ``also`` is the rest of its name."""

    label: str | None
    names: tuple[str, ...] = ()
    span: Span = NOWHERE
    at: int = -1
    also: tuple[Test, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A branch of a draft, from one spot (by number) to another.

    Attributes
    ----------
    group
        Links and checks of one spot with the same group are joined by "or"; -1 for none.
    both
        Whether it holds whichever way it points.
    """

    near: int
    far: int
    type: str
    forward: bool
    span: Span = NOWHERE
    group: int = -1
    negated: bool = False
    optional: bool = False
    count: tuple[Operator, float] | None = None
    where: tuple[Test, ...] = ()
    both: bool = False

    def along(self, kind: str, forward: bool, *, both: bool) -> Link:
        """The same along another relation."""
        rest = (self.span, self.group, self.negated, self.optional, self.count, self.where)
        return Link(self.near, self.far, kind, forward, *rest, both)


@dataclass(frozen=True, slots=True)
class Check:
    """A condition of a draft on one of its spots."""

    spot: int
    test: Test
    group: int = -1
    negated: bool = False


@dataclass(frozen=True)
class Draft:
    """What has been joined so far, and how likely it is.

    Attributes
    ----------
    focus
        The spot spoken of last.
    used
        Words that something explains, by their places.
    placed
        Anchors that became a part, by their first words.
    doubt
        How much of it rests on words that are only like those of the graph.
    faint
        Words that are hardly like what they are taken to say.
    silent, guessed, untold
        Links that no word says; those of them for which the schema has several, and those whose names say more than
        that things belong together.
    odd
        How far senses of words and properties of bounds are from being said outright, in all.
    last
        What the last piece became: its kind ("link", "check", "spot") and number.
    foremost
        Spots of which only those count that come first in an order.
    """

    spots: tuple[Spot, ...]
    links: tuple[Link, ...] = ()
    checks: tuple[Check, ...] = ()
    focus: int = 0
    score: float = 0.0
    used: frozenset[int] = frozenset()
    placed: frozenset[int] = frozenset()
    doubt: float = 0.0
    faint: frozenset[int] = frozenset()
    silent: int = 0
    guessed: int = 0
    untold: int = 0
    odd: float = 0.0
    last: tuple[str, int] = ("spot", 0)
    foremost: tuple[tuple[int, Foremost], ...] = ()

    def changed(self, **changes: Any) -> Draft:
        """As `dataclasses.replace`, in a tenth of the time: a question makes a thousand drafts."""
        made = object.__new__(Draft)
        vars(made).update(vars(self), **changes)
        return made

    def scored(self, more: float) -> Draft:
        return self.changed(score=self.score + more)

    def using(self, words: set[int] | frozenset[int]) -> Draft:
        return self.changed(used=self.used | words)

    def placing(self, anchor: int) -> Draft:
        return self.changed(placed=self.placed | {anchor})

    def labelled(self, spot: int, label: str) -> Draft:
        """With the label of a spot, which had none or the same."""
        spots = list(self.spots)
        spots[spot] = dataclasses.replace(spots[spot], label=label)
        return self.changed(spots=tuple(spots))

    def linked(self, link: Link, far: Spot | None) -> Draft:
        """With a branch, to a new spot where one is given."""
        spots = self.spots if far is None else (*self.spots, far)
        focus = link.far
        return self.changed(
            spots=spots, links=(*self.links, link), focus=focus, last=("link", len(self.links))
        )

    def checked(self, check: Check) -> Draft:
        return self.changed(checks=(*self.checks, check), last=("check", len(self.checks)))

    def grouped(self, group: int) -> Draft:
        """With the last link or check in a group."""
        kind, number = self.last
        if kind == "link":
            links = list(self.links)
            links[number] = dataclasses.replace(links[number], group=group)
            return self.changed(links=tuple(links))
        checks = list(self.checks)
        checks[number] = dataclasses.replace(checks[number], group=group)
        return self.changed(checks=tuple(checks))

    def first_by(self, spot: int, foremost: Foremost) -> Draft:
        """With only those of a spot that come first in an order."""
        return self.changed(foremost=(*self.foremost, (spot, foremost)))

    def first_by_number(self, spot: int, counted: int, foremost: Foremost) -> Draft | None:
        """The same by how many of another spot there are, which is then no part of the rows; None where the two are
        not joined."""
        for number, link in enumerate(self.links):
            if {link.near, link.far} == {spot, counted} and link.group < 0 and not link.negated:
                by = self._branch(link, number, spot)
                rest = self.changed(links=(*self.links[:number], *self.links[number + 1 :]))
                return rest.first_by(spot, dataclasses.replace(foremost, by=by))
        return None

    def neighbours(self, spot: int) -> list[int]:
        """Spots that a link joins to this one."""
        return [
            link.far if link.near == spot else link.near
            for link in self.links
            if spot in (link.near, link.far)
        ]

    def place(self, root: int = 0) -> Place:
        """The tree as seen from one of its spots."""
        return self._place(root, -1)

    def _place(self, spot: int, came_by: int) -> Place:
        groups: dict[int, list[Test]] = {}
        tests: list[Test] = []
        for number, link in enumerate(self.links):
            if number != came_by and spot in (link.near, link.far):
                _put(tests, groups, self._branch(link, number, spot), link.group, link.negated)
        for check in self.checks:
            if check.spot == spot:
                _put(tests, groups, check.test, check.group, check.negated)
        tests += [AnyOf(tuple(group)) for group in groups.values()]
        one = self.spots[spot]
        tests += one.also
        first = dict(self.foremost).get(spot)
        return Place(key_of(spot), one.label or None, one.names, tuple(tests), one.span, first)

    def _branch(self, link: Link, number: int, spot: int) -> Branch:
        goes_out = link.forward == (link.near == spot)
        far = link.far if link.near == spot else link.near
        return Branch(
            (link.type,),
            "both" if link.both else "out" if goes_out else "in",
            self._place(far, number),
            link.where,
            link.count,
            link.optional,
            link.span,
        )


def key_of(spot: int) -> str:
    """The key of a spot's place."""
    return f"n{spot}"


def meeting_ends(one: Link, other: Link) -> tuple[int, int] | None:
    """The ends of two links of a type that meet in a spot, where both point to it or both from it; not in the root."""
    if one.type != other.type:
        return None
    for mid in {one.near, one.far} & {other.near, other.far}:
        if mid and (one.forward == (one.near == mid)) == (other.forward == (other.near == mid)):
            return one.near + one.far - mid, other.near + other.far - mid
    return None


def _put(tests: list[Test], groups: dict[int, list[Test]], test: Test, group: int, negated: bool) -> None:
    kept: Test = Not(test) if negated else test
    if group < 0:
        tests.append(kept)
    else:
        groups.setdefault(group, []).append(kept)
