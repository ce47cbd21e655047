"""What docs/documents.md says of limits, calls and what is sent is what the code does."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

from motif.catalog import known_vectors
from motif.models.language import ChatModel
from motif_loaders.asking import PATIENCE
from motif_loaders.cooccurrence import CooccurrenceExtractor
from motif_loaders.drafts import ChunkDraft, TableSegment
from motif_loaders.extraction import ModelExtractor
from motif_loaders.model_metadata import ROWS_SHOWN, ModelAnnotator
from scripted_models import ScriptedModel, prompts_of

PAGE = " ".join((Path(__file__).parents[3] / "docs" / "documents.md").read_text(encoding="utf-8").split())
NUMBERS = {3: "three", 5: "five", 8: "eight"}


def test_limits() -> None:
    plain = CooccurrenceExtractor()
    assert f"at most {NUMBERS[plain.reach]} entities further on" in PAGE
    assert f"at most {NUMBERS[plain.partners]} others" in PAGE
    assert f"up to {plain.tokens} tokens" in PAGE
    assert f"exceed {inspect.signature(ModelExtractor).parameters['tokens'].default} tokens" in PAGE
    assert f"first {ROWS_SHOWN} rows" in PAGE
    assert f"{NUMBERS[PATIENCE].capitalize()} failures in a row" in PAGE
    assert f"for {NUMBERS[known_vectors._SAMPLE]} of the texts" in PAGE


def answer(prompt: str) -> Any:
    return {"nodes": [], "relationships": []} if "passage" in prompt else {"topic": "Films."}


@pytest.mark.parametrize(("n_segments", "calls"), [(0, 3), (2, 1 + 2 * 2)])
def test_calls_and_what_they_send(tmp_path: Path, n_segments: int, calls: int) -> None:
    model = ScriptedModel(script=[answer])
    tables = [TableSegment(("Film",), ((f"Heat {number}",),), number, number) for number in range(n_segments)]
    chunks = [
        ChunkDraft(f"/secret/path#{place}", "/secret/path", place, f"Text {place}.", "Films", table=table)
        for place, table in enumerate(tables or [None])
    ]
    chat = ChatModel(model)
    found = ModelAnnotator(chat, cache=tmp_path)(chunks)
    annotated = [chunk.annotated(metadata) for chunk, metadata in zip(chunks, found, strict=True)]
    list(ModelExtractor(chat, cache=tmp_path)(annotated))
    assert len(model.prompts) == calls
    assert not any("/secret/path" in sent for sent in prompts_of(model))
