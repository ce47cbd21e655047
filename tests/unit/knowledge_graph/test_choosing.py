"""Questions for which no method is named: which one answers, what else was tried, and what is said of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import fakes
from motif import Graph
from motif.catalog import from_rows
from motif.engine.control import Control
from motif.errors import (
    DatabaseUnavailable,
    DeadlineExceeded,
    InvalidConfiguration,
    InvalidInput,
    NoEntityFound,
    QueryFailed,
)
from motif.graphs.evidence import Evidence, Node, Results
from motif.graphs.meaning import Omission
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection
from motif.graphs.steps import Find, VectorSearch
from question_graphs import question_graph
from scripted_sessions import ScriptedSession


@pytest.fixture(autouse=True)
def _unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """No question is read by its meaning first (tests of that: `test_meaning_first`)."""
    monkeypatch.setattr(Graph, "_meant", lambda *_: None)
    monkeypatch.setattr(Graph, "_with_reading", lambda graph, asked, plans: list(plans))


COUNTED = "How many films did Ridley Scott direct?"
SESSION = ScriptedSession([])


def steps(question: str, **changes: Any) -> Plan:
    values: dict[str, Any] = {"steps": (Find("film", "Movie"),), "method": "spark", "question": question}
    return Plan((), **{**values, "planner": "slots", "confidence": 0.8, **changes})


class Planning:
    """A planner of steps that gives one plan, or raises."""

    name = "slots"

    def __init__(self, made: Plan | Exception) -> None:
        self.made, self.asked = made, 0

    def plan(self, question: str, graph: object, *, limit: int, control: Control) -> Sequence[Plan]:
        self.asked += 1
        if isinstance(self.made, Exception):
            raise self.made
        return [self.made]


def found(*answers: Any, complete: bool = True) -> Results:
    pieces = [
        Evidence(1.0, (Node(str(one), str(one)),), (), answers=(one,), method="spark") for one in answers
    ]
    return Results(pieces, complete=complete)


def with_steps(
    monkeypatch: pytest.MonkeyPatch, made: Plan | Exception, run: Results | Exception | Callable[..., Results]
) -> tuple[Graph, Planning]:
    """The graph of films whose database is a script: ``made`` is planned, ``run`` is what comes of it."""
    graph, planning = question_graph("films"), Planning(made)

    def run_steps(plan: Plan, top_k: int, options: Any, session: Any) -> Results:
        assert plan is made and options["fallback"] is False
        if isinstance(run, Exception):
            raise run
        return run(options["control"]) if callable(run) else run

    monkeypatch.setattr(graph, "_step_planner", lambda name, session, options: planning)
    monkeypatch.setattr(graph, "_run_steps", run_steps)
    return graph, planning


def choice(results: Results) -> dict[str, Any]:
    told: dict[str, Any] = results.metadata["choice"]
    assert json.loads(json.dumps(told)) == told
    assert all(piece.metadata["choice"] == told for piece in results)
    return told


def names(results: Results) -> set[str]:
    return {getattr(answer, "name", answer) for piece in results for answer in piece.answers}


def test_a_pattern_that_the_graph_has_exactly() -> None:
    results = question_graph("films").retrieve("Who directed Heat?")
    assert names(results) == {"Michael Mann"} and choice(results)["method"] == "search"
    assert choice(results)["tried"] == []


def test_steps_are_not_planned_where_a_pattern_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, planning = with_steps(monkeypatch, steps("q"), found(1))
    assert choice(graph.retrieve("Who directed Heat?", session=SESSION))["method"] == "search"
    assert planning.asked == 0


def test_what_no_pattern_says_is_asked_by_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, planning = with_steps(monkeypatch, steps(COUNTED, count=True), found(4))
    results = graph.retrieve(COUNTED, session=SESSION)
    assert choice(results)["method"] == "spark" and names(results) == {4} and planning.asked == 1
    assert "counts" in choice(results)["reason"]


@pytest.mark.parametrize(
    ("made", "run", "outcome"),
    [
        (DatabaseUnavailable("No server."), found(), "No server."),
        (QueryFailed("Schema unreadable."), found(), "Schema unreadable."),
        (steps(COUNTED), InvalidInput("The plan was refused: no label."), "The plan was refused: no label."),
        (steps(COUNTED), QueryFailed("Out of memory."), "Out of memory."),
        (steps(COUNTED), found(), "found nothing"),
        (steps(COUNTED), found(complete=False), "was cut when its share of the time was over"),
    ],
)
def test_whatever_fails_gives_way_to_the_next(
    monkeypatch: pytest.MonkeyPatch, made: Any, run: Any, outcome: str
) -> None:
    graph, _ = with_steps(monkeypatch, made, run)
    told = graph.retrieve(COUNTED, session=SESSION)
    assert names(told) == {4} and choice(told)["method"] == "search" and told.complete
    assert {"method": "spark", "outcome": outcome} in choice(told)["tried"]


def test_nothing_counted_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, _ = with_steps(monkeypatch, steps(COUNTED, count=True), found(0))
    assert names(graph.retrieve(COUNTED, session=SESSION)) == {0}


def test_nothing_counted_by_half_a_plan_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    half = steps("How many are deep?", count=True, omissions=(Omission("number", text="deep"),))
    graph, _ = with_steps(monkeypatch, half, found(0))
    told = graph.retrieve("How many are deep?", session=SESSION)
    assert not told and told.complete and choice(told)["reason"] == "No method found anything."
    assert choice(told)["tried"][-1]["outcome"] == "counted none, and left something out"


def test_steps_answer_where_no_pattern_does(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, _ = with_steps(monkeypatch, steps("How deep is the sea?"), found("deep"))
    told = graph.retrieve("How deep is the sea?", session=SESSION)
    assert choice(told)["method"] == "spark"
    assert [one["method"] for one in choice(told)["tried"]] == ["search"]


def test_a_search_by_words_is_no_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    by_words = (VectorSearch("found", "How deep is the sea?"),)
    graph, _ = with_steps(monkeypatch, steps("How deep is the sea?", steps=by_words), found("deep"))
    with pytest.raises(NoEntityFound, match="names nothing of the graph"):
        graph.retrieve("How deep is the sea?", session=SESSION)


def test_the_error_that_says_most_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, _ = with_steps(monkeypatch, DatabaseUnavailable("No server."), found())
    with pytest.raises(NoEntityFound, match="names nothing of the graph"):
        graph.retrieve("How deep is the sea?", session=SESSION)


def test_what_the_caller_gave_wrongly_is_said() -> None:
    with pytest.raises(InvalidConfiguration, match="Filmm"):
        question_graph("films").retrieve("Who directed Heat?", labels=["Filmm"])
    with pytest.raises(InvalidInput, match=r"'expansion' cannot be used.*method='expand'"):
        question_graph("films").retrieve("Who directed Heat?", expansion="sage+edge")
    with pytest.raises(InvalidInput, match="The question is empty"):
        question_graph("films").retrieve(" ")


def test_one_deadline_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps that use up their share leave the rest to patterns; a caller that is gone leaves nothing to any."""
    shares: list[float] = []

    def late(control: Control) -> Results:
        shares.append(control.timeout or 0)
        control.flag[0] = 1
        return Results(complete=False)

    graph, _ = with_steps(monkeypatch, steps(COUNTED), late)
    assert choice(graph.retrieve(COUNTED, session=SESSION, timeout=600))["method"] == "search"
    assert 0 < shares[0] <= 300

    with Control(600) as whole:

        def gone(control: Control) -> Results:
            whole.cancel()
            assert control.state == "cancelled"
            return Results(complete=False)

        graph, _ = with_steps(monkeypatch, steps(COUNTED), gone)
        told = graph.retrieve(COUNTED, session=SESSION, control=whole)
    assert not told and not told.complete and choice(told)["method"] == "none"


def test_nothing_in_time_is_an_error_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with Control(0) as over:
        told = question_graph("films").retrieve("Who directed Heat?", control=over)
        assert not told.complete and not told
        with pytest.raises(DeadlineExceeded):
            question_graph("films").retrieve("Who directed Heat?", control=over, on_timeout="fail")


QUESTIONS = (
    "Who directed Heat?",
    "When was Heat released?",
    COUNTED,
    "which films came out after 2000?",
    "what is the oldest film?",
    "Which film by Michael Mann has Robert De Niro in it?",
    "Who directed films without Al Pacino?",
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_plan_that_was_chosen_is_one_of_those_shown_and_gives_the_same(question: str) -> None:
    graph = question_graph("films")
    told = graph.retrieve(question)
    plans = [plan.as_dict() for plan in graph.plan(question, top_k=5)]
    assert told.metadata["plan"] in plans
    again = graph.run(told.metadata["plan"])
    assert [(piece.answers, piece.text, piece.score) for piece in again] == [
        (piece.answers, piece.text, piece.score) for piece in told
    ]


def test_plans_stand_in_the_order_in_which_they_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    made = steps(COUNTED, count=True)
    graph, _ = with_steps(monkeypatch, made, found(4))
    assert graph.plan(COUNTED, session=SESSION, top_k=6)[0] == made
    plain = graph.plan("Who directed Heat?", session=SESSION, top_k=20)
    assert plain[0].method == "search" and plain[-1] == made
    with pytest.raises(NoEntityFound):
        question_graph("films").plan("How deep is the sea?")


def test_facts_about_one_thing_are_planned_together() -> None:
    triples = [
        ("Heat", "directed_by", "Michael Mann"), ("Heat", "starring", "Al Pacino"), ("Heat", "year", "1995"),
        ("Ali", "directed_by", "Michael Mann"), ("Insomnia", "starring", "Al Pacino"), ("Casino", "year", "1995"),
    ]  # fmt: skip
    told = Graph.from_triples(triples).retrieve(
        "Which film starring [Al Pacino] was directed by [Michael Mann] in the year [1995]?"
    )
    assert names(told) == {"Heat"} and len(told.metadata["plan"]["pattern"]) == 3


def test_what_is_nearest_is_said_to_be() -> None:
    class Wrong:
        name = "wrong"

        def plan(self, question: str, graph: object, *, limit: int, control: Control) -> list[Plan]:
            return [Plan((("?film", "directed_by", "Michael Man"),), "?film", question=question)]

    films = Graph.from_triples([("Heat", "directed_by", "Michael Mann")], fakes.HashEncoder())
    told = films.retrieve("films of Michael Man", planner=Wrong())
    assert names(told) == {"Heat"} and "nearest" in choice(told)["reason"] and told[0].score < 0
    assert [one["outcome"] for one in choice(told)["tried"]] == ["found nothing"]


def corpus() -> Projection:
    texts = {
        "landing": "Apollo 11 landed on the Moon in July 1969 with Neil Armstrong on board.",
        "rocket": "Every crew was launched by a Saturn V.",
        "bread": "A starter of flour and water is fed every day until wild yeast makes it rise.",
    }
    nodes = [(key, ["Chunk"], {"title": key, "text": text}) for key, text in texts.items()]
    nodes += [(name, ["__Entity__"], {"name": name}) for name in ("Neil Armstrong", "Apollo 11", "Saturn V")]
    links = [
        ("Neil Armstrong", "FROM_CHUNK", "landing", {}),
        ("Apollo 11", "FROM_CHUNK", "landing", {}),
        ("Apollo 11", "FROM_CHUNK", "rocket", {}),
        ("Saturn V", "FROM_CHUNK", "rocket", {}),
        ("Neil Armstrong", "COMMANDED", "Apollo 11", {}),
    ]
    return from_rows(nodes, links)


def test_a_corpus_is_asked_by_relations_communities_or_passages() -> None:
    projection = corpus()
    graph = Graph(lambda: projection, encoder=fakes.HashEncoder).embed()
    by_relation = graph.retrieve("Who commanded [Apollo 11]?")
    assert choice(by_relation)["method"] == "search" and names(by_relation) == {"Neil Armstrong"}
    whole = graph.retrieve("How do Apollo 11 and its rocket hang together?")
    assert choice(whole)["method"] == "community" and "hang together" in choice(whole)["reason"]
    passages = graph.retrieve("what is fed with flour and water?")
    assert choice(passages)["method"] == "expand" and passages[0].nodes[0].name == "bread"
    [*_, last] = graph.plan("what is fed with flour and water?", top_k=20)
    again = graph.run(last)
    assert [piece.nodes for piece in again] == [piece.nodes for piece in passages]


def test_without_vectors_what_needs_none() -> None:
    projection = corpus()
    graph = Graph(lambda: projection, encoder=fakes.HashEncoder)
    told = graph.retrieve("How do flour and water work together?")
    assert choice(told)["method"] == "expand" and told[0].nodes[0].name == "bread"
    tried = {one["method"]: one["outcome"] for one in choice(told)["tried"]}
    assert "vectors" in tried["community"] and "vectors" in tried["expand"]


def test_texts_of_a_graph_without_chunks_are_the_last_resort() -> None:
    nodes: list[Any] = [
        ("a", ["Dish"], {"name": "Sourdough", "text": "A starter of flour and water makes it rise."}),
        ("b", ["Dish"], {"name": "Soup", "text": "Leeks, potatoes and cream."}),
    ]
    projection = from_rows(nodes, [("a", "EATEN_WITH", "b", {})])
    graph = Graph(lambda: projection, encoder=fakes.HashEncoder).embed()
    told = graph.retrieve("What rises?", top_k=1)
    assert choice(told)["method"] == "expand" and told[0].nodes[0].name == "Sourdough"

    bare = Graph(lambda: projection, encoder=fakes.HashEncoder)
    with pytest.raises(NoEntityFound, match="names nothing of the graph"):
        bare.retrieve("qwertz uiop?")


def test_the_awaited_twin_chooses_too() -> None:
    told = asyncio.run(question_graph("films").aretrieve("Who directed Heat?"))
    assert choice(told)["method"] == "search"


def test_a_named_method_says_nothing_of_a_choice() -> None:
    assert "choice" not in question_graph("films").retrieve("Who directed Heat?", method="search").metadata
