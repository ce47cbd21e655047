"""What relationship types join, from a sample and from counts by label of one end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from motif.catalog.database_indexes import indexed_properties
from motif.catalog.graph_counts import GraphCounts
from motif.catalog.value_profiles import Rows, profile_properties, profile_values
from motif.graphs.graph_schema import Ends, PropertyProfile, RelationProfile

_MAXIMUM_PAIRS = 100
"""Of labels of the ends of one type."""


def relation_profiles(
    counts: GraphCounts, of_type: Mapping[str, Rows], names: Mapping[str, str], index_rows: Rows
) -> dict[str, RelationProfile]:
    """Profiles of the types that ``counts`` has, from the sample's rows of each.

    A label that the sample did not meet at an end, and the counts know of, is said to be joined to every label of the
    other end: better a pair too many than a question refused that has an answer.
    """
    return {type: _relation(type, counts, of_type.get(type, ()), names, index_rows) for type in counts.types}


def _relation(
    type: str, counts: GraphCounts, rows: Rows, names: Mapping[str, str], index_rows: Rows
) -> RelationProfile:
    pairs = [pair for row in rows if row["property"] is None and (pair := _Pair.of(row, counts))]
    ends = _sampled_ends(pairs) + _counted_ends(type, counts, pairs)
    return RelationProfile(
        type=type,
        count=counts.types[type],
        ends=tuple(sorted(ends, key=lambda one: (-one.share, one.source, one.target))[:_MAXIMUM_PAIRS]),
        properties=profile_properties(rows, indexed_properties(index_rows, type)),
        source_names=_names([(pair.sources, pair.source_names) for pair in pairs], names),
        target_names=_names([(pair.targets, pair.target_names) for pair in pairs], names),
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """Relationships of the sample that join the same sets of labels; "" stands for no label."""

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    count: int
    source_names: tuple[Any, ...]
    target_names: tuple[Any, ...]

    @classmethod
    def of(cls, row: Mapping[str, Any], counts: GraphCounts) -> _Pair | None:
        """None where an end has none of the labels that count."""
        sources, targets = (counts.known_labels(row[end] or ()) for end in ("source", "target"))
        if not sources or not targets:
            return None
        before, after = zip(*row["values"], strict=True)
        return cls(sources, targets, row["present"], before, after)


def _sampled_ends(pairs: Sequence[_Pair]) -> list[Ends]:
    found: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        found.update(dict.fromkeys(product(pair.sources, pair.targets), pair.count))
    total = sum(pair.count for pair in pairs)
    return [Ends(source, target, count / total) for (source, target), count in found.items()]


def _counted_ends(type: str, counts: GraphCounts, pairs: Sequence[_Pair]) -> list[Ends]:
    sources, targets = counts.sources.get(type, {}), counts.targets.get(type, {})
    seen_sources = {label for pair in pairs for label in pair.sources}
    seen_targets = {label for pair in pairs for label in pair.targets}
    found = {
        (source, target): min(sources[source], targets[target])
        for source, target in product(sources, targets)
        if source not in seen_sources or target not in seen_targets
    }
    width = max(len(sources), len(targets), 1) * max(counts.types[type], 1)
    return [Ends(source, target, count / width) for (source, target), count in found.items()]


def _names(
    ends: Sequence[tuple[Sequence[str], Sequence[Any]]], names: Mapping[str, str]
) -> PropertyProfile | None:
    values = [value for _, of_pair in ends for value in of_pair]
    properties = Counter(names[label] for labels, _ in ends for label in labels if label in names)
    return profile_values(properties.most_common(1)[0][0], values, len(values)) if properties else None
