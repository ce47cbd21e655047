"""The bulk import, with a script in Java's place that plays the admin tool."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from motif.embedded import ImportFiles, StartOptions, bulk_import, start, stop
from motif.embedded.configuration import Installation
from motif.embedded.importing import cause_of
from motif.embedded.launch import home_of
from motif.errors import EmbeddedServerError, InvalidSource
from motif.settings import Settings

_IMPORTER = """
    import json, os, pathlib, sys
    home = pathlib.Path(os.environ["NEO4J_HOME"])
    if "info" in sys.argv:
        print((home / "info.json").read_text())
        sys.exit(0)
    (home / "arguments.json").write_text(json.dumps(sys.argv[sys.argv.index("database"):]))
    (home / "data" / "databases" / "neo4j").mkdir(parents=True, exist_ok=True)
    if (home / "fails").exists():
        print((home / "fails").read_text(), file=sys.stderr)
        sys.exit(70)
    print("IMPORT DONE in 1s. \\nImported:\\n  20 nodes\\n  100 relationships\\n  40 properties\\n")
"""


@pytest.fixture
def home(options: StartOptions, settings: Settings) -> Path:
    folder = home_of(options, settings).folder
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def importer(
    installation: Installation, make_script: Callable[[Path, str], Path], monkeypatch: pytest.MonkeyPatch
) -> Installation:
    make_script(installation.java, _IMPORTER)
    # The package has a function of the module's name: so the module is told by its path.
    monkeypatch.setattr(sys.modules["motif.embedded.importing"], "install", lambda *_: installation)
    return installation


@pytest.fixture
def files(tmp_path: Path) -> ImportFiles:
    for name in ("nodes", "relationships"):
        (tmp_path / f"{name}.csv").write_text("x:ID\n")
    return ImportFiles((tmp_path / "nodes.csv",), (tmp_path / "relationships.csv",))


@pytest.mark.usefixtures("importer")
def test_the_importers_counts_are_reported(
    options: StartOptions, settings: Settings, files: ImportFiles, home: Path
) -> None:
    report = bulk_import(options, settings, files)
    assert (report.nodes, report.relationships, report.properties) == (20, 100, 40)
    arguments = json.loads((home / "arguments.json").read_text())
    assert f"--nodes={files.nodes[0]}" in arguments
    assert f"--relationships={files.relationships[0]}" in arguments


@pytest.mark.usefixtures("importer")
@pytest.mark.parametrize(
    ("transactions", "recovery", "nodes"),
    [("4", "false", 0), ("3", "true", 0), ("3", "false", 8192), ("?", "false", 0)],
)
def test_a_database_that_holds_anything_is_refused(
    options: StartOptions,
    settings: Settings,
    files: ImportFiles,
    home: Path,
    transactions: str,
    recovery: str,
    nodes: int,
) -> None:
    store = home / "data" / "databases" / "neo4j"
    store.mkdir(parents=True)
    (store / "neostore.nodestore.db").write_bytes(bytes(nodes))
    info = {"lastCommittedTransaction": transactions, "recoveryRequired": recovery}
    (home / "info.json").write_text(json.dumps(info))
    with pytest.raises(EmbeddedServerError, match="is not empty") as caught:
        bulk_import(options, settings, files)
    assert "--name" in caught.value.hint
    assert not (home / "arguments.json").exists()


@pytest.mark.usefixtures("importer")
def test_a_database_that_was_started_but_never_written_to_is_empty(
    options: StartOptions, settings: Settings, files: ImportFiles, home: Path
) -> None:
    store = home / "data" / "databases" / "neo4j"
    store.mkdir(parents=True)
    (store / "neostore.nodestore.db").touch()
    (home / "info.json").write_text('{"lastCommittedTransaction": "3", "recoveryRequired": "false"}')
    assert bulk_import(options, settings, files).nodes == 20


@pytest.mark.usefixtures("importer")
def test_a_failed_import_says_why_and_leaves_nothing(
    options: StartOptions, settings: Settings, files: ImportFiles, home: Path
) -> None:
    (home / "fails").write_text("Caused by: a.b.CsvImportException: Missing header\n\tat somewhere\n")
    with pytest.raises(InvalidSource, match="refused the files: Missing header"):
        bulk_import(options, settings, files)
    assert not (home / "data" / "databases" / "neo4j").exists()
    (home / "fails").unlink()
    assert bulk_import(options, settings, files).nodes == 20


@pytest.mark.usefixtures("importer")
def test_an_import_that_fills_the_disk(
    options: StartOptions, settings: Settings, files: ImportFiles, home: Path
) -> None:
    (home / "fails").write_text("java.io.IOException: No space left on device")
    with pytest.raises(EmbeddedServerError, match="is full"):
        bulk_import(options, settings, files)


@pytest.mark.usefixtures("fake_neo4j")
def test_a_server_that_runs_is_refused(options: StartOptions, settings: Settings, files: ImportFiles) -> None:
    start(options, settings)
    try:
        with pytest.raises(EmbeddedServerError, match="'default' runs") as caught:
            bulk_import(options, settings, files)
    finally:
        stop("default", settings)
    assert "motif stop" in caught.value.hint


@pytest.mark.parametrize(
    ("names", "message"),
    [((), "at least one file of nodes"), (("missing.csv",), "does not exist"), (("a,b.csv",), "comma")],
)
def test_files_that_cannot_be_imported(
    options: StartOptions, settings: Settings, tmp_path: Path, names: tuple[str, ...], message: str
) -> None:
    (tmp_path / "a,b.csv").touch()
    with pytest.raises(InvalidSource, match=message):
        bulk_import(options, settings, ImportFiles(tuple(tmp_path / name for name in names)))


@pytest.mark.parametrize(
    ("errors", "cause"),
    [
        (
            "x\nCaused by: o.n.FileImporter$CsvImportException: o.n.InputException: ERROR in input\n"
            "  data source: r.csv, line:1\n  original error: missing node zzz\n\tat o.n.X\n",
            "ERROR in input\n  data source: r.csv, line:1\n  original error: missing node zzz",
        ),
        (
            "Caused by: o.n.FileImporter$CsvImportException: Invalid relationship\nr.csv: line 1\n\t... 13 more\n",
            "Invalid relationship\nr.csv: line 1",
        ),
        ("NOTE: Picked up JDK_JAVA_OPTIONS: -Xss1m\nWARNING: unsafe\nsomething else", "something else"),
    ],
)
def test_the_cause_is_found_in_both_lines_stack_traces(errors: str, cause: str) -> None:
    assert cause_of(errors) == cause
