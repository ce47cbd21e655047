from __future__ import annotations

import csv
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from motif.errors import InvalidInput
from motif_loaders.bulk_csv import write_import_files
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def node(value: int | str, **properties: Any) -> NodeRecord:
    return NodeRecord(Key("Thing", "id", value), properties)


def test_a_header_names_types_and_every_value_stands_as_the_importer_reads_it(tmp_path: Path) -> None:
    properties = {
        "text": 'a "quoted", backslash \\ and\nbreak', "whole": 7, "part": 0.1 + 0.2, "truth": True,
        "day": date(1995, 12, 15), "moment": datetime(1995, 12, 15, tzinfo=UTC), "local": datetime(1995, 12, 15, 8),
        "list": ["a;b", 'c"'], "numbers": [1, 2], "infinite": float("-inf"), "empty": "",
    }  # fmt: skip
    prepared = write_import_files([NodeRecord(Key("T", "id", 1), properties, ("U",))], tmp_path)
    [path] = prepared.files.nodes
    assert rows(path) == [
        {
            ":ID": "0", ":LABEL": "T\x1fU", "id:long": "1", "text:string": properties["text"], "whole:long": "7",
            "part:double": "0.30000000000000004", "truth:boolean": "true", "day:date": "1995-12-15",
            "moment:datetime": "1995-12-15T00:00:00+00:00", "local:localdatetime": "1995-12-15T08:00:00",
            "list:string[]": 'a;b\x1fc"', "numbers:long[]": "1\x1f2", "infinite:double": "-Infinity",
            "empty:string": "",
        }
    ]  # fmt: skip
    assert ',""' in path.read_text()
    assert prepared.files.id_type == "integer" and prepared.files.array_delimiter == "U+001F"


def test_a_missing_property_is_empty_and_an_empty_text_is_quoted(tmp_path: Path) -> None:
    prepared = write_import_files([node(1, a="", b=1), node(2, b=2), node(3, a="x")], tmp_path)
    lines = prepared.files.nodes[0].read_text().splitlines()
    assert lines == [
        ':ID,:LABEL,"a:string","b:long","id:long"', '0,"Thing","",1,1', '1,"Thing",,2,2', '2,"Thing","x",,3'
    ]  # fmt: skip


def test_a_property_of_two_types_takes_two_files(tmp_path: Path) -> None:
    prepared = write_import_files([node(1, a="x"), node(2, a=7), node(3, a="y"), node("3", a="z")], tmp_path)
    assert [sorted(rows(path)[0]) for path in prepared.files.nodes] == [
        [":ID", ":LABEL", "a:string", "id:long"],
        [":ID", ":LABEL", "a:long", "id:long"],
        [":ID", ":LABEL", "a:string", "id:string"],
    ]
    assert prepared.n_nodes == 4


def test_what_is_described_twice_is_written_once_and_merged(tmp_path: Path) -> None:
    one, two = Key("Thing", "id", 1), Key("Thing", "id", 2)
    records: list[Record] = [node(1, a=1), node(2), NodeRecord(one, {"b": 2}, ("More",))]
    records += [RelationshipRecord(one, "R", two, {"w": 1}), RelationshipRecord(one, "R", two, {"w": 2})]
    records += [RelationshipRecord(one, "S", two, {"day": day}, "day") for day in (1, 2, 2)]
    prepared = write_import_files(records, tmp_path)
    nodes = [row for path in prepared.files.nodes for row in rows(path)]
    assert {(row[":LABEL"], row.get("a:long"), row.get("b:long")) for row in nodes} == {
        ("Thing\x1fMore", "1", "2"), ("Thing", None, None)
    }  # fmt: skip
    relationships = [row for path in prepared.files.relationships for row in rows(path)]
    assert relationships == [
        {":START_ID": "0", ":END_ID": "1", ":TYPE": "R", "w:long": "2"},
        {":START_ID": "0", ":END_ID": "1", ":TYPE": "S", "day:long": "1"},
        {":START_ID": "0", ":END_ID": "1", ":TYPE": "S", "day:long": "2"},
    ]
    assert (prepared.n_nodes, prepared.n_relationships) == (2, 3)
    assert prepared.keys == (("Thing", "id"),)


def test_an_end_that_is_nowhere_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="R has the end Thing id=2, which no earlier record describes"):
        write_import_files(
            [node(1), RelationshipRecord(Key("Thing", "id", 1), "R", Key("Thing", "id", 2))], tmp_path
        )


@pytest.mark.parametrize("value", [[], ["a", 1], ["a", ""], ["a\x1fb"]])
def test_a_list_that_the_importer_would_change_is_refused(tmp_path: Path, value: list[Any]) -> None:
    with pytest.raises(InvalidInput, match="of the property 'tags' cannot be written") as caught:
        write_import_files([node(1, tags=value)], tmp_path)
    assert "running server" in caught.value.hint


def test_progress_ends_with_what_was_written(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    write_import_files(
        [node(1), node(1), node(2)], tmp_path, progress=lambda done, total: seen.append((done, total))
    )
    assert seen == [(2, 0)]
