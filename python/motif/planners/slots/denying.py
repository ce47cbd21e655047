"""What nodes are to be without: "countries without neighbours"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.slots.place_schema import PlaceSchema
from motif.planners.slots.tree import Counted, Place
from motif.planners.slots.words import Word

SAID = 0.6
"""Likeness from which on a word says a step."""


def deny(schema: PlaceSchema, word: Word, places: Sequence[Place]) -> bool:
    """Whether one of the places could be kept to nodes that what ``word`` says leads nowhere from."""
    steps = [(like, place, step) for place in places for step, like in schema.steps_like(word.text, place)]
    best = max(steps, key=lambda one: one[0], default=None)
    if best is None or best[0] < SAID:
        return False
    best[1].degrees.append(Counted(best[2], {"$eq": 0}))
    return True
