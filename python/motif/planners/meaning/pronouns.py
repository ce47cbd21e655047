"""What is grouped by, said first, and the pronoun behind that means it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_OPENING = 4
"""Words before what is grouped by, at most: "for each of the"."""


def resolved(reading: Reading, pieces: Sequence[Piece], request: Request) -> list[Piece]:
    """The pieces, with the group's where its pronoun stands: "for every team, count the services that it owns".

    So it is joined to what is counted by the words beside the pronoun. Others are left as they are.
    """
    group = request.grouped_by
    if group is None or not group.of("label") or group.first > _OPENING:
        return list(pieces)
    for at in range(group.last + 2, len(reading.words)):
        between = request.form == "count" or any(
            group.last < one.first and one.last < at and one.of("label") for one in pieces
        )
        if reading.words[at].low in listed("words", "pronouns") and between:
            moved = dataclasses.replace(group, first=at, last=at)
            request.grouped_by = moved
            request.taken |= set(range(group.first, group.last + 1))
            request.taken -= {at}
            return sorted([*(one for one in pieces if one is not group), moved], key=lambda one: one.first)
    return list(pieces)
