"""The pictures of the pages about methods are what their script draws today."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
specification = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
assert specification is not None and specification.loader is not None
pictures = importlib.util.module_from_spec(specification)
specification.loader.exec_module(pictures)


def without_places(svg: str) -> str:
    """The last digits of a position may differ between processors."""
    return re.sub(r"-?\d+(\.\d+)?", "0", svg)


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_picture_is_current(name: str) -> None:
    written = (pictures.IMAGES / f"{name}.svg").read_text(encoding="utf-8")
    assert without_places(written) == without_places(pictures.PICTURES[name]().show().svg + "\n"), (
        "run: python docs/pictures.py"
    )


def test_every_picture_is_shown_and_every_one_shown_is_there() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        (page.parent / link).resolve()
        for page in pages
        for link in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    assert {path for path in shown if not path.is_file()} == set()
    drawn = {path for path in pictures.IMAGES.iterdir() if path.suffix in (".svg", ".png")}
    assert drawn - shown == set()


def test_python_of_search_over_the_graph_that_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    [block] = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "docs" / "search.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    exec(block, {"kg": pictures.countries()})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.*)$", block, re.MULTILINE)
