"""Examples before they are worded: walks of one length, masked, with all that they ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.pattern import parse_part
from motif.graphs.projection import Projection
from motif_procedures.guidance.gold import Gold, GoldFinder
from motif_procedures.guidance.masking import Masked, masked
from motif_procedures.guidance.walks import Walker, Walks

_BATCH = 512
_MOST_WALKS = 40
"""Walks for each example that is wanted, after which the graph is said to hold no more."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A schema graph with what it describes.

    Attributes
    ----------
    rows
        What the walk had at each place.
    """

    schema: Masked
    gold: Gold
    rows: tuple[int, ...]


class DraftMaker:
    """Makes drafts over one projection.

    Parameters
    ----------
    entities : bool (n,) or None
        Which nodes may be question entities or the answer of a walk; None: all.
    paths
        Most gold paths of a draft.

    Raises `InvalidInput` where no node can be a question entity.
    """

    def __init__(self, projection: Projection, entities: NDArray[np.bool_] | None, paths: int) -> None:
        self._projection = projection
        self._walker = Walker(projection)
        self._finder = GoldFinder(projection, paths)
        self._allowed = np.ones(projection.n_nodes, bool) if entities is None else entities
        self._named = _named(projection)
        self._starts = np.flatnonzero(self._allowed & self._named & self._walker.starts).astype(np.int32)
        if not len(self._starts):
            raise InvalidInput(
                f"No node of '{projection.name}' can be asked about: {_why(self._allowed, self._named)}.",
                hint="A question entity has a name that no other node has, a relationship, and is in the mask.",
            )

    def drafts(self, n_triples: int, wanted: int, random: np.random.Generator) -> Iterator[Draft]:
        """At most ``wanted`` drafts of so many triples, no two with the same."""
        seen: set[Masked] = set()
        found = n_walks = 0
        while found < wanted and n_walks < max(wanted * _MOST_WALKS, _BATCH):
            starts = random.choice(self._starts, _BATCH)
            n_walks += _BATCH
            for draft in self._of_walks(self._walker.walks(starts, n_triples, random), seen, random):
                yield draft
                found += 1
                if found == wanted:
                    return

    def _of_walks(self, walks: Walks, seen: set[Masked], random: np.random.Generator) -> Iterator[Draft]:
        links = self._projection.relationships
        facts = zip(
            links.sources[walks.relationships].tolist(),
            links.relation[walks.relationships].tolist(),
            links.target[walks.relationships].tolist(),
            strict=True,
        )
        for nodes, parents, ends in zip(walks.nodes.tolist(), walks.parents.tolist(), facts, strict=True):
            schema, rows = masked(nodes, parents, list(zip(*ends, strict=True)), random)
            if schema in seen or not self._is_allowed(schema, rows):
                continue
            seen.add(schema)
            gold = self._finder.find(schema)
            if gold is not None:
                yield Draft(schema, gold, tuple(rows))

    def _is_allowed(self, schema: Masked, rows: list[int]) -> bool:
        """Whether the entities can be named, and they and the walk's answer are allowed."""
        entities = [row for _, row in schema.entities]
        return bool(self._named[entities].all() and self._allowed[[*entities, rows[schema.answer]]].all())


def _named(projection: Projection) -> NDArray[np.bool_]:
    """Which nodes have a name of their own that is not read as an unknown, bool (n,)."""
    names = list(projection.nodes.names)
    first: dict[str, int] = {}
    is_named = np.zeros(len(names), bool)
    for row, name in enumerate(names):
        before = first.setdefault(name, row)
        is_named[row] = before == row and bool(name.strip()) and parse_part(name).is_known
        if before != row:
            is_named[before] = False
    return is_named


def _why(allowed: NDArray[np.bool_], named: NDArray[np.bool_]) -> str:
    if not allowed.any():
        return "the mask leaves none"
    return (
        "none has a name of its own" if not (allowed & named).any() else "none has a relationship to another"
    )
