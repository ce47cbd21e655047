"""The benchmark sets' graphs, from folders made here and, where they are, from the real ones."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from motif.errors import InvalidSource
from motif_loaders import fb15k237, metaqa, pathquestion
from motif_loaders.records import Key, NodeRecord, RelationshipRecord

DATA = os.environ.get("MOTIF_DATA")
needs_data = pytest.mark.skipif(not DATA, reason="MOTIF_DATA does not name the folder of the data sets")


def split(records):  # type: ignore[no-untyped-def]
    found = list(records)
    nodes = [record for record in found if isinstance(record, NodeRecord)]
    return nodes, [record for record in found if isinstance(record, RelationshipRecord)]


def test_one_node_per_name_whatever_it_is(tmp_path: Path) -> None:
    (tmp_path / "kb.tsv").write_text('1984\trelease_year\t1984\n"Heat"\thas_tags\t1984\n')
    nodes, relationships = split(metaqa.load(tmp_path))
    assert [node.key.value for node in nodes] == ["1984", '"Heat"']
    assert relationships[0].source == relationships[0].target == Key("Entity", "name", "1984")


def test_the_original_spelling_of_metaqa_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "kb.txt").write_text("Heat|directed_by|Michael Mann\n")
    assert list(metaqa.read_triples(tmp_path)) == [("Heat", "directed_by", "Michael Mann")]


def test_an_end_comes_before_its_relationship(tmp_path: Path) -> None:
    (tmp_path / "kb.tsv").write_text("a\tr\tb\nb\tr\tc\n")
    seen: set[Key] = set()
    for record in pathquestion.load(tmp_path):
        if isinstance(record, NodeRecord):
            seen.add(record.key)
        else:
            assert {record.source, record.target} <= seen


@pytest.fixture
def freebase(tmp_path: Path) -> Path:
    (tmp_path / "entity_names.tsv").write_text("/m/1\tAlbany\n/m/2\tAlbany\n")
    (tmp_path / "train.tsv").write_text("/m/1\t/location/contains\t/m/2\n")
    (tmp_path / "valid.tsv").write_text("/m/2\t/location/contains\t/m/1\n")
    (tmp_path / "test.tsv").write_text("")
    return tmp_path


def test_freebase_entities_of_one_name_stay_two(freebase: Path) -> None:
    nodes, relationships = split(fb15k237.load(freebase))
    assert [(node.key, node.properties) for node in nodes] == [
        (Key("Entity", "mid", "/m/1"), {"name": "Albany"}),
        (Key("Entity", "mid", "/m/2"), {"name": "Albany"}),
    ]
    assert [record.type for record in relationships] == ["/location/contains"] * 2


def test_splits_choose_the_triples(freebase: Path) -> None:
    assert len(split(fb15k237.load(freebase, splits="train"))[1]) == 1
    with pytest.raises(InvalidSource, match="no split dev; choose among train, valid, test"):
        fb15k237.load(freebase, splits="train,dev")


def test_an_entity_without_a_name_is_named_with_its_line(freebase: Path) -> None:
    (freebase / "test.tsv").write_text("/m/1\t/r\t/m/9\n")
    with pytest.raises(InvalidSource, match=r"test\.tsv, line 1: the entity /m/9"):
        list(fb15k237.load(freebase))


@needs_data
@pytest.mark.data
def test_metaqa_has_its_published_size() -> None:
    nodes, relationships = split(metaqa.load())
    assert (len(nodes), len(relationships)) == (43_234, 133_582)
    assert Counter(record.type for record in relationships)["starred_actors"] == 33_718


@needs_data
@pytest.mark.data
def test_pathquestion_has_its_published_size() -> None:
    nodes, relationships = split(pathquestion.load())
    assert (len(nodes), len(relationships)) == (1_056, 1_211)


@needs_data
@pytest.mark.data
def test_fb15k237_has_its_published_size() -> None:
    nodes, relationships = split(fb15k237.load())
    assert (len(nodes), len(relationships)) == (14_541, 310_116)
    assert len({record.type for record in relationships}) == 237
