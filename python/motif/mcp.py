"""MCP: a tool per method, for models that have no plugin to call. Needs ``pip install "motif-graphrag[mcp]"``.

Reads only. What a tool returns is small: names and text as compact JSON, never a vector, a whole node or an id that a
model has no use for.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations
except ImportError as error:
    from motif.errors import MissingDependency

    raise MissingDependency(
        "motif mcp needs the package mcp.", hint='pip install "motif-graphrag[mcp]"'
    ) from error

from pydantic import Field

from motif.errors import MotifError
from motif.graphs.brief_evidence import brief_results
from motif.graphs.evidence import Results
from motif.knowledge_graph import Graph
from motif.planners.schema_facts import facts_of, schema_text

TOKENS = 400
"""Of one piece's text, where the model does not say."""

INSTRUCTIONS = (
    "Answers questions from {name} by its structure. Begin with `retrieve`; use the other tools where you know which "
    "method you want, and `schema` to learn what the graph holds. Nothing is ever written."
)

_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)

METHODS = ("auto", "search", "match", "trace", "spark", "expand", "community")

Question = Annotated[str, Field(description="The question in words.")]
Pattern = Annotated[
    str,
    Field(
        description='Triples "head | relation | tail" separated by ";", with "?name" for an unknown: '
        '"?film | directed by | Michael Mann; ?film | starred | ?actor".'
    ),
]
Pieces = Annotated[int, Field(description="How many pieces of evidence at most.")]
Tokens = Annotated[int, Field(description="How long the text of one piece may be, in tokens.")]
Method = Annotated[
    str,
    Field(
        description='"auto" chooses. "search": the nearest subgraphs. "match": exact matches. "trace": the shape of a '
        'question with several hops. "spark": numbers, dates, counts and conditions. "expand": chunks of documents. '
        '"community": what a corpus says about a topic.',
        json_schema_extra={"enum": list(METHODS)},
    ),
]


class Tools:
    """The tools: each is a verb of ``graph``, with what a model needs to know in its docstring.

    Each gives JSON with `found`, `complete` and `metadata`; one that is cancelled stops the work.
    """

    def __init__(self, graph: Callable[[], Graph]) -> None:
        self._graph = graph

    async def schema(
        self, question: Annotated[str, Field(description="What you want to ask, if known.")] = ""
    ) -> str:
        """What the graph holds: kinds of nodes with their properties and some names, and relations with their ends.

        Of a very large graph what is most like the question.
        """

        async def told(graph: Graph) -> str:
            return await asyncio.to_thread(_schema, graph, question)

        return await self._asked(told)

    async def retrieve(
        self, question: Question, method: Method = "auto", top_k: Pieces = 5, max_tokens: Tokens = TOKENS
    ) -> str:
        """Evidence for a question in words: `answers` holds what answers it, `text` the facts it rests on."""
        if method == "community":
            return await self.community(question, top_k, max_tokens)
        return await self._found(
            lambda graph: graph.aretrieve(question, method=method, top_k=top_k, max_tokens=max_tokens)
        )

    async def search(self, pattern: Pattern, top_k: Pieces = 5, max_tokens: Tokens = TOKENS) -> str:
        """The subgraphs nearest to a pattern, nearest first; names and relations need not be the graph's own."""
        return await self._found(
            lambda graph: graph.aretrieve(pattern, method="search", top_k=top_k, max_tokens=max_tokens)
        )

    async def match(self, pattern: Pattern, limit: Pieces = 20, max_tokens: Tokens = TOKENS) -> str:
        """Every exact match of a pattern, with the graph's own relations (see `schema`).

        `complete` is false when there are more than `limit`. Where nothing matches, what surrounds the names, marked
        `fallback`.
        """
        return await self._found(
            lambda graph: graph.aretrieve(pattern, method="match", top_k=limit, max_tokens=max_tokens)
        )

    async def trace(self, question: Question, top_k: Pieces = 5, max_tokens: Tokens = TOKENS) -> str:
        """Chains of relationships that follow the shape of a question with several hops, from the names in it."""
        return await self._found(
            lambda graph: graph.aretrieve(question, method="trace", top_k=top_k, max_tokens=max_tokens)
        )

    async def expand(self, question: Question, top_k: Pieces = 10, max_tokens: Tokens = TOKENS) -> str:
        """The chunks or nodes most relevant to a question, and the best of what they are linked to."""
        return await self._found(lambda graph: graph.aexpand(question, top_k=top_k, max_tokens=max_tokens))

    async def community(self, question: Question, top_k: Pieces = 3, max_tokens: Tokens = TOKENS) -> str:
        """Densely connected groups of chunks or nodes about a question, each with a report: for broad questions."""
        limits = {"report_tokens": max_tokens, "max_tokens": max(top_k, 1) * max_tokens}
        return await self._found(lambda graph: graph.acommunity(question, top_k=top_k, **limits))

    async def verify(
        self,
        claim: Annotated[str, Field(description="One statement, in words.")],
        max_tokens: Tokens = TOKENS,
    ) -> str:
        """Whether a claim is supported or refuted by the graph, with the evidence; `metadata` has the `verdict`."""
        return await self._found(lambda graph: graph.averify(claim, max_tokens=max_tokens))

    async def plan(self, question: Question, method: Method = "auto", top_k: Pieces = 3) -> str:
        """How a question would be answered, without answering it: plans to look at, edit and give to `run`."""

        async def plans(graph: Graph) -> str:
            found = await graph.aplan(question, method=method, top_k=top_k)
            return _compact({"plans": [plan.as_dict() for plan in found]})

        return await self._asked(plans)

    async def run(
        self,
        plan: Annotated[dict[str, Any], Field(description="A plan of the tool `plan`, edited or not.")],
        top_k: Pieces = 5,
        max_tokens: Tokens = TOKENS,
    ) -> str:
        """What a plan finds, a piece for each distinct answer."""
        return await self._found(lambda graph: graph.arun(plan, top_k=top_k, max_tokens=max_tokens))

    async def _found(self, ask: Callable[[Graph], Awaitable[Results]]) -> str:
        async def told(graph: Graph) -> str:
            return _compact(brief_results(await ask(graph)))

        return await self._asked(told)

    async def _asked(self, ask: Callable[[Graph], Awaitable[str]]) -> str:
        try:
            return await ask(await asyncio.to_thread(self._graph))
        except MotifError as error:
            raise ToolError(str(error)) from error


NAMES = (
    "retrieve",
    "search",
    "match",
    "trace",
    "expand",
    "community",
    "verify",
    "plan",
    "run",
    "schema",
)
"""Of the tools, in the order in which a client lists them."""


def create_server(graph: Callable[[], Graph], name: str) -> MCPServer[Any]:
    """An MCP server whose tools answer from one graph.

    Parameters
    ----------
    graph
        Gives the graph, whenever a tool is called; what it raises of Motif's errors is the tool's answer.
    name
        What the graph is called, which the client is told.
    """
    server: MCPServer[Any] = MCPServer(
        "motif", instructions=INSTRUCTIONS.format(name=name), log_level="WARNING"
    )
    tools = Tools(graph)
    for named in NAMES:
        tool = getattr(tools, named)
        # As text alone: a structured copy beside it would say everything twice.
        server.add_tool(tool, description=inspect.getdoc(tool), annotations=_READS, structured_output=False)
    return server


def _schema(graph: Graph, question: str) -> str:
    view = graph.view
    size = f"{view.projection.n_nodes:,} nodes, {view.projection.n_relationships:,} relationships."
    return f"{size}\n{schema_text(facts_of(view), question, view)}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
