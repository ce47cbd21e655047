"""The class archive: which kind for which Java, made once by a throw-away server that leaves no trace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from motif.embedded.class_archive import ClassArchive, class_archive, make_command
from motif.embedded.configuration import Installation
from motif.embedded.training import make_archive
from motif.errors import EmbeddedServerError


def with_java(folder: Path, version: str, shared: bool = True) -> Installation:
    """An installation on a Java of that version, with or without an archive of its own classes."""
    (folder / "bin").mkdir(parents=True)
    (folder / "lib" / "server").mkdir(parents=True)
    (folder / "bin" / "java").touch()
    (folder / "release").write_text(f'JAVA_VERSION="{version}"\n')
    if shared:
        (folder / "lib" / "server" / "classes.jsa").touch()
    return Installation("5.26.31", folder / "neo4j", folder / "bin" / "java")


def test_the_kind_follows_the_java(tmp_path: Path) -> None:
    old = class_archive(with_java(tmp_path / "17", "17.0.15"), tmp_path)
    new = class_archive(with_java(tmp_path / "25", "25.0.3", shared=False), tmp_path)
    assert old is not None and new is not None
    assert (old.path.suffix, new.path.suffix) == (".jsa", ".aot")
    assert old.make(tmp_path / "x").startswith("-XX:ArchiveClassesAtExit=")
    assert new.make(tmp_path / "x").startswith("-XX:AOTCacheOutput=")


def test_a_java_without_an_archive_of_its_own_cannot_make_one(tmp_path: Path) -> None:
    assert class_archive(with_java(tmp_path / "17", "17.0.15", shared=False), tmp_path) is None


def test_every_java_and_every_set_of_jars_has_its_own(tmp_path: Path) -> None:
    first, second = with_java(tmp_path / "a", "17.0.15"), with_java(tmp_path / "b", "17.0.15")
    archives = [class_archive(installation, tmp_path) for installation in (first, second, first)]
    paths = [archive.path for archive in archives if archive is not None]
    assert paths[0] == paths[2] != paths[1]


def test_it_is_used_only_once_it_is_there(tmp_path: Path) -> None:
    archive = ClassArchive(tmp_path / "x.jsa", ahead_of_time=False)
    assert archive.use() == ()
    archive.path.touch()
    assert archive.use() == (f"-XX:SharedArchiveFile={archive.path}",)


_ARCHIVING_JAVA = """
    import http.server, pathlib, signal, socket, sys, threading
    flag = next(a for a in sys.argv if a.startswith("-XX:ArchiveClassesAtExit="))
    home = pathlib.Path(next(a for a in sys.argv if a.startswith("--home-dir=")).split("=", 1)[1])
    conf = dict(line.split("=", 1) for line in (home / "conf/neo4j.conf").read_text().splitlines() if "=" in line)
    asked = []

    class Http(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()

        def do_POST(self):
            asked.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.do_GET()

        def log_message(self, *_):
            pass

    def stop(*_):
        pathlib.Path(flag.split("=", 1)[1]).write_text("".join(asked))
        sys.exit(0)

    def bolt():
        listener = socket.create_server(("127.0.0.1", int(conf["server.bolt.listen_address"].split(":")[1])))
        while True:
            connection, _ = listener.accept()
            connection.recv(20)
            connection.sendall(bytes((0, 0, 4, 5)))

    signal.signal(signal.SIGTERM, stop)
    threading.Thread(target=bolt, daemon=True).start()
    port = int(conf["server.http.listen_address"].split(":")[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Http)
    print("INFO  Started.", flush=True)
    server.serve_forever()
"""


def test_a_throw_away_server_makes_it_and_leaves_nothing_else(
    tmp_path: Path, installation: Installation, make_script: Callable[[Path, str], Path]
) -> None:
    make_script(installation.java, _ARCHIVING_JAVA)
    archive = ClassArchive(tmp_path / "archives" / "5.26.31.jsa", ahead_of_time=False)
    abandoned = tmp_path / "archives" / ".5.26.31.old"
    abandoned.mkdir(parents=True)
    assert make_archive(installation, archive)
    assert "SHOW PROCEDURES" in archive.path.read_text()
    assert sorted(path.name for path in archive.path.parent.iterdir()) == ["5.26.31.jsa", "5.26.31.lock"]


def test_a_server_that_does_not_start_makes_none_and_leaves_nothing(
    tmp_path: Path, installation: Installation, make_script: Callable[[Path, str], Path]
) -> None:
    make_script(installation.java, "raise SystemExit('broken')")
    archive = ClassArchive(tmp_path / "archives" / "5.26.31.jsa", ahead_of_time=False)
    with pytest.raises(EmbeddedServerError, match="did not start"):
        make_archive(installation, archive)
    assert [path.name for path in archive.path.parent.iterdir()] == ["5.26.31.lock"]


def test_the_command_names_what_is_to_be_made(tmp_path: Path, installation: Installation) -> None:
    command = make_command(installation, ClassArchive(tmp_path / "x.jsa", ahead_of_time=False))
    assert command[-4:] == (str(installation.java), str(installation.lib), "5.26.31", str(tmp_path / "x.jsa"))
