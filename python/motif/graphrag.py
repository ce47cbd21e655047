"""neo4j-graphrag: a retriever for its ``GraphRAG`` and its tools. Needs ``pip install "motif-graphrag[graphrag]"``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Optional

try:
    from neo4j_graphrag.retrievers.base import Retriever
    from neo4j_graphrag.tool import ObjectParameter, StringParameter
    from neo4j_graphrag.types import RawSearchResult, RetrieverResultItem
except ImportError as error:
    from motif.errors import MissingDependency

    raise MissingDependency(
        "motif.graphrag needs neo4j-graphrag.", hint='pip install "motif-graphrag[graphrag]"'
    ) from error

import neo4j

from motif.graphs.evidence import Evidence, Results
from motif.graphs.evidence_values import evidence_values
from motif.graphs.plan import METHODS
from motif.knowledge_graph import Graph, connect
from motif.knowledge_graph.retrieval_options import (
    COUNT,
    FILTER,
    METHOD,
    QUESTION,
    checked_graph,
    require_known_options,
)
from motif.retrievers.arguments import checked_method

_MEANT = {"filters": "filter", "k": "top_k"}
"""Words that other retrievers use, and ours for the same."""

_DESCRIPTIONS = {"query_text": QUESTION, "top_k": COUNT, "method": METHOD, "filters": FILTER}
"""What a model reads of each parameter of a tool, unless the caller says it better."""


class MotifRetriever(Retriever):
    """A neo4j-graphrag retriever whose items are pieces of evidence: text for a model, structure as metadata.

    Parameters
    ----------
    driver
        Used for reading, never closed.
    graph
        A projection's name, or a `Graph`.
    method
        A verb or a paper's name; "auto" chooses. A search may name another.
    neo4j_database
        None for the user's home database.
    result_formatter
        From a record to an item; the record has the keys of `record_of`.
    options
        Passed to the verb: ``labels``, ``timeout``, ``planner`` …

    Raises
    ------
    GraphNotFound
        No projection has that name.
    InvalidInput
        For a method or an option that does not exist.

    >>> films = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "release_year", "1995")])
    >>> with neo4j.GraphDatabase.driver("bolt://localhost:7687") as driver:  # nothing is sent
    ...     found = MotifRetriever(driver, films).search(query_text="who directed Heat?")
    >>> [item.content for item in found.items]
    ['Heat | directed_by | Michael Mann']
    """

    VERIFY_NEO4J_VERSION = False  # what Motif needs of the server, it says itself

    def __init__(
        self,
        driver: neo4j.Driver,
        graph: str | Graph,
        method: str = "auto",
        neo4j_database: str | None = None,
        result_formatter: Callable[[neo4j.Record], RetrieverResultItem] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(driver, neo4j_database)
        checked_method(method)
        require_known_options(options or {}, _MEANT)
        if isinstance(graph, str):
            graph = connect(driver=driver, database=neo4j_database).graph(graph)
        self.graph = checked_graph(graph)
        self.method = method
        self.result_formatter = result_formatter
        self.options = dict(options or {})

    # Optional[…] and not "… | None": neo4j-graphrag infers a tool's parameters from these annotations, and reads
    # only the former.
    def get_search_results(
        self,
        query_text: str,
        top_k: int = 5,
        method: Optional[str] = None,  # noqa: UP045
        filters: Optional[dict[str, Any]] = None,  # noqa: UP045
    ) -> RawSearchResult:
        """Evidence for a question in words, or for a pattern such as "?film | directed_by | Michael Mann".

        Parameters
        ----------
        query_text
            The question, or triples "head | relation | tail" separated by ";".
        top_k
            How many pieces of evidence at most.
        method
            "auto", "search", "match", "trace", "expand", "community" or "spark"; None for the retriever's own.
        filters
            Conditions on properties, {"year": {"$gte": 1999}}.
        """
        options = {**self.options, **({"filter": filters} if filters else {})}
        found = self.graph.retrieve(query_text, method=method or self.method, top_k=top_k, **options)
        return RawSearchResult(records=[record_of(piece) for piece in found], metadata=_metadata(found))

    def get_parameters(
        self,
        parameter_descriptions: Optional[dict[str, str]] = None,  # noqa: UP045
    ) -> ObjectParameter:
        """What a tool made of this takes: neo4j-graphrag's inference, with a description of each parameter."""
        parameters = super().get_parameters({**_DESCRIPTIONS, **(parameter_descriptions or {})})
        method = parameters.properties["method"]
        if isinstance(method, StringParameter):
            method.enum = ["auto", *METHODS]
        return parameters

    def default_record_formatter(self, record: neo4j.Record) -> RetrieverResultItem:
        """The evidence's text, with everything else as metadata."""
        metadata = {key: value for key, value in record.data().items() if key != "text"}
        return RetrieverResultItem(content=record["text"], metadata=metadata)


def record_of(piece: Evidence) -> neo4j.Record:
    """The keys of `motif.graphs.evidence_values.evidence_values`, all plain values."""
    return neo4j.Record(evidence_values(piece))  # type: ignore[no-untyped-call]


def tool_item(record: neo4j.Record) -> RetrieverResultItem:
    """The evidence's text as content, for a ``ToolsRetriever``'s ``result_formatter``.

    By itself a ``ToolsRetriever`` takes the whole record for the text that a model reads, metadata and all.

    >>> tool_item(neo4j.Record({"content": "Heat | year | 1995", "tool_name": "films", "metadata": {"tool": "films"}}))
    RetrieverResultItem(content='Heat | year | 1995', metadata={'tool': 'films'})
    """
    return RetrieverResultItem(content=record["content"], metadata=record["metadata"])


def _metadata(found: Results) -> dict[str, Any]:
    return {**found.metadata, "complete": found.complete}
