"""The job over a small corpus: every contender in one run, on the same questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fakes import CountingEncoder, HashEncoder
from motif.errors import InvalidInput
from motif_procedures.passages import evaluate_passages


def report_of(folder: Path, **values: Any) -> dict[str, Any]:
    request = {"dataset": "musique", "folder": folder, "cutoffs": (1, 2, 4), **values}
    return evaluate_passages(request, encoder=HashEncoder())


def rows_by_method(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["method"]: row for row in report["rows"] if row["group"] == "all"}


def test_every_contender_is_put_the_same_questions(musique: Path) -> None:
    report = report_of(musique, methods=("bm25", "dense", "hybrid", "expand"))
    rows = rows_by_method(report)
    assert list(rows) == ["bm25", "dense", "hybrid", "expand"]
    assert {row["questions"] for row in rows.values()} == {3}
    assert (report["graph"]["chunks"], report["withoutGold"]) == (6, 0)
    for row in rows.values():
        hits = [row["recall"][str(count)]["hit"] for count in (1, 2, 4)]
        assert hits == sorted(hits) and all(0 <= hit <= 1 for hit in hits)
    assert rows["bm25"]["recall"]["1"]["hit"] == 1.0


def test_expansion_reaches_what_the_question_does_not_say(musique: Path) -> None:
    report = report_of(musique, methods=("bm25", "expand"), options=("bm25_weight=1",), cutoffs=(2,))
    shares = {
        row["method"]: row["recall"]["2"]["share"] for row in report["rows"] if row["group"] == "2 steps"
    }
    assert shares == {"bm25": 0.5, "expand": 1.0}


def test_kinds_of_questions_have_rows_of_their_own(musique: Path) -> None:
    rows = report_of(musique, methods=("bm25",))["rows"]
    assert [(row["group"], row["questions"]) for row in rows] == [("all", 3), ("1 step", 2), ("2 steps", 1)]


def test_questions_are_encoded_once_and_texts_from_the_store(musique: Path) -> None:
    encoder = CountingEncoder()
    request = {"dataset": "musique", "folder": musique, "methods": ("dense", "hybrid"), "cutoffs": (2,)}
    evaluate_passages(request, encoder=encoder)
    assert len(encoder.texts) == len(set(encoder.texts)) == 3 + 6
    encoder.batches.clear()
    evaluate_passages(request, encoder=encoder)
    assert len(encoder.texts) <= 2  # one of each kind is compared with the store, as a fake has no hash


def test_a_projection_needs_a_database(musique: Path) -> None:
    with pytest.raises(InvalidInput, match="'films' needs a database"):
        report_of(musique, graph="films")
    with pytest.raises(InvalidInput, match="'expand-cypher' searches a database's own indexes"):
        report_of(musique, methods=("expand-cypher",))
