"""The loaders of documents and corpora: ids, options, and what is said of what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fakes import HashEncoder
from motif.errors import InvalidConfiguration, InvalidSource, MissingDependency
from motif.graphs.load_report import LoadReport
from motif_loaders import corpus, documents, loading_chunker
from motif_loaders.plain_records import plain_records
from motif_loaders.records import NodeRecord, RelationshipRecord

LONG = " ".join(f"Sentence number {number} says something about Neo4j and Cypher." for number in range(20))


def nodes_of(steps: Any, label: str = "Chunk") -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for record in plain_records(steps):
        if isinstance(record, NodeRecord) and record.key.label == label:
            found.setdefault(str(record.key.value), {}).update(record.properties)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    notes = tmp_path / "notes"
    (notes / "deep").mkdir(parents=True)
    (notes / "one.md").write_text(f"# One\n\n{LONG}")
    (notes / "deep" / "films.csv").write_text("film,year\nHeat,1995\nAli\n")
    return notes


def test_documents_are_known_by_their_path_below_the_folder(folder: Path) -> None:
    found = nodes_of(documents.load(folder, chunker="none"), "Document")
    assert {(key, node["kind"], node["path"], node["title"]) for key, node in found.items()} == {
        ("notes/one.md", "markdown", "one.md", "One"),
        ("notes/deep/films.csv", "table", "deep/films.csv", "films"),
    }
    [one] = nodes_of(documents.load(folder / "one.md", chunker="none"), "Document")
    assert one == "notes/one.md"
    [other] = nodes_of(documents.load(folder / "deep", collection="notes/deep"), "Document")
    assert other == "notes/deep/films.csv"


def test_a_table_has_its_columns_formats_and_rows(folder: Path) -> None:
    report = LoadReport()
    [chunk] = nodes_of(documents.load(folder / "deep", report=report)).values()
    assert chunk["text"] == "films\nfilm | year\nHeat | 1995\nAli | "
    assert (chunk["modality"], chunk["columns"], chunk["firstRow"], chunk["lastRow"]) == (
        "table",
        ["film", "year"],
        0,
        1,
    )
    assert chunk["columnFormats"] == ["text, such as Heat, Ali", "year, 1995 to 1995"]
    assert chunk["summary"] == "2 rows of film, year" and chunk["entities"] == ["Heat", "Ali"]
    assert [str(problem) for problem in report.problems] == [
        "films.csv: line 3 has 1 of 2 fields: the others are taken to be empty"
    ]


def test_what_cannot_be_read_is_told_and_the_rest_loads(folder: Path) -> None:
    (folder / "empty.md").write_text("")
    (folder / "blank.txt").write_text(" \n ")
    (folder / "broken.pdf").write_bytes(b"garbage")
    (folder / "binary.txt").write_bytes(b"\x00\x01")
    (folder / "broken.json").write_text("{")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    (folder / "open.csv").write_text('a,b\n"1,2\n')
    report = LoadReport()
    assert len(nodes_of(documents.load(folder, chunker="none", report=report), "Document")) == 2
    told = {problem.source: problem.message for problem in report.problems}
    assert told.keys() == {
        "empty.md", "blank.txt", "broken.pdf", "binary.txt", "broken.json", "picture.png", "open.csv", "deep/films.csv"
    }  # fmt: skip
    assert told["empty.md"] == told["blank.txt"] == "is empty"
    assert "line 2" in told["open.csv"] and ".png" in told["picture.png"]


def test_a_folder_of_which_nothing_can_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidSource, match="holds no documents"):
        list(plain_records(documents.load(tmp_path)))
    (tmp_path / "a.md").write_text("")
    (tmp_path / "b.txt").write_bytes(b"\x00")
    with pytest.raises(InvalidSource, match=r"could be loaded: a\.md: is empty") as caught:
        list(plain_records(documents.load(tmp_path)))
    assert "2 files" in caught.value.hint
    with pytest.raises(InvalidSource, match="nothing at"):
        list(documents.load(tmp_path / "missing"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"chunker": "magic"}, "no chunker 'magic'"),
        ({"rows": "many"}, "'rows' must be a whole number"),
        ({"rows": 3}, "5 to 10 rows"),
        ({"prune": "maybe"}, "'prune' must be true or false"),
    ],
)
def test_options_that_cannot_be_used_are_named(folder: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidConfiguration, match=message):
        list(plain_records(documents.load(folder, **({"chunker": "none"} | options))))


def test_the_semantic_chunker_is_taken_where_there_is_an_encoder(folder: Path) -> None:
    report = LoadReport()
    found = nodes_of(documents.load(folder, encoder=HashEncoder(), report=report))
    assert sum(chunk["modality"] == "text" for chunk in found.values()) > 1
    assert report.notes == ["Chunks end where the meaning changes (semantic)."]
    text = " ".join(chunk["text"] for chunk in found.values() if chunk["modality"] == "text")
    assert " ".join(text.split()) == f"One {LONG}"


def test_without_an_encoder_it_is_semchunk_and_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("semchunk")

    def missing(*_: object) -> None:
        raise MissingDependency("No model.", hint="pip install one")

    monkeypatch.setattr(loading_chunker, "load_encoder", missing)
    report = LoadReport()
    assert nodes_of(documents.load(folder, report=report))
    assert report.notes == ["Chunks by semchunk, for there is no text encoder. pip install one"]
    with pytest.raises(MissingDependency):
        list(plain_records(documents.load(folder, chunker="semantic")))


def test_chunks_follow_each_other(folder: Path) -> None:
    steps = list(plain_records(documents.load(folder / "one.md", encoder=HashEncoder())))
    order = [r for r in steps if isinstance(r, RelationshipRecord) and r.type == "NEXT_CHUNK"]
    index = {
        r.key: r.properties["index"] for r in steps if isinstance(r, NodeRecord) and r.key.label == "Chunk"
    }
    assert len(order) == len(index) - 1
    assert all(index[link.source] + 1 == index[link.target] for link in order)


def write_lines(path: Path, *lines: object) -> Path:
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return path


def test_a_corpus_keeps_its_texts_and_its_other_fields(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path / "news.jsonl",
        {
            "id": 7,
            "title": "Heat",
            "text": LONG,
            "year": 1995,
            "tags": ["a", "b"],
            "more": {"x": 1},
            "none": None,
        },
        {"id": "b", "text": "Untitled text."},
    )
    chunks = nodes_of(corpus.load(path))
    assert [chunk["text"] for chunk in chunks.values()] == [LONG, "Untitled text."]
    [first, second] = nodes_of(corpus.load(path), "Document").items()
    assert first[0] == "news/7" and second[0] == "news/b"
    assert (first[1]["year"], first[1]["tags"], first[1]["more"]) == (1995, ["a", "b"], '{"x": 1}')
    assert "none" not in first[1] and "title" not in second[1]
    assert next(iter(chunks.values()))["year"] == 1995


def test_the_fields_of_a_corpus_are_named_by_options(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "c.jsonl", {"_id": "x", "headline": "H", "body": "Some text."})
    [chunk] = nodes_of(corpus.load(path, id_field="_id", title_field="headline", text_field="body")).values()
    assert (chunk["title"], chunk["text"]) == ("H", "Some text.")


def test_lines_that_are_no_passage_are_told(tmp_path: Path) -> None:
    good = {"id": "a", "text": "Text."}
    path = write_lines(
        tmp_path / "c.jsonl", good, "{broken", [1], {"text": "x"}, {"id": "e", "text": " "}, good
    )
    report = LoadReport()
    assert len(nodes_of(corpus.load(path, report=report))) == 1
    assert [problem.source for problem in report.problems] == [
        f"c.jsonl, line {number}" for number in range(2, 7)
    ]
    assert "has the id 'a' again" in report.problems[-1].message
    with pytest.raises(InvalidSource, match="holds no passage") as caught:
        list(corpus.load(path, text_field="body"))
    assert '"body"' in caught.value.hint
