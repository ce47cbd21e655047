"""The examples of docs/expansion.md and docs/communities.md do what the pages say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from community_graphs import corpus_rows
from fakes import HashEncoder
from motif.catalog import from_rows
from motif.knowledge_graph import Graph

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("page", ["expansion.md", "communities.md"])
def test_python(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    projection = from_rows(*corpus_rows())
    kg = Graph(lambda: projection, encoder=HashEncoder).embed()
    [block] = re.findall(
        r"^```python\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    exec(block, {"kg": kg})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.*)$", block, re.MULTILINE)
