"""The course of a training: steps in an order of each epoch, how well it does after each, and going on where it was."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.models.triple_gnn import TripleGnn
from motif_procedures.guidance.question_blocks import Looking, Question, QuestionGraph
from motif_procedures.guidance.question_texts import QuestionTexts
from motif_procedures.guidance.training_checkpoint import Moment, TrainingCheckpoint
from motif_procedures.stopping import Report

_WARMING = 0.05
"""Share of the steps in which the learning rate rises; then it falls as a cosine does."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a network is trained.

    Attributes
    ----------
    epochs
        How often each example is seen; the paper's 2 by default.
    learning_rate
        Adam's highest.
    questions_at_once
        In one step.
    patience
        Epochs without a better validation after which it ends; 0: never before the last.
    save_every
        Steps between two checkpoints, beside those after each epoch.
    """

    epochs: int = 2
    learning_rate: float = 1e-3
    questions_at_once: int = 8
    patience: int = 0
    save_every: int = 500

    def __post_init__(self) -> None:
        for name in ("epochs", "questions_at_once", "save_every"):
            if getattr(self, name) < 1:
                raise InvalidInput(f"{name} must be 1 or more, not {getattr(self, name)!r}.")
        if not 0 < self.learning_rate < 1e3 or self.patience < 0:
            raise InvalidInput("learning_rate must be above 0, and patience 0 or more.")


@dataclass(frozen=True)
class TrainingRun:
    """One training: graphs with questions, the first ``n_trained`` to be learnt from and the others to validate with.

    Attributes
    ----------
    vectors : float32 (texts, e)
        Of ``texts``.
    """

    texts: QuestionTexts
    n_trained: int
    vectors: NDArray[np.float32]
    course: Course
    looking: Looking
    seed: int

    def __call__(self, gnn: TripleGnn, kept: TrainingCheckpoint | None, report: Report) -> Moment:
        """Trains ``gnn`` and leaves it with its best weights; the moment of these."""
        known = None if kept is None else kept.read()
        first = Moment(0, 0, 0.0, math.nan, math.nan, gnn.state())
        last, best = known if known is not None else (first, first)
        gnn.resume(last.arrays)
        total = self.course.epochs * len(self._steps(0))
        report(last.epoch * len(self._steps(0)) + last.step, total)
        while last.epoch < self.course.epochs and not self._is_over(last, best):
            last = self._epoch(gnn, last, best, (kept, report, total))
            best = last if self._is_better(last, best) else best
            if kept is not None:
                kept.save(last, best)
        gnn.resume(best.arrays)
        return best

    def _epoch(
        self,
        gnn: TripleGnn,
        last: Moment,
        best: Moment,
        told: tuple[TrainingCheckpoint | None, Report, int],
    ) -> Moment:
        kept, report, total = told
        steps, epoch, losses = self._steps(last.epoch), last.epoch, last.total
        for step in range(last.step, len(steps)):
            done = epoch * len(steps) + step
            graph, numbers = steps[step]
            losses += self._step(gnn, graph, numbers, (epoch, step), learning_rate(self.course, done, total))
            if kept is not None and (step + 1) % self.course.save_every == 0 and step + 1 < len(steps):
                now = dataclasses.replace(last, step=step + 1, total=losses, arrays=gnn.state())
                kept.save(now, best)
            report(done + 1, total)
        loss, recall = self.validate(gnn)
        loss = losses / len(steps) if math.isnan(loss) else loss
        return Moment(epoch + 1, 0, 0.0, loss, recall, gnn.state())

    def _steps(self, epoch: int) -> list[tuple[QuestionGraph, NDArray[np.int64]]]:
        """The questions of each step of an epoch, always of one graph, in an order of that epoch."""
        random = np.random.default_rng([self.seed, 1, epoch])
        steps = []
        for graph in self.texts.graphs[: self.n_trained]:
            order = random.permutation(len(graph.questions))
            steps += [(graph, numbers) for numbers in _chunks(order, self.course.questions_at_once)]
        return [steps[place] for place in random.permutation(len(steps)).tolist()]

    def _step(
        self,
        gnn: TripleGnn,
        graph: QuestionGraph,
        numbers: NDArray[np.int64],
        place: tuple[int, int],
        rate: float,
    ) -> float:
        random = np.random.default_rng([self.seed, 2, *place])
        batch, _ = graph.batch(numbers.tolist(), self.looking, self.vectors, random)
        return gnn.step(batch, rate)

    def validate(self, gnn: TripleGnn) -> tuple[float, float]:
        """Mean loss and recall over the validation's questions; NaN without one."""
        losses: list[float] = []
        recalls: list[float] = []
        for graph in self.texts.graphs[self.n_trained :]:
            for numbers in _chunks(np.arange(len(graph.questions)), self.course.questions_at_once):
                batch, blocks = graph.batch(numbers.tolist(), self.looking, self.vectors)
                losses += [gnn.loss(batch)] * len(numbers)
                logits = np.split(gnn.logits(batch), np.cumsum([len(rows) for rows in blocks])[:-1])
                recalls += [
                    recall_of(graph.questions[number], rows, own)
                    for number, rows, own in zip(numbers.tolist(), blocks, logits, strict=True)
                ]
        return (float(np.mean(losses)), float(np.mean(recalls))) if losses else (math.nan, math.nan)

    def _is_better(self, moment: Moment, best: Moment) -> bool:
        """Whether the validation found more; without one the last is the best."""
        if best.epoch == 0 or math.isnan(moment.recall):
            return True
        return (moment.recall, -moment.loss) > (best.recall, -best.loss)

    def _is_over(self, last: Moment, best: Moment) -> bool:
        return 0 < self.course.patience <= last.epoch - best.epoch


def recall_of(question: Question, rows: NDArray[np.int32], scores: NDArray[np.float32]) -> float:
    """Which share of the nodes that ``question`` seeks are among its K best; of K where it seeks more.

    Parameters
    ----------
    rows : int32 (p,)
        What was looked at, ascending.
    scores : float32 (p,)
        Aligned with them; equal ones by row.
    """
    sought = question.sought
    if not len(sought):
        return 1.0
    best = rows[np.argsort(-scores, kind="stable")[: question.n_guided]]
    return float(np.isin(sought, best).sum()) / min(question.n_guided, len(sought))


def learning_rate(course: Course, done: int, total: int) -> float:
    """Of the step after ``done`` of ``total``: it rises, then falls as a cosine does to a hundredth.

    >>> course = Course(learning_rate=1.0)
    >>> [round(learning_rate(course, done, 100), 2) for done in (0, 4, 52, 99)]
    [0.2, 1.0, 0.51, 0.01]
    """
    warming = max(1, round(_WARMING * total))
    if done < warming:
        return course.learning_rate * (done + 1) / warming
    along = (done - warming) / max(1, total - warming)
    return course.learning_rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * along)))


def _chunks(numbers: NDArray[np.int64], size: int) -> Iterator[NDArray[np.int64]]:
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]
