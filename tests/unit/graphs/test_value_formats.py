"""What is written in a form is read as what it was; what is not in the form says nothing."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.graphs.graph_schema import ValueFormat
from motif.graphs.value_formats import DATE_PATTERNS, fits, read_value, reading_of

NUMBERS = st.decimals(-10_000_000, 10_000_000, allow_nan=False, allow_infinity=False, places=2)
DATES = st.dates(datetime.date(1000, 1, 1), datetime.date(9999, 12, 31))
MONTH_NAMES = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]  # fmt: skip


def write_date(date: datetime.date, pattern: str, short: bool, padded: bool) -> str:
    """A date as ``pattern`` says, by looking at one letter of it after another."""
    month = MONTH_NAMES[date.month - 1][: 3 if short else None]
    width = 2 if padded else 1
    text = pattern.replace("MONTH", "\0")
    for sign, value in (
        ("D", f"{date.day:0{width}}"),
        ("M", f"{date.month:0{width}}"),
        ("Y", f"{date.year:04}"),
        ("\0", month),
    ):
        text = text.replace(sign, value)
    return text


@given(NUMBERS, st.sampled_from(["", "$", "€", "US$", "EUR"]), st.booleans(), st.booleans(), st.booleans())
def test_a_price_is_read_as_it_was_written(number, unit, before, spaced, comma) -> None:
    written = f"{abs(number):,.2f}"
    if comma:
        written = written.translate(str.maketrans(",.", ".,"))
    gap = " " if spaced and unit else ""
    text = ("-" if number < 0 else "") + (f"{unit}{gap}{written}" if before else f"{written}{gap}{unit}")
    form = ValueFormat("currency" if unit else "number", unit, "," if comma else "")
    assert read_value(text, form) == float(number)


@given(st.integers(0, 10_000_000), st.sampled_from(["min", "%", "kg", "km/h", "m²", "fl oz"]), st.booleans())
def test_a_quantity_is_read_as_it_was_written(number, unit, plural) -> None:
    text = f"{number} {unit}{'s' if plural and unit == 'min' else ''}"
    assert read_value(text, ValueFormat("quantity", unit)) == number


@given(DATES, st.sampled_from(DATE_PATTERNS), st.booleans(), st.booleans())
def test_a_date_is_read_as_it_was_written(date, pattern, short, padded) -> None:
    iso = date.isoformat() if "D" in pattern else date.isoformat()[:7]
    text = write_date(date, pattern, short, padded)
    assert read_value(text, ValueFormat("date", pattern=pattern)) == iso


@given(DATES, DATES, st.sampled_from(DATE_PATTERNS))
def test_dates_stand_in_the_order_of_their_texts(one, other, pattern) -> None:
    form = ValueFormat("date", pattern=pattern)
    said = [read_value(write_date(date, pattern, False, False), form) for date in (one, other)]
    days = [date if "D" in pattern else date.replace(day=1) for date in (one, other)]
    assert (said[0] < said[1]) == (days[0] < days[1])


@given(
    st.datetimes(datetime.datetime(1000, 1, 1)), st.sampled_from(["", "Z", "+01:00", "+01:00[Europe/Berlin]"])
)
def test_a_time_in_iso_8601_stays_as_it_is(moment, zone) -> None:
    text = moment.isoformat() + zone
    assert read_value(text, ValueFormat("date")) == text


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("unknown", ValueFormat("date")),
        ("2019-13-01", ValueFormat("date")),
        ("13/13/2019", ValueFormat("date", pattern="D/M/Y")),
        ("1/2/19", ValueFormat("date", pattern="D/M/Y")),
        ("3 Smarch 2019", ValueFormat("date", pattern="D MONTH Y")),
        ("00501", ValueFormat("number")),
        ("1,23", ValueFormat("number")),
        ("12,34,567", ValueFormat("number")),
        ("1e5", ValueFormat("number")),
        ("NaN", ValueFormat("number")),
        ("٣", ValueFormat("number")),
        ("$5\n", ValueFormat("currency", "$")),
        ("--$5", ValueFormat("currency", "$")),
        ("-$-5", ValueFormat("currency", "$")),
        ("5 €", ValueFormat("currency", "$")),
        ("5 kg", ValueFormat("quantity", "min")),
        ("995", ValueFormat("year")),
        ("3995", ValueFormat("year")),
        ("maybe", ValueFormat("boolean")),
        ("yeſ", ValueFormat("boolean")),
    ],
)
def test_what_is_not_in_the_form_says_nothing(text, form) -> None:
    assert read_value(text, form) is None
    assert not fits(text, form)


@given(
    st.text(max_size=12),
    st.sampled_from(["number", "currency", "quantity", "date", "year", "boolean", "json"]),
)
def test_any_text_can_be_asked(text, kind) -> None:
    form = ValueFormat(kind, {"currency": "$", "quantity": "min"}.get(kind, ""))
    assert (read_value(text, form) is not None) == fits(text, form)


def test_a_unit_that_is_a_regular_expression_is_none() -> None:
    form = ValueFormat("quantity", "m.*")
    assert read_value("5 m.*", form) == 5
    assert read_value("5 min", form) is None


def test_truth_is_read_in_any_case() -> None:
    form = ValueFormat("boolean")
    assert [read_value(text, form) for text in ("Yes", "TRUE", "no", "f")] == [True, True, False, False]


def test_a_plural_is_taken_out_before_the_singular() -> None:
    assert reading_of(ValueFormat("quantity", "min")).removed[:2] == ("mins", "min")
