"""LangChain's own tests of retrievers, and what chains and agents need, on a real server of either version."""

from __future__ import annotations

import asyncio
import functools
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import neo4j
import pytest

pytest.importorskip("langchain_tests", reason="needs the development requirements")

from langchain_core.load import dumpd
from langchain_core.retrievers import BaseRetriever
from langchain_tests.integration_tests import RetrieversIntegrationTests

import motif
from framework_graph import DIRECTED, QUESTIONS, framework_graph
from motif.embedded import ServerState
from motif.errors import InvalidInput, MissingVectors, NoEntityFound
from motif.graphs.plan import Plan
from motif.knowledge_graph import Graph
from motif.langchain import MotifRetriever
from motif.settings import Settings

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def graph(server: ServerState, tmp_path_factory: pytest.TempPathFactory) -> Iterator[motif.Graph]:
    """One projection with its vectors for each server; nothing of it is changed."""
    with framework_graph(server, tmp_path_factory.mktemp("frameworks")) as graph:
        yield graph


class OfAMethod(RetrieversIntegrationTests):
    """LangChain's tests, whose properties cannot ask for fixtures: the graph is handed to the class."""

    method: str
    graph: motif.Graph

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def of_the_server(cls, graph: motif.Graph) -> None:
        cls.graph = graph

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return MotifRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"graph": self.graph, "method": self.method}

    @property
    def retriever_query_example(self) -> str:
        return QUESTIONS[self.method]

    def test_batches_are_answered_as_single_questions_are(self, retriever: BaseRetriever) -> None:
        question = self.retriever_query_example
        one = retriever.invoke(question)
        assert retriever.batch([question] * 3) == [one] * 3

    async def test_awaited_in_numbers(self, retriever: BaseRetriever) -> None:
        question = self.retriever_query_example
        one = retriever.invoke(question)
        assert await retriever.abatch([question] * 3) == [one] * 3

    def test_metadata_is_serialisable(self, retriever: BaseRetriever) -> None:
        documents = retriever.invoke(self.retriever_query_example)
        assert len({document.id for document in documents}) == len(documents)
        for document in documents:
            assert json.loads(json.dumps(document.metadata, allow_nan=False)) == document.metadata
            assert '"not_implemented"' not in json.dumps(dumpd(document))
            assert "mbedding" not in json.dumps(document.metadata)


del RetrieversIntegrationTests  # else pytest collects the base itself
for _method in QUESTIONS:
    _name = f"Test{_method.title()}"
    globals()[_name] = type(_name, (OfAMethod,), {"method": _method, "__module__": __name__})


def test_what_one_question_is_given(graph: motif.Graph) -> None:
    retriever = MotifRetriever(graph=graph)
    late = {"year": {"$gte": 2001}}
    given = retriever.invoke(QUESTIONS["spark"], k=2, method="spark", filter=late)
    assert [document.metadata["answers"] for document in given] == [["Ali"], ["Collateral"]]
    own = MotifRetriever(graph=graph, method="spark", k=2, filter=late).invoke(QUESTIONS["spark"])
    assert own == given
    bound = retriever.bind(method="spark", k=1, filter=late, timeout=20)
    assert bound.invoke(QUESTIONS["spark"]) == given[:1]
    with pytest.raises(InvalidInput, match=r"'trusness' is no option .* Did you mean 'trussness'\?"):
        retriever.invoke(DIRECTED, trusness=3)


def test_a_filter_holds_whatever_stands_in_for_a_plan(graph: motif.Graph) -> None:
    """Of one unknown as of all; where the plan finds nothing, and where it cannot be used."""
    retriever = MotifRetriever(graph=graph, method="spark", k=10)
    late = retriever.invoke(QUESTIONS["spark"], filter={"?film": {"year": {"$gte": 2001}}})
    assert [document.metadata["answers"] for document in late] == [["Ali"], ["Collateral"]]
    instead = retriever.invoke("which films have a year after 2010?", filter={"year": {"$gte": 2001}})
    assert instead and all(document.metadata["fallback"]["reason"] == "nothing found" for document in instead)
    films = [document.metadata["nodes"][-1] for document in instead]
    assert not {"Heat", "Thief"} & {film["name"] for film in films if "Film" in film["labels"]}
    with pytest.raises(InvalidInput, match="The filter names the property 'yaer'"):
        retriever.invoke(QUESTIONS["spark"], filter={"yaer": 2001})


def test_what_fails_is_said_in_our_words(graph: motif.Graph) -> None:
    """Through a chain, in a batch and awaited: the error is the same."""
    bare = motif.Graph.from_triples([("Heat", "directed_by", "Michael Mann")])
    tracing = MotifRetriever(graph=bare, method="trace") | (lambda documents: documents)
    with pytest.raises(MissingVectors, match="motif embed --triples"):
        tracing.invoke("Heat | directed_by | ?who")
    with pytest.raises(MissingVectors, match="motif embed --triples"):
        tracing.batch(["Heat | directed_by | ?who"])
    retriever = MotifRetriever(graph=graph, method="match")
    with pytest.raises(NoEntityFound):
        asyncio.run(retriever.ainvoke("zzzz?"))


HARD = """
UNWIND range(0, 59) AS i CREATE (:HardLeft {name: 'l' + i, kind: 'k'}) CREATE (:HardRight {name: 'r' + i, kind: 'k'})
WITH count(*) AS _ MATCH (l:HardLeft), (r:HardRight) CREATE (l)-[:BESIDE]->(r)
"""
SIX_PARTS = [
    (f"p{a}_{i}", "BESIDE", f"p{b}_{j}")
    for a, b in permutations(range(6), 2)
    for i in range(20)
    for j in range(20)
]
CLIQUE_OF_SEVEN = "; ".join(f"?x{a} | BESIDE | ?x{b}" for a, b in combinations(range(7), 2)).replace(
    "?x0", "p0_0"
)
"""Never there in six parts, and that takes minutes to find out."""
ENDLESS = """
MATCH (a:HardLeft)-[:BESIDE]-(b:HardRight)-[:BESIDE]-(c:HardLeft)-[:BESIDE]-(d:HardRight)-[:BESIDE]-(e:HardLeft)
WHERE a.kind = 'k' AND b.kind = 'k' AND c.kind = 'k' AND d.kind = 'k' AND e.kind = 'k'
AND size(a.name) + size(c.name) + size(e.name) < 0 RETURN a
"""
"""Looks at 700 million paths; the planner expects few."""


@pytest.fixture
def hard(server: ServerState, tmp_path: Path) -> Iterator[motif.Graph]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query(HARD)
        with motif.connect(driver=driver, settings=Settings(home=tmp_path, cache=tmp_path)) as connection:
            yield connection.project("frameworks_hard", ["HardLeft", "HardRight"], "BESIDE")
        driver.execute_query("MATCH (n:HardLeft|HardRight) DETACH DELETE n")


class Endless:
    """Plans a statement that does not end by itself."""

    def plan(self, question: str, graph: Any, *, limit: int, control: Any = None) -> list[Plan]:
        steps = [{"step": "cypher", "as": "a", "cypher": ENDLESS}]
        return [Plan.from_value({"method": "spark", "steps": steps, "question": question})]


async def cancelled(retriever: MotifRetriever, question: str, has_begun: Callable[[], bool]) -> None:
    """``retriever`` is asked, and the task cancelled once the work ``has_begun``; returns when its thread is free."""
    loop = asyncio.get_running_loop()
    thread = ThreadPoolExecutor(1)
    loop.set_default_executor(thread)
    task = asyncio.create_task(retriever.ainvoke(question, timeout=900))
    while not has_begun():
        assert not task.done(), task.result()
        await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(loop.run_in_executor(thread, int), 60)


async def test_cancelling_the_task_stops_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    found = Graph.match

    @functools.wraps(found)
    def watched(*arguments: Any, **options: Any) -> Any:
        begun.set()
        return found(*arguments, **options)

    monkeypatch.setattr(Graph, "match", watched)
    hard = motif.Graph.from_triples(SIX_PARTS)
    await cancelled(MotifRetriever(graph=hard, method="match"), CLIQUE_OF_SEVEN, begun.is_set)


async def test_cancelling_the_task_ends_its_statement(hard: motif.Graph, server: ServerState) -> None:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:

        def reading() -> int:
            """How many of Motif's statements run."""
            rows = driver.execute_query("SHOW TRANSACTIONS YIELD metaData, currentQuery RETURN *").records
            return sum("motifRead" in row["metaData"] and "size(" in row["currentQuery"] for row in rows)

        retriever = MotifRetriever(graph=hard, method="spark", options={"planner": Endless()})
        await cancelled(retriever, "who is beside whom?", lambda: reading() > 0)
        assert reading() == 0
