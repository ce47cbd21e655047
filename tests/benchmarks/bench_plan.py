"""Plans of steps over the sample graph ``world``: planning without a model, validation, running; beside hybrid
retrieval, and beside the same statement written by hand and sent by the driver.

One embedded Neo4j, loaded here, or one that holds the graph already (``--uri``). Every question is asked ``--repeats``
times after one round that is not measured; of validation the first round is measured too, when EXPLAIN is asked and the
server plans the statement. Round trips are counted at the session, those of EXPLAIN apart.

``python tests/benchmarks/bench_plan.py --help``
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import motif
from motif.embedded import StartOptions, start, stop
from motif.engine.control import Control
from motif.graphs.plan import Plan
from motif.graphs.statements import Explained, ReadSession
from motif.planners.slots.planner import SlotPlanner
from motif.planners.steps.validation import ValidPlan, validate_plan
from motif.retrievers.steps.running import StepsWanted, choose_indexes, run_steps
from motif.settings import Settings, load_settings
from motif_loaders.world import LABELS, load
from motif_loaders.writer import write_records

TOP_K = 20

Step = Mapping[str, Any]
Asked = tuple[str, list[Step], str]
"""A question, a plan of steps for it, and the statement that one writes for it by hand."""


def _at(name: str, label: str = "Country") -> Step:
    return {"step": "find", "as": "start", "label": label, "where": {"name": name}}


def _walk(kind: str, direction: str, label: str, source: str = "start", **more: Any) -> Step:
    return {
        "step": "traverse",
        "as": more.pop("name", "end"),
        "from": source,
        "relationship": kind,
        "direction": direction,
        "label": label,
        **more,
    }


_LARGE = {"step": "find", "as": "big", "label": "Country", "where": {"population": {"$gt": 100_000_000}}}
_RETURN = "RETURN elementId(n) AS id ORDER BY n.name LIMIT 20"
QUESTIONS: tuple[Asked, ...] = (
    (
        "Which countries border Germany?",
        [_at("Germany"), _walk("NEIGHBOUR_OF", "any", "Country")],
        f"MATCH (:Country {{name: 'Germany'}})-[:NEIGHBOUR_OF]-(n:Country) WITH DISTINCT n {_RETURN}",
    ),
    (
        "Which countries have more than 100 million people?",
        [_LARGE],
        f"MATCH (n:Country) WHERE n.population > 100000000 {_RETURN}",
    ),
    (
        "Which cities in Japan have more than a million people?",
        [_at("Japan"), _walk("IN_COUNTRY", "in", "City", where={"population": {"$gt": 1_000_000}})],
        "MATCH (:Country {name: 'Japan'})<-[:IN_COUNTRY]-(n:City) WHERE n.population > 1000000 "
        f"WITH DISTINCT n {_RETURN}",
    ),
    (
        "Which countries use the euro and border Germany?",
        [
            _at("Euro", "Currency"),
            _walk("USES_CURRENCY", "in", "Country", name="euro"),
            {**_at("Germany"), "as": "germany"},
            _walk("NEIGHBOUR_OF", "any", "Country", "germany", name="near"),
            {"step": "intersect", "as": "both", "of": ["euro", "near"]},
        ],
        "MATCH (:Currency {name: 'Euro'})<-[:USES_CURRENCY]-(n:Country)-[:NEIGHBOUR_OF]-(:Country {name: 'Germany'}) "
        f"WITH DISTINCT n {_RETURN}",
    ),
    (
        "Which is the largest city of Brazil?",
        [
            _at("Brazil"),
            _walk("IN_COUNTRY", "in", "City"),
            {"step": "rank", "as": "first", "from": "end", "by": "population", "limit": 1},
        ],
        "MATCH (:Country {name: 'Brazil'})<-[:IN_COUNTRY]-(n:City) "
        "RETURN elementId(n) AS id ORDER BY n.population DESC LIMIT 1",
    ),
    (
        "Which countries in Europe do not use the euro?",
        [
            _at("Europe", "Continent"),
            _walk("IN_CONTINENT", "in", "Country", name="europe"),
            {**_at("Euro", "Currency"), "as": "currency"},
            _walk("USES_CURRENCY", "in", "Country", "currency", name="euro"),
            {"step": "except", "as": "others", "of": ["europe", "euro"]},
        ],
        "MATCH (:Continent {name: 'Europe'})<-[:IN_CONTINENT]-(n:Country) "
        f"WHERE NOT EXISTS {{ (n)-[:USES_CURRENCY]->(:Currency {{name: 'Euro'}}) }} WITH DISTINCT n {_RETURN}",
    ),
    (
        "In which languages do they speak where French is spoken?",
        [
            _at("French", "Language"),
            _walk("HAS_LANGUAGE", "in", "Country", name="there"),
            _walk("HAS_LANGUAGE", "out", "Language", "there"),
        ],
        "MATCH (:Language {name: 'French'})<-[:HAS_LANGUAGE]-(:Country)-[:HAS_LANGUAGE]->(n:Language) "
        f"WITH DISTINCT n {_RETURN}",
    ),
    (
        "Which capital lies in the same time zone as Zurich?",
        [
            {"step": "find", "as": "start", "label": "City", "where": {"name": "Zürich"}},
            _walk("IN_TIME_ZONE", "out", "TimeZone", name="zone"),
            _walk("IN_TIME_ZONE", "in", "City", "zone", name="there"),
            _walk("HAS_CAPITAL", "in", "Country", "there"),
        ],
        "MATCH (:City {name: 'Zürich'})-[:IN_TIME_ZONE]->()<-[:IN_TIME_ZONE]-(:City)<-[:HAS_CAPITAL]-(n:Country) "
        f"WITH DISTINCT n {_RETURN}",
    ),
)


class CountedSession:
    """A session that counts what it sends."""

    def __init__(self, session: ReadSession) -> None:
        self._session, self.version = session, session.version
        self.run_count = self.explain_count = 0

    def run(
        self, statement: str, parameters: Mapping[str, Any], *, seconds: float | None, limit: int
    ) -> list[dict[str, Any]]:
        self.run_count += 1
        return self._session.run(statement, parameters, seconds=seconds, limit=limit)

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Explained:
        self.explain_count += 1
        return self._session.explain(statement, parameters)


class Bench:
    """The graph, and each thing that is measured as a function of the question's place."""

    def __init__(self, connection: motif.Connection, graph: motif.Graph) -> None:
        self.connection, self.graph = connection, graph
        self.schema = _timed("schema, read once", lambda: graph.schema(refresh=True))
        self.view = graph.view
        _timed("index of words, built once", lambda: self.view.hybrid)
        self.session = CountedSession(connection.database.reading())
        self.planner = SlotPlanner(lambda: self.schema)
        self.plans = [Plan.from_value({"method": "spark", "steps": steps}) for _, steps, _ in QUESTIONS]

    def planned(self, place: int) -> list[Plan]:
        with Control(30) as control:
            return self.planner.plan(QUESTIONS[place][0], self.view, limit=1, control=control)

    def validated(self, place: int) -> ValidPlan:
        searches = choose_indexes(self.schema, self.plans[place].steps, self.view)
        return validate_plan(self.plans[place], self.schema, self.session, searches=searches)

    def ran(self, place: int) -> list[str]:
        wanted = StepsWanted(top_k=TOP_K, fallback=False)
        with Control(30) as control:
            found = run_steps(self.view, self.plans[place], self.schema, self.session, wanted, control)
        return [piece.nodes[-1].id for piece in found]

    def by_hand(self, place: int) -> list[str]:
        with self.connection.database.driver.session(default_access_mode="READ") as session:
            return [record["id"] for record in session.run(QUESTIONS[place][2])]

    def hybrid(self, place: int) -> list[str]:
        found = self.graph.expand(QUESTIONS[place][0], seeds=TOP_K, neighbours=0)
        return [piece.nodes[-1].id for piece in found]


def main() -> None:
    arguments = _arguments()
    with _connection(arguments) as connection:
        bench = Bench(connection, _graph(connection))
        print(
            f"load {os.getloadavg()[0]:.1f}; {bench.graph.projection.n_nodes:,} nodes, Neo4j {bench.session.version}, "
            f"{len(QUESTIONS)} questions, {arguments.repeats} rounds after the first"
        )
        compare(bench, arguments.repeats)


def compare(bench: Bench, repeats: int) -> None:
    """Prints the medians, the round trips, and whether the answers are those of the statements by hand."""
    measure("validation, first", bench.validated, 0)
    measure("validation, again", bench.validated, repeats)
    measure("planning without a model", bench.planned, repeats)
    before = bench.session.run_count
    whole = measure("validated and run by Motif", bench.ran, repeats)
    sent = (bench.session.run_count - before) / (len(QUESTIONS) * (repeats + 1))
    by_hand = measure("the statement by hand, driver", bench.by_hand, repeats)
    hybrid = measure("hybrid retrieval", bench.hybrid, repeats)
    print(f"Motif / by hand: {whole / by_hand:.2f}; Motif / hybrid: {whole / hybrid:.2f}")
    steps = np.mean([len(plan.steps) for plan in bench.plans])
    print(f"round trips a plan: {sent:.2f}; steps a plan: {steps:.2f}")
    places = range(len(QUESTIONS))
    same = sum(set(bench.ran(place)) == set(bench.by_hand(place)) for place in places)
    print(f"the same nodes as by hand in {same} of {len(QUESTIONS)} questions")


def measure(what: str, work: Callable[[int], Any], repeats: int) -> float:
    """Milliseconds of the median question, the first round left out; without repeats, of the first round."""
    taken: list[float] = []
    for number in range(repeats + 1):
        for place in range(len(QUESTIONS)):
            began = time.perf_counter()
            work(place)
            if number > 0 or repeats == 0:
                taken.append(1000 * (time.perf_counter() - began))
    median = float(np.median(taken))
    print(f"{what:30} median {median:7.2f} ms, 95 % {np.percentile(taken, 95):7.2f} ms", flush=True)
    return median


def _timed(what: str, work: Callable[[], Any]) -> Any:
    began = time.perf_counter()
    found = work()
    print(f"{what:30} {1000 * (time.perf_counter() - began):.0f} ms")
    return found


@contextmanager
def _connection(arguments: argparse.Namespace) -> Iterator[motif.Connection]:
    """A server that holds the graph: the one given, else one of its own."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder), cache=load_settings().cache)
        if arguments.uri is not None:
            login = ("neo4j", os.environ["NEO4J_PASSWORD"])
            with motif.connect(arguments.uri, login, settings=settings) as connection:
                yield connection
            return
        state = start(StartOptions(name="plan", service=False, class_archive=False, heap="640m"), settings)
        try:
            with motif.connect(state.bolt, (state.user, state.password), settings=settings) as connection:
                write_records(connection.database, load())
                yield connection
        finally:
            stop("plan", settings)


def _graph(connection: motif.Connection) -> motif.Graph:
    return connection.project("bench", list(LABELS)).embed()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--uri", help="a server that holds the graph; its password in NEO4J_PASSWORD")
    return parser.parse_args()


if __name__ == "__main__":
    main()
