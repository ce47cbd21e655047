"""neo4j-graphrag: a retriever for its ``GraphRAG`` and its tools. Needs ``pip install "motif-graphrag[graphrag]"``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Optional

try:
    from neo4j_graphrag.retrievers.base import Retriever
    from neo4j_graphrag.types import RawSearchResult, RetrieverResultItem
except ImportError as error:
    from motif.errors import MissingDependency

    raise MissingDependency(
        "motif.graphrag needs neo4j-graphrag.", hint='pip install "motif-graphrag[graphrag]"'
    ) from error

import neo4j

from motif.graphs.evidence import Evidence, Results
from motif.graphs.evidence_values import evidence_values
from motif.knowledge_graph import Graph, connect


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

    Raises `GraphNotFound` where no projection has that name.
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
        if isinstance(graph, str):
            graph = connect(driver=driver, database=neo4j_database).graph(graph)
        self.graph = graph
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

    def default_record_formatter(self, record: neo4j.Record) -> RetrieverResultItem:
        """The evidence's text, with everything else as metadata."""
        metadata = {key: value for key, value in record.data().items() if key != "text"}
        return RetrieverResultItem(content=record["text"], metadata=metadata)


def record_of(piece: Evidence) -> neo4j.Record:
    """The keys of `motif.graphs.evidence_values.evidence_values`, all plain values."""
    return neo4j.Record(evidence_values(piece))  # type: ignore[no-untyped-call]


def _metadata(found: Results) -> dict[str, Any]:
    return {**found.metadata, "complete": found.complete}
