"""A framework that is not installed is named, with the command that installs it."""

from __future__ import annotations

import importlib
import sys

import pytest

from motif.errors import MissingDependency


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("motif.langchain", "langchain_core.retrievers", "langchain"),
        ("motif.llamaindex", "llama_index.core.schema", "llamaindex"),
        ("motif.graphrag", "neo4j_graphrag.retrievers.base", "graphrag"),
    ],
)
def test_what_to_install_is_said(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for known in [name for name in sys.modules if name == module or name.startswith(f"{module}.")]:
        monkeypatch.delitem(sys.modules, known)
    monkeypatch.setitem(sys.modules, package, None)  # as if it were not installed
    with pytest.raises(
        MissingDependency, match=rf'{module} needs .* pip install "motif-graphrag\[{extra}\]"'
    ):
        importlib.import_module(module)
