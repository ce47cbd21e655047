"""The search equals its naive twin: same distances, same matches, same order."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import naive
import strategies
import toygraphs
from interpreted import examples
from motif.engine import rounds, supports
from motif.engine.candidates import Candidates
from motif.engine.control import Control
from motif.engine.gsd_search import SearchQuery, SubgraphMatches, search_subgraphs
from motif.errors import InvalidInput

EXAMPLES = examples(1000, 60)
INJECTIVE = st.sampled_from([True, False, "known"])
TOP_K = st.sampled_from([1, 2, 3, 10, 1000])


def rows_of(found: SubgraphMatches) -> list[tuple[float, list[int], list[int]]]:
    return list(
        zip(found.distances.tolist(), found.nodes.tolist(), found.relationships.tolist(), strict=True)
    )


def expected(matches: list[naive.Match]) -> list[tuple[float, list[int], list[int]]]:
    return [(float(match.distance), list(match.nodes), list(match.relationships)) for match in matches]


def query_of(ends: list[tuple[int, int]], known: dict[int, Candidates], **changes: Any) -> SearchQuery:
    """A query whose relations are unknown."""
    n_nodes = max(max(pair) for pair in ends) + 1
    parts = {
        "heads": np.array([head for head, _ in ends], np.int32),
        "tails": np.array([tail for _, tail in ends], np.int32),
        "node_candidates": tuple(known.get(node) for node in range(n_nodes)),
        "node_masks": (None,) * n_nodes,
        "relation_costs": (None,) * len(ends),
        "relationship_masks": (None,) * len(ends),
    }
    return SearchQuery(**{**parts, **changes})


def exactly(*rows: int) -> Candidates:
    return Candidates(np.array(rows, np.int32), np.zeros(len(rows)))


@pytest.fixture(params=["as it is", "as on large graphs"])
def economy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run also with the economies that small graphs do not reach by themselves."""
    if request.param == "as on large graphs":
        monkeypatch.setattr(rounds, "_DEAR", 0)
        monkeypatch.setattr(rounds, "_CANDIDATES_PER_ROUND", (1, 2))
        monkeypatch.setattr(supports, "_WORTH_A_SIEVE", 0)
        monkeypatch.setattr(supports, "_WORTH_ORDERING", 0)
        monkeypatch.setattr(supports, "_WORTH_GATHERING", 0)


@pytest.mark.usefixtures("economy")
@given(st.data())
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_search_equals_its_naive_twin(data: st.DataObject) -> None:
    graph, n_nodes, n_relations = data.draw(strategies.multigraphs())
    query = data.draw(strategies.queries(n_nodes, n_relations, len(graph)))
    injective, top_k = data.draw(INJECTIVE), data.draw(TOP_K)

    found = search_subgraphs(*toygraphs.arrays_of(graph, n_nodes), query, top_k=top_k, injective=injective)

    assert rows_of(found) == expected(naive.search_subgraphs(graph, query, top_k, injective))
    assert found.complete


@given(st.data())
@settings(max_examples=EXAMPLES // 4, deadline=None)
def test_searching_under_masks_equals_searching_the_filtered_graph(data: st.DataObject) -> None:
    graph, n_nodes, n_relations = data.draw(strategies.multigraphs())
    query = data.draw(strategies.queries(n_nodes, n_relations, len(graph), with_masks=False))
    keeps_node = np.array(data.draw(st.lists(st.booleans(), min_size=n_nodes, max_size=n_nodes)), bool)
    keeps = np.array(data.draw(st.lists(st.booleans(), min_size=len(graph), max_size=len(graph))), bool)
    injective, top_k = data.draw(INJECTIVE), data.draw(TOP_K)
    n_pattern, n_edges = len(query.node_candidates), len(query.heads)

    masked = SearchQuery(
        query.heads, query.tails, query.node_candidates, (keeps_node,) * n_pattern,
        query.relation_costs, (keeps,) * n_edges,
    )  # fmt: skip
    under_masks = search_subgraphs(
        *toygraphs.arrays_of(graph, n_nodes), masked, top_k=top_k, injective=injective
    )

    nodes = np.flatnonzero(keeps_node)
    left = [
        row
        for row, triple in enumerate(graph)
        if keeps[row] and keeps_node[[triple.source, triple.target]].all()
    ]
    place = {int(row): number for number, row in enumerate(nodes)}
    filtered = [
        naive.Triple(place[graph[row].source], graph[row].relation, place[graph[row].target]) for row in left
    ]
    moved = SearchQuery(
        query.heads, query.tails, tuple(_moved(part, place) for part in query.node_candidates), (None,) * n_pattern,
        query.relation_costs, (None,) * n_edges,
    )  # fmt: skip
    in_filtered = search_subgraphs(
        *toygraphs.arrays_of(filtered, len(nodes)), moved, top_k=top_k, injective=injective
    )

    assert under_masks.distances.tolist() == in_filtered.distances.tolist()
    assert under_masks.nodes.tolist() == nodes[in_filtered.nodes].tolist()
    assert under_masks.relationships.tolist() == np.array(left, int)[in_filtered.relationships].tolist()


def _moved(part: Candidates | None, place: dict[int, int]) -> Candidates | None:
    if part is None:
        return None
    kept = [i for i, row in enumerate(part.rows.tolist()) if row in place]
    return Candidates(np.array([place[int(part.rows[i])] for i in kept], np.int32), part.distances[kept])


def test_who_directed_a_film_with_al_pacino() -> None:
    graph, names, relations = toygraphs.films()
    costs = np.full((2, len(relations)), np.inf)
    costs[0, relations.index("starred_actors")] = costs[1, relations.index("directed_by")] = 0
    query = query_of([(0, 1), (0, 2)], {1: exactly(names.index("Al Pacino"))}, relation_costs=tuple(costs))

    found = search_subgraphs(*graph, query, top_k=10)

    assert {(names[film], names[director]) for film, _, director in found.nodes.tolist()} == {
        ("Heat", "Michael Mann"),
        ("The Insider", "Michael Mann"),
    }
    assert found.distances.tolist() == [0.0, 0.0]


@pytest.mark.parametrize(("injective", "count"), [(True, 0), ("known", 1), (False, 1)])
def test_two_unknowns_may_coincide_unless_all_must_differ(injective: bool | str, count: int) -> None:
    # Two relationships join the known node to one other, which both unknowns of a path stand for.
    graph = toygraphs.arrays_of(toygraphs.in_order([(0, 0, 1), (0, 1, 1)]), 2)
    query = query_of([(0, 1), (0, 2)], {0: exactly(0)})
    assert len(search_subgraphs(*graph, query, top_k=5, injective=injective)) == count


@pytest.mark.parametrize(("injective", "count"), [(True, 0), ("known", 0), (False, 1)])
def test_an_unknown_takes_a_known_nodes_image_only_without_injectivity(
    injective: bool | str, count: int
) -> None:
    graph = toygraphs.arrays_of(toygraphs.in_order([(0, 0, 1), (0, 1, 1)]), 2)
    query = query_of([(0, 1), (1, 2)], {0: exactly(0)})
    assert len(search_subgraphs(*graph, query, top_k=5, injective=injective)) == count


def test_relationships_that_run_as_asked_come_first() -> None:
    graph = toygraphs.arrays_of(toygraphs.in_order([(1, 0, 2), (2, 0, 0)]), 3)
    found = search_subgraphs(*graph, query_of([(0, 1)], {0: exactly(2)}), top_k=5)
    assert found.nodes.tolist() == [[2, 0], [2, 1]]
    found = search_subgraphs(*graph, query_of([(1, 0)], {0: exactly(2)}), top_k=5)
    assert found.nodes.tolist() == [[2, 1], [2, 0]]


def test_parallel_relationships_are_one_result_and_serve_parallel_edges() -> None:
    graph = toygraphs.arrays_of(toygraphs.in_order([(0, 0, 1)] * 3), 2)
    once = search_subgraphs(*graph, query_of([(0, 1)], {0: exactly(0)}), top_k=5)
    twice = search_subgraphs(*graph, query_of([(0, 1), (0, 1)], {0: exactly(0)}), top_k=5)
    four = search_subgraphs(*graph, query_of([(0, 1)] * 4, {0: exactly(0)}), top_k=5)
    assert once.relationships.tolist() == [[0]]
    assert twice.relationships.tolist() == [[0, 1]]
    assert len(four) == 0


def test_a_hub_with_more_relationships_than_a_block() -> None:
    n_spokes = 20_000
    graph = toygraphs.arrays_of([naive.Triple(0, 0, spoke) for spoke in range(1, n_spokes + 1)], n_spokes + 1)
    last = exactly(n_spokes)
    found = search_subgraphs(*graph, query_of([(0, 1), (0, 2)], {2: last}), top_k=2)
    assert found.nodes.tolist() == [[0, 1, n_spokes], [0, 2, n_spokes]]


def test_nothing_that_matches_is_an_empty_result() -> None:
    graph = toygraphs.arrays_of(toygraphs.in_order([(0, 0, 1)]), 3)
    for query in (query_of([(0, 1)], {0: exactly(2)}), query_of([(0, 1)], {0: exactly()})):
        found = search_subgraphs(*graph, query, top_k=3)
        assert (len(found), found.complete) == (0, True)
        assert (found.nodes.shape, found.relationships.shape) == ((0, 2), (0, 1))


def test_an_empty_graph_is_searched() -> None:
    graph = toygraphs.arrays_of([], 0)
    assert len(search_subgraphs(*graph, query_of([(0, 1)], {}), top_k=3)) == 0


@pytest.mark.parametrize("top_k", [0, -1, True, 2.5, "five"])
def test_top_k_must_be_a_positive_whole_number(top_k: Any) -> None:
    graph = toygraphs.arrays_of(toygraphs.in_order([(0, 0, 1)]), 2)
    with pytest.raises(InvalidInput, match="top_k must be a whole number of 1 or more"):
        search_subgraphs(*graph, query_of([(0, 1)], {}), top_k=top_k)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (query_of([(0, 1)] * 33, {}), "1 to 32 edges, not 33"),
        (query_of([(0, 2)], {}), "must be an end of a pattern edge"),
        (query_of([(0, 1)], {}, relation_costs=()), "relation_costs must have one entry"),
        (query_of([(0, 1)], {}, node_masks=(None,)), "node_masks must have one entry"),
        (
            query_of([(0, 1)], {}, node_masks=(None, np.ones(7, bool))),
            "A mask has 7 entries; the graph has 2",
        ),
        (
            query_of([(0, 1)], {}, relationship_masks=(np.ones(7, bool),)),
            "A mask has 7 entries; the graph has 1",
        ),
    ],
)
def test_queries_that_do_not_fit_are_refused(query: SearchQuery, message: str) -> None:
    graph = toygraphs.arrays_of(toygraphs.in_order([(0, 0, 1)]), 2)
    with pytest.raises(InvalidInput, match=message):
        search_subgraphs(*graph, query, top_k=3)


def test_injectivity_must_be_one_of_three() -> None:
    graph = toygraphs.arrays_of(toygraphs.in_order([(0, 0, 1)]), 2)
    with pytest.raises(InvalidInput, match="injective must be True, False or 'known', not 'unknown'"):
        search_subgraphs(*graph, query_of([(0, 1)], {}), top_k=3, injective="unknown")  # type: ignore[arg-type]


def test_a_stopped_search_says_that_it_is_not_complete() -> None:
    graph = toygraphs.arrays_of(toygraphs.in_order([(0, 0, 1)]), 2)
    with Control() as control:
        control.cancel()
        assert not search_subgraphs(*graph, query_of([(0, 1)], {}), top_k=3, control=control).complete


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="sized for compiled code")
def test_a_deadline_ends_a_search_that_would_not_end_by_itself() -> None:
    # In a dense graph without direction the pattern, a long cycle, has astronomically many matches, and the last
    # top_k of them cannot be told before all have been seen.
    n_nodes = 60
    graph = toygraphs.arrays_of(
        [naive.Triple(s, 0, t) for s in range(n_nodes) for t in range(n_nodes)], n_nodes
    )
    ring = [(node, (node + 1) % 12) for node in range(12)]
    search_subgraphs(*graph, query_of(ring, {}), top_k=1)  # the first search of a process compiles
    for seconds in (0.2, 2.0, 20.0):  # more where the machine is at other work
        with Control(timeout=seconds) as control:
            found = search_subgraphs(*graph, query_of(ring, {}), top_k=1_000_000, control=control)
        assert control.state == "deadline"
        assert not found.complete
        if len(found):
            break
    assert len(found) > 0
