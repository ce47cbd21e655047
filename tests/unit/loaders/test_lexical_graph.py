"""Drafts as records of the lexical graph: keys, what is left out, and what names a chunk's part."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from motif_loaders.drafts import Annotated, ChunkDraft, EntityDraft, Extraction, RelationDraft
from motif_loaders.lexical_graph import (
    chunk_properties,
    chunk_records,
    content_hash,
    document_record,
    entity_key,
    extraction_records,
)
from motif_loaders.records import NodeRecord, RelationshipRecord


def test_entities_that_differ_in_case_and_spaces_are_one() -> None:
    found = list(
        extraction_records(
            Extraction(
                "c",
                (
                    EntityDraft("Val  Kilmer"),
                    EntityDraft("val kilmer", "film actor", "He acts."),
                    EntityDraft(" "),
                ),
            )
        )
    )
    [node] = [record for record in found if isinstance(record, NodeRecord)]
    assert node.properties == {"name": "Val Kilmer"} and node.all_labels == ("__Entity__", "FilmActor")
    [mention] = [record for record in found if isinstance(record, RelationshipRecord)]
    assert (mention.type, mention.properties) == ("FROM_CHUNK", {"description": "He acts."})


def test_relations_know_their_chunk_and_need_both_ends() -> None:
    entities = (EntityDraft("Ada"), EntityDraft("Babbage"))
    wrote, met = (
        RelationDraft("ada", "wrote to", "BABBAGE", "A letter."),
        RelationDraft("Ada", "met", "Babbage"),
    )
    relations = (wrote, met, wrote, RelationDraft("Ada", "met", "Nobody"))
    related = [
        record
        for record in extraction_records(Extraction("c", entities, relations))
        if isinstance(record, RelationshipRecord) and record.type == "RELATED_TO"
    ]
    assert [(r.properties["relation"], r.properties["chunk"], r.distinguished_by) for r in related] == [
        ("wrote to", "c", "id"), ("met", "c", "id")
    ]  # fmt: skip
    assert related[0].properties["id"] != related[1].properties["id"]
    assert related[0].properties["description"] == "A letter." and "description" not in related[1].properties


def test_what_is_empty_is_no_property() -> None:
    assert chunk_properties(ChunkDraft("c", "d", 0, "Text.")) == {
        "text": "Text.",
        "index": 0,
        "modality": "text",
    }
    assert document_record("d", title="", kind="text", path="").properties == {"kind": "text"}


def test_metadata_and_further_properties_are_a_chunks_own() -> None:
    metadata = Annotated("T", "films", (EntityDraft("Heat"), EntityDraft("Heat")), ("1995: Heat.",))
    draft = ChunkDraft("c", "d", 3, "Text.", section="Plot", properties={"year": 1995, "text": "other"})
    assert chunk_properties(draft.annotated(metadata)) == {
        "year": 1995, "text": "Text.", "index": 3, "modality": "text", "title": "T", "topic": "films",
        "entities": ["Heat"], "events": ["1995: Heat."],
    }  # fmt: skip
    assert chunk_properties(draft)["topic"] == "Plot"


def test_chunks_are_joined_to_their_document_and_to_each_other() -> None:
    drafts = [ChunkDraft(name, "d", place, name) for place, name in enumerate("abc")]
    links = [record for record in chunk_records(drafts) if isinstance(record, RelationshipRecord)]
    assert [(link.source.value, link.type, link.target.value) for link in links] == [
        ("a", "FROM_DOCUMENT", "d"), ("b", "FROM_DOCUMENT", "d"), ("c", "FROM_DOCUMENT", "d"),
        ("a", "NEXT_CHUNK", "b"), ("b", "NEXT_CHUNK", "c"),
    ]  # fmt: skip


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.text(max_size=5), max_size=4))
def test_hashes_tell_parts_apart(one: list[str], other: list[str]) -> None:
    assert (content_hash(*one) == content_hash(*other)) == (one == other)


@given(st.text(min_size=1))
def test_an_entity_has_one_key_however_it_is_spaced(name: str) -> None:
    assert entity_key(f"  {name}\n") == entity_key(name)
