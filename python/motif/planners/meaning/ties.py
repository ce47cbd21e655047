"""Links that drafts may get, told before the drafts are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from motif.planners.meaning.drafts import Draft, Link, Spot
from motif.planners.meaning.relating import Evidence
from motif.planners.meaning.senses import Anchor, Piece
from motif.planners.meaning.vocabulary import Vocabulary


class Tie(NamedTuple):
    """A link that a draft may get, told before the draft is made: of many few are kept.

    Attributes
    ----------
    score
        That of the draft with it.
    label
        Of what it is joined to, which may not have been known before.
    silent, guessed, untold
        As of a `Draft`.
    """

    score: float
    link: Link
    label: str
    found: Evidence
    silent: bool = False
    guessed: bool = False
    untold: bool = False


OUTRIGHT = 0.9
"""Score from which on a property is said by its own words."""


def types_told(vocabulary: Vocabulary, columns: Sequence[Piece]) -> frozenset[str]:
    """Relationship types that what is asked for tells, a property of theirs alone: "the rating of X"."""
    types = {*vocabulary.projection.relationships.types}
    owners = [
        {label for sense in piece.of("property") if sense.score >= OUTRIGHT for label in sense.labels}
        for piece in columns
    ]
    return frozenset(label for one in owners if len(one) == 1 for label in one & types)


def types_of_values(vocabulary: Vocabulary, anchors: Sequence[Anchor]) -> frozenset[str]:
    """Relationship types that a word tells which says nothing else than what theirs alone hold: "as a treasurer"."""
    types = {*vocabulary.projection.relationships.types}
    owners = [
        {label for one in anchor.senses for label in one.labels}
        for anchor in anchors
        if anchor.is_only("value")
    ]
    return frozenset(label for one in owners if len(one) == 1 for label in one & types)


def left_by(draft: Draft, tie: Tie, said: Sequence[int]) -> tuple[int, ...]:
    """Those of the words that neither a draft nor a tie explains."""
    return tuple(at for at in said if at not in draft.used and at not in tie.found.words)


def tied_by(draft: Draft, tie: Tie, spot: Spot) -> Draft:
    """The draft with a tie to ``spot``."""
    link, found, spots = tie.link, tie.found, draft.spots
    parent = spots[link.near]
    if parent.label is None:
        named = Spot(tie.label, parent.names, parent.span, parent.at, parent.also)
        spots = (*spots[: link.near], named, *spots[link.near + 1 :])
    return draft.changed(
        spots=(*spots, spot),
        links=(*draft.links, link),
        focus=link.far,
        last=("link", len(draft.links)),
        score=tie.score,
        used=draft.used | found.words,
        doubt=draft.doubt + found.doubt,
        faint=draft.faint | found.faint,
        silent=draft.silent + tie.silent,
        guessed=draft.guessed + tie.guessed,
        untold=draft.untold + tie.untold,
    )
