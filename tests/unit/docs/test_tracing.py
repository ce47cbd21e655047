"""The Python of docs/tracing.md runs and prints what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import motif
from fakes import HashEncoder
from motif import Graph

PAGE = (Path(__file__).parents[3] / "docs" / "tracing.md").read_text("utf-8")


def test_python(capsys: pytest.CaptureFixture[str]) -> None:
    films = [
        ("Heat", "DIRECTED_BY", "Michael Mann"),
        ("Heat", "STARRED", "Al Pacino"),
        ("Heat", "STARRED", "Robert De Niro"),
        ("Casino", "STARRED", "Robert De Niro"),
    ]
    (block,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exec(block, {"motif": motif, "kg": Graph.from_triples(films, encoder=HashEncoder())})
    said = [line.removeprefix("# ") for line in block.splitlines() if line.startswith("# ")]
    assert sorted(capsys.readouterr().out.splitlines()) == sorted(said)
