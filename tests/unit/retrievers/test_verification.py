"""Verification without a model: what is said, what is excluded, what cannot be told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import HashEncoder
from motif import Graph
from motif.engine.control import Control
from motif.errors import InvalidInput, InvalidPattern
from motif.graphs.evidence import Results
from motif.graphs.pattern import parse_pattern
from motif.graphs.plan import Plan
from motif.graphs.verdict import Verdict
from motif.retrievers.verification import VerificationOptions, parts_of, verify_pattern, verify_plan
from motif.retrievers.view import View
from question_graphs import PlainLink, PlainNode, PropertyGraph, as_projection, plain_graph

N = 40
TRIPLES = [
    *((f"Land {i}", "HAS_CAPITAL", f"Town {i}") for i in range(N)),
    *((f"Town {i}", "LIES_IN", f"Land {i}") for i in range(N)),
    *((f"Village {i}", "LIES_IN", f"Land {i}") for i in range(N)),
    *((f"Land {i}", "NEIGHBOUR_OF", f"Land {(i + step) % N}") for i in range(N) for step in (1, 2)),
    *((f"Land {i}", "SPEAKS", f"Language {j}") for i in range(N) for j in (i % 7, (i + 3) % 7)),
    *((f"Land {i}", "ADMIRES", f"Town {(i + 5) % N}") for i in range(N)),
    *((f"Land {i}", "OWES_TO", f"Land {i // 4}") for i in range(1, N)),
]
LABELS = {name: name.split()[0] for head, _, tail in TRIPLES for name in (head, tail)}


@pytest.fixture(scope="module")
def view() -> View:
    return Graph.from_triples(TRIPLES, HashEncoder(), LABELS).view


@pytest.fixture(scope="module")
def films() -> View:
    projection = as_projection(plain_graph("films"), "films")
    return View(projection, lambda: HashEncoder())


def judge(view: View, pattern: list[Any], **options: Any) -> tuple[Verdict, Results]:
    with Control(300) as control:
        return verify_pattern(
            view, parse_pattern(pattern), options=VerificationOptions(**options), control=control
        )


def test_what_the_graph_says_is_supported(view: View) -> None:
    verdict, evidence = judge(view, [("Land 3", "HAS_CAPITAL", "Town 3")])
    assert (verdict.label, verdict.confidence, verdict.citations, verdict.method) == (
        "supported",
        1.0,
        (1,),
        "gsd",
    )
    assert evidence[0].text == "Land 3 | HAS_CAPITAL | Town 3"
    assert evidence[0].metadata["claim"] == "supports" and evidence[0].metadata["gsd"] == 0
    assert evidence.metadata["verdict"]["label"] == "supported"


def test_another_value_of_a_relation_that_has_one_refutes(view: View) -> None:
    verdict, evidence = judge(view, [("Land 3", "HAS_CAPITAL", "Town 9")])
    assert verdict.label == "refuted" and verdict.confidence == pytest.approx(N / (N + 1), abs=1e-4)
    assert "Land 3 | HAS_CAPITAL | Town 3" in verdict.reason
    cited = evidence[verdict.citations[0] - 1]
    assert cited.text == "Land 3 | HAS_CAPITAL | Town 3"
    assert (cited.metadata["claim"], cited.metadata["freed"]) == ("contradicts", "value")


def test_another_value_of_a_relation_that_has_several_says_nothing(view: View) -> None:
    verdict, evidence = judge(view, [("Land 0", "SPEAKS", "Language 5")])
    assert (verdict.label, verdict.confidence, verdict.citations) == ("unknown", 0.0, ())
    assert {piece.text for piece in evidence} == {f"Land 0 | SPEAKS | Language {i}" for i in (0, 3)}
    assert {piece.metadata["claim"] for piece in evidence} == {"near"}


def test_in_a_closed_world_it_refutes(view: View) -> None:
    verdict, evidence = judge(view, [("Land 0", "SPEAKS", "Language 5")], closed_world=True)
    assert (verdict.label, verdict.citations) == ("refuted", (1, 2))
    assert {piece.metadata["claim"] for piece in evidence} == {"contradicts"}


def test_a_value_of_another_kind_does_not_contradict(view: View) -> None:
    verdict, _ = judge(view, [("Land 3", "HAS_CAPITAL", "Language 1")])
    assert verdict.label == "unknown"


def test_another_relation_refutes_where_the_two_never_meet(view: View) -> None:
    verdict, evidence = judge(view, [("Land 0", "HAS_CAPITAL", "Town 0"), ("Land 0", "ADMIRES", "Town 5")])
    assert verdict.label == "supported"
    verdict, evidence = judge(view, [("Village 3", "SPEAKS", "Land 3")])
    assert verdict.label == "refuted" and verdict.confidence == pytest.approx(1 - 3 / (2 * N), abs=1e-4)
    assert evidence[0].text == "Village 3 | LIES_IN | Land 3" and evidence[0].metadata["freed"] == "relation"


def test_another_relation_says_nothing_where_the_two_meet(view: View) -> None:
    verdict, evidence = judge(view, [("Land 1", "NEIGHBOUR_OF", "Land 4")])
    assert verdict.label == "unknown" and evidence[0].text == "Land 4 | OWES_TO | Land 1"


def test_a_path_is_settled_step_by_step(view: View) -> None:
    verdict, _ = judge(view, [("Village 7", "LIES_IN", "?land"), ("?land", "HAS_CAPITAL", "Town 7")])
    assert verdict.label == "supported"
    verdict, evidence = judge(view, [("Village 7", "LIES_IN", "?land"), ("?land", "HAS_CAPITAL", "Town 8")])
    assert verdict.label == "refuted" and "Land 7 | HAS_CAPITAL | Town 7" in evidence[0].text
    verdict, _ = judge(view, [("Village 0", "LIES_IN", "?land"), ("?land", "SPEAKS", "Language 5")])
    assert verdict.label == "unknown"


def test_a_conjunction_is_judged_part_by_part(view: View) -> None:
    both = [("Land 3", "NEIGHBOUR_OF", "Land 4"), ("Land 3", "HAS_CAPITAL", "Town 8")]
    verdict, evidence = judge(view, both)
    assert verdict.label == "refuted" and verdict.citations == (1,)
    assert [piece.metadata["claim"] for piece in evidence] == ["contradicts", "supports"]
    assert len(list(parts_of(parse_pattern(both)))) == 2
    verdict, _ = judge(view, [("Land 3", "NEIGHBOUR_OF", "Land 4"), ("Land 0", "SPEAKS", "Language 5")])
    assert verdict.label == "unknown"


def test_parts_that_hold_of_different_nodes_of_one_name_are_not_the_claim() -> None:
    nodes = [PlainNode(("Person",), {"name": name}) for name in ("Ann", "Ann", "Oslo", "Rust")]
    graph = PropertyGraph(tuple(nodes), (PlainLink(0, "LIVES_IN", 2, {}), PlainLink(1, "KNOWS", 3, {})))
    view = View(as_projection(graph), lambda: HashEncoder())
    verdict, evidence = judge(view, [("Ann", "LIVES_IN", "Oslo"), ("Ann", "KNOWS", "Rust")])
    assert verdict.label == "unknown" and "not together" in verdict.reason and len(evidence) == 2


def test_direction_tells_where_many_have_one_of_their_own_kind(view: View) -> None:
    assert judge(view, [("Land 9", "OWES_TO", "Land 2")])[0].label == "supported"
    verdict, evidence = judge(view, [("Land 2", "OWES_TO", "Land 9")])
    assert verdict.label == "refuted" and evidence[0].text == "Land 2 | OWES_TO | Land 0"
    assert judge(view, [("Land 4", "NEIGHBOUR_OF", "Land 3")])[0].label == "supported"
    assert judge(view, [("Land 4", "NEIGHBOUR_OF", "Land 3")], directed=True)[0].label != "supported"


def test_names_and_relations_that_the_graph_lacks_are_unknown(view: View) -> None:
    verdict, evidence = judge(view, [("Zzyzx", "HAS_CAPITAL", "Town 3")])
    assert (verdict.label, list(evidence)) == ("unknown", [])
    assert "no node like 'Zzyzx'" in verdict.reason


def test_conditions_on_properties(films: View) -> None:
    def label(filter: dict[str, Any]) -> str:
        return judge(films, [({"name": "Heat", "filter": filter}, "DIRECTED", "Michael Mann")])[0].label

    assert label({"released": 1995}) == label({"released": {"$lt": 2000}}) == "supported"
    assert label({"released": 1999}) == "refuted"
    assert label({"born": 1999}) == "unknown"
    verdict, evidence = judge(
        films, [("Al Pacino", "ACTED_IN", {"unknown": "f", "filter": {"released": {"$gt": 2010}}})]
    )
    assert verdict.label == "unknown" and evidence[0].metadata["freed"] == "condition"


def test_a_condition_on_what_the_rest_settles_refutes(films: View) -> None:
    claim = [({"unknown": "who", "filter": {"born": {"$gt": 1950}}}, "DIRECTED", "Heat")]
    verdict, evidence = judge(films, claim)
    assert verdict.label == "refuted" and "Michael Mann | born | 1943" in verdict.reason
    assert evidence[0].text == "Michael Mann | DIRECTED | Heat"


def test_plans_without_triples_claim_properties(films: View) -> None:
    with Control(300) as control:
        plan = Plan(pattern=(), answer={"name": "Heat", "filter": {"released": 1995}})
        verdict, evidence = verify_plan(films, plan, VerificationOptions(), control)
        assert verdict.label == "supported" and evidence[0].text == "Heat | released | 1995"
        with pytest.raises(InvalidInput, match="states nothing"):
            verify_plan(films, Plan(pattern=(), answer="Heat"), VerificationOptions(), control)


def test_a_plans_filter_holds_for_its_unknowns(films: View) -> None:
    plan = Plan(pattern=(("?f", "DIRECTED", "Heat"),), filter={"f": {"born": 1943}})
    with Control(300) as control:
        assert verify_plan(films, plan, VerificationOptions(), control)[0].label == "supported"


def test_no_time_is_told(view: View) -> None:
    with Control(0) as control:
        _, evidence = verify_pattern(
            view, parse_pattern([("Land 3", "HAS_CAPITAL", "Town 3")]), control=control
        )
    assert not evidence.complete


def test_a_node_that_is_not_there(view: View) -> None:
    with pytest.raises(InvalidPattern, match="not in the graph"):
        judge(view, [({"id": "nowhere"}, "HAS_CAPITAL", "Town 3")])


def test_a_verdict_denied() -> None:
    verdict = Verdict("supported", 0.8, "So it is.", (1, 2), "gsd")
    assert verdict.negated() == Verdict("refuted", 0.8, "So it is.", (1, 2), "gsd")
    assert verdict.negated().negated() == verdict
    assert Verdict("unknown", 0.0, "Who knows.").negated().label == "unknown"


names = st.sampled_from([f"n{i}" for i in range(5)])
triples = st.tuples(names, st.sampled_from(["P", "Q"]), names).filter(lambda triple: triple[0] != triple[2])


@settings(max_examples=60, deadline=None)
@given(st.lists(triples, min_size=1, max_size=8), triples, st.booleans())
def test_small_graphs_support_what_they_hold_and_refute_nothing(
    graph: list[tuple[str, str, str]], claim: tuple[str, str, str], directed: bool
) -> None:
    all_names = {f"n{i}": "N" for i in range(5)}
    view = Graph.from_triples([*graph, ("x", "P", "y"), ("x", "Q", "y")], HashEncoder(), all_names).view
    head, relation, tail = claim
    held = {(h, r, t) for h, r, t in graph} | (set() if directed else {(t, r, h) for h, r, t in graph})
    verdict, _ = judge(view, [claim], directed=directed, tolerance=0.0)
    assert verdict.label == ("supported" if (head, relation, tail) in held else "unknown")
