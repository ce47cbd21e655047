"""Questions of several constraints as an evaluation asks them: of a file, or drawn over the graph that is asked."""

from __future__ import annotations

from motif.graphs.projection import Projection
from motif_procedures.erqa.generation import ErqaOptions, generate_questions
from motif_procedures.erqa.noise import NoiseOptions
from motif_procedures.erqa.question import ANSWER, ErqaQuestion
from motif_procedures.evaluation.gold_questions import Asked, gold_plan

ERQA = "erqa"
"""The data set whose questions are drawn over whatever graph is asked."""

QUESTIONS = 200
"""How many are drawn where no sample is asked for."""


def drawn_questions(
    projection: Projection, sample: int | None, seed: int, noise: NoiseOptions
) -> list[Asked]:
    """Questions with 4, 5 and 6 constraints over ``projection``: ``sample`` of each, else 200 in all."""
    kinds = ErqaOptions().constraints
    n_questions = QUESTIONS if sample is None else sample * len(kinds)
    options = ErqaOptions(questions=n_questions, seed=seed, noise=noise)
    return [asked_of(question) for question in generate_questions(projection, options)]


def asked_of(question: ErqaQuestion) -> Asked:
    """The question as it is asked: gold is the pattern without noise, given the one with it.

    Where a constraint is wrong nothing is right, and the pattern with it is gold too.
    """
    gold = question.gold if question.is_possible else question.pattern
    return Asked(
        question.question,
        question.answers,
        question.kind,
        gold_plan(gold, ANSWER, injective=True),
        given=gold_plan(question.pattern, ANSWER, injective=True),
    )
