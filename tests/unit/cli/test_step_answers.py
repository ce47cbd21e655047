"""What is printed of a plan of steps, and where hybrid retrieval stands in for it."""

from __future__ import annotations

import pytest

from motif.cli.answers import print_answers
from motif.cli.passages import print_passages
from motif.graphs.evidence import Evidence, Node, Results
from motif.graphs.plan import Plan
from motif.graphs.plan_words import step_lines
from motif.graphs.steps import (
    Combine,
    CypherStep,
    Degree,
    Find,
    FulltextSearch,
    Keep,
    Rank,
    Step,
    Traverse,
    VectorSearch,
)

PLAN = Plan((), steps=(Find("film", "Movie", {"year": 1995}),), method="spark", notes=("A note.",)).as_dict()
PIECE = Evidence(1.0, (Node("1", "Heat"),), (), answers=(Node("1", "Heat"),), text="Heat", method="spark")


def test_steps_are_printed_one_a_line_with_notes(capsys: pytest.CaptureFixture[str]) -> None:
    print_answers(Results([PIECE], metadata={"plan": PLAN}))
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0] == "Heat"
    assert printed.out.splitlines()[-2:] == ["read as: film: Movie with year = 1995", "A note."]


def test_notes_of_the_answer_stand_behind_those_of_its_plan(capsys: pytest.CaptureFixture[str]) -> None:
    notes = ["A note.", "'Haet' is read as 'Heat'."]
    print_answers(Results([PIECE], metadata={"plan": PLAN, "notes": notes}))
    assert capsys.readouterr().out.splitlines()[-2:] == notes


def test_why_hybrid_retrieval_answers_is_printed_first(capsys: pytest.CaptureFixture[str]) -> None:
    fallback = {"reason": "refused", "problems": ["There is no label 'Film'."]}
    print_passages(Results([PIECE], metadata={"fallback": fallback}))
    first = " ".join(capsys.readouterr().out.split())
    assert first.startswith(
        "The plan was refused: There is no label 'Film'. Nearest by words and meaning instead:"
    )


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Find("a"), "a: nodes"),
        (
            Find("a", "Movie", {"year": {"$gte": 1990, "$lt": 2000}}),
            "a: Movie with year ≥ 1990 and year < 2000",
        ),
        (
            Keep("b", "a", "Movie", {"$not": {"title": "Heat"}}),
            "b: those of a that are Movie with not (title = Heat)",
        ),
        (
            Keep("b", "a", None, {"$or": [{"year": 1995}, {"title": {"$in": ["Heat", "Thief"]}}]}),
            "b: those of a with (year = 1995) or (title one of Heat, Thief)",
        ),
        (
            VectorSearch("a", "space pirates", "Movie", limit=5),
            'a: 5 Movie nearest in meaning to "space pirates"',
        ),
        (FulltextSearch("a", "pirates"), 'a: 50 nodes with the words of "pirates"'),
        (Traverse("b", "a", ("DIRECTED", "WROTE"), "in", "Person"), "b: (a)<-[DIRECTED|WROTE]-(Person)"),
        (
            Traverse("b", "a", (), "out", None, {}, {"role": "Neil"}, (1, 3)),
            "b: (a)-[*1..3{role = Neil}]->()",
        ),
        (Combine("c", "except", ("a", "b")), "c: a, not b"),
        (Rank("b", "a", by_property="year", limit=1), "b: the first 1 of a by year, largest first"),
        (
            Rank("b", "a", by_count=Degree(("ACTED_IN",), "out", "Movie"), descending=False),
            "b: the first 10 of a by number of -[ACTED_IN]->(Movie), smallest first",
        ),
        (Rank("b", "a", by_text="graphs", limit=None), 'b: all of a by likeness to "graphs"'),
        (CypherStep("a", "MATCH (m)\n  RETURN m"), "a: MATCH (m) RETURN m"),
    ],
)
def test_a_step_in_words(step: Step, said: str) -> None:
    assert list(step_lines(Plan((), steps=(step,)))) == [said]
