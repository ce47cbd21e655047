"""The form of a property's texts is told from them, or left open where they do not settle it."""

from __future__ import annotations

import datetime
import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from motif.catalog.value_formats import MAXIMUM_KEYS, SHARE, detect_format
from motif.graphs.graph_schema import ValueFormat
from motif.graphs.value_formats import DATE_PATTERNS, read_value

DATES = st.dates(datetime.date(1000, 1, 1), datetime.date(9999, 12, 31))
NUMBERS = st.lists(st.floats(0, 1e7).map(lambda number: round(number, 2)), min_size=2, max_size=30)
PLAIN_PATTERNS = [pattern for pattern in DATE_PATTERNS if "MONTH" not in pattern]


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        (["$11.80", "$1,200"], ValueFormat("currency", "$")),
        (["11,80 €", "1.234,56 €"], ValueFormat("currency", "€", ",")),
        (["USD 5", "USD 7.5"], ValueFormat("currency", "USD")),
        (["1,234", "5"], ValueFormat("number")),
        (["12 %", "5 %"], ValueFormat("quantity", "%")),
        (["1 hour", "2 hours"], ValueFormat("quantity", "hour")),
        (["120 min", "95 min"], ValueFormat("quantity", "min")),
        (["3.5kg", "4kg"], ValueFormat("quantity", "kg")),
        (["2019-03-01", "2018-01-01T10:00:00Z"], ValueFormat("date")),
        (["31/12/2019", "01/02/2018"], ValueFormat("date", pattern="D/M/Y")),
        (["12/31/2019", "01/02/2018"], ValueFormat("date", pattern="M/D/Y")),
        (["31.12.2019", "1.2.2018"], ValueFormat("date", pattern="D.M.Y")),
        (["3 March 2019", "14 Apr 2020"], ValueFormat("date", pattern="D MONTH Y")),
        (["March 3, 2019", "Apr 14, 2020"], ValueFormat("date", pattern="MONTH D, Y")),
        (["1995", "2019"], ValueFormat("year")),
        (["1995", "300"], ValueFormat("number")),
        (["yes", "No"], ValueFormat("boolean")),
        (["T", "F"], ValueFormat("boolean")),
        (['{"size": "XL"}', '[{"size": 1, "hue": 2}]'], ValueFormat("json", keys=("size", "hue"))),
        (['{"size": "XL", "text": "cut sho…'], ValueFormat("json", keys=("size", "text"))),
    ],
)
def test_a_form_is_detected(texts, form) -> None:
    assert detect_format(texts) == form


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["", "  "],
        ["Heat", "Ronin"],
        ["1984", "The Matrix", "Heat"],
        ["12 Main Street", "14 Elm Road"],
        ["03/04/2019", "01/02/2018"],
        ["31/12/2019", "12/31/2019"],
        ["3 March 2019", "Mar 4, 2020"],
        ["00501", "12345"],
        ["5 kg", "12 min"],
        ["$5", "5 €"],
        ["T", "T"],
        ["no", "se", "dk"],
        ["{", "[1"],
        ["Apollo 11", "Apollo 13"],
        ["01/02/19", "31/12/19"],
    ],
)
def test_texts_that_settle_nothing_are_plain(texts) -> None:
    assert detect_format(texts) is None


@pytest.mark.parametrize(("known", "found"), [(9, True), (8, False)])
def test_a_share_must_fit(known, found) -> None:
    """Nine of ten: `SHARE`."""
    assert SHARE == 0.9
    texts = [f"${price}" for price in range(1, known + 1)] + ["unknown"] * (10 - known)
    assert (detect_format(texts) is not None) == found


@given(NUMBERS, st.sampled_from(["$", "€", "min", "%", "kg"]))
def test_what_is_detected_reads_what_was_written(numbers, unit) -> None:
    form = detect_format([f"{number:,.2f} {unit}" for number in numbers])
    assert form is not None
    assert form.unit == unit
    assert [read_value(f"{number:,.2f} {unit}", form) for number in numbers] == numbers


@given(st.lists(DATES, min_size=1, max_size=20), st.sampled_from(PLAIN_PATTERNS))
def test_a_date_is_detected_as_written_or_not_at_all(dates, pattern) -> None:
    """Never as another one: what reads "3/4" as the third of April does so for a reason."""
    signs = {"D": "{0.day}", "M": "{0.month}", "Y": "{0.year}"}
    texts = ["".join(signs.get(sign, sign) for sign in pattern).format(date) for date in dates]
    form = detect_format(texts)
    if form is None:
        assert pattern in ("D/M/Y", "M/D/Y", "D-M-Y", "M-D-Y")
        swapped = {"D": "M", "M": "D"}
        other = "".join(swapped.get(sign, sign) for sign in pattern)
        alternative = ValueFormat("date", pattern=other)
        fitting = sum(read_value(text, alternative) is not None for text in texts)
        assert fitting == len(texts)
    else:
        assert form == ValueFormat("date", pattern=pattern)


@given(st.lists(st.dictionaries(st.text(min_size=1, max_size=5), st.integers()), min_size=1, max_size=8))
def test_keys_of_json_are_those_that_are_there(objects) -> None:
    texts = [json.dumps(one) for one in objects]
    assume(not all(text.endswith("…") for text in texts))
    form = detect_format(texts)
    assert form is not None
    assert form.kind == "json"
    assert set(form.keys) <= {key for one in objects for key in one}
    assert len(form.keys) == min(MAXIMUM_KEYS, len({key for one in objects for key in one}))


@given(st.lists(st.text(max_size=20), max_size=10))
def test_any_texts_can_be_asked(texts) -> None:
    form = detect_format(texts)
    if form is not None:
        filled = [text for text in texts if text.strip()]
        assert sum(read_value(text, form) is not None for text in filled) >= SHARE * len(filled)
