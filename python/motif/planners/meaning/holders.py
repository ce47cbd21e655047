"""Where a property of others is, that things are ranked by: at what they are joined to, or at what joins them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Value
from motif.planners.meaning.drafts import Draft, Link, Spot, key_of
from motif.planners.meaning.senses import Sense
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.words import Word

UNSAID = -0.3
"""Where what is ranked by belongs to something that the question does not speak of otherwise."""


def holders(
    vocabulary: Vocabulary, words: Sequence[Word], draft: Draft, sense: Sense, noun: int
) -> Iterator[tuple[Draft, Value, float]]:
    """Where a property of others is: of a thing of the draft, of a relationship, of what could be joined; rather to
    what a noun before it says: "the highest average film rating" of those who made the films."""
    for at, spot in enumerate(draft.spots):
        if at and spot.label in sense.labels and not spot.names:
            yield draft, Value(key_of(at), sense.property), 0.0
    for link in draft.links:
        if link.type in sense.labels and link.group < 0 and not link.negated:
            yield draft, Value(key_of(link.far), sense.property, of_relationship=True), 0.0
    near, place = _said_of(vocabulary, words, draft, noun), len(draft.spots)
    root = draft.spots[near]
    for one, forward in vocabulary.ways(root.label) if root.label and not root.names else ():
        far, of_relationship = one.target if forward else one.source, one.type in sense.labels
        if of_relationship or far in sense.labels:
            grown = draft.linked(Link(near, place, one.type, forward), Spot(far))
            grown = dataclasses.replace(grown, silent=grown.silent + 1)
            yield grown, Value(key_of(place), sense.property, of_relationship), UNSAID
    yield from _further(vocabulary, draft, sense, near)


def _further(
    vocabulary: Vocabulary, draft: Draft, sense: Sense, near: int
) -> Iterator[tuple[Draft, Value, float]]:
    """What has a property two steps away, where there is one way to it: the revenues in a country's cities."""
    root, place = draft.spots[near], len(draft.spots)
    ways = vocabulary.ways
    paths = [
        (one, goes, other, leads)
        for one, goes in (ways(root.label) if root.label and not root.names else ())
        for middle in [one.target if goes else one.source]
        for other, leads in ways(middle)
        if (other.target if leads else other.source) in sense.labels and middle != root.label
    ]
    if len(paths) != 1 or root.label in sense.labels:
        return
    [(one, goes, other, leads)] = paths
    middle = Spot(one.target if goes else one.source)
    grown = draft.linked(Link(near, place, one.type, goes), middle)
    far = Spot(other.target if leads else other.source)
    grown = grown.linked(Link(place, place + 1, other.type, leads), far)
    grown = dataclasses.replace(grown, silent=grown.silent + 1)
    yield grown, Value(key_of(place + 1), sense.property), 2 * UNSAID


def _said_of(vocabulary: Vocabulary, words: Sequence[Word], draft: Draft, noun: int) -> int:
    """The spot that a noun says, else that of the things asked for."""
    said, labels = words[noun].lemma, vocabulary.labels
    own = (at for at, one in enumerate(draft.spots) if one.label in labels and not one.names)
    return next((at for at in own if labels[draft.spots[at].label or ""].lemmas == (said,)), 0)
