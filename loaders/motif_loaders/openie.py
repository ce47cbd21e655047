"""Passages with entities and OpenIE triples, as HippoRAG publishes MuSiQue, 2WikiMultiHopQA and HotpotQA.

One object a line: ``id``, ``title``, ``text``, ``entities`` (names) and ``triples`` (head, relation, tail).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from motif_loaders.drafts import ChunkDraft, EntityDraft, Extraction, RelationDraft
from motif_loaders.lexical_graph import (
    chunk_records,
    content_hash,
    document_record,
    entity_key,
    extraction_records,
)
from motif_loaders.metadata import annotate
from motif_loaders.records import Record
from motif_loaders.text_files import data_folder, find_file, malformed, numbered_lines


def load(source: Path | None = None) -> Iterator[Record]:
    """A lexical graph of the passages in the file or folder ``source`` (``corpus.jsonl``; or gzipped).

    Without ``source``, the folder ``musique100`` inside ``MOTIF_DATA``. A passage is the document ``document:ID``
    with the chunk ``passage:ID``, its text as it stands; a triple is a ``RELATED_TO`` whose ``relation`` is the
    phrase, and its ends are entities whether or not the passage lists them.

    Raises `InvalidSource`, naming the line.
    """
    path = source if source is not None and source.is_file() else _file(source)
    for number, line in numbered_lines(path):
        try:
            given = json.loads(line)
            identity = f"passage:{given['id']}"
            title, text = str(given.get("title") or ""), str(given["text"])
            extraction = _extraction(identity, given)
        except (ValueError, KeyError, TypeError) as error:
            needed = 'an object with id, text, "entities": [names] and "triples": [[head, relation, tail]] is needed'
            raise malformed(path, number, f"is no passage ({error!r})", needed) from error
        document = f"document:{given['id']}"
        yield document_record(document, title=title, kind="passage", contentHash=content_hash(line))
        draft = ChunkDraft(identity, document, 0, text, title=title)
        entities = tuple(EntityDraft(str(name)) for name in given.get("entities", ()))
        yield from chunk_records([draft.annotated(replace(annotate([draft])[0], entities=entities))])
        yield from extraction_records(extraction)


def _file(source: Path | None) -> Path:
    by_name = None if source == Path("openie") and not source.is_dir() else source
    return find_file(data_folder(by_name, "musique100"), "corpus.jsonl")


def _extraction(identity: str, given: dict[str, Any]) -> Extraction:
    relations = []
    for head, relation, tail in given.get("triples", ()):
        if str(head).strip() and str(relation).strip() and str(tail).strip():
            relations.append(RelationDraft(str(head), str(relation), str(tail)))
    named = {
        entity_key(name): name
        for name in (
            *map(str, given.get("entities", ())),
            *(end for relation in relations for end in (relation.source, relation.target)),
        )
    }
    return Extraction(identity, tuple(EntityDraft(name) for name in named.values()), tuple(relations))
