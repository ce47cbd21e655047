"""Values and aliases by arrays: those of the plain way, in its order."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import naive_values
from motif.catalog.rows import from_rows
from motif.graphs.projection import Projection
from motif.indexes.aliases import Aliases
from motif.planners.linking_aliases import property_aliases
from motif.planners.value_columns import held_values
from motif.planners.value_graph import with_values

TEXTS = [
    "2",
    " 2 ",
    "grey",
    "",
    "é ",
    "na\u00a0",
    "\u3000",
    "true",
    "x" * 200,
    "x" * 201,
    "a|b; c",
    "[1, 2]",
    "n1",
]
LISTS: list[list[Any]] = [["a", "b", "a"], [1, "1", 2.0], [], ["", "q"], ["n1", "grey"]]
NUMBERS = [1, 2, 2.0, 2.5, -0.0, True, False, float("nan"), 10**17]
VALUES = st.sampled_from([*TEXTS, *LISTS, *NUMBERS])
NODES = st.lists(st.dictionaries(st.sampled_from(["code", "p", "q", "name"]), VALUES, max_size=4), max_size=8)
EDGES = st.lists(st.tuples(st.integers(0, 7), st.sampled_from("RS"), st.integers(0, 7)), max_size=8)


def graph_of(nodes: list[dict[str, Any]], edges: list[tuple[int, str, int]]) -> Projection:
    rows = [(str(row), ["Thing"], {"name": f"n{row}", **held}) for row, held in enumerate(nodes)]
    links = [(str(a), kind, str(b), {}) for a, kind, b in edges if max(a, b) < len(nodes)]
    return from_rows(rows, links)


@given(nodes=NODES, edges=EDGES)
def test_the_graph_with_values_is_that_of_the_plain_way(
    nodes: list[dict[str, Any]], edges: list[tuple[int, str, int]]
) -> None:
    real = graph_of(nodes, edges)
    whole = with_values(real)
    table = whole.relationships
    found = zip(table.source.tolist(), table.target.tolist(), table.relation.tolist(), strict=True)
    assert [(a, b, table.relations[code]) for a, b, code in found] == naive_values.edges_with_values(real)
    assert len(table.ids) == len(table.source) and (whole is real or not table.ids.any())
    assert np.array_equal(whole.outgoing.indices, table.target)


@given(nodes=NODES)
def test_values_are_numbered_as_rows_have_them(nodes: list[dict[str, Any]]) -> None:
    real = graph_of(nodes, [])
    for column in real.nodes.properties.values():
        for one in (column.dense(), column):
            held = held_values(one, one.holding)
            found = held.rows.tolist(), held.places.tolist(), list(held.values)
            assert found == naive_values.values_of(column, column.holding.tolist())


@given(nodes=NODES)
def test_aliases_of_properties_are_those_of_the_plain_way(nodes: list[dict[str, Any]]) -> None:
    real = graph_of(nodes, [])
    names = list(real.nodes.names)
    code = real.nodes.properties.get("code")
    expected = [] if code is None or code.text is None else naive_values.aliases_of(code, names)
    found = pairs_of(property_aliases(real))
    assert found[: len(expected)] == expected


def pairs_of(aliases: Aliases) -> list[tuple[int, str]]:
    rows, codes = aliases.rows.tolist(), aliases.codes.tolist()
    return [(row, aliases.texts[code]) for row, code in zip(rows, codes, strict=True)]
