"""What is joined to anything at all or to nothing: "crates that were filled", "services nobody is on call for"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.graphs.meaning import Condition
from motif.planners.meaning.anchors import content
from motif.planners.meaning.drafts import Draft, Link, Spot
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.relating import OUTRIGHT, Relator
from motif.planners.meaning.request import Request
from motif.planners.meaning.roles import is_generic, is_mutual
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
    placed = {
        at
        for at, word in enumerate(reading.words)
        if any(spot.span[0] <= word.start < spot.span[1] for spot in draft.spots)
    }
    tested = [one.test.span for one in draft.checks if isinstance(one.test, Condition)]
    unused = [
        at
        for at, word in enumerate(reading.words)
        if at not in draft.used | request.taken | {root.at}
        and not any(start <= word.start < end for start, end in tested)  # "instant book" books nothing
    ]
    mark = {at for one in marks[:1] for at in range(one.first, one.last + 1)}
    negations = {one.first for one in reading.of("negation")} & set(unused)
    said = [at for at in content(reading, unused) if at not in mark | negations]
    is_asked = request.form == "yes_or_no" and not draft.links and not draft.checks  # "Does X have an owner?"
    if root.label is None or (root.names and not is_asked) or not said:
        return draft
    if request.frequent or request.form == "aggregate":
        return draft
    there = {link.type for link in draft.links}
    found = [way for way in relator.outright(root.label, said) if way[1].type not in there]
    goes = {one.type: relator.goes_out(one, way, unused) for way, one, _ in found if way.words}
    best = max(
        found,
        key=lambda way: (way[0].score, goes.get(way[1].type, 0.0) * (1 if way[2] else -1), not way[2]),
        default=None,
    )
    negated = bool(marks) or bool(negations and not _is_negated(draft))
    heeded = mark | (negations if negated else set())
    if best is None or best[0].words <= placed or not (marks or best[0].words == set(said)):
        said = [at for at in said if not root.span[0] <= reading.words[at].start < root.span[1]]
        grown = (
            _over_another(linker, relator, draft, said, negated=negated)
            if said and not (draft.links or draft.checks)
            else None
        )
        return draft if grown is None else grown.using({*said, *heeded})
    if negations and not marks and _turns(reading, min(said), min(negations)):
        return draft  # "who applied but were never interviewed" did apply
    evidence, one, forward = best
    if one.source == one.target and marks:  # "what nothing depends on", "what depends on nothing"
        is_passive = one.words.text.split()[-1:] == ["by"]  # "referred by": from who was referred
        forward = (marks[0].first > min(evidence.words)) != is_passive
    mutual = is_mutual(one)
    link = Link(0, len(draft.spots), one.type, forward or mutual, negated=negated, both=mutual)
    grown = draft.linked(link, Spot(one.target if forward else one.source))
    return grown.using(evidence.words | heeded)


def _turns(reading: Reading, first: int, last: int) -> bool:
    """Whether what is denied is another thing than what is said before: "but", "and" or "yet" stands between."""
    return any(word.low in ("but", "and", "yet") for word in reading.words[first:last])


def _over_another(
    linker: Linker, relator: Relator, draft: Draft, said: Sequence[int], *, negated: bool
) -> Draft | None:
    """With the relation said of what belongs to the things: books of which no copy was borrowed; None where nothing or
    several could be meant."""
    root, found = draft.spots[0].label, []
    for one, goes in linker.vocabulary.ways(root):
        middle = one.target if goes else one.source
        if not is_generic(one, linker.vocabulary.labels):
            continue
        for other, leads in linker.vocabulary.ways(middle) if middle != root else ():
            evidence = relator.evidence(other, said)
            far = other.target if leads else other.source
            if (
                far != root
                and not evidence.is_like
                and evidence.score >= OUTRIGHT
                and evidence.words == set(said)
            ):
                found.append((one, goes, middle, other, leads, far))
    if len({(one.type, other.type) for one, _, _, other, _, _ in found}) != 1:
        return None
    one, goes, middle, other, leads, far = found[0]
    at = len(draft.spots)
    grown = draft.linked(Link(0, at, one.type, goes, negated=negated), Spot(middle))
    grown = grown.linked(Link(at, at + 1, other.type, leads), Spot(far))
    return grown.changed(silent=grown.silent + 1)


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
