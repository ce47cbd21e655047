"""Shops and what they stock: ranks by what relationships have, days that "since" bounds, pay for a month, how long."""

from __future__ import annotations

import pytest

import motif
from question_graphs import small_graph, told


@pytest.fixture(scope="module")
def shops() -> motif.Graph:
    staff = (
        ("Ada Brook", "2019-03-01", 1900),
        ("Ben Carr", "2021-05-01", 2400),
        ("Cleo Dunn", "2022-09-01", 2600),
    )
    nodes = [
        *((("Shop",), {"name": name}) for name in ("Brand and Son", "Quay Store")),
        *((("Tool",), {"name": name}) for name in ("garden fork", "grafting knife")),
        *((("Employee",), {"name": n, "hired_on": day, "monthly_pay_eur": pay}) for n, day, pay in staff),
        (("Repair",), {"name": "R-7", "duration_h": 3, "total_cost_eur": 5}),
        (("Repair",), {"name": "R-8", "duration_h": 6, "total_cost_eur": 90}),
        (("Audit",), {"name": "A-1", "done_on": "2023-02-02"}),
    ]
    links = [
        (0, "STOCKS", 2, {"unit_price_eur": 18, "lead_time_days": 9}),
        (1, "STOCKS", 2, {"unit_price_eur": 21, "lead_time_days": 2}),
        (1, "STOCKS", 3, {"unit_price_eur": 30, "lead_time_days": 4}),
        (7, "MENDS", 2, {}),
        (8, "MENDS", 3, {}),
        (5, "CARRIED_OUT", 9, {}),
        (9, "COVERS", 1, {}),
        *((at, "WORKS_AT", 0, {"since": "2018-01-01"}) for at in (4, 5, 6)),
    ]
    return small_graph("shops", nodes, links, ("unit_price_eur", "lead_time_days", "since"), is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which shop has the shortest lead time for the garden fork?", ["Quay Store"]),
        ("Which shop has the longest lead time for the garden fork?", ["Brand and Son"]),
        ("Which shop stocks the garden fork at the lowest price?", ["Brand and Son"]),
        ("employees hired since 2021", ["Ben Carr", "Cleo Dunn"]),
        ("Which employees are paid less than 2000 euros a month?", ["Ada Brook"]),
        ("Who audited Quay Store?", ["Ben Carr"]),
        ("How long did R-7 take?", [3]),
    ],
)
def test_what_they_are_told_by(shops: motif.Graph, question: str, expected: list[object]) -> None:
    status, rows = told(shops, question)
    assert (status, sorted(row[0] for row in rows)) == ("answered", expected)
