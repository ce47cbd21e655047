"""The pages about methods have one shape: question, example with what it prints, picture, parameters, promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from motif.retrievers.arguments import METHODS

DOCS = Path(__file__).parents[3] / "docs"
PAGES = ("search", "matching", "tracing", "expansion", "communities", "planning")
SHAPE = ["## Which question", "## Parameters", "## What it promises", "## The paper"]


@pytest.mark.parametrize("name", PAGES)
def test_shape(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    places = [page.index(f"\n{heading}\n") for heading in SHAPE]
    assert places == sorted(places)
    question = page[: places[1]]
    assert f"](images/{name}.svg)" in question
    [python] = re.findall(r"```python\n(.*?)```", question, re.DOTALL)
    assert re.findall(r"^# \S", python, re.MULTILINE), "the example says what it prints"
    assert "<!-- parameters: " in page[places[1] : places[2]]


def test_every_method_has_a_page() -> None:
    titles = {(DOCS / f"{name}.md").read_text(encoding="utf-8").split("`")[1] for name in PAGES}
    assert titles == set(METHODS.values()) - {"auto"}
