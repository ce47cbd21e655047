"""What joins two things and has several of both says little of the one by the other."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import motif
from motif.planners.meaning.planner import plan_meanings
from motif.planners.meaning.sureness import CLOSE, MARGIN, probability, sureness, traits_answered
from question_graphs import small_graph


@cache
def observatories() -> motif.Graph:
    """Two institutes of a country each, with astronomers and telescopes that nothing else joins."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Institute",), {"name": "Skyhold"}),
        (("Institute",), {"name": "Nightfell"}),
        (("Country",), {"name": "Norland"}),
        (("Country",), {"name": "Sudmark"}),
        *((("Astronomer",), {"name": name}) for name in ("Ann Lee", "Bo Lark", "Cy Ward", "Di Holt")),
        *((("Telescope",), {"name": name, "aperture": 90 + at}) for at, name in enumerate(("Iris", "Orla"))),
        *((("Telescope",), {"name": name, "aperture": 40 + at}) for at, name in enumerate(("Ulla", "Enid"))),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "LOCATED_IN", 2, {}),
        (1, "LOCATED_IN", 3, {}),
        *((4 + at, "WORKS_AT", at // 2, {}) for at in range(4)),
        *((8 + at, "OWNED_BY", at // 2, {}) for at in range(4)),
    ]
    return small_graph("observatories", nodes, links, is_encoded=True)


@pytest.mark.parametrize("question", ["telescopes of Ann Lee", "Which telescopes does each astronomer have?"])
def test_what_two_things_have_in_common_need_not_join_them(question: str) -> None:
    (meaning, *_) = plan_meanings(question, observatories().view)
    assert meaning.traits["loose"] == 1.0
    assert observatories().retrieve(question, planner="meaning").status == "unsure"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many telescopes are owned by Skyhold?", [2]),
        ("astronomers of Norland", ["Ann Lee", "Bo Lark"]),
        ("Which telescopes are owned by the institute that Cy Ward works at?", ["Enid", "Ulla"]),
    ],
)
def test_a_part_of_what_it_is_in_is_its_own(question: str, expected: list[Any]) -> None:
    (meaning, *_) = plan_meanings(question, observatories().view)
    assert meaning.traits["loose"] == 0.0
    found = observatories().retrieve(question, planner="meaning")
    answers = sorted(getattr(one, "name", one) for piece in found for one in piece.answers)
    assert (found.status, answers) == ("answered", expected)


def test_how_far_the_next_is_behind_matters_where_it_is_close() -> None:
    (meaning, *_) = plan_meanings("telescopes owned by Skyhold", observatories().view)
    meaning = replace(meaning, traits={**meaning.traits, MARGIN: 0.0, CLOSE: 1.0})
    none, near, far, farther = (sureness(meaning, margin=at) for at in (0.0, 0.29, 0.3, 0.4))
    assert near - none < farther - near and far - near > 2 * (farther - far)
    assert (
        traits_answered(meaning, margin=0.29)[CLOSE] == 1.0
        and traits_answered(meaning, margin=0.3)[CLOSE] == 0.0
    )


def test_a_limit_without_an_order_is_less_sure_than_one_with_it() -> None:
    traits = [
        plan_meanings(question, observatories().view)[0].traits
        for question in ("the first 3 telescopes", "the 3 telescopes with the largest aperture")
    ]
    assert [one["some of them"] for one in traits] == [1.0, 0.0]
    assert probability({**traits[1], "some of them": 1.0}) < probability(traits[1])
