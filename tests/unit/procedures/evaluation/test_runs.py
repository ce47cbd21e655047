"""Answers are kept, half-written lines are cut off, and settings are products."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.errors import InvalidInput, JobFailed
from motif_procedures.evaluation.request import Request
from motif_procedures.evaluation.runs import RunFile, code_fingerprint
from motif_procedures.evaluation.settings_grid import read_pairs, settings_of

IDENTITY = {"dataset": "films", "method": "auto"}


def test_a_run_goes_on_after_a_half_written_line(tmp_path: Path) -> None:
    run = RunFile(tmp_path, IDENTITY)
    run.append(0, {"answers": ["é"]})
    run.append(2, {"answers": []})
    with run.path.open("ab") as file:
        file.write('{"number": 3, "answers": ["é'.encode()[:-1])
    again = RunFile(tmp_path, IDENTITY)
    assert again.records == {0: {"answers": ["é"]}, 2: {"answers": []}}
    again.append(3, {"answers": ["whole"]})
    assert RunFile(tmp_path, IDENTITY).records[3] == {"answers": ["whole"]}


def test_other_circumstances_are_another_run_and_an_ended_one_starts_anew(tmp_path: Path) -> None:
    run = RunFile(tmp_path, IDENTITY)
    run.append(0, {"answers": []})
    assert RunFile(tmp_path, {**IDENTITY, "seed": 1}).records == {}
    assert RunFile(tmp_path, dict(reversed(IDENTITY.items()))).records == {0: {"answers": []}}
    run.finish()
    assert RunFile(tmp_path, IDENTITY).records == {} and len(list(tmp_path.glob("*.done.jsonl"))) == 1
    run.append(0, {"answers": []})
    assert RunFile(tmp_path, IDENTITY, restart=True).records == {}


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JobFailed, match="MOTIF_CACHE"):
        RunFile(tmp_path / "file" / "evaluations", IDENTITY)


def test_the_code_has_a_fingerprint() -> None:
    assert len(code_fingerprint()) == 32


def test_a_grid_is_a_product_and_a_baseline_takes_what_it_has() -> None:
    grid = read_pairs(["candidates=4,16", "shots=0,12", "lines=10"], "--grid")
    found = settings_of(["auto", "bm25-triples", "one-hop"], "paths", {"top_k": 1}, grid)
    assert [setting.title for setting in found] == [
        "auto, planner paths, candidates 4, shots 0, top_k 1",
        "auto, planner paths, candidates 4, shots 12, top_k 1",
        "auto, planner paths, candidates 16, shots 0, top_k 1",
        "auto, planner paths, candidates 16, shots 12, top_k 1",
        "bm25-triples, lines 10",
        "one-hop",
    ]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"grid": ["top-q=1"]}, "Did you mean 'top_k'"),
        ({"grid": ["top_k"]}, "--grid 'top_k' is not NAME=VALUE"),
        (
            {"options": ["lines=1"], "methods": ["one-hop"]},
            "None of the methods one-hop has an option 'lines'",
        ),
    ],
)
def test_options_that_nobody_has_are_refused(values: dict[str, list[str]], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        _ = Request.from_values({"dataset": "metaqa", "methods": ["auto"], **values}).settings


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"smaple": 3}, "Did you mean 'sample'"),
        ({"via": "bolt"}, "Name it with --graph"),
        ({"dataset": "own.jsonl"}, "The questions of own.jsonl need a graph"),
        ({"judge": True}, "Comparing answers needs two methods"),
        ({"grid": ["shots=0,1"]}, "Give some: --examples dev:12"),
    ],
)
def test_requests_that_do_not_go_together_are_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        Request.from_values({"dataset": "metaqa", **values})


def test_baselines_stand_for_all_that_need_no_database() -> None:
    methods = Request.from_values({"dataset": "metaqa", "methods": ["auto", "baselines"]}).methods
    assert methods[:2] == ("auto", "vector-triples") and "vector-cypher" not in methods
