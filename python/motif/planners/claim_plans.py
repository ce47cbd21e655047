"""A claim whose names are linked and joined, written as a plan."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.meaning import Omission
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection
from motif.planners.claim_fit import other_relation
from motif.planners.claim_paths import NamedClaim, Way
from motif.planners.claim_properties import Condition
from motif.planners.claim_reading import ClaimReading
from motif.planners.claim_trees import Tree
from motif.planners.protocol import Mention, PlanningGraph

PLANNER = "claims"

OTHER_RELATION = "relation"
"""The kind of what is left out where the words say another relation."""


@dataclass(frozen=True, slots=True)
class LinkedClaim:
    """A claim, what it names in order of position, what else it says, and its numbers as conditions."""

    text: str
    mentions: tuple[Mention, ...]
    reading: ClaimReading
    conditions: tuple[Condition, ...]

    @property
    def named(self) -> NamedClaim:
        """Its words that tell how its names hang together."""
        return NamedClaim(self.reading.core, self.mentions)


def plan_of(graph: PlanningGraph, claim: LinkedClaim, tree: Tree) -> Plan:
    """The plan that says the ways of ``tree`` and the conditions; what it does not say are its omissions."""
    projection = graph.projection
    parts = _parts(projection, claim.mentions, claim.conditions, tree.ways)
    triples = tuple(triple for way in tree.ways for triple in _triples(projection, way, parts))
    plan = Plan(
        pattern=triples,
        answer=None if triples else parts[claim.conditions[0].mention],
        question=claim.text,
        planner=PLANNER,
        confidence=min(1.0, math.exp(tree.score)),
    )
    return plan.leaving_out(*_left_out(graph, claim, tree))


def _left_out(graph: PlanningGraph, claim: LinkedClaim, tree: Tree) -> Iterator[Omission]:
    """Numbers that fit no property, a superlative, names that nothing joins, words that say another relation."""
    used = [condition.number for condition in claim.conditions]
    for number in claim.reading.numbers:
        if number not in used:
            yield Omission("number", text=claim.text[number.start : number.end])
    if claim.reading.extreme:
        yield Omission("rank", text=claim.reading.extreme)
    for place, mention in enumerate(claim.mentions):
        if not tree.joins(place) and all(condition.mention != place for condition in claim.conditions):
            yield Omission("name", text=mention.text)
    other = other_relation(graph, claim.named, tree)
    if other is not None:
        reason = ", which its words mean but which does not join such nodes"
        yield Omission(OTHER_RELATION, text=other, reason=reason)


def _parts(
    projection: Projection, mentions: Sequence[Mention], conditions: Sequence[Condition], ways: Sequence[Way]
) -> dict[int, dict[str, Any]]:
    """Each mention as a part of a pattern, with the conditions on it."""
    label_set = projection.nodes.label_set
    rows = {place: mention.rows for place, mention in enumerate(mentions)}
    for condition in conditions:
        rows[condition.mention] = condition.rows
    for way in ways:
        for place, kind in zip((way.one, way.other), way.labels, strict=True):
            of_kind = mentions[place].rows[label_set[mentions[place].rows] == kind]
            rows[place] = of_kind
    parts = {place: _part(projection, found) for place, found in rows.items()}
    for condition in conditions:
        parts[condition.mention].setdefault("filter", {}).update(condition.filter)
    return parts


def _part(projection: Projection, rows: NDArray[np.int32]) -> dict[str, Any]:
    """The first of ``rows``: by its id where no other has its name, else by name and label."""
    nodes = projection.nodes
    first = int(rows[0])
    name, labels = nodes.names[first], nodes.labels(first)
    same = [row for row in rows.tolist() if nodes.names[row] == name]
    if len(same) == 1:
        return {"id": nodes.element_id(first), "name": name}
    return {"name": name, "label": labels[0]} if labels else {"name": name}


def _triples(projection: Projection, way: Way, parts: Mapping[int, Any]) -> Iterator[tuple[Any, str, Any]]:
    """The way's steps as triples, in the graph's own direction."""
    between = [f"?between_{way.one}_{way.other}_{number}" for number in range(1, len(way.path))]
    stops = [parts[way.one], *between, parts[way.other]]
    for step, start, end in zip(way.path, stops, stops[1:], strict=False):
        relation = projection.relationships.relations[step.relation]
        yield (start, relation, end) if step.forward else (end, relation, start)
