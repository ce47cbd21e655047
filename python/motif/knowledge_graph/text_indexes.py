"""A database's own indexes over chunks: which full-text index and which vector index a question is put to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from motif.database import Database
from motif.errors import InvalidInput, MissingVectors
from motif.graphs.corpus import CHUNK
from motif_cypher import template

FULLTEXT, VECTOR = "FULLTEXT", "VECTOR"


@dataclass(frozen=True, slots=True)
class TextIndex:
    """One index over nodes.

    Attributes
    ----------
    kind
        `FULLTEXT` or `VECTOR`.
    dimension
        Of the vectors; None where the index does not say, or is of words.
    """

    name: str
    kind: str
    labels: tuple[str, ...]
    properties: tuple[str, ...]
    dimension: int | None = None


@dataclass(frozen=True, slots=True)
class ChunkIndexes:
    """The label of the chunks, and the indexes over them; one of the two may be missing."""

    label: str
    fulltext: TextIndex | None
    vector: TextIndex | None


def chunk_indexes(
    database: Database,
    *,
    fulltext_index: str | None = None,
    vector_index: str | None = None,
    needs_words: bool = True,
    needs_meaning: bool = True,
) -> ChunkIndexes:
    """The indexes named, else those over the label ``Chunk``, else the only ones that the database has.

    Raises `InvalidInput` when an index that is needed is not there, or when there are several and none is named, and
    `MissingVectors` when there is no vector index; with the statement that makes one.
    """
    found = [_index(row) for row in database.run(template("show_text_indexes"))]
    vector = _chosen(found, VECTOR, vector_index, None) if needs_meaning else None
    fulltext = None
    if needs_words:
        fulltext = _chosen(found, FULLTEXT, fulltext_index, vector.labels if vector else None)
    labels = (vector or fulltext or _NO_INDEX).labels
    return ChunkIndexes(CHUNK if CHUNK in labels else labels[0], fulltext, vector)


_NO_INDEX = TextIndex("", "", (CHUNK,), ())


def _index(row: dict[str, Any]) -> TextIndex:
    dimension = (row["configuration"] or {}).get("vector.dimensions")
    return TextIndex(row["name"], row["type"], tuple(row["labels"]), tuple(row["properties"]), dimension)


def _chosen(
    found: Sequence[TextIndex], kind: str, name: str | None, labels: tuple[str, ...] | None
) -> TextIndex:
    of_kind = [index for index in found if index.kind == kind]
    if name is not None:
        of_kind = [index for index in of_kind if index.name == name]
    elif labels is not None:
        of_kind = [index for index in of_kind if set(labels) & set(index.labels)]
    if not of_kind:
        raise _missing(kind, name, labels or (CHUNK,))
    best = [index for index in of_kind if CHUNK in index.labels] or of_kind
    if len(best) > 1:
        option = "vector_index" if kind == VECTOR else "fulltext_index"
        raise InvalidInput(
            f"There are several {_WORDS[kind]} indexes: {', '.join(index.name for index in best)}.",
            hint=f"Name one: {option}='{best[0].name}'.",
        )
    return best[0]


_WORDS = {FULLTEXT: "full-text", VECTOR: "vector"}


def _missing(kind: str, name: str | None, labels: Sequence[str]) -> InvalidInput | MissingVectors:
    what = f"no {_WORDS[kind]} index" + (f" named '{name}'" if name else f" over :{labels[0]} nodes")
    if kind == FULLTEXT:
        return InvalidInput(
            f"The database has {what}.",
            hint=f"Make it: CREATE FULLTEXT INDEX chunkText FOR (n:{labels[0]}) ON EACH [n.title, n.text]",
        )
    return MissingVectors(
        f"The database has {what}.",
        hint="Make it: kg.embed(write=True), or CREATE VECTOR INDEX chunkVectors "
        f"FOR (n:{labels[0]}) ON n.embedding over vectors of your own; bm25_weight=1 needs none.",
    )
