"""What things rank by where only their relationships have it: "the shortest lead time for X", "the cheapest supplier of
X"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.graphs.meaning import Aggregate, Order
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.holders import holders
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import goes_down, measured
from motif.planners.meaning.owning import NEARLY
from motif.planners.meaning.request import Rank
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Sense
from motif.planners.reading.marks import Reading


def by_measured_ties(
    linker: Linker, reading: Reading, draft: Draft, rank: Rank
) -> tuple[Draft, Order | None, float]:
    """The order by what an adjective measures of relationships, with the draft that has them, and what that costs."""
    one = _measured(linker, draft, rank) if rank.measure.end is None else None
    if one is None:
        return draft, None, -1.0
    descends = not goes_down(rank.measure.adjective, one)
    sense = Sense("property", 1.0, (one.owner,), (), one.name)
    noun = rank.measure.first if rank.about is None else rank.about.first - 1
    for grown, value, cost in holders(linker.vocabulary, reading.words, draft, sense, noun):
        return grown, Order(Aggregate("max" if descends else "min", value), descends), cost
    return draft, None, -1.0


def _measured(linker: Linker, draft: Draft, rank: Rank) -> Property | None:
    """The one number that is said, or where none is, that of how the one thing which is named is joined."""
    held = [one for one in linker.vocabulary.relation_properties if one.kind == "number"]
    if rank.about is not None:
        told = linker.numeric(rank.about.of("property"))
        held = [one for one in held if any(one.name == by.property and one.owner in by.labels for by in told)]
    else:
        named = [
            one for one in draft.links if one.near == 0 and draft.spots[one.far].names and not one.negated
        ]
        held = [one for one in held if [link.type for link in named] == [one.owner]]
    fitting = [one for one in held if measured(rank.measure.adjective, one)]
    return fitting[0] if len(fitting) == 1 else None


def here_first(draft: Draft, senses: Sequence[Sense]) -> list[Sense]:
    """The senses, first such as are nearly as well said and are of what the draft has: "at the lowest price"."""
    there = {one.label for one in draft.spots} | {one.type for one in draft.links}
    return sorted(senses, key=lambda one: one.score < senses[0].score - NEARLY or not there & {*one.labels})
