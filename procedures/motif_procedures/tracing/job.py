"""The job ``tracing``: how much of gold paths is in the evidence, with guidance and without, in one run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

import motif
from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.knowledge_graph import Graph
from motif.models.encoder import TextEncoder, load_encoder
from motif.settings import load_settings
from motif_procedures.erqa.typos import misspelt
from motif_procedures.evaluation.arena import Progress
from motif_procedures.evaluation.questions import has_splits, is_known, load_questions
from motif_procedures.evaluation.results import commit
from motif_procedures.evaluation.runs import RunFile, code_fingerprint
from motif_procedures.evaluation.settings_grid import Setting
from motif_procedures.memory_graph import graph_in_memory
from motif_procedures.tracing.arena import KnownTexts, TracingArena, texts_of
from motif_procedures.tracing.contenders import CONTENDERS, Trace
from motif_procedures.tracing.metrics import figures, score_trace
from motif_procedures.tracing.models import DEFAULTS, TrainedModels, asked_entities
from motif_procedures.tracing.page import write_page
from motif_procedures.tracing.planning import plan_all, planning_figures
from motif_procedures.tracing.questions import (
    TracedQuestion,
    generated_questions,
    reworded,
    traced_questions,
)
from motif_procedures.tracing.request import TracingRequest
from motif_procedures.tracing.wordings import rewording

ALL = "all"

GENERATED = 200
"""Questions of a graph that no questions come with, which are made out of it; unless a sample says how many."""

LOADED: Mapping[str, Mapping[str, Any]] = {"fb15k237": {"splits": "valid,test"}}
"""What of a data set is the graph, where it is not the whole: general models learn from FB15k-237's training part."""


def evaluate_tracing(
    request: Mapping[str, Any],
    *,
    graph: Graph | None = None,
    encoder: TextEncoder | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The report of the evaluation of tracing that ``request`` describes, as plain values.

    Every contender is put the same schema graphs: the gold ones, their relations in the graph's words, in others
    written by hand, and in words changed by rules; each by both strategies. Questions are about nodes that no question
    of the training is about. Texts are encoded beforehand: times are those of tracing.

    Models and vectors are kept in the cache folder, answers too until all are there: an interrupted run goes on where
    it stopped.

    Parameters
    ----------
    request
        The fields of `motif_procedures.tracing.request.TracingRequest`.
    graph
        A graph in memory in place of the data set's.
    encoder
        Of all texts; None for the configured one.
    progress
        Told what is under way, how many are done and of how many.

    Raises `InvalidInput` and its kin for a request that cannot be.
    """
    asked = TracingRequest.from_values(request)
    settings = load_settings()
    texts = KnownTexts(encoder or load_encoder(settings.encoder, settings.cache))
    report = _Evaluation(asked, texts, graph, progress or (lambda what, done, total: None)).report()
    if asked.page is not None:
        write_page(asked.page, report)
    return report


@dataclass(frozen=True)
class _Evaluation:
    """One evaluation under way."""

    request: TracingRequest
    texts: KnownTexts
    given: Graph | None
    tell: Progress

    def report(self) -> dict[str, Any]:
        runs = [
            (setting, wording, strategy, self._answers(setting, wording, strategy))
            for wording in self.request.wordings
            for setting in self.request.settings
            for strategy in self.request.strategies
        ]
        report = self._head() | {
            "version": motif.__version__,
            "commit": commit(),
            "rows": [row for *told, run in runs for row in _rows(told, list(run.records.values()))],
            "planning": self._planning() if self.request.planning else [],
        }
        for *_, run in runs:
            run.finish()
        return report

    @cached_property
    def arena(self) -> TracingArena:
        request = self.request
        graph = self.given or graph_in_memory(
            request.dataset, request.folder, self.texts, **LOADED.get(request.dataset, {})
        )
        graph.embed(progress=partial(self.tell, "encoding names"))
        graph.embed_triples(progress=partial(self.tell, "encoding relationships"))
        models = TrainedModels(self.texts, request.training, request.restart)
        other = request.other_dataset
        return TracingArena(
            graph,
            self.texts,
            {
                "own": lambda: self._trained(models, request.dataset, graph.projection),
                "other": lambda: self._trained(models, other, graph_in_memory(other).projection),
                "general": lambda: models.general,
            },
        )

    def _trained(self, models: TrainedModels, dataset: str, projection: Projection) -> Any:
        return models.trained_on(dataset, projection, partial(self.tell, f"training on {dataset}"))

    @cached_property
    def questions(self) -> list[TracedQuestion]:
        """Those that are asked, in the graph's own relations."""
        request, projection = self.request, self.arena.graph.projection
        choice, among = request.choice, asked_entities(projection, request.part)
        if not is_known(request.dataset):
            return generated_questions(projection, among, request.sample or GENERATED, request.seed)
        if not has_splits(request.dataset):
            choice = replace(choice, split=ALL)
        found = _sampled(
            traced_questions(projection, load_questions(choice), among), request.sample, request.seed
        )
        if not found:
            raise InvalidInput(
                f"No question of '{request.dataset}' is about a node that is for {request.part}.",
                hint="Ask more questions, or of the other split.",
            )
        return found

    def _put(self, wording: str) -> list[TracedQuestion]:
        """The questions in the words ``wording``, their texts encoded."""
        request = self.request
        reword = rewording(wording, request.part, request.seed, noise=1.0)
        draw = np.random.default_rng([request.seed, 5])

        def respell(name: str) -> str:
            return misspelt(name, draw) if draw.random() < request.misspelt else name

        put = [reworded(question, reword, respell) for question in self.questions]
        self.texts.learn(
            [text for one in put for text in texts_of(one)], partial(self.tell, "encoding questions")
        )
        return put

    def _answers(self, setting: Setting, wording: str, strategy: str) -> RunFile:
        """The run of one contender; what it lacks is asked."""
        run = self._run_file(setting, wording, strategy)
        questions = self._put(wording) if len(run.records) < len(self.questions) else []
        contender = CONTENDERS[setting.method]
        trace = contender.build(self.arena, {**contender.fixed, **setting.options}) if questions else None
        title = f"{setting.title}, {wording}, {strategy}"
        for number, question in enumerate(questions):
            if trace is not None and number not in run.records:
                if not run.records:
                    trace(question, strategy)
                run.append(number, _record(trace, question, strategy))
            self.tell(title, number + 1, len(questions))
        return run

    def _run_file(self, setting: Setting, wording: str, strategy: str) -> RunFile:
        identity = {
            **self._head(),
            **setting.as_dict(),
            "wording": wording,
            "strategy": strategy,
            "questions": [(question.text, question.relations) for question in self.questions],
            "code": code_fingerprint(),
        }
        return RunFile(load_settings().cache / "evaluations", identity, restart=self.request.restart)

    def _planning(self) -> list[dict[str, Any]]:
        records = plan_all(self.arena.graph, self.questions, partial(self.tell, "planning"))
        return [{"group": group, **planning_figures(those)} for group, those in _grouped(records)]

    def _head(self) -> dict[str, Any]:
        """What the figures were taken of."""
        request, projection = self.request, self.arena.graph.projection
        return {
            "tracing": True,
            "dataset": request.dataset,
            "split": request.part,
            "sample": request.sample,
            "seed": request.seed,
            "misspelt": request.misspelt,
            "training": {**DEFAULTS, **request.training},
            "other": request.other_dataset,
            "encoder": self.texts.name,
            "questions": len(self.questions),
            "graph": {
                "nodes": projection.n_nodes,
                "relationships": projection.n_relationships,
                "relations": len(projection.relationships.relations),
            },
        }


def _record(trace: Trace, question: TracedQuestion, strategy: str) -> dict[str, Any]:
    began = time.perf_counter()
    found = trace(question, strategy)
    seconds = time.perf_counter() - began
    scores = score_trace(question.paths, question.answers, found.relationships, found.answers)
    return {"group": question.group, "scores": scores.as_dict(), "seconds": seconds}


def _rows(told: Sequence[Any], records: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The figures of one contender, of each group and of all."""
    setting, wording, strategy = told
    return [
        {**setting.as_dict(), "wording": wording, "strategy": strategy, "group": group, **figures(those)}
        for group, those in _grouped(records)
    ]


def _grouped(records: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """``records`` by group; where there are several, all of them too."""
    groups = sorted({record["group"] for record in records})
    for group in groups:
        yield group, [record for record in records if record["group"] == group]
    if len(groups) > 1:
        yield ALL, list(records)


def _sampled(questions: Sequence[TracedQuestion], sample: int | None, seed: int) -> list[TracedQuestion]:
    """At most ``sample`` questions of each group, by chance, in their order."""
    if sample is None:
        return list(questions)
    kept: list[int] = []
    for group in {question.group for question in questions}:
        places = [place for place, question in enumerate(questions) if question.group == group]
        draw = np.random.default_rng([seed, len(places)])
        kept += draw.permutation(places)[:sample].tolist()
    return [questions[place] for place in sorted(kept)]
