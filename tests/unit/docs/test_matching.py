"""The examples of docs/matching.md do what the page says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import motif
from question_graphs import question_graph

PAGE = (Path(__file__).parents[3] / "docs" / "matching.md").read_text(encoding="utf-8")


def test_python(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"motif": motif, "kg": question_graph("films")}
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        exec(block, names)
    printed = capsys.readouterr().out.splitlines()
    assert printed == re.findall(r"^# (.*)$", blocks[0], re.MULTILINE) and printed
    assert names["found"].complete
