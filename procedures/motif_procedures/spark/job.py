"""The job ``spark``: which gold nodes are retrieved for questions that mix words, numbers and structure, in one run."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import motif
from motif.errors import InvalidInput, MotifError
from motif.knowledge_graph import Connection
from motif.settings import load_settings
from motif_procedures.evaluation.arena import Progress
from motif_procedures.evaluation.results import commit
from motif_procedures.evaluation.runs import RunFile, code_fingerprint
from motif_procedures.spark.arena import SparkArena
from motif_procedures.spark.contenders import BASELINE, CONTENDERS, Ask, Ranked
from motif_procedures.spark.failures import CLASSES, class_of, reason_of
from motif_procedures.spark.loading import graph_to_ask
from motif_procedures.spark.metrics import difference, figures, score
from motif_procedures.spark.page import write_page
from motif_procedures.spark.question import SparkQuestion
from motif_procedures.spark.request import ALL, SparkRequest

Record = dict[str, Any]


def evaluate_spark(
    request: Mapping[str, Any],
    *,
    connection: Connection | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The report of the evaluation of plans of steps that ``request`` describes, as plain values.

    Every contender is put the same questions and gives at most 20 nodes. Answers are kept in the cache folder until all
    are there: an interrupted run goes on where it stopped.

    Parameters
    ----------
    request
        The fields of `motif_procedures.spark.request.SparkRequest`.
    connection
        Where the graphs are projected, or are to be loaded.
    progress
        Told what is under way, how many are done and of how many.

    Raises `InvalidInput` and its kin for a request that cannot be.
    """
    asked = SparkRequest.from_values(request)
    if connection is None:
        raise InvalidInput(
            "Plans of steps run Cypher: their evaluation needs a database.",
            hint="Set NEO4J_URI, or: motif start",
        )
    report = _Evaluation(asked, connection, progress or (lambda what, done, total: None)).report()
    if asked.page is not None:
        write_page(asked.page, report)
    return report


@dataclass(frozen=True)
class _Evaluation:
    """One evaluation under way."""

    request: SparkRequest
    connection: Connection
    tell: Progress

    def report(self) -> dict[str, Any]:
        runs = {method: self._answers(method) for method in self.request.methods}
        answered = {method: [*run.records.values()] for method, run in runs.items()}
        report = self._head() | {
            "version": motif.__version__,
            "commit": commit(),
            "neo4j": self.connection.database.version,
            "rows": [row for method, records in answered.items() for row in _rows(method, records)],
            "differences": _differences(answered),
            "failures": [_failed(method, records) for method, records in answered.items() if _plans(method)],
            "lost": {method: _lost(records) for method, records in answered.items() if _plans(method)},
        }
        for run in runs.values():
            run.finish()
        return report

    @cached_property
    def arenas(self) -> dict[str, SparkArena]:
        return {
            name: SparkArena(name, graph_to_ask(self.connection, name, self.request.load, self.tell))
            for name in self.request.graphs
        }

    @cached_property
    def questions(self) -> list[tuple[SparkQuestion, frozenset[str]]]:
        """Those that are asked, with the ids of their answers."""
        found = [(one, self.arenas[one.graph].gold_ids(one)) for one in self.request.chosen()]
        kept = [(one, gold) for one, gold in found if gold is not None]
        if not kept:
            raise InvalidInput(
                "None of the questions is answered by these graphs.",
                hint="Load them with the loaders of their names (motif load world), or ask with --load.",
            )
        return kept

    def _answers(self, method: str) -> RunFile:
        """The run of one contender; what it lacks is asked."""
        identity = {**self._head(), "method": method, "code": code_fingerprint()}
        run = RunFile(load_settings().cache / "evaluations", identity, restart=self.request.restart)
        ask, warm = CONTENDERS[method], set[str]()
        for number, (question, gold) in enumerate(self.questions):
            if number not in run.records:
                arena = self.arenas[question.graph]
                if question.graph not in warm:
                    warm.add(question.graph)
                    _asked(ask, arena, question)
                run.append(number, _record(ask, arena, question, gold))
            self.tell(method, number + 1, len(self.questions))
        return run

    def _head(self) -> dict[str, Any]:
        """What the figures were taken of."""
        request = self.request
        return {
            "spark": True,
            "split": request.split,
            "sample": request.sample,
            "seed": request.seed,
            "questions": len(self.questions),
            "withoutGold": len(request.chosen()) - len(self.questions),
            "ids": [question.id for question, _ in self.questions],
            "graphs": {
                name: {
                    "nodes": arena.projection.n_nodes,
                    "relationships": arena.projection.n_relationships,
                    "epoch": arena.projection.epoch,
                    "database": arena.projection.database,
                }
                for name, arena in self.arenas.items()
            },
        }


def _asked(ask: Ask, arena: SparkArena, question: SparkQuestion) -> Ranked:
    """What a contender answers; an error of Motif's is no answer, and is told."""
    try:
        return ask(arena, question)
    except MotifError as error:
        return Ranked(metadata={"error": f"{type(error).__name__}: {error.message}"})


def _record(ask: Ask, arena: SparkArena, question: SparkQuestion, gold: frozenset[str]) -> Record:
    began = time.perf_counter()
    found = _asked(ask, arena, question)
    millis = 1000 * (time.perf_counter() - began)
    metadata = found.metadata
    scores = score(found.ids, gold, found.values, question.values).as_dict()
    is_right = scores["recall"] == 1.0 and (not question.values or scores["hit"])
    return {
        "id": question.id,
        "kind": question.kind,
        "graph": question.graph,
        "scores": scores,
        "valid": _is_valid(metadata),
        "fallback": None if "plan" not in metadata else reason_of(metadata) is not None,
        "roundTrips": metadata.get("round_trips"),
        "millis": {**metadata.get("milliseconds", {}), "all": round(millis, 3)},
        "failure": None if is_right else class_of(question, metadata, len(found.ids)),
        "plan": metadata.get("plan"),
        "problems": [*metadata.get("problems", ()), *filter(None, [metadata.get("error")])],
    }


def _is_valid(metadata: Mapping[str, Any]) -> bool | None:
    """Whether a plan passed validation; None where there is none, or no steps to validate."""
    if not (metadata.get("plan") or {}).get("steps"):
        return None
    return reason_of(metadata) != "refused"


def _plans(method: str) -> bool:
    """Whether a contender's failures can be told by its plan of steps."""
    return method.startswith("spark")


def _rows(method: str, records: Sequence[Record]) -> list[dict[str, Any]]:
    """The figures of a contender: of all questions, of each graph, of each kind."""
    return [{"method": method, "group": group, **figures(those)} for group, those in _grouped(records)]


def _grouped(records: Sequence[Record]) -> Iterator[tuple[str, list[Record]]]:
    yield ALL, list(records)
    for by in ("graph", "kind"):
        for name in dict.fromkeys(record[by] for record in records):
            yield name, [record for record in records if record[by] == name]


def _differences(answered: Mapping[str, Sequence[Record]]) -> list[dict[str, Any]]:
    """How much more recall each contender has than the baseline, with an interval."""
    if BASELINE not in answered:
        return []
    theirs = [record["scores"]["recall"] for record in answered[BASELINE]]
    return [
        {"method": method, **difference([record["scores"]["recall"] for record in records], theirs)}
        for method, records in answered.items()
        if method != BASELINE
    ]


def _failed(method: str, records: Sequence[Record]) -> dict[str, Any]:
    """How many questions of each class a contender failed."""
    classes = Counter(record["failure"] for record in records if record["failure"])
    return {
        "method": method,
        "failed": sum(classes.values()),
        "questions": len(records),
        "classes": {name: classes[name] for name in CLASSES},
    }


def _lost(records: Sequence[Record]) -> list[dict[str, Any]]:
    """The questions that a contender failed, by id, with class and plan."""
    keys = ("id", "kind", "graph", "failure", "plan", "problems")
    return [{key: record[key] for key in keys} for record in records if record["failure"]]
