"""LangChain: a retriever whose documents are pieces of evidence. Needs ``pip install "motif-graphrag[langchain]"``."""

from __future__ import annotations

import hashlib
from typing import Any

try:
    from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ImportError as error:
    from motif.errors import MissingDependency

    raise MissingDependency(
        "motif.langchain needs langchain-core.", hint='pip install "motif-graphrag[langchain]"'
    ) from error

from pydantic import ConfigDict, Field

from motif.graphs.evidence import Evidence, Node, Relationship, Results
from motif.graphs.evidence_values import evidence_values
from motif.knowledge_graph import Graph


class MotifRetriever(BaseRetriever):
    """One document per piece of evidence: its text is ready for a model, its structure is metadata.

    Parameters
    ----------
    graph : Graph
        From ``motif.connect().graph(…)`` or ``Graph.from_triples``.
    method
        A verb or a paper's name; "auto" chooses.
    k
        How many documents at most.
    options
        Passed to the verb: ``filter``, ``labels``, ``timeout``, ``injective`` …

    A query is a question in words, or a pattern in text, ``"?film | directed_by | Michael Mann"`` (triples separated by
    ``;``), or JSON. ``options={"planner": "paths"}`` plans without a language model where one is configured. With
    ``method="match"`` a pattern gives at most ``k`` exact matches, every one when there are no more: the metadata's
    ``complete`` says so, and ``fallback`` that nothing matched and this is what surrounds the nodes it names. With
    ``method="trace"`` a document is a trace, its text reasoning chains.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    graph: Graph
    method: str = "auto"
    k: int = 5
    options: dict[str, Any] = Field(default_factory=dict)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None, **options: Any
    ) -> list[Document]:
        return documents(
            self.graph.retrieve(query, method=self.method, top_k=k or self.k, **{**self.options, **options})
        )

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,
        k: int | None = None,
        **options: Any,
    ) -> list[Document]:
        return documents(
            await self.graph.aretrieve(
                query, method=self.method, top_k=k or self.k, **{**self.options, **options}
            )
        )


def documents(results: Results) -> list[Document]:
    """Each piece of evidence as a document with a stable id and serialisable metadata."""
    return [_document(piece) for piece in results]


def _document(piece: Evidence) -> Document:
    parts = [node.id for node in piece.nodes] + [relationship.id for relationship in piece.relationships]
    # Two matches may have the same nodes and relationships, and differ in which unknown is which.
    parts += [f"{unknown}={_id(value)}" for unknown, value in piece.bindings.items()]
    identity = hashlib.blake2b("\x1f".join([piece.method, *parts]).encode(), digest_size=16).hexdigest()
    values = evidence_values(piece)
    text, metadata = values.pop("text"), values.pop("metadata")
    return Document(id=identity, page_content=text, metadata={**values, **metadata})


def _id(value: Any) -> str:
    return value.id if isinstance(value, (Node, Relationship)) else str(value)
