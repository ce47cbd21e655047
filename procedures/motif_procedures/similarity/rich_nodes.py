"""The nodes that similarity edges join: chunks of a corpus, or nodes of rich text, with their metadata."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.corpus import CHUNK, Corpus, corpus_of
from motif.graphs.projection import Column, Projection

TABLE = "table"
"""Value of the property ``modality`` of a table's segment; everything else is text."""

LEAST_TEXT = 100
"""Characters that a node's text must have to be compared; a chunk of a corpus is compared whatever its length."""

_IDS = ("id", "chunkId", "elementId")
"""Names that are none."""


@dataclass(frozen=True, slots=True)
class RichNodes:
    """Nodes that are compared with each other, and what is known of them; all aligned.

    Attributes
    ----------
    name
        The label they share, or "Chunk".
    rows : int32 (n,), ascending
        In the projection.
    texts, titles, topics
        "" where there is none.
    entities, columns
        Names; of the entities that a node mentions and of a table's columns.
    first_row
        Number of the first row of a table's segment.
    is_table : bool (n,)
    """

    name: str
    rows: NDArray[np.int32]
    texts: list[str]
    titles: list[str]
    topics: list[str]
    entities: list[list[str]]
    columns: list[list[str]]
    first_row: list[int]
    is_table: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.rows)


def rich_nodes(
    projection: Projection, labels: Sequence[str] | None, minimum_text: int | None
) -> list[RichNodes]:
    """What is compared with each other: the chunks of a corpus; else, for each label, its nodes of rich text.

    Parameters
    ----------
    labels
        The nodes that carry one of these instead, by label.
    minimum_text
        Characters that a text must have; None for 1 of a chunk and `LEAST_TEXT` of other nodes.

    Raises `InvalidInput` for a label that no node carries, and where no two nodes have text enough.
    """
    corpus = corpus_of(projection)
    lengths = _text_lengths(projection)
    if labels is None and corpus is not None:
        chosen = {
            CHUNK: corpus.chunks[lengths[corpus.chunks] >= (1 if minimum_text is None else minimum_text)]
        }
    else:
        least = LEAST_TEXT if minimum_text is None else minimum_text
        chosen = {
            label: np.flatnonzero(mask & (lengths >= least)).astype(np.int32)
            for label, mask in _by_label(projection, labels)
        }
    groups = [_described(projection, corpus, name, rows) for name, rows in chosen.items() if len(rows) > 1]
    if not groups:
        raise InvalidInput(
            f"No two nodes of the graph '{projection.name}' have text that could be compared.",
            hint="Project it with text_properties=, name other labels=, or lower minimum_text.",
        )
    return groups


def _text_lengths(projection: Projection) -> NDArray[np.int64]:
    """Bytes of each node's text."""
    texts = projection.nodes.texts
    return np.zeros(projection.n_nodes, np.int64) if texts is None else np.diff(texts.offsets)


def _by_label(
    projection: Projection, labels: Sequence[str] | None
) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Each label with the nodes that carry it; those that a builder marks its nodes with (``__…``) only if named."""
    sets = projection.nodes.label_sets
    wanted = projection.labels if labels is None else (labels,) if isinstance(labels, str) else labels
    for label in wanted:
        if labels is None and label.startswith("__") and len(projection.labels) > 1:
            continue
        carries = np.array([label in of_set for of_set in sets] or [False])
        if not carries.any():
            raise InvalidInput(
                f"No node of the graph '{projection.name}' has the label '{label}'.",
                hint=f"Its labels: {', '.join(projection.labels)}.",
            )
        yield label, carries[projection.nodes.label_set]


def _described(
    projection: Projection, corpus: Corpus | None, name: str, rows: NDArray[np.int32]
) -> RichNodes:
    properties = projection.nodes.properties
    entities = _lists(properties.get("entities"), rows)
    if corpus is not None:
        entities = _with_mentioned(projection, corpus, rows, entities)
    texts = projection.nodes.texts
    return RichNodes(
        name=name,
        rows=rows,
        texts=[""] * len(rows) if texts is None else texts.take(rows),
        titles=_titles(projection, rows),
        topics=_strings(properties.get("topic"), rows),
        entities=entities,
        columns=_lists(properties.get("columns"), rows),
        first_row=[
            value if isinstance(value, int) else 0 for value in _values(properties.get("firstRow"), rows)
        ],
        is_table=np.array([value == TABLE for value in _values(properties.get("modality"), rows)], np.bool_),
    )


def _titles(projection: Projection, rows: NDArray[np.int32]) -> list[str]:
    """What each node is called: its property ``title``, else its name; an id is no title."""
    nodes = projection.nodes
    given = _strings(nodes.properties.get("title"), rows)
    is_name = [key not in _IDS for key in nodes.name_properties]
    named = [place >= 0 and is_name[place] for place in nodes.name_property[rows].tolist()]
    names = nodes.names.take(rows)
    return [
        title or (name if has_name else "") for title, name, has_name in zip(given, names, named, strict=True)
    ]


def _with_mentioned(
    projection: Projection, corpus: Corpus, rows: NDArray[np.int32], entities: list[list[str]]
) -> list[list[str]]:
    """``entities`` and the names of those that the graph joins to each chunk."""
    place = np.full(projection.n_nodes, -1, np.int64)
    place[rows] = np.arange(len(rows))
    found = [list(names) for names in entities]
    names = projection.nodes.names.take(corpus.mention_entity)
    for at, name in zip(place[corpus.mention_chunk].tolist(), names, strict=True):
        if at >= 0 and name:
            found[at].append(name)
    return found


def _values(column: Column | None, rows: NDArray[np.int32]) -> list[object]:
    return [None] * len(rows) if column is None else [column.value(row) for row in rows.tolist()]


def _strings(column: Column | None, rows: NDArray[np.int32]) -> list[str]:
    return [value.strip() if isinstance(value, str) else "" for value in _values(column, rows)]


def _lists(column: Column | None, rows: NDArray[np.int32]) -> list[list[str]]:
    """Lists of strings, which a column holds as JSON; what is none is empty."""
    return [_list(value) for value in _values(column, rows)]


def _list(value: object) -> list[str]:
    if not isinstance(value, str) or not value.startswith("["):
        return []
    try:
        found = json.loads(value)
    except ValueError:
        return []
    return [part for part in found if isinstance(part, str) and part.strip()]
