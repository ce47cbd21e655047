"""Metadata of chunks that a language model reads: topic, title, entities with types, events; a table's columns."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from motif.engine.control import Control
from motif.errors import ModelFailed
from motif_loaders.asking import ask_each
from motif_loaders.drafts import Annotated, Annotator, ChunkDraft, EntityDraft, TableSegment
from motif_loaders.metadata import annotate
from motif_loaders.metadata_answers import (
    TABLE_SCHEMA,
    TEXT_SCHEMA,
    read_table_metadata,
    read_text_metadata,
)
from motif_loaders.prompts import prompt
from motif_loaders.remembered_answers import AsksModel, remembering_model

ROWS_SHOWN = 20
"""Rows of a table that the model is shown."""


class ModelAnnotator(AsksModel):
    """The `Annotator` that asks a language model: once for each chunk of text, once for each table.

    What a chunk's metadata hold without a model fills the gaps; a table's segments share its summary and columns, and
    have the entities of their own rows, with the types that the model tells. Answers are kept on disk as
    `ModelExtractor` keeps them.

    Parameters
    ----------
    model
        A chat model: of Motif, of LangChain, or its name ("openai:gpt-4o-mini").
    otherwise
        The annotator that fills the gaps, and answers where the model fails.
    cache
        Folder of answers; ``extractions`` in the settings' cache by default.
    concurrency
        Questions at a time.
    """

    def __init__(
        self,
        model: object,
        *,
        otherwise: Annotator = annotate,
        cache: Path | None = None,
        concurrency: int = 5,
    ) -> None:
        super().__init__(remembering_model(model, cache))
        self._otherwise = otherwise
        self._concurrency = concurrency

    def __call__(self, chunks: Sequence[ChunkDraft], /) -> list[Annotated]:
        """The metadata of each chunk, aligned with ``chunks``; its ``problem`` says where the model did not answer.

        Raises `ModelFailed` after `PATIENCE` failures in a row.
        """
        first: dict[object, ChunkDraft] = {}
        for chunk in chunks:
            first.setdefault(_source(chunk), chunk)
        answers = dict(zip(first, ask_each(self._ask, list(first.values()), self._concurrency), strict=True))
        without = self._otherwise(chunks)
        return [
            _completed(answers[_source(chunk)], known, chunk)
            for chunk, known in zip(chunks, without, strict=True)
        ]

    def _ask(self, chunk: ChunkDraft, control: Control) -> Annotated:
        kind, schema, read = _QUESTIONS[chunk.modality]
        told = json.dumps(_shown(chunk), ensure_ascii=False)
        messages = [("system", prompt(kind)), ("user", told)]
        found = self._model.complete(messages, schema=schema, read=read, control=control)
        assert isinstance(found, Annotated)
        return found


def _source(chunk: ChunkDraft) -> object:
    """What is asked about once: a chunk of text, or the table of a segment."""
    if chunk.table is None:
        return chunk.id
    return chunk.document, chunk.title, chunk.table.columns


def _shown(chunk: ChunkDraft) -> dict[str, Any]:
    """What the model is sent."""
    if chunk.table is None:
        return {"title": chunk.title, "text": chunk.text}
    table = chunk.table
    return {
        "title": chunk.title,
        "before": table.summary,
        "columns": list(table.columns),
        "rows": [list(row) for row in table.rows[:ROWS_SHOWN]],
    }


def _completed(answer: Annotated | ModelFailed, known: Annotated, chunk: ChunkDraft) -> Annotated:
    """The model's metadata, with what is known without it where it says nothing."""
    if isinstance(answer, ModelFailed):
        return dataclasses.replace(known, problem=answer.message)
    formats = answer.column_formats
    table = chunk.table
    return Annotated(
        title=answer.title if not chunk.title else "",
        topic=answer.topic or known.topic,
        entities=answer.entities or known.entities
        if table is None
        else _typed(known.entities, answer, table),
        events=answer.events or known.events,
        summary=answer.summary or known.summary,
        column_formats=formats
        if table is not None and len(formats) == len(table.columns)
        else known.column_formats,
    )


def _typed(known: Sequence[EntityDraft], answer: Annotated, table: TableSegment) -> tuple[EntityDraft, ...]:
    """Entities of a segment: those known, with the model's types, and those that the model finds in its cells."""
    told = {entity.name.casefold(): entity for entity in answer.entities}
    cells = {cell.strip().casefold() for row in table.rows for cell in row}
    here = {name: entity for name, entity in told.items() if name in cells}
    found = {entity.name.casefold(): told.get(entity.name.casefold(), entity) for entity in known}
    return tuple({**found, **here}.values())


_QUESTIONS: dict[str, tuple[str, dict[str, Any], Callable[[Any], Annotated]]] = {
    "text": ("text_metadata", TEXT_SCHEMA, read_text_metadata),
    "table": ("table_metadata", TABLE_SCHEMA, read_table_metadata),
}
