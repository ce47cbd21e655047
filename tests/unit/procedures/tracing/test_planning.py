"""How well plans are schema graphs, on plans made by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motif.graphs.plan import Plan
from motif_procedures.tracing.planning import planning_figures, score_plan
from motif_procedures.tracing.questions import TracedQuestion


def _question(*answers: int) -> TracedQuestion:
    return TracedQuestion(
        text="what genres are Mann's films?",
        triples=(("[ENT1]", "made by", "Mann"), ("[ENT1]", "of the kind", "[ENT2]")),
        relations=("directed_by", "has_genre"),
        answer="[ENT2]",
        entity=0,
        answers=np.array(answers, np.int32),
        paths=np.zeros((1, 2), np.int32),
        group="2",
    )


def _plan(*relations: str, strategy: str = "breadth", **more: Any) -> Plan:
    links = [("?film", relations[0], "Mann"), *(("?film", relation, "?genre") for relation in relations[1:])]
    return Plan(tuple(links), "?genre", strategy=strategy, **more)


@pytest.mark.parametrize(
    ("plan", "same", "precision", "recall"),
    [
        (_plan("directed_by", "has_genre"), True, 1.0, 1.0),
        (_plan("written_by", "has_genre"), False, 0.5, 0.5),
        (_plan("directed_by", "has_genre", "has_genre"), False, 2 / 3, 1.0),
        (None, False, 0.0, 0.0),
    ],
)
def test_relations_are_compared_as_often_as_they_occur(
    plan: Plan | None, same: bool, precision: float, recall: float
) -> None:
    found = score_plan(_question(4, 5), plan)
    assert found["same"] is same
    assert (found["precision"], found["recall"]) == (pytest.approx(precision), pytest.approx(recall))


def test_several_answers_ask_for_breadth() -> None:
    plan = _plan("directed_by", "has_genre")
    records = [
        score_plan(_question(4, 5), plan),
        score_plan(_question(4), plan),
        score_plan(_question(4), None),
    ]
    found = planning_figures(records)
    assert (found["questions"], found["planned"]) == (3, round(2 / 3, 5))
    assert found["strategyOfSeveral"] == 1.0
    assert found["strategyOfOne"] == 0.0
