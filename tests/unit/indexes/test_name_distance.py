"""How far names are from each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.indexes.name_distance import name_distance

WORDS = st.lists(st.text("abcdeü1", min_size=1, max_size=6), max_size=6)


def far(said: str, name: str) -> float:
    return name_distance(said.split(), name.split(), len)


@given(said=WORDS, name=WORDS)
def test_lies_between_none_and_all_and_is_none_of_the_same(said: list[str], name: list[str]) -> None:
    assert 0 <= name_distance(said, name, len) <= 1
    assert name_distance(name, name, len) == 0
    if said != name and "".join(said) != "".join(name):
        assert name_distance(said, name, len) > 0


@pytest.mark.parametrize(
    ("said", "nearer", "farther"),
    [
        ("mann michael", "michael mann", "michael man"),
        ("m mann", "michael mann", "mann"),
        ("m mann", "michael mann", "aimee mann"),
        ("univ of chicago", "university of chicago", "city of chicago"),
        ("usc", "university of southern california", "university of california"),
        ("rocky 2", "rocky ii", "rocky iii"),
        ("holidya", "holiday", "holy day"),
        ("spiderman", "spider man", "spider woman"),
        ("fifth element", "the fifth element", "the third element"),
        ("1995", "1995 film", "1996"),
        ("nyu", "new york university", "new"),
    ],
)
def test_what_is_meant_is_nearer(said: str, nearer: str, farther: str) -> None:
    assert far(said, nearer) < far(said, farther)


@pytest.mark.parametrize(("said", "name"), [("heat", "casino"), ("", "heat"), ("heat", ""), ("12", "13")])
def test_what_has_nothing_in_common_is_far(said: str, name: str) -> None:
    assert far(said, name) > 0.5


def test_a_word_that_tells_much_counts_more() -> None:
    weights = {"award": 1.0, "pulitzer": 9.0, "hugo": 9.0}
    said = ["pulitzr", "award"]
    near, other = (
        name_distance(said, [first, "award"], lambda word: weights.get(word, 1.0))
        for first in ("pulitzer", "hugo")
    )
    assert near < 0.2 < 0.5 < other
