"""The lexical graph that neo4j-graphrag writes, as records: Document, Chunk, ``__Entity__`` and what joins them.

::

    (Chunk)-[:FROM_DOCUMENT]->(Document)      (Chunk)-[:NEXT_CHUNK]->(Chunk)
    (__Entity__)-[:FROM_CHUNK]->(Chunk)       (__Entity__)-[:RELATED_TO {relation, description}]->(__Entity__)
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from motif_loaders.drafts import ChunkDraft, EntityDraft, Extraction, RelationDraft
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord, Value

DOCUMENT, CHUNK, ENTITY = "Document", "Chunk", "__Entity__"
FROM_DOCUMENT, NEXT_CHUNK, FROM_CHUNK, RELATED_TO = "FROM_DOCUMENT", "NEXT_CHUNK", "FROM_CHUNK", "RELATED_TO"

_NO_LABEL = re.compile(r"[^\w ]+")


def document_key(identity: str) -> Key:
    """The key of a document."""
    return Key(DOCUMENT, "id", identity)


def chunk_key(identity: str) -> Key:
    """The key of a chunk."""
    return Key(CHUNK, "id", identity)


def entity_key(name: str) -> Key:
    """The key of an entity: its name without regard to case and to spaces.

    >>> entity_key("Val  Kilmer").value
    'entity:val kilmer'
    """
    return Key(ENTITY, "id", "entity:" + " ".join(name.casefold().split()))


def content_hash(*parts: bytes | str) -> str:
    """What changes when any of ``parts`` does: 32 hexadecimal digits.

    >>> content_hash("a", "b") == content_hash("ab")
    False
    """
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        content = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(content).to_bytes(8, "little") + content)
    return digest.hexdigest()


def document_record(identity: str, *, title: str, kind: str, **properties: Value) -> NodeRecord:
    """A document's node; properties that are empty are left out."""
    values: dict[str, Value] = {"title": title, "kind": kind, **properties}
    return NodeRecord(document_key(identity), {name: value for name, value in values.items() if value != ""})


def chunk_records(chunks: Iterable[ChunkDraft]) -> Iterator[Record]:
    """The chunks of one document, in their order, joined to it and to each other; the document goes before."""
    chunks = list(chunks)
    for chunk in chunks:
        yield NodeRecord(chunk_key(chunk.id), chunk_properties(chunk))
    for chunk in chunks:
        yield RelationshipRecord(chunk_key(chunk.id), FROM_DOCUMENT, document_key(chunk.document))
    for before, after in pairwise(chunks):
        yield RelationshipRecord(chunk_key(before.id), NEXT_CHUNK, chunk_key(after.id))


def chunk_properties(chunk: ChunkDraft) -> Mapping[str, Value]:
    """A chunk's properties in the database; what is empty is left out."""
    found, table = chunk.metadata, chunk.table
    values: dict[str, Value | None] = {
        **chunk.properties,
        "text": chunk.text,
        "index": chunk.index,
        "modality": chunk.modality,
        "title": chunk.title,
        "topic": found.topic or chunk.section,
        "entities": list(dict.fromkeys(entity.name for entity in found.entities)),
        "events": list(found.events),
    }
    if table is not None:
        values |= {
            "columns": list(table.columns),
            "columnFormats": list(found.column_formats or table.column_formats),
            "summary": found.summary or table.summary,
            "firstRow": table.first_row,
            "lastRow": table.last_row,
        }
    return {name: value for name, value in values.items() if value is not None and value not in ("", [])}


def extraction_records(extraction: Extraction) -> Iterator[Record]:
    """The entities and relations of one chunk, whose node goes before.

    What a chunk says of an entity stands on ``FROM_CHUNK``, and a relation knows its ``chunk``: so a chunk that
    goes takes along what it said, and nothing else.
    """
    entities = _by_key(extraction.entities)
    for key, entity in entities.items():
        yield NodeRecord(key, {"name": _spaced(entity.name)}, _labels(entity.type))
    for key, entity in entities.items():
        said: dict[str, Value] = {"description": entity.description} if entity.description else {}
        yield RelationshipRecord(key, FROM_CHUNK, chunk_key(extraction.chunk), said)
    for relation in dict.fromkeys(extraction.relations):
        source, target = entity_key(relation.source), entity_key(relation.target)
        if source in entities and target in entities:
            yield RelationshipRecord(source, RELATED_TO, target, _told(extraction.chunk, relation), "id")


def _by_key(entities: Iterable[EntityDraft]) -> dict[Key, EntityDraft]:
    """One entity for each key: the first, with what later ones add."""
    found: dict[Key, EntityDraft] = {}
    for entity in entities:
        if not entity.name.strip():
            continue
        key = entity_key(entity.name)
        known = found.get(key, entity)
        found[key] = EntityDraft(
            known.name, known.type or entity.type, known.description or entity.description
        )
    return found


def _told(chunk: str, relation: RelationDraft) -> dict[str, Value]:
    values: dict[str, Value] = {
        "id": content_hash(chunk, relation.relation),
        "relation": relation.relation,
        "chunk": chunk,
    }
    return values | ({"description": relation.description} if relation.description else {})


def _labels(kind: str) -> tuple[str, ...]:
    """The label of an entity's type, as Neo4j's own style has it: "music group" is MusicGroup.

    >>> _labels("music group"), _labels(" ")
    (('MusicGroup',), ())
    """
    label = "".join(word[:1].upper() + word[1:] for word in _NO_LABEL.sub(" ", kind).split())
    return (label,) if label and label not in (DOCUMENT, CHUNK, ENTITY) else ()


def _spaced(name: str) -> str:
    return " ".join(name.split())
