"""What each thing is joined to, and how: "for each loaf, which baker sold it?", "loaves and the baker of them"."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

_BAKED = [("Ada", "Rye"), ("Ada", "Oat"), ("Bo", "Spelt")]
_SOLD = [("Bo", "Rye"), ("Cy", "Oat"), ("Cy", "Spelt")]


@cache
def bakery() -> motif.Graph:
    """Bakers who baked and sold loaves of several weights, some of them sliced, and the ovens that they use."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Baker",), {"name": name}) for name in ("Ada", "Bo", "Cy")),
        *(
            (("Loaf",), {"name": name, "weight": weight, "sliced": sliced})
            for name, weight, sliced in (("Rye", 800, True), ("Oat", 500, False), ("Spelt", 750, True))
        ),
        (("Oven",), {"name": "Old Oven"}),
        (("Oven",), {"name": "New Oven"}),
    ]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[baker], "BAKED", at[loaf], {}) for baker, loaf in _BAKED),
        *((at[baker], "SOLD", at[loaf], {}) for baker, loaf in _SOLD),
        (at["Ada"], "WORKS_AT", at["Old Oven"], {}),
        (at["Bo"], "WORKS_AT", at["New Oven"], {}),
        (at["Cy"], "WORKS_AT", at["New Oven"], {}),
    ]
    return small_graph("bakery", nodes, links)


_SLICED = [("Rye", "Bo"), ("Spelt", "Cy")]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("For each loaf, which baker sold it?", _SOLD),
        ("for every loaf which baker baked it", _BAKED),
        ("for each baker list the loaves they sold", _SOLD),
        ("For each baker, which loaves did they bake?", _BAKED),
        ("For each baker, list the loaves that they have sold", _SOLD),
        (
            "for each oven, which bakers work there?",
            [("Ada", "Old Oven"), ("Bo", "New Oven"), ("Cy", "New Oven")],
        ),
        ("List the loaves and the bakers who sold them", _SOLD),
        ("Show each loaf with the baker who baked it", _BAKED),
        ("list sliced loaves and the bakers who sold them", _SLICED),
        ("Which bakers sold which sliced loaves?", _SLICED),
        (
            "Show each loaf together with its weight and the baker who sold it",
            [("Rye", 800, "Bo"), ("Oat", 500, "Cy"), ("Spelt", 750, "Cy")],
        ),
    ],
)
def test_what_is_joined_is_shown_and_not_counted(question: str, expected: list[tuple[Any, ...]]) -> None:
    status, rows = told(bakery(), question)
    assert (status, {frozenset(row) for row in rows}) == ("answered", set(map(frozenset, expected)))


def test_how_many_each_did_is_counted() -> None:
    status, rows = told(bakery(), "For each baker, list the number of loaves they sold")
    assert (status, set(rows)) == ("answered", {("Bo", 1), ("Cy", 2)})


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which loaves did the bakers at the New Oven sell?", {"Rye", "Oat", "Spelt"}),
        ("Which loaves did the bakers at the Old Oven bake?", {"Rye", "Oat"}),
        ("what loaves do the bakers of the New Oven bake", {"Spelt"}),
    ],
)
def test_a_verb_at_the_end_tells_what_is_done(question: str, expected: set[str]) -> None:
    status, rows = told(bakery(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)
