"""Which names of a claim hang together: trees of ways between them, ranked."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from motif.graphs.projection import Projection
from motif.planners.claim_paths import NamedClaim, Way

FURTHER_HOP = 0.5, 3.0
"""What each relation beyond the first of a way costs (in logs), between two names and in a claim of more: there the
words that suggest it belong to another pair."""

ALSO = 0.25
"""Part of the likeliest way's probability from which on another holds too, where "and" joins what is said."""

LATER = 1.0
"""What a way costs that starts at a name of a kind that was named before: a claim keeps its subject, …"""

RELATIVE = 2.0
"""… unless a relative pronoun after a later name makes that the subject."""

_PRONOUN = re.compile(
    r",?\s*(?:(?:in|of|from|by|for|to|with)\s+)?(?:which|whose|where|whom?|that)\b", re.IGNORECASE
)

_COORDINATED = re.compile(r"\b\w+\s+(?:and|as well as)\s+(?:also\s+)?\w+\b", re.IGNORECASE)

Ways = Mapping[tuple[int, int], Sequence[Way]]


@dataclass(frozen=True, slots=True)
class Tree:
    """Ways that join names of a claim without a cycle, and the logarithm of how likely they are together."""

    ways: tuple[Way, ...]
    score: float

    def joins(self, place: int) -> bool:
        """Whether the mention at ``place`` is among what is joined."""
        return any(place in (way.one, way.other) for way in self.ways)


def trees_of(ways: Ways, claim: NamedClaim, projection: Projection, limit: int) -> list[Tree]:
    """The likeliest trees, at most ``limit``, that join as many of the mentions as can be joined.

    Parameters
    ----------
    ways
        By pair of mentions, likeliest first; pairs without a way may be left out.
    """
    costs = _attachments(claim, projection)
    if both := _both_said(ways, claim):
        return [both]
    pairs = [pair for pair, found in ways.items() if found]
    for size in range(len(claim.mentions) - 1, 0, -1):
        trees = {
            tree.ways: tree
            for chosen in combinations(pairs, size)
            if _is_tree(chosen)
            for tree in _trees_over(ways, chosen, costs, len(claim.mentions), limit)
        }
        if trees:
            return sorted(trees.values(), key=lambda tree: (-tree.score, len(tree.ways)))[:limit]
    return []


def _both_said(ways: Ways, claim: NamedClaim) -> Tree | None:
    """Two relations of two names, "wrote and directed": their two likeliest, if they are about as likely."""
    spans = [(mention.start, mention.end) for mention in claim.mentions]
    said = any(
        all(match.end() <= start or end <= match.start() for start, end in spans)
        for match in _COORDINATED.finditer(claim.text)
    )
    direct = [way for way in ways.get((0, 1), ()) if len(way.path) == 1][:2]
    if len(claim.mentions) != 2 or not said or len(direct) < 2 or direct[0].labels != direct[1].labels:
        return None
    if direct[1].score < direct[0].score + math.log(ALSO):
        return None
    return Tree(tuple(direct), float(np.logaddexp(direct[0].score, direct[1].score)))


def _is_tree(pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether no two of the mentions are joined twice."""
    group: dict[int, int] = {}
    for one, other in pairs:
        first, second = group.setdefault(one, one), group.setdefault(other, other)
        if first == second:
            return False
        group = {place: first if of == second else of for place, of in group.items()}
    return True


def _trees_over(
    ways: Ways,
    pairs: Sequence[tuple[int, int]],
    costs: Mapping[tuple[int, int], float],
    n_mentions: int,
    limit: int,
) -> Iterator[Tree]:
    """The likeliest way of each pair, then each in turn replaced by the next ones."""
    hop = FURTHER_HOP[n_mentions > 2]
    ranked = [
        sorted(ways[pair], key=lambda way: -(way.score - hop * (len(way.path) - 1)))[: limit + 1]
        for pair in pairs
    ]
    first = [options[0] for options in ranked]
    for chosen in [
        first,
        *(
            [*first[:place], way, *first[place + 1 :]]
            for place, options in enumerate(ranked)
            for way in options[1:]
        ),
    ]:
        if _agree(chosen):
            score = sum(way.score - hop * (len(way.path) - 1) - costs[way.one, way.other] for way in chosen)
            yield Tree(tuple(chosen), score)


def _agree(ways: Sequence[Way]) -> bool:
    """Whether each mention is taken for nodes of one label set throughout."""
    kinds: dict[int, int] = {}
    return all(
        kinds.setdefault(place, kind) == kind
        for way in ways
        for place, kind in zip((way.one, way.other), way.labels, strict=True)
    )


def _attachments(claim: NamedClaim, projection: Projection) -> dict[tuple[int, int], float]:
    """What it costs each pair that the later name is told of the earlier one; in a claim of two names, nothing."""
    mentions = claim.mentions
    kinds = [projection.nodes.label_set[mention.rows[:1]] for mention in mentions]
    costs = dict.fromkeys(combinations(range(len(mentions)), 2), 0.0)
    if len(mentions) == 2:
        return costs
    for one, other in costs:
        for place in (one, other):
            if any(np.array_equal(kinds[place], kind) for kind in kinds[: min(one, place)]):
                costs[one, other] += LATER
        if _PRONOUN.match(claim.text, mentions[one].end):
            costs[one, other] -= RELATIVE
    return costs
