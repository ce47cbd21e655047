"""Names of a series and of the first thing in it, and whose it is that is told of: on books and on firms."""

from __future__ import annotations

import pytest

from question_graphs import small_graph

BOOKS = small_graph(
    "books",
    [
        (("Series",), {"name": "Salt Road"}),
        *((("Book",), {"name": name, "year": year}) for name, year in (("Salt Road", 1990), ("Ash", 1994))),
        (("Book",), {"name": "Harrow", "year": 1999}),
        (("Writer",), {"name": "Ines Calder"}),
        (("Writer",), {"name": "Tom Reyes"}),
    ],
    [
        (1, "PART_OF", 0, {}),
        (2, "PART_OF", 0, {}),
        (1, "WRITTEN_BY", 4, {}),
        (2, "WRITTEN_BY", 5, {}),
        (3, "WRITTEN_BY", 5, {}),
    ],
)
FIRMS = small_graph(
    "firms",
    [(("Firm",), {"name": name}) for name in ("Acre Works", "Bell Tools", "Corn Mills", "Dray Lines")],
    [
        (0, "HAS_SUPPLIER", 1, {"yearlyCost": 40}),
        (0, "HAS_SUPPLIER", 2, {"yearlyCost": 2}),
        (3, "HAS_SUPPLIER", 0, {"yearlyCost": 7}),
    ],
    ("yearlyCost",),
)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Who wrote the Salt Road books?", {"Ines Calder", "Tom Reyes"}),
        ("How many Salt Road books are there?", {"2"}),
        ("Which Salt Road books came out before 1993?", {"Salt Road"}),
        ("Who wrote the book Salt Road?", {"Ines Calder"}),
        ("Who wrote the Salt Road book?", {"Ines Calder"}),
        ("Who wrote Salt Road?", {"Ines Calder"}),
        ("Which books did Tom Reyes write?", {"Ash", "Harrow"}),
    ],
)
def test_several_of_a_name_are_those_of_the_series(question: str, answers: set[str]) -> None:
    found = BOOKS.retrieve(question)
    told = {str(getattr(piece.answers[0], "name", piece.answers[0])) for piece in found}
    assert (found.status, told) == ("answered", answers), found.readings


@pytest.mark.parametrize(
    ("question", "cost"),
    [
        ("What is the total yearly cost of what Acre Works buys from its suppliers?", 42),
        ("What is the total yearly cost of what Dray Lines gets from its suppliers?", 7),
        ("What is the total yearly cost of Acre Works's suppliers?", 42),
    ],
)
def test_its_suppliers_are_those_that_it_has(question: str, cost: int) -> None:
    found = FIRMS.retrieve(question)
    assert (found.status, [piece.answers for piece in found]) == ("answered", [(cost,)]), found.readings
