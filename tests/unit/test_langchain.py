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


FILMS = [
    *TRIPLES,
    ("Heat", "starred", "Al Pacino"),
    ("Ali", "directed_by", "Michael Mann"),
    ("Ali", "starred", "Will Smith"),
]
DIRECTED = "?film | directed_by | Michael Mann"


@pytest.fixture
def matcher() -> MotifRetriever:
    return MotifRetriever(graph=Graph.from_triples(FILMS), method="match", options={"answer": "film"})


def test_a_pattern_in_text_is_matched_exactly(matcher: MotifRetriever) -> None:
    [found] = matcher.invoke(f"{DIRECTED}; ?film | starred | Al Pacino")
    assert found.page_content == "Heat | directed_by | Michael Mann\nHeat | starred | Al Pacino"
    assert found.metadata["answers"] == ["Heat"] and found.metadata["method"] == "match"
    assert found.metadata["complete"] and "fallback" not in found.metadata
    assert json.loads(json.dumps(found.metadata)) == found.metadata


def test_all_matches_are_documents_up_to_k(matcher: MotifRetriever) -> None:
    assert {film.metadata["bindings"]["film"] for film in matcher.invoke(DIRECTED)} == {"Heat", "Ali"}
    [one] = matcher.invoke(DIRECTED, k=1)
    assert not one.metadata["complete"]


def test_where_nothing_matches_the_neighbourhood_says_so(matcher: MotifRetriever) -> None:
    found = matcher.invoke("Al Pacino | directed_by | Ali", answer=None)
    assert len(found) == 2 and all(document.metadata["fallback"] for document in found)
    assert all(document.metadata["answers"] == [] for document in found)


def test_matches_that_differ_in_which_unknown_is_which_are_two_documents() -> None:
    graph = Graph.from_triples([("a", "r", "b"), ("a", "s", "b")])
    options = {"directed": False, "injective": False}
    retriever = MotifRetriever(graph=graph, method="match", k=10, options=options)
    found = retriever.invoke("a | r | ?x; ?y | s | ?z")
    assert len({document.id for document in found}) == len(found) == 2


async def test_a_match_can_be_awaited(matcher: MotifRetriever) -> None:
    [first, *_] = await matcher.ainvoke("?film | starred | Will Smith")
    assert first.metadata["answers"] == ["Ali"]


def test_a_chunk_is_a_document_whose_metadata_is_plain() -> None:
    from community_graphs import corpus_rows
    from motif.catalog import from_rows

    projection = from_rows(*corpus_rows())
    graph = Graph(lambda: projection, encoder=fakes.HashEncoder).embed()
    found = MotifRetriever(graph=graph, method="expand", k=2).invoke("What did Michael Mann make?")
    assert found[0].page_content == "Michael Mann made the film Heat."
    assert found[0].metadata["role"] == "seed" and len(found) == 2
    json.dumps([document.metadata for document in found])
    [report] = MotifRetriever(
        graph=graph, method="community", k=1, options={"layers": ("knowledge",), "trussness": 4}
    ).invoke("Which film has Al Pacino in it?")
    assert report.metadata["trussness"] == 4 and "Al Pacino" in report.page_content
    json.dumps(report.metadata)
