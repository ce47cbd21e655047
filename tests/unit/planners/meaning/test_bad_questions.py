"""Questions that are none, and graphs that say little: what cannot be known is never presented as an answer."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from bridge_graph import bridges
from motif.errors import InvalidInput, NoEntityFound
from motif.graphs.evidence import Node, Results
from motif.graphs.meaning import Selection
from motif.planners.meaning.planner import plan_meanings
from question_graphs import small_graph


def answers(found: Results) -> set[Any]:
    return {one.name if isinstance(one, Node) else one for piece in found for one in piece.answers}


@pytest.mark.parametrize("question", ["", "   "])
def test_nothing_is_no_question(question: str) -> None:
    with pytest.raises(InvalidInput, match="empty"):
        bridges().retrieve(question)


@pytest.mark.parametrize(
    "question", ["?", "the the the", "of in at", "How many", "asdf qwer zxcv", "' ' '", '" "']
)
def test_words_that_say_nothing_name_nothing(question: str) -> None:
    with pytest.raises(NoEntityFound, match="names nothing"):
        bridges().retrieve(question)


@pytest.mark.parametrize(
    "question",
    [
        "Who designed Iron Gate? How long is New Span?",
        "Who designed Iron Gate and how long is New Span?",
        "Wer hat Iron Gate entworfen?",
        "Quels ponts traversent le Tarn ?",
        "¿Qué puentes cruzan el Tarn?",
        "What is the average name of bridges?",
        "What is the average motto of bridges?",
        "Sum of mottos of bridges",
        "Which bridges are longer than?",
        "Is Iron Gate?",
        "Which bridges span nothing?",
        "bridges bridges bridges",
        "What is the price of Iron Gate?",
        "top 5 bridges with the most engineers on order",
    ],
)
def test_what_is_not_understood_is_not_answered(question: str) -> None:
    """Two questions in one, other languages, means of texts, half a comparison: marked, whatever is given."""
    assert bridges().retrieve(question).status in ("unsure", "not held"), question


@pytest.mark.parametrize(
    "question",
    [
        "Welche Bridges sind in Velden und wer hat sie gebaut?",
        "Quels sont les bridges qui sont dans la ville de Velden ?",
    ],
)
def test_another_language_is_said_to_be_one(question: str) -> None:
    found = bridges().retrieve(question, planner="meaning")
    assert found.status in ("unsure", "not held") and question in found.metadata["omitted"]


def test_a_name_that_is_also_a_relation() -> None:
    people = [(("Person",), {"name": "Likes"}), (("Person",), {"name": "Bo"})]
    songs = [(("Song",), {"name": "Blue"}), (("Song",), {"name": "Red"})]
    graph = small_graph(
        "likes", [*people, *songs], [(0, "LIKES", 2, {}), (1, "LIKES", 2, {}), (1, "LIKES", 3, {})]
    )
    assert answers(graph.retrieve("Which songs does Likes like?")) == {"Blue"}
    assert answers(graph.retrieve("Who likes Red?")) == {"Bo"}
    assert answers(graph.retrieve("Does Likes like Red?")) == {False}


def test_a_graph_of_one_label_and_one_without_names() -> None:
    things = small_graph(
        "things", [(("Thing",), {"name": "Alpha"}), (("Thing",), {"name": "Beta"})], [(0, "KNOWS", 1, {})]
    )
    assert answers(things.retrieve("Which things does Alpha know?")) == {"Beta"}
    assert answers(things.retrieve("How many things are there?")) == {2}
    events = small_graph(
        "events", [(("Event",), {"guests": 3}), (("Place",), {"lat": 1.5})], [(0, "AT", 1, {})]
    )
    assert answers(events.retrieve("How many events are there?")) == {1}
    assert len(events.retrieve("Which events have more than 2 guests?")) == 1


def test_names_that_are_numbers() -> None:
    rooms = [(("Room",), {"name": "101", "seats": 4}), (("Room",), {"name": "102", "seats": 9})]
    graph = small_graph("rooms", [*rooms, (("Hall",), {"name": "7"})], [(0, "IN", 2, {}), (1, "IN", 2, {})])
    assert answers(graph.retrieve("Which rooms are in hall 7?")) == {"101", "102"}
    assert answers(graph.retrieve("Which rooms have more than 5 seats?")) == {"102"}
    assert answers(graph.retrieve("How many seats does room 101 have?")) == {4}


def test_nothing_is_compared_with_what_one_of_two_ways_leads_to() -> None:
    """ "The same person" of an "or" is bound by no row."""
    graph = small_graph(
        "films",
        [
            (("Person",), {"name": "Ann"}),
            (("Film",), {"name": "Dusk", "year": 1995, "released": "1995-04-01"}),
        ],
        [(0, "ACTED_IN", 1, {}), (0, "WROTE", 1, {})],
    )
    question = "about before between wrote most acted most most total actor name , or 1995 between"
    found = plan_meanings(question, graph.view)
    assert found and all(
        one.asked.place.compares_bound() for one in found if isinstance(one.asked, Selection)
    )
    assert graph.retrieve(question).status != "answered"


def test_thousands_of_types_do_not_hold_up_a_question() -> None:
    """Of a pair of labels few types are looked at: those that are said. With all of them it would take hours."""
    nodes = [((label,), {"name": f"{label.lower()}{at}"}) for label in ("Alp", "Bor") for at in range(100)]
    verbs = [a + b + "ig" for a, b in itertools.product(_SYLLABLES, _SYLLABLES)]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (at % 100, verb.upper(), 100 + at % 100, {}) for at, verb in enumerate(verbs)
    ]
    assert len(links) > 2_000
    graph = small_graph("types", nodes, links)
    name = f"alp{verbs.index('mokuig') % 100}"
    found = graph.retrieve(f"Which bor does {name} mokuig?", planner="meaning")
    assert answers(found) == {name.replace("alp", "bor")} and "mokuig" in found.readings[0]


_SYLLABLES = [a + b for a in "bdfgklmnpt" for b in "aeiou"]


def test_a_comparison_behind_a_word_that_has_no_sense() -> None:
    nodes = [
        (("Movie",), {"title": "Heat", "year": 1995}),
        (("Movie",), {"title": "1995", "year": 2001}),
        (("Person",), {"name": "Michael Mann"}),
    ]
    graph = small_graph("films", nodes, [(2, "DIRECTED", 0, {}), (2, "DIRECTED", 1, {})])
    question = '"Which PACKAGES have more releases?" than releases?" releases?"'
    assert not any(one.confidence > 0.5 for one in plan_meanings(question, graph.view))


def test_a_number_beyond_all_numbers_is_told() -> None:
    for question in (
        "Which bridges are longer than " + "9" * 5000 + "?",
        "0" * 5000,
        "the 1" + "0" * 5000 + "th bridge",
    ):
        with pytest.raises(InvalidInput, match=r"a number of 5,00\d digits; at most 300"):
            bridges().retrieve(question)


def test_a_page_of_text_is_no_question_that_is_read_by_meaning() -> None:
    assert plan_meanings("Which bridges span the Tarn? " * 70, bridges().view) == []
