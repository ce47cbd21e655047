"""The search equals its naive twin: same distances, same matches, same order."""

from __future__ import annotations

import os

from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import strategies
import toygraphs
from motif.engine.gsd_search import SubgraphMatches, search_subgraphs

EXAMPLES = 100 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 1500


def as_naive(found: SubgraphMatches) -> list[tuple[float, list[int], list[int]]]:
    return list(
        zip(found.distances.tolist(), found.nodes.tolist(), found.relationships.tolist(), strict=True)
    )


def expected(matches: list[naive.Match]) -> list[tuple[float, list[int], list[int]]]:
    return [(float(match.distance), list(match.nodes), list(match.relationships)) for match in matches]


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_search_equals_its_naive_twin(data: st.DataObject) -> None:
    graph, n_nodes, n_relations = data.draw(strategies.multigraphs())
    query = data.draw(strategies.queries(n_nodes, n_relations, len(graph)))
    injective = data.draw(st.sampled_from([True, False, "known"]))
    top_k = data.draw(st.sampled_from([1, 2, 3, 10, 1000]))

    found = search_subgraphs(*toygraphs.arrays_of(graph, n_nodes), query, top_k=top_k, injective=injective)

    assert as_naive(found) == expected(naive.search_subgraphs(graph, query, top_k, injective))
    assert found.complete
