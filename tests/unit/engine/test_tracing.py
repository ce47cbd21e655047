"""Tracing equals its plain twin, on every awkward graph and schema graph; and says what it could not do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, composite

import naive_tracing
from interpreted import examples
from motif.engine.control import Control
from motif.engine.tracing import Anchor, TraceOptions, TraceQuery, Traces, trace
from motif.errors import InvalidInput
from motif.graphs.projection import VectorSet
from motif.graphs.stamp import EncoderStamp
from strategies import multigraphs
from toygraphs import data_graph, in_order

PRECISION, BREADTH = TraceOptions(breadth=False), TraceOptions(breadth=True)
COSINES = (-0.25, 0.0, 0.25, 0.5, 0.5, 0.625, 0.75, 1.0)
"""With ties; multiples of a power of two, so that the kernel's sums are exact."""

Case = dict[str, Any]


def vector_set(index: list[int], rows: list[list[float]]) -> VectorSet:
    matrix = np.array(rows, np.float32).reshape(len(rows), len(rows[0]) if rows else 1)
    return VectorSet(EncoderStamp("drawn", matrix.shape[1]), np.array(index, np.int32), matrix)


@composite
def cases(draw: DrawFn) -> Case:
    """A graph, a schema graph with its anchors, a cosine for each triple and text, masks and options.

    The schema triples' vectors are the axes, so that a text's vector holds its cosine with each.
    """
    graph, n_nodes, n_relations = draw(multigraphs(5, 9))
    place = st.integers(0, draw(st.integers(0, 4)))
    ends = draw(st.lists(st.tuples(place, place), min_size=1, max_size=4))
    n_places = max(max(pair) for pair in ends) + 1
    row = st.integers(0, n_nodes - 1)
    rows = st.sets(row, max_size=3).map(lambda chosen: np.array(sorted(chosen), np.int32))
    anchor = st.builds(Anchor, st.integers(0, n_places - 1), row, st.sampled_from([0.0, 0.5, 0.9, 1.5, -0.5]))
    cosine = st.lists(st.sampled_from(COSINES), min_size=len(ends), max_size=len(ends))
    n_scores = len(ends) * n_relations
    relation_scores = st.lists(
        st.sampled_from([*COSINES, float("nan")]), min_size=n_scores, max_size=n_scores
    ).map(lambda drawn: np.array(drawn, np.float32).reshape(len(ends), -1))
    n_texts = draw(st.integers(1, 5))
    text = st.integers(-1, n_texts - 1)

    def mask(length: int) -> Any:
        bits = st.lists(st.integers(0, 4), min_size=length, max_size=length)
        return draw(st.none() | bits.map(lambda drawn: np.array(drawn, int) > 0))

    def masks(count: int, length: int) -> tuple[Any, ...]:
        """None at all, one that some share, or each its own."""
        shared = draw(st.none() | st.booleans())
        one = mask(length)
        return () if shared is None else tuple(one if shared else mask(length) for _ in range(count))

    share = st.sampled_from([0.0, 0.25, 0.7, 1.0])
    shares = np.array(draw(st.lists(share, min_size=n_nodes, max_size=n_nodes)), np.float32)
    return {
        "graph": graph,
        "sizes": (n_nodes, n_relations),
        "query": TraceQuery(
            np.array(ends, np.int32),
            np.eye(len(ends), dtype=np.float32),
            tuple(draw(st.none() | rows) for _ in range(n_places)),
            tuple(draw(st.lists(anchor, max_size=4))),
            masks(n_places, n_nodes),
            masks(len(ends), len(graph)),
            draw(st.none() | relation_scores),
        ),
        "triples": vector_set(
            draw(st.lists(text, min_size=len(graph), max_size=len(graph))),
            [draw(cosine) for _ in range(n_texts)],
        ),
        "guided": draw(st.sampled_from([mask(n_nodes), shares])),
        "options": TraceOptions(
            breadth=draw(st.booleans()),
            threshold=draw(st.sampled_from([0.0, 0.5, 0.6, 1.0])),
            triple_bias=draw(st.sampled_from([0.0, 0.25, 0.5])),
            before_bias=draw(st.booleans()),
            consistent=draw(st.booleans()),
            limit=100_000,
            keep_best=draw(st.booleans()),
            siblings=draw(st.booleans()),
            relation_weight=draw(st.sampled_from([0.0, 0.5, 1.0, 3.0])),
        ),
    }


def traced(case: Case, **changes: Any) -> Traces:
    """What the engine finds, with options changed."""
    return trace(
        data_graph(case["graph"], *case["sizes"]),
        case["query"],
        case["triples"],
        replace(case["options"], **changes),
        guided=case["guided"],
    )


def expected(case: Case) -> list[naive_tracing.Trace]:
    """What the twin finds."""
    texts = case["triples"]

    def cosine(edge: int, row: int) -> int:
        text = texts.index[row]
        return 0 if text < 0 else round(float(texts.matrix[text, edge]) * naive_tracing.UNITS)

    task = naive_tracing.Task(case["graph"], case["query"], case["options"], cosine, case["guided"])
    return naive_tracing.trace(task)


def rows_of(found: Traces) -> list[tuple[Any, ...]]:
    columns = (
        found.nodes.tolist(),
        found.relationships.tolist(),
        found.scores.tolist(),
        found.anchors.tolist(),
    )
    return [
        (tuple(nodes), tuple(taken), score, anchor)
        for nodes, taken, score, anchor in zip(*columns, strict=True)
    ]


def rows_of_twin(traces: list[naive_tracing.Trace]) -> list[tuple[Any, ...]]:
    return [
        (one.nodes, one.relationships, -one.minus_score / naive_tracing.UNITS, one.anchor) for one in traces
    ]


@settings(max_examples=examples(200, 60))
@given(cases())
def test_traces_equal_those_of_the_plain_algorithm(case: Case) -> None:
    found = traced(case)
    assert found.complete
    assert rows_of(found) == rows_of_twin(expected(case))


@settings(max_examples=examples(60, 20))
@given(cases(), st.integers(1, 5))
def test_a_limit_keeps_the_first_and_says_that_there_are_more(case: Case, limit: int) -> None:
    all_found, found = traced(case), traced(case, limit=limit)
    assert rows_of(found) == rows_of(all_found)[:limit]
    assert found.complete == (len(all_found) <= limit)


@settings(max_examples=examples(60, 20))
@given(cases(), st.integers(1, 30))
def test_a_budget_is_kept_and_what_is_found_is_in_the_graph(case: Case, budget: int) -> None:
    found = traced(case, budget=budget)
    assert found.steps <= budget
    if found.complete:
        assert rows_of(found) == rows_of(traced(case))
    ends, query = np.array([(t.source, t.target) for t in case["graph"]]).reshape(-1, 2), case["query"]
    for nodes, taken, _, anchor in rows_of(found):
        used = [row for row in taken if row >= 0]
        assert used and len(set(used)) == len(used)
        assert (
            nodes[query.anchors[anchor].place] == query.anchors[anchor].row or not case["options"].consistent
        )
        for (head, tail), row in zip(query.edges.tolist(), taken, strict=True):
            if row >= 0 and case["options"].consistent:
                assert sorted((nodes[head], nodes[tail])) == sorted(ends[row].tolist())


def path_query(anchors: tuple[Anchor, ...] = (Anchor(0, 0, 1.0),), n_triples: int = 1) -> TraceQuery:
    """A path of unknowns from place 0, all triples of one vector."""
    ends = np.array([(place, place + 1) for place in range(n_triples)], np.int32)
    return TraceQuery(ends, np.ones((n_triples, 1), np.float32), (None,) * (n_triples + 1), anchors)


def texts(*cosines: float) -> VectorSet:
    """A text for each relationship, with this cosine to the vector (1,)."""
    return vector_set(list(range(len(cosines))), [[cosine] for cosine in cosines])


def test_precision_takes_the_best_and_breadth_all_that_reach_the_threshold() -> None:
    graph = data_graph(in_order([(0, 0, 1), (2, 0, 0), (0, 0, 3)]), 4, 1)
    given_texts = texts(0.5, 0.75, 0.6)

    best = trace(graph, path_query(), given_texts, PRECISION)
    assert (best.nodes.tolist(), best.relationships.tolist()) == ([[0, 3]], [[1]])
    assert best.scores.tolist() == [1.75]
    found = trace(graph, path_query(), given_texts, replace(BREADTH, threshold=0.6))
    assert found.nodes.tolist() == [[0, 3], [0, 2]]
    guided = np.array([True, True, False, False])
    found = trace(graph, path_query(), given_texts, BREADTH, guided=guided)
    assert (found.nodes.tolist(), found.scores[0]) == ([[0, 1], [0, 3], [0, 2]], 2.0)
    found = trace(graph, path_query(), given_texts, replace(BREADTH, before_bias=True), guided=guided)
    assert found.nodes.tolist() == [[0, 3], [0, 2]]


def test_a_relationship_without_text_has_cosine_zero() -> None:
    graph = data_graph(in_order([(0, 0, 1)]), 2, 1)
    found = trace(graph, path_query(), vector_set([-1], [[1.0]]), PRECISION)
    assert found.scores.tolist() == [1.0]
    assert len(trace(graph, path_query(), vector_set([-1], [[1.0]]), BREADTH)) == 0


def test_the_best_is_kept_though_it_does_not_reach_the_threshold() -> None:
    graph = data_graph(in_order([(0, 0, 1), (0, 0, 2), (1, 0, 3), (1, 0, 4)]), 5, 1)
    given_texts = texts(0.75, 0.625, 0.25, 0.5)
    query = path_query(n_triples=2)

    assert trace(graph, query, given_texts, BREADTH).nodes.tolist() == [[0, 1, -1], [0, 2, -1]]
    kept = trace(graph, query, given_texts, replace(BREADTH, keep_best=True))
    assert kept.nodes.tolist() == [[0, 1, 4], [0, 2, -1]]
    best = trace(graph, query, given_texts, PRECISION)
    assert best.nodes.tolist() == kept.nodes.tolist()[:1]


@pytest.mark.parametrize("before_bias", [False, True])
def test_where_the_best_few_are_used_the_next_is_kept(before_bias: bool) -> None:
    """Branches with tails, all from one row, and nothing but the best of each reaches the threshold."""
    graph = in_order([(0, 0, 1), (0, 0, 2), (1, 0, 0), (2, 0, 0), (1, 0, 2), (0, 0, 0), (2, 0, 2)])
    ends = np.array([(0, 1), (0, 2), (0, 3), (1, 4), (2, 5)], np.int32)
    case: Case = {
        "graph": graph,
        "sizes": (3, 1),
        "query": TraceQuery(ends, np.eye(5, dtype=np.float32), (None,) * 6, (Anchor(0, 0, 1.0),)),
        "triples": vector_set(
            list(range(7)), [[0.125 * (row + edge % 3) for edge in range(5)] for row in range(7)]
        ),
        "guided": np.array([True, False, True]),
        "options": TraceOptions(True, 0.9, 0.25, before_bias, limit=100, keep_best=True),
    }
    assert rows_of(traced(case)) == rows_of_twin(expected(case))


def test_what_is_of_the_best_ones_relation_and_direction_is_taken_too() -> None:
    graph = data_graph(in_order([(0, 0, 1), (0, 0, 2), (0, 1, 3), (4, 0, 0)]), 5, 2)
    given_texts = texts(0.5, 0.125, 0.375, 0.25)
    alone = replace(BREADTH, keep_best=True)
    assert trace(graph, path_query(), given_texts, alone).nodes.tolist() == [[0, 1]]
    found = trace(graph, path_query(), given_texts, replace(BREADTH, siblings=True))
    assert found.nodes.tolist() == [[0, 1], [0, 2]]


def test_guidance_may_be_a_matter_of_degree() -> None:
    graph = data_graph(in_order([(0, 0, 1), (0, 0, 2)]), 3, 1)
    shares = np.array([1.0, 0.25, 0.5], np.float32)
    found = trace(graph, path_query(), texts(0.5, 0.5), BREADTH, guided=shares)
    assert found.nodes.tolist() == [[0, 2], [0, 1]]
    assert found.scores.tolist() == [1.0 + 0.5 + 0.25, 1.0 + 0.5 + 0.125]
    with pytest.raises(InvalidInput, match="numbers from 0 to 1"):
        trace(graph, path_query(), texts(0.5, 0.5), BREADTH, guided=shares * 3)


def test_likeness_of_relations_weighs_as_much_as_is_asked_for() -> None:
    graph = data_graph(in_order([(0, 0, 1), (0, 1, 2)]), 3, 2)
    query = replace(path_query(), relation_scores=np.array([[0.0, 1.0]], np.float32))
    unsaid = replace(query, relation_scores=np.full((1, 2), np.nan, np.float32))
    given_texts, weighed = texts(0.75, 0.5), replace(PRECISION, relation_weight=1.0)

    assert trace(graph, query, given_texts, PRECISION).scores.tolist() == [1.75]
    found = trace(graph, query, given_texts, weighed)
    assert (found.nodes.tolist(), found.scores.tolist()) == ([[0, 2]], [1.75])
    assert trace(graph, unsaid, given_texts, weighed).nodes.tolist() == [[0, 1]]


def test_a_cycle_is_walked_once_and_closed_or_left_open() -> None:
    triangle = data_graph(in_order([(0, 0, 1), (1, 0, 2), (2, 0, 0), (1, 0, 3), (3, 0, 1)]), 4, 1)
    given_texts = texts(0.9, 0.8, 1.0, 0.8, 0.7)
    cycle = TraceQuery(
        np.array([(0, 1), (1, 2), (2, 0)], np.int32),
        np.ones((3, 1), np.float32),
        (None,) * 3,
        (Anchor(0, 0, 1.0),),
    )
    found = trace(triangle, cycle, given_texts, BREADTH)
    closed = [row for row in rows_of(found) if -1 not in row[1]]
    assert [row[0] for row in closed] == [(0, 1, 2), (0, 2, 1)]
    greedy = trace(triangle, cycle, given_texts, PRECISION)
    assert (greedy.nodes.tolist(), greedy.relationships.tolist()) == ([[0, 1, 3]], [[0, 2, -1]])
    paper = trace(triangle, cycle, given_texts, replace(PRECISION, consistent=False))
    assert (paper.nodes.tolist(), paper.relationships.tolist()) == ([[1, 1, 3]], [[0, 2, 4]])


def test_what_hangs_on_a_triple_that_cannot_be_traced_is_left_out_with_it() -> None:
    graph = data_graph(in_order([(0, 0, 1), (2, 0, 3)]), 4, 1)
    query = replace(
        path_query(n_triples=3),
        edges=np.array([(0, 1), (1, 2), (0, 3)], np.int32),
        known=(None, np.array([2], np.int32), None, None),
    )
    found = trace(graph, query, texts(0.9, 0.9), BREADTH)
    assert rows_of(found) == [((0, -1, -1, 1), (-1, -1, 0), found.scores[0], 0)]


def test_an_assignment_found_from_two_anchors_counts_once_with_its_best_score() -> None:
    graph = data_graph(in_order([(0, 0, 1)]), 2, 1)
    query = replace(path_query((Anchor(0, 0, 0.5), Anchor(1, 1, 0.9), Anchor(0, 0, 0.9))))
    for options in (PRECISION, BREADTH):
        found = trace(graph, query, texts(1.0), options)
        assert (len(found), round(found.scores[0], 6), found.anchors[0], found.complete) == (1, 1.9, 1, True)


def star(n_branches: int, n_leaves: int, text_of: Any) -> tuple[Any, TraceQuery, VectorSet]:
    """A hub with leaves, and a schema graph of branches from it."""
    triples = in_order([(0, 0, leaf) for leaf in range(1, n_leaves + 1)])
    query = replace(
        path_query(n_triples=n_branches),
        edges=np.array([(0, branch + 1) for branch in range(n_branches)], np.int32),
    )
    return data_graph(triples, n_leaves + 1, 1), query, texts(*map(text_of, range(n_leaves)))


def test_the_best_of_many_branches_are_found_without_making_them_all() -> None:
    graph, query, given_texts = star(4, 60, lambda leaf: 0.625 + leaf / 256)
    found = trace(graph, query, given_texts, replace(BREADTH, limit=24))
    assert not found.complete and found.steps < 5000
    assert {tuple(sorted(row)) for row in found.relationships.tolist()} == {(56, 57, 58, 59)}
    assert found.relationships.tolist() == sorted(found.relationships.tolist())


def test_among_equals_the_lowest_rows_come_first() -> None:
    graph, query, given_texts = star(3, 60, lambda leaf: 0.75)
    found = trace(graph, query, given_texts, replace(BREADTH, limit=100))
    expected_rows = [[0, one, other] for one in range(1, 60) for other in range(1, 60) if one != other]
    assert found.relationships.tolist() == expected_rows[:100]
    assert found.steps < 20_000


def test_a_search_that_is_stopped_says_so() -> None:
    graph = data_graph(in_order([(0, 0, 1)]), 2, 1)
    with Control(timeout=0) as control:
        for options in (PRECISION, BREADTH):
            found = trace(graph, path_query(), texts(1.0), options, control=control)
            assert (len(found), found.complete, found.steps) == (0, False, 0)


def test_no_anchor_and_no_relationship_give_no_trace() -> None:
    empty = data_graph([], 1, 1)
    for options in (PRECISION, BREADTH):
        assert len(trace(empty, path_query(()), texts(), options)) == 0
        found = trace(empty, path_query(), vector_set([], [[1.0]]), options)
        assert (len(found), found.complete) == (0, True)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"limit": 0}, "limit must be 1 or more, not 0."),
        ({"budget": 0}, "budget must be 1 or more, not 0."),
        ({"threshold": float("nan")}, "threshold must be a number, not nan."),
        ({"relation_weight": float("inf")}, "relation_weight must be 0 to 100, not inf."),
        (
            {"relation_scores": np.zeros((2, 1), np.float32)},
            "relation_scores have the shape (2, 1); (1, 1) is needed.",
        ),
        ({"triple_bias": -0.5}, "triple_bias must be 0 to 100, not -0.5."),
        (
            {"edges": np.zeros((0, 2), np.int32)},
            "A schema graph has 1 to 32 triples of two places, not an array (0, 2).",
        ),
        (
            {"edges": np.array([[0, 2]], np.int32)},
            "A schema triple names place 2; known has one entry for each of the places 0 to 1.",
        ),
        (
            {"vectors": np.ones((1, 3), np.float32)},
            "The schema triples' vectors have the shape (1, 3); (1, 1) is needed. "
            "Encode them with the model that made the vectors.",
        ),
        ({"known": (None, np.array([1, 0]))}, "Rows of place 1 must be distinct and ascend."),
        ({"known": (None, np.array([0, 7]))}, "Place 1 may take row 7; the graph has rows 0 to 2."),
        ({"anchors": (Anchor(2, 0, 1.0),)}, "An anchor has place 2; there are places 0 to 1."),
        ({"anchors": (Anchor(0, 3, 1.0),)}, "An anchor has row 3; the graph has rows 0 to 2."),
        (
            {"anchors": (Anchor(0, 0, float("inf")),)},
            "An anchor's score must be -100 to 100, not inf.",
        ),
        ({"node_masks": (None,)}, "There are masks for 1 places; the schema graph has 2 places."),
        ({"node_masks": (None, np.ones(2, bool))}, "A mask has 2 entries; the graph has 3 nodes."),
        ({"relationship_masks": (np.ones(3, bool),)}, "A mask has 3 entries; the graph has 2 relationships."),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    options = {key: value for key, value in changes.items() if hasattr(BREADTH, key)}
    query = {key: value for key, value in changes.items() if key not in options}
    graph = data_graph(in_order([(0, 0, 1), (1, 0, 2)]), 3, 1)
    with pytest.raises(InvalidInput) as raised:
        trace(graph, replace(path_query(), **query), texts(1.0, 1.0), replace(BREADTH, **options))
    assert str(raised.value) == message


def test_vectors_and_a_guidance_graph_of_another_graph_are_refused() -> None:
    graph = data_graph(in_order([(0, 0, 1), (1, 0, 2)]), 3, 1)
    with pytest.raises(InvalidInput, match="There are vectors of 1 relationships; the graph has 2"):
        trace(graph, path_query(), texts(1.0), BREADTH)
    with pytest.raises(InvalidInput, match="A mask has 2 entries; the graph has 3 nodes"):
        trace(graph, path_query(), texts(1.0, 1.0), BREADTH, guided=np.ones(2, bool))
