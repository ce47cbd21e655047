"""A dump of a Neo4j database, loaded into an embedded server that is empty and stopped."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from motif.embedded.artifacts import Progress
from motif.embedded.configuration import (
    Home,
    Installation,
    prepare_home,
    run_admin_tool,
    set_initial_password,
)
from motif.embedded.disk import check_free_space, out_of_space
from motif.embedded.importing import DATABASE, check_empty, check_stopped, forget_half_import
from motif.embedded.launch import home_of
from motif.embedded.options import StartOptions
from motif.embedded.ports import choose_ports
from motif.embedded.server import check_not_locked, install
from motif.errors import EmbeddedServerError, InvalidSource
from motif.settings import Settings

_STORE_PER_DUMP_BYTE = 12
"""Space a store may need for each byte of a dump, which is compressed."""


def load_dump(
    options: StartOptions, settings: Settings, dump: Path, progress: Progress | None = None
) -> None:
    """Load ``dump`` (``neo4j-admin database dump``) into the embedded server that ``options`` describe, which must not
    run. One of an older release of Neo4j is brought to the server's.

    Raises `InvalidSource` for a file that is missing or that Neo4j cannot load, `EmbeddedServerError` for a server that
    runs and for a database that is not empty.
    """
    tell = progress or (lambda _: None)
    check_dump(dump)
    check_stopped(options, settings, "a dump")
    home = home_of(options, settings)
    check_not_locked(home)
    check_free_space(home.folder, _STORE_PER_DUMP_BYTE * dump.stat().st_size)
    installation = install(options, settings, tell)
    prepare_home(home, options, choose_ports({"bolt": None, "http": None}, {}))
    set_initial_password(home, installation)
    check_empty(home, installation, "a dump")
    tell(f"Loading {dump.name} with Neo4j {installation.version}")
    _load(home, installation, dump, options.heap)
    _migrate(home, installation, dump, options.heap)


def check_dump(dump: Path) -> None:
    """Raises `InvalidSource` for a file that is not there: nothing need be stopped to find that out."""
    if not dump.is_file():
        raise InvalidSource(f"The dump {dump} does not exist.")


def _load(home: Home, installation: Installation, dump: Path, heap: str) -> None:
    with tempfile.TemporaryDirectory(prefix="motif-dump-", dir=home.folder) as folder:
        # Neo4j looks for a file that is called as the database is.
        (Path(folder) / f"{DATABASE}.dump").symlink_to(dump.absolute())
        arguments = ("database", "load", DATABASE, f"--from-path={folder}", "--overwrite-destination=true")
        result = run_admin_tool(home, installation, arguments, heap=heap)
    if result.returncode != 0:
        forget_half_import(home)
        raise _refused(result, home, installation, dump)


def _migrate(home: Home, installation: Installation, dump: Path, heap: str) -> None:
    """Brings a store of an older release to the server's; one that is of it already stays."""
    arguments = ("database", "migrate", DATABASE, "--force-btree-indexes-to-range")
    result = run_admin_tool(home, installation, arguments, heap=heap)
    if result.returncode != 0:
        forget_half_import(home)
        raise _refused(result, home, installation, dump)


def _refused(
    result: subprocess.CompletedProcess[str], home: Home, installation: Installation, dump: Path
) -> EmbeddedServerError | InvalidSource:
    said = f"{result.stdout}\n{result.stderr}"
    if "No space left on device" in said:
        return out_of_space(home.folder)
    return InvalidSource(
        f"Neo4j {installation.version} cannot load {dump}: {_cause(said)}",
        hint="Nothing was loaded. A dump of a newer Neo4j needs a newer server: motif start --neo4j-version newest "
        "--name NAME, motif stop --name NAME, then motif load FILE.dump --server NAME.",
    )


def _cause(said: str) -> str:
    """What Neo4j's tool says was wrong: the innermost cause, without the stack.

    >>> _cause("WARNING: x\\nFailed to load.\\nCaused by: java.io.IOException: Not a valid archive\\n  at org.x")
    'Not a valid archive'
    """
    lines = [line.strip() for line in said.splitlines()]
    causes = [line.rpartition("Exception: ")[2] for line in lines if line.startswith("Caused by:")]
    plain = [line for line in lines if line and not line.startswith(("WARNING", "at ", "...", "Selecting"))]
    return (causes or plain or ["no reason was given"])[-1]
