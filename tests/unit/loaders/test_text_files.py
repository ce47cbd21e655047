from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from motif.errors import InvalidSource
from motif_loaders.text_files import data_folder, fields, find_file, numbered_lines


def test_lines_end_at_line_feeds_only(tmp_path: Path) -> None:
    path = tmp_path / "names.tsv"
    path.write_bytes("\ufeffa\u2028b\r\n\nc\x0bd\x85e".encode())
    assert list(numbered_lines(path)) == [(1, "a\u2028b"), (3, "c\x0bd\x85e")]


def test_gzipped_files_read_like_plain_ones(tmp_path: Path) -> None:
    (tmp_path / "kb.tsv.gz").write_bytes(gzip.compress("Amélie\tin_language\tFrench\n".encode()))
    assert list(fields(find_file(tmp_path, "kb.tsv"), 3)) == [(1, ["Amélie", "in_language", "French"])]


def test_the_plain_file_is_preferred(tmp_path: Path) -> None:
    (tmp_path / "kb.tsv").write_text("")
    (tmp_path / "kb.tsv.gz").write_bytes(b"")
    assert find_file(tmp_path, "kb.tsv").name == "kb.tsv"


def test_another_number_of_fields_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "kb.tsv"
    path.write_text("a\tb\tc\na\tb\n")
    with pytest.raises(InvalidSource, match=r"kb\.tsv, line 2 has 2 fields; 3 are needed: head"):
        list(fields(path, 3, names="head, relation, tail"))


def test_what_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.tsv"
    path.write_bytes(b"ok\n" * 3 + b"caf\xe9\n")
    with pytest.raises(InvalidSource, match=r"latin\.tsv, line \d+ is not UTF-8"):
        list(numbered_lines(path))


def test_a_cut_off_gzip_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kb.tsv.gz"
    path.write_bytes(gzip.compress(b"a\tb\tc\n" * 1000)[:-20])
    with pytest.raises(InvalidSource, match="cannot be read"):
        list(numbered_lines(path))


def test_a_missing_file_says_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(InvalidSource, match=r"none of kb\.tsv, kb\.txt") as caught:
        find_file(tmp_path, "kb.tsv", "kb.txt")
    assert "MOTIF_DATA" in caught.value.hint


def test_a_data_set_is_found_by_its_folder_its_parent_and_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "metaqa").mkdir()
    monkeypatch.setenv("MOTIF_DATA", str(tmp_path))
    for source in (tmp_path / "metaqa", tmp_path, Path("metaqa"), None):
        assert data_folder(source, "metaqa") == tmp_path / "metaqa"


def test_without_a_folder_the_error_says_how_to_name_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOTIF_DATA", raising=False)
    with pytest.raises(InvalidSource, match="No folder was given for 'metaqa'"):
        data_folder(None, "metaqa")
    with pytest.raises(InvalidSource, match="There is no folder nowhere"):
        data_folder(Path("nowhere"), "metaqa")
