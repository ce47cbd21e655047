"""MCP: a tool per method, for models that have no plugin to call. Needs ``pip install "motif-graphrag[mcp]"``.

Reads only. What a tool returns is small: text, names and ids, never a vector.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations
except ImportError as error:
    from motif.errors import MissingDependency

    raise MissingDependency(
        "motif mcp needs the package mcp.", hint='pip install "motif-graphrag[mcp]"'
    ) from error

from motif.errors import MotifError
from motif.graphs.evidence import Results
from motif.graphs.evidence_values import evidence_values
from motif.knowledge_graph import Graph
from motif.planners.schema_facts import schema_facts

TOKENS = 400
"""Of one piece's text."""

ENTITIES = 50
"""Nodes, and relationships, that one piece names; a community may have hundreds."""

INSTRUCTIONS = (
    "Answers questions from the knowledge graph {name!r} by its structure. Begin with `retrieve`; use the other tools "
    "where you know which method you want, and `schema` to learn what the graph holds. Nothing is ever written."
)

_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)


class Tools:
    """The tools: each is a verb of ``graph``, with what a model needs to know in its docstring."""

    def __init__(self, graph: Callable[[], Graph]) -> None:
        self._graph = graph

    def schema(self) -> dict[str, Any]:
        """What the graph holds: labels with their number of nodes, and relations with an example of each."""
        projection = self._graph().projection
        facts = schema_facts(projection)
        return {
            "nodes": projection.n_nodes,
            "relationships": projection.n_relationships,
            "labels": {label: list(names) for label, names in facts.names.items()},
            "relations": [
                {"relation": relation, "count": count, "example": list(example)}
                for relation, count, example in zip(
                    facts.relations, facts.counts, facts.examples, strict=True
                )
            ],
        }

    def retrieve(self, question: str, top_k: int = 5, method: str = "auto") -> dict[str, Any]:
        """Evidence for a question in words. `answers` holds what answers it, `text` the facts it rests on.

        method: "auto" chooses. "search": the nearest subgraphs. "match": exact matches. "trace": a long question's
        shape, followed relation by relation. "spark": numbers, dates and conditions. "expand": chunks of documents.
        "community": what a corpus says about a topic.
        """
        return self._told(
            lambda graph: graph.retrieve(question, method=method, top_k=top_k, max_tokens=TOKENS)
        )

    def search(self, pattern: str, top_k: int = 5) -> dict[str, Any]:
        """The subgraphs nearest to a pattern; names and relations need not be the graph's own.

        pattern: triples "head | relation | tail" separated by ";", with "?name" for an unknown:
        "?film | directed by | Michael Mann; ?film | starred | ?actor".
        """
        return self._told(
            lambda graph: graph.retrieve(pattern, method="search", top_k=top_k, max_tokens=TOKENS)
        )

    def match(self, pattern: str, limit: int = 20) -> dict[str, Any]:
        """Every exact match of a pattern, at most `limit`; `complete` is false when there are more.

        pattern: as of `search`, with the graph's own relations.
        """
        return self._told(
            lambda graph: graph.retrieve(pattern, method="match", top_k=limit, max_tokens=TOKENS)
        )

    def trace(self, question: str, top_k: int = 5) -> dict[str, Any]:
        """Chains of relationships that follow the shape of a question with several hops, from the names in it."""
        return self._told(
            lambda graph: graph.retrieve(question, method="trace", top_k=top_k, max_tokens=TOKENS)
        )

    def expand(self, question: str, top_k: int = 10) -> dict[str, Any]:
        """The chunks or nodes most relevant to a question, and the best of what they are linked to."""
        return self._told(lambda graph: graph.expand(question, top_k=top_k, max_tokens=TOKENS))

    def community(self, question: str, top_k: int = 3) -> dict[str, Any]:
        """Densely connected groups of chunks or nodes about a question, each with a report: for broad questions."""
        return self._told(lambda graph: graph.community(question, top_k=top_k, max_tokens=TOKENS))

    def verify(self, claim: str) -> dict[str, Any]:
        """Whether a claim is supported or refuted by the graph, with the evidence; the verdict is in `metadata`."""
        return self._told(lambda graph: graph.verify(claim))

    def plan(self, question: str, top_k: int = 3) -> dict[str, Any]:
        """How a question would be answered, without answering it: patterns, what is asked for, and notes."""
        plans = self._asked(lambda graph: graph.plan(question, top_k=top_k))
        return {"plans": [plan.as_dict() for plan in plans]}

    def _told(self, ask: Callable[[Graph], Results]) -> dict[str, Any]:
        found = self._asked(ask)
        pieces = [
            {"rank": rank, **_small(piece)} for rank, piece in enumerate(map(evidence_values, found), 1)
        ]
        return {"found": pieces, "complete": found.complete, "metadata": found.metadata}

    def _asked(self, ask: Callable[[Graph], Any]) -> Any:
        try:
            return ask(self._graph())
        except MotifError as error:
            raise ToolError(str(error)) from error


NAMES = ("schema", "retrieve", "search", "match", "trace", "expand", "community", "verify", "plan")
"""Of the tools, in the order in which a client lists them."""


def create_server(graph: Callable[[], Graph], name: str) -> MCPServer[Any]:
    """An MCP server whose tools answer from one graph.

    Parameters
    ----------
    graph
        Gives the graph, when a tool is first called.
    name
        The graph's name, which the client is told.
    """
    server: MCPServer[Any] = MCPServer(
        "motif", instructions=INSTRUCTIONS.format(name=name), log_level="WARNING"
    )
    tools = Tools(graph)
    for tool in NAMES:
        server.add_tool(getattr(tools, tool), annotations=_READS)
    return server


def _small(piece: dict[str, Any]) -> dict[str, Any]:
    """A piece without what a model cannot use, and with no more than `ENTITIES` of each kind."""
    cut = {key: piece[key][:ENTITIES] for key in ("nodes", "relationships")}
    left_out = {key: len(piece[key]) - ENTITIES for key in cut if len(piece[key]) > ENTITIES}
    return {**piece, **cut, **({"left_out": left_out} if left_out else {})}
