"""The relationships that gold answers rest on: every match of the gold pattern that ends in one of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif.graphs.pattern import Pattern, parse_part
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection
from motif.indexes.names import NameIndex

Domains = list[NDArray[np.bool_]]


class GoldFinder:
    """Finds gold relationships in one projection.

    Parameters
    ----------
    names
        Of the projection's nodes.
    """

    def __init__(self, projection: Projection, names: NameIndex) -> None:
        self._projection = projection
        self._names = names
        self._rows = {
            text: np.flatnonzero(projection.relationships.relation == code)
            for code, text in enumerate(projection.relationships.relations)
        }
        self._every = np.arange(projection.n_relationships)

    def relationships(self, plan: Plan, answers: Sequence[str]) -> NDArray[np.int64]:
        """Rows, ascending, of all relationships in matches of ``plan`` whose answer is one of ``answers``.

        Known nodes are those of equal name, relations of equal text; direction is ignored. Unknowns are no known node,
        unless ``plan.injective`` is False. Exact for patterns without cycles: nodes that no match can use are taken out
        until each edge has an image for each end (arc consistency). Empty where nothing matches.

        O(rows of the relations asked for) a step, at most as many steps as the pattern has nodes and edges.
        """
        pattern = plan.parsed()
        if pattern is None:
            return np.zeros(0, np.int64)
        domains = self._domains(pattern, plan, answers)
        images: list[NDArray[np.int64]] = []
        for _ in range(len(pattern.nodes) + len(pattern.edges)):
            before = [int(domain.sum()) for domain in domains]
            images = [self._narrowed(pattern, place, domains) for place in range(len(pattern.edges))]
            if before == [int(domain.sum()) for domain in domains]:
                break
        if any(not len(rows) for rows in images):
            return np.zeros(0, np.int64)
        return distinct(np.concatenate(images))

    def _domains(self, pattern: Pattern, plan: Plan, answers: Sequence[str]) -> Domains:
        """For each node of the pattern, which rows it may be: bool (n_nodes,)."""
        n_nodes = self._projection.n_nodes
        known = [self._with_names([node.name or node.id or ""]) for node in pattern.nodes if node.is_known]
        free = np.ones(n_nodes, dtype=np.bool_)
        if plan.injective is not False and known:
            free = ~np.logical_or.reduce(known)
        asked = None if plan.answer is None else parse_part(plan.answer).unknown
        fixed = iter(known)
        domains = []
        for node in pattern.nodes:
            domain = next(fixed) if node.is_known else free.copy()
            is_answer = not node.is_known and (
                node.unknown == asked or (asked is None and len(known) + 1 == len(pattern.nodes))
            )
            domains.append(domain & self._with_names(answers) if is_answer else domain)
        return domains

    def _with_names(self, names: Sequence[str]) -> NDArray[np.bool_]:
        found = np.zeros(self._projection.n_nodes, dtype=np.bool_)
        for name in names:
            found[self._names.equal(name)] = True
        return found

    def _narrowed(self, pattern: Pattern, place: int, domains: Domains) -> NDArray[np.int64]:
        """Rows that edge ``place`` may be; the domains of its ends become what those rows touch."""
        edge, table = pattern.edges[place], self._projection.relationships
        rows = self._every if edge.relation is None else self._rows.get(edge.relation, self._every[:0])
        source, target = table.sources[rows], table.target[rows]
        head, tail = domains[edge.head], domains[edge.tail]
        along, against = head[source] & tail[target], head[target] & tail[source]
        new_head, new_tail = np.zeros_like(head), np.zeros_like(tail)
        new_head[source[along]] = new_head[target[against]] = True
        new_tail[target[along]] = new_tail[source[against]] = True
        if edge.head == edge.tail:
            new_head &= new_tail
            new_tail = new_head
        domains[edge.head], domains[edge.tail] = new_head, new_tail
        found: NDArray[np.int64] = rows[along | against]
        return found
