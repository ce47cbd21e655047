"""Superlatives in words."""

from __future__ import annotations

import pytest

from motif.planners.superlatives import attached, superlatives_in


@pytest.mark.parametrize(
    ("text", "word", "descending", "limit", "noun"),
    [
        ("the largest lake", "area", True, 1, None),
        ("the three oldest bridges", "born", False, 3, None),
        ("the five most populous towns", "population", True, 5, None),
        ("the cheapest 4 tickets", "price", False, 4, None),
        ("which airline has the most routes", "routes", True, 1, "routes"),
        ("teams with the fewest members", "members", False, 1, "members"),
        ("mountains with the highest elevation", "elevation", True, 1, "elevation"),
        ("the wettest city", "wett", True, 1, None),
        ("the two best-paid clerks", "salary", True, 2, None),
        ("the worst paid clerk", "salary", False, 1, None),
        ("the greatest number of wells", "wells", True, 1, "wells"),
        ("starting with the most recent", "year", True, 1, None),
        ("top 5 songs by length", "length", True, 5, "length"),
        ("the bottom 3 clubs ranked by points", "points", False, 3, "points"),
    ],
)
def test_superlatives(text: str, word: str, descending: bool, limit: int, noun: str | None) -> None:
    [found] = superlatives_in(text)
    assert (found.words[0], found.descending, found.limit, found.noun) == (word, descending, limit, noun)


@pytest.mark.parametrize(
    "text", ["at least five", "at most 9 doors", "forest rangers in the west", "guests of Budapest", ""]
)
def test_what_ranks_nothing(text: str) -> None:
    assert superlatives_in(text) == []


@pytest.mark.parametrize(
    ("text", "nouns", "belongs"),
    [
        ("the two largest towns in countries", "towns countries", [("towns", "towns")]),
        ("the largest of all the towns", "towns", [("towns", "towns")]),
        ("which town is the largest in countries of it", "town countries", [(None, "town")]),
        ("towns in countries that have the most people", "towns countries", [(None, "countries")]),
        ("towns, the largest: countries", "towns countries", [(None, "towns")]),
        ("the tallest mayor of the oldest town", "mayor town", [("mayor", "mayor"), ("town", "mayor")]),
    ],
)
def test_the_nouns_that_superlatives_belong_to(text: str, nouns: str, belongs: list[tuple[str, str]]) -> None:
    spans = [(text.index(noun), text.index(noun) + len(noun)) for noun in nouns.split()]
    found = attached(text, superlatives_in(text), spans, spans[0][0])
    said = {start: noun for (start, _), noun in zip(spans, nouns.split(), strict=True)}
    assert [(said.get(one.of), said.get(one.near)) for one in found] == belongs


def test_several_superlatives_share_no_word() -> None:
    found = superlatives_in("the oldest mayor of the largest city with the most trams")
    assert [one.words[0] for one in found] == ["born", "area", "trams"]
