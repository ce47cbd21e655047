"""The job ``evaluation``: how well questions of a data set are answered, by Motif and by others, in one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.projection import NAME, TRIPLE
from motif.knowledge_graph import Connection, Graph
from motif.models.language import ChatModel, adapt_chat_model
from motif.settings import load_settings
from motif_procedures.evaluation.arena import Arena, Progress
from motif_procedures.evaluation.asking import Gold, ask_all
from motif_procedures.evaluation.baselines import BASELINES, REQUIREMENTS
from motif_procedures.evaluation.examples import Example, load_examples, n_groups
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.judge import JudgingModel, compare
from motif_procedures.evaluation.outcomes import Ask
from motif_procedures.evaluation.own_methods import motif_method
from motif_procedures.evaluation.page import write_page
from motif_procedures.evaluation.questions import is_drawn, load_questions
from motif_procedures.evaluation.report import comparison, failures_of, rows_of
from motif_procedures.evaluation.request import Request
from motif_procedures.evaluation.runs import RunFile, code_fingerprint
from motif_procedures.evaluation.settings_grid import Setting
from motif_procedures.memory_graph import graph_in_memory, graph_of_triples


def evaluate(
    request: Mapping[str, Any],
    *,
    graph: Graph | None = None,
    connection: Connection | None = None,
    model: ChatModel | JudgingModel | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The report of the evaluation that ``request`` describes, as plain values.

    Parameters
    ----------
    request
        The fields of `motif_procedures.evaluation.request.Request`.
    graph
        A graph to ask in place of the one that ``request`` names.
    connection
        Where the projection ``request["graph"]`` is; baselines over a database's indexes need it too.
    model
        Compares answers where ``request["judge"]`` is set, and is asked by Motif where ``request["model"]`` is.
    progress
        Told what is under way, how many are done and of how many.

    Each answer is kept as it comes, in ``evaluations`` inside the cache folder: a run that was interrupted goes on
    where it stopped, as long as graph, questions, options and code are the same. A run that ended starts anew.

    Raises `InvalidInput` and its kin for a request that cannot be; what a single question meets with (no entity
    found, a model that fails, a deadline) is counted and not raised.
    """
    asked = Request.from_values(request)
    if model is None and (asked.judge or asked.model):
        needs = "Comparing answers" if asked.judge else "--model"
        raise InvalidInput(f"{needs} needs a language model.", hint="Set MOTIF_MODEL.")
    for method in asked.methods:
        REQUIREMENTS.get(method, lambda: None)()
    if is_drawn(asked.dataset):
        arena = _arena(asked, graph, connection, progress, model)
        questions = load_questions(asked.choice, lambda: arena.projection)
    else:
        questions = load_questions(asked.choice)
        arena = _arena(asked, graph, connection, progress, model)
    examples = [] if asked.examples is None else _examples(asked)
    evaluation = _Evaluation(asked, arena, questions, examples)
    report = evaluation.report(model)
    if asked.page is not None:
        write_page(asked.page, report)
    return report


def _examples(request: Request) -> list[Example]:
    return load_examples(request.examples or "", request.choice, answers_only=request.answers_only)


def _arena(
    request: Request,
    graph: Graph | None,
    connection: Connection | None,
    progress: Progress | None,
    model: object | None,
) -> Arena:
    tell = progress or (lambda what, done, total: None)
    if graph is None:
        graph = _graph(request, connection)
    if NAME not in graph.projection.vectors and graph.view.has_encoder and request.graph is None:
        graph.embed(progress=lambda done, total: tell("encoding names", done, total))
    if "trace" in request.methods and TRIPLE not in graph.projection.vectors and request.graph is None:
        graph.embed_triples(progress=lambda done, total: tell("encoding relationships", done, total))
    cache = load_settings().cache / "vectors"
    asked = adapt_chat_model(model) if request.model else None
    return Arena(graph, connection, request.via == "bolt", cache, progress=tell, model=asked)


def _graph(request: Request, connection: Connection | None) -> Graph:
    if request.graph is not None:
        if connection is None:
            raise InvalidInput(f"The projection '{request.graph}' needs a database.", hint="Set NEO4J_URI.")
        return connection.graph(request.graph)
    if request.triples is not None:
        return graph_of_triples(request.triples)
    return graph_in_memory(request.source or request.dataset, request.folder)


class _Evaluation:
    """One evaluation under way: every setting asked every question."""

    def __init__(
        self, request: Request, arena: Arena, questions: Sequence[Asked], examples: Sequence[Example]
    ) -> None:
        self._request = request
        self._arena = arena
        self._questions = questions
        self._examples = examples
        self._settings = request.settings
        self._folder = load_settings().cache / "evaluations"

    def report(self, model: JudgingModel | None) -> dict[str, Any]:
        """Asks what is left to ask, and the report of all."""
        gold = Gold(self._arena, self._questions)
        runs = {setting.title: self._run_file(setting) for setting in self._settings}
        n_resumed = 0
        for setting in self._settings:
            n_resumed += ask_all(
                self._questions,
                partial(self._ready, setting),
                gold,
                runs[setting.title],
                partial(self._arena.progress, setting.title),
                self._arena.model,
            )
        report = self._head() | {
            "resumed": n_resumed,
            "rows": [row for one in self._settings for row in rows_of(one, runs[one.title].records)],
            "failures": [
                lost
                for one in self._settings
                for lost in failures_of(one, runs[one.title].records, self._request.failures)
            ],
            "comparisons": self._compared(runs, model) if model is not None and self._request.judge else [],
        }
        for run in runs.values():
            run.finish()
        return report

    def _ready(self, setting: Setting) -> Ask:
        if setting.is_baseline:
            return BASELINES[setting.method](self._arena, **setting.options)
        return motif_method(
            self._arena, setting.method, setting.planner, setting.options, self._taught(setting)
        )

    def _taught(self, setting: Setting) -> Sequence[Example]:
        if setting.shots is None:
            return self._examples
        n_examples = int(setting.shots) * n_groups(self._request.examples or "", self._questions)
        return self._examples[:n_examples]

    def _head(self) -> dict[str, Any]:
        """What the figures were taken of."""
        request, choice = self._request, self._request.choice
        return {
            "dataset": Path(request.dataset).name,
            "split": choice.split,
            "hops": list(choice.hops),
            "sample": choice.sample,
            "seed": choice.seed,
            "via": request.via,
            "graph": dict(self._arena.identity()),
            "examples": request.examples,
            "answersOnly": request.answers_only,
            "source": request.source,
            "noise": {"noise": request.noise, "wrong": request.wrong},
            "model": None if self._arena.model is None else self._arena.model.name,
            "withPatterns": any(asked.given is not None for asked in self._questions),
        }

    def _run_file(self, setting: Setting) -> RunFile:
        identity = {
            **self._head(),
            **setting.as_dict(),
            "taught": [] if setting.is_baseline else self._taught(setting),
            "questions": [(asked.text, asked.answers) for asked in self._questions],
            "code": code_fingerprint(),
        }
        return RunFile(self._folder, identity, restart=self._request.restart)

    def _compared(self, runs: Mapping[str, RunFile], model: JudgingModel) -> list[dict[str, Any]]:
        first, *others = self._settings
        found = []
        for other in others:
            verdicts = []
            for number, asked in enumerate(self._questions):
                self._arena.progress(f"judging {other.title}", number, len(self._questions))
                one, two = runs[first.title].records[number], runs[other.title].records[number]
                verdicts.append(compare(asked.text, one, two, model))
            found.append(comparison(first, other, verdicts))
        return found
