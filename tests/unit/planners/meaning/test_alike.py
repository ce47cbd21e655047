"""Nouns that stand for a label in other words."""

from __future__ import annotations

import pytest

from motif.planners.meaning.alike import labels_alike
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import read
from motif.planners.reading.words import words_of
from question_graphs import small_graph

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


def test_a_film_is_no_film_series() -> None:
    labels = {"Movie": words_in("Movie"), "FilmSeries": words_in("FilmSeries")}
    alike = labels_alike(
        words_of("the longest film"), labels, (), lambda _, label: 0.84 - 0.04 * ("series" in label)
    )
    assert [(at, label) for at, label, _ in alike] == [(2, "Movie")]


@pytest.mark.parametrize(("takings", "kind"), [(0.48, "label"), (0.9, "property")])
def test_what_is_the_longest_is_a_label_or_what_it_is_longest_by(takings: float, kind: str) -> None:
    nodes = [(("Movie",), {"name": "Grey Water", "takings": 12, "runtime": 90})]
    graph = small_graph("films", nodes, []).view
    linker = Linker(graph, Vocabulary(graph.projection))
    likenesses = {("reel", "movie"): 0.84, ("reel", "takings"): takings}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linker, "likeness", lambda one, other: likenesses.get((one, other.lower()), 0.1))
        [piece] = linker.pieces(read("the longest reel"))
    assert [sense.kind for sense in piece.senses] == [kind]
