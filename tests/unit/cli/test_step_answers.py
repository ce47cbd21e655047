"""What is printed of a plan of steps, and where hybrid retrieval stands in for it."""

from __future__ import annotations

import pytest

from motif.cli.answers import print_answers
from motif.cli.passages import print_passages
from motif.graphs.evidence import Evidence, Node, Results
from motif.graphs.plan import Plan
from motif.graphs.steps import Find

PLAN = Plan((), steps=(Find("film", "Movie", {"year": 1995}),), method="spark", notes=("A note.",)).as_dict()
PIECE = Evidence(1.0, (Node("1", "Heat"),), (), answers=(Node("1", "Heat"),), text="Heat", method="spark")


def test_steps_are_printed_one_a_line_with_notes(capsys: pytest.CaptureFixture[str]) -> None:
    print_answers(Results([PIECE], metadata={"plan": PLAN}))
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0] == "Heat"
    assert printed.err.splitlines() == ["find as film: label Movie, where {'year': 1995}", "A note."]


def test_why_hybrid_retrieval_answers_is_printed_first(capsys: pytest.CaptureFixture[str]) -> None:
    fallback = {"reason": "refused", "problems": ["There is no label 'Film'."]}
    print_passages(Results([PIECE], metadata={"fallback": fallback}))
    first = " ".join(capsys.readouterr().out.split())
    assert first.startswith(
        "The plan was refused: There is no label 'Film'. Nearest by words and meaning instead:"
    )
