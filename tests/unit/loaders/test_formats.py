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
    ],
)
def test_a_folder_is_known_by_its_name_or_its_files(
    tmp_path: Path, folder: str, file: str, loader: str
) -> None:
    (tmp_path / folder).mkdir()
    (tmp_path / folder / file).write_text("")
    assert format_of(tmp_path / folder) == loader


def test_what_nothing_tells_is_an_error_that_names_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(InvalidSource, match="is not there") as caught:
        format_of(tmp_path / "missing")
    assert "--format" in caught.value.hint
    with pytest.raises(InvalidSource, match="holds no data set that is known"):
        format_of(tmp_path)
