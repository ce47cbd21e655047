"""Questions of analysts to accounts and what was paid from them: ways of transfers, amounts, what is shown beside."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

_PAYMENTS = {
    "P-1": (40, "2023-02-01", "approved", "A-1", "Corner Bakery"),
    "P-2": (1700, "2023-10-03", "declined", "A-1", "Sky Travel"),
    "P-3": (2500, "2023-12-30", "approved", "A-2", "Sky Travel"),
    "P-4": (900, "2024-03-15", "declined", "A-3", "Corner Bakery"),
}
_TRANSFERS = (
    ("A-1", "A-2", 300),
    ("A-1", "A-3", 50),
    ("A-3", "A-1", 20),
    ("A-4", "A-2", 80),
    ("A-3", "A-2", 5),
)


@cache
def ledger() -> motif.Graph:
    """Accounts, transfers between them, payments and the shops that they went to."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Account",), {"accountNumber": f"A-{at}"}) for at in range(1, 5)),
        *((("Shop",), {"name": name}) for name in ("Corner Bakery", "Sky Travel", "Old Mill")),
        *(
            (
                ("Payment",),
                {"paymentId": key, "amount": paid, "madeOn": date.fromisoformat(day), "status": how},
            )
            for key, (paid, day, how, _, _) in _PAYMENTS.items()
        ),
    ]
    place = {next(iter(held.values())): row for row, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((place[one], "TRANSFERRED_TO", place[other], {"sum": much}) for one, other, much in _TRANSFERS),
        *((place[account], "MADE", place[key], {}) for key, (*_, account, _) in _PAYMENTS.items()),
        *((place[key], "PAID_TO", place[shop], {}) for key, (*_, shop) in _PAYMENTS.items()),
    ]
    return small_graph("ledger", nodes, links, ("sum",))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("accounts that received transfers from A-1", "A-2 A-3"),
        ("Which accounts got transfers from A-1?", "A-2 A-3"),
        ("accounts with transfers from A-1", "A-2 A-3"),
        ("accounts with transfers to A-1", "A-3"),
        ("accounts that sent transfers to A-1", "A-3"),
        ("Which accounts received more than 2 transfers?", "A-2"),
        ("Which account received the most transfers?", "A-2"),
    ],
)
def test_transfers_go_from_whom_they_come(question: str, expected: str) -> None:
    status, rows = told(ledger(), question)
    assert (status, {row[0] for row in rows}) == ("answered", {*expected.split()})


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("payments over 1000", "P-2 P-3"),
        ("payments of more than 1600", "P-2 P-3"),
        ("payments under 1600 at Corner Bakery", "P-1 P-4"),
        ("payments made before 2024", "P-1 P-2 P-3"),
    ],
)
def test_over_a_thousand_is_no_year(question: str, expected: str) -> None:
    status, rows = told(ledger(), question)
    assert (status, {row[0] for row in rows}) == ("answered", {*expected.split()})


_LARGEST = {("P-3", "Sky Travel"), ("P-2", "Sky Travel")}
_DECLINED = {("P-2", 1700, "Sky Travel"), ("P-4", 900, "Corner Bakery")}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("the 2 payments with the largest amount, with their shop", _LARGEST),
        ("the 2 largest payments with the shop", _LARGEST),
        ("payments over 1000 with the shop name", _LARGEST),
        ("declined payments with amount and shop", _DECLINED),
        ("declined payments with shop name and amount", _DECLINED),
        ("declined payments with their shop and amount", _DECLINED),
        ("For each declined payment, show the amount and the shop", _DECLINED),
        ("for every declined payment: shop, amount", _DECLINED),
        ("For each declined payment show shop and amount", _DECLINED),
        ("Return payment id, amount and shop name for all declined payments", _DECLINED),
        ("amount and shop of all declined payments", _DECLINED),
    ],
)
def test_what_things_are_joined_to_is_listed_among_what_they_have(
    question: str, expected: set[tuple[Any, ...]]
) -> None:
    status, rows = told(ledger(), question)
    assert status == "answered"
    assert {frozenset(row) for row in rows} == {frozenset(row) for row in expected}


def test_for_each_with_what_others_have_is_added_up() -> None:
    status, rows = told(ledger(), "For each shop, show the total amount")
    assert (status, {*rows}) == ("answered", {("Corner Bakery", 940), ("Sky Travel", 4200)})
