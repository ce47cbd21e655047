"""docs/frameworks.md does what it says; and what else LlamaIndex, neo4j-graphrag and agents need of a real server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import neo4j
import pytest

pytest.importorskip("langchain", reason="needs the development requirements")
pytest.importorskip("llama_index.core", reason="the extra 'llamaindex' is not installed")
pytest.importorskip("neo4j_graphrag", reason="the extra 'graphrag' is not installed")

from langchain.agents import create_agent
from langchain_core.messages import AIMessage
from langchain_core.tools import create_retriever_tool
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.llms import MockLLM
from neo4j_graphrag.generation import GraphRAG
from neo4j_graphrag.llm import LLMInterface, LLMResponse
from neo4j_graphrag.llm.types import ToolCall, ToolCallResponse
from neo4j_graphrag.retrievers import ToolsRetriever

import motif
import motif.graphrag
import motif.langchain
import motif.llamaindex
from framework_graph import DIRECTED, FILMS, QUESTIONS, framework_graph
from motif.embedded import ServerState
from motif.errors import DatabaseUnavailable, GraphNotFound, MotifError, NoEntityFound
from motif.settings import load_settings
from scripted_models import ScriptedModel

pytestmark = pytest.mark.integration
PAGE = (Path(__file__).parents[2] / "docs" / "frameworks.md").read_text(encoding="utf-8")
NOTHING = "The question names nothing of the graph 'films': 'zzyzx?'. No name is near."
LINES = [f"Michael Mann | DIRECTED | {film}" for film in FILMS]


@pytest.fixture(scope="module")
def graph(server: ServerState, tmp_path_factory: pytest.TempPathFactory) -> Iterator[motif.Graph]:
    with framework_graph(server, tmp_path_factory.mktemp("frameworks")) as graph:
        yield graph


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        yield driver


class Agent(ScriptedModel):
    """Plays its script, calls of tools among it, whatever tools it is given."""

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> Agent:  # type: ignore[override]
        return self


class Chooser(LLMInterface):
    """Calls the tools that ``calls`` name, one after the other."""

    def __init__(self, *calls: tuple[str, dict[str, Any]]) -> None:
        super().__init__(model_name="scripted")
        self._calls = calls

    def invoke(self, input: str, *_: Any, **__: Any) -> LLMResponse:
        return LLMResponse(content=input)

    async def ainvoke(self, input: str, *_: Any, **__: Any) -> LLMResponse:
        return LLMResponse(content=input)

    def invoke_with_tools(self, input: str, tools: Sequence[Any], *_: Any, **__: Any) -> ToolCallResponse:
        known = {tool.get_name() for tool in tools}
        assert {name for name, _ in self._calls} <= known
        return ToolCallResponse(
            tool_calls=[ToolCall(name=name, arguments=given) for name, given in self._calls], content=""
        )


def call(tool: str, **given: Any) -> AIMessage:
    return AIMessage(content="", tool_calls=[{"name": tool, "args": given, "id": str(uuid4())}])


# -- the page ------------------------------------------------------------------------------------------------------


def blocks(section: str) -> list[str]:
    """The Python of a section; of what stands before the first one for ''."""
    parts = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
    text = parts[section] if section else PAGE.split("\n## ")[0]
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def names(
    graph: motif.Graph, server: ServerState, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Any]]:
    """What the page's first block defines, in an environment that names the server."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("MOTIF_CACHE", str(load_settings().cache))
        environment.setenv("MOTIF_HOME", str(tmp_path_factory.mktemp("home")))
        environment.setenv("NEO4J_URI", server.bolt)
        environment.setenv("NEO4J_USERNAME", server.user)
        environment.setenv("NEO4J_PASSWORD", server.password)
        names: dict[str, Any] = {}
        exec(blocks("")[0], names)
        yield names


def run(section: str, names: dict[str, Any], capsys: pytest.CaptureFixture[str], **given: Any) -> list[str]:
    """The lines that a section's examples print."""
    for block in blocks(section):
        assert len(block.splitlines()) <= 25
        exec(block, {**names, **given})
    return capsys.readouterr().out.splitlines()


def test_langchain(names: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    model = ScriptedModel(script=[lambda prompt: prompt])
    said = run("LangChain", names, capsys, model=model)
    assert said[:4] == [f"['{film}'] {line}" for film, line in zip(FILMS, LINES, strict=True)]
    assert said[4:] == ["Answer by these facts alone.", *LINES, f"Question: {DIRECTED}"]


def test_langgraph(names: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    late = {"film": {"year": {"$gt": 2000}}}
    calls = [
        call("films", question="zzyzx?", method="match"),
        call("films", question="films by Michael Mann", method="trace"),
        call("films", question="Michael Mann | DIRECTED | ?film", method="match", filter=late),
        "Ali and Collateral.",
    ]
    said = run("LangGraph", names, capsys, model=Agent(script=calls))
    assert said[:3] == ["human: Which films did Michael Mann make after 2000?", "ai: ", f"tool: {NOTHING}"]
    assert said[4].startswith("tool: The relationships of 'films' have no vectors of their triples")
    assert said[6:] == [
        "tool: Michael Mann | DIRECTED | Ali",
        "",
        "Michael Mann | DIRECTED | Collateral",
        "ai: Ali and Collateral.",
    ]


def test_llamaindex(names: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    given = {"llm": MockLLM(), "embed_model": MockEmbedding(8), "store": SimplePropertyGraphStore()}
    said = run("LlamaIndex", names, capsys, **given)
    assert said[:4] == [f"1.0 {line}" for line in LINES]
    assert "\n\n".join(LINES) in "\n".join(said)
    assert all(line in said[-1] for line in LINES) and "made the film" in said[-1]


def test_neo4j_graphrag(
    names: dict[str, Any], server: ServerState, capsys: pytest.CaptureFixture[str]
) -> None:
    question = {"query_text": "which films have a year after 2000?"}
    given = {
        "uri": server.bolt,
        "auth": (server.user, server.password),
        "model": ScriptedModel(script=[lambda prompt: prompt]),
        "llm": Chooser(("relations", {"query_text": "who directed Heat?"}), ("numbers", question)),
    }
    said = run("neo4j-graphrag", names, capsys, **given)
    assert set(LINES) <= set(said)
    assert said[-1] == (
        "['Michael Mann | DIRECTED | Heat', 'Ali | year | 2001', 'Collateral | year | 2004'] ['relations', 'numbers']"
    )


# -- beside the page -------------------------------------------------------------------------------------------------


def retrievers(graph: motif.Graph, driver: neo4j.Driver, method: str) -> dict[str, Any]:
    """How each framework asks, by the framework's name."""
    ours = {
        "langchain": motif.langchain.MotifRetriever(graph=graph, method=method),
        "llamaindex": motif.llamaindex.MotifRetriever(graph, method=method),
        "graphrag": motif.graphrag.MotifRetriever(driver, graph, method=method),
    }
    return {
        "langchain": ours["langchain"].invoke,
        "langchain, awaited": lambda question: asyncio.run(ours["langchain"].ainvoke(question)),
        "a retriever's tool": create_retriever_tool(ours["langchain"], "films", "Films.").invoke,
        "llamaindex": ours["llamaindex"].retrieve,
        "llamaindex, awaited": lambda question: asyncio.run(ours["llamaindex"].aretrieve(question)),
        "graphrag": lambda question: ours["graphrag"].search(query_text=question),
        "GraphRAG": lambda question: GraphRAG(ours["graphrag"], Chooser()).search(
            question, return_context=True
        ),
    }


@pytest.mark.parametrize("method", QUESTIONS)
def test_every_framework_gives_the_same_evidence(
    graph: motif.Graph, driver: neo4j.Driver, method: str
) -> None:
    ask = retrievers(graph, driver, method)
    documents, nodes = ask["langchain"](QUESTIONS[method]), ask["llamaindex"](QUESTIONS[method])
    items = ask["graphrag"](QUESTIONS[method]).items
    assert len(documents) >= 3
    assert [(one.id, one.page_content) for one in documents] == [(one.node_id, one.text) for one in nodes]
    assert [one.page_content for one in documents] == [item.content for item in items]
    for document, node, item in zip(documents, nodes, items, strict=True):
        assert without_times(document.metadata) == without_times(node.metadata)
        assert without_times(document.metadata) == without_times(
            {**item.metadata, **item.metadata["metadata"]}
        )


def without_times(metadata: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in metadata.items() if key not in ("milliseconds", "metadata")}


def test_what_fails_is_said_in_our_words_by_all(graph: motif.Graph, driver: neo4j.Driver) -> None:
    """No vectors, nothing named, no database: the same message by every framework."""
    bare = motif.Graph.from_triples([("Heat", "directed_by", "Michael Mann")])
    for of, method, question in [
        (bare, "trace", "Heat | directed_by | ?who"),
        (graph, "match", "zzyzx?"),
        (bare, "spark", "films after 2000?"),
    ]:
        said = set()
        for door, ask in retrievers(of, driver, method).items():
            with pytest.raises(MotifError) as raised:
                ask(question)
            said.add((type(raised.value), str(raised.value)))
            assert raised.value.hint or raised.type is NoEntityFound, door
        assert len(said) == 1
        chooser = ToolsRetriever(
            driver,
            Chooser(("films", {"query_text": question})),
            [motif.graphrag.MotifRetriever(driver, of, method=method).convert_to_tool("films", "Films.")],
        )
        told = chooser.search(query_text=question)
        assert told.items == [] and (told.metadata or {})["error"] == said.pop()[1]


def test_a_database_that_is_down_is_named(graph: motif.Graph) -> None:
    """A projection answers without the database; what runs in it says that it cannot be reached."""
    with neo4j.GraphDatabase.driver("bolt://127.0.0.1:1") as nowhere:
        with pytest.raises(DatabaseUnavailable, match=r"127\.0\.0\.1:1") as raised:
            motif.graphrag.MotifRetriever(nowhere, "films")
        assert raised.value.hint
    assert motif.langchain.MotifRetriever(graph=graph, method="match").invoke(DIRECTED)


def test_a_graph_that_is_not_there_is_named(driver: neo4j.Driver) -> None:
    with pytest.raises(GraphNotFound, match="No projection named 'frameworkz'"):
        motif.graphrag.MotifRetriever(driver, "frameworkz")


def test_tools_of_an_agent_that_fail_for_good_are_raised(graph: motif.Graph) -> None:
    agent = create_agent(
        Agent(script=[call("films", query="zzyzx?")]),
        tools=[
            create_retriever_tool(
                motif.langchain.MotifRetriever(graph=graph, method="match"), "films", "Films."
            )
        ],
    )
    with pytest.raises(NoEntityFound, match="names nothing of the graph"):
        agent.invoke({"messages": [{"role": "user", "content": "zzyzx?"}]})
