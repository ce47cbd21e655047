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
from motif.graphs.strings import StringTable
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
    if not words or not len(ways):
        return found
    wanted = _Wanted(words)
    for table, places in _by_table(tracks):
        of_table = np.flatnonzero(np.isin(ways.track, places))
        if len(of_table):
            is_bridge = tracks[places[0]].track.bridges is not None
            asked = (ways.bridge if is_bridge else ways.edge)[of_table]
            rows, of_row = np.unique(asked, return_inverse=True)
            said = (
                wanted.by_names(projection, rows) if is_bridge else wanted.by_edges(projection, table, rows)
            )
            found[of_table] = said[of_row]
    return found


def _by_table(tracks: Sequence[Way]) -> Iterable[tuple[EdgeTable, list[int]]]:
    """The tables that tracks go along, each with its tracks; those through bridges apart."""
    found: dict[tuple[int, bool], tuple[EdgeTable, list[int]]] = {}
    for place, way in enumerate(tracks):
        key = id(way.table), way.track.bridges is not None
        found.setdefault(key, (way.table, []))[1].append(place)
    return found.values()


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
            found[name] = _list_of(value) if column.kind_at(row) == OTHER else value
    return found


def _list_of(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


class _Wanted:
    """Words to be found in what edges and names say."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._table = StringTable.from_strings(words)
        self._are_plain = all(word.isalnum() for word in words)
        """Whether none is of other signs than letters and digits, as of a text that has nothing else."""

    def by_names(self, projection: Projection, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of them each node's name says, bool (rows, words)."""
        names = projection.nodes.names
        held, known = self._held(names, rows.astype(np.int64))
        return self._completed(held, known & self._are_plain, lambda others: names.take(rows[others]))

    def by_edges(
        self, projection: Projection, table: EdgeTable, rows: NDArray[np.int32]
    ) -> NDArray[np.bool_]:
        """Which of them each edge of a table says, bool (rows, words)."""
        links, relationship = projection.relationships, table.relationship[rows]
        held = np.zeros((len(rows), len(self._words)), dtype=np.bool_)
        known = np.full(len(rows), self._are_plain)
        real = np.flatnonzero(relationship >= 0)
        if len(real):
            of_type = _holds([readable(one) for one in links.types], self._words)
            held[real] |= of_type[links.type[relationship[real]]]
            self._add(links.properties, relationship[real], (held, known), real)
        if table.layer is not None and len(real) < len(rows):
            computed = np.flatnonzero(relationship < 0)
            self._add(table.layer.properties, table.layer_row[rows[computed]], (held, known), computed)
        return self._completed(held, known, lambda others: _lines(projection, table, rows[others]))

    def _held(
        self, texts: StringTable, rows: NDArray[np.int64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        return words_held(texts, rows, self._table, letters_folded())

    def _add(
        self,
        properties: Mapping[str, Column],
        rows: NDArray[np.int32],
        found: tuple[NDArray[np.bool_], NDArray[np.bool_]],
        places: NDArray[np.int64],
    ) -> None:
        """Marks in ``found``, what is held and known, at ``places`` what the text properties at ``rows`` say."""
        held, known = found
        for name, column in properties.items():
            if name not in _SILENT and column.text is not None:
                said = np.flatnonzero(_is_text(column, rows))
                of_column, is_known = self._held(column.text, column.entries_at(rows[said]))
                held[places[said]] |= of_column
                known[places[said]] &= is_known

    def _completed(
        self,
        held: NDArray[np.bool_],
        known: NDArray[np.bool_],
        lines: Callable[[NDArray[np.int64]], list[str]],
    ) -> NDArray[np.bool_]:
        """``held`` where it is ``known``, else what ``lines`` of those places say."""
        others = np.flatnonzero(~known)
        if len(others):
            held[others] = _holds(lines(others), self._words)
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
    lines, said = [""] * len(rows), np.flatnonzero(_is_text(column, rows))
    for place, text in zip(said.tolist(), column.texts_at(rows[said]), strict=True):
        lines[place] = text
    return lines


def _is_text(column: Column, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
    kinds = column.kinds_at(rows)
    found: NDArray[np.bool_] = (kinds == STRING) | (kinds == OTHER)
    return found


def _holds(lines: Sequence[str], words: Sequence[str]) -> NDArray[np.bool_]:
    said = [set(words_of(line)) for line in normalise_all(list(lines))]
    return np.array([[word in of_line for word in words] for of_line in said], np.bool_).reshape(
        -1, len(words)
    )
