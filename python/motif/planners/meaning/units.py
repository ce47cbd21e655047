"""Units that stand for the property which is measured in them: "how many megawatts do the dams have"."""

from __future__ import annotations

from collections.abc import Iterator

from motif.planners.meaning.property_words import spelt_units
from motif.planners.meaning.senses import Sense
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading

SAID_BY_UNIT = 0.9
"""Of a property that only its unit tells of."""


def of_units(vocabulary: Vocabulary, reading: Reading) -> Iterator[tuple[int, int, Sense]]:
    """Units behind "how many", each as the property that ends in it, where there is one such."""
    held = [one for one in (*vocabulary.properties, *vocabulary.relation_properties) if one.kind == "number"]
    for mark in reading.of("count"):
        at = mark.last + 1
        if at >= len(reading.words):
            continue
        unit = reading.words[at].lemma
        measured = [one for one in held if unit == spelt_units().get(one.words.text.split()[-1].lower())]
        if len({one.name for one in measured}) == 1:
            yield (
                at,
                at,
                Sense("property", SAID_BY_UNIT, tuple(one.owner for one in measured), (), measured[0].name),
            )
