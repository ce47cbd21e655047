"""The generated reference pages are what the code says today."""

from __future__ import annotations

import importlib.util
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
specification = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
assert specification is not None and specification.loader is not None
generate = importlib.util.module_from_spec(specification)
specification.loader.exec_module(generate)


@pytest.mark.parametrize("name", sorted(generate.pages()))
def test_page_is_current(name: str) -> None:
    written = (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8")
    assert written == generate.pages()[name], "run: make docs"


@pytest.mark.parametrize("name", sorted(generate.measured()))
def test_tables_are_those_of_the_files_of_results(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == generate.measured()[name], "run: make docs"


def test_every_file_of_results_is_shown() -> None:
    text = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in generate.measured())
    shown = re.findall(r"^<!-- results: (?!end )(\S+)", text, re.MULTILINE)
    files = {path.stem for path in generate.RESULTS.glob("*.json")}
    assert {file for file in files if not any(fnmatch(file, name) for name in shown)} == set()
    assert {name for name in shown if "*" not in name} <= files
