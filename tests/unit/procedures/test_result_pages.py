"""Files of results: what is written into them, and the tables that pages show of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from motif.errors import InvalidInput
from motif_procedures.evaluation.page import write_page
from motif_procedures.evaluation.results import said, write_results
from motif_procedures.result_pages import filled, render_results

ROW = {
    "method": "auto", "planner": "paths", "options": {}, "group": "1", "questions": 20, "hitsAt1": 0.85,
    "precision": 0.8, "recall": 0.7, "f1": 0.75, "evidenceAny": 0.9, "evidenceAll": 0.8, "evidenceTriples": None,
    "planAccuracy": 0.86, "tokens": 41.4, "medianMillis": 12.3, "p99Millis": 30.1, "errors": {},
}  # fmt: skip
REPORT: dict[str, Any] = {
    "dataset": "films", "split": "test", "hops": ["1"], "sample": None, "seed": 0, "via": "memory", "examples": None,
    "graph": {"nodes": 40, "relationships": 90, "relations": 3}, "answersOnly": False, "resumed": 0, "comparisons": [],
    "rows": [ROW, {**ROW, "group": "2", "hitsAt1": 0.5}], "failures": [{"question": "who?"}],
}  # fmt: skip
TAKEN = {"date": "2026-11-22", "commit": "abc1234", "load": [0.5, 0.2], "machine": {"cores": 2, "memory": 8}}


def write(path: Path, values: Any) -> Path:
    path.write_text(json.dumps(values), encoding="utf-8")
    return path


def test_results_say_where_they_were_taken_and_leave_questions_out(tmp_path: Path) -> None:
    path = tmp_path / "results" / "films.json"
    write_page(path, REPORT)
    found = json.loads(path.read_text(encoding="utf-8"))
    assert set(found) == {"taken"} | (set(REPORT) - {"failures", "resumed"})
    assert found["rows"] == REPORT["rows"]
    assert found["taken"]["machine"]["cores"] >= 1 and len(found["taken"]["load"]) == 2
    assert "who?" not in path.read_text(encoding="utf-8")
    write_page(tmp_path / "films.md", REPORT)
    assert "| auto, planner paths | 2 | 20 | 50.0 |" in (tmp_path / "films.md").read_text(encoding="utf-8")


def test_a_page_shows_what_the_file_holds_and_keeps_the_rest(tmp_path: Path) -> None:
    write(tmp_path / "films.json", {"taken": TAKEN, **REPORT})
    page = "# A\n\n<!-- results: films -->\nstale\n<!-- results: end -->\n\nby hand\n"
    once = filled(page, tmp_path)
    assert "stale" not in once and once.startswith(
        "# A\n\n<!-- results: films -->\n### films, test questions"
    )
    assert "| auto, planner paths | 1 | 20 | 85.0 |" in once and once.endswith(
        "<!-- results: end -->\n\nby hand\n"
    )
    assert "*Commit abc1234, 2026-11-22; 2 cores, 8 GiB, load 0.5.*" in once
    assert filled(once, tmp_path) == once
    write(tmp_path / "films.json", {"taken": TAKEN, **REPORT, "rows": [{**ROW, "hitsAt1": 0.1}]})
    assert "| 10.0 |" in filled(once, tmp_path)


def test_rows_of_one_group(tmp_path: Path) -> None:
    path = write(tmp_path / "films.json", {"taken": TAKEN, **REPORT})
    page = "<!-- results: films 2 -->\n<!-- results: end -->\n"
    assert "| 50.0 |" in filled(page, tmp_path) and "| 85.0 |" not in filled(page, tmp_path)
    with pytest.raises(InvalidInput, match="no rows of a group '3'"):
        render_results(path, "3")


def test_a_benchmark_is_shown_as_it_printed(tmp_path: Path) -> None:
    printed = ["median 3 ms", "  ratio 7"]
    path = write(
        tmp_path / "b.json", {"taken": TAKEN, "benchmark": "b", "command": "run.py b", "printed": printed}
    )
    assert render_results(path).startswith("### `run.py b`\n\n```text\nmedian 3 ms\n  ratio 7\n```\n")


def test_a_pattern_shows_all_files_that_fit(tmp_path: Path) -> None:
    page = "<!-- results: bench-* -->\n<!-- results: end -->\n"
    assert filled(page, tmp_path) == page
    for name in ("b", "a"):
        write(
            tmp_path / f"bench-{name}.json",
            {"taken": TAKEN, "benchmark": name, "command": f"run.py {name}", "printed": []},
        )
    shown = filled(page, tmp_path)
    assert shown.index("### `run.py a`") < shown.index("### `run.py b`")


def test_marks_in_a_line_are_text(tmp_path: Path) -> None:
    text = "between `<!-- results: NAME -->` and `<!-- results: end -->`\n"
    assert filled(text, tmp_path) == text


@pytest.mark.parametrize(
    ("content", "message"),
    [("no", "cannot be read"), ("[]", "holds no results"), ("{}", "does not say when")],
)
def test_other_files_are_refused_with_the_command_that_writes_them(
    tmp_path: Path, content: str, message: str
) -> None:
    path = tmp_path / "films.json"
    with pytest.raises(InvalidInput, match="cannot be read"):
        render_results(path)
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidInput, match=message) as raised:
        render_results(path)
    assert "motif evaluate" in str(raised.value.hint)


def test_what_is_not_known_of_a_run_is_said(tmp_path: Path) -> None:
    old = {"date": "2026-01-01", "commit": None, "load": None, "machine": {"cores": 2}}
    assert said(old) == "2026-01-01; 2 cores, load not recorded."
    write_results(tmp_path / "a.json", {"rows": [], "lost": 1}, leave_out=("lost",))
    assert "lost" not in json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
