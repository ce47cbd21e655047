"""The relationships beside a row are those that joined its node, whatever the meaning."""

from __future__ import annotations

from hypothesis import given, settings

from motif.engine.meaning_answers import answer_and_rows, answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.engine.meaning_rows import Bound
from motif.graphs.meaning import Comparison, Meaning, Selection
from motif.retrievers.meaning_evidence import ties_of
from question_graphs import as_projection
from random_meanings import COMPARISONS, GRAPH, selections

ARRAYS = MeaningGraph(as_projection(GRAPH))


def naive_ties(node: int, rows: Bound, key: str) -> list[int]:
    """By each place in turn, what each row has where its first node is ``node``."""
    found: list[int] = []
    for column in rows.relationships.values():
        for row in range(len(rows)):
            tie = int(column[row])
            if rows.nodes[key][row] == node and tie >= 0 and tie not in found:
                found.append(tie)
    return found


@given(selections())
@settings(max_examples=200, deadline=None)
def test_a_node_has_what_its_rows_joined(asked: Selection) -> None:
    meaning = Meaning(asked)
    answer, rows = answer_and_rows(ARRAYS, meaning)
    assert answer == answer_meaning(ARRAYS, meaning)
    assert rows is not None
    for node in range(ARRAYS.projection.n_nodes):
        assert ties_of(node, rows) == naive_ties(node, rows, asked.place.key)


@given(COMPARISONS)
@settings(max_examples=20, deadline=None)
def test_a_comparison_joins_no_rows(asked: Comparison) -> None:
    assert answer_and_rows(ARRAYS, Meaning(asked))[1] is None
