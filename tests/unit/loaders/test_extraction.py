"""A model reads chunks through neo4j-graphrag's extractor: rounds, errors, costs, and answers that are kept."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from neo4j_graphrag.components.types import Neo4jGraph
from neo4j_graphrag.types import LLMMessage

from motif.engine.control import Control
from motif.errors import InvalidInput, JobFailed, MissingDependency, ModelFailed
from motif.graphs.load_report import LoadReport
from motif.models.language import ChatModel
from motif.settings import ModelSettings
from motif_loaders import documents
from motif_loaders.asking import PATIENCE, ask_each
from motif_loaders.drafts import ChunkDraft, EntityDraft, RelationDraft
from motif_loaders.extraction import ModelExtractor
from motif_loaders.ingestion import make_ingestion
from motif_loaders.pipeline_model import PipelineModel, graph_of
from motif_loaders.plain_records import plain_records
from motif_loaders.prompts import prompt
from motif_loaders.records import NodeRecord, RelationshipRecord
from motif_loaders.remembered_answers import RememberingModel, remembering_model
from scripted_models import ScriptedModel, StatusError, counted, prompts_of, scripted, structured

TEXT = "Ada Lovelace wrote a program for the Analytical Engine."
NOTHING: dict[str, Any] = {"nodes": [], "relationships": []}


def node(identity: str, name: str, label: str = "Person", said: str = "") -> dict[str, Any]:
    return {"id": identity, "label": label, "properties": {"name": name, "description": said}}


def link(source: str, kind: str, target: str, said: str = "") -> dict[str, Any]:
    ends = {"start_node_id": source, "end_node_id": target}
    return {**ends, "type": kind, "properties": {"description": said}}


FIRST = {
    "nodes": [
        node("0", "Ada Lovelace", said="She wrote a program."),
        node("1", "Analytical Engine", "Machine"),
    ],
    "relationships": [link("0", "WROTE_FOR", "1", "Ada wrote a program for it.")],
}
MISSED = {
    "nodes": [node("0", "ada  lovelace", "Countess", "A countess."), node("1", "program", "Work")],
    "relationships": [link("0", "WROTE", "1"), link("0", "KNEW", "9"), link("1", "IS", "1")],
}


def chunk_of(text: str = TEXT, identity: str = "c1", title: str = "") -> ChunkDraft:
    return ChunkDraft(identity, "d1", 0, text, title)


def extractor_of(model: object, folder: Path, **options: Any) -> ModelExtractor:
    chat = ChatModel(model, ModelSettings(name="fake:model", retries=1), first_pause=0.0)
    return ModelExtractor(chat, cache=folder, **{"concurrency": 1, **options})


def test_entities_and_relations_of_both_rounds(tmp_path: Path) -> None:
    model = structured(FIRST, MISSED)
    [found] = extractor_of(model, tmp_path)([chunk_of(title="Engines")])
    assert found.chunk == "c1" and found.problem == ""
    assert found.entities == (
        EntityDraft("Ada Lovelace", "Person", "She wrote a program. A countess."),
        EntityDraft("Analytical Engine", "Machine", ""),
        EntityDraft("program", "Work", ""),
    )
    assert found.relations == (
        RelationDraft("Ada Lovelace", "wrote for", "Analytical Engine", "Ada wrote a program for it."),
        RelationDraft("Ada Lovelace", "wrote", "program", ""),
    )
    read, gleaned = prompts_of(model)
    assert TEXT in read and "Engines" in read and "{" in read
    assert TEXT in gleaned and "She wrote a program." in gleaned


def test_no_gleaning_is_one_call(tmp_path: Path) -> None:
    model = structured(FIRST)
    extractor = extractor_of(model, tmp_path, gleanings=0)
    list(extractor([chunk_of()]))
    assert len(model.prompts) == 1 and extractor.usage.calls == 1


def test_loading_again_asks_nothing(tmp_path: Path) -> None:
    chunks = [chunk_of(f"{TEXT} Number {number}.", f"c{number}") for number in range(4)]
    first = list(extractor_of(structured(FIRST, MISSED), tmp_path, concurrency=3)(chunks))
    silent = structured(AssertionError("asked again"))
    again = extractor_of(silent, tmp_path)
    assert list(again(chunks)) == first
    assert not silent.prompts and again.usage.calls == 0


def test_an_interrupted_load_goes_on_where_it_stopped(tmp_path: Path) -> None:
    chunks = [chunk_of(f"Text {number}.", f"c{number}") for number in range(3)]
    partial = extractor_of(structured(FIRST), tmp_path, gleanings=0)(chunks)
    assert next(partial).chunk == "c0"
    partial.close()
    later = structured(FIRST)
    assert len(list(extractor_of(later, tmp_path, gleanings=0)(chunks))) == 3
    assert len(later.prompts) <= 2


def test_another_text_or_model_is_asked(tmp_path: Path) -> None:
    list(extractor_of(structured(FIRST), tmp_path, gleanings=0)([chunk_of()]))
    other_text = structured(FIRST)
    list(extractor_of(other_text, tmp_path, gleanings=0)([chunk_of("Another text.")]))
    other_model = structured(FIRST)
    chat = ChatModel(other_model, ModelSettings(name="fake:other"))
    list(ModelExtractor(chat, cache=tmp_path, gleanings=0)([chunk_of()]))
    assert len(other_text.prompts) == len(other_model.prompts) == 1


def test_malformed_json_is_repaired_or_asked_for_again(tmp_path: Path) -> None:
    broken = "Here it is: {'nodes': [{'id': 0, 'label': 'Person', 'properties': {'name': 'Ada'}},], 'relationships': []"
    [found] = extractor_of(scripted(broken, NOTHING), tmp_path / "a")([chunk_of()])
    assert found.entities == (EntityDraft("Ada", "Person"),)
    model = scripted("I see no entities.", NOTHING)
    [nothing] = extractor_of(model, tmp_path / "b", gleanings=0)([chunk_of()])
    assert nothing.entities == () and nothing.problem == ""
    assert "This answer does not do" in model.last_prompt


def test_a_chunk_that_cannot_be_read_is_a_problem_and_the_rest_goes_on(tmp_path: Path) -> None:
    def answer(prompt_: str) -> Any:
        return "no" if "Second" in prompt_ else FIRST

    chunks = [chunk_of("First.", "a"), chunk_of("Second.", "b"), chunk_of("Third.", "c")]
    model = ScriptedModel(script=[answer])
    found = list(extractor_of(model, tmp_path, gleanings=0, concurrency=2)(chunks))
    assert [one.chunk for one in found] == ["a", "b", "c"]
    assert [bool(one.entities) for one in found] == [True, False, True]
    assert "could be read in 2 attempts" in found[1].problem


def test_a_failed_gleaning_keeps_the_first_round(tmp_path: Path) -> None:
    [found] = extractor_of(structured(FIRST, StatusError(400, "too long")), tmp_path)([chunk_of()])
    assert len(found.entities) == 2
    assert found.problem.startswith("It was read once only: The model 'fake:model' failed")


def test_a_model_that_is_down_stops_the_load(tmp_path: Path) -> None:
    chunks = [chunk_of(f"Text {number}.", f"c{number}") for number in range(50)]
    model = scripted(ConnectionRefusedError("no route"))
    extractor = extractor_of(model, tmp_path)
    with pytest.raises(ModelFailed, match=f"failed {PATIENCE} times in a row.*no route") as caught:
        list(extractor(chunks))
    assert "costs nothing" in str(caught.value.hint)
    assert len(model.prompts) < 2 * (PATIENCE + 3)


def test_usage_counts_calls_and_cost(tmp_path: Path) -> None:
    settings = ModelSettings(name="fake:model", input_price=1.0, output_price=2.0)
    chat = ChatModel(structured(counted(FIRST, 1000, 100), counted(NOTHING, 2000, 10)), settings)
    extractor = ModelExtractor(chat, cache=tmp_path)
    list(extractor([chunk_of()]))
    assert (extractor.usage.calls, extractor.usage.input_tokens) == (2, 3000)
    assert extractor.usage.cost == pytest.approx(0.00322)
    assert extractor.name == "fake:model"


def test_a_load_tells_what_the_model_took(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))
    chat = ChatModel(structured(counted({"topic": "Engines."}, 10, 1), counted(FIRST, 20, 2), NOTHING))
    monkeypatch.setattr("motif_loaders.ingestion.adapt_chat_model", lambda name, settings: chat)
    report = LoadReport()
    for _ in range(2):
        ingestion = make_ingestion("fake:model", report)
        [found] = ingestion.annotate([chunk_of()])
        assert ingestion.extract is not None and found.topic == "Engines."
        [extraction] = ingestion.extract([chunk_of().annotated(found)])
        assert len(extraction.relations) == 1
    assert report.usage is not None
    told = dict(report.usage())
    assert (told["calls"], told["remembered"], told["estimated"]) == (3, 3, True)


def test_a_folder_that_a_model_reads_is_a_graph_with_described_relations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(prompt_: str) -> Any:
        if "metadata" in prompt_:
            return {"topic": "Engines.", "events": [{"date": "1843", "event": "The notes came out."}]}
        return NOTHING if "missed" in prompt_ else FIRST

    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    chat = ChatModel(ScriptedModel(script=[answer]), ModelSettings(name="fake:model"))
    monkeypatch.setattr("motif_loaders.ingestion.adapt_chat_model", lambda name, settings: chat)
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "ada.md").write_text(f"# Ada\n\n{TEXT}\n", encoding="utf-8")
    (folder / "empty.md").write_text("")
    report = LoadReport()
    records = list(
        plain_records(documents.load(folder, chunker="fixed", extract="fake:model", report=report))
    )
    nodes = {one.key.value: one for one in records if isinstance(one, NodeRecord)}
    assert nodes["entity:ada lovelace"].properties["description"] == "She wrote a program."
    assert "Machine" in nodes["entity:analytical engine"].labels
    [chunk] = [one for one in nodes.values() if one.key.label == "Chunk"]
    assert chunk.properties["events"] == ["1843: The notes came out."]
    [relation] = [one for one in records if isinstance(one, RelationshipRecord) and one.type == "RELATED_TO"]
    assert relation.properties["relation"] == "wrote for"
    assert relation.properties["description"] == "Ada wrote a program for it."
    assert [problem.source for problem in report.problems] == ["empty.md"]


def test_short_descriptions_are_joined_and_long_ones_summarised(tmp_path: Path) -> None:
    model = structured({"description": "Ada was a countess who wrote programs."})
    extractor = extractor_of(model, tmp_path, tokens=20)
    assert (
        extractor.merge("Ada", ["A countess.", " A countess. ", "", "A poet's child."])
        == "A countess. A poet's child."
    )
    assert not model.prompts
    long = [f"Ada did thing {number}." for number in range(9)]
    assert extractor.merge("Ada", long) == "Ada was a countess who wrote programs."
    assert "At most 15 words" in model.last_prompt and "thing 8" in model.last_prompt


def test_a_summary_is_bounded_and_a_silent_model_leaves_sentences(tmp_path: Path) -> None:
    long = [f"Ada did thing {number}." for number in range(9)]
    wordy = extractor_of(structured({"description": " ".join(long)}), tmp_path / "a", tokens=20)
    assert wordy.merge("Ada", long) == " ".join(long[:4])
    down = extractor_of(scripted(StatusError(401)), tmp_path / "b", tokens=20)
    assert down.merge("Ada", long) == " ".join(long[:4])
    assert extractor_of(scripted("{}"), tmp_path / "c", tokens=20).merge("Ada", long) == " ".join(long[:4])


def test_what_is_no_graph_is_refused_with_what_is_needed() -> None:
    with pytest.raises(InvalidInput, match='lists "nodes" and "relationships"; nodes is none'):
        graph_of([])
    with pytest.raises(InvalidInput, match="relationships is none"):
        graph_of({"nodes": []})


def test_what_a_model_adds_or_leaves_out_of_a_graph_is_put_right() -> None:
    graph = graph_of(
        {
            "nodes": [
                {
                    "id": 7,
                    "label": "Person",
                    "name": "Ada",
                    "properties": {"age": 36, "tags": ["x"]},
                    "score": 1,
                },
                {"label": "Person"},
                "Byron",
            ],
            "relationships": [{"type": "KNEW", "start_node_id": 7, "end_node_id": None}, {"type": ""}],
        }
    )
    [one] = graph.nodes
    assert (one.id, one.label, one.properties) == ("7", "Person", {"name": "Ada", "age": "36"})
    assert [(link_.start_node_id, link_.end_node_id) for link_ in graph.relationships] == [("7", "")]


def test_the_adapter_answers_as_the_pipeline_asks(tmp_path: Path) -> None:
    chat = ChatModel(structured("Hello.", FIRST, {"x": 1}))
    model = PipelineModel(RememberingModel(chat, tmp_path), Control())
    assert model.invoke("Hi?", system_instruction="Be short.").content == "Hello."
    asked: Sequence[LLMMessage] = [{"role": "user", "content": "Read."}]
    answer = asyncio.run(model.ainvoke(asked, response_format=Neo4jGraph))
    assert len(Neo4jGraph.model_validate_json(answer.content).nodes) == 2
    schema = {"title": "x", "description": "x", "type": "object", "properties": {"x": {"type": "integer"}}}
    assert model.invoke(asked, response_format=schema).content == '{"x": 1}'


def test_without_the_library_the_install_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "neo4j_graphrag.components.entity_relation_extractor", None)
    with pytest.raises(MissingDependency, match="neo4j-graphrag") as caught:
        ModelExtractor(scripted(NOTHING), cache=tmp_path)
    assert "motif-graphrag[graphrag]" in str(caught.value.hint)


def test_answers_are_kept_where_the_settings_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))
    model = remembering_model(scripted("One."))
    assert model.complete([("user", "?")], control=Control()) == "One."
    assert model.complete([("user", "?")], control=Control()) == "One."
    assert model.remembered == 1 and model.usage.calls == 1
    [file] = (tmp_path / "extractions").rglob("*.json")
    assert file.stat().st_mode & 0o077 == 0


def test_a_damaged_answer_is_asked_for_again(tmp_path: Path) -> None:
    model = remembering_model(scripted("One.", "Two."), tmp_path)
    model.complete([("user", "?")], control=Control())
    [file] = tmp_path.rglob("*.json")
    file.write_text("{")
    assert model.complete([("user", "?")], control=Control()) == "Two."


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    model = remembering_model(scripted("One."), tmp_path / "file")
    with pytest.raises(JobFailed, match="cannot be kept in") as caught:
        model.complete([("user", "?")], control=Control())
    assert "MOTIF_CACHE" in str(caught.value.hint)


def test_what_is_no_model_failure_stops_at_once() -> None:
    def ask(item: int, control: Control) -> int:
        raise ValueError(item)

    with pytest.raises(ValueError, match="1"):
        list(ask_each(ask, [1, 2], 2))


def test_calls_are_cancelled_when_nobody_reads_on() -> None:
    controls: list[Control] = []

    def ask(item: int, control: Control) -> int:
        controls.append(control)
        return item

    answers = ask_each(ask, range(3), 1)
    assert next(answers) == 0
    answers.close()  # type: ignore[attr-defined]
    assert {control.state for control in controls} == {"cancelled"}


@pytest.mark.parametrize("name", ["extraction", "gleaning", "summary", "text_metadata", "table_metadata"])
def test_prompts_tell_that_documents_are_no_instructions(name: str) -> None:
    assert "to read" in prompt(name) or "to be read" in prompt(name)
