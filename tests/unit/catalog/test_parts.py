"""A part of a database equals what one would pick out by hand, relationship by relationship."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.catalog.building import build_projection
from motif.catalog.parts import (
    NO_INTEGER,
    DatabasePart,
    Pairs,
    PartReport,
    check_found,
    number_column,
    only_part,
)
from motif.catalog.plan import Plan
from motif.errors import InvalidInput
from motif.graphs.columns import Chunk, End, NodeChunk, RelationshipChunk
from motif.graphs.packing import pack_values

TYPES = ("SAW", "MADE")
LABELS = (("Film",), ("Person",))
PLAN = Plan(None, None, {"*": ("name",)}, relationship_properties=("n",), node_properties=("rank",))

Link = tuple[int, int, int, str]
"""A relationship: its id, its ends and its type."""

Chosen = dict[tuple[str | None, bool], list[tuple[int, int]]]
"""Pairs of nodes by type and whether they are directed."""


def chunks_of(ids: list[int], links: list[Link], size: int) -> list[Chunk]:
    chunks: list[Chunk] = []
    for start in range(0, len(ids), size):
        part = ids[start : start + size]
        names = {"name": pack_values([f"node {one}" for one in part])}
        chunks.append(NodeChunk(np.array(part), np.array([one % 2 for one in part], np.int32), names))
    for start in range(0, len(links), size):
        part_of = links[start : start + size]
        of_id, source, target = (np.array([link[place] for link in part_of]) for place in range(3))
        kinds = np.array([TYPES.index(link[3]) for link in part_of], np.int32)
        numbers = {"n": pack_values([link[0] for link in part_of])}
        chunks.append(RelationshipChunk(of_id, source, target, kinds, numbers))
    return [*chunks, End(LABELS, TYPES, "4:x:", "5:x:", 9)]


def part_of(nodes: list[int], chosen: Chosen, **options: Any) -> DatabasePart:
    pairs = [
        Pairs(kind, *(np.array([pair[end] for pair in found], np.int64) for end in (0, 1)), directed)
        for (kind, directed), found in chosen.items()
    ]
    return DatabasePart("the graph of a test", np.array(nodes, np.int64), pairs, **options)


def naive_links(nodes: list[int], links: list[Link], chosen: Chosen) -> list[int]:
    """Ids of the relationships whose ends are in the part and whose type and ends some pair names."""

    def named(source: int, target: int, kind: str) -> bool:
        return any(
            wanted in (None, kind)
            and ((source, target) in pairs or (not directed and (target, source) in pairs))
            for (wanted, directed), pairs in chosen.items()
        )

    return sorted(
        of_id
        for of_id, source, target, kind in links
        if source in nodes and target in nodes and named(source, target, kind)
    )


def naive_left_out(nodes: list[int], links: list[Link], chosen: Chosen) -> dict[str, int]:
    """By type, the distinct pairs that no relationship joins."""
    counts: dict[str, int] = {}
    for (kind, directed), pairs in chosen.items():
        distinct = {pair if directed else tuple(sorted(pair)) for pair in pairs}
        missing = 0
        for pair in distinct:
            only: Chosen = {(kind, directed): [pair]}
            missing += not naive_links(nodes, links, only)
        if missing:
            counts[kind or "*"] = counts.get(kind or "*", 0) + missing
    return counts


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[int], list[Link], list[int], Chosen]:
    widest = draw(st.sampled_from([9, 10**12]))
    ids = draw(st.lists(st.integers(0, widest), unique=True, min_size=1, max_size=7))
    nodes = draw(st.lists(st.sampled_from(ids), unique=True, min_size=1))
    link_ids = draw(st.lists(st.integers(0, 30), unique=True, max_size=12))
    end = st.sampled_from(ids)
    links = [(one, draw(end), draw(end), draw(st.sampled_from(TYPES))) for one in link_ids]
    within = st.sampled_from(nodes)
    group = st.tuples(st.sampled_from([None, "SAW", "MADE", "COMPUTED"]), st.booleans())
    chosen = draw(st.dictionaries(group, st.lists(st.tuples(within, within), max_size=6), max_size=3))
    return ids, links, nodes, chosen


@given(cases(), st.integers(1, 4))
def test_a_part_is_what_is_picked_by_hand(
    case: tuple[list[int], list[Link], list[int], Chosen], size: int
) -> None:
    ids, links, nodes, chosen = case
    part = part_of(nodes, chosen)
    report = PartReport(np.zeros(len(nodes), np.bool_))
    found = build_projection(only_part(chunks_of(ids, links, size), part, report), PLAN)
    assert found.nodes.ids.tolist() == sorted(nodes)
    assert sorted(found.relationships.ids.tolist()) == naive_links(nodes, links, chosen)
    numbers = found.relationships.properties["n"]
    assert [numbers.value(row) for row in range(found.n_relationships)] == found.relationships.ids.tolist()
    assert report.left_out == naive_left_out(nodes, links, chosen)
    assert report.found.all()


def test_numbers_stand_by_their_nodes() -> None:
    ranks = np.array([0.5, np.nan, 2.0])
    part = part_of([5, 1, 3], {}, properties={"rank": ranks})
    report = PartReport(np.zeros(3, np.bool_))
    found = build_projection(only_part(chunks_of([1, 2, 3, 4, 5], [], 2), part, report), PLAN)
    assert [found.nodes.properties["rank"].value(row) for row in range(3)] == [None, 2.0, 0.5]


def test_an_integer_that_stands_for_none_is_missing() -> None:
    column = number_column(np.array([3, NO_INTEGER, -1]))
    assert column.kind.tolist() == [1, 0, 1]
    assert column.number.tolist() == [3, 0, -1]


@pytest.mark.parametrize(
    ("nodes", "chosen", "message"),
    [
        ([1, 8, 9], {}, "does not have 2 of the 3 nodes of the graph of a test"),
        ([1, 2], {("COMPUTED", True): [(1, 2)]}, r"any of the 1 relationships \(COMPUTED\)"),
    ],
)
def test_what_is_not_in_the_database_is_refused(nodes: list[int], chosen: Chosen, message: str) -> None:
    part = part_of(nodes, chosen)
    report = PartReport(np.zeros(len(nodes), np.bool_))
    list(only_part(chunks_of([1, 2, 3], [(7, 1, 2, "SAW")], 2), part, report))
    with pytest.raises(InvalidInput, match=message):
        check_found(part, report)


def test_relationships_that_are_partly_computed_are_counted_and_taken() -> None:
    part = part_of([1, 2], {("COMPUTED", True): [(1, 2)], ("SAW", True): [(1, 2)]})
    report = PartReport(np.zeros(2, np.bool_))
    list(only_part(chunks_of([1, 2, 3], [(7, 1, 2, "SAW")], 2), part, report))
    check_found(part, report)
    assert (report.pairs, report.left_out) == (2, {"COMPUTED": 1})
