"""The table of the chosen method beside single ones, made of files of results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from motif.errors import InvalidInput
from motif_procedures.choice import choice_report, main
from motif_procedures.result_pages import render_results

TAKEN = {"date": "2026-11-22", "commit": "abc1234", "load": [0.5, 0.2], "machine": {"cores": 2, "memory": 8}}


def answered(method: str, group: str, figure: float) -> dict[str, Any]:
    return {"method": method, "group": group, "questions": 20, "hitsAt1": figure}


def write(path: Path, report: dict[str, Any]) -> Path:
    path.write_text(json.dumps({"taken": TAKEN, **report}), encoding="utf-8")
    return path


def test_each_group_has_the_best_and_the_chosen(tmp_path: Path) -> None:
    rows = [answered("search", "1", 0.9), answered("match", "1", 0.8), answered("auto", "1", 0.85)]
    rows += [answered("search", "2", 0.5), answered("match", "2", 0.5), answered("auto", "2", 0.75)]
    path = write(tmp_path / "films.json", {"dataset": "films", "rows": rows})
    first, second = choice_report([path])["rows"]
    assert (first["group"], first["best"], first["figure"], first["auto"]) == (
        "films, 1 hop",
        ["search"],
        0.9,
        0.85,
    )
    assert (second["best"], second["auto"]) == (["search", "match"], 0.75)


def test_passages_and_steps_have_their_own_measures(tmp_path: Path) -> None:
    rows = [
        {"method": method, "group": "all", "questions": 9, "recall": {"20": {"hit": hit, "share": 0.1}}}
        for method, hit in (("expand", 0.5), ("auto", 0.4))
    ]
    passages = write(tmp_path / "p.json", {"passages": True, "dataset": "films", "rows": rows})
    steps = [
        {"method": method, "group": group, "questions": 9, "recall": 0.3}
        for group in ("all", "date")
        for method in ("spark", "auto")
    ]
    numbers = write(tmp_path / "s.json", {"spark": True, "rows": steps})
    found = choice_report([passages, numbers])["rows"]
    assert [row["measure"] for row in found] == ["hit at 20", "share at 20", "Recall@20"]


def test_the_file_becomes_a_table(tmp_path: Path) -> None:
    rows = [answered("search", "all", 0.9), answered("auto", "all", 0.95)]
    source = write(tmp_path / "films.json", {"dataset": "films", "source": "world", "rows": rows})
    main([str(tmp_path / "choice.json"), str(source)])
    page = render_results(tmp_path / "choice.json")
    assert "| films over world | 20 | Hits@1 | `search` | 90.0 | 95.0 | +5.0 |" in page
    assert page.startswith("### The method that is chosen") and "commit abc1234" in page


def test_a_file_without_the_choice_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "films.json", {"dataset": "films", "rows": [answered("search", "all", 0.9)]})
    with pytest.raises(InvalidInput, match="does not have 'auto' beside another"):
        choice_report([path])
