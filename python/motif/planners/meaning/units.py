"""Units: those that stand for the property which is measured in them, and those of properties that name none."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from motif.graphs.projection import FLOAT, INTEGER
from motif.planners.meaning.property_words import is_rate, spelt_units
from motif.planners.meaning.schema_words import Property, words_in
from motif.planners.meaning.senses import Sense
from motif.planners.meaning.vocabulary import FEW_SAMPLED, Vocabulary
from motif.planners.reading.marks import Reading
from motif.planners.reading.units import measures

SAID_BY_UNIT = 0.9
"""Of a property that only its unit tells of."""


def of_units(vocabulary: Vocabulary, reading: Reading) -> Iterator[tuple[int, int, Sense]]:
    """Units behind "how many", "total" and "average", each as the property that ends in it, where there is one such;
    "tonnes" are no price per tonne."""
    held = [one for one in (*vocabulary.properties, *vocabulary.relation_properties) if one.kind == "number"]
    held = [one for one in held if not is_rate(one.words)]
    for mark in (one for kind in ("count", "sum", "average") for one in reading.of(kind)):
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


def is_unit(word: str) -> bool:
    """Whether something is measured, or paid, in what a word says.

    >>> is_unit("minute"), is_unit("dollar"), is_unit("film")
    (True, True, False)
    """
    return word in spelt_units().values() or any(word in units for units in measures().values())


def is_held_unit(vocabulary: Vocabulary, one: Property, unit: str, number: float) -> bool:
    """Whether a property whose name says no unit may hold so many of one.

    Of "a runtime over 120 minutes" where it has values of about 120; "2 hours" are then none of it.
    """
    return is_unit(unit) and one.kind == "number" and _is_in_range(vocabulary, one, number)


def _is_in_range(vocabulary: Vocabulary, one: Property, number: float) -> bool:
    """Whether a number is not beyond what a label's things have, as far as some of them tell."""
    column = vocabulary.projection.nodes.properties.get(one.name)
    if column is None or one.owner not in vocabulary.labels:
        return False
    rows = vocabulary.labelled(one.owner)
    rows = rows[:: max(len(rows) // FEW_SAMPLED, 1)]
    kind, held = column.kinds_at(rows), column.numbers_at(rows)
    values = np.concatenate([held[kind == INTEGER], held[kind == FLOAT].view(np.float64)])
    return bool(len(values)) and bool(values.min() <= number <= values.max())


def units_told(name: str) -> set[str]:
    """The units in which a property's name says that it is measured: "in days" says no more of it."""
    units, parts = spelt_units(), words_in(name).text.lower().split()
    money = {
        word for code, words in _MONEY.items() if any(part.endswith(code) for part in parts) for word in words
    }
    return {units[part] for part in parts if part in units} | money


_MONEY = {
    "usd": ("dollar", "us", "usd"),
    "eur": ("euro", "eur"),
    "gbp": ("pound", "gbp"),
    "chf": ("franc", "chf"),
}
"""Words for the currency in which a property says that it is: "in millions of US dollars"."""
