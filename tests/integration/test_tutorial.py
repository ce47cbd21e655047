"""The tutorial notebook runs from its first cell to its last and prints what it holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from motif.database import Database
from motif.embedded import ServerState
from motif_loaders import world
from motif_loaders.writer import write_records

nbformat = pytest.importorskip("nbformat", reason="needs the development requirements")
nbclient = pytest.importorskip("nbclient", reason="needs the development requirements")

pytestmark = [pytest.mark.integration, pytest.mark.notebook]
NOTEBOOK = Path(__file__).parents[2] / "docs" / "tutorial.ipynb"


def clear(database: Database) -> None:
    database.write("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS")
    for row in database.run("SHOW CONSTRAINTS YIELD name RETURN name"):
        database.write(f"DROP CONSTRAINT `{row['name']}`")


def test_tutorial(server_526: ServerState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {
        "NEO4J_URI": server_526.bolt,
        "NEO4J_USERNAME": server_526.user,
        "NEO4J_PASSWORD": server_526.password,
        "MOTIF_HOME": str(tmp_path),
        "IPYTHONDIR": str(tmp_path / "ipython"),
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    written = nbformat.read(NOTEBOOK, as_version=4)
    with Database.connect(server_526.bolt, (server_526.user, server_526.password)) as database:
        clear(database)
        write_records(database, world.load())
        run = nbclient.NotebookClient(nbformat.read(NOTEBOOK, as_version=4), timeout=300).execute()
        clear(database)
    assert printed(run) == printed(written)
    pictures = [output for output in shown(run) if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 3


def shown(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def printed(notebook: Any) -> list[str]:
    """The text of each output, as a terminal would show it."""
    return [output.get("text") or output["data"]["text/plain"] for output in shown(notebook)]
