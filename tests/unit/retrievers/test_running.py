"""A plan gives distinct answers, counts them, ranks them and reads their properties, as plain Python does."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import fakes
import motif
from motif.errors import InvalidConfiguration, InvalidInput
from question_graphs import PlainLink, PlainNode, PropertyGraph, as_projection, plain_graph, question_graph


@pytest.fixture(scope="module")
def films() -> motif.Graph:
    return question_graph("films", fakes.HashEncoder())


def answers(graph: motif.Graph, plan: Any, **options: Any) -> list[Any]:
    return [
        getattr(answer, "name", answer) for piece in graph.run(plan, **options) for answer in piece.answers
    ]


def acted() -> list[tuple[str, str]]:
    graph = plain_graph("films")
    return [
        (graph.nodes[link.source].name, graph.nodes[link.target].name)
        for link in graph.links
        if link.type == "ACTED_IN"
    ]


def test_one_piece_for_each_distinct_answer(films: motif.Graph) -> None:
    actor = "Al Pacino"
    others = {name for name, film in acted() if (actor, film) in acted() and name != actor}
    plan = {"pattern": [[actor, "ACTED_IN", "?film"], ["?other", "ACTED_IN", "?film"]], "answer": "?other"}
    found = films.run(plan, top_k=100)
    assert sorted(piece.answers[0].name for piece in found) == sorted(others)
    assert found.metadata["answers"] == len(others) and found.metadata["plan"]["answer"] == "?other"
    assert all(piece.score == 0 and piece.metadata["gsd"] == 0 for piece in found)
    assert answers(films, plan, top_k=1)[0] in others


def test_counting_gives_one_number_and_shows_some(films: motif.Graph) -> None:
    expected = len({film for name, film in acted() if name == "Al Pacino"})
    [piece] = films.run({"pattern": [["Al Pacino", "ACTED_IN", "?film"]], "count": True}, top_k=2)
    assert piece.answers == (expected,)
    assert piece.text.splitlines()[0] == f"{expected} in all" and len(piece.relationships) == 2
    [nobody] = films.run({"pattern": [["Heat", "ACTED_IN", "?film"]], "count": True, "directed": True})
    assert nobody.answers == (0,)


def test_ranking_by_a_property_keeps_those_that_share_the_place(films: motif.Graph) -> None:
    released = {
        node.name: node.properties["released"]
        for node in plain_graph("films").nodes
        if "Movie" in node.labels
    }
    movies = {"pattern": [], "answer": {"unknown": "film", "label": "Movie"}}
    oldest = {name for name, year in released.items() if year == min(released.values())}
    plan = {**movies, "order": {"property": "released", "descending": False}}
    assert set(answers(films, plan, top_k=50)) == oldest
    third = sorted(released.values(), reverse=True)[2]
    plan = {**movies, "order": {"property": "released", "limit": 3}}
    assert set(answers(films, plan, top_k=50)) == {name for name, year in released.items() if year >= third}


def test_ranking_by_how_many(films: motif.Graph) -> None:
    roles = Counter(name for name, _ in set(acted()))
    plan = {"pattern": [["?who", "ACTED_IN", "?film"]], "answer": "?who", "order": {"count_of": "film"}}
    assert set(answers(films, plan, top_k=50)) == {
        name for name, n in roles.items() if n == max(roles.values())
    }


def test_a_property_of_the_answer_is_given(films: motif.Graph) -> None:
    found = films.run({"pattern": [], "answer": "Heat", "give": "released"})
    assert [piece.answers for piece in found] == [(1995,)] and found[0].text == "Heat | released | 1995"
    assert [node.name for node in found[0].nodes] == ["Heat"]


def test_what_lacks_the_property_that_is_asked_for_is_no_answer() -> None:
    named = [
        PlainNode(("State",), {"name": "Berlin"}),
        PlainNode(("City",), {"name": "Berlin", "population": 3_426_354}),
        PlainNode(("Country",), {"name": "Germany", "population": 82_927_922}),
    ]
    links = [PlainLink(place, "LIES_IN", 2, {}) for place in range(2)]
    projection = as_projection(PropertyGraph(tuple(named), tuple(links)))
    graph = motif.Graph(lambda: projection, encoder=fakes.HashEncoder)
    found = graph.run({"pattern": [], "answer": "Berlin", "give": "population"})
    assert [piece.answers for piece in found] == [(3_426_354,)] and found.metadata["answers"] == 1
    lying = {"pattern": [["?place", "LIES_IN", "Germany"]], "answer": "?place"}
    assert answers(graph, {**lying, "give": "population"}) == [3_426_354]
    assert answers(graph, {**lying, "count": True, "give": "population"}) == [2]
    [lacking] = graph.run(
        {"pattern": [], "answer": {"name": "Berlin", "label": "State"}, "give": "population"}
    )
    assert lacking.answers == () and lacking.nodes[0].labels == ("State",)
    [asked] = graph.retrieve("What is the population of Berlin?", top_k=1)
    assert asked.answers == (3_426_354,)


def test_filters_of_plan_and_call_add_up(films: motif.Graph) -> None:
    released = {node.name: node.properties.get("released") for node in plain_graph("films").nodes}
    plan = {"pattern": [["Al Pacino", "ACTED_IN", "?film"]], "filter": {"film": {"released": {"$gt": 1990}}}}
    expected = {film for name, film in acted() if name == "Al Pacino" and released[film] > 1990}
    assert set(answers(films, plan, top_k=50)) == expected
    assert answers(films, plan, filter={"film": {"released": 1900}}) == []


def test_direction_counts_where_the_plan_says_so(films: motif.Graph) -> None:
    wrong = {"pattern": [["?film", "ACTED_IN", "Al Pacino"]], "answer": "?film"}
    assert answers(films, wrong) and answers(films, {**wrong, "directed": True}) == []


def test_without_an_exact_match_the_nearest_comes(films: motif.Graph) -> None:
    found = films.run([["?film", "DIRECTED", "Micheal Man"]], top_k=3)
    assert found and found[0].score < 0


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"pattern": [["?a", "ACTED_IN", "?b"]]}, "which unknown is the answer"),
        ({"pattern": [["?a", "ACTED_IN", "?b"]], "answer": "?c"}, "no unknown 'c'"),
        ({"pattern": [["Heat", "ACTED_IN", "Al Pacino"]]}, "which unknown is the answer"),
        (
            {"pattern": [["?a", "ACTED_IN", "Heat"]], "answer": "?a", "order": {"count_of": "b"}},
            "no unknown 'b'",
        ),
        (
            {"pattern": [], "answer": {"unknown": "a", "label": "Movie"}, "order": {"count_of": "a"}},
            "but has no triples",
        ),
    ],
)
def test_a_plan_without_an_answer_is_refused(films: motif.Graph, plan: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        films.run(plan)


def test_a_property_that_is_not_there_is_named(films: motif.Graph) -> None:
    with pytest.raises(InvalidConfiguration, match=r"no property 'realeased'.*Did you mean 'released'"):
        films.run({"pattern": [], "answer": "Heat", "give": "realeased"})
    with pytest.raises(InvalidConfiguration, match="no property 'height'"):
        films.run(
            {"pattern": [], "answer": {"unknown": "x", "label": "Movie"}, "order": {"property": "height"}}
        )


async def test_run_is_awaited_too(films: motif.Graph) -> None:
    found = await films.arun([["Al Pacino", "ACTED_IN", "?film"]], top_k=2)
    assert len(found) == 2
