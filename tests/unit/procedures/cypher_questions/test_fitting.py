"""The weights that say how sure a meaning is: fitted to questions of one graph, and tried on another."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from motif.planners.meaning.sureness import EMPTY, probability
from motif_procedures.cypher_questions.fitting import (
    MOST,
    OF_NOTHING,
    Example,
    examples_of,
    fitted,
    left_out,
    main,
    told_of,
)
from question_sets import FOLDER


def test_weights_tell_what_is_right_from_what_is_not() -> None:
    many = [
        Example(graph, {"fits": float(n % 2), "noise": float(n % 3)}, False, n % 2 == 1)
        for graph in ("one", "other")
        for n in range(60)
    ]
    weights = fitted(many)
    good, bad = Example("x", {"fits": 1.0}, False, True), Example("x", {"fits": 0.0}, False, False)
    assert told_of(weights, good) > 0.9 > 0.1 > told_of(weights, bad)
    assert abs(weights["noise"]) < abs(weights["fits"]) / 4
    assert told_of(weights, good) == pytest.approx(probability(good.traits, weights), abs=1e-9)
    lines = list(left_out(many))
    assert [line.split(":")[0] for line in lines] == ["one", "other", "all"] and "100.0 % right" in lines[0]


def test_no_graph_counts_more_than_its_share() -> None:
    large = [Example("large", {"fits": 1.0}, False, False) for _ in range(2_000)]
    small = [Example("small", {"fits": 1.0}, False, True) for _ in range(MOST)]
    assert told_of(fitted([*large, *small]), small[0]) == pytest.approx(0.5, abs=0.02)


def test_where_questions_tell_little_a_weight_stays_where_it_was() -> None:
    many = [
        Example("g", {"often": float(n % 2), "seldom": float(n == 7)}, False, n % 2 == 1) for n in range(200)
    ]
    weights = fitted(many, {"often": 0.0, "seldom": -2.0, EMPTY: -9.0})
    assert weights["often"] > 0.5 and weights["seldom"] == pytest.approx(-2.0, abs=0.05)
    assert fitted(many)["seldom"] > -0.1 and weights[EMPTY] == OF_NOTHING


def every_third(name: str, folder: Path) -> Path:
    """A file of every third question to a graph, beside a copy of the graph."""
    shutil.copy(FOLDER / f"{name}.cypher", folder)
    head, *questions = re.split(
        r"^(?=- id:)", (FOLDER / f"{name}.yml").read_text(encoding="utf-8"), flags=re.M
    )
    few = folder / f"{name}.yml"
    few.write_text(head + "".join(questions[::3]), encoding="utf-8")
    return few


def test_examples_of_a_graph_and_of_copies_that_lack_a_relation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grid, court = every_third("grid", tmp_path), every_third("court", tmp_path)
    examples = list(examples_of(grid))
    assert {one.graph for one in examples} == {"grid"} and all(EMPTY in one.traits for one in examples)
    rights = sum(one.right for one in examples)
    assert 0 < rights < len(examples)
    main(str(tmp_path / "weights.json"), str(grid), str(court))
    weights = json.loads((tmp_path / "weights.json").read_text(encoding="utf-8"))["weights"]
    assert "" in weights and "margin" in weights
    printed = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in printed] == ["grid", "court", "all"]
