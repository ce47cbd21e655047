"""Words that say no more than what a meaning has, and such as must not be taken for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

import motif
from motif.graphs.evidence import Results
from motif.planners.meaning.planner import plan_meanings
from question_graphs import small_graph


@cache
def wharf() -> motif.Graph:
    nodes = [
        (("Worker",), {"name": "Ada", "origin": "Norland"}),
        (("Worker",), {"name": "Bo", "origin": "Suddia"}),
        (("Worker",), {"name": "Cy", "origin": "Norland"}),
        (("Town",), {"name": "Holm"}),
        (("Town",), {"name": "Varde"}),
        (("Tool",), {"name": "Hook"}),
        (("Tool",), {"name": "Winch"}),
        (("Accident",), {"name": "Fall of 2001"}),
        (("Accident",), {"name": "Fire of 2004"}),
    ]
    links = [
        (0, "BORN_IN", 3, {}),
        (1, "BORN_IN", 4, {}),
        (2, "BORN_IN", 4, {}),
        (0, "LIVES_IN", 4, {}),
        (1, "LIVES_IN", 4, {}),
        (0, "REPAIRS", 5, {}),
        (1, "REPAIRS", 5, {}),
        (7, "IS_PRIMARY_CAUSE", 0, {}),
        (8, "IS_SECONDARY_CAUSE", 0, {}),
        (8, "IS_PRIMARY_CAUSE", 1, {}),
    ]
    return small_graph("wharf", nodes, links)


def asked(question: str) -> Results:
    return wharf().retrieve(question, planner="meaning", top_k=20)


def names(found: Results) -> set[str]:
    return {str(getattr(piece.answers[0], "name", piece.answers[0])) for piece in found}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("I'd like to know which workers repair the Hook", {"Ada", "Bo"}),
        ("I would like to know who repairs the Hook", {"Ada", "Bo"}),
        ("Which workers don't repair any tools?", {"Cy"}),
        ("Which worker has never repaired a single tool?", {"Cy"}),
        ("Everyone who repairs the Hook", {"Ada", "Bo"}),
        ("Who repairs or has repaired the Hook?", {"Ada", "Bo"}),
        ("Which workers come from Norland?", {"Ada", "Cy"}),
        ("Which accidents have Ada as the primary cause?", {"Fall of 2001"}),
    ],
)
def test_what_they_say_is_there_already(question: str, expected: set[str]) -> None:
    found = asked(question)
    assert (names(found), found.metadata.get("omitted")) == (expected, None)


@pytest.mark.parametrize(
    ("question", "left_out"),
    [
        ("Which workers repair or paint the Hook?", "paint"),
        ("Which tools do workers from Norland polish?", "polish"),
    ],
)
def test_what_says_more_is_left_out(question: str, left_out: str) -> None:
    found = asked(question)
    assert found.status != "answered" and left_out in found.metadata["omitted"]


def test_a_further_place_is_no_idle_word() -> None:
    """ "Born in X or living there" has two conditions, and is not answered by one of them alone."""
    found = asked("Which workers were born in Varde or live there now?")
    assert found.status != "answered" or names(found) == {"Ada", "Bo", "Cy"}


@pytest.mark.parametrize(
    "question",
    [
        "I am looking for workers who repair the Hook",
        "Hi, could you tell me who repairs the Hook please?",
        "Please, I need the workers who repair the Hook",
    ],
)
def test_a_wish_before_a_question_says_nothing(question: str) -> None:
    found = asked(question)
    assert (found.status, names(found)) == ("answered", {"Ada", "Bo"})


def test_what_is_left_out_stands_where_it_stood() -> None:
    question = "I'd like to know which workers polish the Hook"
    meaning = wharf().view
    [left_out] = plan_meanings(question, meaning, 1)[0].omissions
    assert question[slice(*left_out.span)] == left_out.text == "polish"


def test_whether_something_is_so_is_a_yes_or_no() -> None:
    found = asked("I'd like to know whether Ada repairs the Hook")
    assert found.status == "answered" and found[0].answers == (True,)


@pytest.mark.parametrize(
    ("question", "left_out"),
    [
        ("Which workers repaired themselves?", "themselves"),
        ("tools repaired by Ada Star", "Star"),
    ],
)
def test_what_a_relation_does_not_say_is_left_out(question: str, left_out: str) -> None:
    found = asked(question)
    said = [one.text for one in plan_meanings(question, wharf().view, 1)[0].omissions]
    assert found.status != "answered" and left_out in " ".join(said)


@cache
def tools() -> motif.Graph:
    rows = [("pricer", "Go", "MIT"), ("walker", "Rust", "GPL"), ("sorter", "Go", "MIT")]
    nodes = [
        (("Tool",), {"name": name, "language": language, "license": terms}) for name, language, terms in rows
    ]
    return small_graph("tools", nodes, [], is_encoded=True)


@cache
def books() -> motif.Graph:
    nodes = [
        *((("Book",), {"name": name, "pages": pages}) for name, pages in (("Low Tide", 100), ("Salt", 180))),
        *((("Tongue",), {"name": name}) for name in ("Welsh", "Manx")),
    ]
    links = [(0, "ORIGINAL_LANGUAGE", 2, {}), (1, "ORIGINAL_LANGUAGE", 2, {})]
    return small_graph("books", nodes, links, is_encoded=True)


@pytest.mark.parametrize(
    ("graph", "question", "expected"),
    [
        (tools, "what language is pricer written in", "Go"),
        (tools, "What licence is walker released under?", "GPL"),
        (tools, "In what language is walker implemented?", "Rust"),
        (books, "books originally written in Welsh with more than 120 pages", "Salt"),
    ],
)
def test_what_is_done_in_a_language_is_no_more_than_that_it_is_its_own(
    graph: Callable[[], motif.Graph], question: str, expected: str
) -> None:
    found = graph().retrieve(question, planner="meaning")
    assert (found.status, names(found)) == ("answered", {expected})


@pytest.mark.parametrize(
    "question", ["What licence is walker sold under?", "what language is pricer sold in"]
)
def test_what_else_is_done_is_left_out(question: str) -> None:
    assert tools().retrieve(question, planner="meaning").status != "answered"
