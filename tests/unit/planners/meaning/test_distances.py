"""How far things are from what is named, when another thing was, and bounds that are but vague."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

MILLS = {
    "Alder Mill": (1801, 120, 30.0), "Birch Mill": (1805, 240, 12.5), "Cedar Mill": (1806, 250, 41.0),
    "Dale Mill": (1811, 60, 18.0), "Elm Mill": (1830, 90, 30.5),
}  # fmt: skip
MILLERS = {
    "Ada Rusk": "1770-03-01",
    "Bo Sell": "1772-03-01",
    "Cy Thorn": "1790-08-20",
    "Di Umber": "1812-01-05",
}


@cache
def mills() -> motif.Graph:
    """Mills with a year, an output and a height, and millers with a day of birth."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Mill",), {"name": name, "built_year": year, "output": output, "height_m": height})
          for name, (year, output, height) in MILLS.items()),
        *((("Person",), {"name": name, "date_of_birth": day}) for name, day in MILLERS.items()),
    ]  # fmt: skip
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    runs = (("Ada Rusk", "Alder Mill"), ("Bo Sell", "Birch Mill"), ("Cy Thorn", "Dale Mill"))
    links = [(at[miller], "OWNED", at[mill], {}) for miller, mill in runs]
    nodes += [(("Ship",), {"name": f"Heron {number}", "cost_m": 900 - number}) for number in (1, 7)]
    return small_graph("mills", nodes, links, is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("mills built five years after Alder Mill", {"Cedar Mill"}),
        ("mills built within 5 years of Alder Mill", {"Birch Mill", "Cedar Mill"}),
        ("Which mills were built at least 10 years after Alder Mill?", {"Dale Mill", "Elm Mill"}),
        ("mills built more than 5 years before Dale Mill", {"Alder Mill", "Birch Mill"}),
        ("mills built less than 6 years before Dale Mill", {"Cedar Mill"}),
        ("mills built in the 5 years after Birch Mill", {"Cedar Mill"}),
        ("mills with more than twice the output of Alder Mill", {"Cedar Mill"}),
        ("mills with at most half the output of Alder Mill", {"Dale Mill"}),
        ("mills at least 11 m taller than Alder Mill", {"Cedar Mill"}),
        ("mills taller than Alder Mill by at least 11 m", {"Cedar Mill"}),
        ("mills more than 5 m shorter than Alder Mill", {"Birch Mill", "Dale Mill"}),
        ("mills more than twice as tall as Dale Mill", {"Cedar Mill"}),
        ("people at least 10 years younger than Bo Sell", {"Cy Thorn", "Di Umber"}),
        ("people more than 10 years older than Cy Thorn", {"Ada Rusk", "Bo Sell"}),
        ("people born within 3 years of Ada Rusk", {"Bo Sell"}),
        ("How many mills were built more than 20 years after Alder Mill?", {1}),
    ],
)  # fmt: skip
def test_how_far_things_are_from_what_is_named(question: str, expected: set[Any]) -> None:
    status, rows = told(mills(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("people born before Elm Mill", {"Ada Rusk", "Bo Sell", "Cy Thorn", "Di Umber"}),
        ("people born after Dale Mill", {"Di Umber"}),
    ],
)
def test_when_another_kind_of_thing_was_made(question: str, expected: set[str]) -> None:
    status, rows = told(mills(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)


@pytest.mark.parametrize(
    "question",
    [
        "people born two years before Bo Sell",  # on that day, or in that year?
        "mills built 3 miles before Dale Mill",
        "people at least 3 m older than Bo Sell",
    ],
)
def test_a_distance_that_cannot_be_told_is_no_bound_of_its_own(question: str) -> None:
    assert mills().retrieve(question).status != "answered"


@pytest.mark.parametrize(
    "question",
    [
        "mills built around 1805",
        "mills built about 1805",
        "mills built shortly after 1805",
        "mills built not long after 1805",
        "mills built just before 1811",
        "mills built a few years before Dale Mill",
        "mills built some time after Alder Mill",
        "mills slightly taller than Alder Mill",
        "mills with an output of roughly 90",
        "mills with an output of well over 100",
    ],
)
def test_a_vague_bound_is_unsure(question: str) -> None:
    assert mills().retrieve(question).status != "answered"


def test_before_a_name_that_is_compared_with_nothing_is_unsure() -> None:
    assert mills().retrieve("people who owned Alder Mill before Birch Mill").status != "answered"


def test_vague_words_that_bound_nothing_are_not_heeded() -> None:
    status, rows = told(mills(), "Which mills were built after 1805?")
    assert (status, {row[0] for row in rows}) == ("answered", {"Cedar Mill", "Dale Mill", "Elm Mill"})


def test_a_number_in_a_name_is_no_distance() -> None:
    assert told(mills(), "Did Heron 7 cost more than Heron 1?") == ("answered", [(False,)])
    assert told(mills(), "Did Heron 7 cost less than Heron 1?") == ("answered", [(True,)])
