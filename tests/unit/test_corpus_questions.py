"""Questions to a graph of chunks: by the verb that is named, and by the one that is chosen."""

from __future__ import annotations

import pytest

import fakes
from motif.catalog import from_rows
from motif.errors import InvalidInput
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection
from motif.knowledge_graph import Graph

CHUNKS = {
    "landing": "Apollo 11 landed on the Moon in July 1969 with Neil Armstrong on board.",
    "rocket": "Every crew was launched by a Saturn V.",
    "bread": "A starter of flour and water is fed every day until wild yeast makes it rise.",
}


def corpus() -> Projection:
    nodes = [(key, ["Chunk"], {"title": key, "text": text}) for key, text in CHUNKS.items()]
    people = ("Neil Armstrong", "Apollo 11", "Saturn V")
    nodes += [(name, ["__Entity__"], {"name": name}) for name in people]
    return from_rows(
        nodes,
        [
            ("Neil Armstrong", "FROM_CHUNK", "landing", {}),
            ("Apollo 11", "FROM_CHUNK", "landing", {}),
            ("Apollo 11", "FROM_CHUNK", "rocket", {}),
            ("Saturn V", "FROM_CHUNK", "rocket", {}),
            ("Neil Armstrong", "COMMANDED", "Apollo 11", {}),
        ],
    )


@pytest.fixture(scope="module")
def graph() -> Graph:
    projection = corpus()
    return Graph(lambda: projection, encoder=fakes.HashEncoder).embed()


def test_expand_is_a_method_of_retrieve(graph: Graph) -> None:
    found = graph.retrieve("what is fed with flour and water?", method="SAGE", top_k=2)
    assert found[0].nodes[0].name == "bread"
    assert found[0].method == "expand" and len(found) <= 2


def test_a_plan_of_a_text_method_is_the_question(graph: Graph) -> None:
    [plan] = graph.plan("what is fed with flour and water?", method="expand")
    assert plan == Plan(pattern=(), method="expand", question="what is fed with flour and water?")
    assert graph.run(plan, top_k=1)[0].nodes[0].name == "bread"


def test_community_is_a_method_of_retrieve(graph: Graph) -> None:
    [found] = graph.retrieve("Who commanded Apollo 11?", method="da-rag", layers=("knowledge",), trussness=2)
    assert found.method == "community" and found.metadata["layer"] == "knowledge"
    assert {node.name for node in found.nodes} <= {"Neil Armstrong", "Apollo 11", "Saturn V"}


def test_auto_reads_the_chunks_where_no_relation_answers(graph: Graph) -> None:
    found = graph.retrieve("what is fed with flour and water?")
    assert found[0].method == "expand" and found[0].nodes[0].name == "bread"


def test_auto_takes_a_relation_that_answers(graph: Graph) -> None:
    [found] = graph.retrieve("Who commanded [Apollo 11]?")
    assert (found.method, found.answers[0].name) == ("search", "Neil Armstrong")


def test_other_graphs_are_planned_as_before() -> None:
    films = Graph.from_triples([("Heat", "directed_by", "Michael Mann")])
    assert films.retrieve("Who directed Heat?")[0].method == "search"


def test_a_pattern_is_no_question(graph: Graph) -> None:
    with pytest.raises(InvalidInput, match="'expand' takes a question in words"):
        graph.retrieve([("Apollo 11", None, "?what")], method="expand")


def test_an_option_of_another_verb_is_named(graph: Graph) -> None:
    with pytest.raises(InvalidInput, match="'node_candidates' is no option of 'expand'"):
        graph.retrieve("what rises?", method="expand", node_candidates=3)
