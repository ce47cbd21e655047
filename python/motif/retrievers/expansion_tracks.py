"""What to expand along: edges that a name explains and the graph's own, then shared entities, mere likeness last."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from motif.engine.expansion import Edges, Track
from motif.errors import InvalidConfiguration
from motif.graphs.corpus import MENTIONS
from motif.graphs.csr import build_csr
from motif.graphs.layers import IS_NEAR, IS_SIMILAR, SHARES_RELATION, EdgeLayer
from motif.graphs.projection import Column, Projection
from motif.retrievers.selection import nearest_hint

HUB = 100
"""Nodes with more neighbours are no bridges: what is joined to everything says nothing."""

NAMING = ("title-cell", "title-text")
"""Metrics of `IS_SIMILAR` edges that a name explains: the title of one chunk stands in the other. These carry the gain
of expansion."""

SHARING = ("entity-overlap",)
"""Metrics of `IS_SIMILAR` edges that shared entities explain: they fill what is left open."""

LIKENESS = (IS_SIMILAR, IS_NEAR, SHARES_RELATION)
"""Layers whose other edges dilute expansion: they lead to what the question finds anyway, or join too much."""

_NAMED, _SHARED, _ALIKE = range(3)


@dataclass(frozen=True, slots=True)
class EdgeTable:
    """Edges to expand along, and what each is.

    Attributes
    ----------
    relationship, layer_row : int32 (edges,)
        Row of the relationship of the projection, or of the edge in ``layer``, that it is; -1 where it is none.
    """

    edges: Edges
    relationship: NDArray[np.int32]
    layer_row: NDArray[np.int32]
    layer: EdgeLayer | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A track with the table that its edges are rows of."""

    track: Track
    table: EdgeTable


class ExpansionTracks:
    """The ways that lead from the nodes that are read to others; built at first use, kept with the view.

    Parameters
    ----------
    read : bool (n,)
        The nodes that questions are put to, chunks for instance.
    """

    def __init__(self, projection: Projection, read: NDArray[np.bool_]) -> None:
        self._projection = projection
        self._read = read
        self.chosen = lru_cache(maxsize=16)(self._chosen)

    def _chosen(self, along: tuple[str, ...] | None, types: tuple[str, ...] | None) -> tuple[Way, ...]:
        """The ways that are gone by default, or those that ``along`` names, restricted to edges of ``types``.

        Raises `InvalidConfiguration` for a name that the graph lacks, with the nearest that it has.
        """
        ways = list(self._default() if along is None else self._named(along))
        if types is not None:
            ways = [_restricted(way, self._of_types(way.table, types)) for way in ways]
        return tuple(way for way in ways if way.track.edges.kept is None or way.track.edges.kept.any())

    def _default(self) -> Iterator[Way]:
        tables = [place for place in self._tables if place != MENTIONS]
        yield self._bridge("bridges", None)
        for rank in (_NAMED, _SHARED, _ALIKE):
            for place in tables:
                yield self._way(place, self._tables[place], self._ranks[place] == rank, rank)

    def _named(self, along: Sequence[str]) -> Iterator[Way]:
        for said in along:
            name, _, metric = said.partition(":")
            types = self._projection.relationships.types
            if name not in (*types, *self._projection.layers):
                raise InvalidConfiguration(
                    f"There is nothing called {name!r} to expand along.",
                    hint=nearest_hint(name, [*types, *self._projection.layers]),
                )
            tables = [place for place in (name, "") if place in self._tables and (place or name in types)]
            kept = {place: self._of_types(self._tables[place], (name,)) for place in tables}
            if metric:
                kept = {place: mask & self._has_metric(place, metric) for place, mask in kept.items()}
                self._check_metric(said, metric, kept.values())
            for place, mask in kept.items():
                yield self._way(said, self._tables[place], mask)
            if not metric:
                yield self._bridge(said, self._of_types(self._bridging, (name,)))

    def _check_metric(self, said: str, metric: str, kept: object) -> None:
        if not any(mask.any() for mask in kept):  # type: ignore[attr-defined]
            known = sorted({one for place in self._tables for one in self._metrics(place)[0]})
            raise InvalidConfiguration(
                f"No edge of {said!r} has the metric {metric!r}.", hint=nearest_hint(metric, known)
            )

    @cached_property
    def _tables(self) -> dict[str, EdgeTable]:
        """The relationships, under the empty name, and each layer, under its own."""
        projection = self._projection
        rows = np.arange(projection.n_relationships, dtype=np.int32)
        edges = Edges(projection.outgoing, projection.incoming)
        found = {"": EdgeTable(edges, rows, np.full_like(rows, -1))}
        for name, layer in projection.layers.items():
            rows = np.arange(len(layer), dtype=np.int32)
            edges = edges_between(layer.source, layer.target, projection.n_nodes)
            found[name] = EdgeTable(edges, np.full_like(rows, -1), rows, layer)
        return found

    @cached_property
    def _bridging(self) -> EdgeTable:
        """Edges between a node that is read and one that is not: of the database, and pairs found by name."""
        links, read = self._projection.relationships, self._read
        rows = np.flatnonzero(links.sources.spread(read) != read[links.target]).astype(np.int32)
        source, target, none = links.sources[rows], links.target[rows], np.full_like(rows, -1)
        layer = self._projection.layers.get(MENTIONS)
        if layer is None:
            return EdgeTable(edges_between(source, target, len(read)), rows, none)
        found = np.flatnonzero(read[layer.source] != read[layer.target]).astype(np.int32)
        source = np.concatenate([source, layer.source[found]])
        target = np.concatenate([target, layer.target[found]])
        relationship = np.concatenate([rows, np.full_like(found, -1)])
        edges = edges_between(source, target, len(read))
        return EdgeTable(edges, relationship, np.concatenate([none, found]), layer)

    def _bridge(self, name: str, kept: NDArray[np.bool_] | None) -> Way:
        outgoing, incoming = self._bridging.edges.outgoing, self._bridging.edges.incoming
        degree = outgoing.degrees + incoming.degrees
        bridges = ~self._read & (degree >= 2) & (degree <= HUB)
        return Way(Track(name, Edges(outgoing, incoming, kept), bridges=bridges), self._bridging)

    def _way(self, name: str, table: EdgeTable, kept: NDArray[np.bool_], rank: int = _NAMED) -> Way:
        edges = Edges(table.edges.outgoing, table.edges.incoming, kept)
        return Way(Track(name, edges, rank, fallback=rank == _ALIKE), table)

    @cached_property
    def _ranks(self) -> dict[str, NDArray[np.int8]]:
        """Of each edge of each table, how soon it is gone along by default: int8 (edges,)."""
        found = {}
        for place, table in self._tables.items():
            ranks = np.where(self._of_types(table, LIKENESS), _ALIKE, _NAMED).astype(np.int8)
            for rank, metrics in ((_SHARED, SHARING), (_NAMED, NAMING)):
                for metric in metrics:
                    ranks[self._has_metric(place, metric)] = rank
            found[place] = ranks
        return found

    def _has_metric(self, place: str, metric: str) -> NDArray[np.bool_]:
        rows = self._metrics(place)[1].get(metric)
        found = np.zeros(len(self._tables[place].relationship), dtype=np.bool_)
        if rows is not None:
            found[rows] = True
        return found

    def _metrics(self, place: str) -> tuple[list[str], dict[str, NDArray[np.int64]]]:
        """The metrics that explain edges of a table, and the edges of each."""
        if place not in self._read_metrics:
            layer = self._tables[place].layer
            properties = self._projection.relationships.properties if layer is None else layer.properties
            found = metrics_of(properties.get("metric"))
            self._read_metrics[place] = (sorted(found), found)
        return self._read_metrics[place]

    @cached_property
    def _read_metrics(self) -> dict[str, tuple[list[str], dict[str, NDArray[np.int64]]]]:
        return {}

    def _of_types(self, table: EdgeTable, types: Sequence[str]) -> NDArray[np.bool_]:
        """Which edges of a table are of one of ``types``, names of relationship types and layers."""
        links = self._projection.relationships
        wanted = [place for place, name in enumerate(links.types) if name in types]
        is_wanted = np.isin(links.type, wanted)
        is_layer = table.layer is not None and table.layer.name in types
        if not len(links):
            return np.full(len(table.relationship), is_layer)
        return np.where(table.relationship >= 0, is_wanted[table.relationship], is_layer)


def edges_between(source: NDArray[np.int32], target: NDArray[np.int32], n_nodes: int) -> Edges:
    """Edges to go along whichever way they point."""
    return Edges(build_csr(source, target, n_nodes), build_csr(target, source, n_nodes))


def metrics_of(column: Column | None) -> dict[str, NDArray[np.int64]]:
    """The rows of the edges that each metric explains; a value is a metric, or a list of them as JSON.

    >>> from motif.catalog.rows import column_of
    >>> {name: rows.tolist() for name, rows in metrics_of(column_of([["a", "b"], None, "b"])).items()}
    {'a': [0], 'b': [0, 2]}
    """
    if column is None or column.text is None:
        return {}
    found: dict[str, list[int]] = {}
    rows = column.rows_of(np.arange(len(column.text))).tolist()
    for row, text in zip(rows, column.text, strict=True):
        for metric in _listed(text):
            found.setdefault(metric, []).append(row)
    return {metric: np.array(rows, dtype=np.int64) for metric, rows in found.items()}


@lru_cache(maxsize=256)
def _listed(text: str) -> tuple[str, ...]:
    if text.startswith("["):
        try:
            return tuple(str(item) for item in json.loads(text))
        except ValueError:
            return (text,)
    return (text,) if text else ()


def _restricted(way: Way, kept: NDArray[np.bool_]) -> Way:
    track = way.track
    mask = kept if track.edges.kept is None else kept & track.edges.kept
    edges = Edges(track.edges.outgoing, track.edges.incoming, mask)
    return Way(Track(track.name, edges, track.rank, track.fallback, track.bridges), way.table)
