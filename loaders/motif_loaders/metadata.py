"""Metadata of chunks without a model: topic, entities and dated events, from titles, headings and how names look.

SAGE, paper 003 §2.1 A. `motif_loaders.model_metadata` asks a language model for the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from motif_loaders.column_formats import DATE
from motif_loaders.drafts import Annotated, ChunkDraft, EntityDraft, TableSegment
from motif_loaders.names import capitalised_words, find_names, most_frequent, returning_phrases
from motif_loaders.sentences import prose_of, split_sentences

MOST_ENTITIES = 24
"""Of a chunk: those it writes most often."""

_MOST_EVENTS = 8
_LONGEST_EVENT = 300
_LONGEST_CELL = 60
_YEAR = re.compile(r"\b(?:in|since|by|until|till|from|during)\s+((?:1\d|20)\d\d)\b", re.IGNORECASE)
_KIND = re.compile(
    r"\b(?:is|was|are|were)\s+(?:an?|the|one of the)\s+(?P<kind>[^.,;:()]{3,80}?)\s*"
    r"(?=[.,;:()]|$|\s(?:\w+ed|\w+en)\s(?:by|with|in|on|to|from|at|for|as|and)\b|"
    r"\s(?:of|in|on|by|for|from|to|with|at|that|which|who|whose|where|and|or|is|was|as)\b)"
)
_PAREN = re.compile(r"\s*\([^)]*\)\s*$")


def annotate(chunks: Sequence[ChunkDraft]) -> list[Annotated]:
    """The metadata of each chunk, by rule; aligned with ``chunks``. An `Annotator`.

    A topic is the heading above a chunk; else the kind of thing that its first sentence says its subject is; else
    the phrases that come back in it. Entities are names: of a table those in its cells. Events are sentences with
    a date.

    >>> text = "Heat is a 1995 American crime film written by Michael Mann. It opened on December 15, 1995."
    >>> [found] = annotate([ChunkDraft("c", "d", 0, text, title="Heat (1995 film)")])
    >>> found.topic, [entity.name for entity in found.entities]
    ('1995 American crime film', ['Heat', 'American', 'Michael Mann'])
    >>> found.events
    ('December 15, 1995: It opened on December 15, 1995.',)
    """
    places: dict[str, list[int]] = {}
    for place, chunk in enumerate(chunks):
        places.setdefault(chunk.document, []).append(place)
    found = dict[int, Annotated]()
    for of_document in places.values():
        metadata = _of_document([chunks[place] for place in of_document])
        found.update(zip(of_document, metadata, strict=True))
    return [found[place] for place in range(len(chunks))]


def _of_document(chunks: Sequence[ChunkDraft]) -> list[Annotated]:
    text = "\n\n".join(prose_of(chunk.text) for chunk in chunks if chunk.table is None)
    known, phrases = capitalised_words(text), returning_phrases(text)
    return [
        _of_text(chunk, known, phrases) if chunk.table is None else _of_table(chunk, chunk.table)
        for chunk in chunks
    ]


def _of_table(chunk: ChunkDraft, table: TableSegment) -> Annotated:
    return Annotated(topic=chunk.section, entities=_entities(_names_of_cells(table), chunk))


def _of_text(chunk: ChunkDraft, known: frozenset[str], phrases: Counter[str]) -> Annotated:
    text = prose_of(chunk.text)
    folded = text.casefold()
    title = _PAREN.sub("", chunk.title)
    is_name = bool(title) and ":" not in title and title.count(",") < 2
    subject = [title] if is_name and title.casefold() in folded else []
    returning = [phrase for phrase in phrases if phrase in folded]
    names = [*subject, *find_names(text, known), *returning]
    return Annotated(
        topic=chunk.section or _kind(text) or ", ".join(most_frequent(returning, folded, 3)),
        entities=_entities(names, chunk),
        events=tuple(_events(text)),
    )


def _entities(names: Sequence[str], chunk: ChunkDraft) -> tuple[EntityDraft, ...]:
    spellings: dict[str, str] = {}
    for name in names:
        spellings.setdefault(name.casefold(), name)
    return tuple(map(EntityDraft, most_frequent(spellings.values(), prose_of(chunk.text), MOST_ENTITIES)))


def _kind(text: str) -> str:
    """What the first sentence says its subject is: "is a crime film written by" gives "crime film"."""
    first = next(iter(split_sentences(text[:600])), "")
    found = _KIND.search(first)
    return " ".join(found["kind"].split()) if found else ""


def _events(text: str) -> Iterator[str]:
    found = 0
    for sentence in split_sentences(text):
        date = DATE.search(sentence) or _YEAR.search(sentence)
        if date is not None and len(sentence) <= _LONGEST_EVENT and found < _MOST_EVENTS:
            found += 1
            yield f"{date[date.lastindex or 0]}: {' '.join(sentence.split())}"


def _names_of_cells(table: TableSegment) -> list[str]:
    """The cells that are names: short, beginning with a capital, and neither number nor date."""
    names = []
    for place, written in enumerate(table.column_formats or [""] * len(table.columns)):
        if not written.startswith(("number", "year", "date")):
            names += [cell for row in table.rows if _is_name(cell := " ".join(row[place].split()))]
    return names


def _is_name(cell: str) -> bool:
    letters = sum(character.isalpha() for character in cell)
    return (
        2 <= len(cell) <= _LONGEST_CELL
        and not cell.endswith((".", "?", "!", ":", ";"))
        and letters >= max(2, 0.5 * len(cell))
        and (cell[0].isupper() or cell[0] in "\"“«'")
        and DATE.fullmatch(cell) is None
    )
