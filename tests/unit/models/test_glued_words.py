"""Names that a relational database writes as one word."""

from __future__ import annotations

import random

import pytest

from motif.models import glued_words
from motif.models.glued_words import taken_apart

APART = {
    "registrationdate": "registration date",
    "unitsinstock": "units in stock",
    "quantityperunit": "quantity per unit",
    "operatingsystem": "operating system",
    "isestimated": "is estimated",
    "ispaid": "is paid",
    "durationminutes": "duration minutes",
    "lastseen": "last seen",
    "dateofbirth": "date of birth",
}
WHOLE = (
    "population",
    "elevation",
    "island",
    "issued",
    "moderates",
    "interacts",
    "candidate",
    "mileage",
    "xqzvkpl",
    "a",
)
OTHERWISE = ("unitPrice", "UNITPRICE", "unit_price", "unit price", "prix unitaire", "größe", "", "id2")


@pytest.mark.parametrize("name", APART)
def test_they_are_taken_apart(name: str) -> None:
    assert taken_apart(name) == APART[name]


@pytest.mark.parametrize("name", (*WHOLE, *OTHERWISE))
def test_a_word_and_what_is_written_otherwise_stay_as_they_are(name: str) -> None:
    assert taken_apart(name) == name


def test_nothing_is_lost_of_any_letters() -> None:
    draw = random.Random(7)
    for _ in range(2000):
        text = "".join(draw.choice("abcdefghilmnoprstu") for _ in range(draw.randint(0, 24)))
        assert taken_apart(text).replace(" ", "") == text


def test_without_the_model_package_all_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glued_words, "find_spec", lambda name: None)
    glued_words._costs.cache_clear()
    taken_apart.cache_clear()
    try:
        assert taken_apart("registrationdate") == "registrationdate"
    finally:
        glued_words._costs.cache_clear()
        taken_apart.cache_clear()
