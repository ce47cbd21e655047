"""Which metrics there are for which pair of modalities (SAGE §2.1 B), and which of them some nodes allow."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif_procedures.similarity.entity_metric import EntityNames, entity_metric, number_entities
from motif_procedures.similarity.meaning_metrics import MeaningMetric
from motif_procedures.similarity.metadata_vectors import MetadataVectors
from motif_procedures.similarity.metric import TABLE_TABLE, TABLE_TEXT, TEXT_TEXT, Metric
from motif_procedures.similarity.title_metrics import TITLE_CELL, TITLE_TEXT, title_metrics

ENTITY_OVERLAP = "entity-overlap"

MEANINGS = {
    TEXT_TEXT: {"topic-topic": ("topic", "topic"), "content-content": ("content", "content")},
    TABLE_TABLE: {"column-column": ("column", "column"), "title-title": ("title", "title")},
    TABLE_TEXT: {"content-column": ("content", "column"), "topic-title": ("topic", "title")},
}
"""Metrics of meaning: the field of the first node (the text, with a table) and of the second."""

METRICS = (
    *(name for of_pair in MEANINGS.values() for name in of_pair),
    ENTITY_OVERLAP,
    TITLE_TEXT,
    TITLE_CELL,
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Metrics to be used, and those that nothing can be measured by, with the reason."""

    metrics: list[Metric]
    skipped: dict[str, str]


def check_metrics(names: Sequence[str] | None) -> tuple[str, ...]:
    """``names``, or all. Raises `InvalidInput` for one that does not exist, and for none."""
    wanted = METRICS if names is None else (names,) if isinstance(names, str) else tuple(names)
    for name in wanted:
        if name not in METRICS:
            near = difflib.get_close_matches(str(name), METRICS, n=1)
            raise InvalidInput(
                f"There is no metric '{name}'.",
                hint=f"Did you mean '{near[0]}'?" if near else f"Metrics: {', '.join(METRICS)}.",
            )
    if not wanted:
        raise InvalidInput("metrics must name at least one metric.", hint=f"Metrics: {', '.join(METRICS)}.")
    return wanted


def choose_metrics(
    vectors: MetadataVectors,
    names: Sequence[str],
    *,
    control: Control | None = None,
    report: Callable[[int], None] | None = None,
) -> Chosen:
    """The metrics of ``names`` between the nodes of ``vectors``.

    One is skipped where fewer than two nodes, or none on one side, have what it compares.
    """
    metrics = [
        _meaning(vectors, modalities, name, control)
        for modalities, of_pair in MEANINGS.items()
        for name in of_pair
        if name in names and _has_modalities(vectors, modalities)
    ]
    metrics += _entity_metrics(vectors) if ENTITY_OVERLAP in names else []
    if not {TITLE_TEXT, TITLE_CELL}.isdisjoint(names):
        metrics += [metric for metric in title_metrics(vectors.nodes, report) if metric.name in names]
    usable = [metric for metric in metrics if _is_usable(metric)]
    known = {(metric.name, metric.modalities) for metric in usable}
    skipped = {
        f"{metric.name} ({metric.modalities})": "too few nodes have what it compares"
        for metric in metrics
        if (metric.name, metric.modalities) not in known
    }
    return Chosen(usable, skipped)


def _meaning(vectors: MetadataVectors, modalities: str, name: str, control: Control | None) -> Metric:
    left, right = MEANINGS[modalities][name]
    of_left, of_right = vectors.of(left), vectors.of(right) if modalities == TABLE_TEXT else None
    columns = vectors.nodes.columns if name == "column-column" else None
    return MeaningMetric(name, modalities, of_left, of_right, control, columns)


def _entity_metrics(vectors: MetadataVectors) -> list[Metric]:
    nodes = vectors.nodes
    entities: EntityNames = number_entities(nodes.entities)
    texts, tables = (np.flatnonzero(mask).astype(np.int32) for mask in (~nodes.is_table, nodes.is_table))
    sides = {TEXT_TEXT: (texts, None), TABLE_TABLE: (tables, None), TABLE_TEXT: (texts, tables)}
    return [
        entity_metric(modalities, left, right, entities)
        for modalities, (left, right) in sides.items()
        if _has_modalities(vectors, modalities)
    ]


def _has_modalities(vectors: MetadataVectors, modalities: str) -> bool:
    is_table = vectors.nodes.is_table
    if modalities == TEXT_TEXT:
        return int((~is_table).sum()) > 1
    return int(is_table.sum()) > (1 if modalities == TABLE_TABLE else 0) and (
        modalities == TABLE_TABLE or not is_table.all()
    )


def _is_usable(metric: Metric) -> bool:
    return len(metric.left) > 1 if metric.right is None else min(len(metric.left), len(metric.right)) > 0
