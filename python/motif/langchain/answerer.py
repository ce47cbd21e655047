"""A LangChain chain that answers from evidence, whole or as it is written."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, cast

from langchain_core.runnables import AddableDict, RunnableConfig, RunnableSerializable
from pydantic import ConfigDict

from motif.errors import InvalidInput
from motif.graphs.evidence import Results
from motif.langchain.retriever import MotifRetriever, documents

if TYPE_CHECKING:
    from motif.retrievers.answering import Answer

Question = str | dict[str, Any]
"""A text, or a mapping with it as ``input`` or ``question``."""


class MotifAnswerer(RunnableSerializable[Question, dict[str, Any]]):
    """Answers in a sentence: a question in, out a mapping as LangChain's retrieval chains give it.

    ``input``, ``context`` (the documents) and ``answer`` (the sentence); beside them ``answers`` (nodes and values as
    the evidence spells them), ``citations`` (which documents, counted from 1), ``grounded`` and ``can_tell``. `stream`
    and `astream` give ``input`` and ``context`` first, then the sentence piece by piece, then the rest; the chunks add
    up. What is streamed is the model's own sentence: where the last chunk has a false ``grounded``, it tells more than
    the evidence. Closing the stream, and cancelling the task, close the model's connection.

    Parameters
    ----------
    retriever
        Where the evidence comes from; its graph has the language model.
    timeout
        Seconds for the sentence; None for the graph's.

    Raises
    ------
    InvalidConfiguration
        The graph has no language model.
    ModelFailed
        It cannot be reached, refused, broke off, or answered nonsense; ``with_fallbacks`` and ``with_retry`` do.

    >>> from motif import Graph
    >>> from motif.langchain import MotifRetriever
    >>> class Says:
    ...     def invoke(self, messages, **options):
    ...         return '{"reason": "Mann did [1].", "answers": ["Michael Mann"], "graphs": [1], "can_tell": true}'
    >>> graph = Graph.from_triples([("Heat", "directed_by", "Michael Mann")], model=Says())
    >>> answered = MotifAnswerer(retriever=MotifRetriever(graph=graph)).invoke("who directed Heat?")
    >>> answered["answer"], answered["answers"]
    ('Mann did [1].', ['Michael Mann'])
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    retriever: MotifRetriever
    timeout: float | None = None

    def invoke(self, input: Question, config: RunnableConfig | None = None, **kwargs: Any) -> dict[str, Any]:
        return self._call_with_config(self._answered, input, config, "chain", **kwargs)

    async def ainvoke(
        self, input: Question, config: RunnableConfig | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        return await self._acall_with_config(self._aanswered, input, config, "chain", **kwargs)

    def stream(
        self, input: Question, config: RunnableConfig | None = None, **kwargs: Any
    ) -> Iterator[dict[str, Any]]:
        yield from self._transform_stream_with_config(
            iter([input]), self._pieces, config, run_type="chain", **kwargs
        )

    async def astream(
        self, input: Question, config: RunnableConfig | None = None, **kwargs: Any
    ) -> AsyncIterator[dict[str, Any]]:
        async def given() -> AsyncIterator[Question]:
            yield input

        chunks = self._atransform_stream_with_config(
            given(), self._apieces, config, run_type="chain", **kwargs
        )
        async with aclosing(cast(AsyncGenerator[dict[str, Any], None], chunks)) as opened:
            async for chunk in opened:
                yield chunk

    def _found(self, given: Question) -> tuple[str, Results]:
        question = _question_of(given)
        return question, self.retriever.graph.retrieve(question, **self.retriever.arguments())

    def _answered(self, given: Question) -> dict[str, Any]:
        question, found = self._found(given)
        answer = self.retriever.graph.answer(question, found, timeout=self.timeout)
        return {**_told(question, found), "answer": answer.text, **_borne_out(answer)}

    async def _aanswered(self, given: Question) -> dict[str, Any]:
        graph, question = self.retriever.graph, _question_of(given)
        found = await graph.aretrieve(question, **self.retriever.arguments())
        answer = await graph.aanswer(question, found, timeout=self.timeout)
        return {**_told(question, found), "answer": answer.text, **_borne_out(answer)}

    def _pieces(self, inputs: Iterator[Question]) -> Iterator[dict[str, Any]]:
        for given in inputs:
            question, found = self._found(given)
            with self.retriever.graph.stream_answer(question, found, timeout=self.timeout) as stream:
                yield AddableDict(_told(question, found))
                yield from (AddableDict(answer=piece) for piece in stream)
                yield AddableDict(_borne_out(stream.answer))

    async def _apieces(self, inputs: AsyncIterator[Question]) -> AsyncIterator[dict[str, Any]]:
        graph = self.retriever.graph
        async for given in inputs:
            question = _question_of(given)
            found = await graph.aretrieve(question, **self.retriever.arguments())
            with await graph.astream_answer(question, found, timeout=self.timeout) as stream:
                yield AddableDict(_told(question, found))
                async for piece in stream:
                    yield AddableDict(answer=piece)
                yield AddableDict(_borne_out(stream.answer))


def _question_of(given: Question) -> str:
    """A question by itself, or in a mapping as LangChain's chains take it."""
    words = given.get("input", given.get("question")) if isinstance(given, Mapping) else given
    if isinstance(words, str):
        return words
    raise InvalidInput(
        f"A question in words is needed, not {given!r}.",
        hint='Give a text, or {"input": "who directed Heat?"}.',
    )


def _told(question: str, found: Results) -> dict[str, Any]:
    return {"input": question, "context": documents(found)}


def _borne_out(answer: Answer) -> dict[str, Any]:
    told = {key: getattr(answer, key) for key in ("answers", "citations", "grounded", "can_tell")}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in told.items()}
