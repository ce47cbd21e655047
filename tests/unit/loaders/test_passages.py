"""OTT-QA and passages with OpenIE triples as lexical graphs."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from motif.errors import InvalidSource
from motif_loaders import openie, ottqa
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord

needs_data = pytest.mark.skipif(
    not os.environ.get("MOTIF_DATA"), reason="MOTIF_DATA does not name the folder of the data sets"
)
TABLE = {
    "table_id": "Mann_0", "title": "Michael Mann", "section_title": "Films", "section_text": "", "url": "https://x",
    "intro": "Mann directs films . He was born in 1943 . He lives .", "header": ["Film", "Year"],
    "rows": [[f"Film {number}", str(1990 + number)] for number in range(11)] + [["short"]], "links": [],
}  # fmt: skip
PASSAGE = {
    "id": 3, "title": "Heat", "text": "Heat is by Mann.", "entities": ["Heat", "Mann"],
    "triples": [["Heat", "directed by", "Mann"], ["Heat", "released in", "1995"], ["heat", "directed by", "mann"]],
}  # fmt: skip


def chunks_of(records: list[Record]) -> dict[str, NodeRecord]:
    return {str(r.key.value): r for r in records if isinstance(r, NodeRecord) and r.key.label == "Chunk"}


def test_ottqa_has_a_chunk_for_a_passage_and_segments_for_a_table(tmp_path: Path) -> None:
    (tmp_path / "passages_dev.tsv").write_text("/wiki/Heat_(1995_film)\tHeat is a 1995 crime film . \n")
    (tmp_path / "tables_dev.jsonl").write_text(json.dumps(TABLE))
    records = list(ottqa.load(tmp_path))
    chunks = chunks_of(records)
    assert set(chunks) == {"passage:/wiki/Heat_(1995_film)", "table:Mann_0:0", "table:Mann_0:1"}
    passage = chunks["passage:/wiki/Heat_(1995_film)"].properties
    assert (passage["text"], passage["title"]) == ("Heat is a 1995 crime film . ", "Heat (1995 film)")
    last = chunks["table:Mann_0:1"].properties
    assert last["text"] == (
        "Michael Mann – Films\nMann directs films . He was born in 1943 .\nFilm | Year\nFilm 10 | 2000\nshort | "
    )
    assert (last["firstRow"], last["lastRow"], last["modality"]) == (10, 11, "table")
    assert Counter(r.type for r in records if isinstance(r, RelationshipRecord)) == {
        "FROM_DOCUMENT": 3,
        "NEXT_CHUNK": 1,
    }
    assert any(
        r.key.label == "__Entity__"
        for r in ottqa.load(tmp_path, extract="cooccurrence")
        if isinstance(r, NodeRecord)
    )


def test_openie_triples_are_described_relations(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text(json.dumps(PASSAGE) + "\n")
    for source in (path, tmp_path):
        records = list(openie.load(source))
        entities = [r.key.value for r in records if isinstance(r, NodeRecord) and r.key.label == "__Entity__"]
        assert entities == ["entity:heat", "entity:mann", "entity:1995"]
        related = [r for r in records if isinstance(r, RelationshipRecord) and r.type == "RELATED_TO"]
        assert {(r.source.value, r.properties["relation"], r.target.value) for r in related} == {
            ("entity:heat", "directed by", "entity:mann"),
            ("entity:heat", "released in", "entity:1995"),
        }
        [chunk] = chunks_of(records).values()
        assert chunk.key == Key("Chunk", "id", "passage:3") and chunk.properties["text"] == "Heat is by Mann."
        assert chunk.properties["entities"] == ["Heat", "Mann"]


@pytest.mark.parametrize(
    "line", ["{broken", '{"id": 1}', '{"id": 1, "text": "x", "triples": [["a", "b"]]}', "3"]
)
def test_a_line_that_is_no_passage_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text(f"{json.dumps(PASSAGE)}\n{line}\n")
    with pytest.raises(InvalidSource, match=r"corpus\.jsonl, line 2 is no passage"):
        list(openie.load(path))


def test_a_line_that_is_no_table_is_named(tmp_path: Path) -> None:
    (tmp_path / "passages_dev.tsv").write_text("")
    (tmp_path / "tables_dev.jsonl").write_text('{"table_id": 1}\n')
    with pytest.raises(InvalidSource, match=r"line 1 is no table"):
        list(ottqa.load(tmp_path))


@needs_data
@pytest.mark.data
def test_musique_loads_whole() -> None:
    kinds = Counter(r.key.label if isinstance(r, NodeRecord) else r.type for r in openie.load())
    assert kinds["Document"] == kinds["Chunk"] == kinds["FROM_DOCUMENT"] == 1890
    assert kinds["RELATED_TO"] <= 17_234


@needs_data
@pytest.mark.data
def test_ottqa_is_read_whole() -> None:
    folder = Path(os.environ["MOTIF_DATA"]) / "ottqa"
    assert sum(1 for _ in ottqa.read_passages(folder)) == 17_841
    tables = [table for _, _, table in ottqa.read_tables(folder)]
    assert len(tables) == 789
    assert all(len(row) == len(table.columns) for table in tables for row in table.rows)
