"""``motif evaluate spark``: what reaches the job, and what is printed of its report."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import Any

import pytest
from click.testing import CliRunner, Result

import motif.cli.evaluating as evaluating
from motif.cli.main import main

ROW = {
    "method": "spark", "group": "all", "questions": 241, "recall": 0.515, "hitsAt1": 0.4, "hitsAt5": 0.5, "mrr": 0.45,
    "valid": 1.0, "fallback": 0.125, "roundTrips": 1,
    "millis": {"plan": 12.0, "validate": None, "run": 3.0, "all": 20.0},
}  # fmt: skip
REPORT = {
    "split": "test",
    "questions": 241,
    "withoutGold": 2,
    "rows": [ROW, {**ROW, "group": "units", "questions": 16, "recall": 0.75}],
    "differences": [{"method": "spark", "mean": 0.4, "low": 0.35, "high": 0.45}],
    "failures": [
        {"method": "spark", "failed": 3, "questions": 241, "classes": {"structure": 3, "refused": 0}}
    ],
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    requests: list[Any] = []

    def job(request: Any, *, connection: Any, progress: Any) -> Any:
        requests.append((request, connection))
        progress("spark", 1, 2)
        return REPORT

    monkeypatch.setattr(evaluating, "find_job", lambda name: job if name == "spark" else None)
    monkeypatch.setattr(evaluating, "connect_to", lambda options, settings: nullcontext((options,)))
    return requests


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", "spark", *arguments])


def test_options_reach_the_job(asked: list[Any]) -> None:
    result = run(
        "--graph", "world", "--split", "dev", "--sample", "3", "--load", "--uri", "bolt://x", "--json"
    )
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == REPORT
    [(request, (login,))] = asked
    assert (login["uri"], login["server"]) == ("bolt://x", None)
    assert request == {
        "methods": (), "graphs": ("world",), "split": "dev", "sample": 3, "seed": 0, "page": None,
        "restart": False, "load": True,
    }  # fmt: skip


def test_all_graphs_are_asked_without_one(asked: list[Any]) -> None:
    assert run("--json").exit_code == 0
    assert asked[0][0]["graphs"] is None


def test_tables_show_contenders_groups_and_classes(asked: list[Any]) -> None:
    output = run().output
    assert "2 questions whose answers the graphs lack were left out." in output
    assert "spark test, 241 questions" in output
    assert "spark: +40.0 points of R@20 over hybrid (+35.0 to +45.0)" in output
    assert ["units", "16", "75.0"] in [line.split() for line in output.splitlines()]
    assert "spark: 3 of 241 failed: structure 3" in output


@pytest.mark.parametrize("option", [("--traces",), ("--triples", "x"), ("--planner", "gold")])
def test_what_is_not_for_it_is_refused(asked: list[Any], option: tuple[str, ...]) -> None:
    assert run(*option).exit_code != 0
    assert not asked


def test_loading_is_for_it_alone() -> None:
    result = CliRunner().invoke(main, ["evaluate", "metaqa", "--load"])
    assert result.exit_code == 2 and "--load is for spark" in result.output
