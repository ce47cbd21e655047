"""``verify`` without a model: what a graph says of a claim, by GSD and contradiction (SimGRAG §3, fact verification).

A claim is supported where its pattern has a match whose Graph Semantic Distance is the least there can be, refuted
where the graph has something else in the place of one of its parts (`motif.retrievers.contradiction`), else unknown:
that a graph does not say something refutes it only in a closed world, and there only where it says something else
instead.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from motif.engine.control import Control
from motif.engine.filtering import node_filter_mask
from motif.errors import InvalidInput
from motif.graphs.evidence import Evidence, Results
from motif.graphs.pattern import Pattern, PatternEdge, PatternNode, parse_part
from motif.graphs.plan import Plan
from motif.graphs.verdict import Label, Verdict
from motif.retrievers.claim_matching import (
    NODE_LIMIT,
    ClaimMatches,
    VerificationOptions,
    evidence_of,
    find_matches,
    unmatched_parts,
)
from motif.retrievers.contradiction import contradictions, described_values
from motif.retrievers.grounding import ground_node
from motif.retrievers.presentation import Entities
from motif.retrievers.selection import Selection
from motif.retrievers.view import View

METHOD = "gsd"

_STATED = 0.95
"""Confidence of what a property's value says."""


@dataclass(frozen=True, slots=True)
class _Finding:
    """What the graph says of one part of a claim, with the evidence."""

    label: Label
    confidence: float
    reason: str
    evidence: tuple[Evidence, ...] = ()
    complete: bool = True


def verify_plan(
    view: View, plan: Plan, options: VerificationOptions, control: Control
) -> tuple[Verdict, Results]:
    """The verdict on what ``plan`` states, with its evidence: its pattern, or its answer's properties.

    Raises `InvalidInput` for a plan that states nothing: no triples, and no filter on its answer.
    """
    options = dataclasses.replace(options, directed=options.directed or plan.directed)
    pattern = plan.parsed()
    if pattern is not None:
        nodes = (_filtered(node, plan) for node in pattern.nodes)
        return verify_pattern(view, Pattern(tuple(nodes), pattern.edges), options=options, control=control)
    node = parse_part(plan.answer)
    if node.filter is None or not node.is_known:
        raise InvalidInput(
            "The claim's plan states nothing: it has no triples, and its answer no filter.",
            hint='For example {"answer": {"name": "Heat", "filter": {"released": 1995}}}.',
        )
    return _judged(view, [_property_finding(view, node, options)])


def _filtered(node: PatternNode, plan: Plan) -> PatternNode:
    given = plan.filter.get(node.unknown) if node.unknown and node.filter is None else None
    return node if given is None else dataclasses.replace(node, filter=given)


def verify_pattern(
    view: View, pattern: Pattern, *, options: VerificationOptions | None = None, control: Control
) -> tuple[Verdict, Results]:
    """The verdict on a claim given as a pattern, and the evidence that it rests on.

    Parameters
    ----------
    pattern
        What is claimed. An unknown stands for something that need only be there; a known node's ``filter`` is claimed
        of it, an unknown's narrows what it may be.

    Returns
    -------
    (verdict, evidence)
        The evidence holds the matches that support the claim, or those that contradict it, or where neither is there
        the nearest to a contradiction; ``metadata["claim"]`` of each says which: "supports", "contradicts", "near".

    Parts of the claim that share no unknown are judged one by one: all must be supported, one refuted refutes.

    Raises `InvalidPattern` and `InvalidInput` for what cannot be read or named.
    """
    options = options or VerificationOptions()
    conditions = [node for node in pattern.nodes if node.is_known and node.filter is not None]
    stated = Pattern(tuple(_without_filter(node) for node in pattern.nodes), pattern.edges)
    findings = [_property_finding(view, node, options) for node in conditions]
    whole = find_matches(view, stated, options, control)
    missing = unmatched_parts(stated, whole.query)
    if missing:
        findings.append(_Finding("unknown", 0.0, f"The graph has no {', no '.join(missing)}."))
    elif len(whole):
        findings.append(_supported(view, whole, options))
    else:
        findings.extend(_findings_of_parts(view, stated, options, control))
    return _judged(view, findings)


def _without_filter(node: PatternNode) -> PatternNode:
    return dataclasses.replace(node, filter=None) if node.is_known else node


def _findings_of_parts(
    view: View, pattern: Pattern, options: VerificationOptions, control: Control
) -> list[_Finding]:
    """One finding for each part; where each holds but not all of the same nodes, one that says so."""
    found = []
    for part in parts_of(pattern):
        matches = find_matches(view, part, options, control)
        found.append(
            _supported(view, matches, options)
            if len(matches)
            else _unsupported(view, matches, options, control)
        )
    if all(finding.label == "supported" for finding in found):
        found.append(_Finding("unknown", 0.0, "Each part holds, but not together of the same nodes."))
    return found


def parts_of(pattern: Pattern) -> Iterator[Pattern]:
    """The pattern cut at its known nodes: edges stay together where they share an unknown.

    >>> from motif.graphs.pattern import parse_pattern
    >>> claim = parse_pattern([("Heat", "stars", "Pacino"), ("Heat", "by", "?who"), ("?who", "born in", "Chicago")])
    >>> [len(part.edges) for part in parts_of(claim)]
    [1, 2]
    """
    group = list(range(len(pattern.edges)))
    for one, edge in enumerate(pattern.edges):
        for other, later in enumerate(pattern.edges):
            shared = {edge.head, edge.tail} & {later.head, later.tail}
            if group[other] != group[one] and any(not pattern.nodes[place].is_known for place in shared):
                group = [group[one] if number == group[other] else number for number in group]
    for number in dict.fromkeys(group):
        yield _part(pattern, [edge for edge, of in zip(pattern.edges, group, strict=True) if of == number])


def _part(pattern: Pattern, edges: list[PatternEdge]) -> Pattern:
    places = list(dict.fromkeys(place for edge in edges for place in (edge.head, edge.tail)))
    renumbered = (
        dataclasses.replace(edge, head=places.index(edge.head), tail=places.index(edge.tail))
        for edge in edges
    )
    return Pattern(tuple(pattern.nodes[place] for place in places), tuple(renumbered))


def _supported(view: View, matches: ClaimMatches, options: VerificationOptions) -> _Finding:
    evidence = tuple(evidence_of(view, matches, options.top_k, {"claim": "supports"}))
    known = sum(part is not None for part in (*matches.query.node_candidates, *matches.query.relation_costs))
    confidence = max(0.0, 1.0 - float(matches.distances[0]) / max(known, 1))
    told = evidence[0].text.replace("\n", "; ")
    return _Finding("supported", confidence, f"The graph says: {told}.", evidence, matches.complete)


def _unsupported(view: View, claim: ClaimMatches, options: VerificationOptions, control: Control) -> _Finding:
    """Refuted by the strongest contradiction, or unknown."""
    if not claim.complete:
        return _Finding("unknown", 0.0, "The search was cut short before it could tell.", (), complete=False)
    found = contradictions(view, claim, options, control)
    if not found:
        return _Finding("unknown", 0.0, "The graph neither says it nor speaks against it.")
    best = found[0]
    refutes = best.excludes or options.closed_world
    role = {"claim": "contradicts" if refutes else "near", "freed": best.freed}
    evidence = tuple(evidence_of(view, best.matches, options.top_k, role))
    if refutes:
        return _Finding(
            "refuted", best.confidence, f"The graph says instead: {best.reason}.", evidence, claim.complete
        )
    return _Finding(
        "unknown",
        0.0,
        f"The graph does not say it; nearest is: {best.reason}. That does not exclude it.",
        evidence,
        claim.complete,
    )


def _property_finding(view: View, node: PatternNode, options: VerificationOptions) -> _Finding:
    """Whether the node has the properties that its filter claims; of several of its name one is enough."""
    assert node.filter is not None
    rows, distances = ground_node(_without_filter(node), view, Selection(), options.limits)
    nearest = distances.min(initial=np.inf)
    if nearest > NODE_LIMIT:
        return _Finding("unknown", 0.0, f"The graph has no node like {node.name or node.id!r}.")
    rows = rows[distances <= nearest]
    nodes = view.projection.nodes
    cases: tuple[tuple[Label, str, Mapping[str, Any]], ...] = (
        ("supported", "supports", node.filter),
        ("refuted", "contradicts", {"$not": dict(node.filter)}),
    )
    for label, role, filter in cases:
        passing = rows[node_filter_mask(nodes, filter)[rows]]
        if len(passing):
            evidence = tuple(
                _property_evidence(view, row, node, float(nearest), role)
                for row in passing[: options.top_k].tolist()
            )
            told = evidence[0].text.replace("\n", "; ")
            return _Finding(label, _STATED, f"The graph says: {told}.", evidence)
    return _Finding("unknown", 0.0, f"The graph does not know that of {nodes.names[int(rows[0])]}.")


def _property_evidence(view: View, row: int, node: PatternNode, distance: float, role: str) -> Evidence:
    assert node.filter is not None
    return Evidence(
        score=0.0 - distance,
        nodes=(Entities(view.projection).node(row),),
        relationships=(),
        text=described_values(view, row, node.filter),
        method="verify",
        metadata={"epoch": view.projection.epoch, "gsd": distance, "claim": role, "freed": "condition"},
    )


def _judged(view: View, findings: list[_Finding]) -> tuple[Verdict, Results]:
    """All findings as one verdict: one that refutes decides, then one that is unknown; else all support."""
    labels: tuple[Label, ...] = ("refuted", "unknown", "supported")
    label = next(label for label in labels if any(finding.label == label for finding in findings))
    deciding = sorted((one for one in findings if one.label == label), key=lambda one: -one.confidence)
    if label == "refuted":
        deciding = deciding[:1]
    confidence = min(one.confidence for one in deciding)
    others = [one for one in findings if one not in deciding]
    evidence = [piece for one in (*deciding, *others) for piece in one.evidence]
    n_cited = 0 if label == "unknown" else sum(len(one.evidence) for one in deciding)
    verdict = Verdict(
        label,
        round(confidence, 4),
        " ".join(dict.fromkeys(one.reason for one in deciding)),
        tuple(range(1, n_cited + 1)),
        METHOD,
    )
    complete = all(one.complete for one in findings)
    metadata = {"epoch": view.projection.epoch, "verdict": dataclasses.asdict(verdict)}
    return verdict, Results(evidence, complete=complete, metadata=metadata)
