"""Which property an adjective measures, and whether more of the one is more of the other: "old" is less of a birth."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.property_words import units_in
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.time_spans import is_span
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import graded_form


def measured(adjective: str, one: Property) -> str:
    """Whether more of an adjective is more ("+") or less ("-") of a property; "" where it is about something else.

    "old" is more of an age, and less of a year of birth.
    """
    if (
        not adjective
        or (is_span(one) and adjective not in _OF_SPANS)
        or {*one.words.lemmas[-1:]} & _identifying()
    ):
        return ""
    alone = table("comparing")["alone"].get(f"{adjective}est", ())
    ways = table("comparing")["adjectives"].get(adjective, {"+": alone})
    own = {*one.words.lemmas, *one.words.text.split(), *one.words.stems}
    for way in ("+", "-"):
        if own & set(ways.get(way, ())):
            return way
    return "+" if any(graded_form(part)[0] == adjective for part in one.words.text.split()) else ""


def _identifying() -> frozenset[str]:
    return listed("spelling", "identifying")  # an employee's id is no measure of how large an order is


_OF_SPANS = ("long", "short", "brief", "quick", "fast", "slow")
"""Adjectives for how long something lasted; what is old need not have lasted."""


def kinds_about(adjective: str) -> tuple[str, ...]:
    """The kinds of property that an adjective is about by itself: dates and years, or numbers; none for most."""
    about = {word for words in table("comparing")["adjectives"].get(adjective, {}).values() for word in words}
    return ("date", "year") if "year" in about else ("number",) if "size" in about else ()


def only_measure(own: Sequence[Property], adjective: str) -> list[Property]:
    """The one property of the kind that an adjective is about, whatever it is called: "latest" is about a date.

    None where several are, or where the adjective is about neither time nor size. The quickest takes the least time.
    """
    kinds = kinds_about(adjective)
    fitting = [
        one
        for one in own
        if ((one.kind in kinds and not is_span(one)) or is_taken(adjective, one))
        and not set(one.words.lemmas) & listed("spelling", "unmeasured")
    ]
    return fitting if len(fitting) == 1 else []


def is_taken(adjective: str, one: Property) -> bool:
    """Whether an adjective tells how fast something is, and a property how long it takes, in a unit of time."""
    ways = table("comparing")["adjectives"].get(adjective, {})
    is_of_speed = any("speed" in words for words in ways.values())
    return is_of_speed and one.kind == "number" and units_in(one.words, "hour") is not None


def goes_down(adjective: str, one: Property) -> bool:
    """Whether more of an adjective is less of a property, be it said that the adjective is about it or not."""
    ways = table("comparing")["adjectives"].get(adjective, {})
    way = measured(adjective, one) or "".join(ways)
    if is_taken(adjective, one):
        way = next(way for way in ways if "duration" in ways[way])
    if len(way) > 1:  # neither is said: a time is about time
        way = next((way for way in ways if one.kind in ("date", "year") and one.kind in ways[way]), "+")
    return way == "-"
