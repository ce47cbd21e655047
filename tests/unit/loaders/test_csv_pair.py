from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from motif.errors import InvalidSource
from motif_loaders import csv_pair
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord

NODES = """id,label,name,year,rating,seen
1,Film;Classic,Heat,1995,8.3,true
2,Person,Michael Mann,,,
3,,Nobody,7,1.0,false
"""
RELATIONSHIPS = "source,type,target,credit,code\n1,DIRECTED_BY,2,sole,007\n"


def read(
    folder: Path, nodes: str = NODES, relationships: str = RELATIONSHIPS, **options: object
) -> list[Record]:
    (folder / "nodes.csv").write_text(nodes)
    (folder / "relationships.csv").write_text(relationships)
    return list(csv_pair.load(folder, **options))  # type: ignore[arg-type]


def test_plain_headers_give_labels_keys_and_typed_properties(tmp_path: Path) -> None:
    film = Key("Film", "id", "1")
    assert read(tmp_path) == [
        NodeRecord(film, {"name": "Heat", "year": 1995, "rating": 8.3, "seen": True}, ("Classic",)),
        NodeRecord(Key("Person", "id", "2"), {"name": "Michael Mann"}),
        NodeRecord(Key("Entity", "id", "3"), {"name": "Nobody", "year": 7, "rating": 1.0, "seen": False}),
        RelationshipRecord(film, "DIRECTED_BY", Key("Person", "id", "2"), {"credit": "sole", "code": "007"}),
    ]


def test_a_column_of_one_odd_value_stays_text(tmp_path: Path) -> None:
    nodes = "id,zip,big,when\n1,01234,9223372036854775808,1e5\n2,10115,1,2.0\n"
    found = [record.properties for record in read(tmp_path, nodes, "source,type,target\n")]  # type: ignore[union-attr]
    assert found[1] == {"zip": "10115", "big": "1", "when": "2.0"}


def test_importer_headers_give_spaces_types_lists_and_ignored_columns(tmp_path: Path) -> None:
    (tmp_path / "films.csv").write_text(
        "filmId:ID(Film),title,genres:string[],out:date,:LABEL,x:IGNORE\n1,Heat,Crime;Drama,1995-12-15,Film,7\n"
    )
    (tmp_path / "people.csv").write_text("personId:ID(Person),name,:LABEL\n1,Al Pacino,Person;Actor\n")
    (tmp_path / "acted.csv").write_text(
        ":START_ID(Person),:END_ID(Film),roles:string[],:TYPE\n1,1,A;B,ACTED_IN\n"
    )
    film, person = Key("Film", "filmId", "1"), Key("Person", "personId", "1")
    found = list(csv_pair.load(tmp_path))
    assert found == [
        NodeRecord(film, {"title": "Heat", "genres": ["Crime", "Drama"], "out": date(1995, 12, 15)}),
        NodeRecord(person, {"name": "Al Pacino"}, ("Actor",)),
        RelationshipRecord(person, "ACTED_IN", film, {"roles": ["A", "B"]}),
    ]


def test_a_relationship_key_tells_parallel_ones_apart(tmp_path: Path) -> None:
    found = read(
        tmp_path, relationships="from,relation,to,day\n1,SAW,2,1\n1,SAW,2,2\n", relationship_key="day"
    )
    assert [(r.properties, r.distinguished_by) for r in found if isinstance(r, RelationshipRecord)] == [
        ({"day": 1}, "day"),
        ({"day": 2}, "day"),
    ]


def test_other_separators_and_long_quoted_fields(tmp_path: Path) -> None:
    text = "x" * 200_000 + '""\n""'
    nodes = f'id;name\n1;"{text}"\n2;b\n'
    found = read(tmp_path, nodes, "source;target;type\n1;2;R\n")
    assert found[0].properties["name"] == text.replace('""', '"')
    assert len(found) == 3


@pytest.mark.parametrize(
    ("nodes", "relationships", "message"),
    [
        ("name\nHeat\n", RELATIONSHIPS, r"nodes\.csv, line 1 has no column 'id'"),
        ("id\n1\n\n1\n", RELATIONSHIPS, r"nodes\.csv, line 4 has the id '1' again"),
        ("id,name\n1,a\n ,b\n", RELATIONSHIPS, r"nodes\.csv, line 3 has no id"),
        ("id,name\n1\n", RELATIONSHIPS, r"nodes\.csv, line 2 has 1 fields; 2 are needed"),
        ("id,name,name\n1,a,b\n", RELATIONSHIPS, "names the column 'name' twice"),
        ("id:ID,n:int\n1,one\n", RELATIONSHIPS, r"line 2 has 'one' in the column 'n'; a value of type int"),
        ("id:ID,n:number\n1,1\n", RELATIONSHIPS, "has the type 'number'"),
        ('id,name\n1,"a\n', RELATIONSHIPS, r"nodes\.csv, line 2 cannot be read"),
        ("", RELATIONSHIPS, r"nodes\.csv is empty"),
        (NODES, "source,target\n1,2\n", r"relationships\.csv, line 1 has no column 'type'"),
        (NODES, "source,type,target\n1,R,9\n", r"line 2 has the end '9', which is no node"),
        (NODES, "source,type,target\n1,,2\n", r"line 2 has no type"),
    ],
)
def test_what_is_malformed_is_named_with_its_line(
    tmp_path: Path, nodes: str, relationships: str, message: str
) -> None:
    with pytest.raises(InvalidSource, match=message):
        read(tmp_path, nodes, relationships)


def test_ids_of_two_spaces_that_would_be_one_node_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id:ID(A),:LABEL\n1,Thing\n")
    (tmp_path / "b.csv").write_text("id:ID(B),:LABEL\n1,Thing\n")
    (tmp_path / "r.csv").write_text(":START_ID(A),:END_ID(B),:TYPE\n1,1,R\n")
    with pytest.raises(InvalidSource, match=r"b\.csv, line 2 has the id '1' of another 'Thing'"):
        list(csv_pair.load(tmp_path))


def test_a_folder_without_the_files_says_which_are_needed(tmp_path: Path) -> None:
    with pytest.raises(InvalidSource, match=r"none of nodes\.csv"):
        csv_pair.load(tmp_path)
    with pytest.raises(InvalidSource, match="is no folder"):
        csv_pair.load(tmp_path / "missing")
