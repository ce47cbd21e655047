from __future__ import annotations

import gzip
from datetime import date
from pathlib import Path

import pytest

from motif.errors import InvalidSource
from motif_loaders.records import NodeRecord, Record, RelationshipRecord

pytest.importorskip("rdflib", reason="pip install 'motif-graphrag[rdf]'")

from motif_loaders import rdf

PREFIXES = """
@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def read(folder: Path, text: str, name: str = "people.ttl", **options: str) -> list[Record]:
    path = folder / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return list(rdf.load(path, **options))


def node(records: list[Record], name: str) -> NodeRecord:
    [found] = [r for r in records if isinstance(r, NodeRecord) and r.properties["name"] == name]
    return found


def relationships(records: list[Record]) -> list[tuple[object, str, object]]:
    return [(r.source.value, r.type, r.target.value) for r in records if isinstance(r, RelationshipRecord)]


def test_types_are_labels_links_relationships_and_literals_properties(tmp_path: Path) -> None:
    text = (
        PREFIXES
        + """
    ex:ann a foaf:Person, ex:Author ; rdfs:label "Ann" ; foaf:age 41 ; ex:height 1.75 ; ex:open true ;
      ex:born "1980-02-01"^^xsd:date ; ex:tag "x", "y" ; foaf:knows ex:bob ."""
    )
    records = read(tmp_path, text)
    ann = node(records, "Ann")
    assert ann.all_labels == ("Resource", "Person", "Author")
    assert ann.key.value == "http://example.org/ann"
    assert dict(ann.properties) == {
        "name": "Ann", "age": 41, "height": 1.75, "open": True, "born": date(1980, 2, 1), "tag": ["x", "y"]
    }  # fmt: skip
    assert relationships(records) == [("http://example.org/ann", "knows", "http://example.org/bob")]
    assert node(records, "bob").properties == {"name": "bob"}


def test_the_language_asked_for_gets_the_plain_name(tmp_path: Path) -> None:
    text = (
        PREFIXES
        + 'ex:a rdfs:label "Vienna"@en, "Wien"@de ; rdfs:comment "capitale"@fr, "capital"@en-GB, "plain" .'
    )
    english = node(read(tmp_path, text), "Vienna")
    assert english.properties["comment"] == ["capital", "plain"]
    assert english.properties["comment_fr"] == "capitale"
    assert english.properties["label_de"] == "Wien"
    german = node(read(tmp_path, text, language="de"), "Wien")
    assert german.properties["label_en"] == "Vienna"


def test_blank_nodes_have_the_same_keys_each_time(tmp_path: Path) -> None:
    text = PREFIXES + 'ex:a foaf:knows [ foaf:name "B" ; foaf:knows [ foaf:name "C" ] ] .'
    first, second = read(tmp_path, text), read(tmp_path, text)
    assert first == second
    assert {node(first, name).key.value for name in "BC"} == {"_:people-1", "_:people-2"}


def test_values_that_neo4j_cannot_hold_are_text(tmp_path: Path) -> None:
    text = """ex:a ex:big 123456789012345678901 ; ex:span "P1D"^^xsd:duration ;
      ex:odd "x"^^xsd:integer ; ex:mixed 1, "b" ."""
    properties = node(read(tmp_path, PREFIXES + text), "a").properties
    assert properties == {
        "name": "a", "big": "123456789012345678901", "span": "P1D", "odd": "x", "mixed": ["1", "b"]
    }  # fmt: skip


def test_n_triples_read_gzipped_too(tmp_path: Path) -> None:
    text = '<http://e.org/a> <http://e.org/p> <http://e.org/b> .\n<http://e.org/a> <http://e.org/q> "caf\\u00e9" .\n'
    records = read(tmp_path, text, "x.nt.gz")
    assert relationships(records) == [("http://e.org/a", "p", "http://e.org/b")]
    assert node(records, "a").properties["q"] == "café"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x.nt", "<http://e.org/a> <http://e.org/p> _:b .\nno triple\n", r"x\.nt, line 2, cannot be read as nt"),
        ("x.ttl", "ex:a ex:b ex:c .", r"x\.ttl, line 1, cannot be read as turtle"),
        ("x.ttl", PREFIXES + "ex:a ex:b .", r"x\.ttl, line \d+, cannot be read as turtle"),
    ],
)  # fmt: skip
def test_what_is_malformed_is_named_with_its_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(InvalidSource, match=message):
        read(tmp_path, text, name)


def test_an_unknown_syntax_and_a_missing_file_are_said(tmp_path: Path) -> None:
    with pytest.raises(InvalidSource, match="knows no syntax 'klingon'"):
        read(tmp_path, "", syntax="klingon")
    with pytest.raises(InvalidSource, match="cannot be read"):
        rdf.load(tmp_path / "missing.ttl")
