from contextlib import nullcontext

import pytest

from motif.catalog import from_triples
from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded, InvalidConfiguration
from motif.graphs.evidence import Evidence, Results
from motif.service.calls import read_call
from motif.service.configuration import MATCH, RETRIEVE, SEARCH
from motif.service.retrieval import match, retrieve, search

PATTERN = [["?a", "b", "c"]]

UNKNOWN = {"stale": None, "behind": {}}
"""What is said of the age of a graph that no database tells of."""


class FakeGraph:
    projection = from_triples([("a", "b", "c")])

    def held(self):
        return nullcontext(self.projection)

    def __init__(self, results, cancel=False):
        self.results = results
        self.cancel = cancel
        self.options = {}

    def search(self, asked, *, control, session=None, **options):
        self.options = options
        if self.cancel:
            control.cancel()
        return self.results

    match = retrieve = search


class FakeService:
    def __init__(self, graph):
        self._graph = graph

    def graph(self, database, name):
        return self._graph


def call(keys=SEARCH, **configuration):
    arguments = {"graphName": "movies", "pattern": [["?a", "b", "c"]], "configuration": configuration}
    payload = {"database": {"id": "x", "name": "neo4j"}, "arguments": arguments}
    return read_call("motif.search", payload, keys, ("graphName", "pattern", "configuration"), 30.0)


def ask(graph, **configuration):
    return list(search(FakeService(graph), call(**configuration)))


def test_a_cut_that_leaves_no_row_to_say_it_is_an_error():
    with pytest.raises(DeadlineExceeded, match="had not ended") as caught:
        ask(FakeGraph(Results([], complete=False)))
    assert "timeout" in caught.value.hint
    assert ask(FakeGraph(Results([], complete=True))) == []


def test_a_cut_says_what_its_results_say_of_it():
    noted = Results([], complete=False, metadata={"notes": ["The pattern names nothing."]})
    with pytest.raises(DeadlineExceeded, match=r"had not ended\. The pattern names nothing\."):
        ask(FakeGraph(noted))


def test_a_cut_with_rows_is_said_by_the_rows():
    [row] = ask(
        FakeGraph(Results([Evidence(0.0, (), (), complete=False)], complete=False)), **{"return": "text"}
    )
    assert row["complete"] is False


def test_a_cancelled_search_answers_nothing():
    with pytest.raises(Cancelled):
        ask(FakeGraph(Results([Evidence(0.0, (), ())]), cancel=True))


def test_the_library_gets_what_it_knows_and_nothing_else():
    graph = FakeGraph(Results())
    ask(
        graph,
        topK=2,
        nodeLabels=["A"],
        concurrency=4,
        logProgress=False,
        jobId="mine",
        onTimeout="fail",
        timeout=3,
    )
    assert graph.options == {"top_k": 2, "labels": ["A"], "on_timeout": "fail"}


def test_the_deadline_is_the_configurations_else_the_settings():
    assert call(timeout=2).control.timeout == 2.0
    assert call().control.timeout == 30.0
    assert isinstance(call().control, Control)


def test_a_jobs_id_is_the_users_and_it_is_cancelled_by_the_requests():
    chosen = call(jobId="mine")
    assert (chosen.job.id, bool(chosen.job.request)) == ("mine", True)


def matched(graph, **configuration):
    return list(match(FakeService(graph), call(MATCH, **configuration)))


def test_a_match_passes_on_what_the_library_knows():
    graph = FakeGraph(Results())
    assert matched(graph, limit=10, directed=False, algorithm="join", relationCandidates=2) == []
    assert graph.options == {"limit": 10, "directed": False, "algorithm": "join", "relation_candidates": 2}


def test_a_fallback_is_said_by_each_of_its_rows():
    told = {"fallback": True, "epoch": 3}
    [row] = matched(
        FakeGraph(Results([Evidence(0.0, (), (), method="match")], metadata=told)), **{"return": "text"}
    )
    assert (row["method"], row["metadata"], row["answers"]) == ("match", {**told, **UNKNOWN}, [])


def test_rows_for_a_model_say_what_holds_for_the_call_once():
    plan, other = {"pattern": PATTERN}, {"pattern": [["?a", "b", "d"]]}
    pieces = [
        Evidence(0.0, (), (), metadata={"gsd": gsd, "plan": of}) for gsd, of in enumerate((plan, plan, other))
    ]
    results = Results(pieces, metadata={"epoch": 1, "plan": plan, "fallback": {"reason": "none found"}})
    said = results.metadata
    rows = ask(FakeGraph(results), **{"return": "text"})
    assert [row["metadata"] for row in rows] == [
        {**said, "gsd": 0, **UNKNOWN},
        {"gsd": 1, "fallback": said["fallback"]},
        {"gsd": 2, "plan": other, "fallback": said["fallback"]},
    ]
    rows = ask(FakeGraph(results), **{"return": "ids"})
    assert all(row["metadata"].keys() > {"gsd", *said} for row in rows)


def test_a_fallback_that_left_nothing_is_a_row_too():
    [row] = matched(FakeGraph(Results([], metadata={"fallback": True})), **{"return": "text"})
    assert (row["score"], row["text"], row["method"], row["metadata"]) == (
        None,
        "",
        "match",
        {"fallback": True, **UNKNOWN},
    )


def test_no_match_without_a_fallback_is_no_row():
    assert matched(FakeGraph(Results([], metadata={"fallback": False}))) == []


def retrieved(graph, question, **configuration):
    arguments = {"graphName": "movies", "question": question, "configuration": configuration}
    payload = {"database": {"id": "x", "name": "neo4j"}, "arguments": arguments}
    made = read_call("motif.retrieve", payload, RETRIEVE, ("graphName", "question", "configuration"), 30.0)
    return list(retrieve(FakeService(graph), made))


@pytest.mark.parametrize(
    ("question", "configuration", "options"),
    [
        (
            PATTERN,
            {"method": "match", "directed": False, "algorithm": "paths"},
            {"directed": False, "algorithm": "paths"},
        ),
        ("?a | b | c", {"method": "SG-RAG", "topK": 2}, {"top_k": 2}),
        (PATTERN, {"nodeCandidates": 3}, {"node_candidates": 3}),
    ],
)
def test_a_pattern_takes_the_keys_of_its_method(question, configuration, options):
    graph = FakeGraph(Results())
    retrieved(graph, question, **configuration)
    method = {"method": configuration["method"]} if "method" in configuration else {}
    assert graph.options == {**options, **method}


@pytest.mark.parametrize(
    ("configuration", "said"),
    [
        ({"method": "match", "nodeCandidates": 3}, "nodeCandidates is not a key of the method 'match'"),
        ({"directed": False}, "directed is not a key of the method 'search'"),
    ],
)
def test_a_key_of_another_method_is_refused(configuration, said):
    with pytest.raises(InvalidConfiguration, match=said) as caught:
        retrieved(FakeGraph(Results()), PATTERN, **configuration)
    assert "topK" in caught.value.hint


def test_a_fallback_that_left_nothing_is_said_whichever_procedure_was_called():
    [row] = retrieved(FakeGraph(Results([], metadata={"fallback": True})), PATTERN, **{"return": "text"})
    assert (row["score"], row["metadata"]) == (None, {"fallback": True, **UNKNOWN})


def test_a_question_in_words_is_left_to_the_library():
    graph = FakeGraph(Results())
    retrieved(graph, "who?", method="match", nodeCandidates=3)
    assert graph.options == {"method": "match", "node_candidates": 3}
