"""What an edge that expansion went along says: of a question's words, and to a reader."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.expansion import Ways
from motif.engine.string_arrays import words_held
from motif.graphs.projection import OTHER, STRING, Column, Projection
from motif.indexes.folding import letters_folded
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
        if not len(of_track):
            continue
        is_bridge = way.track.bridges is not None
        rows, of_row = np.unique((ways.bridge if is_bridge else ways.edge)[of_track], return_inverse=True)
        held = _names_say(projection, rows, words) if is_bridge else _edges_say(projection, way, rows, words)
        found[of_track] = held[of_row]
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


def _names_say(projection: Projection, rows: NDArray[np.int32], words: Sequence[str]) -> NDArray[np.bool_]:
    """Which of ``words`` each node's name says, bool (rows, words)."""
    names = projection.nodes.names
    held, known = words_held(names, rows.astype(np.int64), words, letters_folded())
    return _completed(held, known & _are_plain(words), lambda others: names.take(rows[others]), words)


def _edges_say(
    projection: Projection, way: Way, rows: NDArray[np.int32], words: Sequence[str]
) -> NDArray[np.bool_]:
    """Which of ``words`` each edge of a table says, bool (rows, words)."""
    table, links = way.table, projection.relationships
    relationship = table.relationship[rows]
    held = np.zeros((len(rows), len(words)), dtype=np.bool_)
    known = np.full(len(rows), _are_plain(words))
    real = np.flatnonzero(relationship >= 0)
    if len(real):
        held[real] |= _types_say(links.types, words)[links.type[relationship[real]]]
        _add_texts(links.properties, relationship[real], words, (held, known), real)
    if table.layer is not None and len(real) < len(rows):
        computed = np.flatnonzero(relationship < 0)
        of_layer = table.layer_row[rows[computed]]
        _add_texts(table.layer.properties, of_layer, words, (held, known), computed)
    return _completed(held, known, lambda others: _lines(projection, table, rows[others]), words)


def _add_texts(
    properties: Mapping[str, Column],
    rows: NDArray[np.int32],
    words: Sequence[str],
    found: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    places: NDArray[np.int64],
) -> None:
    """Marks in ``found``, what is held and known, at ``places`` what the text properties at ``rows`` say."""
    held, known = found
    for name, column in properties.items():
        if name not in _SILENT and column.text is not None:
            said = np.flatnonzero(_is_text(column, rows))
            at = rows[said].astype(np.int64)
            of_column, is_known = words_held(column.text, at, words, letters_folded())
            held[places[said]] |= of_column
            known[places[said]] &= is_known


def _types_say(types: Sequence[str], words: Sequence[str]) -> NDArray[np.bool_]:
    return _holds([readable(one) for one in types], words)


def _are_plain(words: Sequence[str]) -> bool:
    """Whether no word is of other signs than letters and digits, as of a text that has nothing else."""
    return all(word.isalnum() for word in words)


def _completed(
    held: NDArray[np.bool_],
    known: NDArray[np.bool_],
    lines: Callable[[NDArray[np.int64]], list[str]],
    words: Sequence[str],
) -> NDArray[np.bool_]:
    """``held`` where it is ``known``, else what ``lines`` of those places say."""
    others = np.flatnonzero(~known)
    if len(others):
        held[others] = _holds(lines(others), words)
    return held


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
    is_text = _is_text(column, rows)
    return (text if said else "" for text, said in zip(column.text.take(rows), is_text, strict=True))


def _is_text(column: Column, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
    kinds = column.kind[rows]
    found: NDArray[np.bool_] = (kinds == STRING) | (kinds == OTHER)
    return found


def _holds(lines: Sequence[str], words: Sequence[str]) -> NDArray[np.bool_]:
    said = [set(words_of(line)) for line in normalise_all(list(lines))]
    return np.array([[word in of_line for word in words] for of_line in said], np.bool_).reshape(
        -1, len(words)
    )
