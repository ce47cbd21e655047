"""Beside a row stands what it is made of, whatever the meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from hypothesis import given, settings

from bridge_graph import bridges
from motif.engine.meaning_answers import answer_and_lineage, answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.engine.meaning_rows import Bound
from motif.graphs.evidence import Evidence, Node
from motif.graphs.meaning import Column, Comparison, Meaning, NodeRow, Selection, Value
from motif.planners.meaning.planner import plan_meanings
from motif.planners.meaning.sureness import BEHIND, CLOSE, MARGIN, probability
from motif.retrievers.meaning_evidence import TWINNED, answer_meanings
from motif.retrievers.presentation import Presentation
from motif.retrievers.row_presentation import MORE, SHOWN
from orchard_graph import orchards
from question_graphs import as_projection, small_graph
from random_meanings import COMPARISONS, GRAPH, selections

ARRAYS = MeaningGraph(as_projection(GRAPH))


def naive_lineages(
    rows: Bound, columns: tuple[Column, ...], answers: Iterable[tuple[object, ...]]
) -> Iterator[list[int]]:
    """For each row of the answer the bound rows that have what it shows, one after another."""
    keys = [(at, one.value) for at, one in enumerate(columns) if isinstance(one.value, Value)]
    columns_held = [(at, rows.values(value).values()) for at, value in keys]
    for row in answers:
        cells = [(row[at], held) for at, held in columns_held]
        yield [at for at in range(len(rows)) if all(is_same(shown, held[at]) for shown, held in cells)]


def is_same(one: object, other: object) -> bool:
    if isinstance(one, NodeRow) or isinstance(other, NodeRow):
        return one == other
    return type(one) is type(other) and one == other


@given(selections())
@settings(max_examples=200, deadline=None)
def test_a_row_is_made_of_the_rows_that_hold_what_it_shows(asked: Selection) -> None:
    meaning = Meaning(asked)
    answer, lineage = answer_and_lineage(ARRAYS, meaning)
    assert answer == answer_meaning(ARRAYS, meaning)
    if asked.share is not None:
        assert lineage is None
        return
    assert lineage is not None
    made_of = [lineage.of(at).tolist() for at in range(len(answer.rows))]
    assert all(part == sorted(set(part)) for part in made_of)
    if asked.asks or asked.over is not None:
        return
    assert made_of == list(naive_lineages(lineage.rows, asked.columns, answer.rows))


@given(selections())
@settings(max_examples=100, deadline=None)
def test_yes_is_made_of_all_rows_and_no_of_none_or_of_too_few(asked: Selection) -> None:
    if not asked.asks:
        return
    answer, lineage = answer_and_lineage(ARRAYS, Meaning(asked))
    assert lineage is not None
    assert lineage.of(0).tolist() == np.arange(len(lineage.rows)).tolist()
    assert asked.having or bool(answer.rows[0][0]) == bool(len(lineage.of(0)))


def only(question: str) -> Evidence:
    [piece] = bridges().retrieve(question, planner="meaning")
    return piece


def names(piece: Evidence) -> list[str]:
    return [node.name for node in piece.nodes]


def test_a_row_shows_the_relationships_of_all_its_nodes() -> None:
    found = orchards().retrieve("Which orchards are in each valley?", planner="meaning")
    assert {piece.text.splitlines()[-1] for piece in found} == {
        "Hollow Field | LOCATED_IN | Ash Vale", "Mill Slope | LOCATED_IN | Ash Vale",
        "Long Acre | LOCATED_IN | Brook Vale",
    }  # fmt: skip


def test_a_value_stands_beside_what_has_it() -> None:
    piece = only("How long is New Span?")
    assert piece.answers == (480,) and names(piece) == ["New Span"]
    assert piece.text == "New Span | length_m | 480"


def test_a_count_shows_what_was_counted() -> None:
    piece = only("How many bridges span the Tarn?")
    assert piece.answers == (2,) and set(names(piece)) == {"New Span", "Iron Gate", "Tarn"}
    assert len(piece.relationships) == 2 and piece.text.splitlines()[0].endswith("2")


def test_a_mean_shows_the_values_that_it_is_made_of() -> None:
    piece = only("What is the average length of the bridges that span the Tarn?")
    assert "New Span | length_m | 480" in piece.text.splitlines()
    assert any(isinstance(node, Node) and node.name == "Iron Gate" for node in piece.nodes)


def test_yes_shows_why() -> None:
    piece = only("Does New Span span the Tarn?")
    assert piece.answers == (True,) and set(names(piece)) == {"New Span", "Tarn"}


def test_of_many_the_first_are_shown_and_that_there_are_more() -> None:
    nodes = [(("Tower",), {"name": f"Mast {at}", "height": at}) for at in range(SHOWN + 5)]
    links = [(at, "IN", len(nodes), {}) for at in range(len(nodes))]
    towers = small_graph("masts", [*nodes, (("Town",), {"name": "Velden"})], links)
    [piece] = towers.retrieve("How many towers are in Velden?", planner="meaning")
    assert piece.answers == (SHOWN + 5,)
    assert len(piece.relationships) == SHOWN and piece.text.splitlines()[-1] == MORE


@given(COMPARISONS)
@settings(max_examples=20, deadline=None)
def test_a_comparison_joins_no_rows(asked: Comparison) -> None:
    assert answer_and_lineage(ARRAYS, Meaning(asked))[1] is None


def read_so(*questions: str, behind: float, words: float = 1.5) -> list[Meaning]:
    """The likeliest meanings of the questions as readings of one, which is told apart from the next by so much."""
    view = bridges().view
    first, *others = (plan_meanings(question, view)[0] for question in questions)
    traits = {**first.traits, MARGIN: behind, CLOSE: float(behind < BEHIND), "words": words}
    first = replace(first, traits=traits, confidence=probability(traits))
    return [first, *(replace(other, behind=behind) for other in others)]


def said(meanings: list[Meaning]) -> tuple[str | None, float]:
    found = answer_meanings(bridges().view, meanings, 10, Presentation(None, None, None))
    return found.status, found.confidence or 0.0


def test_a_reading_that_gives_the_same_answer_is_no_rival() -> None:
    asked, other = "Which bridges span the Tarn?", "Which bridges are there?"
    apart = said(read_so(asked, other, behind=0.1))
    assert (
        said(read_so(asked, asked, behind=0.1)) == apart
    )  # no further meaning is known, which may be as near
    [first, same, third] = read_so(asked, asked, other, behind=0.1)
    kept = said([first, same, replace(third, behind=0.9)])
    assert (apart[0], kept[0]) == ("unsure", "answered") and kept[1] > apart[1]


def test_of_two_readings_as_likely_none_is_sure() -> None:
    asked, other = "Which bridges span the Tarn?", "Which bridges are there?"
    assert said(read_so(asked, other, behind=0.01, words=-0.5)) == ("unsure", TWINNED)
    assert said(read_so(asked, asked, behind=0.01, words=-0.5))[0] == "answered"
