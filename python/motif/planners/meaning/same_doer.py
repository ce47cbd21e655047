"""Who does one thing to a thing and is the one who did another: "issues assigned to the developer who opened them"."""

from __future__ import annotations

from motif.graphs.meaning import Relative
from motif.planners.english import RELATIVES
from motif.planners.meaning.drafts import Check, Draft, key_of
from motif.planners.reading.marks import Reading

_THEM = {"them", "it", "him", "her", "himself", "herself", "itself", "themselves"}


def by_the_same(reading: Reading, draft: Draft) -> Draft:
    """The draft with the two who are one taken for one, where a pronoun says that the things are still spoken of.

    Of "issues assigned to the developer who opened them" a draft has a developer whom an issue is assigned to, and
    another who opened it; as it is for another question.
    """
    low = [word.low for word in reading.words]
    for link in draft.links:
        spot = draft.spots[link.far]
        at = spot.at + 1
        if link.near or spot.at < 0 or spot.names or low[at : at + 1] == [] or low[at] not in RELATIVES:
            continue
        if not any(word in _THEM for word in low[at + 2 : at + 4]):
            continue
        for other in draft.links:
            again = draft.spots[other.far]
            is_plain = other.near == link.near and other.far != link.far and other.group < 0
            is_unsaid = again.at < 0 and not again.names and again.label == spot.label
            if is_plain and is_unsaid and not (other.negated or other.count or link.negated):
                same = Check(other.far, Relative(None, "=", key_of(link.far)))
                return draft.checked(same)
    return draft
