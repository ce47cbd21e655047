"""``motif train-guidance``: how the options are read and what is told, without a database."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import motif.cli.guidance as guidance
from motif.cli.main import main
from motif.graphs.guidance import GuidanceModel
from motif.graphs.stamp import EncoderStamp

FACTS = {
    "examples": 900,
    "relationships": 1234,
    "epochs": 3,
    "device": "cpu",
    "recall": 0.912,
    "relations": ["by"],
}


class FakeGraph:
    """Notes what it was asked for."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}
        self.recall: float | None = 0.912

    def train_guidance(self, **options: Any) -> GuidanceModel:
        self.asked = options
        return GuidanceModel(4, 64, EncoderStamp("mini", 3), {}, "query", {**FACTS, "recall": self.recall})


@pytest.fixture
def films(monkeypatch: pytest.MonkeyPatch) -> FakeGraph:
    graph = FakeGraph()
    connection = SimpleNamespace(
        graph=lambda name: graph,
        catalog=SimpleNamespace(learned_folder=lambda database, name: Path("/home") / database / name),
        database=SimpleNamespace(id="db"),
    )
    monkeypatch.setattr(guidance, "connect_to", lambda *target: nullcontext(connection))
    return graph


def test_what_was_trained_is_told(films: FakeGraph) -> None:
    result = CliRunner().invoke(main, ["train-guidance", "films"])
    assert result.exit_code == 0
    said = " ".join(result.output.split())
    assert "900 examples of 'films' (1,234 relationships): 4 layers of 64 dimensions, 3 epochs on cpu" in said
    assert "91.2 % are among the likeliest" in said and "/home/db/films/guidance.safetensors" in said
    assert films.asked.keys() == {"examples", "count", "device", "seed", "output", "progress"}
    films.recall = None
    assert "Nothing was kept back" in CliRunner().invoke(main, ["train-guidance", "films"]).output


def test_options_reach_the_training(films: FakeGraph, tmp_path: Path) -> None:
    (tmp_path / "examples.jsonl").write_text("")
    options = (
        f"--examples {tmp_path}/examples.jsonl --layers 6 --dimension 512 --epochs 2 --subgraph none "
        f"--learning-rate 1e-4 --device cuda --output {tmp_path}/model.safetensors --json"
    )
    result = CliRunner().invoke(main, ["train-guidance", "films", *options.split()])
    told = json.loads(result.output)
    assert told["file"] == f"{tmp_path}/model.safetensors" and told["recall"] == 0.912
    assert "relations" not in told
    expected = {
        "layers": 6,
        "dimension": 512,
        "epochs": 2,
        "learning_rate": 1e-4,
        "subgraph": None,
        "device": "cuda",
    }
    assert expected.items() <= films.asked.items()
    assert films.asked["examples"] == tmp_path / "examples.jsonl"


def test_a_file_that_is_not_there_is_told(films: FakeGraph) -> None:
    result = CliRunner().invoke(main, ["train-guidance", "films", "--examples", "nowhere.jsonl"])
    assert result.exit_code == 2 and "nowhere.jsonl" in result.output
