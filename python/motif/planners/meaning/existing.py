"""What is joined to anything at all or to nothing: "crates that were filled", "services nobody is on call for"."""

from __future__ import annotations

from motif.planners.meaning.anchors import content
from motif.planners.meaning.drafts import Draft, Link, Spot
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.relating import OUTRIGHT, Relator
from motif.planners.meaning.request import Request
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading


def with_any_or_none(
    linker: Linker, reading: Reading, relator: Relator, draft: Draft, request: Request
) -> Draft:
    """With a relation to anything at all, or to nothing, as a condition on the things asked for.

    Only where words that nothing else explains say one outright, and no more than that.
    """
    draft = draft.using(_done_by_it(reading, draft))
    root, marks = draft.spots[0], reading.of("nobody")
    unused = [at for at in range(len(reading.words)) if at not in draft.used | request.taken | {root.at}]
    mark = {at for one in marks[:1] for at in range(one.first, one.last + 1)}
    negations = {one.first for one in reading.of("negation")} & set(unused)
    said = [at for at in content(reading, unused) if at not in mark | negations]
    if root.label is None or root.names or not said or request.frequent or request.form == "aggregate":
        return draft
    there = {link.type for link in draft.links}
    ways = [way for way in linker.vocabulary.ways(root.label) if way[0].type not in there]
    found = [(relator.evidence(one, said), one, forward) for one, forward in ways]
    found = [way for way in found if not way[0].is_like]
    goes = {one.type: relator.goes_out(one, way, unused) for way, one, _ in found if way.words}
    best = max(
        found,
        key=lambda way: (way[0].score, goes.get(way[1].type, 0.0) * (1 if way[2] else -1), not way[2]),
        default=None,
    )
    if best is None or best[0].score < OUTRIGHT or not (marks or best[0].words == set(said)):
        return draft
    evidence, one, forward = best
    negated = bool(marks) or bool(negations and not _is_negated(draft))
    link = Link(0, len(draft.spots), one.type, forward, negated=negated)
    grown = draft.linked(link, Spot(one.target if forward else one.source))
    return grown.using(evidence.words | mark | (negations if negated else set()))


def _done_by_it(reading: Reading, draft: Draft) -> set[int]:
    """ "How many films did each director make?": a verb that says no more than who directs them does."""
    linked = {draft.spots[at].at for link in draft.links for at in (link.near, link.far)}
    asks = [at for at, word in enumerate(reading.words) if word.low in ("did", "does", "do", "has", "have")]
    return {
        at
        for at, word in enumerate(reading.words)
        if word.lemma in listed("relating", "light")
        and any(one < at - 1 and at - 1 in linked for one in asks)
    }


def _is_negated(draft: Draft) -> bool:
    return any(link.negated for link in draft.links) or any(check.negated for check in draft.checks)
