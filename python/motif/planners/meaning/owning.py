"""What has a property that is asked for, a relationship or another thing, joined to what the question speaks of."""

from __future__ import annotations

import dataclasses

from motif.planners.meaning.anchors import content
from motif.planners.meaning.drafts import Draft, Link, Spot
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece
from motif.planners.reading.marks import Reading

OF_OTHER = -0.7
"""Where what is asked for is a property of a thing that only it leads to."""

NEARLY = 0.15
"""How much worse words may say a property of what the question speaks of, and it is still meant rather than others'."""


def with_ties(linker: Linker, reading: Reading, draft: Draft, request: Request) -> Draft:
    """With the relationships that have what is asked for: "the commonest roles in films released before 1980"."""
    root, labels = draft.spots[0], linker.vocabulary.labels
    for piece in request.columns if root.label and not root.names else ():
        owners = {owner for sense in piece.of("property") for owner in sense.labels}
        is_said = bool(content(reading, range(piece.first, piece.last + 1)))
        if not is_said or owners & labels.keys() or owners & {link.type for link in draft.links}:
            continue
        ways = [way for way in linker.vocabulary.ways(root.label) if way[0].type in owners]
        if len(ways) == 1:
            one, forward = ways[0]
            far = one.target if forward else one.source
            grown = draft.linked(Link(0, len(draft.spots), one.type, forward), Spot(far))
            if draft.silent and any(spot.names and spot.label == far for spot in draft.spots):
                grown = grown.scored(
                    OF_OTHER
                )  # "the rating of X" is of no other that who acts in it reviewed
            draft = dataclasses.replace(grown, focus=draft.focus, last=draft.last)
    return draft


def with_owners(linker: Linker, reading: Reading, draft: Draft, request: Request) -> Draft:
    """With what has a property that is asked for, where one relation leads to it: "the address of each robbery"."""
    root, vocabulary = draft.spots[0], linker.vocabulary
    for piece in request.columns if root.label and not root.names else ():
        senses = piece.of("property")
        if not piece.first and [one.low for one in reading.words[piece.last + 1 :][:1]] in (
            ["the"],
            ["all"],
        ):
            continue  # "rank the workshops"
        if _tells_time(reading, draft, piece):
            continue
        owners = {owner for one in senses if one.score == senses[0].score for owner in one.labels}
        there = {one.label for one in draft.spots} | {link.type for link in draft.links}
        nearly = {owner for one in senses if one.score >= senses[0].score - NEARLY for owner in one.labels}
        if nearly & there:
            continue  # "parts that X supplies, with their price": its unit price, and not the cost of an order
        ways = [
            way
            for way in vocabulary.ways(root.label)
            if (way[0].target if way[1] else way[0].source) in owners
        ]
        if len(ways) == 1:
            one, forward = ways[0]
            link = Link(0, len(draft.spots), one.type, forward)
            grown = draft.linked(link, Spot(one.target if forward else one.source))
            draft = grown.changed(focus=draft.focus, last=draft.last, silent=draft.silent + 1).scored(
                OF_OTHER
            )
    return draft


def _tells_time(reading: Reading, draft: Draft, piece: Piece) -> bool:
    """ "Who moved there after 1985, with the year": that of the relationship which is bounded."""
    said = {reading.words[at].lemma for at in range(piece.first, piece.last + 1)}
    return said <= {"year", "date", "the"} and any(link.where for link in draft.links)
