"""What a graph has nothing of is not answered, although the things that the question names are there."""

from __future__ import annotations

import pytest

from foreign_questions import foreign_questions, presented
from schema_questions import graph_of

AT_MOST = 1
"""Of some thirty to one graph: likeness by the encoder takes a word for another now and then."""


ASKED = ("arcade", "chatter", "discs", "hoops", "modules", "recipes", "thrones")
"""A few graphs: each takes some seconds."""


@pytest.mark.parametrize("name", ASKED)
def test_what_the_graph_has_nothing_of_is_not_presented_as_answered(name: str) -> None:
    plain, graph = graph_of(name)
    asked = list(foreign_questions(plain, graph))
    assert len(asked) >= 25
    assert len([one for one in asked if presented(graph, one)]) <= AT_MOST
