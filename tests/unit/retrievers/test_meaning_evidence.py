"""The relationships beside a row are those that joined its node, whatever the meaning."""

from __future__ import annotations

from hypothesis import given, settings

from motif.engine.meaning_answers import answer_and_rows, answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.engine.meaning_rows import Bound
from motif.graphs.meaning import Comparison, Meaning, Selection
from motif.retrievers.meaning_evidence import ties_of
from orchard_graph import orchards
from question_graphs import as_projection
from random_meanings import COMPARISONS, GRAPH, selections

ARRAYS = MeaningGraph(as_projection(GRAPH))


def naive_ties(nodes: dict[str, int], rows: Bound) -> list[int]:
    """By each place in turn, what each row has that shows these nodes."""
    found: list[int] = []
    for column in rows.relationships.values():
        for row in range(len(rows)):
            tie = int(column[row])
            is_shown = all(rows.nodes[key][row] == node for key, node in nodes.items())
            if is_shown and tie >= 0 and tie not in found:
                found.append(tie)
    return found


@given(selections())
@settings(max_examples=200, deadline=None)
def test_a_node_has_what_its_rows_joined(asked: Selection) -> None:
    meaning = Meaning(asked)
    answer, rows = answer_and_rows(ARRAYS, meaning)
    assert answer == answer_meaning(ARRAYS, meaning)
    if asked.over is not None:  # one value that is made of many rows shows none
        assert rows is None
        return
    assert rows is not None
    places = list(rows.nodes)
    for node in range(ARRAYS.projection.n_nodes):
        for place in places:
            assert ties_of({place: node}, rows) == naive_ties({place: node}, rows)
    for row in range(min(len(rows), 5)):
        shown = {place: int(rows.nodes[place][row]) for place in places[-2:]}
        assert ties_of(shown, rows) == naive_ties(shown, rows)


def test_a_row_shows_the_relationships_of_all_its_nodes() -> None:
    found = orchards().retrieve("Which orchards are in each valley?", planner="meaning")
    assert {piece.text.splitlines()[-1] for piece in found} == {
        "Hollow Field | LOCATED_IN | Ash Vale", "Mill Slope | LOCATED_IN | Ash Vale",
        "Long Acre | LOCATED_IN | Brook Vale",
    }  # fmt: skip


@given(COMPARISONS)
@settings(max_examples=20, deadline=None)
def test_a_comparison_joins_no_rows(asked: Comparison) -> None:
    assert answer_and_rows(ARRAYS, Meaning(asked))[1] is None
