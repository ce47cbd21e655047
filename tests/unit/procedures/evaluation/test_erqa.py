"""Questions of several constraints, asked by their pattern, with exact Cypher beside it; and impossible ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import HashEncoder
from motif.catalog.triples import from_triples
from motif.errors import InvalidInput
from motif.graphs.pattern import parse_pattern
from motif.indexes.names import build_name_index
from motif.knowledge_graph import Graph
from motif_loaders.records import Key, NodeRecord, RelationshipRecord
from motif_procedures import memory_graph
from motif_procedures.erqa import write_erqa
from motif_procedures.evaluation import evaluate
from motif_procedures.evaluation.arena import Arena
from motif_procedures.evaluation.baselines.exact_pattern import exact_cypher
from motif_procedures.evaluation.gold_questions import Asked, gold_plan
from motif_procedures.evaluation.metrics import score
from motif_procedures.evaluation.outcomes import Outcome
from motif_procedures.evaluation.own_methods import motif_method
from motif_procedures.evaluation.page import render_section
from motif_procedures.evaluation.question_file import read_question_file
from motif_procedures.evaluation.settings_grid import settings_of

FACTS = [
    (f"The Story of {film}", relation, value)
    for number, film in enumerate(
        ("Anna Moritz", "Bruno Sander", "Clara Vega", "Dora Zeiss", "Emil Faber", "Fritz Gabel")
    )
    for relation, value in (
        ("release_year", "1995" if number % 2 else "1996"),
        ("has_genre", "Crime" if number % 3 else "Western"),
        ("in_language", "English"),
        ("directed_by", ("Michael Mann", "Martin Scorsese")[number % 2]),
        ("starred_actors", ("Robert Duvall", "Sean Connery", "Ashley Judd")[number % 3]),
        ("has_tags", f"remarkable number {number}"),
    )
]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))


def graph() -> Graph:
    return Graph.from_triples(FACTS, encoder=HashEncoder())


def request(**values: Any) -> dict[str, Any]:
    return {"dataset": "erqa", "triples": Path("unused"), "sample": 4, **values}


def row_of(report: Any, method: str, group: str = "all") -> Any:
    [row] = [row for row in report["rows"] if (row["method"], row["group"]) == (method, group)]
    return row


class TestReport:
    def test_clean_questions_are_answered_by_their_pattern(self) -> None:
        report = evaluate(request(methods=["match", "exact-cypher"], planner="given"), graph=graph())
        for method in ("match", "exact-cypher"):
            row = row_of(report, method)
            assert [row[name] for name in ("hitsAt1", "precision", "recall", "f1", "hitsAt5")] == [1.0] * 5
            assert row["questions"] == 12
        assert {row["group"] for row in report["rows"]} == {"4", "5", "6", "all"}
        assert json.loads(json.dumps(report)) == report

    def test_noise_is_what_exact_cypher_fails_at(self) -> None:
        report = evaluate(
            request(methods=["match", "exact-cypher"], planner="given", noise=0.3), graph=graph()
        )
        assert row_of(report, "match")["hitsAt1"] >= 0.9
        assert row_of(report, "exact-cypher")["hitsAt1"] <= 0.5
        lost = [lost for lost in report["failures"] if lost["method"] == "exact-cypher"]
        assert lost and all(one["answers"] == [] for one in lost)

    def test_an_impossible_question_is_right_where_nothing_is_answered(self) -> None:
        methods = ["match", "exact-cypher", "one-hop"]
        report = evaluate(request(methods=methods, planner="given", wrong=1.0), graph=graph())
        assert row_of(report, "match")["hitsAt1"] == row_of(report, "exact-cypher")["f1"] == 1.0
        assert row_of(report, "one-hop")["hitsAt1"] < 0.5
        assert row_of(report, "one-hop")["errors"]["answer"] >= 1

    def test_the_page_shows_what_such_questions_are_about(self) -> None:
        report = evaluate(request(methods=["exact-cypher"], noise=0.2), graph=graph())
        section = render_section(report)
        assert "precision | recall | F1 | Hits@5" in section and "| plan |" not in section
        assert "noise 0.2" in section.splitlines()[1]
        other = render_section(report | {"source": "metaqa"})
        assert other.splitlines()[0] != section.splitlines()[0]

    def test_a_file_is_asked_as_it_was_written(self, tmp_path: Path) -> None:
        out = tmp_path / "questions.jsonl"
        write_erqa({"out": out, "questions": 6, "noise": 0.3, "wrong": 0.2}, projection=from_triples(FACTS))
        asked = read_question_file(out)
        assert [bool(one.answers) for one in asked].count(False) == 1
        for one, line in zip(asked, out.read_text(encoding="utf-8").splitlines(), strict=True):
            row = json.loads(line)
            assert one.given == gold_plan(row["pattern"], injective=True)
            assert one.plan == gold_plan(row["gold"] if row["answers"] else row["pattern"], injective=True)
        values = {"dataset": str(out), "triples": Path("unused"), "methods": ["match"], "planner": "given"}
        assert row_of(evaluate(values, graph=graph()), "match")["questions"] == 6

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"triples": None}, "The questions of erqa need a graph"),
            ({"noise": 2}, "a share from 0 to 1"),
            ({"dataset": "metaqa", "noise": 0.2}, "asked as they stand"),
            ({"methods": ["auto"], "planner": "given"}, "not asked by 'auto'"),
        ],
    )
    def test_requests_that_cannot_be(self, values: dict[str, Any], message: str) -> None:
        with pytest.raises(InvalidInput, match=message):
            evaluate(request(**values), graph=graph())


class TestExactCypher:
    def test_a_question_without_a_pattern_is_an_error(self) -> None:
        with pytest.raises(InvalidInput, match="has no pattern to match"):
            exact_cypher(Arena(graph()))(Asked("who?", ("Heat",)))

    @settings(max_examples=60, deadline=None)
    @given(data=st.data())
    def test_answers_are_those_of_a_match_by_hand(self, data: st.DataObject) -> None:
        node, relation = st.sampled_from("abcd"), st.sampled_from("rs")
        facts = data.draw(st.lists(st.tuples(node, relation, node), min_size=1, max_size=12))
        part = st.sampled_from([*"abcd", "?x", "?y"])
        triples = data.draw(st.lists(st.tuples(part, relation, part), min_size=1, max_size=3))
        pattern = parse_pattern([("?x", "r", "?y"), *triples])
        plan = gold_plan([("?x", "r", "?y"), *triples], "?x")
        projection = from_triples(facts)
        found = exact_cypher(Arena(Graph.from_triples(facts, encoder=HashEncoder())))(
            Asked("?", (), given=plan)
        )
        assert set(found.answers) == by_hand(facts, pattern)
        assert len(found.answers) == len(set(found.answers))
        assert not len(build_name_index(projection.nodes.names).equal("e"))


def by_hand(facts: list[tuple[str, str, str]], pattern: Any) -> set[str]:
    """What ?x is in each choice of distinct facts for the edges that agrees on every node."""

    def bound(edges: Any, taken: frozenset[int], nodes: dict[int, str]) -> set[str]:
        if not edges:
            return {nodes[0]}
        found: set[str] = set()
        for number, (head, relation, tail) in enumerate(facts):
            edge = edges[0]
            ends = {edge.head: head} | ({} if edge.tail == edge.head and head != tail else {edge.tail: tail})
            if number in taken or relation != edge.relation or (edge.head == edge.tail and head != tail):
                continue
            if all((pattern.nodes[at].name or nodes.get(at, name)) == name for at, name in ends.items()):
                found |= bound(edges[1:], taken | {number}, nodes | ends)
        return found

    return bound(pattern.edges, frozenset(), {})


class TestPieces:
    def test_one_of_five_answers(self) -> None:
        outcome = Outcome(answers=("a", "b", "c", "d", "e", "f"))
        assert [score(outcome, [gold], None, None).hit_at_5 for gold in "aef"] == [True, True, False]

    def test_where_nothing_is_right_nothing_must_be_said(self) -> None:
        silent, talking = score(Outcome(), [], None, None), score(Outcome(answers=("a",)), [], None, None)
        assert (silent.hit, silent.f1, silent.evidence_any) == (True, 1.0, None)
        assert (talking.hit, talking.f1, talking.hit_at_5) == (False, 0.0, False)

    def test_planners_can_be_tried_in_turn(self) -> None:
        found = settings_of(["match", "exact-cypher"], "auto", {}, {"planner": ["given", "paths"]})
        assert [(one.method, one.planner) for one in found] == [
            ("match", "given"),
            ("match", "paths"),
            ("exact-cypher", ""),
        ]

    def test_a_pattern_given_is_searched_too(self) -> None:
        plan = gold_plan([("?answer", "directed_by", "Michael Mann"), ("?answer", "has_genre", "Western")])
        ask = motif_method(Arena(graph()), "search", "given", {"top_k": 5}, ())
        assert "The Story of Anna Moritz" in ask(Asked("Which?", (), given=plan)).answers

    def test_nothing_of_the_answer_order_is_left_to_chance(self) -> None:
        found = [exact_cypher(Arena(graph()))(asked_for_english()).answers for _ in range(2)]
        assert found[0] == found[1] and len(found[0]) == len({fact[0] for fact in FACTS})


def asked_for_english() -> Asked:
    return Asked("Which?", (), given=gold_plan([("?answer", "in_language", "English")]))


def test_the_graph_of_a_loader_keeps_names_that_nodes_share(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [Key("City", "id", 1), Key("City", "id", 2), Key("Country", "id", 1)]
    records = [
        NodeRecord(key, {"name": name}) for key, name in zip(keys, ("Paris", "Paris", "France"), strict=True)
    ]
    links = [RelationshipRecord(keys[0], "IN", keys[2]), RelationshipRecord(keys[1], "IN", keys[2])]
    monkeypatch.setattr(memory_graph, "_loader", lambda name: lambda folder: [*records, *links])
    projection = memory_graph.graph_in_memory("cities").projection
    assert list(projection.nodes.names) == ["Paris", "France", "Paris"]
    assert [projection.nodes.labels(row) for row in range(3)] == [("City",), ("Country",), ("City",)]
    assert len({projection.nodes.element_id(row) for row in range(3)}) == 3


def test_a_loader_of_distinct_names_keeps_them_as_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [Key("City", "id", 1), Key("Country", "id", 1)]
    records = [NodeRecord(key, {"name": name}) for key, name in zip(keys, ("Paris", "France"), strict=True)]
    monkeypatch.setattr(
        memory_graph,
        "_loader",
        lambda name: lambda folder: [*records, RelationshipRecord(*keys[:1], "IN", keys[1])],
    )
    projection = memory_graph.graph_in_memory("cities").projection
    assert [projection.nodes.element_id(row) for row in range(2)] == ["Paris", "France"]
