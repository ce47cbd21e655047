"""Things that no word speaks of, over which a draft goes from one thing to another that need not be its own."""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.meaning import NOWHERE
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.multiplicity import Multiplicity


def is_loose(multiplicity: Multiplicity, draft: Draft) -> bool:
    """Whether a draft joins two things by one that is not spoken of and has several of both.

    A politician is a citizen of a country, which has presidents; he need not be one. Who lives in a city of a country
    does live in the country: a city is in one.
    """
    return any(len(_several_of(multiplicity, draft, at)) > 1 for at in _unsaid(draft))


def _unsaid(draft: Draft) -> Iterator[int]:
    """Spots that no word speaks of; none where words say every link."""
    for at, spot in enumerate(draft.spots[1:] if draft.silent else (), 1):
        if spot.span == NOWHERE and not spot.names:
            yield at


def _several_of(multiplicity: Multiplicity, draft: Draft, at: int) -> set[str]:
    """Types of the links of a spot by which one such thing has several."""
    return {
        link.type
        for link in draft.links
        if at in (link.near, link.far)
        and multiplicity.leads_to_several(link.type, out=link.forward == (link.near == at))
    }
