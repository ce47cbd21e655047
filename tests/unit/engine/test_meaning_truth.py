"""Places of meanings in three values, beside the definition and beside two values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreted import examples
from motif.engine import meaning_truth
from motif.engine.meaning_masks import MeaningGraph
from motif.engine.meaning_truth import MeaningTruth
from motif.graphs.meaning import Branch, Condition, Not, Place
from naive_meaning import SmallGraph, Thing, Tie
from naive_truth import naive_truth

from .test_meaning_answers import graphs, places

SETTLED = 0.5
"""Of graphs with a handful of relationships, which never come near to `functionality.FUNCTIONAL`."""


@given(graphs(), places(), st.booleans())
@settings(max_examples=examples(200, 40), deadline=None)
def test_equals_the_definition(graph: SmallGraph, place: Place, closed_world: bool) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(meaning_truth, "FUNCTIONAL", SETTLED)
        truth = MeaningTruth(MeaningGraph(graph.projection()), closed_world=closed_world).of_place(place)
    expected = [
        naive_truth(graph, place, node, SETTLED, closed_world=closed_world)
        for node in range(len(graph.things))
    ]
    assert truth.holds.tolist() == [one is True for one in expected]
    assert truth.fails.tolist() == [one is False for one in expected]


@given(graphs(), places(), st.booleans())
@settings(max_examples=examples(100, 30), deadline=None)
def test_what_is_told_is_so_in_two_values_as_well(
    graph: SmallGraph, place: Place, closed_world: bool
) -> None:
    small = MeaningGraph(graph.projection())
    truth, mask = MeaningTruth(small, closed_world=closed_world).of_place(place), small.mask(place)
    assert not np.any(truth.holds & ~mask) and not np.any(truth.fails & mask)


PEOPLE = SmallGraph(
    (
        *(Thing("Person", f"p{n}", {"born": 1900 + n}) for n in range(9)),
        Thing("Person", "nobody", {}),
        Thing("Town", "Lund", {"size": 3}),
        Thing("Town", "Velden", {}),
    ),
    (
        *(Tie(n, "LIVES_IN", 10 + n % 2, {}) for n in range(9)),
        Tie(0, "KNOWS", 1, {"since": 1990}),
        Tie(0, "KNOWS", 2, {}),
    ),
)


def lives_in(name: str) -> Branch:
    return Branch(("LIVES_IN",), "out", Place("town", "Town", (name,)))


def knows(name: str, *where: Condition) -> Branch:
    return Branch(("KNOWS",), "out", Place("who", "Person", (name,)), where)


@pytest.mark.parametrize(
    ("name", "test", "said"),
    [
        ("p0", Condition("born", "=", 1900), True),
        ("p0", Condition("born", ">", 1900), False),
        ("nobody", Condition("born", ">", 1900), None),
        ("nobody", Not(Condition("born", ">", 1900)), None),
        ("p0", lives_in("Lund"), True),
        ("p0", lives_in("Velden"), False),  # one lives in one town
        ("p0", Not(lives_in("Velden")), True),
        ("nobody", lives_in("Velden"), None),
        ("p0", knows("p1"), True),
        ("p0", knows("p3"), None),  # one knows many
        ("p0", Not(knows("p3")), None),
        ("p0", knows("p1", Condition("since", "=", 1990)), True),
        ("p0", knows("p1", Condition("since", "=", 1991)), False),
        ("p0", knows("p2", Condition("since", "=", 1991)), None),
        ("p0", Branch(("LIVES_IN",), "out", Place("t", "Town", (), (Condition("size", "=", 4),))), False),
        ("p1", Branch(("LIVES_IN",), "out", Place("t", "Town", (), (Condition("size", "=", 4),))), None),
        ("p0", Branch(("KNOWS",), "out", Place("w", "Person"), count=("=", 2)), True),
        ("p0", Branch(("KNOWS",), "out", Place("w", "Person"), count=(">", 2)), None),
    ],
)
def test_what_a_graph_does_not_tell_is_neither(name: str, test: object, said: bool | None) -> None:
    place = Place("it", "Person", (name,), (test,))  # type: ignore[arg-type]
    assert MeaningTruth(MeaningGraph(PEOPLE.projection())).says(place) is said


def test_in_a_closed_world_what_is_told_of_others_denies_it() -> None:
    closed = MeaningTruth(MeaningGraph(PEOPLE.projection()), closed_world=True)
    assert closed.says(Place("it", "Person", ("p0",), (knows("p3"),))) is False
    assert closed.says(Place("it", "Person", ("p5",), (knows("p3"),))) is None
    assert (
        closed.says(Place("it", "Person", ("p0",), (Branch(("KNOWS",), "out", Place("w"), count=("=", 3)),)))
        is False
    )


def test_of_what_is_not_named_nothing_is_denied() -> None:
    truth = MeaningTruth(MeaningGraph(PEOPLE.projection()))
    assert truth.says(Place("it", "Person", tests=(Condition("born", "=", 1850),))) is None
    assert truth.says(Place("it", "Person", ("unheard of",), (Condition("born", "=", 1900),))) is None
