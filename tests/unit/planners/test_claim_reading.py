"""Denials and numbers of claims."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.planners.claim_reading import ABOUT, read_claim


@pytest.mark.parametrize(
    ("claim", "negated"),
    [
        ("Bern is the capital of Switzerland.", False),
        ("Bern is not the capital of Chad.", True),
        ("Bern isn't the capital of Chad.", True),
        ("Bern isn’t the capital of Chad.", True),
        ("Chad and Peru have no common border.", True),
        ("It is false that Bern is a capital.", True),
        ("It is not true that Chad never borders Niger.", False),
        ("Notting Hill is a noted film by Nolan.", False),
        ("Chapter No. 7 is long.", False),
    ],
)
def test_an_odd_number_of_denials_denies(claim: str, negated: bool) -> None:
    assert read_claim(claim).negated is negated


def test_names_deny_nothing_and_state_no_number() -> None:
    claim = "Never Say Never Again has 2 stars of 12 Monkeys."
    names = [
        (claim.index(name), claim.index(name) + len(name)) for name in ("Never Say Never Again", "12 Monkeys")
    ]
    read = read_claim(claim, names)
    assert not read.negated and [number.value for number in read.numbers] == [2]


@pytest.mark.parametrize(
    ("claim", "value", "least", "most"),
    [
        ("Heat is of 1995.", 1995, 1994.5, 1995.5),
        ("It has a population of 5,638,676.", 5638676, 5638675.5, 5638676.5),
        ("67 million live there.", 67e6, 66.5e6, 67.5e6),
        ("4.9 million live there.", 4.9e6, 4.85e6, 4.95e6),
        ("4.0 million live there.", 4e6, 3.95e6, 4.05e6),
        ("It is 20 m high.", 20, 19.5, 20.5),
        ("It was built in the 1990s.", 1990, 1989.5, 1999.5),
        ("About 67 million live there.", 67e6, 67e6 * (1 - ABOUT), 67e6 * (1 + ABOUT)),
        ("More than 2.5 million live there.", 2.5e6, 2.5e6, math.inf),
        ("It came out before 1990.", 1990, -math.inf, 1990),
        ("It lasts between 90 and 100 minutes.", 90, 90, 100),
    ],
)
def test_numbers_hold_to_the_digit_told(claim: str, value: float, least: float, most: float) -> None:
    [number] = read_claim(claim).numbers
    assert (number.value, number.least, number.most) == pytest.approx((value, least, most))


def test_bounds_that_do_not_hold_are_open() -> None:
    told = {
        number.value: number.is_open for number in read_claim("more than 3, at least 4, under 5, 6").numbers
    }
    assert told == {3: True, 4: False, 5: True, 6: False}


def test_superlatives_are_told() -> None:
    assert read_claim("Russia is the largest country.").extreme == "largest"
    assert read_claim("The Last Emperor is a film.", [(0, 16)]).extreme == ""


@given(st.text(max_size=60), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 10)), max_size=3))
def test_any_text_is_read_in_place(text: str, spans: list[tuple[int, int]]) -> None:
    names = [(start, start + length) for start, length in spans]
    read = read_claim(text, names)
    assert len(read.core) == len(text)
    assert all(mine in (theirs, " ") for mine, theirs in zip(read.core, text, strict=True))
    for number in read.numbers:
        assert number.least <= number.value <= number.most
        assert all(number.end <= start or end <= number.start for start, end in names if end > start)
