"""The job ``cypher_questions``: how many questions with gold Cypher are answered rightly, and whether Motif knows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif.knowledge_graph import Connection, Graph
from motif.models.language import ChatModel, adapt_chat_model, load_chat_model
from motif.settings import load_settings
from motif_procedures.cypher_questions.answering import (
    Answerer,
    Said,
    motif_answerer,
    said_by_statement,
    statement_answerer,
)
from motif_procedures.cypher_questions.arena import (
    Arena,
    Tell,
    arena_of_database,
    arena_of_files,
    arena_of_server,
    path_of_graph,
)
from motif_procedures.cypher_questions.cells import Row
from motif_procedures.cypher_questions.own_server import own_server
from motif_procedures.cypher_questions.page import write_page
from motif_procedures.cypher_questions.questions import CypherQuestion, chosen, graph_name, read_questions
from motif_procedures.cypher_questions.report import failures, grouped, left_out, trust_of
from motif_procedures.cypher_questions.request import CypherRequest
from motif_procedures.cypher_questions.verdicts import Verdict, judged
from motif_procedures.evaluation.runs import RunFile, code_fingerprint
from motif_procedures.model_cost import of_model, spent
from motif_procedures.text2cypher import TEXT2CYPHER

Make = Callable[[Graph], Answerer]

_KEPT_ROWS = 12


def evaluate_cypher(
    request: Mapping[str, Any],
    *,
    connection: Connection | None = None,
    make: Make | None = None,
    model: object | None = None,
    encoder: object | None = None,
    progress: Tell | None = None,
) -> dict[str, Any]:
    """The report of the evaluation that ``request`` describes, as plain values.

    Parameters
    ----------
    request
        The fields of `motif_procedures.cypher_questions.request.CypherRequest`.
    connection
        Where the projection ``request["graph"]`` is, and gold queries are run.
    make
        What answers questions to a graph; None for ``Graph.retrieve``.
    model
        The language model of ``request["model"]``, as of `motif.connect`, which ``connection`` asks as well; None for
        the configured one.
    encoder
        For graphs in memory; None for the configured or installed one.
    progress
        Told what is under way, how many are done and of how many.

    Answers are kept in the cache folder until all are there: an interrupted run goes on where it stopped.

    Raises `InvalidInput` and its kin for a request that cannot be; an error of one question is declining.
    """
    asked = CypherRequest.from_values(request)
    told = progress or (lambda what, done, total: None)
    evaluation = _Evaluation(asked, connection, make, _model(model) if asked.model else None, encoder, told)
    report = evaluation.report()
    if asked.page is not None:
        write_page(asked.page, report)
    return report


@dataclass(frozen=True)
class _Evaluation:
    """One evaluation under way."""

    request: CypherRequest
    connection: Connection | None
    make: Make | None
    model: ChatModel | None
    encoder: object | None
    tell: Tell

    def report(self) -> dict[str, Any]:
        records: list[dict[str, Any]] = []
        skipped = 0
        runs: list[RunFile] = []
        graphs = {}
        with self._server() as server:
            for file in self.request.files:
                questions = self._chosen(file)
                arena = self._arena(file, server)
                graphs[arena.name] = {
                    "nodes": arena.graph.projection.n_nodes,
                    "relationships": arena.graph.projection.n_relationships,
                }
                for what, graph, some in self._tasks(arena, questions):
                    run = self._run_file(arena.name, what, some)
                    runs.append(run)
                    skipped += self._ask(what, arena, graph, some, run)
                    records += [run.records[number] for number in range(len(some)) if run.records[number]]
        if not records:
            raise InvalidInput(
                "None of the questions has gold rows.", hint="Gold Cypher needs a database (--graph)."
            )
        for run in runs:
            run.finish()
        return self._head(graphs) | {
            "questions": len(records),
            "skipped": skipped,
            "kinds": grouped(records, "kind"),
            "graphKinds": grouped(records, "graph"),
            "asked": of_model(records),
            "trust": trust_of(records),
            "leftOut": left_out(records, self.request.leave_out or [*graphs]) if len(graphs) > 1 else [],
            "failures": failures(records, self.request.failures),
            "records": records,
        }

    def _head(self, graphs: Mapping[str, Any]) -> dict[str, Any]:
        names = ("half", "limit", "seed", "planner")
        return {
            "dataset": "cypher",
            "graphs": dict(graphs),
            "via": self.request.via if self.request.graph is None else "bolt",
            "method": self.request.methods[0],
            "model": None if self.model is None else self.model.name,
            "chooses": self.model is not None and self.model.chooses,
            "withoutRelation": list(self.request.without_relation),
            "notHeld": self.request.not_held,
            **{name: getattr(self.request, name) for name in names},
        }

    def _chosen(self, file: Path) -> list[CypherQuestion]:
        asked = self.request
        return chosen(read_questions(file), half=asked.half, limit=asked.limit, seed=asked.seed)

    def _server(self) -> AbstractContextManager[Connection | None]:
        """Where graphs in files are put, where they are."""
        is_needed = self.request.graph is None and self.request.via == "bolt"
        return own_server(load_settings().without_model(), self.model) if is_needed else nullcontext()

    def _arena(self, file: Path, server: Connection | None) -> Arena:
        name = graph_name(file)
        if server is not None:
            return arena_of_server(name, self.request.folder or path_of_graph(file), server)
        if self.request.graph is None:
            path = self.request.folder or path_of_graph(file)
            return arena_of_files(name, path, self.tell, self.encoder, self.model)
        if self.connection is None:
            raise InvalidInput(
                f"The projection '{self.request.graph}' needs a database.", hint="Set NEO4J_URI."
            )
        return arena_of_database(name, self.connection, self.request.graph)

    def _tasks(
        self, arena: Arena, questions: Sequence[CypherQuestion]
    ) -> Iterator[tuple[str, Graph, Sequence[CypherQuestion]]]:
        """The graph with its questions, then each copy that lacks a relation with those that need it."""
        yield arena.name, arena.graph, questions
        for relation in self._taken_out(arena):
            if some := arena.unanswerable(questions, relation):
                yield f"{arena.name} without {relation}", arena.without(relation), some

    def _taken_out(self, arena: Arena) -> list[str]:
        if arena.plain is None:
            return []
        types = list(arena.plain.types)
        named = [kind for kind in self.request.without_relation if kind in types]
        others = [kind for kind in types if kind not in named]
        drawn = random.Random(f"{self.request.seed} {arena.name}").sample(
            others, min(self.request.not_held, len(others))
        )
        return [*named, *drawn]

    def _run_file(self, graph: str, what: str, questions: Sequence[CypherQuestion]) -> RunFile:
        identity = {
            **self._head({}),
            "graph": graph,
            "what": what,
            "folder": str(self.request.folder),
            "projection": self.request.graph,
            "questions": [(one.question, one.cypher, one.rows) for one in questions],
            "own": self.make is None,
            "code": code_fingerprint(),
        }
        return RunFile(load_settings().cache / "evaluations", identity, restart=self.request.restart)

    def _ask(
        self, what: str, arena: Arena, graph: Graph, questions: Sequence[CypherQuestion], run: RunFile
    ) -> int:
        """Asks what ``run`` lacks; how many questions have no gold that can be compared."""
        answer: Answerer | None = None
        for number, question in enumerate(questions):
            if number not in run.records:
                gold = None if question.is_arbitrary else arena.gold.rows(question)
                if gold is None:
                    run.append(number, {})
                else:
                    answer = answer or self._answerer(arena, graph)
                    said = answer(question.question)
                    run.append(
                        number, {**_record(question, gold, said), **_proposed(question, gold, said, graph)}
                    )
            self.tell(what, number + 1, len(questions))
        return sum(not run.records[number] for number in range(len(questions)))

    def _answerer(self, arena: Arena, graph: Graph) -> Answerer:
        if self.make is not None:
            return self.make(graph)
        method = self.request.methods[0]
        if method == TEXT2CYPHER:
            return statement_answerer(arena.database, arena.gold, self.model)
        return motif_answerer(graph, self.model, method=method, planner=self.request.planner)


def _model(given: object | None) -> ChatModel:
    """The language model that is asked. Raises `InvalidConfiguration` where none is configured."""
    settings = load_settings().model
    return load_chat_model(settings) if given is None else adapt_chat_model(given, settings)


def _record(question: CypherQuestion, gold: Sequence[Row], said: Said) -> dict[str, Any]:
    return {
        "graph": question.graph,
        "question": question.question,
        "kind": question.kind,
        "verdict": verdict_of(question, gold, said),
        "rows": verdict_of(question, gold, replace(said, declined="")),
        "confidence": said.confidence,
        "declined": said.declined,
        "failure": said.failure,
        "method": said.method,
        "seconds": said.seconds,
        **spent(said.usage),
        "gold": [list(row) for row in gold[:_KEPT_ROWS]],
        "said": [list(row) for row in said.rows[:_KEPT_ROWS]],
        "cypher": question.cypher,
    }


def _proposed(question: CypherQuestion, gold: Sequence[Row], said: Said, graph: Graph) -> dict[str, Any]:
    """What is to be said of a language model's own statement, where it wrote one that finds anything."""
    if not said.proposal:
        return {}
    stated = replace(said_by_statement(graph, said.proposal), declined="")
    return {"proposal": said.proposal, "proposed": verdict_of(question, gold, stated)}


def verdict_of(question: CypherQuestion, gold: Sequence[Row], said: Said) -> Verdict:
    """What is to be said of an answer; of what is not held, declining is "declined" and all else wrong."""
    if said.declined:
        return "declined"
    if said.failure or not question.is_held:
        return "wrong"
    return judged(
        gold,
        said.rows,
        ordered=question.ordered,
        optional=question.optional_columns,
        cut_by=question.optional_columns if question.limit == len(gold) else (),
    )
