"""Gold answers: as their definition says, and as a slow twin finds them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from motif.errors import InvalidInput
from motif_loaders import registry, world
from motif_loaders.records import Record
from motif_procedures.spark.drawing import Drawer
from motif_procedures.spark.facts import Facts, facts_of
from motif_procedures.spark.forms import Form, Order, load_forms, read_condition, read_path
from motif_procedures.spark.gold import gold_answers, meeting
from naive_spark import NaiveGold

NORTH, SOUTH, ISLE = ("Country", "NL"), ("Country", "SL"), ("Country", "IS")


def form(**fields: Any) -> Form:
    return Form("f", "world", "k", "Country", 1, {"dev": ("?",), "test": ("?",)}, **fields)


BORDER = read_path("NEIGHBOUR_OF any Country = $one")


def test_a_path_goes_both_ways_only_where_it_says_so(facts: Facts) -> None:
    assert gold_answers(facts, form(all=(BORDER,)), {"one": SOUTH}) == [NORTH, ISLE]
    outward = form(all=(read_path("NEIGHBOUR_OF out Country = $one"),))
    assert gold_answers(facts, outward, {"one": SOUTH}) == [NORTH]


def test_conditions_unwanted_paths_and_alternatives(facts: Facts) -> None:
    slots = {"one": SOUTH, "n": 400_000, "two": NORTH}
    assert gold_answers(facts, form(where=(read_condition("population gt $n"),)), slots) == [NORTH, SOUTH]
    assert gold_answers(facts, form(none=(BORDER,)), slots) == [SOUTH]
    either = (BORDER, read_path("NEIGHBOUR_OF any Country = $two"))
    assert gold_answers(facts, form(any=either), slots) == [NORTH, SOUTH, ISLE]
    assert gold_answers(facts, form(none=(read_path("IN_COUNTRY in City"),)), slots) == [ISLE]


def test_a_condition_at_the_end_of_a_path(facts: Facts) -> None:
    path = read_path("IN_COUNTRY in City | population ge $n")
    assert gold_answers(facts, form(all=(path,)), {"n": 3000}) == [SOUTH]


def test_all_that_share_the_first_place_are_gold(facts: Facts) -> None:
    frontier = BORDER.hops[0]
    assert gold_answers(facts, form(order=Order(None, frontier, True)), {}) == [SOUTH]
    assert gold_answers(facts, form(order=Order(None, frontier, False)), {}) == [NORTH, ISLE]
    assert gold_answers(facts, form(order=Order("population", None, False)), {}) == [ISLE]
    assert meeting(facts, form(order=Order("population", None, False)), {}) == [NORTH, SOUTH, ISLE]


@pytest.mark.parametrize("text", ["NEIGHBOUR_OF sideways Country", "NEIGHBOUR_OF", "A out B | x above $n"])
def test_what_is_no_path_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"is no (hop|condition)"):
        read_path(text)


@pytest.mark.parametrize(("graph", "load"), [("world", world.load), ("registry", registry.load)])
def test_every_form_is_answered_as_trying_each_node_does(
    graph: str, load: Callable[[], Iterator[Record]]
) -> None:
    records = list(load())
    facts, naive = facts_of(records), NaiveGold(records)
    for one in load_forms():
        if one.graph != graph:
            continue
        drawer = Drawer(facts, random.Random(one.id))
        slots = next(filter(None, (drawer.draw(one) for _ in range(500))))
        found = gold_answers(facts, one, slots)
        assert found and set(found) == naive.answers(one, slots), (one.id, slots)
