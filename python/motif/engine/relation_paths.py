"""Relation paths: which sequences of relations lead somewhere from given rows, and where.

A path is walked as a pattern's edges are matched when ``injective`` is "known": no step enters a row it began at, and
no relationship is taken twice in a row. What remains agrees with `motif.engine.gsd_search` for the paths here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.subgraph_query import graph_arrays
from motif.errors import InvalidInput
from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection
from motif.kernels.path_expansion import Found, Frontier, Level, Steps, expand, extend, last_steps

MAXIMUM_HOPS = 8
SAMPLE = 32
"""How many answer rows a `ReachedPath` carries."""
ARCS = 50_000
"""After so many arcs `enumerate_paths` looks at no further row of a frontier: a hub's answers are sampled."""


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """One step: which of ``relationships.relations``, and whether from its source to its target."""

    relation: int
    forward: bool


Path: TypeAlias = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ReachedPath:
    """A path that leads somewhere.

    Attributes
    ----------
    path
        The steps, outward from the start.
    n_answers
        Distinct rows it leads to; 0 where it only leads back to the start.
    sample : int32, at most `SAMPLE`
        Some of them, always the same ones.
    complete
        Whether ``n_answers`` is exact; else it is at least that.
    returns
        Whether it leads back to the start too.
    """

    path: Path
    n_answers: int
    sample: NDArray[np.int32]
    complete: bool
    returns: bool


_Part: TypeAlias = tuple[NDArray[np.int32], Found, Level]
"""Equally long paths: their symbols, what was found of them, and the rows that the paths before their last steps lead
to."""


class ReachedPaths(Sequence[ReachedPath]):
    """Paths that lead somewhere, as arrays; each is made into a `ReachedPath` when it is asked for, by walking its last
    step, together with the others that go on from the same.

    Attributes
    ----------
    symbols : int32 (paths, longest)
        The steps of each, filled up with -1: ``2 * relation``, and one more where it goes against the relation.
    leads : bool (paths,)
        Whether there are answers but the start.
    returns : bool (paths,)
        See `ReachedPath`.
    """

    def __init__(self, parts: Sequence[_Part], stepped: Callable[[Frontier], Steps]) -> None:
        self.symbols: NDArray[np.int32] = np.concatenate([symbols for symbols, _, _ in parts])
        self.leads: NDArray[np.bool_] = np.concatenate([found[2] for _, found, _ in parts])
        self.returns: NDArray[np.bool_] = np.concatenate([found[3] for _, found, _ in parts])
        self._parts = parts
        self._starts = np.cumsum([0, *(len(symbols) for symbols, _, _ in parts)])
        self._stepped = stepped
        self._walked: tuple[tuple[int, int], Steps] | None = None

    def __len__(self) -> int:
        return len(self.symbols)

    @overload
    def __getitem__(self, place: int) -> ReachedPath: ...

    @overload
    def __getitem__(self, place: slice) -> list[ReachedPath]: ...

    def __getitem__(self, place: int | slice) -> ReachedPath | list[ReachedPath]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        part = int(np.searchsorted(self._starts, place, side="right")) - 1
        _, (parents, taken, _, _, complete), before = self._parts[part]
        within = place - int(self._starts[part])
        symbol = int(taken[within])
        indptr, (rows, _), _, _ = self._steps_from(part, int(parents[within]), before)
        answers = rows[indptr[symbol] : indptr[symbol + 1]]
        return ReachedPath(
            tuple(_step(symbol) for symbol in self.symbols[place].tolist() if symbol >= 0),
            len(answers),
            np.sort(answers[:SAMPLE]),
            bool(complete[within]),
            bool(self.returns[place]),
        )

    def _steps_from(self, part: int, parent: int, before: Level) -> Steps:
        """Where all steps after one path lead, kept until another is asked for: they are asked for in turn."""
        if self._walked is None or self._walked[0] != (part, parent):
            indptr, rows, arcs, _ = before
            first, last = indptr[parent], indptr[parent + 1]
            self._walked = (part, parent), self._stepped((rows[first:last], arcs[first:last]))
        return self._walked[1]


def enumerate_paths(
    projection: Projection,
    rows: NDArray[np.int32],
    max_hops: int = 3,
    *,
    control: Control | None = None,
    relations: NDArray[np.bool_] | None = None,
    limit: int = 20_000,
) -> ReachedPaths:
    """Every relation path of at most ``max_hops`` steps that the data allow from ``rows``, the short ones first.

    Parameters
    ----------
    rows : int32, distinct
        Where all paths begin.
    relations : bool (relations,)
        Which relations may be stepped along; None for all.
    limit
        How many paths at most; the longest are left out.

    Equally long paths ascend by their steps. Of a frontier with many relationships (`ARCS`) only the first rows are
    looked at; then ``complete`` is False. Raises `InvalidInput` for ``max_hops`` outside 1 … `MAXIMUM_HOPS` and for
    rows that the projection does not have.

    >>> from motif.catalog.triples import from_triples
    >>> graph = from_triples([("Heat", "directed_by", "Mann"), ("Ali", "directed_by", "Mann"), ("Ali", "year", "2001")])
    >>> heat = np.array([list(graph.nodes.names).index("Heat")], np.int32)
    >>> [[(graph.relationships.relations[s.relation], s.forward) for s in r.path] for r in enumerate_paths(graph, heat)]
    ... # doctest: +NORMALIZE_WHITESPACE
    [[('directed_by', True)], [('directed_by', True), ('directed_by', False)],
     [('directed_by', True), ('directed_by', False), ('year', True)]]
    """
    if not 1 <= max_hops <= MAXIMUM_HOPS:
        raise InvalidInput(f"max_hops must be from 1 to {MAXIMUM_HOPS}, not {max_hops!r}.")
    walks = Walks(projection, control)
    avoided = distinct(rows).astype(np.int32)
    with walks.avoiding(avoided):
        parts = list(_parts(walks, avoided, max_hops, relations, limit))
    return ReachedPaths(parts, lambda frontier: walks.stepped(frontier, avoided))


def _parts(
    walks: Walks, rows: NDArray[np.int32], max_hops: int, relations: NDArray[np.bool_] | None, limit: int
) -> Iterator[_Part]:
    """The paths of one step, of two, and so on."""
    start, arcs = begun(rows)
    level: Level = (np.array([0, len(start)], np.int64), start, arcs, np.ones(1, np.bool_))
    symbols = np.full((1, max_hops), -1, np.int32)
    for hop in range(max_hops):
        before = level
        if hop == max_hops - 1:
            found = walks.ended(before, relations, limit)
        else:
            found, level = walks.extended(before, relations, limit)
        parents, taken = found[:2]
        symbols = symbols[parents]
        symbols[:, hop] = taken
        yield symbols, found, before
        limit -= len(parents)
        if limit == 0 or walks.stopped or not len(parents):
            break


def follow_path(
    projection: Projection,
    rows: NDArray[np.int32],
    path: Path,
    *,
    excluded: NDArray[np.int32] | None = None,
    control: Control | None = None,
) -> NDArray[np.int32]:
    """The rows that ``path`` leads to from ``rows``, int32, ascending.

    Parameters
    ----------
    excluded : int32
        Rows that no step may enter; None for ``rows`` themselves.

    Raises `InvalidInput` for rows or relations that the projection does not have.
    """
    return Walks(projection, control).follow(rows, path, excluded=excluded)


class Walks:
    """Walks over one graph, one after another, in one thread."""

    def __init__(self, projection: Projection, control: Control | None = None) -> None:
        relation = projection.relationships.relation
        self._graph = graph_arrays(projection.outgoing, projection.incoming, relation)
        self._n_relations = len(projection.relationships.relations)
        self._n_nodes = projection.n_nodes
        self._avoided = np.zeros(0, np.int32)
        self._flag = (control or Control()).flag

    def follow(
        self, rows: NDArray[np.int32], path: Path, *, excluded: NDArray[np.int32] | None = None
    ) -> NDArray[np.int32]:
        """As `follow_path`."""
        self._check(rows)
        if not len(path):
            return distinct(rows).astype(np.int32)
        frontier = begun(rows)
        with self.avoiding(rows if excluded is None else excluded):
            for step in path:
                if not 0 <= step.relation < self._n_relations:
                    raise InvalidInput(
                        f"There is no relation {step.relation}: the graph has {self._n_relations}."
                    )
                frontier = self._followed(frontier, step)
        return distinct(frontier[0])

    @contextmanager
    def avoiding(self, rows: NDArray[np.int32]) -> Iterator[None]:
        """No step of the block enters ``rows``. Raises `InvalidInput` for rows that the projection does not have."""
        self._check(rows)
        before, self._avoided = self._avoided, distinct(rows).astype(np.int32)
        try:
            yield
        finally:
            self._avoided = before

    def _check(self, rows: NDArray[np.int32]) -> None:
        if len(rows) and not (int(rows.min()) >= 0 and int(rows.max()) < self._n_nodes):
            raise InvalidInput(f"Rows must be from 0 to {self._n_nodes - 1}, not {rows.tolist()!r}.")

    @property
    def stopped(self) -> bool:
        return bool(self._flag[0])

    def extended(self, level: Level, relations: NDArray[np.bool_] | None, most: int) -> tuple[Found, Level]:
        """The first ``most`` paths that go on from those of ``level``, and where they lead."""
        return extend(self._graph, level, self._avoided, *self._limits(relations, most), self._flag)

    def ended(self, level: Level, relations: NDArray[np.bool_] | None, most: int) -> Found:
        """As `extended`, without where they lead."""
        return last_steps(self._graph, level, self._avoided, *self._limits(relations, most), self._flag)

    def _limits(
        self, relations: NDArray[np.bool_] | None, most: int
    ) -> tuple[tuple[int, int, int], NDArray[np.bool_]]:
        allowed = np.ones(self._n_relations, np.bool_) if relations is None else relations
        return (2 * self._n_relations, ARCS, most), allowed

    def stepped(self, frontier: Frontier, avoided: NDArray[np.int32]) -> Steps:
        """Where each step from ``frontier`` leads, `ARCS` the bound; it ends by itself, also when the time is up."""
        limits = (2 * self._n_relations, -1, ARCS)
        return expand(self._graph, frontier, avoided, limits, np.zeros_like(self._flag))

    def _followed(self, frontier: Frontier, step: Step) -> Frontier:
        symbol = 2 * step.relation + (not step.forward)
        limits = (2 * self._n_relations, symbol, np.iinfo(np.int64).max)
        _, reached, _, _ = expand(self._graph, frontier, self._avoided, limits, self._flag)
        return reached


def begun(rows: NDArray[np.int32]) -> Frontier:
    """Where a path of no steps leads."""
    start = distinct(rows).astype(np.int32)
    return start, np.full(len(start), -1, np.int32)


@lru_cache(maxsize=4096)
def _step(symbol: int) -> Step:
    """The step that a symbol of `motif.kernels.path_expansion` stands for."""
    return Step(symbol // 2, symbol % 2 == 0)
