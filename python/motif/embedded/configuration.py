"""The home folder of an embedded server: settings, passwords, plugins."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from motif.embedded.artifacts import entry_point
from motif.embedded.disk import check_free_space, out_of_space
from motif.embedded.failures import without_stack
from motif.embedded.options import StartOptions
from motif.embedded.ports import LOOPBACK
from motif.embedded.state_file import write_atomically
from motif.errors import EmbeddedServerError

_NEEDED_BYTES = 100 * 1024 * 1024
"""What an empty server and its logs may take before anything is loaded."""

JVM_FLAGS = (
    "-XX:+UseG1GC",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "-Dlog4j2.disable.jmx=true",
    "-Dfile.encoding=UTF-8",
)

QUICKLY_COMPILED = "-XX:TieredStopAtLevel=1"
"""For what ends soon: Java's second compiler would take longer than it saves."""


@dataclass(frozen=True, slots=True)
class Home:
    """The folder of one server and the files in it that Motif writes."""

    folder: Path

    @property
    def configuration(self) -> Path:
        return self.folder / "conf"

    @property
    def plugins(self) -> Path:
        return self.folder / "plugins"

    @property
    def logs(self) -> Path:
        return self.folder / "logs"

    @property
    def password_file(self) -> Path:
        return self.folder / "password"

    @property
    def token_file(self) -> Path:
        return self.folder / "token"

    @property
    def system_database(self) -> Path:
        return self.folder / "data" / "databases" / "system"


@dataclass(frozen=True, slots=True)
class Installation:
    """Jars and the Java that runs them."""

    version: str
    lib: Path
    java: Path

    def class_path(self, home: Home | None = None) -> str:
        """Neo4j's jars, and after them the plugins of that home."""
        # Plugins too: a plugin's kernel extension (the freshness jar) is found on the class path only.
        return os.pathsep.join((f"{self.lib}/*", *((f"{home.plugins}/*",) if home else ())))


def prepare_home(home: Home, options: StartOptions, ports: Mapping[str, int]) -> None:
    """Make the folder ready for a start: settings, token, password file, plugins; data stay as they are.

    Raises `EmbeddedServerError` for a full disk and for a plugin jar that is not there.
    """
    check_free_space(home.folder, _NEEDED_BYTES)
    try:
        for folder in (home.configuration, home.plugins, home.logs):
            folder.mkdir(parents=True, exist_ok=True)
        _write_secret(home.token_file)
        write_atomically(home.configuration / "neo4j.conf", neo4j_conf(options, ports))
        write_atomically(home.configuration / "motif.conf", motif_conf(home, ports))
        copy_plugins(options.plugin_jars, home.plugins)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise out_of_space(home.folder) from error
        raise EmbeddedServerError(f"The server's home {home.folder} cannot be written: {error}.") from error


def neo4j_command(
    installation: Installation, home: Home, class_path: str, jvm_flags: tuple[str, ...]
) -> tuple[str, ...]:
    """The command that runs the server of that home in the foreground."""
    return (
        *(str(installation.java), "-cp", class_path),
        *(*jvm_flags, *JVM_FLAGS, entry_point(installation.lib)),
        *(f"--home-dir={home.folder}", f"--config-dir={home.configuration}", "--console-mode"),
    )


def neo4j_conf(options: StartOptions, ports: Mapping[str, int]) -> str:
    """The text of ``neo4j.conf``: loopback only, no telemetry; the options' settings override ours."""
    bolt, http = f"{LOOPBACK}:{ports['bolt']}", f"{LOOPBACK}:{ports['http']}"
    lines = {
        "server.default_listen_address": LOOPBACK,
        "server.bolt.listen_address": bolt,
        # Without an advertised address drivers would be sent to the default ports.
        "server.bolt.advertised_address": bolt,
        "server.http.enabled": "true",
        "server.http.listen_address": http,
        "server.http.advertised_address": http,
        "server.https.enabled": "false",
        "server.memory.pagecache.size": options.page_cache,
        # Preallocated logs make an empty home 517 MB instead of 2.
        "db.tx_log.preallocate": "false",
        # As in Neo4j's own distribution: else LOAD CSV reads any file of the machine.
        "server.directories.import": "import",
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",
        "server.bolt.telemetry.enabled": "false",
        # Else every stop waits ten seconds for connections that are closed already.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period": "0",
        "internal.dbms.bolt.netty_server_shutdown_timeout": "2",
        **dict(options.neo4j_settings),
    }
    header = "# Written by every start of this embedded server: changes made here are lost.\n"
    return header + "".join(f"{key}={value}\n" for key, value in lines.items())


def motif_conf(home: Home, ports: Mapping[str, int]) -> str:
    """The text of ``motif.conf``, by which the plugin finds the service; without one only the comment."""
    header = "# Written by every start of this embedded server: changes made here are lost.\n"
    if "service" not in ports:
        return header
    address = f"http://{LOOPBACK}:{ports['service']}"
    return f"{header}service.url={address}\nservice.token_file={home.token_file}\n"


def copy_plugins(jars: tuple[Path, ...], folder: Path) -> None:
    """Copy the jars into the plugin folder, those only that differ in size or time from what is there.

    Other versions of the same jars go: two that bring the same procedures keep Neo4j from starting.
    """
    for jar in jars:
        if not jar.is_file():
            raise EmbeddedServerError(
                f"The plugin jar {jar} does not exist.", hint="Build it with: mvn -f plugin package"
            )
        for other in folder.glob("*.jar"):
            if other.name != jar.name and _artifact(other) == _artifact(jar):
                other.unlink()
        target = folder / jar.name
        there, given = (target.stat() if target.exists() else None), jar.stat()
        if there is None or (there.st_size, there.st_mtime_ns) != (given.st_size, given.st_mtime_ns):
            # Renamed into place: a JVM that has the old one open keeps it.
            temporary = folder / f".{jar.name}.new"
            shutil.copy2(jar, temporary)
            temporary.replace(target)


def _artifact(jar: Path) -> str:
    return re.sub(r"-\d[^/]*\.jar$", "", jar.name)


def set_initial_password(home: Home, installation: Installation) -> None:
    """Give a server that was never started its password; one that was started must have its password file.

    Raises `EmbeddedServerError` when the password of a database that is there is not known.
    """
    if home.system_database.exists():
        if not home.password_file.exists():
            raise EmbeddedServerError(
                f"{home.folder} holds a database whose password is not known.",
                hint=f"Write its user neo4j's password into {home.password_file}, or choose another home.",
            )
        return
    _write_secret(home.password_file)
    # Given in a file (@): an argument could be read by every user of the machine.
    arguments = ("dbms", "set-initial-password", f"@{home.password_file}")
    result = run_admin_tool(home, installation, arguments, flags=(QUICKLY_COMPILED,))
    if result.returncode != 0:
        told = without_stack(result.stderr or result.stdout)
        raise EmbeddedServerError(
            f"Neo4j {installation.version} could not be given its password: {told}",
            hint="Correct or remove the setting that it names." if "setting" in told else "",
        )


def run_admin_tool(
    home: Home,
    installation: Installation,
    arguments: tuple[str, ...],
    heap: str = "256m",
    flags: tuple[str, ...] = (),
) -> subprocess.CompletedProcess[str]:
    """Run ``neo4j-admin`` on a server that is not running; the result with its output."""
    command = [str(installation.java), "-cp", f"{installation.lib}/*", f"-Xmx{heap}", *flags, *JVM_FLAGS]
    environment = {
        **os.environ,
        "NEO4J_HOME": str(home.folder),
        "NEO4J_CONF": str(home.configuration),
    }
    return subprocess.run(
        [*command, "org.neo4j.cli.AdminTool", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


def _write_secret(path: Path) -> None:
    """A new secret of 32 random bytes as hex in a file of mode 0600; one that is there stays."""
    if not path.exists():
        write_atomically(path, secrets.token_hex(32) + "\n")
    path.chmod(0o600)
