"""Figures of verdicts, counted by hand, and the page that shows them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from motif_procedures.claims.metrics import counted, figures, grouped
from motif_procedures.claims.page import render_section, write_page
from motif_procedures.result_pages import render_results


def record(
    gold: str, said: str, confidence: float = 0.0, kind: str = "all", calls: int = 0
) -> dict[str, Any]:
    took = {"calls": calls, "inputTokens": 100 * calls, "outputTokens": 10 * calls}
    return {"gold": gold, "said": said, "confidence": confidence, "kind": kind, "seconds": 0.5, **took}


RECORDS = [
    record("supported", "supported", 0.9, "one"),
    record("supported", "supported", 0.9, "one", calls=2),
    record("supported", "unknown", 0.0, "one"),
    record("refuted", "supported", 0.9, "two"),
    record("refuted", "refuted", 0.5, "two"),
    record("unknown", "refuted", 0.5, "two"),
    record("unknown", "unknown", 0.0, "two"),
    record("unknown", "unknown", 0.0, "two"),
]


def test_shares_and_what_each_verdict_is_worth() -> None:
    found = figures(RECORDS)
    assert (found["claims"], found["accuracy"], found["wrong"], found["undecided"]) == (
        8,
        5 / 8,
        2 / 8,
        3 / 8,
    )
    assert found["supported"] == {"precision": 2 / 3, "recall": 2 / 3}
    assert found["refuted"] == {"precision": 1 / 2, "recall": 1 / 2}
    # 0.9 three times, two of them right; 0.5 twice, one right: (0.7 + 0) / 5
    assert found["calibrationError"] == pytest.approx((2.7 - 2 + 0) / 5)
    assert found["model"] == {
        "questions": 1, "calls": 2, "inputTokens": 200, "outputTokens": 20, "medianSeconds": 0.5,
    }  # fmt: skip


def test_where_nothing_is_said_nothing_is_divided_by() -> None:
    found = figures([record("unknown", "unknown")])
    assert found["supported"] == {"precision": None, "recall": None} and found["calibrationError"] == 0.0
    assert found["accuracy"] == 1.0 and found["model"] is None


def test_kinds_have_rows_where_there_are_several() -> None:
    assert [(row["group"], row["claims"]) for row in grouped(RECORDS)] == [("all", 8), ("one", 3), ("two", 5)]
    assert [row["group"] for row in grouped(RECORDS[:3])] == ["all"]
    assert counted(RECORDS)["unknown"] == {"supported": 0, "refuted": 1, "unknown": 2}


REPORT: dict[str, Any] = {
    "dataset": "claims", "isOfClaims": True, "claimsOf": "world", "split": "test", "sample": 8, "seed": 0,
    "closedWorld": False, "planner": "auto", "timeout": None, "model": "openai:qwen",
    "graph": {"name": "world", "inDatabase": False, "nodes": 35000, "relationships": 51000}, "resumed": 0,
    "rows": grouped(RECORDS), "verdicts": counted(RECORDS), "failures": [], "records": RECORDS,
}  # fmt: skip


def test_the_page_says_what_was_verified_and_by_whom(tmp_path: Path) -> None:
    text = render_section(REPORT)
    assert "## Claims, test\n" in text
    assert (
        "8 claims of world (the half for tests, a sample of it by seed 0) on world (35,000 nodes, 51,000 "
        "relationships, in memory); a graph may not know everything. Planner `auto`, openai:qwen was asked 1 of "
        "them, 2 calls of 100 tokens in and 10 out, 0.5 s a question."
    ) in text
    assert "| all | 8 | 62.5 | 25.0 | 37.5 | 66.7 | 66.7 | 50.0 | 50.0 | 0.14 | 500 |" in text
    assert "| unknown | 0 | 1 | 2 |" in text
    without = render_section({**REPORT, "model": None, "closedWorld": True, "sample": None})
    assert "no language model" in without and "what the graph does not say is false" in without
    assert text.splitlines()[0] != without.splitlines()[0], "two sections of one page"
    write_page(tmp_path / "page.md", REPORT)
    write_page(tmp_path / "page.md", REPORT)
    assert (tmp_path / "page.md").read_text(encoding="utf-8").count("## Claims") == 1


def test_the_file_holds_figures_and_no_claim_and_is_shown_between_marks(tmp_path: Path) -> None:
    path = tmp_path / "claims.json"
    write_page(path, REPORT)
    found = json.loads(path.read_text(encoding="utf-8"))
    assert set(found) == {"taken"} | (set(REPORT) - {"failures", "records", "resumed"})
    shown = render_results(path)
    assert shown.startswith("### Claims, test\n") and "| all | 8 | 62.5 |" in shown
