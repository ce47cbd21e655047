"""Metrics of names: what a node is called stands in another's text ("title-text") or in a table's cell ("title-cell").

Entity overlap of SAGE (§2.1 B) where the entity is a node's own subject: on OTT-QA these edges carry the gain.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.similar_pairs import Pairs, Progress
from motif.engine.strongest_pairs import strongest_pairs
from motif.indexes.names import normalise
from motif_procedures.name_mentions import Mention, find_mentions, sentence_around
from motif_procedures.similarity.metric import TABLE_TEXT, TEXT_TEXT
from motif_procedures.similarity.rich_nodes import RichNodes
from motif_procedures.similarity.table_cells import BAR, Cell, row_of, table_cells

TITLE_TEXT, TITLE_CELL = "title-text", "title-cell"

MOST_HOLDERS = 200
"""A title that more nodes hold than this says too little to join any of them."""

MOST_EVIDENCE = 300


@dataclass(frozen=True, slots=True)
class Place:
    """Where a title stands, and how rare it is: the row of the table (counted over its segments) and its column, or a
    sentence."""

    weight: float
    evidence: str
    row: int | None = None
    column: str | None = None


@dataclass(frozen=True, slots=True)
class TitleMetric:
    """How rare a title is that one of the two is called by and the other holds; see `Metric`.

    The score is ``log(nodes / holders) / log(nodes)``, of several titles the highest. That a title stands there at all
    is what counts: a percentile would drop most such pairs of a small corpus.
    """

    name: str
    modalities: str
    left: NDArray[np.int32]
    right: NDArray[np.int32] | None
    found: Pairs
    places: Mapping[tuple[int, int], Sequence[Place]]
    threshold: float | None = 0.0

    def pairs(self, threshold: float, max_neighbours: int | None, progress: Progress | None) -> Pairs:
        above = self.found.take(self.found.score > np.float64(max(threshold, 0.0)))
        if max_neighbours is None or not len(above):
            return above
        return strongest_pairs(above, int(above.target.max()) + 1, max_neighbours, within=True)

    def scores(self, rows: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.float32]:
        low, high = np.minimum(rows, others).astype(np.int64), np.maximum(rows, others).astype(np.int64)
        width = int(max(high.max(initial=0), self.found.target.max(initial=0))) + 1
        keys = self.found.source.astype(np.int64) * width + self.found.target
        wanted = low * width + high
        places = np.searchsorted(keys, wanted)
        known = np.append(keys, -1)[places] == wanted
        return np.where(known, np.append(self.found.score, np.float32(0))[places], np.float32(0))

    def explain(self, rows: Sequence[int], others: Sequence[int]) -> Mapping[str, Sequence[Any]]:
        places = [
            self.places[min(row, other), max(row, other)] for row, other in zip(rows, others, strict=True)
        ]
        evidence = [
            " … ".join(dict.fromkeys(place.evidence for place in held))[:MOST_EVIDENCE] for held in places
        ]
        if self.name == TITLE_TEXT:
            return {"evidence": evidence}
        return {
            "evidence": evidence,
            "rows": [sorted({place.row for place in held if place.row is not None}) for held in places],
            "columns": [
                list(dict.fromkeys(place.column for place in held if place.column)) for held in places
            ],
        }


def title_metrics(nodes: RichNodes, report: Callable[[int], None] | None = None) -> list[TitleMetric]:
    """The metrics "title-text" (texts, and tables with texts) and "title-cell" (tables with texts) of ``nodes``.

    A title is sought in full, without what stands in parentheses, and without what follows its first comma. Only texts
    are sought by title: a table's says what it is about, which is no name. A node holds no title of its own.
    """
    names = ["" if of_table else title for title, of_table in zip(nodes.titles, nodes.is_table, strict=True)]
    own = [normalise(title) for title in nodes.titles]
    mentions = [
        found for found in find_mentions(nodes.texts, names, report) if own[found.text] != own[found.name]
    ]
    holders = Counter(name for name, _ in {(found.name, found.text) for found in mentions})
    places = _places(nodes, [found for found in mentions if holders[found.name] <= MOST_HOLDERS], holders)
    texts, tables = (np.flatnonzero(mask).astype(np.int32) for mask in (~nodes.is_table, nodes.is_table))
    titled = texts[[bool(names[row]) for row in texts.tolist()]]
    if not len(titled):
        return []
    metrics = [_metric(TITLE_TEXT, TEXT_TEXT, texts, None, places)]
    if len(tables):
        metrics += [_metric(name, TABLE_TEXT, titled, tables, places) for name in (TITLE_CELL, TITLE_TEXT)]
    return metrics


_Places = dict[tuple[str, str], dict[tuple[int, int], list[Place]]]


def _places(nodes: RichNodes, mentions: Sequence[Mention], holders: Mapping[int, int]) -> _Places:
    """By metric and modalities, where the titles of one stand in the other, by pair of nodes."""
    found: _Places = defaultdict(lambda: defaultdict(list))
    whole = np.log(len(nodes))
    for row, of_text in groupby(mentions, key=lambda mention: mention.text):
        cells = table_cells(nodes.texts[row], nodes.columns[row]) if nodes.is_table[row] else []
        for mention in of_text:
            weight = float(1 - np.log(holders[mention.name]) / whole)
            name, place = _placed(nodes, mention, cells, weight)
            modalities = TABLE_TEXT if nodes.is_table[row] else TEXT_TEXT
            if BAR not in nodes.texts[row][mention.start : mention.end]:
                found[name, modalities][min(row, mention.name), max(row, mention.name)].append(place)
    return found


def _placed(nodes: RichNodes, mention: Mention, cells: Sequence[Cell], weight: float) -> tuple[str, Place]:
    text = nodes.texts[mention.text]
    cell = next((cell for cell in cells if cell.start <= mention.start and mention.end <= cell.end), None)
    if cell is None:
        return TITLE_TEXT, Place(weight, sentence_around(text, mention.start, mention.end))
    columns = nodes.columns[mention.text]
    column = columns[cell.column] if cell.column < len(columns) else None
    return TITLE_CELL, Place(weight, row_of(text, cell), nodes.first_row[mention.text] + cell.row, column)


def _metric(
    name: str, modalities: str, left: NDArray[np.int32], right: NDArray[np.int32] | None, places: _Places
) -> TitleMetric:
    of_metric = places[name, modalities]
    order = sorted(of_metric)
    ends = np.array(order, np.int32).reshape(-1, 2)
    score = np.array([max(place.weight for place in of_metric[pair]) for pair in order], np.float32)
    return TitleMetric(name, modalities, left, right, Pairs(ends[:, 0], ends[:, 1], score), of_metric)
