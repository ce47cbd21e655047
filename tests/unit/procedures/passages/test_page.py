"""The section of a page comes from the report alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from motif_procedures.passages.page import render_section, write_page

ROW: dict[str, Any] = {
    "method": "expand",
    "planner": "",
    "options": {"percentile": 95},
    "group": "all",
    "questions": 2214,
    "recall": {"2": {"hit": 0.5, "share": 0.25}, "20": {"hit": 0.8412, "share": 0.75}},
    "medianMillis": 3.21,
    "p99Millis": 9.0,
}
QUALITY = {
    "community": "Leiden", "questions": 100, "nodes": 40.0, "density": 0.1, "paperDensity": 0.05, "connected": 0.5,
    "diameter": None, "diameterInGraph": 3.0, "qrScore": 0.4, "similarity": 0.3,
}  # fmt: skip
REPORT: dict[str, Any] = {
    "dataset": "ottqa",
    "split": "all",
    "sample": None,
    "seed": 0,
    "questions": 2214,
    "withoutGold": 3,
    "cutoffs": [2, 20],
    "encoder": "all-MiniLM-L6-v2",
    "graph": {"chunks": 19098, "entities": 0, "inDatabase": False},
    "rows": [ROW, {**ROW, "group": "table"}],
    "communities": [QUALITY],
}


def test_the_section_tells_the_figures() -> None:
    text = render_section(REPORT)
    assert "2,214 questions (all) over 19,098 chunks" in text and "3 without a gold chunk" in text
    assert "| expand, percentile 95 | 2,214 | 50.0 / 25.0 | 84.1 / 75.0 | 3.2 / 9.0 |" in text
    assert "| expand, percentile 95: table |" in text
    assert "| Leiden | 100 | 40.0 | 0.100 | 0.050 | 0.50 |  | 3.00 | 0.400 | 0.300 |" in text
    assert text == render_section(REPORT)


def test_a_run_replaces_its_own_section_and_no_other(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Mine\n\nkept\n", encoding="utf-8")
    write_page(page, REPORT)
    write_page(page, {**REPORT, "seed": 1})
    write_page(page, {**REPORT, "rows": [{**ROW, "medianMillis": 7.0}, {**ROW, "group": "table"}]})
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Mine\n\nkept\n") and text.count("## ottqa") == 2
    assert "7.0 / 9.0" in text
