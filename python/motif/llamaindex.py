"""LlamaIndex: a retriever for its engines and its property-graph index.

Needs ``pip install "motif-graphrag[llamaindex]"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

try:
    from llama_index.core.callbacks import CallbackManager
    from llama_index.core.indices.property_graph import BasePGRetriever
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
except ImportError as error:
    from motif.errors import MissingDependency

    raise MissingDependency(
        "motif.llamaindex needs llama-index-core.", hint='pip install "motif-graphrag[llamaindex]"'
    ) from error

from motif.graphs.evidence import Evidence, Results
from motif.graphs.evidence_values import evidence_id, flat_values
from motif.knowledge_graph import Graph
from motif.knowledge_graph.retrieval_options import checked_graph, require_known_options
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count, checked_method

_MEANT = {"k": "top_k", "similarity_top_k": "top_k", "limit": "top_k", "filters": "filter"}
"""Words that other retrievers use, and ours for the same."""

_NO_STORE: Any = None


class MotifRetriever(BasePGRetriever):
    """One node per piece of evidence: its text is ready for a model, its structure is metadata.

    Alone, in a query engine, or one of the ``sub_retrievers`` of a ``PropertyGraphIndex``. It reads Motif's projection
    of the graph in Neo4j, which may be the one that the index wrote there.

    Parameters
    ----------
    graph : Graph
        From ``motif.connect().graph(…)`` or ``Graph.from_triples``.
    method
        A verb or a paper's name; "auto" chooses.
    top_k
        How many nodes at most.
    filter
        Conditions on properties, ``{"year": {"$gte": 1999}}``; for the graph or per unknown.
    options
        Passed to the verb: ``labels``, ``timeout``, ``planner``, ``injective`` …

    A query is a question in words, or a pattern in text, ``"?film | directed_by | Michael Mann"``. Metadata is left out
    of what a model or an embedding sees.

    Raises
    ------
    InvalidInput
        For a keyword, method or number that cannot be used; and whatever `Graph.retrieve` raises, unchanged.

    >>> graph = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "release_year", "1995")])
    >>> [found] = MotifRetriever(graph).retrieve("who directed Heat?")
    >>> found.text, found.metadata["answers"]
    ('Heat | directed_by | Michael Mann', ['Michael Mann'])
    """

    def __init__(
        self,
        graph: Graph,
        method: str = "auto",
        top_k: int = 5,
        filter: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        callback_manager: CallbackManager | None = None,
        **unknown: Any,
    ) -> None:
        own = ("graph", "method", "top_k", "filter", "options", "callback_manager")
        require_known_options(unknown, _MEANT, own)
        require_known_options(options or {}, _MEANT)
        # Evidence brings its own text: the store that others fetch source texts from is not asked.
        super().__init__(_NO_STORE, include_text=False, callback_manager=callback_manager)
        self.graph = checked_graph(graph)
        checked_method(method)
        self.method = method
        self.top_k = checked_count(top_k, "top_k", MAXIMUM_TOP_K)
        self.options = dict(options or {})
        if filter is not None:
            self.options["filter"] = filter

    def retrieve_from_graph(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Evidence for the bundle's text."""
        found = self.graph.retrieve(
            query_bundle.query_str, method=self.method, top_k=self.top_k, **self.options
        )
        return nodes_with_scores(found)

    async def aretrieve_from_graph(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """`retrieve_from_graph`, awaited; cancelling the task stops the work."""
        found = await self.graph.aretrieve(
            query_bundle.query_str, method=self.method, top_k=self.top_k, **self.options
        )
        return nodes_with_scores(found)


def nodes_with_scores(results: Results) -> list[NodeWithScore]:
    """Each piece of evidence as a text node with a stable id and serialisable metadata, never an embedding."""
    return [NodeWithScore(node=_node(piece), score=float(piece.score)) for piece in results]


def _node(piece: Evidence) -> TextNode:
    text, metadata = flat_values(piece)
    hidden = list(metadata)  # LlamaIndex puts metadata before the text that a model reads, unless told not to
    return TextNode(
        id_=evidence_id(piece),
        text=text,
        metadata=metadata,
        excluded_llm_metadata_keys=hidden,
        excluded_embed_metadata_keys=hidden,
    )
