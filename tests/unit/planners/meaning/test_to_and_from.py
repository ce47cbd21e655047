"""A preposition tells which of two relations is meant: a letter to X, for X, from X."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

_LETTERS = (("L1", "Ada Rusk", "Bo Thorne"), ("L2", "Ada Rusk", "Cy Lowe"), ("L3", "Bo Thorne", "Ada Rusk"))


@cache
def post() -> motif.Graph:
    """People with the letters that they sent, and whom these are addressed to."""
    people = ("Ada Rusk", "Bo Thorne", "Cy Lowe")
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Resident",), {"name": name}) for name in people),
        *((("Letter",), {"name": name, "sealed": name != "L2"}) for name, _, _ in _LETTERS),
    ]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[sender], "SENT", at[letter], {}) for letter, sender, _ in _LETTERS),
        *((at[letter], "ADDRESSED_TO", at[to], {}) for letter, _, to in _LETTERS),
    ]
    return small_graph("post", nodes, links)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("letters to Ada Rusk", {"L3"}),
        ("letters for Ada Rusk", {"L3"}),
        ("letters from Ada Rusk", {"L1", "L2"}),
        ("letters sent to Ada Rusk", {"L3"}),
        ("letters sent by Ada Rusk", {"L1", "L2"}),
        ("sealed letters for Bo Thorne", {"L1"}),
        ("How many letters are there for Cy Lowe?", {1}),
        ("How many letters were sent to Bo Thorne?", {1}),
        ("Who sent letters to Cy Lowe?", {"Ada Rusk"}),
    ],
)
def test_which_way_a_letter_goes(question: str, expected: set[Any]) -> None:
    status, rows = told(post(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)
