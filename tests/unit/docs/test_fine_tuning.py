"""The Python of docs/fine-tuning.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from motif import Graph

PAGE = (Path(__file__).parents[3] / "docs" / "fine-tuning.md").read_text("utf-8")


def test_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    facts = [(f"film {number}", "directed_by", f"person {number % 9}") for number in range(60)]
    (block,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exec(block.replace("10_000", "50"), {"kg": Graph.from_triples(facts)})
    assert {path.name for path in (tmp_path / "data").iterdir()} == {
        "examples.jsonl",
        "sgda.jsonl",
        "sagb.jsonl",
        "sgda.validation.jsonl",
        "sagb.validation.jsonl",
    }
