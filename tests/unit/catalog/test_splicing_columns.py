"""A column with a few rows changed: what a column of all values anew is, array for array, dense or sparse before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.catalog.own_edges import without_computed_edges
from motif.catalog.rows import from_rows
from motif.catalog.splicing import Splice
from motif.graphs.column import Column, compact
from sparse_columns import VALUES, dense, values_of


@st.composite
def changes(draw: st.DrawFn) -> tuple[list[Any], Splice, list[Any], list[Any]]:
    """Values, what goes and comes, the values that come, and all of them afterwards."""
    often = draw(st.sampled_from([st.just(None), VALUES]))
    base = draw(st.lists(st.one_of(often, VALUES), max_size=10))
    removed = sorted(draw(st.sets(st.integers(0, len(base) - 1)))) if base else []
    places = removed if draw(st.booleans()) else sorted(draw(st.lists(st.integers(0, len(base)), max_size=6)))
    new = [draw(VALUES) for _ in places]
    after: list[Any] = []
    for row in range(len(base) + 1):
        after += [value for value, place in zip(new, places, strict=True) if place == row]
        after += base[row : row + 1] if row not in removed else []
    return base, Splice(len(base), np.array(removed, np.int64), np.array(places, np.int64)), new, after


def small(values: list[Any]) -> Column:
    """The column that a projection has of values: without texts where none is text."""
    column = dense(values)
    has_text = any(isinstance(value, (str, list)) for value in values)
    return compact(column if has_text else Column(column.kind, column.number))


@settings(max_examples=400, deadline=None)
@given(changes())
def test_a_changed_column_is_the_one_made_anew(
    change: tuple[list[Any], Splice, list[Any], list[Any]],
) -> None:
    base, splice, new, after = change
    found, anew = splice.column(small(base), small(new)), small(after)
    assert values_of(found) == values_of(anew)
    assert found.kind.tolist() == anew.kind.tolist() and found.number.tolist() == anew.number.tolist()
    assert (found.rows is None) == (anew.rows is None) and (found.text is None) == (anew.text is None)
    if found.rows is not None and anew.rows is not None:
        assert (found.rows.dtype, found.rows.tolist()) == (anew.rows.dtype, anew.rows.tolist())
    if found.text is not None and anew.text is not None:
        assert found.text.offsets.tolist() == anew.text.offsets.tolist()
        assert found.text.data.tolist() == anew.text.data.tolist()


@settings(max_examples=200, deadline=None)
@given(changes())
def test_a_column_of_before_columns_were_sparse_is_changed_too(
    change: tuple[list[Any], Splice, list[Any], list[Any]],
) -> None:
    base, splice, new, after = change
    assert values_of(splice.column(small(base).dense(), small(new))) == values_of(small(after))


def test_arrays_of_a_sparse_column_in_which_nothing_changed_stay_the_same() -> None:
    base = small([None, None, "a", None, None, "b", None])
    splice = Splice(7, np.array([0, 2]), np.array([0, 2]))
    found = splice.column(base, small([None, "a"]))
    assert found.rows is base.rows and found.kind is base.kind and found.text is base.text
    changed = splice.column(base, small([None, "c"]))
    assert changed.rows is base.rows and values_of(changed) == values_of(
        small([None, None, "c", None, None, "b", None])
    )


def test_without_computed_edges_other_relationships_keep_their_values() -> None:
    edges = [
        ("a", "R", "b", {"weight": 1}),
        ("a", "R", "c", {}),
        ("b", "R", "c", {}),
        ("c", "R", "a", {"weight": 4}),
    ]
    graph = from_rows([(name, ["N"], {}) for name in "abc"], edges)
    computed = np.array([True, False, False, False])
    kept = without_computed_edges(
        replace(graph, relationships=replace(graph.relationships, computed=computed))
    )
    column = kept.relationships.properties["weight"]
    assert [column.value(row) for row in range(3)] == [None, None, 4] and column.rows is not None
