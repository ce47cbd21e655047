"""The page of procedures is what the server tells of them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from motif.embedded import ServerState

pytestmark = pytest.mark.integration
ROOT = Path(__file__).parents[2]


def test_the_page_of_procedures_is_current(server_526: ServerState) -> None:
    specification = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert specification is not None and specification.loader is not None
    generate = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(generate)
    written = (ROOT / "docs" / "reference" / "procedures.md").read_text(encoding="utf-8")
    assert written == generate.procedure_rows(server_526.bolt, server_526.password), (
        "run: motif start, then python docs/generate.py --uri … --password …"
    )
