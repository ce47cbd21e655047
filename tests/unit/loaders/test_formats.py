from __future__ import annotations

from pathlib import Path

import pytest

from motif.errors import InvalidSource
from motif_loaders.formats import format_of


@pytest.mark.parametrize(
    ("name", "loader"),
    [
        ("a.tsv", "triples"),
        ("a.CSV", "triples"),
        ("a.txt.gz", "triples"),
        ("a.nt.gz", "rdf"),
        ("a.ttl", "rdf"),
        ("a.md", "documents"),
        ("a.HTML", "documents"),
        ("a.pdf", "documents"),
        ("a.json", "documents"),
        ("a.jsonl.gz", "corpus"),
    ],
)
def test_a_file_is_known_by_its_extension(name: str, loader: str) -> None:
    assert format_of(Path(name)) == loader


@pytest.mark.parametrize(
    ("folder", "file", "loader"),
    [
        ("metaqa", "anything", "metaqa"),
        ("data", "kb.tsv.gz", "metaqa"),
        ("data", "entity_names.tsv", "fb15k237"),
        ("data", "questions.jsonl.gz", "pathquestion"),
        ("data", "nodes.csv", "csv_pair"),
        ("data", "nodes.csv.gz", "csv_pair"),
        ("data", "tables_dev.jsonl.gz", "ottqa"),
        ("data", "corpus.jsonl.gz", "openie"),
        ("musique100", "anything", "openie"),
        ("ottqa", "anything", "ottqa"),
        ("data", "notes.md", "documents"),
        ("data", "films.csv", "documents"),
        ("data", "report.pdf", "documents"),
    ],
)
def test_a_folder_is_known_by_its_name_or_its_files(
    tmp_path: Path, folder: str, file: str, loader: str
) -> None:
    (tmp_path / folder).mkdir()
    (tmp_path / folder / file).write_text("")
    assert format_of(tmp_path / folder) == loader


@pytest.mark.parametrize(
    ("name", "content", "loader"),
    [
        ("kb.txt", "Heat|directed_by|Mann\n", "triples"),
        ("kb.tsv", "head\trelation\ttail\n", "triples"),
        ("notes.txt", "A note, and no triple.\n", "documents"),
        ("films.csv", "film,year\nHeat,1995\n", "documents"),
        ("empty.csv", "", "triples"),
    ],
)
def test_a_text_or_table_that_is_no_triples_is_a_document(
    tmp_path: Path, name: str, content: str, loader: str
) -> None:
    (tmp_path / name).write_text(content)
    assert format_of(tmp_path / name) == loader


def test_a_folder_of_the_importers_files_is_a_graph(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# People")
    (tmp_path / "people.csv").write_text(":ID,name\n1,Ada\n")
    (tmp_path / "broken.csv").write_bytes(b"\xff\xfe\x00")
    assert format_of(tmp_path) == "csv_pair"


def test_documents_may_lie_in_inner_folders(tmp_path: Path) -> None:
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "deep" / "deeper" / "a.md").write_text("x")
    (tmp_path / "picture.png").write_bytes(b"")
    assert format_of(tmp_path) == "documents"


def test_what_nothing_tells_is_an_error_that_names_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(InvalidSource, match="is not there") as caught:
        format_of(tmp_path / "missing")
    assert "--format" in caught.value.hint
    with pytest.raises(InvalidSource, match="holds no data set that is known"):
        format_of(tmp_path)
