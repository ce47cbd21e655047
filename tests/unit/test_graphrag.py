"""Evidence as items of neo4j-graphrag."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

import fakes

pytest.importorskip("neo4j_graphrag", reason="the extra 'graphrag' is not installed")

from neo4j_graphrag.generation import GraphRAG
from neo4j_graphrag.llm import LLMInterface, LLMResponse
from neo4j_graphrag.types import RetrieverResultItem

from motif.errors import InvalidInput
from motif.graphrag import MotifRetriever
from motif.graphs.plan import METHODS
from motif.knowledge_graph import Graph

TRIPLES = [("Heat", "directed_by", "Michael Mann"), ("Ali", "directed_by", "Michael Mann")]


class Scripted(LLMInterface):
    """Answers with the prompt that it got."""

    def __init__(self) -> None:
        super().__init__(model_name="scripted")

    def invoke(self, input: str, *_: Any, **__: Any) -> LLMResponse:
        return LLMResponse(content=input)

    async def ainvoke(self, input: str, *_: Any, **__: Any) -> LLMResponse:
        return LLMResponse(content=input)


@pytest.fixture
def driver() -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver("bolt://localhost:1") as made:  # nothing is sent
        yield made


@pytest.fixture
def retriever(driver: neo4j.Driver) -> MotifRetriever:
    return MotifRetriever(driver, Graph.from_triples(TRIPLES, encoder=fakes.HashEncoder()))


def test_an_item_is_a_piece_of_evidence(retriever: MotifRetriever) -> None:
    found = retriever.search(query_text="?film | directed_by | Michael Mann", top_k=2)
    assert [item.content for item in found.items] == [
        "Heat | directed_by | Michael Mann",
        "Ali | directed_by | Michael Mann",
    ]
    metadata = found.items[0].metadata
    assert metadata is not None and metadata["bindings"] == {"film": "Heat"}
    assert json.loads(json.dumps(metadata)) == metadata
    assert found.metadata is not None and found.metadata["complete"] is True


def test_an_answer_is_written_from_the_evidence(retriever: MotifRetriever) -> None:
    answer = GraphRAG(retriever, Scripted()).search("who directed Heat?", return_context=True)
    assert "Heat | directed_by | Michael Mann" in answer.answer
    assert answer.retriever_result is not None and len(answer.retriever_result.items) == 1


def test_a_tool_has_typed_parameters(retriever: MotifRetriever) -> None:
    tool = retriever.convert_to_tool("films", "Finds films.", {"query_text": "The question."})
    parameters = tool.get_parameters()
    types = {name: one["type"] for name, one in parameters["properties"].items()}
    assert types == {"query_text": "string", "top_k": "integer", "method": "string", "filters": "object"}
    assert parameters["required"] == ["query_text"]
    assert parameters["properties"]["query_text"]["description"] == "The question."
    assert "leave it out" in parameters["properties"]["method"]["description"]
    assert set(parameters["properties"]["method"]["enum"]) == {"auto", *METHODS}
    [item] = tool.execute(query_text="Heat | directed_by | ?who", top_k=1, method="match").items
    assert item.metadata["method"] == "match"


def test_the_callers_formatter_writes_the_items(driver: neo4j.Driver) -> None:
    graph = Graph.from_triples(TRIPLES)
    retriever = MotifRetriever(
        driver,
        graph,
        method="match",
        result_formatter=lambda record: RetrieverResultItem(content=record["bindings"]["film"]),
    )
    found = retriever.search(query_text="?film | directed_by | Michael Mann")
    assert [item.content for item in found.items] == ["Heat", "Ali"]


def test_what_cannot_be_used_is_said(retriever: MotifRetriever) -> None:
    with pytest.raises(InvalidInput, match="There is no method 'cypher'"):
        retriever.search(query_text="who directed Heat?", method="cypher")


def test_what_is_made_wrongly_is_refused(driver: neo4j.Driver) -> None:
    graph = Graph.from_triples(TRIPLES)
    with pytest.raises(InvalidInput, match="There is no method 'cypher'"):
        MotifRetriever(driver, graph, method="cypher")
    with pytest.raises(InvalidInput, match="Did you mean 'filter'"):
        MotifRetriever(driver, graph, options={"filters": {}})
    with pytest.raises(InvalidInput, match=r"graph must be a motif\.Graph, not 7"):
        MotifRetriever(driver, 7)  # type: ignore[arg-type]
