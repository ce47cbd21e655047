"""Evidence as LangChain documents."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

import fakes

pytest.importorskip("langchain_core", reason="the extra 'langchain' is not installed")

from motif.errors import InvalidInput, MissingVectors
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


def test_a_field_that_cannot_be_used_is_refused() -> None:
    graph = Graph.from_triples(TRIPLES)
    refused: list[tuple[dict[str, Any], str]] = [
        ({"graph": "movies"}, r"graph must be a motif.Graph, not 'movies'. For example motif.connect\(\)"),
        ({"graph": graph, "top_k": 3}, "'top_k' is no option of a retrieval. Did you mean 'k'"),
        ({"graph": graph, "metod": "match"}, "Did you mean 'method'"),
        ({"graph": graph, "method": "cypher"}, "There is no method 'cypher'"),
        ({"graph": graph, "k": 0}, "k must be a whole number from 1"),
        ({"graph": graph, "options": {"timout": 3}}, "Did you mean 'timeout'"),
    ]
    for fields, message in refused:
        with pytest.raises(ValidationError, match=message):
            MotifRetriever(**fields)


async def test_a_keyword_that_cannot_be_used_is_refused(retriever: MotifRetriever) -> None:
    for given, message in [
        ({"top_k": 2}, "Did you mean 'k'"),
        ({"k": 0}, "k must be a whole number from 1"),
        ({"trussness": 3}, "'trussness' is no option of 'search'"),
    ]:
        with pytest.raises(InvalidInput, match=message):
            retriever.invoke(DIRECTED, **given)
        with pytest.raises(InvalidInput, match=message):
            await retriever.ainvoke(DIRECTED, **given)


def test_one_question_overrules_the_retriever() -> None:
    rows = Graph.from_triples(FILMS, encoder=fakes.HashEncoder())
    retriever = MotifRetriever(graph=rows, method="search", k=1, options={"max_tokens": 2, "answer": "film"})
    [own] = retriever.invoke(DIRECTED)
    assert own.metadata["method"] == "search" and len(own.page_content) <= 8
    given = retriever.invoke(DIRECTED, method="match", k=2, max_tokens=50, verbose=True)
    assert [document.metadata["method"] for document in given] == ["match", "match"]
    assert given[0].page_content == "Heat | directed_by | Michael Mann"
    bound = retriever.bind(method="match", k=2, max_tokens=50)
    assert bound.invoke(DIRECTED) == given == bound.batch([DIRECTED])[0]


def test_a_tool_has_typed_parameters_and_gives_text(retriever: MotifRetriever) -> None:
    tool = retriever.as_tool(description="Facts about films.")
    schema: Any = tool.tool_call_schema
    properties = schema.model_json_schema()["properties"]
    assert (tool.name, tool.description, set(properties)) == (
        "ask_triples",
        "Facts about films.",
        {"question", "method", "k", "filter"},
    )
    assert all(one["description"] for one in properties.values())
    called = {
        "type": "tool_call",
        "id": "1",
        "name": tool.name,
        "args": {"question": "who directed Heat?", "k": 1},
    }
    message = tool.invoke(called)
    assert message.content == "Heat | directed_by | Michael Mann"
    assert [document.metadata["answers"] for document in message.artifact] == [["Michael Mann"]]


async def test_a_model_is_told_what_it_can_mend(retriever: MotifRetriever) -> None:
    tool = retriever.as_tool()
    for given, told in [
        ({"question": "zzz?"}, "names nothing of the graph"),
        ({"question": DIRECTED, "method": "trace"}, "kg.embed_triples()"),
        ({"question": DIRECTED, "filter": {"yaer": 1}}, "'yaer'"),
    ]:
        message = await tool.ainvoke({"type": "tool_call", "id": "1", "name": tool.name, "args": given})
        assert message.status == "error" and told in message.content
    tracing = MotifRetriever(graph=retriever.graph, method="trace").as_tool()
    with pytest.raises(MissingVectors):  # whoever made the retriever mends this
        await tracing.ainvoke({"question": DIRECTED})
