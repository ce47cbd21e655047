"""What an edge that expansion went along says: of a question's words, and to a reader."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.expansion import Ways
from motif.graphs.projection import OTHER, STRING, Column, Projection
from motif.indexes.fulltext import words_of
from motif.indexes.names import normalise_all, readable
from motif.retrievers.expansion_tracks import EdgeTable, Way

_SILENT = ("metric", "metricScores", "rows", "id")
"""Properties of edges that hold no words of their own; nor do those that are Motif's marks."""

_MARK = "motif"


def words_on_edges(
    projection: Projection, tracks: Sequence[Way], ways: Ways, words: Sequence[str]
) -> NDArray[np.bool_]:
    """Which of ``words`` each way's edges say, bool (w, words).

    An edge says what its text properties hold (the table row in which a name stands, shared entities, the sentence of a
    relation) and, if it is a relationship, its type; a bridge says its name.
    """
    found = np.zeros((len(ways), len(words)), dtype=np.bool_)
    if not words:
        return found
    for place, way in enumerate(tracks):
        of_track = np.flatnonzero(ways.track == place)
        is_bridge = way.track.bridges is not None
        rows, of_row = np.unique((ways.bridge if is_bridge else ways.edge)[of_track], return_inverse=True)
        lines = projection.nodes.names.take(rows) if is_bridge else _lines(projection, way.table, rows)
        found[of_track] = _holds(lines, words)[of_row]
    return found


def edge_as_values(projection: Projection, table: EdgeTable, row: int) -> dict[str, Any]:
    """What an edge is, for a reader: its type, its score in a layer, and its properties."""
    relationship = int(table.relationship[row])
    if relationship >= 0:
        links = projection.relationships
        kind = links.types[links.type[relationship]]
        return {"type": kind, **_values(links.properties, relationship)}
    assert table.layer is not None
    place = int(table.layer_row[row])
    score = round(float(table.layer.score[place]), 4)
    return {"type": table.layer.name, "score": score, **_values(table.layer.properties, place)}


def _values(properties: Mapping[str, Column], row: int) -> dict[str, Any]:
    found = {}
    for name, column in properties.items():
        value = column.value(row)
        if value is not None:
            found[name] = _list_of(value) if int(column.kind[row]) == OTHER else value
    return found


def _list_of(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _lines(projection: Projection, table: EdgeTable, rows: NDArray[np.int32]) -> list[str]:
    """What each edge says, as one line."""
    lines = [""] * len(rows)
    links = projection.relationships
    relationships = table.relationship[rows]
    real = np.flatnonzero(relationships >= 0)
    kinds = links.type[relationships[real]].tolist()
    said = _texts(links.properties, relationships[real])
    for place, kind, text in zip(real.tolist(), kinds, said, strict=True):
        lines[place] = f"{readable(links.types[kind])} {text}"
    if table.layer is not None:
        computed = np.flatnonzero(relationships < 0)
        said = _texts(table.layer.properties, table.layer_row[rows[computed]])
        for place, text in zip(computed.tolist(), said, strict=True):
            lines[place] = text
    return lines


def _texts(properties: Mapping[str, Column], rows: NDArray[np.int32]) -> Iterator[str]:
    """The text properties of each edge, side by side."""
    columns = [
        list(_column_texts(column, rows)) for name, column in properties.items() if name not in _SILENT
    ]
    return (" ".join(parts) for parts in zip(*columns, strict=True)) if columns else iter([""] * len(rows))


def _column_texts(column: Column, rows: NDArray[np.int32]) -> Iterable[str]:
    if column.text is None:
        return [""] * len(rows)
    is_text = np.isin(column.kind[rows], (STRING, OTHER))
    return (text if said else "" for text, said in zip(column.text.take(rows), is_text, strict=True))


def _holds(lines: Sequence[str], words: Sequence[str]) -> NDArray[np.bool_]:
    said = [set(words_of(line)) for line in normalise_all(list(lines))]
    return np.array([[word in of_line for word in words] for of_line in said], np.bool_).reshape(
        -1, len(words)
    )
