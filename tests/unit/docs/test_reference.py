"""The generated reference pages are what the code says today."""

from __future__ import annotations

import importlib.util
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
