"""Evidence as LlamaIndex nodes: alone, in a query engine, beside others in a property-graph index."""

from __future__ import annotations

import json
from typing import Any

import pytest

import fakes

pytest.importorskip("llama_index.core", reason="the extra 'llamaindex' is not installed")

from llama_index.core import PropertyGraphIndex
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.core.indices.property_graph import CustomPGRetriever
from llama_index.core.llms import MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.schema import MetadataMode, QueryBundle
from llama_index.core.tools import RetrieverTool

from motif.errors import InvalidInput, MissingVectors, NoEntityFound
from motif.knowledge_graph import Graph
from motif.llamaindex import MotifRetriever

TRIPLES = [
    ("Heat", "directed_by", "Michael Mann"),
    ("Ali", "directed_by", "Michael Mann"),
    ("Heat", "release_year", "1995"),
]
DIRECTED = "?film | directed_by | Michael Mann"


@pytest.fixture
def graph() -> Graph:
    return Graph.from_triples(TRIPLES, encoder=fakes.HashEncoder())


@pytest.fixture
def retriever(graph: Graph) -> MotifRetriever:
    return MotifRetriever(graph, method="match")


def test_a_node_is_a_piece_of_evidence(retriever: MotifRetriever) -> None:
    found = retriever.retrieve(DIRECTED)
    assert [one.text for one in found] == [
        "Heat | directed_by | Michael Mann",
        "Ali | directed_by | Michael Mann",
    ]
    first = found[0]
    assert first.score == first.metadata["score"] == 1.0
    assert first.metadata["bindings"] == {"film": "Heat"} and first.metadata["method"] == "match"
    assert json.loads(json.dumps(first.metadata)) == first.metadata
    assert first.node.embedding is None


def test_a_model_reads_the_text_alone(retriever: MotifRetriever) -> None:
    node = retriever.retrieve(DIRECTED)[0].node
    for mode in (MetadataMode.LLM, MetadataMode.EMBED):
        assert node.get_content(mode) == "Heat | directed_by | Michael Mann"


def test_ids_are_stable_and_top_k_is_heeded(graph: Graph) -> None:
    one, two = (MotifRetriever(graph).retrieve("Heat | | ?x") for _ in range(2))
    assert [node.node_id for node in one] == [node.node_id for node in two]
    assert len({node.node_id for node in one}) == len(one) == 2
    assert len(MotifRetriever(graph, top_k=1).retrieve(QueryBundle("Heat | | ?x"))) == 1


async def test_a_retriever_can_be_awaited(retriever: MotifRetriever) -> None:
    [first, *_] = await retriever.aretrieve("Heat | directed_by | ?who")
    assert first.metadata["answers"] == ["Michael Mann"]


def test_in_a_query_engine(retriever: MotifRetriever) -> None:
    """The mock model answers with the prompt that it got."""
    answer = RetrieverQueryEngine.from_args(retriever, llm=MockLLM()).query(DIRECTED)
    assert "Heat | directed_by | Michael Mann\n\nAli | directed_by | Michael Mann" in str(answer)
    assert "bindings" not in str(answer), "metadata is no part of the prompt"
    assert len(answer.source_nodes) == 2


def test_as_a_tool(retriever: MotifRetriever) -> None:
    tool = RetrieverTool.from_defaults(retriever, name="films", description="Finds films.")
    assert (
        tool.call(DIRECTED).content
        == "Heat | directed_by | Michael Mann\n\nAli | directed_by | Michael Mann\n\n"
    )


class OfTheStore(CustomPGRetriever):
    """Another sub-retriever: every triplet of the index's store."""

    def init(self, **_: Any) -> None:
        pass

    def custom_retrieve(self, query_str: str) -> list[str]:
        return [
            " -> ".join(part.id for part in triplet)
            for triplet in self.graph_store.get_triplets(ids=["Heat"])
        ]


@pytest.fixture
def index() -> PropertyGraphIndex:
    store = SimplePropertyGraphStore()
    store.upsert_nodes([EntityNode(name="Heat"), EntityNode(name="Michael Mann")])
    store.upsert_relations([Relation(label="MADE_BY", source_id="Heat", target_id="Michael Mann")])
    return PropertyGraphIndex.from_existing(store, llm=MockLLM(), embed_model=MockEmbedding(8))


@pytest.mark.parametrize("use_async", [True, False])
def test_beside_others_in_a_property_graph_index(
    retriever: MotifRetriever, index: PropertyGraphIndex, use_async: bool
) -> None:
    others = OfTheStore(index.property_graph_store)
    both = index.as_retriever(sub_retrievers=[others, retriever], use_async=use_async)
    assert {node.text for node in both.retrieve("Heat | directed_by | ?who")} == {
        "Heat -> MADE_BY -> Michael Mann",
        "Heat | directed_by | Michael Mann",
    }
    engine = index.as_query_engine(sub_retrievers=[others, retriever], llm=MockLLM())
    assert "Heat | directed_by | Michael Mann" in str(engine.query("Heat | directed_by | ?who"))


def test_what_fails_is_said_in_our_words(graph: Graph, index: PropertyGraphIndex) -> None:
    tracing = MotifRetriever(graph, method="trace")
    with pytest.raises(MissingVectors, match=r"kg\.embed_triples"):
        tracing.retrieve(DIRECTED)
    with pytest.raises(MissingVectors, match=r"kg\.embed_triples"):
        index.as_retriever(sub_retrievers=[tracing]).retrieve(DIRECTED)
    with pytest.raises(NoEntityFound):
        RetrieverQueryEngine.from_args(MotifRetriever(graph), llm=MockLLM()).query("zzz?")


def test_what_cannot_be_used_is_said(graph: Graph) -> None:
    refused: list[tuple[str, Any]] = [
        ("Did you mean 'top_k'", lambda: MotifRetriever(graph, similarity_top_k=3)),
        ("Did you mean 'timeout'", lambda: MotifRetriever(graph, options={"timout": 3})),
        ("There is no method 'cypher'", lambda: MotifRetriever(graph, method="cypher")),
        ("top_k must be a whole number", lambda: MotifRetriever(graph, top_k=0)),
        ("graph must be a motif.Graph, not 'movies'", lambda: MotifRetriever("movies")),  # type: ignore[arg-type]
    ]
    for message, make in refused:
        with pytest.raises(InvalidInput, match=message):
            make()


def test_options_reach_the_verb(graph: Graph) -> None:
    found = MotifRetriever(graph, method="match", options={"answer": "film", "max_tokens": 3}).retrieve(
        DIRECTED
    )
    assert found[0].metadata["answers"] == ["Heat"] and len(found[0].text) <= 12
    none = MotifRetriever(graph, method="match", filter={"film": {"year": 1}})
    with pytest.raises(InvalidInput):
        none.retrieve(DIRECTED)
