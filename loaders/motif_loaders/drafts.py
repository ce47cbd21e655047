"""Chunks before they are written, and what an annotator and an extractor find in them.

::

    reader → chunker → [ChunkDraft] → annotator → [ChunkDraft with metadata] → extractor → [Extraction] → records

An annotator and an extractor see many chunks in one call, so that one that asks a model may ask for several
at a time. `motif_loaders.metadata` and `motif_loaders.cooccurrence` need no model, `motif_loaders.model_metadata`
and `motif_loaders.extraction` do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, TypeAlias

from motif_loaders.records import EMPTY, Value

Modality: TypeAlias = Literal["text", "table"]


@dataclass(frozen=True, slots=True)
class EntityDraft:
    """An entity that a chunk names, and what the chunk says of it.

    Attributes
    ----------
    name
        As the chunk writes it; names that differ in case and spaces only are one entity.
    type
        Becomes a label, "Person"; empty when it is not known.
    description
        What this chunk alone says; `Extractor.merge` makes one of those of all chunks.
    """

    name: str
    type: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class RelationDraft:
    """A relation between two entities of one chunk, by their names; ``relation`` is the phrase that joins them."""

    source: str
    relation: str
    target: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Annotated:
    """Metadata of one chunk (SAGE, paper 003 §2.1 A). What is empty leaves what the draft says.

    Attributes
    ----------
    title, topic
        What the chunk belongs to, and what it is about.
    entities
        Names, with types where they are known.
    events
        Dated events, as "date: what happened".
    summary
        Of a table.
    column_formats
        Of a table, aligned with its columns: "number, 1 to 12".
    problem
        Why there is no metadata: the loader reports it, and keeps the chunk.
    """

    title: str = ""
    topic: str = ""
    entities: tuple[EntityDraft, ...] = ()
    events: tuple[str, ...] = ()
    summary: str = ""
    column_formats: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class TableSegment:
    """Which rows of which table a chunk holds.

    Attributes
    ----------
    columns
        The table's headers.
    rows
        The rows of this segment, each as long as ``columns``.
    first_row, last_row
        Their numbers in the table, from 0, the header not counted.
    column_formats
        Aligned with ``columns``, from all rows of the table.
    summary
        What the table says before its rows: its description.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    first_row: int
    last_row: int
    column_formats: tuple[str, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk: what is embedded, searched and shown, with where it comes from.

    Attributes
    ----------
    id
        Its key in the database.
    document
        The id of its document.
    index
        Its place in the document, from 0.
    text
        What is embedded and shown.
    title
        Heading path, page title or table title.
    section
        The last heading above it.
    table
        What it holds of a table; None for text.
    metadata
        What an annotator found.
    properties
        Further properties of the node.
    """

    id: str
    document: str
    index: int
    text: str
    title: str = ""
    section: str = ""
    table: TableSegment | None = None
    metadata: Annotated = field(default_factory=Annotated)
    properties: Mapping[str, Value] = field(default_factory=lambda: EMPTY)

    @property
    def modality(self) -> Modality:
        """Whether it is text or a segment of a table."""
        return "text" if self.table is None else "table"

    def annotated(self, metadata: Annotated) -> ChunkDraft:
        """The chunk with ``metadata``; its title is the metadata's where that has one.

        >>> ChunkDraft("c1", "d1", 0, "Heat is a film.").annotated(Annotated(title="Heat")).title
        'Heat'
        """
        return replace(self, metadata=metadata, title=metadata.title or self.title)


@dataclass(frozen=True, slots=True)
class Extraction:
    """Entities and relations of one chunk.

    Attributes
    ----------
    chunk
        The chunk's id.
    relations
        Between ``entities``, by name.
    problem
        Why nothing was found (a model's answer that could not be read): the loader reports it, and goes on.
    """

    chunk: str
    entities: tuple[EntityDraft, ...] = ()
    relations: tuple[RelationDraft, ...] = ()
    problem: str = ""


Annotator: TypeAlias = Callable[[Sequence[ChunkDraft]], Sequence[Annotated]]
"""Chunks in, the metadata of each out, in their order."""


class Extractor(Protocol):
    """Finds entities and relations in chunks whose metadata are there."""

    def __call__(self, chunks: Sequence[ChunkDraft], /) -> Iterator[Extraction]:
        """An extraction for each chunk, in any order; a chunk in which nothing is found may be left out."""
        ...

    def merge(self, name: str, descriptions: Sequence[str], /) -> str:
        """One description of the entity ``name`` from those of its chunks, in the order of the chunks.

        Called once for each entity, with the descriptions of all chunks that the database has of it, so that a
        changed document changes its own part only. Bounded: 500 tokens in DA-RAG (paper 004, appendix B).
        """
        ...
