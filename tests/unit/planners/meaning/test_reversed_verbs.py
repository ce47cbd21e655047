"""What belongs to X is owned by X, what came out was released, who made three trips had so many; what shares a kind
with X is not in X."""

from __future__ import annotations

from functools import cache

import pytest

import motif
from question_graphs import small_graph

_BOOKS = (
    ("Low Tide", "1994-03-02", 5, 8),
    ("Hedgerow", "1997-10-20", 6, 8),
    ("Sleet", "2003-05-05", 7, 9),
    ("Moss", "2011-01-31", 5, 9),
    ("Ember", "2015-06-12", 5, 8),
)


@cache
def imprints() -> motif.Graph:
    nodes = [
        (("Book",), {"name": name, "release_date": day, "pages": 90 + at})
        for at, (name, day, *_) in enumerate(_BOOKS)
    ]
    nodes += [(("Imprint",), {"name": name}) for name in ("Larkhouse", "Dray & Sons", "Quarto North")]
    nodes += [(("Style",), {"name": name}) for name in ("verse", "essay")]
    links = [(at, "printedBy", imprint, {}) for at, (_, _, imprint, _) in enumerate(_BOOKS)]
    links += [(at, "hasStyle", style, {}) for at, (*_, style) in enumerate(_BOOKS)]
    links += [(5, "hasStyle", 8, {}), (6, "hasStyle", 8, {}), (7, "hasStyle", 9, {})]
    links += [(6, "ownedBy", 5, {}), (7, "ownedBy", 6, {})]
    return small_graph("imprints", nodes, links, ("release_date",))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which imprints belong to Larkhouse?", {"Dray & Sons"}),
        ("Which imprint does Quarto North belong to?", {"Dray & Sons"}),
        ("When did Sleet come out?", {"2003-05-05"}),
        ("What is the average number of pages of the books of Larkhouse?", {92.333}),
        ("Which imprint made the most books?", {"Larkhouse"}),
        ("Which imprints made more than 2 books?", {"Larkhouse"}),
    ],
)
def test_it_is_read_as_it_is_meant(question: str, expected: set[object]) -> None:
    found = imprints().retrieve(question, planner="meaning")
    first = [piece.answers[0] for piece in found]
    assert {
        round(one, 3) if isinstance(one, float) else getattr(one, "name", one) for one in first
    } == expected, found.readings
    assert found.status == "answered"
