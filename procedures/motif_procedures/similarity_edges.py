"""The job ``similarity_edges``: nodes joined where their metadata are alike (SAGE, paper 003 §2.1 B)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from motif.catalog.rows import column_of
from motif.engine.control import Control
from motif.engine.similar_pairs import Pairs, joined_pairs
from motif.engine.similarity_threshold import check_percentile
from motif.errors import Cancelled, InvalidInput
from motif.graphs.layers import IS_SIMILAR, EdgeLayer
from motif.graphs.projection import Projection
from motif.models.encoder import TextEncoder, stamp
from motif_procedures.similarity.combining import Edges, Report, Rules, combine_metrics
from motif_procedures.similarity.metadata_vectors import MetadataVectors, content_vectors
from motif_procedures.similarity.metric import Metric
from motif_procedures.similarity.metric_table import check_metrics, choose_metrics
from motif_procedures.similarity.rich_nodes import RichNodes, rich_nodes

MAX_NEIGHBOURS = 10

_STEPS = 1000
"""Parts of a metric's progress."""


def similarity_edges(
    projection: Projection,
    encoder: TextEncoder,
    *,
    percentile: float = 95.0,
    combine: str = "or",
    max_neighbours: int | None = MAX_NEIGHBOURS,
    metrics: Sequence[str] | None = None,
    minimum_text: int | None = None,
    labels: Sequence[str] | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
    checkpoint: Path | None = None,
) -> EdgeLayer:
    """The layer ``IS_SIMILAR`` of ``projection``: pairs of chunks (or of nodes of rich text) that a metric finds alike.

    Metrics between two texts: ``topic-topic``, ``content-content``, ``entity-overlap``, ``title-text`` (the title of
    one stands in the other); between two tables: ``column-column``, ``title-title``, ``entity-overlap``; between a text
    and a table: ``content-column``, ``topic-title``, ``entity-overlap``, ``title-cell`` (the text's title stands in a
    cell), ``title-text``. One whose property the nodes lack is left out, and ``settings`` says so.

    Parameters
    ----------
    encoder
        The one that made the projection's vectors; it encodes topics, titles and columns.
    percentile
        Of each metric's distribution over pairs, from a sample; a score must be strictly above it, and above 0. For
        ``title-text`` and ``title-cell`` above 0 suffices.
    combine
        "or": one metric suffices. "and": every metric that the two nodes' modalities have.
    max_neighbours
        How many partners each node keeps for each metric, its strongest ("and": for all together); None for all.
    metrics
        Only these.
    minimum_text, labels
        As `motif_procedures.similarity.rich_nodes.rich_nodes` has them.
    seed
        Of the sample.
    progress
        Called with what is done and the total; a call that raises ends the job.
    control
        Looked at between blocks.
    checkpoint
        A folder where vectors of metadata are kept by text.

    Each edge has a ``score`` in (0, 1], how far it is above its threshold, and says why it is there: ``metric`` (all
    that fired), ``metricScores``, ``sharedEntities``, ``columns`` (that both tables have, or in which the title
    stands), ``rows``, ``evidence`` (the row or sentence in which the title stands). Lists are JSON in a layer.

    Raises `InvalidInput` for a percentile outside (0, 100) and other options that do not exist, `MissingVectors` for a
    graph without vectors of its texts, `Cancelled`.
    """
    _check(percentile, combine, max_neighbours, minimum_text)
    names = check_metrics(metrics)
    rules = Rules(float(percentile), combine, max_neighbours, seed)
    groups = rich_nodes(projection, labels, minimum_text)
    for nodes in groups:
        content_vectors(projection, nodes, encoder)
    told = _Told(progress, control, len(groups))
    found, said = [], {}
    for nodes in groups:
        vectors = MetadataVectors(projection, nodes, encoder, checkpoint, told.step("encoding"))
        chosen = choose_metrics(vectors, names, control=control, report=told.counting(len(nodes)))
        told.expect(len(chosen.metrics))
        edges = combine_metrics(chosen.metrics, nodes.is_table, rules, told.of_metric)
        found.append((nodes, edges))
        said[nodes.name] = {"nodes": len(nodes), "metrics": edges.report, "skipped": chosen.skipped}
    told.finish()
    settings = {
        "job": "similarity_edges",
        "encoder": stamp(encoder).name,
        "percentile": rules.percentile,
        "combine": combine,
        "maxNeighbours": max_neighbours,
        "metrics": list(names),
        "seed": seed,
        "found": said,
    }
    return _layer(found, json.dumps(settings, ensure_ascii=False))


def _check(percentile: float, combine: str, max_neighbours: int | None, minimum_text: int | None) -> None:
    check_percentile(percentile)
    if combine not in ("or", "and"):
        raise InvalidInput(
            f"combine must be 'or' or 'and', not {combine!r}.",
            hint="'or' joins two nodes where one metric finds them alike, 'and' where all do.",
        )
    if max_neighbours is not None and max_neighbours < 1:
        raise InvalidInput(f"max_neighbours must be 1 or more, or None for all, not {max_neighbours}.")
    if minimum_text is not None and minimum_text < 0:
        raise InvalidInput(f"minimum_text must be a number of characters, 0 or more, not {minimum_text}.")


@dataclass
class _Told:
    """Who is told how far the job is: each step of each group counts alike, a thousand parts each."""

    progress: Callable[[int, int], None] | None
    control: Control | None
    n_groups: int
    _done: int = 0
    _total: int = 0

    def expect(self, n_metrics: int) -> None:
        self._total = self._done + n_metrics * _STEPS

    def step(self, _name: str) -> Report:
        return lambda done, total: self._tell(0)

    def counting(self, total: int) -> Callable[[int], None]:
        return lambda done: self._tell(0) if done % 64 == 0 else None

    def of_metric(self, _metric: Metric) -> Report:
        begun = self._done
        self._done += _STEPS

        def report(done: int, total: int) -> None:
            self._tell(begun + _STEPS * done // max(1, total))

        report(0, 1)
        return report

    def finish(self) -> None:
        self._tell(max(1, self._done))

    def _tell(self, done: int) -> None:
        if self.progress is not None:
            self.progress(done, max(self._total, done, 1))
        if self.control is not None and self.control.state != "running":
            raise Cancelled("The search for similarity edges was stopped.", hint="Run it again.")


def _layer(found: Sequence[tuple[RichNodes, Edges]], settings: str) -> EdgeLayer:
    """One layer of the edges of all groups; a pair that two labels share is there once, with its stronger edge."""
    parts = [
        Pairs(nodes.rows[edges.pairs.source], nodes.rows[edges.pairs.target], edges.pairs.score)
        for nodes, edges in found
    ]
    pairs = joined_pairs(parts)
    order = np.lexsort((-pairs.score, pairs.target, pairs.source))
    same = (np.diff(pairs.source[order]) == 0) & (np.diff(pairs.target[order]) == 0)
    order = order[np.concatenate([np.ones(min(1, len(order)), np.bool_), ~same])]
    pairs = pairs.take(order)
    keys = sorted({key for _, edges in found for key in edges.explained})
    properties = {}
    for key in keys:
        values: list[Any] = [
            value for _, edges in found for value in edges.explained.get(key, [None] * len(edges.pairs))
        ]
        properties[key] = column_of([values[place] for place in order.tolist()])
    return EdgeLayer(IS_SIMILAR, settings, pairs.source, pairs.target, pairs.score, properties)
