"""Columns of what rows are grouped by: a property's values, a part of a day."""

from __future__ import annotations

from motif.graphs.meaning import Column, Value
from motif.planners.meaning.calendar import of_part, part_of_day
from motif.planners.meaning.drafts import Draft, Link, Spot, key_of
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading


def time_column(linker: Linker, reading: Reading, draft: Draft, request: Request) -> Column | None:
    """By a property that is called so, of a day by that part of it, else by the part of what has a day."""
    assert request.part is not None
    senses = request.part_of.of("property") if request.part_of is not None else ()
    for at, spot in enumerate(draft.spots):
        for one in linker.vocabulary.properties_of(spot.label) if spot.label and not spot.names else ():
            if any(one.name == sense.property and spot.label in sense.labels for sense in senses):
                part = part_of_day(one, request.part) or "whole"
                return Column(one.name if part == "whole" else part, Value(key_of(at), one.name, part=part))
    found = of_part(linker.vocabulary, reading, draft, request)
    return found[0] if found is not None else None


def group_columns(vocabulary: Vocabulary, draft: Draft, piece: Piece) -> tuple[Draft, list[Column]]:
    """A property by whose values rows are grouped, of the first spot that has it, else of what is joined to one."""
    for at, spot in enumerate(draft.spots):
        for sense in piece.of("property"):
            if spot.label in sense.labels and not spot.names:
                return draft, [Column(sense.property, Value(key_of(at), sense.property, each=True))]
    for at, spot in enumerate(draft.spots):
        for one, forward in vocabulary.ways(spot.label) if spot.label and not spot.names else ():
            far, place = one.target if forward else one.source, len(draft.spots)
            for sense in piece.of("property"):
                if far in sense.labels:
                    grown = draft.linked(Link(at, place, one.type, forward), Spot(far))
                    return grown, [Column(sense.property, Value(key_of(place), sense.property, each=True))]
    return draft, []
