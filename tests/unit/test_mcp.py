"""The tools of ``motif mcp``, asked by a client in this process."""

from __future__ import annotations

import json
from typing import Any

import pytest

import fakes

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

from mcp import Client
from mcp.types import CallToolResult, TextContent

from motif.graphs.evidence import Evidence, Node, Results
from motif.knowledge_graph import Graph
from motif.mcp import ENTITIES, NAMES, create_server

TRIPLES = [("Heat", "directed_by", "Michael Mann"), ("Ali", "directed_by", "Michael Mann")]


@pytest.fixture
def server() -> Any:
    graph = Graph.from_triples(TRIPLES, encoder=fakes.HashEncoder())
    return create_server(lambda: graph, "films")


async def test_every_tool_reads_and_says_what_it_is_for(server: Any) -> None:
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == list(NAMES)
    for tool in tools:
        assert tool.description and len(tool.description) > 40
        assert tool.annotations is not None and tool.annotations.read_only_hint


async def test_a_question_gets_evidence(server: Any) -> None:
    found = await _called(server, "retrieve", question="who directed Heat?", method="search")
    assert found["found"][0]["answers"] == ["Michael Mann"]
    assert found["found"][0]["text"] == "Heat | directed_by | Michael Mann"
    assert "embedding" not in json.dumps(found)


async def test_a_pattern_gets_every_match(server: Any) -> None:
    pattern = "?film | directed_by | Michael Mann"
    found = await _called(server, "match", pattern=pattern)
    assert [piece["bindings"]["film"] for piece in found["found"]] == ["Heat", "Ali"] and found["complete"]
    assert not (await _called(server, "match", pattern=pattern, limit=1))["complete"]


async def test_the_schema_tells_relations_with_examples(server: Any) -> None:
    told = await _called(server, "schema")
    assert told["relations"] == [{"relation": "directed_by", "count": 2, "example": ["Heat", "Michael Mann"]}]


async def test_a_plan_is_shown_and_not_run(server: Any) -> None:
    [plan, *_] = (await _called(server, "plan", question="who directed Heat?"))["plans"]
    assert [triple[:2] for triple in plan["pattern"]] == [["Heat", "directed_by"]]


async def test_a_large_piece_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = tuple(Node(str(number), f"Person {number}") for number in range(ENTITIES + 10))
    graph = Graph.from_triples(TRIPLES)
    monkeypatch.setattr(graph, "community", lambda *_, **__: Results([Evidence(1.0, nodes, ())]))
    [piece] = (await _called(create_server(lambda: graph, "people"), "community", question="who?"))["found"]
    assert len(piece["nodes"]) == ENTITIES and piece["left_out"] == {"nodes": 10}


async def test_what_cannot_be_used_is_told_with_its_hint(server: Any) -> None:
    async with Client(server) as client:
        answer = await client.call_tool("retrieve", {"question": "who directed Heat?", "method": "cypher"})
    assert answer.is_error
    told = _text(answer)
    assert "There is no method 'cypher'" in told and "Methods:" in told


async def _called(server: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    async with Client(server) as client:
        answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    return dict(json.loads(_text(answer)))


def _text(answer: CallToolResult) -> str:
    [content] = answer.content
    assert isinstance(content, TextContent)
    return content.text
