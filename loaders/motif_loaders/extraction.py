"""Entities and relations that a language model reads in chunks, through neo4j-graphrag's own pipeline components."""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from motif.engine.control import Control
from motif.errors import InvalidInput, MissingDependency, ModelFailed
from motif_loaders.asking import ask_each
from motif_loaders.cooccurrence import CHARACTERS_PER_TOKEN, CooccurrenceExtractor
from motif_loaders.drafts import ChunkDraft, Extraction
from motif_loaders.extracted_graph import drafts_of, joined
from motif_loaders.prompts import prompt
from motif_loaders.remembered_answers import AsksModel, RememberingModel, remembering_model

_SUMMARY = {
    "title": "summary",
    "description": "One description of the entity.",
    "type": "object",
    "properties": {"description": {"type": "string"}},
    "required": ["description"],
}
_WORDS_PER_TOKEN = 0.75


class ModelExtractor(AsksModel):
    """The `Extractor` that asks a language model (DA-RAG, paper 004 §3 and appendix B).

    Each chunk is read by neo4j-graphrag's `LLMEntityRelationExtractor`, then ``gleanings`` times again for what was
    missed. What the model answered is kept on disk, so loading again costs nothing, and an interrupted load goes on.

    Parameters
    ----------
    model
        A chat model: of Motif, of LangChain, or its name ("openai:gpt-4o-mini").
    cache
        Folder of answers; ``extractions`` in the settings' cache by default.
    concurrency
        Chunks that are read at a time.
    gleanings
        Further rounds for each chunk.
    tokens
        Of an entity's description; what is longer is summarised by the model.

    Raises `MissingDependency` when neo4j-graphrag is not installed, and what `load_chat_model` raises for a name.
    """

    def __init__(
        self,
        model: object,
        *,
        cache: Path | None = None,
        concurrency: int = 5,
        gleanings: int = 1,
        tokens: int = 500,
    ) -> None:
        super().__init__(remembering_model(model, cache))
        self._pipeline = _Pipeline()
        self._concurrency = concurrency
        self._gleanings = gleanings
        self._tokens = tokens

    def __call__(self, chunks: Sequence[ChunkDraft], /) -> Iterator[Extraction]:
        """The entities and relations of each chunk, in their order; a ``problem`` where the model could not.

        Raises `ModelFailed` after `PATIENCE` chunks in a row without an answer, `JobFailed` when answers cannot be
        kept.
        """
        answers = ask_each(self._extraction, chunks, self._concurrency)
        for chunk, answer in zip(chunks, answers, strict=True):
            if isinstance(answer, ModelFailed):
                yield Extraction(chunk.id, problem=answer.message)
            else:
                yield answer

    def merge(self, name: str, descriptions: Sequence[str], /) -> str:
        """``descriptions`` one after another, or the model's summary of them where they exceed the tokens.

        A model that does not answer leaves the sentences that fit.
        """
        distinct = list(dict.fromkeys(text for text in map(str.strip, descriptions) if text))
        whole = " ".join(distinct)
        if len(whole) <= self._tokens * CHARACTERS_PER_TOKEN:
            return whole
        shortened = CooccurrenceExtractor(tokens=self._tokens).merge
        try:
            return shortened(name, [self._summary(name, distinct)])
        except ModelFailed:
            return shortened(name, distinct)

    def _summary(self, name: str, descriptions: Sequence[str]) -> str:
        told = json.dumps({"entity": name, "passages": list(descriptions)}, ensure_ascii=False)
        words = str(int(self._tokens * _WORDS_PER_TOKEN))
        messages = [("system", prompt("summary").replace("$words", words)), ("user", told)]
        summary = self._model.complete(messages, schema=_SUMMARY, read=_description, control=Control())
        return str(summary)

    def _extraction(self, chunk: ChunkDraft, control: Control) -> Extraction:
        found = self._pipeline.read(chunk, self._model, control)
        problem = ""
        for _ in range(self._gleanings):
            before = {"nodes": found["nodes"], "relationships": found["relationships"]}
            try:
                more = self._pipeline.read(
                    chunk, self._model, control, json.dumps(before, ensure_ascii=False)
                )
            except ModelFailed as error:
                problem = f"It was read once only: {error.message}"
                break
            found = joined(found, more)
        entities, relations = drafts_of(found)
        return Extraction(chunk.id, entities, relations, problem)


class _Pipeline:
    """neo4j-graphrag's extractor, one for reading and one for gleaning."""

    def __init__(self) -> None:
        self._components = _module("neo4j_graphrag.components.entity_relation_extractor")
        self._schema = _module("neo4j_graphrag.components.schema").GraphSchema.create_empty()
        self._chunk = _module("neo4j_graphrag.components.types").TextChunk
        self._model = _module("motif_loaders.pipeline_model").PipelineModel

    def read(
        self, chunk: ChunkDraft, model: RememberingModel, control: Control, before: str | None = None
    ) -> dict[str, Any]:
        """The graph of ``chunk``, or what ``before`` lacks of it, as plain values; ids are the model's own."""
        extractor = self._components.LLMEntityRelationExtractor(
            self._model(model, control),
            prompt_template=prompt("extraction" if before is None else "gleaning"),
            create_lexical_graph=False,
            use_structured_output=True,
        )
        text = f"{chunk.title}\n\n{chunk.text}" if chunk.title else chunk.text
        passage = self._chunk(text=text, index=chunk.index, uid=chunk.id)
        graph = asyncio.run(extractor.extract_for_chunk(self._schema, before or "", passage))
        values: dict[str, Any] = graph.model_dump(mode="json")
        return values


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingDependency(
            "Reading documents with a language model needs the package neo4j-graphrag, 1.22 or later.",
            hint='pip install "motif-graphrag[graphrag]"',
        ) from error


def _description(value: Any) -> str:
    text = value.get("description") if isinstance(value, Mapping) else None
    if not isinstance(text, str) or not text.strip():
        raise InvalidInput('It must be one object with a "description".')
    return text.strip()
