"""A graph of the evaluation in Neo4j, with the questions to it whose answers it has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from motif.graphs.projection import Projection
from motif.knowledge_graph import Graph
from motif_procedures.spark.question import GoldNode, SparkQuestion


@dataclass(frozen=True)
class SparkArena:
    """A projected graph that contenders are asked about."""

    name: str
    graph: Graph

    @property
    def projection(self) -> Projection:
        """The projection as it is now."""
        return self.graph.projection

    @cached_property
    def rows_by_name(self) -> Mapping[str, Sequence[int]]:
        """Rows of the nodes with each name."""
        rows: dict[str, list[int]] = defaultdict(list)
        for row, name in enumerate(self.projection.nodes.names):
            rows[name].append(row)
        return rows

    def gold_ids(self, question: SparkQuestion) -> frozenset[str] | None:
        """Element ids of the gold answers; None where the graph lacks one of them, or cannot tell which it is."""
        found = [self._node(node) for node in question.gold]
        return frozenset(one for one in found if one is not None) if None not in found else None

    def _node(self, gold: GoldNode) -> str | None:
        nodes = self.projection.nodes
        rows = [row for row in self.rows_by_name.get(gold.name, ()) if gold.label in nodes.labels(row)]
        if len(rows) > 1:
            rows = [row for row in rows if gold.key in self._values(row)]
        return nodes.element_id(rows[0]) if len(rows) == 1 else None

    def _values(self, row: int) -> Iterator[Any]:
        for column in self.projection.nodes.properties.values():
            yield column.value(row)
