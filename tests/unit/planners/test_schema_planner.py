"""Schema graphs without a model: what is traced, by which strategy, and what is left out and said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import fakes
import motif
from motif.catalog import from_triples
from motif.engine.control import Control
from motif.errors import NoEntityFound
from motif.graphs.pattern import Pattern, parse_pattern
from motif.graphs.plan import Plan
from motif.planners.answer_strategy import expected_ends, judged_by_words, judged_strategy, says_several
from motif.planners.question_planner import PathPlanner
from motif.planners.reached_answers import answer_place, reached_answers
from motif.planners.schema_planner import SchemaPlanner, schema_plan
from motif.retrievers.view import View
from question_graphs import question_graph
from toygraphs import FILMS

graph_of = cache(question_graph)


@pytest.fixture(scope="module")
def films() -> motif.Graph:
    return graph_of("films")


@pytest.fixture(scope="module")
def toy() -> View:
    return View(from_triples(FILMS), fakes.HashEncoder)


def first(graph: motif.Graph, question: str) -> Plan:
    [plan, *_] = SchemaPlanner(PathPlanner()).plan(question, graph.view, limit=1, control=Control(30))
    return plan


STRATEGIES = [
    ("Who directed Heat?", "precision"),
    ("Which films did Michael Mann direct?", "breadth"),
    ("who acted in Heat", "breadth"),
    ("Who wrote Thief?", "precision"),
    ("Which movies did Al Pacino act in?", "breadth"),
    ("Who directed Alien?", "precision"),
    ("Who directed the films with Robert De Niro and Al Pacino?", "breadth"),
    ("Who directed the films that Sean Young acted in?", "precision"),
    ("How many films did Michael Mann direct?", "breadth"),
    ("Which actors played in films directed by Ridley Scott?", "breadth"),
    ("Which films did Ridley Scott direct?", "breadth"),
    ("Who produced Heat?", "precision"),
]


@pytest.mark.parametrize(("question", "strategy"), STRATEGIES)
def test_the_strategy_follows_how_many_answers_there_are(
    films: motif.Graph, question: str, strategy: str
) -> None:
    plan = first(films, question)
    assert (plan.method, plan.strategy) == ("trace", strategy)
    assert any(note.startswith(f"strategy {strategy}: ") for note in plan.notes)


def test_what_tracing_does_not_do_is_left_out_and_said(films: motif.Graph) -> None:
    counted = first(films, "How many films did Michael Mann direct?")
    assert not counted.count and "tracing does not count: what is to be counted is listed" in counted.notes
    newest = first(films, "What is the newest film that Michael Mann directed?")
    assert newest.order is None and newest.strategy == "breadth"
    assert "tracing does not rank by released: what is to be ranked is listed" in newest.notes
    plan = Plan((("Heat", "DIRECTED", "?p"),), answer="?p", give="born", order=None)
    given_ = schema_plan(plan, "?", films.view, Control())
    assert (
        given_.give is None
        and "tracing finds things, not their property 'born': the things are listed" in given_.notes
    )


def test_a_direction_that_tracing_does_not_heed_is_said_where_it_matters(films: motif.Graph) -> None:
    def notes_of(relation: str) -> tuple[str, ...]:
        plan = Plan((("?x", relation, "Al Pacino"),), answer="?x", directed=True)
        found = schema_plan(plan, "?", films.view, Control())
        assert not found.directed
        return found.notes[1:]

    assert notes_of("FOLLOWS") == ("tracing follows 'FOLLOWS' both ways",)
    assert notes_of("ACTED_IN") == ()


@pytest.mark.parametrize("pattern", [(), (("?a", "DIRECTED", "?b"),)])
def test_a_plan_that_names_nothing_keeps_its_method(films: motif.Graph, pattern: Any) -> None:
    plan = schema_plan(Plan(pattern, answer="Heat"), "?", films.view, Control())
    assert (plan.method, plan.strategy) == ("search", None)
    assert plan.notes == (
        "nothing in it can be traced: it has no triple with a named node, and is run by 'search'",
    )


def test_a_plan_that_is_traced_already_is_left_alone(films: motif.Graph) -> None:
    plan = Plan((("?a", "DIRECTED", "Heat"),), method="trace", strategy="breadth", count=True)
    assert schema_plan(plan, "?", films.view, Control()) is plan


class FixedPlanner:
    """A planner that gives the plans of these patterns."""

    name = "fixed"

    def __init__(self, *patterns: Any) -> None:
        self._plans = [Plan(pattern, answer="Heat" if not pattern else None) for pattern in patterns]

    def plan(self, question: str, graph: Any, *, limit: int, control: Control) -> list[Plan]:
        return self._plans


def test_only_plans_that_can_be_traced_are_given_unless_the_likeliest_needs_no_triple(
    films: motif.Graph,
) -> None:
    open_, started, single = (("?a", "DIRECTED", "?b"),), (("?a", "DIRECTED", "Heat"),), ()

    def given_by(*patterns: Any) -> list[tuple[Any, str]]:
        planner = SchemaPlanner(FixedPlanner(*patterns))
        found = planner.plan("what of Heat?", films.view, limit=3, control=Control())
        return [(plan.pattern, plan.method) for plan in found]

    assert given_by(open_, started, single) == [(started, "trace")]
    assert given_by(open_, single, started) == [(single, "search")]
    assert given_by() == []
    with pytest.raises(NoEntityFound, match=r"to start a trace at: 'what of Heat\?'.*Nearest names: 'Heat'"):
        given_by(open_)


def test_a_question_that_names_nothing_gets_the_nearest_names(films: motif.Graph) -> None:
    with pytest.raises(NoEntityFound, match="Nearest names: 'Tom Cruise'"):
        first(films, "who is Tommy?")


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("which films did Michael Mann direct", True),
        ("What are the genres of Heat?", True),
        ("list the actors of Heat", True),
        ("the films acted by Al Pacino were released in which years", True),
        ("who is the director of Heat", False),
        ("when was Heat released?", False),
        ("what is the name of the film", False),
        ("actor of Heat", None),
    ],
)
def test_words_that_ask_for_several(toy: View, question: str, several: bool | None) -> None:
    assert says_several(question, toy) is several


def test_a_name_in_the_plural_is_no_word(toy: View) -> None:
    view = View(from_triples([("All the Stars", "directed_by", "Ann")]), fakes.HashEncoder)
    assert says_several("who is the director of All the Stars", view) is False


def test_where_the_graph_does_not_tell_words_and_functionality_do(toy: View) -> None:
    def judged(question: str, *triples: tuple[Any, Any, Any]) -> str:
        return judged_by_words(question, Plan(triples, answer="?x"), toy).strategy

    assert judged("director of Heat", ("Heat", "directed_by", "?x")) == "precision"
    assert judged("Mann's work", ("?x", "directed_by", "Michael Mann")) == "breadth"
    assert judged("which directors are there", ("Heat", "directed_by", "?x")) == "breadth"
    assert judged("something", ("Heat", None, "?x")) == "breadth"
    nobody = Plan((("Nobody", "directed_by", "?x"),), answer="?x")
    assert judged_strategy("who is it", nobody, toy, Control()).reason == "one answer is likely"


def test_expected_ends_are_products_along_the_way(toy: View) -> None:
    def ends(*triples: tuple[Any, Any, Any]) -> float | None:
        pattern = parse_pattern(triples)
        place = answer_place(Plan(triples, answer="?x"), pattern)
        assert place is not None
        return expected_ends(pattern, place, toy)

    # 4 films of 2 directors: 4 pairs and one more, by 4 sources and by 2 targets.
    assert ends(("Heat", "directed_by", "?x")) == pytest.approx(5 / 4)
    assert ends(("?x", "directed_by", "Michael Mann")) == pytest.approx(5 / 2)
    assert ends(("?f", "directed_by", "Michael Mann"), ("?f", "directed_by", "?x")) == pytest.approx(
        5 / 2 * 5 / 4
    )
    assert ends(("?x", "directed_by", "A"), ("B", "directed_by", "?x")) == pytest.approx(5 / 4)
    assert ends(("?y", "directed_by", "?x")) is None


RELATIONS = ("made", "wrote")
NODES = ("a", "b", "c", "d", "e")
SHAPES = (
    (("a", 0, "?x"),),
    (("?x", 0, "a"),),
    (("a", 0, "?y"), ("?y", 1, "?x")),
    (("a", 0, "?y"), ("?x", 1, "?y")),
    (("a", 0, "?x"), ("?x", 1, "b")),
    (("a", 0, "?y"), ("b", 1, "?y"), ("?y", 0, "?x")),
    (("a", 0, "?y"), ("?y", 0, "?z"), ("?x", 1, "?z")),
)
graphs = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from(RELATIONS), st.sampled_from(NODES)),
    min_size=1,
    max_size=14,
    unique=True,
)


@given(graphs, st.sampled_from(SHAPES))
@example(
    [("a", "made", "c"), ("a", "made", "d"), ("b", "wrote", "c"), ("b", "wrote", "d"), ("c", "made", "d")],
    (("a", 0, "?y"), ("b", 1, "?y"), ("?y", 0, "?x")),
)
@settings(max_examples=120, deadline=None)
def test_reached_answers_lie_between_those_of_injective_and_of_any_mappings(
    triples: list[tuple[str, str, str]], shape: Sequence[tuple[str, int, str]]
) -> None:
    view = View(from_triples([*triples, *((name, "is", name) for name in NODES)]), fakes.HashEncoder)
    plan = Plan(tuple((head, RELATIONS[relation], tail) for head, relation, tail in shape), answer="?x")
    rows = reached_answers(plan, view, Control())
    assert rows is not None and np.array_equal(rows, np.unique(rows))
    names = {view.projection.nodes.names[row] for row in rows.tolist()}
    pattern = plan.parsed()
    assert pattern is not None
    place = answer_place(plan, pattern)
    mappings = list(_mappings(pattern, set(triples)))
    assert names <= {mapping[place] for mapping in mappings}
    assert names >= {mapping[place] for mapping in mappings if len(set(mapping)) == len(mapping)}


def _mappings(pattern: Pattern, triples: set[tuple[str, str, str]]) -> Iterator[tuple[str, ...]]:
    """Every mapping of the pattern's nodes to names under which all its edges are triples."""
    for mapping in product(NODES, repeat=len(pattern.nodes)):
        known = all(node.name in (None, name) for node, name in zip(pattern.nodes, mapping, strict=True))
        if known and all(
            (mapping[edge.head], edge.relation, mapping[edge.tail]) in triples for edge in pattern.edges
        ):
            yield mapping


def test_a_label_of_the_answer_is_heeded_and_an_unknown_relation_leads_nowhere() -> None:
    rows = [("a", "made", "b"), ("a", "made", "c")]
    view = View(from_triples(rows, labels={"b": "Film"}), fakes.HashEncoder)
    labelled = Plan((("a", "made", {"unknown": "x", "label": "Film"}),), answer="?x")
    found = reached_answers(labelled, view, Control())
    assert found is not None and [view.projection.nodes.names[row] for row in found.tolist()] == ["b"]
    assert reached_answers(Plan((("a", None, "?x"),), answer="?x"), view, Control()) is None
    assert reached_answers(Plan((("a", "made", "b"),)), view, Control()) is None
    assert (
        judged_strategy("?", Plan((("a", "made", "b"),), answer="a"), view, Control()).strategy == "precision"
    )
