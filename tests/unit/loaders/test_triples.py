from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from motif.errors import InvalidConfiguration, InvalidSource
from motif_loaders import triples
from motif_loaders.records import RelationshipRecord


def read(path: Path, **options: object) -> list[tuple[object, str, object]]:
    records = triples.load(path, **options)  # type: ignore[arg-type]
    return [(r.source.value, r.type, r.target.value) for r in records if isinstance(r, RelationshipRecord)]


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return path


@pytest.mark.parametrize("name", ["kb.tsv", "kb.csv", "kb.txt", "kb.tsv.gz"])
@pytest.mark.parametrize("separator", ["\t", ",", ";", "|"])
def test_the_separator_is_the_one_that_gives_three_fields(tmp_path: Path, name: str, separator: str) -> None:
    path = written(tmp_path, name, separator.join("abc") + "\n" + separator.join("bcd") + "\n")
    assert read(path) == [("a", "b", "c"), ("b", "c", "d")]


def test_commas_inside_tab_separated_names_are_kept(tmp_path: Path) -> None:
    path = written(tmp_path, "kb.tsv", "Crouching Tiger, Hidden Dragon\tdirected_by\tAng Lee\n")
    assert read(path) == [("Crouching Tiger, Hidden Dragon", "directed_by", "Ang Lee")]


def test_quotes_are_quotes_in_csv_and_names_in_tsv(tmp_path: Path) -> None:
    assert read(written(tmp_path, "a.csv", '"Paris, Texas",by,"Wim ""W"" Wenders"\n')) == [
        ("Paris, Texas", "by", 'Wim "W" Wenders')
    ]
    assert read(written(tmp_path, "a.tsv", '"Heat"\tby\t"Mann\n')) == [('"Heat"', "by", '"Mann')]
    assert read(written(tmp_path, "b.tsv", '"a\tb"\tr\tc\n'), separator="tab", quoted="true") == [
        ("a\tb", "r", "c")
    ]


def test_a_header_is_seen_by_its_words_and_can_be_told(tmp_path: Path) -> None:
    path = written(tmp_path, "kb.csv", "Subject,Predicate,Object\na,r,b\n")
    assert read(path) == [("a", "r", "b")]
    assert len(read(path, header=False)) == 2
    assert read(written(tmp_path, "x.csv", "x,y,z\na,r,b\n"), header="true") == [("a", "r", "b")]
    assert len(read(tmp_path / "x.csv")) == 2


def test_a_quoted_field_may_span_lines(tmp_path: Path) -> None:
    assert read(written(tmp_path, "kb.csv", '"a\nb",r,c\n')) == [("a\nb", "r", "c")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b,c\n" * 30 + "a,b\n", r"kb\.csv, line 31 has 2 fields; three are needed: head, relation, tail"),
        ("a b c\n", r"kb\.csv, line 1 reads 'a b c'; three fields are needed"),
        ("a\tb\tc\nd\te\n", r"kb\.csv, line 2 has 2 fields"),
        ('a,b,c\nd,"e,f\n', r"kb\.csv, line 2 cannot be read"),
        ("a,,c\n", r"kb\.csv, line 1 has an empty field"),
        ("a,b,c\n" * 30 + 'a,b,"c\n', r"kb\.csv, line 31 cannot be read"),
        ("", r"kb\.csv is empty"),
    ],
)
def test_what_is_malformed_is_named_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidSource, match=message):
        read(written(tmp_path, "kb.csv", text))


def test_options_of_the_wrong_kind_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "kb.csv", "a,b,c\n")
    with pytest.raises(InvalidConfiguration, match="'header' must be true or false, not 'yes please'"):
        read(path, header="yes please")
    with pytest.raises(InvalidConfiguration, match="'separator' must be one character"):
        read(path, separator="::")
