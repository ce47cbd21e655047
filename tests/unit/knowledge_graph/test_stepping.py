"""Plans of steps on graphs that cannot run them, and options that only they take."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from motif import Graph
from motif.errors import InvalidInput

FILMS = Graph.from_triples([("Heat", "directed_by", "Mann")])
PLAN = {"steps": [{"step": "find", "as": "film"}]}


def test_a_graph_without_a_database_says_what_to_use() -> None:
    asks: tuple[Callable[[], object], ...] = (
        lambda: FILMS.run(PLAN),
        lambda: FILMS.plan("films?", method="spark"),
        lambda: FILMS.retrieve("films?", method="plan"),
        FILMS.schema,
    )
    for ask in asks:
        with pytest.raises(InvalidInput, match=r"this graph has none.*motif\.connect"):
            ask()


@pytest.mark.parametrize("options", [{"expansion": "sage+edge"}, {"neighbours": 3}, {"fallback": False}])
def test_options_of_steps_are_refused_for_a_pattern(options: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match="is for plans of steps; this one is run by 'search'"):
        FILMS.run([["?film", "directed_by", "Mann"]], **options)  # type: ignore[arg-type]


def test_a_pattern_is_no_question_of_steps() -> None:
    with pytest.raises(InvalidInput, match="takes a question in words"):
        FILMS.retrieve([["?film", "directed_by", "Mann"]], method="spark")
