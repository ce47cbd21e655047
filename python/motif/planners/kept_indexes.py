"""What questions are linked by, of a projection: from beside its snapshot, or built."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.preparing import advance, stretch
from motif.engine.string_arrays import read_only, taken
from motif.graphs.distinct import distinct
from motif.graphs.narrow import narrow_ids
from motif.graphs.projection import EMPTY, EMPTY_LAYERS, EMPTY_PATHS, Projection
from motif.graphs.strings import StringTable
from motif.indexes.aliases import Aliases
from motif.indexes.fulltext import WordIndex
from motif.indexes.mentions import MentionIndex, build_mention_index
from motif.indexes.mentions_spelling import Spellings
from motif.indexes.names import NameIndex, build_name_index
from motif.indexes.word_table import WordTable
from motif.kernels.building import counting_order
from motif.planners.linking_aliases import alias_nodes, property_aliases
from motif.planners.value_graph import vectors_of_names, with_values
from motif.snapshot.array_files import let_go_of_pages
from motif.snapshot.arrays import IDS, put_together, take_apart
from motif.snapshot.columns import Arrays, put_strings, read_strings
from motif.snapshot.kept import LEAST, NAMES, VALUES, Built, is_built_whole, is_keepable, kept


def prepare_indexes(projection: Projection) -> None:
    """Builds all that questions are linked by and keeps it, so that the first question finds it.

    What is there already, of names and values that stayed as they were, is not built again. Nothing for a small
    projection and for one that is no snapshot's: there the first question builds it in no time, or it is not kept.

    What each was built of is let go of before the next is built. Raises `DeadlineExceeded` and `Cancelled` under a
    control, as `motif.snapshot.kept.kept`.
    """
    if projection.n_nodes < LEAST or not is_keepable(projection):
        return
    whole = values_of(projection)
    for one in (projection,) if whole is projection else (projection, whole):
        for prepare in (names_of, mentions_of, ends_of_relations, nodes_by_label_set):
            let_go_of_pages(take_apart(_bare(projection))[0].values())
            let_go_of_pages(take_apart(_bare(whole))[0].values())
            prepare(one)


def names_of(projection: Projection) -> NameIndex:
    """The index of a projection's names; of a snapshot's and of a large one with its words."""
    names = projection.nodes.names
    if not is_built_whole(projection):
        return build_name_index(names)
    kind = "value-names" if _is_of_values(projection) else "names"
    arrays, facts = kept(projection, kind, NAMES, lambda: _put_names(names))
    table = WordTable(
        read_strings(arrays.__getitem__, "words"), arrays["words.hashes"], arrays["words.order"]
    )
    words = WordIndex(table, arrays["indptr"], arrays["rows"], arrays["scores"], facts["n_rows"])
    spellings = Spellings(*(arrays[f"spelling.{name}"] for name in _SPELLINGS))
    return NameIndex(names, arrays["hashes"], arrays["order"], words, spellings)


_SPELLINGS = ("order", "starts", "sets")


def _put_names(names: StringTable) -> Built:
    with stretch(0, 0.2):
        index = build_name_index(names)
    with stretch(0.2, 0.9):
        words = index.words
    spellings = index.spelling.spellings
    arrays: Arrays = {"hashes": index.hashes, "order": index.order}
    put_strings(arrays, "words", words.vocabulary.words)
    arrays |= {"words.hashes": words.vocabulary.hashes, "words.order": words.vocabulary.order}
    arrays |= {"indptr": words.indptr, "rows": words.rows, "scores": words.scores}
    arrays |= {f"spelling.{name}": getattr(spellings, name) for name in _SPELLINGS}
    return arrays, {"n_rows": words.n_rows}


def values_of(projection: Projection) -> Projection:
    """The projection with its values as nodes (`motif.planners.value_graph.with_values`); itself where it has none."""

    def build() -> Built:
        whole = with_values(projection)
        if whole is projection:
            return {}, {"same": True}
        arrays, described = take_apart(_bare(whole))
        arrays |= {name: narrow_ids(arrays[name]) for name in IDS}
        return arrays, {**described, "of_values": True}

    if not is_keepable(projection):
        return with_values(projection)
    arrays, described = kept(projection, "values", VALUES, build)
    if described.get("same"):
        return projection
    rest: dict[str, Any] = {
        "name": projection.name,
        "database": projection.database,
        "epoch": projection.epoch,
    }
    whole = put_together(arrays.__getitem__, described, rest)
    return dataclasses.replace(
        projection,
        nodes=whole.nodes,
        relationships=whole.relationships,
        outgoing=whole.outgoing,
        incoming=whole.incoming,
        vectors=vectors_of_names(projection, whole.n_nodes),
    )


def _bare(projection: Projection) -> Projection:
    """A projection with nothing but its tables and adjacency."""
    return dataclasses.replace(
        projection,
        vectors=EMPTY,
        dominance=None,
        paths=EMPTY_PATHS,
        trussness=None,
        layers=EMPTY_LAYERS,
        stored=None,
    )


def mentions_of(
    projection: Projection, aliases: Sequence[tuple[int, str]] = ()
) -> tuple[MentionIndex, NDArray[np.int32]]:
    """All names and aliases of a projection by their words, and the nodes that only stand for another's name.

    Parameters
    ----------
    aliases
        Rows and texts of further names: what is built with them is not kept.
    """
    if aliases:
        return _build_mentions(projection, aliases)
    kind = "value-mentions" if _is_of_values(projection) else "mentions"
    arrays, _ = kept(projection, kind, VALUES, lambda: _put_mentions(*_build_mentions(projection)))
    index = MentionIndex(
        projection.nodes.names,
        read_strings(arrays.__getitem__, "aliases"),
        *(arrays[name] for name in _MENTIONS),
    )
    return index, arrays["alias_nodes"]


_MENTIONS = ("alias_codes", "alias_rows", "hashes", "order", "heads", "longest")


def _build_mentions(
    projection: Projection, aliases: Sequence[tuple[int, str]] = ()
) -> tuple[MentionIndex, NDArray[np.int32]]:
    names = projection.nodes.names
    owners, nodes = alias_nodes(projection)
    advance(0.2)
    owned = Aliases(owners, np.arange(len(owners), dtype=np.int32), taken(names, nodes))
    others = Aliases.together([Aliases.of(aliases), property_aliases(projection), owned])
    with stretch(0.4, 1):
        return build_mention_index(names, others), nodes


def _put_mentions(index: MentionIndex, nodes: NDArray[np.int32]) -> Built:
    arrays: Arrays = {name: getattr(index, name) for name in _MENTIONS}
    put_strings(arrays, "aliases", index.aliases)
    return {**arrays, "alias_nodes": nodes}, {}


@dataclass(frozen=True, slots=True)
class RelationEnds:
    """What relations lead to: a few nodes of each. A symbol is ``2 * relation``, one more for the way against it.

    Attributes
    ----------
    rows : int32
        At most `ENDS` distinct nodes of each symbol, ascending, spread over those that it leads to.
    starts : int64 (symbols + 1,)
        Where those of each begin.
    counts : int64 (relations,)
        Relationships of each relation.
    """

    rows: NDArray[np.int32]
    starts: NDArray[np.int64]
    counts: NDArray[np.int64]

    def of(self, symbol: int) -> NDArray[np.int32]:
        """The nodes of one symbol."""
        return self.rows[self.starts[symbol] : self.starts[symbol + 1]]


ENDS = 96
"""Nodes that each relation leads to, and each the other way, that are looked at."""


def ends_of_relations(projection: Projection) -> RelationEnds:
    """Some of what each relation of a projection leads to; nodes that relationships lead to are looked at once."""
    links = projection.relationships

    def build() -> Built:
        counts = np.bincount(links.relation, minlength=len(links.relations)).astype(np.int64)
        order = counting_order(read_only(links.relation), len(counts), np.arange(len(links), dtype=np.int32))
        found = []
        for held in np.split(order, np.cumsum(counts)[:-1]) if len(counts) else []:
            some = spread(held, 8 * ENDS)
            found += [spread(distinct(side[some]), ENDS) for side in (links.target, links.sources)]
        starts = np.cumsum([0, *map(len, found)])
        return {
            "ends": np.concatenate([np.zeros(0, np.int32), *found]),
            "starts": starts,
            "counts": counts,
        }, {}

    kind = "value-relations" if _is_of_values(projection) else "relations"
    arrays, _ = kept(projection, kind, VALUES, build)
    return RelationEnds(arrays["ends"], arrays["starts"], arrays["counts"])


def spread(rows: NDArray[np.int32], most: int) -> NDArray[np.int32]:
    """At most ``most`` of ``rows``, evenly spread over them.

    >>> spread(np.arange(10, dtype=np.int32), 4).tolist()
    [0, 2, 5, 7]
    """
    if len(rows) <= most:
        return rows
    chosen: NDArray[np.int32] = rows[np.arange(most) * len(rows) // most]
    return chosen


def joins_kept(projection: Projection) -> Callable[[Callable[[], Arrays]], Arrays]:
    """Keeps what exact matching joins by (`motif.engine.match_query.DataGraph`); who needs it first builds it."""

    def keep(build: Callable[[], Arrays]) -> Arrays:
        return kept(projection, "joins", VALUES, lambda: (build(), {}))[0]

    return keep


def nodes_by_label_set(projection: Projection) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Nodes sorted by their set of labels, int32 (n,), and where each set begins there, int64 (label sets + 1,)."""
    nodes = projection.nodes

    def build() -> Built:
        starts = np.zeros(len(nodes.label_sets) + 1, np.int64)
        np.cumsum(np.bincount(nodes.label_set, minlength=len(nodes.label_sets)), out=starts[1:])
        every = np.arange(len(nodes), dtype=np.int32)
        return {
            "order": counting_order(read_only(nodes.label_set), len(starts) - 1, every),
            "starts": starts,
        }, {}

    kind = "value-labels" if _is_of_values(projection) else "labels"
    arrays, _ = kept(projection, kind, VALUES, build)
    return arrays["order"], arrays["starts"]


def _is_of_values(projection: Projection) -> bool:
    """Whether a projection has its values as nodes: those have no name property."""
    return (
        projection.n_nodes > 0
        and not projection.nodes.properties
        and bool(projection.nodes.name_property[-1] < 0)
    )
