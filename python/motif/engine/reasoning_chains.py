"""Reasoning chains: the relationships of an evidence graph, in the order a reader follows them (STEM §3.6)."""

from __future__ import annotations

from collections.abc import Sequence

from motif.graphs.projection import RelationshipTable


def reasoning_chains(
    links: RelationshipTable, relationship_rows: Sequence[int], starts: Sequence[int]
) -> list[list[int]]:
    """The relationships as chains, each relationship once, by depth-first search whichever way they point.

    A chain goes on as long as its last node has a relationship left, the first in the order given. The next chain
    begins at the last node before that has one. What no start reaches follows, from the source of the first that is
    left.

    Parameters
    ----------
    links
        The graph's relationships.
    relationship_rows
        Of the evidence graph; repetitions and negative rows (nothing traced) count for nothing.
    starts
        Rows of the question entities, in order.

    Returns
    -------
    list of list of int
        Rows of relationships; each shares a node with the one before.

    >>> from motif.catalog import from_triples
    >>> films = from_triples([("Heat", "directed_by", "Mann"), ("Heat", "starred", "Pacino"), ("Ali", "by", "Mann")])
    >>> names = list(films.nodes.names)
    >>> names
    ['Heat', 'Mann', 'Pacino', 'Ali']
    >>> reasoning_chains(films.relationships, [0, 1, 2], [names.index("Mann")])
    [[0, 1], [2]]
    """
    rows = [row for row in dict.fromkeys(relationship_rows) if row >= 0]
    ends = {row: (int(links.sources[row]), int(links.target[row])) for row in rows}
    left: dict[int, list[int]] = {}
    for row in reversed(rows):
        for node in set(ends[row]):
            left.setdefault(node, []).append(row)
    used: set[int] = set()
    chains: list[list[int]] = []
    for start in (*starts, *(ends[row][0] for row in rows)):
        chains += _chains_from(start, ends, left, used)
    return chains


def _chains_from(
    start: int, ends: dict[int, tuple[int, int]], left: dict[int, list[int]], used: set[int]
) -> list[list[int]]:
    """The chains of what ``start`` reaches by relationships that are not used; ``left`` has them last first."""
    chains: list[list[int]] = []
    chain: list[int] = []
    path = [start]
    while path:
        waiting = left.get(path[-1], [])
        while waiting and waiting[-1] in used:
            waiting.pop()
        if waiting:
            row = waiting.pop()
            used.add(row)
            chain.append(row)
            source, target = ends[row]
            path.append(target if path[-1] == source else source)
        else:
            path.pop()
            if chain:
                chains.append(chain)
                chain = []
    return chains
