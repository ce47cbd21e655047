"""Samples of each label's nodes and each type's relationships, spread over the whole graph.

The first nodes of a label are its oldest ones, and no fair sample of it. Ordering by chance reads every node. Instead
ids are looked up at even distances up to the last one, which costs the same on any graph; labels too rare to be met
that way are scanned, which costs little because they are rare, and chosen from by a hash of the ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from motif.catalog.graph_counts import ROWS, SECONDS
from motif.graphs.statements import ReadSession
from motif_cypher import Template, template

SEEKS = 4000
"""Ids that are looked at, whatever the size of the graph."""

SAMPLE = 200
"""Values of a property that are read at most."""

SCANNED = 1000
"""Nodes of a rare label, and relationships of a rare type, that are looked at."""

LONGEST = 200
"""Characters of a text that are read."""

_ORDERED = [
    f"{name} NOT NULL"
    for name in ("INTEGER", "FLOAT", "DATE", "LOCAL DATETIME", "ZONED DATETIME", "LOCAL TIME", "ZONED TIME")
]
_FEWEST = 40
_READ, _LOOKED_AT = 12_000, 40_000
"""Values of one property of all labels together that are read, and nodes that are looked at."""
_MET_AT_LEAST = 100
_HASHES = 10_007
_NONE = "motif: none"
"""Stands where a statement needs a label and there is none; whatever has it is not asked for."""


def sample_nodes(session: ReadSession, counts: Mapping[str, int], total: int) -> list[dict[str, Any]]:
    """Rows of the statement ``sample_spread_nodes`` for labels with these ``counts``, of a database of ``total`` nodes.

    One round trip; a second one for labels that the first did not meet often enough.
    """
    return _sampled(session, "sample_spread_nodes", "label", counts, total, {})


def sample_relationships(
    session: ReadSession, counts: Mapping[str, int], total: int, names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Rows of the statement ``sample_spread_relationships``, likewise; ``names`` are each label's name property."""
    return _sampled(session, "sample_spread_relationships", "relation", counts, total, {"names": dict(names)})


def _sampled(
    session: ReadSession,
    name: str,
    column: str,
    counts: Mapping[str, int],
    total: int,
    more: Mapping[str, Any],
) -> list[dict[str, Any]]:
    if not counts:
        return []
    rare = {name: count for name, count in counts.items() if count * SEEKS < _MET_AT_LEAST * max(total, 1)}
    rows = _run(session, template(name), counts, rare, more)
    met = Counter[str]()
    for row in rows:
        met[row[column]] += row["present"] if row["property"] is None else 0
    # Where ids are not dense, as in a store that much was deleted from, seeks meet few or none.
    missed = {
        name: count
        for name, count in counts.items()
        if name not in rare and met[name] < min(count, _MET_AT_LEAST // 2)
    }
    kept = [row for row in rows if row[column] not in missed]
    return kept + (_run(session, template(name), missed, missed, more) if missed else [])


def _run(
    session: ReadSession,
    statement: Template,
    counts: Mapping[str, int],
    rare: Mapping[str, int],
    more: Mapping[str, Any],
) -> list[dict[str, Any]]:
    common = [name for name in counts if name not in rare]
    scanned = max(_FEWEST, min(SCANNED, _LOOKED_AT // len(counts)))
    parameters = {
        "seeks": SEEKS,
        "shares": {name: _share(scanned, count) for name, count in rare.items()},
        "sample": max(_FEWEST, min(SAMPLE, _READ // len(counts))),
        "ordered": dict.fromkeys(_ORDERED, True),
        "longest": LONGEST,
        **more,
    }
    which = "labels" if "labels" in statement.parameters else "types"
    filled = statement.fill(common=common or [_NONE], rare=list(rare) or [_NONE])
    return session.run(filled.text, {**parameters, which: common}, seconds=SECONDS, limit=ROWS)


def _share(sample: int, count: int) -> int:
    """In how many of `_HASHES` cases a node is taken, so that about ``sample`` of ``count`` are."""
    return min(_HASHES, -(-sample * _HASHES // count))
