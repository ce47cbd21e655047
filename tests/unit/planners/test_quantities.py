"""Numbers, dates and units in words."""

from __future__ import annotations

import calendar
import datetime
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.planners.quantities import conditions_for, quantities_in
from motif.planners.reading.units import converted, measures, unit_in_name, unit_of

NUMBERS: list[tuple[str, Any]] = [
    ("villages with more than 1,250 people", {"$gt": 1250}),
    ("over 2.5 million subscribers", {"$gt": 2_500_000}),
    ("fewer than half a million voters", {"$lt": 500_000}),
    ("at least three doors", {"$gte": 3}),
    ("no fewer than 12 seats", {"$gte": 12}),
    ("at most 40 pages", {"$lte": 40}),
    ("no more than two dozen", {"$lte": 24}),
    ("not over 5m", {"$lte": 5_000_000}),
    ("longer than 20 m", {"$gt": 20}),
    ("over $5 m", {"$gt": 5_000_000}),
    ("1000 or more", {"$gte": 1000}),
    ("30 or fewer", {"$lte": 30}),
    ("between 5 and 10", {"$between": [5, 10]}),
    ("from 5 to 6 million", {"$between": [5_000_000, 6_000_000]}),
    ("5k-10k", {"$between": [5000, 10_000]}),
    ("exceeding 80 billion", {"$gt": 80_000_000_000}),
    ("with exactly 7 strings", {"$eq": 7}),
    ("in excess of 1.234.567", {"$gt": 1_234_567}),
    ("more populous than 3 million", {"$gt": 3_000_000}),
    ("over 1 250 000 people", {"$gt": 1_250_000}),
    ("below 12'500 francs", {"$lt": 12_500}),
    ("north of latitude 65", {"$gt": 65}),
    ("towns west of 10", {"$lt": 10}),
    ("not larger than 9", {"$lte": 9}),
    ("less crowded than 2.3m", {"$lt": 2_300_000}),
    ("upwards of 7", {"$gt": 7}),
]
YEARS: list[tuple[str, Any]] = [
    ("after 2019", {"$gt": 2019}),
    ("since 2019", {"$gte": 2019}),
    ("before 1950", {"$lt": 1950}),
    ("until 1950", {"$lte": 1950}),
    ("in or after 1950", {"$gte": 1950}),
    ("in or before 1950", {"$lte": 1950}),
    ("up to and including 1950", {"$lte": 1950}),
    ("in 1950", {"$eq": 1950}),
    ("from 1950", {"$eq": 1950}),
    ("1950 onwards", {"$gte": 1950}),
    ("in 2003 or later", {"$gte": 2003}),
    ("in the 1970s", {"$between": [1970, 1979]}),
    ("during the '80s", {"$between": [1980, 1989]}),
    ("in the 20th century", {"$between": [1901, 2000]}),
    ("between 1990 and 1995", {"$between": [1990, 1995]}),
    ("founded earlier than 1900", {"$lt": 1900}),
]
DAYS: list[tuple[str, Any]] = [
    ("before 5 May 1999", {"$lt": "1999-05-05"}),
    ("after March 3rd, 2020", {"$gte": "2020-03-04"}),
    ("in March 2020", {"$gte": "2020-03-01", "$lt": "2020-04-01"}),
    ("on or after 5 May 1999", {"$gte": "1999-05-05"}),
    ("on or before 5 May 1999", {"$lt": "1999-05-06"}),
    ("since December 2021", {"$gte": "2021-12-01"}),
    ("no later than May 2010", {"$lt": "2010-06-01"}),
    ("on the 1st of May 2001", {"$gte": "2001-05-01", "$lt": "2001-05-02"}),
    ("in 2004", {"$gte": "2004-01-01", "$lt": "2005-01-01"}),
    ("between June 2001 and 2003", {"$gte": "2001-06-01", "$lt": "2004-01-01"}),
]


@pytest.mark.parametrize(("text", "condition"), NUMBERS + YEARS)
def test_numbers_and_years(text: str, condition: Any) -> None:
    [found] = quantities_in(text)
    assert conditions_for(found, dates=False) == condition


@pytest.mark.parametrize(("text", "condition"), DAYS)
def test_days(text: str, condition: Any) -> None:
    [found] = quantities_in(text)
    assert conditions_for(found, dates=True) == condition


@pytest.mark.parametrize(
    "text",
    [
        "the 3rd largest",
        "version 1.2.3km",
        "June 99999999999999999999",
        "1,5km",
        "which films are there",
        "4x4 cars",
        "31 June 2001 aside",
    ],
)
def test_what_compares_nothing(text: str) -> None:
    assert all(one.is_bare for one in quantities_in(text))


@pytest.mark.parametrize(
    ("text", "unit", "condition"),
    [
        ("longer than 2 hours", "min", {"$gt": 120}),
        ("shorter than ninety minutes", "h", {"$lt": 1.5}),
        ("over 3 miles", "km", {"$gt": 4.828032}),
        ("at most 2 square miles", "km2", {"$lte": 5.179976221}),
        ("under $20", "usd", {"$lt": 20}),
        ("over 2 TB", "GB", {"$gt": 2000}),
        ("over 512 MiB", "kib", {"$gt": 524_288}),
        ("below 3.5km", "m", {"$lt": 3500}),
        ("over 60 miles per hour", "km/h", {"$gt": 96.56064}),
        ("between 1 and 2 kg", "g", {"$between": [1000, 2000]}),
        ("under 5 tonnes", "hours", {"$lt": 5}),
    ],
)
def test_units_become_those_of_the_property(text: str, unit: str, condition: Any) -> None:
    [found] = quantities_in(text)
    assert conditions_for(found, dates=False, scale=unit_of(unit)) == condition


def test_units_in_names_of_properties() -> None:
    assert unit_in_name("areaKm2") == unit_of("square kilometres")
    assert unit_in_name("weight_kg") == unit_of("kilograms")
    assert unit_in_name("min") is None and unit_in_name("name") is None


UNITS = {name: unit for units in measures().values() for name in units if (unit := unit_of(name)) is not None}


@given(st.floats(0.001, 1e9), st.sampled_from(sorted(UNITS)), st.sampled_from(sorted(UNITS)))
def test_converting_there_and_back(value: float, one: str, other: str) -> None:
    there = converted(value, UNITS[one], UNITS[other])
    back = converted(there, UNITS[other], UNITS[one])
    assert back == pytest.approx(value, rel=1e-3, abs=2e-9 * max(UNITS[other].factor / UNITS[one].factor, 1))


@given(st.integers(2101, 10**12), st.sampled_from(["{}", "{:,}"]))
def test_numbers_are_read_as_they_are_written(number: int, form: str) -> None:
    [found] = quantities_in(f"towns of over {form.format(number)} people")
    assert conditions_for(found, dates=False) == {"$gt": number}


@given(st.dates(datetime.date(1000, 1, 1), datetime.date(2098, 12, 31)))
def test_days_are_read_in_every_form(day: datetime.date) -> None:
    month = calendar.month_name[day.month]
    forms = (
        day.isoformat(),
        f"{day.day} {month} {day.year}",
        f"{month} {day.day}, {day.year}",
        f"the {day.day}th of {month[:3]} {day.year}",
    )
    for form in forms:
        [period] = [one.values[0].period for one in quantities_in(f"on {form}, they said")]
        assert period is not None and (period.first, period.until) == (
            day,
            day + datetime.timedelta(days=1),
        ), form


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    found = quantities_in(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    for one in found:
        conditions_for(one, dates=one.is_temporal)
