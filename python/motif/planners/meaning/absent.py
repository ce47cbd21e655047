"""What nothing is joined to: "services nobody is on call for", "crates that no one filled"."""

from __future__ import annotations

from collections.abc import Iterator

from motif.planners.meaning.anchors import content
from motif.planners.meaning.drafts import Draft, Link, Spot
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.relating import OUTRIGHT, Relator
from motif.planners.meaning.request import Request
from motif.planners.meaning.vocabulary import Relation
from motif.planners.reading.marks import Reading


def without_any(linker: Linker, reading: Reading, draft: Draft, request: Request) -> Draft:
    """With what no one does as a condition on the things asked for; as it is where that is not said."""
    marks = reading.of("nobody")
    if not marks:
        return draft
    unused = [at for at in range(len(reading.words)) if at not in draft.used | request.taken]
    mark = {at for one in marks[:1] for at in range(one.first, one.last + 1)}
    said = [at for at in content(reading, unused) if at not in mark]
    relator = Relator(linker, reading)
    found = [(relator.evidence(one, said), one, forward) for one, forward in _ways(linker, draft)]
    evidence, one, forward = max(
        found, key=lambda way: (way[0].score, not way[2]), default=(None, None, False)
    )
    if evidence is None or one is None or evidence.score < OUTRIGHT:
        return draft
    link = Link(0, len(draft.spots), one.type, forward, negated=True)
    return draft.linked(link, Spot(one.target if forward else one.source)).using(evidence.words | mark)


def _ways(linker: Linker, draft: Draft) -> Iterator[tuple[Relation, bool]]:
    for one in linker.vocabulary.relations:
        if one.target == draft.spots[0].label:
            yield one, False
        if one.source == draft.spots[0].label:
            yield one, True
