"""Folders into a database: twice changes nothing, a change replaces one document's chunks, an interruption heals."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from document_database import DocumentDatabase
from motif.database import Database
from motif.graphs.load_report import LoadReport
from motif_loaders.documents import load
from motif_loaders.plain_records import plain_records
from motif_loaders.record_writer import Loaded
from motif_loaders.records import NodeRecord
from motif_loaders.writer import write_records

ADA = "# Ada\n\nAda Lovelace wrote to Charles Babbage about the Analytical Engine in 1843.\n"
BABBAGE = "# Babbage\n\nThe inventor Charles Babbage lived in London. There he met Ada Lovelace.\n"
TOWER = "# Tower\n\nThe tower of Babel and the Eiffel Tower are high. Gustave Eiffel lived in Paris.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "ada.md").write_text(ADA)
    (notes / "babbage.md").write_text(BABBAGE)
    return notes


def loaded(database: DocumentDatabase, folder: Path, **options: Any) -> Loaded:
    return write_records(cast(Database, database), load(folder, chunker="none", **options))


def test_a_folder_becomes_documents_chunks_and_entities(folder: Path) -> None:
    database = DocumentDatabase()
    counts = loaded(database, folder)
    assert (counts.documents, counts.documents_written) == (2, 2)
    assert counts.labels == ("Chunk", "Document", "__Entity__")
    assert set(database.of("Document")) == {"notes/ada.md", "notes/babbage.md"}
    assert database.of("Document")["notes/ada.md"].keys() == {"title", "kind", "path", "contentHash"}
    [chunk] = [values for values in database.of("Chunk").values() if values["title"] == "Ada"]
    assert chunk["text"].startswith("Ada\n\nAda Lovelace wrote") and "Charles Babbage" in chunk["entities"]
    related = [key for key in database.relationships if key[1] == "RELATED_TO"]
    assert ("__Entity__", "entity:ada lovelace") in {end for key in related for end in (key[0], key[2])}


def test_what_chunks_say_of_an_entity_is_merged_over_documents(folder: Path) -> None:
    database = DocumentDatabase()
    loaded(database, folder)
    description = database.of("__Entity__")["entity:charles babbage"]["description"]
    assert "Analytical Engine" in description and "lived in London" in description


def test_loading_twice_changes_nothing_and_asks_once(folder: Path) -> None:
    database = DocumentDatabase()
    loaded(database, folder)
    before = database.image()
    database.writes.clear()
    database.reads.clear()
    assert loaded(database, folder).documents_written == 0
    assert database.image() == before and not database.writes and database.reads == ["document_hashes"]


def test_a_changed_document_replaces_its_chunks_and_only_them(folder: Path) -> None:
    database = DocumentDatabase()
    loaded(database, folder)
    before = database.of("Chunk")
    (folder / "babbage.md").write_text(BABBAGE.replace("London", "Devon").replace("Ada Lovelace", "nobody"))
    assert loaded(database, folder).documents_written == 1
    after = database.of("Chunk")
    assert len(before.keys() & after.keys()) == 1 and len(after) == 2
    entities = database.of("__Entity__")
    assert "entity:london" not in entities and "entity:devon" in entities
    assert "London" not in entities["entity:charles babbage"]["description"]
    assert "met Ada" not in entities["entity:ada lovelace"]["description"]
    assert not [key for key in database.relationships if "London" in str(key)]


def test_a_chunk_that_stays_has_the_metadata_that_it_has_now(folder: Path) -> None:
    long = " ".join(["word"] * 40)
    database = DocumentDatabase()
    path = folder / "redding.md"
    path.write_text(f"# One\n\nRedding sang. {long}\n\n# Two\n\nThen Otis Redding left. {long}\n")
    loaded(database, folder)
    path.write_text(f"# One\n\nRedding sang. {long}\n")
    [kept] = [key for key, node in database.of("Chunk").items() if "Redding sang" in node["text"]]
    assert "Redding" in database.of("Chunk")[kept]["entities"]
    loaded(database, folder)
    assert "Redding" not in database.of("Chunk")[kept].get("entities", [])


def test_an_entity_that_a_user_has_joined_to_something_stays(folder: Path) -> None:
    database = DocumentDatabase()
    loaded(database, folder)
    london, home = ("__Entity__", "entity:london"), ("Person", "me")
    database.nodes[home] = {}
    database.relationships[home, "LIVES_IN", london, ""] = {}
    (folder / "babbage.md").write_text(TOWER)
    loaded(database, folder)
    assert london in database.nodes and (home, "LIVES_IN", london, "") in database.relationships


@pytest.mark.parametrize("writes", range(14))
def test_an_interrupted_load_is_completed_by_the_next(folder: Path, writes: int) -> None:
    whole = DocumentDatabase()
    loaded(whole, folder)
    (folder / "babbage.md").write_text(TOWER)
    wanted = DocumentDatabase()
    loaded(wanted, folder)
    whole.writes.clear()
    whole.fail_after = writes
    try:
        loaded(whole, folder)
    except KeyboardInterrupt:
        whole.fail_after = None
        loaded(whole, folder)
    assert whole.image() == wanted.image()


def test_a_change_that_is_taken_back_after_an_interruption_is_taken_back_there_too(folder: Path) -> None:
    database = DocumentDatabase()
    loaded(database, folder)
    before = database.image()
    (folder / "ada.md").write_text(TOWER)
    database.writes.clear()
    database.fail_after = 3
    with pytest.raises(KeyboardInterrupt):
        loaded(database, folder)
    database.fail_after = None
    (folder / "ada.md").write_text(ADA)
    loaded(database, folder)
    assert database.image() == before


def test_a_document_that_has_become_unreadable_stays_as_it_was(folder: Path) -> None:
    database = DocumentDatabase()
    loaded(database, folder)
    before = database.image()
    (folder / "ada.md").write_bytes(b"\x00\x01binary")
    report = LoadReport()
    loaded(database, folder, report=report)
    assert database.image() == before
    assert [str(problem) for problem in report.problems] == [
        "ada.md: is binary, not text (it holds zero bytes)"
    ]


def test_a_file_that_is_gone_stays_unless_it_is_pruned(folder: Path, tmp_path: Path) -> None:
    database = DocumentDatabase()
    loaded(database, folder)
    shutil.copytree(folder, tmp_path / "other")
    loaded(database, tmp_path / "other")
    (folder / "babbage.md").unlink()
    loaded(database, folder)
    assert "notes/babbage.md" in database.of("Document")
    loaded(database, folder, prune="true")
    assert set(database.of("Document")) == {"notes/ada.md", "other/ada.md", "other/babbage.md"}
    assert {chunk.partition("#")[0] for chunk in database.of("Chunk")} == set(database.of("Document"))
    assert "entity:london" in database.of("__Entity__")


@pytest.mark.parametrize("writes", range(6))
def test_an_interrupted_removal_is_completed_by_the_next(folder: Path, writes: int) -> None:
    database, wanted = DocumentDatabase(), DocumentDatabase()
    loaded(database, folder)
    (folder / "babbage.md").unlink()
    loaded(wanted, folder)
    database.writes.clear()
    database.fail_after = writes
    try:
        loaded(database, folder, prune=True)
    except KeyboardInterrupt:
        database.fail_after = None
        loaded(database, folder, prune=True)
    assert database.image() == wanted.image()


def test_options_that_change_chunks_load_anew(folder: Path) -> None:
    database = DocumentDatabase()
    loaded(database, folder)
    assert loaded(database, folder, extract="none").documents_written == 2
    assert not database.of("__Entity__")


def test_an_empty_database_gets_the_same_as_plain_records(folder: Path) -> None:
    database = DocumentDatabase()
    loaded(database, folder)
    nodes: dict[tuple[str, str], dict[str, Any]] = {}
    for record in plain_records(load(folder, chunker="none")):
        if isinstance(record, NodeRecord):
            nodes.setdefault((record.key.label, str(record.key.value)), {}).update(record.properties)
    assert nodes == database.nodes


names = st.sampled_from(["a.md", "b.md", "c.md"])
contents = st.sampled_from([ADA, BABBAGE, TOWER, ADA + BABBAGE, TOWER + ADA])


@settings(max_examples=25)
@given(st.lists(st.dictionaries(names, contents, min_size=1), min_size=1, max_size=4))
def test_any_history_ends_in_the_graph_of_the_last_state(
    tmp_path_factory: pytest.TempPathFactory, states: list[dict[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("history") / "notes"
    database, fresh = DocumentDatabase(), DocumentDatabase()
    for state in states:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, text in state.items():
            (folder / name).write_text(text)
        loaded(database, folder, prune=True)
    loaded(fresh, folder)
    assert database.image() == fresh.image()
