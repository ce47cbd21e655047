"""Edges from metrics: where any of them is above its threshold, or all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.similar_pairs import Pairs, joined_pairs
from motif.engine.similarity_threshold import sample_threshold
from motif.engine.strongest_pairs import strongest_pairs, united_pairs
from motif_procedures.similarity.metric import TABLE_TEXT, Metric

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Rules:
    """When two nodes are joined: percentile, "or" or "and", partners that a node keeps (None for all), seed."""

    percentile: float
    combine: str
    max_neighbours: int | None
    seed: int


@dataclass
class Edges:
    """Edges between nodes ``0 …``, ascending; what explains them, by property, None where it does not apply."""

    pairs: Pairs
    explained: dict[str, list[Any]]
    report: dict[str, dict[str, float | int]] = field(default_factory=dict)


def combine_metrics(
    metrics: Sequence[Metric],
    is_table: NDArray[np.bool_],
    rules: Rules,
    report: Callable[[Metric], Report | None],
) -> Edges:
    """The edges between nodes by ``metrics``.

    An edge's score is how far it is above the threshold of the metric that it exceeds most, as a part of the way to 1:
    ``(score - threshold) / (1 - threshold)``.
    """
    found: list[_Part] = []
    said: dict[str, dict[str, float | int]] = {}
    by_modalities: dict[str, list[_Limited]] = defaultdict(list)
    for number, metric in enumerate(metrics):
        generator = np.random.default_rng([rules.seed, number])
        limited = _Limited(metric, _threshold(metric, rules.percentile, generator))
        by_modalities[metric.modalities].append(limited)
    for of_pair in by_modalities.values():
        if rules.combine == "and":
            pairs = [_pairs_of_all(of_pair, rules.max_neighbours, is_table, report)]
        else:
            pairs = [
                each.metric.pairs(each.threshold, rules.max_neighbours, report(each.metric))
                for each in of_pair
            ]
        together = joined_pairs(pairs)
        found.append(
            _explained(united_pairs(together.source, together.target, together.score), of_pair, is_table)
        )
        said |= {
            f"{each.metric.name} ({each.metric.modalities})": {"threshold": each.threshold, "edges": fired}
            for each, fired in zip(of_pair, found[-1].fired, strict=True)
        }
    edges = _sorted(found)
    edges.report = said
    return edges


@dataclass(frozen=True, slots=True)
class _Limited:
    """A metric and what its score must exceed."""

    metric: Metric
    threshold: float

    def passes(self, scores: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Compared in float64, as the search for pairs does."""
        return scores > np.float64(self.threshold)

    def scores(self, pairs: Pairs, is_table: NDArray[np.bool_]) -> NDArray[np.float32]:
        if self.metric.modalities != TABLE_TEXT:
            return self.metric.scores(pairs.source, pairs.target)
        return self.metric.scores(*_text_first(pairs, is_table))

    def excess(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """How far above the threshold, from 0 to 1."""
        above: NDArray[np.float32] = np.clip(
            (scores - np.float32(self.threshold)) / np.float32(max(1 - self.threshold, 1e-6)), 0, 1
        ).astype(np.float32)
        return above


@dataclass(frozen=True, slots=True)
class _Part:
    """Edges of one pair of modalities, what explains them, and on how many of them each metric fired."""

    pairs: Pairs
    explained: dict[str, list[Any]]
    fired: list[int]


def _threshold(metric: Metric, percentile: float, generator: np.random.Generator) -> float:
    """The percentile of the metric's distribution; never below 0: what has nothing alike is no edge."""
    if metric.threshold is not None:
        return metric.threshold
    left, right = metric.left, metric.right
    others = left if right is None else right

    def score(rows: NDArray[np.int32], columns: NDArray[np.int32]) -> NDArray[np.float32]:
        return metric.scores(left[rows], others[columns])

    found = sample_threshold(score, len(left), None if right is None else len(right), percentile, generator)
    return max(0.0, found)


def _pairs_of_all(
    metrics: Sequence[_Limited],
    max_neighbours: int | None,
    is_table: NDArray[np.bool_],
    report: Callable[[Metric], Report | None],
) -> Pairs:
    """Pairs above every threshold: those of the metric with the fewest, as far as is known, that the others confirm."""
    first = min(metrics, key=lambda each: each.threshold > 0)
    pairs = first.metric.pairs(first.threshold, None, report(first.metric))
    strength = np.zeros(len(pairs), np.float32)
    for each in metrics:
        scores = each.scores(pairs, is_table)
        passes = each.passes(scores)
        strength = np.maximum(strength, each.excess(scores))[passes]
        pairs = pairs.take(passes)
    pairs = Pairs(pairs.source, pairs.target, strength)
    if max_neighbours is None or not len(pairs):
        return pairs
    return strongest_pairs(pairs, len(is_table), max_neighbours, within=True)


def _explained(pairs: Pairs, metrics: Sequence[_Limited], is_table: NDArray[np.bool_]) -> _Part:
    """The score of each edge over all metrics, which of them fired, and what they say."""
    strength = np.zeros(len(pairs), np.float32)
    names: list[list[str]] = [[] for _ in range(len(pairs))]
    values: list[list[float]] = [[] for _ in range(len(pairs))]
    explained: dict[str, list[Any]] = {}
    counts = []
    for each in metrics:
        scores = each.scores(pairs, is_table)
        fired = each.passes(scores)
        strength = np.maximum(strength, np.where(fired, each.excess(scores), np.float32(0)))
        places = np.flatnonzero(fired)
        counts.append(len(places))
        for place, score in zip(places.tolist(), scores[places].tolist(), strict=True):
            names[place].append(each.metric.name)
            values[place].append(round(score, 6))
        said = each.metric.explain(pairs.source[places].tolist(), pairs.target[places].tolist())
        for key, of_edges in said.items():
            column = explained.setdefault(key, [None] * len(pairs))
            for place, value in zip(places.tolist(), of_edges, strict=True):
                column[place] = value if column[place] is None else column[place]
    explained |= {"metric": names, "metricScores": values}
    return _Part(Pairs(pairs.source, pairs.target, strength), explained, counts)


def _sorted(parts: Sequence[_Part]) -> Edges:
    pairs = joined_pairs(part.pairs for part in parts)
    order = np.lexsort((pairs.target, pairs.source))
    keys = sorted({key for part in parts for key in part.explained})
    explained = {}
    for key in keys:
        values = [value for part in parts for value in part.explained.get(key, [None] * len(part.pairs))]
        explained[key] = [values[place] for place in order.tolist()]
    return Edges(pairs.take(order), explained)


def _text_first(pairs: Pairs, is_table: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    turned = is_table[pairs.source]
    return np.where(turned, pairs.target, pairs.source), np.where(turned, pairs.source, pairs.target)
