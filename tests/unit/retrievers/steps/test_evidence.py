"""Rows become evidence: answers, ways, values, texts."""

from __future__ import annotations

from motif.graphs.plan import Plan
from motif.graphs.steps import Find, Traverse
from motif.retrievers.presentation import Presentation
from motif.retrievers.steps.evidence import evidence_of_row

PLAN = Plan((), steps=(Find("people", "Person"), Traverse("films", "people")), method="spark")
ROW = {
    "id": "4:x:1",
    "labels": ["Movie", "Film"],
    "name": "Heat",
    "score": None,
    "text": "A thief and a policeman.",
    "values": {"released": 1995, "genres": ["crime", "drama"], "tagline": None},
    "nodes": [
        {"id": "4:x:7", "labels": ["Person"], "name": "Michael Mann", "step": "people"},
        {"id": "4:x:1", "labels": ["Film", "Movie"], "name": "Heat", "step": "films"},
    ],
    "relationships": [{"id": "5:x:3", "source": "4:x:7", "type": "DIRECTED", "target": "4:x:1"}],
}


def test_a_row_becomes_an_answer_with_its_way() -> None:
    piece = evidence_of_row(ROW, PLAN, Presentation(), {"epoch": 3})
    assert piece.text.splitlines() == [
        "Michael Mann | DIRECTED | Heat",
        "Heat | released | 1995",
        "Heat | genres | crime, drama",
        "A thief and a policeman.",
    ]
    [answer] = piece.answers
    assert (answer.id, answer.name, answer.labels) == ("4:x:1", "Heat", ("Film", "Movie"))
    assert [node.name for node in piece.nodes] == ["Michael Mann", "Heat"]
    assert [(one.source, one.type, one.target) for one in piece.relationships] == [
        ("4:x:7", "DIRECTED", "4:x:1")
    ]
    assert {name: node.name for name, node in piece.bindings.items()} == {  # type: ignore[union-attr]
        "people": "Michael Mann",
        "films": "Heat",
    }
    assert (piece.score, piece.method, piece.metadata) == (1.0, "spark", {"epoch": 3})


def test_the_answer_is_the_last_of_its_nodes_whatever_the_way() -> None:
    """Of an intersection the ways of all parts come one after another."""
    again = {**ROW, "nodes": [*reversed(ROW["nodes"]), {"id": "4:x:8", "name": "Crime"}]}  # type: ignore[call-overload]
    piece = evidence_of_row(again, PLAN, Presentation(), {})
    assert [node.name for node in piece.nodes] == ["Michael Mann", "Crime", "Heat"]


def test_a_plan_that_gives_a_property_answers_with_its_value() -> None:
    given = {
        name: evidence_of_row(
            ROW, Plan((), give=name, steps=PLAN.steps, method="spark"), Presentation(), {}
        ).answers
        for name in ("released", "genres", "tagline", "unknown")
    }
    assert given == {"released": (1995,), "genres": ("crime", "drama"), "tagline": (), "unknown": ()}


def test_a_bare_row_is_its_name_and_keeps_the_searchs_score() -> None:
    piece = evidence_of_row({"id": "4:x:1", "name": "Heat", "score": 0.25}, PLAN, Presentation(), {})
    assert (piece.text, piece.score, piece.nodes[0].labels) == ("Heat", 0.25, ())
    nameless = evidence_of_row({"id": "4:x:1", "name": None, "score": 0}, PLAN, Presentation(), {})
    assert (nameless.text, nameless.score) == ("4:x:1", 0.0)
    numbered = evidence_of_row({"id": "4:x:1", "name": 1995, "score": None}, PLAN, Presentation(), {})
    assert numbered.answers[0].name == "1995"


def test_texts_keep_to_their_length() -> None:
    short = evidence_of_row(ROW, PLAN, Presentation(max_tokens=20), {}).text
    assert len(short) <= 80
    assert short.startswith("Michael Mann | DIRECTED | Heat\nHeat | released | 1995")
    written = evidence_of_row(ROW, PLAN, Presentation(verbalize=lambda lines: f"{len(lines)} facts"), {})
    assert written.text == "3 facts"
