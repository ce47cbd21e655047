"""LangChain's retriever: documents are pieces of evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
    Callbacks,
)
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool, StructuredTool, ToolException
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from motif.errors import InvalidInput, MissingVectors
from motif.graphs.evidence import Evidence, Results
from motif.graphs.evidence_values import evidence_id, flat_values
from motif.knowledge_graph import Graph
from motif.knowledge_graph.retrieval_options import (
    COUNT,
    FILTER,
    METHOD,
    QUESTION,
    checked_graph,
    require_known_options,
)
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count, checked_method

_MEANT = {
    "top_k": "k",
    "limit": "k",
    "filters": "filter",
    "search_type": "method",
    "search_kwargs": "options",
}
"""Words that other retrievers use, and ours for the same."""


Method = Literal["auto", "search", "match", "trace", "expand", "community", "spark"]
Found = tuple[str, list[Document]]
"""What a model reads, and the documents behind it."""


class Asked(BaseModel):
    """What a model fills in to ask the graph."""

    question: str = Field(description=QUESTION)
    method: Method | None = Field(None, description=METHOD)
    k: int | None = Field(None, description=COUNT)
    filter: dict[str, Any] | None = Field(None, description=FILTER)


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
    filter
        Conditions on properties, ``{"year": {"$gte": 1999}}``; for the graph or per unknown.
    options
        Passed to the verb: ``labels``, ``timeout``, ``planner``, ``injective`` …

    All but ``graph`` may be given to `invoke` and its kin too, for one question, and so may any option by its name:
    ``retriever.invoke(question, k=2, method="spark", timeout=5)``.

    A query is a question in words, or a pattern in text, ``"?film | directed_by | Michael Mann"`` (triples separated by
    ``;``), or JSON. ``planner="paths"`` plans without a language model where one is configured. With
    ``method="match"`` a pattern gives at most ``k`` exact matches, every one when there are no more: the metadata's
    ``complete`` says so, and ``fallback`` that nothing matched and this is what surrounds the nodes it names. With
    ``method="trace"`` a document is a trace, its text reasoning chains.

    Raises
    ------
    InvalidInput
        For a keyword, method or number that cannot be used (pydantic's ``ValidationError`` with the same words where
        the retriever is made); and whatever `Graph.retrieve` raises, unchanged.

    >>> graph = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "release_year", "1995")])
    >>> retriever = MotifRetriever(graph=graph, k=2)
    >>> [document] = retriever.invoke("who directed Heat?")
    >>> document.page_content, document.metadata["answers"]
    ('Heat | directed_by | Michael Mann', ['Michael Mann'])
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    graph: Graph
    method: str = "auto"
    k: int = 5
    filter: dict[str, Any] | None = None
    options: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _known_fields(cls, given: Any) -> Any:
        if isinstance(given, Mapping):
            require_known_options(given, _MEANT, cls.model_fields)
        return given

    @field_validator("graph", mode="before")
    @classmethod
    def _graph_itself(cls, graph: Any) -> Graph:
        return checked_graph(graph)

    @field_validator("method")
    @classmethod
    def _known_method(cls, method: str) -> str:
        checked_method(method)
        return method

    @field_validator("k", mode="before")
    @classmethod
    def _counted(cls, k: Any) -> int:
        return checked_count(k, "k", MAXIMUM_TOP_K)

    @field_validator("options")
    @classmethod
    def _known_options(cls, options: dict[str, Any]) -> dict[str, Any]:
        require_known_options(options, _MEANT)
        return options

    def as_tool(
        self,
        args_schema: type[BaseModel] | None = None,
        *,
        name: str | None = None,
        description: str | None = None,
        arg_types: dict[str, type] | None = None,
    ) -> BaseTool:
        """A tool for agents that takes a question, a method, a number and a filter, and gives the evidence's text.

        The documents are the tool message's ``artifact``. What a model can mend (a question that names nothing, a
        method that the graph has no vectors for) it is told; other errors are raised.

        Parameters
        ----------
        args_schema, arg_types
            As LangChain has them; None for `Asked`.
        name
            None for "ask_" and the graph's name.
        description
            What the graph is about, for the model; None says only that it is one.

        >>> films = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "release_year", "1995")])
        >>> tool = MotifRetriever(graph=films).as_tool(name="films", description="Facts about films.")
        >>> tool.invoke({"question": "who directed Heat?"})
        'Heat | directed_by | Michael Mann'
        """
        if arg_types is not None:
            return super().as_tool(args_schema, name=name, description=description, arg_types=arg_types)
        return StructuredTool.from_function(
            self._told,
            coroutine=self._atold,
            name=name or "ask_" + re.sub(r"\W+", "_", self.graph.name),
            description=description
            or f"Evidence from the knowledge graph {self.graph.name!r} for a question.",
            args_schema=args_schema or Asked,
            response_format="content_and_artifact",
            handle_tool_error=True,
        )

    def _told(self, question: str, callbacks: Callbacks = None, **given: Any) -> Found:
        try:
            return _found(self.invoke(question, {"callbacks": callbacks}, **given))
        except _mendable(given) as error:
            raise ToolException(str(error)) from error

    async def _atold(self, question: str, callbacks: Callbacks = None, **given: Any) -> Found:
        try:
            return _found(await self.ainvoke(question, {"callbacks": callbacks}, **given))
        except _mendable(given) as error:
            raise ToolException(str(error)) from error

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,
        k: int | None = None,
        method: str | None = None,
        filter: dict[str, Any] | None = None,
        **options: Any,
    ) -> list[Document]:
        return documents(self.graph.retrieve(query, **self.arguments(k, method, filter, options)))

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,
        k: int | None = None,
        method: str | None = None,
        filter: dict[str, Any] | None = None,
        **options: Any,
    ) -> list[Document]:
        return documents(await self.graph.aretrieve(query, **self.arguments(k, method, filter, options)))

    def arguments(
        self,
        k: int | None = None,
        method: str | None = None,
        filter: dict[str, Any] | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> dict[str, Any]:
        """What `Graph.retrieve` is called with; what this one question was given goes before the retriever's own."""
        options = {key: value for key, value in options.items() if key != "verbose"}  # LangChain's own
        require_known_options(options, _MEANT)
        filters = self.filter if filter is None else filter
        own = {} if filters is None else {"filter": filters}
        return {
            **self.options,
            **own,
            **options,
            "method": method or self.method,
            "top_k": checked_count(self.k if k is None else k, "k", MAXIMUM_TOP_K),
        }


def documents(results: Results) -> list[Document]:
    """Each piece of evidence as a document with a stable id and serialisable metadata, never an embedding."""
    return [_document(piece) for piece in results]


def _mendable(given: Mapping[str, Any]) -> tuple[type[Exception], ...]:
    """Errors that a model avoids by asking otherwise; vectors are missing only for the method that it chose."""
    return (InvalidInput, MissingVectors) if given.get("method") else (InvalidInput,)


def _found(documents: list[Document]) -> Found:
    return "\n\n".join(one.page_content for one in documents) or "Nothing was found.", documents


def _document(piece: Evidence) -> Document:
    text, metadata = flat_values(piece)
    return Document(id=evidence_id(piece), page_content=text, metadata=metadata)
