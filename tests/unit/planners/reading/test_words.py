"""Tokens and lemmas."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import motif.planners
from motif.planners.reading.lemmas import lemma, stem
from motif.planners.reading.marks import read
from motif.planners.reading.words import words_of


@given(st.text(max_size=60))
def test_words_stand_where_they_say_and_in_order(text: str) -> None:
    words = words_of(text)
    assert all(0 <= word.start < word.end <= len(text) for word in words)
    assert all(one.end <= other.start for one, other in itertools.pairwise(words))
    assert all(word.text in text[word.start : word.end] for word in words if word.text not in ("n't", "'s"))


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    reading = read(text)
    assert all(mark.last < len(reading.words) for mark in reading.marks)
    assert all(bound.last < len(reading.words) for bound in reading.bounds)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ann's dog", ["Ann", "'s", "dog"]),
        ("didn't", ["did", "n't"]),
        ("'Schindler's List' of 1993", ["Schindler's List", "of", "1993"]),
        ("10.1.2 and 3.5", ["10.1.2", "and", "3.5"]),
        ("U.S. Ancona, A.C. Milan", ["U.S.", "Ancona", ",", "A.C.", "Milan"]),
        ("x >= 5", ["x", ">=", "5"]),
        ("", []),
    ],
)
def test_tokens(text: str, words: list[str]) -> None:
    assert [word.text for word in words_of(text)] == words


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", max_size=12))
def test_a_stem_begins_its_lemma_mostly_and_is_stable_under_case(word: str) -> None:
    assert stem(word.upper()) == stem(word)
    assert lemma(word.upper()) == lemma(word)


def test_there_is_one_stemmer() -> None:
    """What takes endings off words is `motif.planners.reading.lemmas`, for every planner."""
    folder = Path(motif.planners.__file__).parent
    own = [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if re.search(r"^\s*def _?(?:stem|lemma)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert own == ["reading/lemmas.py"]
    assert [stem(word) for word in ("factories", "factory")] == ["factor", "factor"]
    assert lemma("factories") == "factory"
