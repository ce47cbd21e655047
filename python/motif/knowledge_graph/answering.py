"""Answers in a sentence: `answer`, whole, and `stream_answer`, as it is written."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from motif.engine.control import Control
from motif.errors import InvalidConfiguration
from motif.graphs.evidence import Results
from motif.knowledge_graph.answer_stream import AnswerStream
from motif.knowledge_graph.asking import AskedGraph

if TYPE_CHECKING:
    from motif.models.language import ChatModel
    from motif.retrievers.answering import Answer


class AnsweringGraph(AskedGraph):
    """A graph whose evidence a language model answers from."""

    def answer(self, question: str, results: Results | None = None, **options: Any) -> Answer:
        """The language model's answer from evidence alone, with the pieces it rests on.

        Parameters
        ----------
        results
            The evidence; None to `retrieve` it, with ``options``.

        Raises
        ------
        InvalidConfiguration
            No language model is configured.
        ModelFailed
            It cannot be reached, refused, or answered nonsense.
        """
        model = self._answering()
        evidence = self.retrieve(question, **options) if results is None else results
        return self._limited(options, lambda control: _answered(question, evidence, model, None, control))

    async def aanswer(self, question: str, results: Results | None = None, **options: Any) -> Answer:
        """`answer`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.answer, question, {"results": results, **options})

    def stream_answer(self, question: str, results: Results | None = None, **options: Any) -> AnswerStream:
        """`answer`, as it is written: an iterator over the pieces of the model's sentence.

        The evidence is there before this returns; the model is asked with the first piece. A model that cannot stream
        gives its sentence in one piece. Stopping early (``close``, leaving ``with``) closes the model's connection.

        Returns
        -------
        AnswerStream
            ``stream.answer`` is the whole `Answer`, checked: what the evidence does not bear out is told in pieces
            before anything can be checked, and ``grounded`` is False then.

        Raises
        ------
        InvalidConfiguration
            No language model is configured.
        ModelFailed
            From the iterator: the model cannot be reached, refused, broke off, or answered nonsense.
        """
        model = self._answering()
        evidence = self.retrieve(question, **options) if results is None else results
        control = options.get("control") or Control(self._seconds(options))

        def work(heard: Callable[[str], None], part: Control) -> Answer:
            limits = {**options, "control": part}
            return self._limited(limits, lambda running: _answered(question, evidence, model, heard, running))

        return AnswerStream(work, control)

    async def astream_answer(
        self, question: str, results: Results | None = None, **options: Any
    ) -> AnswerStream:
        """`stream_answer`, awaited for its evidence; ``async for`` goes through the pieces."""
        self._answering()
        evidence = await self.aretrieve(question, **options) if results is None else results
        return self.stream_answer(question, evidence, **options)

    def _answering(self) -> ChatModel:
        if self._model is None:
            raise InvalidConfiguration(
                "No language model is configured to answer.",
                hint="Set MOTIF_MODEL, for example to openai:gpt-4o-mini, or give connect(model=…). "
                "kg.retrieve answers without one.",
            )
        return self._model()


def _answered(
    question: str,
    evidence: Results,
    model: ChatModel,
    heard: Callable[[str], None] | None,
    control: Control,
) -> Answer:
    """The answer, with what is known of its evidence's age."""
    from motif.retrievers.answering import generate_answer

    found = generate_answer(question, evidence, model, heard=heard, control=control)
    age: dict[str, Any] = {
        key: evidence.metadata[key] for key in ("stale", "behind") if key in evidence.metadata
    }
    return dataclasses.replace(found, metadata=age)
