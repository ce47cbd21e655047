"""Which property or count of which place a superlative of a question means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.engine.relation_paths import Step
from motif.planners.slots.fitness import is_code
from motif.planners.slots.lexicon import kind_of
from motif.planners.slots.place_schema import PlaceSchema
from motif.planners.slots.tree import Place
from motif.planners.superlatives import OTHERS, Superlative

MEASURES = 0.45
"""Likeness from which on a property, or what a step leads to, is what a superlative measures."""

LIKE_ITSELF = 0.6
"""Likeness of "others" to steps that join nodes of one label."""

_NEAR = 0.3
"""What the place gains that a superlative likeliest belongs to."""


def rank(schema: PlaceSchema, superlative: Superlative, places: Sequence[Place]) -> str:
    """Puts ``superlative`` to the place that it belongs to; what is to be said where none fits, else "".

    One with a noun right after it ("the largest cities") ranks what this noun says, or nothing.
    """
    own = [place for place in places if superlative.of is not None and place.said == superlative.of]
    fits = []
    for place in own if superlative.of is not None else places:
        near = _NEAR if place.said is not None and place.said == superlative.near else 0.0
        fits += [
            (like + near, number, by)
            for like, by in _measures(schema, superlative, place)
            if like >= MEASURES
            for number in (places.index(place),)
        ]
    label = schema.label(own[0]) if own else None
    if not fits:
        return f"fits no property of {label}" if label else "fits no property"
    _, number, by = max(fits, key=lambda fit: fit[0])
    if places[number].rank is not None:
        return "cannot be ranked by as well"
    places[number].rank = (superlative, by)
    return ""


def _measures(
    schema: PlaceSchema, superlative: Superlative, place: Place
) -> Iterator[tuple[float, str | Step]]:
    """What the nodes of a place may be measured by, with how like the words of the superlative it is."""
    to_property = schema.lexicon.to_property
    for name, profile in schema.properties(place).items():
        if kind_of(profile) is None or is_code(name):
            continue
        for number, word in enumerate(superlative.words):
            yield max(to_property(part, name) for part in word.split()) - 0.03 * number, name
    if superlative.noun == OTHERS:  # more of what is asked for
        own = schema.label(place)
        yield from (
            (LIKE_ITSELF, step) for step in schema.steps(place) if own and schema.end_label(step) == own
        )
    elif superlative.noun is not None:
        yield from ((like, step) for step, like in schema.steps_like(superlative.noun, place))
