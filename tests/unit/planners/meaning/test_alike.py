"""Nouns that stand for a label in other words."""

from __future__ import annotations

import pytest

from motif.planners.meaning.alike import labels_alike
from motif.planners.meaning.vocabulary import words_in
from motif.planners.reading.words import words_of

LABELS = {"Movie": words_in("Movie"), "Person": words_in("Person"), "Employee": words_in("Employee")}
LIKENESS = {
    ("film", "movie"): 0.84,
    ("worker", "employee"): 0.83,
    ("worker", "person"): 0.8,
    ("filmed", "movie"): 0.9,
}


def found(question: str) -> list[tuple[str, str]]:
    words = words_of(question)
    alike = labels_alike(words, LABELS, (), lambda one, other: LIKENESS.get((one, other), 0.1))
    return [(words[at].text, label) for at, label, _ in alike]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many films are there?", [("films", "Movie")]),
        ("Which film is the oldest?", [("film", "Movie")]),
        ("Which workers are there?", []),  # as like Person
        ("Who filmed Heat?", []),  # a verb
        ("Who was in Film?", []),  # a name
    ],
)
def test_a_noun_is_the_label_that_it_is_clearly_like(question: str, expected: list[tuple[str, str]]) -> None:
    assert found(question) == expected


def test_the_less_alike_the_less_likely() -> None:
    words, movies = words_of("How many films are there?"), {"Movie": words_in("Movie")}
    [(_, _, near)] = labels_alike(words, movies, (), lambda *_: 0.9)
    [(_, _, far)] = labels_alike(words, movies, (), lambda *_: 0.7)
    assert 1 > near > far > 0
