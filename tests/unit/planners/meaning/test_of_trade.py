"""Who supplies, orders and is shipped to, on a graph of a trade whose types are called as what they do."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

_SUPPLIED = {"Tin Cup": "Borrow & Son", "Oat Cake": "Hale Mill", "Rye Loaf": "Hale Mill"}
_ORDERED = {"N-1": ("Ida Voss", "Poland"), "N-2": ("Ida Voss", "Norway"), "N-3": ("Ole Brandt", "Norway")}


@cache
def trade() -> motif.Graph:
    """Suppliers of products and customers with orders; a supplier and an order tell of a country each."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Supplier",), {"name": "Borrow & Son", "country": "Norway"}),
        (("Supplier",), {"name": "Hale Mill", "country": "Poland"}),
        *((("Product",), {"name": name}) for name in _SUPPLIED),
        *((("Customer",), {"name": name}) for name in ("Ida Voss", "Ole Brandt", "Pia Rand")),
        *((("Order",), {"name": name, "ship_country": country, "freight": 10 + place})
          for place, (name, (_, country)) in enumerate(_ORDERED.items())),
    ]  # fmt: skip
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[supplier], "SUPPLIES", at[product], {}) for product, supplier in _SUPPLIED.items()),
        *((at[customer], "PURCHASED", at[order], {}) for order, (customer, _) in _ORDERED.items()),
        (at["N-1"], "CONTAINS", at["Tin Cup"], {}), (at["N-2"], "CONTAINS", at["Oat Cake"], {}),
        (at["N-3"], "CONTAINS", at["Rye Loaf"], {}),
    ]  # fmt: skip
    return small_graph("trade", nodes, links, is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which supplier supplies the most products?", {"Hale Mill"}),
        ("Which supplier supplies Tin Cup?", {"Borrow & Son"}),
        ("orders shipped to Norway", {"N-2", "N-3"}),
        ("Which customers have not ordered anything?", {"Pia Rand"}),
        ("customers who never ordered", {"Pia Rand"}),
        ("Which customers never ordered Tin Cup?", {"Ole Brandt", "Pia Rand"}),
        ("total freight of orders shipped to Norway", {"23"}),
    ],
)
def test_a_verb_is_no_kind_of_things_and_tells_its_own_property(question: str, expected: set[str]) -> None:
    status, rows = told(trade(), question)
    assert (status, {str(row[0]) for row in rows}) == ("answered", expected)
