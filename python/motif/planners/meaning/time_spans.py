"""How long things last, as a property: from the one day, or year, on which they begin to that on which they end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from motif.engine.column_rows import column_at
from motif.engine.value_spans import time_between
from motif.graphs.projection import Column
from motif.graphs.spans import TimeSpan, Unit, span_of
from motif.planners.meaning.schema_words import Property, words_in
from motif.planners.reading.lemmas import stems_listed
from motif.planners.reading.lexicon import table

_SAMPLED = 2_000
"""Nodes or relationships that are looked at to know which of two days is the first."""

_IN_ORDER = 0.98
"""Share of them of which the one day is not after the other."""


def spans_of(
    properties: Sequence[Property],
    columns: Mapping[str, Column],
    rows_of: Callable[[str], np.ndarray],
) -> list[tuple[TimeSpan, str, float]]:
    """The time that each label's things, or each type's relationships, last, with the owner and how many have it.

    None where a property tells it already, a length or a duration, and where it is not clear which two days it is.
    """
    owned: dict[str, list[Property]] = {}
    for one in properties:
        owned.setdefault(one.owner, []).append(one)
    found = []
    for owner, own in owned.items():
        pair = _ends(own)
        if pair is None or any(_tells_length(one) for one in own):
            continue
        unit: Unit = "years" if pair[0].kind == "year" or _is_life(pair[0]) else "days"
        rows = rows_of(owner)
        rows = rows[:: max(len(rows) // _SAMPLED, 1)]
        span = _in_order(TimeSpan(unit, pair[0].name, pair[1].name), columns, rows)
        if span is not None:
            found.append((span, owner, min(one.share for one in pair)))
    return found


def words_of_span(span: TimeSpan) -> str:
    """What a time is called: "lifespan in years", "duration in days"."""
    is_life = bool(stems_listed("spelling", "deaths") & {*words_in(span.last).stems})
    return f"{'lifespan' if is_life else 'duration'} {span.unit}"


def is_span(one: Property) -> bool:
    """Whether a property is the time between two others."""
    return span_of(one.name) is not None


def _ends(own: Sequence[Property]) -> tuple[Property, Property] | None:
    """The two days, or the two years, between which it lasts."""
    for kind in ("date", "year"):
        timed = [
            one for one in own if one.kind == kind and one.clock in ("day", "moment") and not one.is_text
        ]
        lives = [one for one in timed if _is_life(one)]
        if len(lives) == 2:
            return lives[0], lives[1]
        for words in ("spanning", "spanning_plainly"):
            ends = [one for one in timed if _is_end(one, words) and one not in lives]
            if len(ends) == 2:
                return ends[0], ends[1]
    return None


def _is_end(one: Property, words: str) -> bool:
    """Whether a day is one on which something begins or ends; of a visit its ``date`` is one."""
    is_bare = one.words.lemmas == ("date",) and words == "spanning"
    return is_bare or bool(stems_listed("spelling", words) & set(one.words.stems))


def _in_order(span: TimeSpan, columns: Mapping[str, Column], rows: np.ndarray) -> TimeSpan | None:
    """The time from the first to the last, whichever of both comes first; None where neither does."""
    first, last = (column_at(columns[name], rows) for name in (span.first, span.last))
    made = time_between(first, last, span.unit)
    apart = made.number[made.known]
    if not len(apart) or not apart.any():
        return None
    if (apart >= 0).mean() >= _IN_ORDER:
        return span
    return TimeSpan(span.unit, span.last, span.first) if (apart <= 0).mean() >= _IN_ORDER else None


def _tells_length(one: Property) -> bool:
    return (
        bool(set(table("comparing")["adjectives"]["long"]["+"]) & {*one.words.lemmas})
        and one.kind == "number"
    )


def _is_life(one: Property) -> bool:
    ends = stems_listed("spelling", "births") | stems_listed("spelling", "deaths")
    return not ends.isdisjoint(one.words.stems)
