"""When a society was formed and when it disbanded: verbs for its inception and its dissolution."""

from __future__ import annotations

import pytest

from question_graphs import small_graph


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which choral societies were formed in 1902?", "Aria"),
        ("Which choral societies disbanded before 1950?", "Brio"),
        ("When did Brio disband?", 1931),
        ("When was Brio formed?", 1899),
    ],
)
def test_they_are_its_years(question: str, expected: str | int) -> None:
    nodes = [
        (("ChoralSociety",), {"name": name, "inception_year": begun, "dissolution_year": ended})
        for name, begun, ended in (("Aria", 1902, 1988), ("Brio", 1899, 1931), ("Coda", 1950, 1999))
    ]
    links = [(at, "SINGS_IN", 3, {}) for at in range(3)]
    graph = small_graph("choral", [*nodes, (("Hall",), {"name": "Old Corn Hall"})], links)
    [found] = graph.retrieve(question, planner="meaning")
    assert getattr(found.answers[0], "name", found.answers[0]) == expected
