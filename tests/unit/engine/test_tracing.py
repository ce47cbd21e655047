"""Tracing equals its plain twin, on every awkward graph and schema graph; and says what it could not do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, composite

import naive_tracing
from motif.engine.tracing import Anchor, TraceOptions, TraceQuery, Traces, trace
from motif.graphs.projection import VectorSet
from motif.graphs.stamp import EncoderStamp
from strategies import multigraphs
from toygraphs import data_graph

PRECISION, BREADTH = TraceOptions(breadth=False), TraceOptions(breadth=True)
COSINES = (-0.25, 0.0, 0.25, 0.5, 0.5, 0.625, 0.75, 1.0)
"""With ties; multiples of a power of two, so that the kernel's sums are exact."""

Case = dict[str, Any]


def vector_set(index: list[int], rows: list[list[float]]) -> VectorSet:
    matrix = np.array(rows, np.float32).reshape(len(rows), -1)
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
        ),
        "triples": vector_set(
            draw(st.lists(text, min_size=len(graph), max_size=len(graph))),
            [draw(cosine) for _ in range(n_texts)],
        ),
        "guided": mask(n_nodes),
        "options": TraceOptions(
            breadth=draw(st.booleans()),
            threshold=draw(st.sampled_from([0.0, 0.5, 0.6, 1.0])),
            triple_bias=draw(st.sampled_from([0.0, 0.25, 0.5])),
            before_bias=draw(st.booleans()),
            consistent=draw(st.booleans()),
            limit=100_000,
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


@settings(max_examples=400)
@given(cases())
def test_traces_equal_those_of_the_plain_algorithm(case: Case) -> None:
    found = traced(case)
    assert found.complete
    assert rows_of(found) == rows_of_twin(expected(case))


@given(cases(), st.integers(1, 5))
def test_a_limit_keeps_the_first_and_says_that_there_are_more(case: Case, limit: int) -> None:
    all_found, found = traced(case), traced(case, limit=limit)
    assert rows_of(found) == rows_of(all_found)[:limit]
    assert found.complete == (len(all_found) <= limit)


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
