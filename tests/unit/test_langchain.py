"""Evidence as LangChain documents."""

from __future__ import annotations

import json

import pytest

import fakes

pytest.importorskip("langchain_core", reason="the extra 'langchain' is not installed")

from motif.knowledge_graph import Graph
from motif.langchain import MotifRetriever

TRIPLES = [("Heat", "directed_by", "Michael Mann"), ("Heat", "release_year", "1995")]


@pytest.fixture
def retriever() -> MotifRetriever:
    return MotifRetriever(graph=Graph.from_triples(TRIPLES, encoder=fakes.HashEncoder()), k=2)


def test_a_document_is_a_piece_of_evidence(retriever: MotifRetriever) -> None:
    [first, *_] = retriever.invoke("?film | directed_by | Michael Mann")
    assert first.page_content == "Heat | directed_by | Michael Mann"
    assert first.metadata["bindings"] == {"film": "Heat"}
    assert json.loads(json.dumps(first.metadata)) == first.metadata


def test_ids_are_stable_and_k_is_heeded(retriever: MotifRetriever) -> None:
    one, two = (retriever.invoke("Heat | | ?x") for _ in range(2))
    assert [document.id for document in one] == [document.id for document in two]
    assert len({document.id for document in one}) == len(one) == 2
    assert len(retriever.invoke("Heat | | ?x", k=1)) == 1


async def test_a_retriever_can_be_awaited(retriever: MotifRetriever) -> None:
    [first, *_] = await retriever.ainvoke("Heat | directed_by | ?who")
    assert first.metadata["answers"] == ["Michael Mann"]
