"""What tells one time of a thing from another: verbs for the ends of a journey, and what the thing is joined by."""

from __future__ import annotations

from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.verbs import alike_verbs, own_stems
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem, stems_listed
from motif.planners.reading.marks import Reading

TIED = 0.85
"""Of the time that is called as a relation of the thing is."""


def stems_of_end(vocabulary: Vocabulary, one: Property) -> frozenset[str]:
    """Stems of verbs for the end of a journey that a time is of: one that "started in 2023" departed then.

    None for the times of what does not both depart and arrive: who left a firm did not start.
    """
    own = frozenset(one.words.stems)
    others = [each for each in vocabulary.properties_of(one.owner) if each.kind == one.kind]
    for listing, opposite in (("departing", "arriving"), ("arriving", "departing")):
        verbs, reverse = stems_listed("spelling", listing), stems_listed("spelling", opposite)
        if own & verbs and any(reverse & {*each.words.stems} for each in others):
            return verbs | stems_listed("spelling", "starting" if listing == "departing" else "ending")
    return frozenset()


def told_by_tie(linker: Linker, reading: Reading, draft: Draft, spot: int, one: Property) -> float:
    """How well a time fits that is called as what a thing is said to be joined by: who left a port in 2022 departed
    then."""
    if one.kind not in ("date", "year"):
        return 0.0
    ties = {link.type for link in draft.links if spot in (link.near, link.far) and link.group < 0}
    own = {key for kind in linker.vocabulary.kinds if kind.type in ties for key in own_stems(kind.words)}
    shared = own & {*one.words.stems}
    said = {stem(word.lemma) for word in reading.words} if shared else set()
    return TIED if shared & said.union(*map(alike_verbs, said)) else 0.0
