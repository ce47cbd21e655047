"""The examples of docs/notebooks.md do what the page says, and its picture is what they draw."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from question_graphs import question_graph

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "notebooks.md").read_text(encoding="utf-8")


def test_python(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for package in ("pyvis", "pandas", "networkx"):
        pytest.importorskip(package, reason="the notebook extra is not installed")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"kg": question_graph("world")}
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    for block in blocks:
        exec(block, names)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == re.findall(r"^# (.*)$", blocks[3], re.MULTILINE)[0]
    assert any(line.split() == ["Germany", "USES_CURRENCY", "Euro"] for line in printed)
    drawn = (tmp_path / "neighbour.svg").read_text(encoding="utf-8")
    assert _without_places(drawn) == _without_places(
        (DOCS / "images" / "notebook.svg").read_text(encoding="utf-8")
    )
    assert (tmp_path / "neighbour.html").stat().st_size > 100_000


def _without_places(svg: str) -> str:
    """The last digits of a position may differ between processors."""
    return re.sub(r"-?\d+(\.\d+)?", "0", svg)
