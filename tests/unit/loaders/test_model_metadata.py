"""Metadata that a model reads: one question for a chunk or a table, gaps filled without it, failures said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from motif.errors import ModelFailed
from motif.models.language import ChatModel
from motif.settings import ModelSettings
from motif_loaders.drafts import Annotated, ChunkDraft, EntityDraft, TableSegment
from motif_loaders.metadata import annotate
from motif_loaders.model_metadata import ROWS_SHOWN, ModelAnnotator
from scripted_models import StatusError, prompts_of, scripted, structured

TEXT = "In 1843 Ada Lovelace published notes on the Analytical Engine."
ANSWER = {
    "title": "Notes",
    "topic": "What Ada Lovelace  wrote on a machine.",
    "entities": [
        {"name": "Ada Lovelace", "type": "Person", "description": "A mathematician."},
        {"name": " ", "type": "Person", "description": ""},
    ],
    "events": [{"date": "1843", "event": "The notes were published."}, {"date": "", "event": "Undated."}],
}
COLUMNS = ("Film", "Year")
TABLE_ANSWER = {
    "title": "Films",
    "topic": "Films by year.",
    "summary": "Two films of two decades.",
    "columns": [
        {"name": "Film", "format": "text", "description": "the film's title"},
        {"name": "Year", "format": "number", "description": "when it came out"},
    ],
    "entities": [
        {"name": "Heat", "type": "Film", "description": ""},
        {"name": "1985", "type": "Year", "description": ""},
        {"name": "Ran", "type": "Film", "description": ""},
    ],
}


def annotator_of(model: object, folder: Path, **options: Any) -> ModelAnnotator:
    chat = ChatModel(model, ModelSettings(name="fake:model", retries=1), first_pause=0.0)
    return ModelAnnotator(chat, cache=folder, **{"concurrency": 1, **options})


def segment(number: int, *rows: tuple[str, str], identity: str = "t") -> ChunkDraft:
    table = TableSegment(COLUMNS, rows, number, number + len(rows) - 1, ("text", "number"), "A list.")
    text = "\n".join(" | ".join(row) for row in rows)
    return ChunkDraft(f"{identity}#{number}", identity, number, text, "Films", table=table)


def test_a_text_is_asked_about_once(tmp_path: Path) -> None:
    model = structured(ANSWER)
    [found] = annotator_of(model, tmp_path)([ChunkDraft("c", "d", 0, TEXT)])
    assert found == Annotated(
        title="Notes",
        topic="What Ada Lovelace wrote on a machine.",
        entities=(EntityDraft("Ada Lovelace", "Person", "A mathematician."),),
        events=("1843: The notes were published.",),
    )
    [prompt] = prompts_of(model)
    assert json.dumps(TEXT) in prompt
    assert annotator_of(scripted(AssertionError()), tmp_path)([ChunkDraft("c", "d", 0, TEXT)]) == [found]


def test_a_title_that_is_there_stays_and_gaps_are_filled(tmp_path: Path) -> None:
    chunk = ChunkDraft("c", "d", 0, TEXT, "Ada Lovelace", "Notes")
    [found] = annotator_of(structured({"topic": "", "entities": "none"}), tmp_path)([chunk])
    assert found == annotate([chunk])[0]
    assert chunk.annotated(found).title == "Ada Lovelace"


def test_a_table_is_asked_about_once_and_segments_have_their_own_entities(tmp_path: Path) -> None:
    model = structured(TABLE_ANSWER)
    segments = [segment(0, ("Heat", "1995")), segment(1, ("Ran", "1985"))]
    first, second = annotator_of(model, tmp_path)(segments)
    assert len(model.prompts) == 1
    assert (
        first.column_formats
        == second.column_formats
        == ("text; the film's title", "number; when it came out")
    )
    assert first.summary == "Two films of two decades."
    assert first.entities == (EntityDraft("Heat", "Film"),)
    assert second.entities == (EntityDraft("Ran", "Film"), EntityDraft("1985", "Year"))


def test_a_table_of_another_document_is_another_question(tmp_path: Path) -> None:
    model = structured(TABLE_ANSWER)
    annotator_of(model, tmp_path)([segment(0, ("Heat", "1995")), segment(0, ("Ran", "1985"), identity="u")])
    assert len(model.prompts) == 2


def test_columns_that_do_not_fit_are_left_out(tmp_path: Path) -> None:
    answer = {**TABLE_ANSWER, "columns": TABLE_ANSWER["columns"][:1]}
    [found] = annotator_of(structured(answer), tmp_path)([segment(0, ("Heat", "1995"))])
    assert found.column_formats == ()


def test_only_the_first_rows_are_sent(tmp_path: Path) -> None:
    model = structured(TABLE_ANSWER)
    annotator_of(model, tmp_path)([segment(0, *((f"Film{number}", "1999") for number in range(50)))])
    assert f"Film{ROWS_SHOWN - 1}" in model.last_prompt and f"Film{ROWS_SHOWN}" not in model.last_prompt


def test_a_chunk_that_fails_has_metadata_without_the_model(tmp_path: Path) -> None:
    def answer(prompt: str) -> Any:
        return "[]" if "Byron" in prompt else ANSWER

    chunks = [ChunkDraft("a", "d", 0, TEXT), ChunkDraft("b", "d", 1, "Lord Byron was a poet.")]
    good, failed = annotator_of(scripted(answer), tmp_path)(chunks)
    assert good.topic == "What Ada Lovelace wrote on a machine." and good.problem == ""
    assert failed.entities == annotate(chunks)[1].entities
    assert "could be read in 2 attempts" in failed.problem


def test_a_model_that_is_down_stops_it(tmp_path: Path) -> None:
    chunks = [ChunkDraft(f"c{number}", "d", number, f"Text {number}.") for number in range(9)]
    with pytest.raises(ModelFailed, match="5 times in a row"):
        annotator_of(scripted(StatusError(401, "no key")), tmp_path)(chunks)


def test_usage_is_counted(tmp_path: Path) -> None:
    annotator = annotator_of(structured(ANSWER), tmp_path)
    annotator([ChunkDraft("c", "d", 0, TEXT)])
    assert annotator.usage.calls == 1 and annotator.name == "fake:model"
    assert annotator([]) == []
