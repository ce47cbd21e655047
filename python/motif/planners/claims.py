"""Claims in words become patterns without a language model: what is named is linked, and what joins it is ranked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from motif.engine.control import Control
from motif.errors import InvalidInput, NoEntityFound
from motif.graphs.claim import Claim
from motif.planners.claim_paths import ways_between
from motif.planners.claim_plans import LinkedClaim, plan_of
from motif.planners.claim_properties import conditions_of
from motif.planners.claim_reading import Number, read_claim
from motif.planners.claim_trees import Tree, trees_of
from motif.planners.linking import linker_of, nearest_told
from motif.planners.paths import PathRanker
from motif.planners.protocol import Mention, PlanningGraph
from motif.planners.stretches import overlap

LIMIT = 3
"""Plans of a claim."""

MENTIONS = 5
"""Names of a claim that are joined at most."""

WORTH = 0.25
"""Part of the likeliest plan's probability from which on another is given too."""

DOUBTFUL = 0.3
"""Score of an ordinary word from which on it may be the second name of a claim."""

_COMPARED = 10


def plan_claim(claim: str, graph: PlanningGraph, *, limit: int = LIMIT, control: Control) -> list[Claim]:
    """At most ``limit`` readings of ``claim``, likeliest first; those far less likely than the first are left out.

    What the claim names is linked; every two names are joined by the relation paths that the graph's labels allow,
    ranked by the claim's words, and the likeliest tree of them is the pattern. Numbers become conditions on properties.

    None where the claim says nothing of what it names that the graph could know. Raises `InvalidInput` for no text,
    `NoEntityFound` where it names nothing of the graph.

    >>> from motif import Graph
    >>> graph = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "starred", "Al Pacino")])
    >>> [first, *_] = plan_claim("Heat was not directed by Michael Mann.", graph.view, control=Control())
    >>> [[part["name"] for part in (head, tail)] for head, _, tail in first.plan.pattern], first.negated
    ([['Heat', 'Michael Mann']], True)
    """
    if not isinstance(claim, str) or not claim.strip():
        raise InvalidInput(
            "The claim is empty.", hint="Say what is to be checked: 'Oslo is the capital of Norway'."
        )
    claim = claim.strip()
    mentions = _named(claim, graph)
    if not mentions:
        raise _nothing_named(claim, graph)
    reading = read_claim(claim, [(mention.start, mention.end) for mention in mentions])
    conditions = conditions_of(graph, claim, mentions, reading.numbers)
    linked = LinkedClaim(claim, tuple(mentions), reading, tuple(conditions))
    trees = _trees(graph, linked, control, limit)
    if not trees and not conditions:
        return []
    return [Claim(plan_of(graph, linked, tree), reading.negated) for tree in trees or [Tree((), 0.0)]]


def _nothing_named(claim: str, graph: PlanningGraph) -> NoEntityFound:
    return NoEntityFound(
        f"The claim names nothing of the graph '{graph.projection.name}': {claim[:200]!r}.",
        hint=nearest_told(claim, graph),
    )


def _trees(graph: PlanningGraph, linked: LinkedClaim, control: Control, limit: int) -> list[Tree]:
    """The likeliest trees of ways between the mentions, scored among each other; none where nothing can be joined."""
    ranker = PathRanker(graph)
    ways = {
        pair: ways_between(ranker, graph.projection, linked.named, pair, control)
        for pair in combinations(range(len(linked.mentions)), 2)
    }
    trees = trees_of(ways, linked.named, graph.projection, max(limit, _COMPARED))
    total = sum(math.exp(tree.score) for tree in trees)
    shares = [Tree(tree.ways, tree.score - math.log(total)) for tree in trees]
    return [tree for tree in shares[:limit] if tree.score >= shares[0].score + math.log(WORTH)]


def _named(claim: str, graph: PlanningGraph) -> list[Mention]:
    """What the claim names; a number that is merely like a name ("17" in "About 17 million") is a number.

    Where that is one name and no number, the likeliest further one: a claim is about two things.
    """
    numbers = read_claim(claim).numbers
    linker = linker_of(graph)
    found = [mention for mention in linker.link(claim) if _is_name(mention, numbers)]
    if len(found) == 1 and not numbers:
        for other in linker.alternatives(claim):
            if len(found) == 1 and other.score >= DOUBTFUL and not overlap(other, found[0]):
                found.append(other)
    return sorted(found, key=lambda mention: mention.start)[:MENTIONS]


def _is_name(mention: Mention, numbers: Sequence[Number]) -> bool:
    return mention.kind in ("exact", "given") or not any(overlap(mention, number) for number in numbers)
