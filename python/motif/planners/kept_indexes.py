"""What questions are linked by, of a projection: from beside its snapshot, or built."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.preparing import advance, stretch
from motif.engine.string_arrays import read_only, taken
from motif.graphs.projection import EMPTY, EMPTY_LAYERS, EMPTY_PATHS, Projection
from motif.graphs.strings import StringTable
from motif.indexes.aliases import Aliases
from motif.indexes.fulltext import WordIndex
from motif.indexes.mentions import MentionIndex, build_mention_index
from motif.indexes.names import NameIndex, build_name_index
from motif.indexes.word_table import WordTable
from motif.kernels.building import counting_order
from motif.planners.linking_aliases import alias_nodes, property_aliases
from motif.planners.value_graph import vectors_of_names, with_values
from motif.snapshot.arrays import put_together, take_apart
from motif.snapshot.columns import Arrays, put_strings, read_strings
from motif.snapshot.kept import LEAST, NAMES, VALUES, Built, is_keepable, kept


def prepare_indexes(projection: Projection) -> None:
    """Builds all that questions are linked by and keeps it, so that the first question finds it.

    What is there already, of names and values that stayed as they were, is not built again. Nothing for a small
    projection and for one that is no snapshot's: there it is built in no time, or could not be kept.

    Raises `DeadlineExceeded` and `Cancelled` under a control, as `motif.snapshot.kept.kept`.
    """
    if not is_keepable(projection):
        return
    whole = values_of(projection)
    for one in (projection,) if whole is projection else (projection, whole):
        names_of(one)
        mentions_of(one)
        relationships_by_relation(one)


def names_of(projection: Projection) -> NameIndex:
    """The index of a projection's names; of a large one with its words."""
    names = projection.nodes.names
    if projection.n_nodes < LEAST:
        return build_name_index(names)
    kind = "value-names" if _is_of_values(projection) else "names"
    arrays, facts = kept(projection, kind, NAMES, lambda: _put_names(names))
    table = WordTable(
        read_strings(arrays.__getitem__, "words"), arrays["words.hashes"], arrays["words.order"]
    )
    words = WordIndex(table, arrays["indptr"], arrays["rows"], arrays["scores"], facts["n_rows"])
    return NameIndex(names, arrays["hashes"], arrays["order"], words)


def _put_names(names: StringTable) -> Built:
    with stretch(0, 0.2):
        index = build_name_index(names)
    with stretch(0.2, 1):
        words = index.words
    arrays: Arrays = {"hashes": index.hashes, "order": index.order}
    put_strings(arrays, "words", words.vocabulary.words)
    arrays |= {"words.hashes": words.vocabulary.hashes, "words.order": words.vocabulary.order}
    arrays |= {"indptr": words.indptr, "rows": words.rows, "scores": words.scores}
    return arrays, {"n_rows": words.n_rows}


def values_of(projection: Projection) -> Projection:
    """The projection with its values as nodes (`motif.planners.value_graph.with_values`); itself where it has none."""

    def build() -> Built:
        whole = with_values(projection)
        if whole is projection:
            return {}, {"same": True}
        arrays, described = take_apart(_bare(whole))
        return arrays, {**described, "of_values": True}

    if projection.n_nodes < LEAST:
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


def relationships_by_relation(projection: Projection) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Relationships sorted by relation, int32 (m,), and where each relation begins there, int64 (relations + 1,)."""
    links = projection.relationships

    def build() -> Built:
        starts = np.zeros(len(links.relations) + 1, np.int64)
        np.cumsum(np.bincount(links.relation, minlength=len(links.relations)), out=starts[1:])
        every = np.arange(len(links), dtype=np.int32)
        order = counting_order(read_only(links.relation), len(links.relations), every)
        return {"order": order, "starts": starts}, {}

    kind = "value-relations" if _is_of_values(projection) else "relations"
    arrays, _ = kept(projection, kind, VALUES, build)
    return arrays["order"], arrays["starts"]


def _is_of_values(projection: Projection) -> bool:
    """Whether a projection has its values as nodes: those have no name property."""
    return (
        projection.n_nodes > 0
        and not projection.nodes.properties
        and bool(projection.nodes.name_property[-1] < 0)
    )
