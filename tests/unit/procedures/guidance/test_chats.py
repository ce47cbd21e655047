"""Chats to fine-tune with: what the planner would send and read, split by entity; and how training takes them."""

from __future__ import annotations

import dataclasses
import importlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from motif.catalog.triples import from_triples
from motif.errors import InvalidInput, InvalidSource, MissingDependency
from motif.graphs.pattern import parse_part
from motif.planners.decomposition_answers import read_alternatives, read_graphs
from motif.planners.prompting import prompt
from motif_procedures.guidance import lora
from motif_procedures.guidance.chats import export_chats
from motif_procedures.guidance.generation import generate_examples

FACTS = [(f"film {number}", "directed_by", f"person {number % 5}") for number in range(30)]
FACTS += [(f"film {number}", "has_genre", ("Crime", "Drama")[number % 2]) for number in range(30)]
EXAMPLES = generate_examples(from_triples(FACTS), count=80, noise=0.5)


def chats_in(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_chats_are_what_the_planner_asks_and_reads(tmp_path: Path) -> None:
    assert export_chats(EXAMPLES, tmp_path) == {"sgda": len(EXAMPLES), "sagb": len(EXAMPLES)}
    for name, instructions in (("sgda", "decompose"), ("sagb", "schema_graph")):
        for chat in chats_in(tmp_path / f"{name}.jsonl"):
            assert [message["role"] for message in chat["messages"]] == ["system", "user", "assistant"]
            assert chat["messages"][0]["content"] == prompt(instructions)
    for one, chat in zip(EXAMPLES, chats_in(tmp_path / "sgda.jsonl"), strict=True):
        asked, answer = (message["content"] for message in chat["messages"][1:])
        assert json.dumps(one.question, ensure_ascii=False) in asked
        (read,) = read_alternatives(json.loads(answer), 4)
        assert (read.assertions, read.strategy, read.answer) == (one.assertions, one.strategy, one.answer)
    for one, chat in zip(EXAMPLES, chats_in(tmp_path / "sagb.jsonl"), strict=True):
        asked, answer = (message["content"] for message in chat["messages"][1:])
        assert all(json.dumps(assertion, ensure_ascii=False) in asked for assertion in one.assertions)
        assert [tuple(triple) for triple in read_graphs(json.loads(answer), 1)[1]] == list(one.graph_triples)


def test_validation_names_no_entity_of_training(tmp_path: Path) -> None:
    assert max(len(one.entities) for one in EXAMPLES) == 2
    written = export_chats(EXAMPLES, tmp_path, split=0.3)
    assert written["sagb"] + written["sagb.validation"] == len(EXAMPLES)
    names = {
        name: [
            {part for triple in example for part in (triple[0], triple[2]) if parse_part(part).is_known}
            for chat in chats_in(tmp_path / f"{name}.jsonl")
            for example in [json.loads(chat["messages"][2]["content"])["graphs"][0]["triples"]]
        ]
        for name in ("sagb", "sagb.validation")
    }
    trained = set().union(*names["sagb"])
    assert len(names["sagb.validation"]) > 10 and len(trained) > 10
    assert all(some - trained for some in names["sagb.validation"])


def test_bad_input_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="from 0 to below 1"):
        export_chats(EXAMPLES, tmp_path, split=1.0)
    wordless = [dataclasses.replace(one, question="") for one in EXAMPLES]
    with pytest.raises(InvalidInput, match="None of the 80 examples has a question"):
        export_chats(wordless, tmp_path)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InvalidSource, match="cannot be written"):
        export_chats(EXAMPLES, tmp_path / "file")


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Stand-ins for the packages of the extra, which record what they are given."""
    seen: dict[str, Any] = {"saved": []}

    class Trainer:
        def __init__(self, **given: Any) -> None:
            seen["trainer"] = given

        def train(self) -> None:
            seen["trained"] = True

        def save_model(self, folder: str) -> None:
            seen["saved"].append(folder)

    class Loaded(list[Any]):
        def map(self, change: Any, remove_columns: list[str]) -> Any:
            assert remove_columns == ["messages"]
            return [change(row) for row in self]

    modules = {
        "trl": SimpleNamespace(SFTTrainer=Trainer, SFTConfig=dict),
        "peft": SimpleNamespace(LoraConfig=dict),
        "datasets": SimpleNamespace(
            load_dataset=lambda kind, data_files, split: Loaded(chats_in(Path(data_files)))
        ),
        "transformers": SimpleNamespace(utils=SimpleNamespace(is_torch_bf16_gpu_available=lambda: False)),
    }
    monkeypatch.setattr(importlib, "import_module", modules.__getitem__)
    return seen


def test_training_takes_the_chats(packages: dict[str, Any], tmp_path: Path) -> None:
    written = export_chats(EXAMPLES, tmp_path, split=0.2)
    sagb, output = tmp_path / "sagb.jsonl", tmp_path / "adapter"
    given = [
        "--model",
        "some/model",
        "--output",
        str(output),
        "--learning-rate",
        "1e-5",
        "--batch-per-device",
        "8",
    ]
    lora.main([str(sagb), *given])
    trainer = packages["trainer"]
    assert (trainer["model"], packages["trained"], packages["saved"]) == ("some/model", True, [str(output)])
    assert len(trainer["train_dataset"]) == written["sagb"]
    assert len(trainer["eval_dataset"]) == written["sagb.validation"]
    pair = trainer["train_dataset"][0]
    assert [message["role"] for message in pair["prompt"]] == ["system", "user"]
    assert [message["role"] for message in pair["completion"]] == ["assistant"]
    arguments = trainer["args"]
    assert (arguments["learning_rate"], arguments["num_train_epochs"]) == (1e-5, 2)
    assert arguments["per_device_train_batch_size"] * arguments["gradient_accumulation_steps"] == 32
    assert (arguments["eval_strategy"], arguments["max_length"], arguments["bf16"]) == ("epoch", 2048, False)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no chats"),
        ("{}", "line 1 is no chat"),
        ('\n{"messages": [{"role": "user", "content": "a"}]}', "line 2: a chat has messages of system, user"),
    ],
)
def test_files_without_chats_are_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "sgda.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidSource, match=message):
        lora.fine_tune("some/model", path, tmp_path)
    with pytest.raises(InvalidSource, match="cannot be read"):
        lora.check_chats(tmp_path / "none.jsonl")


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    export_chats(EXAMPLES, tmp_path)
    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(MissingDependency, match=r"needs the package trl.*motif-graphrag\[lora\]"):
        lora.fine_tune("some/model", tmp_path / "sgda.jsonl", tmp_path)
