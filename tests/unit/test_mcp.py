"""The tools of ``motif mcp``, asked by a client in this process."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import anyio
import pytest

import fakes

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

from mcp import Client
from mcp.types import CallToolResult, TextContent

from motif.errors import DatabaseUnavailable
from motif.graphs.evidence import Evidence, Node, Relationship, Results
from motif.knowledge_graph import Graph
from motif.mcp import METHODS, NAMES, TOKENS, create_server

TRIPLES = [("Heat", "directed_by", "Michael Mann"), ("Ali", "directed_by", "Michael Mann")]


@pytest.fixture
def graph() -> Graph:
    return Graph.from_triples(TRIPLES, encoder=fakes.HashEncoder())


@pytest.fixture
def server(graph: Graph) -> Any:
    return create_server(lambda: graph, "the knowledge graph 'films'")


async def test_every_tool_reads_and_says_what_it_is_for(server: Any) -> None:
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        assert "the knowledge graph 'films'" in str(client.instructions)
    assert [tool.name for tool in tools] == list(NAMES)
    for tool in tools:
        assert tool.description and len(tool.description) > 40
        assert "\n  " not in tool.description, "indented as in the source"
        assert tool.annotations is not None and tool.annotations.read_only_hint
        assert tool.output_schema is None, "a structured copy would say everything twice"


async def test_every_argument_is_described(server: Any) -> None:
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
    arguments = {(tool.name, name): told for tool in tools for name, told in _properties(tool).items()}
    assert len(arguments) > 20
    assert not [place for place, told in arguments.items() if len(told.get("description", "")) < 20]
    assert arguments["retrieve", "method"]["enum"] == list(METHODS)
    assert arguments["retrieve", "max_tokens"]["default"] == TOKENS


async def test_a_question_gets_evidence(server: Any) -> None:
    found = await _called(server, "retrieve", question="who directed Heat?", method="search")
    assert found["found"][0]["answers"] == ["Michael Mann"]
    assert found["found"][0]["text"] == "Heat | directed_by | Michael Mann"
    assert found["metadata"]["plan"]["pattern"] and "plan" not in found["found"][0]["metadata"]


@pytest.mark.parametrize("method", METHODS)
async def test_every_method_that_a_model_is_told_of_is_known(server: Any, method: str) -> None:
    async with Client(server) as client:
        answer = await client.call_tool("retrieve", {"question": "who directed Heat?", "method": method})
    assert "There is no method" not in _text(answer)


async def test_a_pattern_gets_every_match(server: Any) -> None:
    pattern = "?film | directed_by | Michael Mann"
    found = await _called(server, "match", pattern=pattern)
    assert [piece["bindings"]["film"] for piece in found["found"]] == ["Heat", "Ali"] and found["complete"]
    assert not (await _called(server, "match", pattern=pattern, limit=1))["complete"]


async def test_the_schema_is_told_in_words(server: Any) -> None:
    async with Client(server) as client:
        told = _text(await client.call_tool("schema", {}))
    assert told.startswith("3 nodes, 2 relationships.\n")
    assert '- directed_by: such as "Heat" to "Michael Mann"' in told


async def test_a_plan_is_shown_edited_and_run(server: Any) -> None:
    [plan, *_] = (await _called(server, "plan", question="who directed Heat?"))["plans"]
    assert [triple[:2] for triple in plan["pattern"]] == [["Heat", "directed_by"]]
    plan["pattern"] = [["Ali", *triple[1:]] for triple in plan["pattern"]]
    [piece] = (await _called(server, "run", plan=plan))["found"]
    assert piece["text"] == "Ali | directed_by | Michael Mann"


async def test_no_vector_no_node_and_no_id_reaches_the_model(graph: Graph) -> None:
    nodes = tuple(Node(f"4:x:{number}", f"Person {number}", ("Person",)) for number in range(200))
    knows = tuple(Relationship(f"5:x:{n}", f"4:x:{n}", "KNOWS", f"4:x:{n + 1}") for n in range(199))
    piece = Evidence(1.0, nodes, knows, text="who knows whom", metadata={"vector": [0.25] * 384})
    answer = await _answered(graph, "acommunity", Results([piece]), "community", question="who?")
    assert json.loads(answer) == {
        "found": [{"score": 1.0, "text": "who knows whom", "metadata": {"vector": "384 numbers"}}],
        "complete": True,
        "metadata": {},
    }


async def test_reports_share_the_room_that_pieces_are_given(graph: Graph) -> None:
    asked: dict[str, Any] = {}
    await _answered(
        graph, "acommunity", Results(), "community", asked, question="who?", top_k=2, max_tokens=50
    )
    assert asked == {"top_k": 2, "max_tokens": 100, "report_tokens": 50}


async def test_what_cannot_be_used_is_told_with_its_hint(server: Any) -> None:
    async with Client(server) as client:
        answer = await client.call_tool("retrieve", {"question": "who directed Heat?", "method": "cypher"})
    assert answer.is_error
    told = _text(answer)
    assert "There is no method 'cypher'" in told and "Methods:" in told


async def test_a_database_that_is_away_is_told_by_the_tool_and_used_when_it_is_back(graph: Graph) -> None:
    away = [DatabaseUnavailable("No Neo4j answers.", hint="Start it: motif start")]

    def opened() -> Graph:
        if away:
            raise away.pop()
        return graph

    async with Client(create_server(opened, "a knowledge graph")) as client:
        answer = await client.call_tool("schema", {})
        assert answer.is_error and "No Neo4j answers. Start it: motif start" in _text(answer)
        assert not (await client.call_tool("schema", {})).is_error


async def test_a_call_that_is_cancelled_stops_the_work(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    async def endless(*_: Any, **__: Any) -> Results:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise
        return Results()

    monkeypatch.setattr(graph, "aretrieve", endless)
    async with Client(create_server(lambda: graph, "a knowledge graph")) as client:
        with anyio.move_on_after(0.5) as scope:
            await client.call_tool("retrieve", {"question": "who directed Heat?"})
    assert scope.cancelled_caught and ended == ["cancelled"]


async def _answered(
    graph: Graph,
    verb: str,
    results: Results,
    tool: str,
    asked: dict[str, Any] | None = None,
    **arguments: Any,
) -> str:
    """The text that ``tool`` gives where the graph's ``verb`` finds ``results``; ``asked`` gets its options."""

    async def answer(question: str, **options: Any) -> Results:
        (asked if asked is not None else {}).update(options)
        return results

    setattr(graph, verb, answer)
    async with Client(create_server(lambda: graph, "a knowledge graph")) as client:
        return _text(await client.call_tool(tool, arguments))


async def _called(server: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    async with Client(server) as client:
        answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    return dict(json.loads(_text(answer)))


def _properties(tool: Any) -> dict[str, Any]:
    return dict(tool.input_schema.get("properties", {}))


def _text(answer: CallToolResult) -> str:
    [content] = answer.content
    assert isinstance(content, TextContent)
    return content.text
