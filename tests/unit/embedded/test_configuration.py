"""What is written into a server's home."""

from __future__ import annotations

import errno
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest

from motif.embedded import StartOptions, configuration, disk
from motif.embedded.configuration import (
    Home,
    Installation,
    copy_plugins,
    motif_conf,
    neo4j_conf,
    prepare_home,
)
from motif.embedded.options import check_name
from motif.errors import EmbeddedServerError

PORTS = {"bolt": 17687, "http": 17474, "service": 17690}


def settings_of(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.splitlines() if not line.startswith("#"))


def test_the_server_listens_on_loopback_only_and_tells_nobody() -> None:
    conf = settings_of(neo4j_conf(StartOptions(), PORTS))
    addresses = [value for key, value in conf.items() if key.endswith("_address")]
    assert addresses
    assert all(value.split(":")[0] == "127.0.0.1" for value in addresses)
    assert conf["server.bolt.advertised_address"] == conf["server.bolt.listen_address"] == "127.0.0.1:17687"
    assert conf["server.https.enabled"] == "false"
    for key in ("dbms.usage_report.enabled", "client.allow_telemetry", "server.bolt.telemetry.enabled"):
        assert conf[key] == "false"


def test_load_csv_reads_nothing_outside_the_servers_import_folder() -> None:
    assert settings_of(neo4j_conf(StartOptions(), PORTS))["server.directories.import"] == "import"


def test_settings_of_the_caller_override_ours() -> None:
    options = StartOptions(neo4j_settings=(("server.https.enabled", "true"), ("a.b", "c=d")))
    conf = settings_of(neo4j_conf(options, PORTS))
    assert conf["server.https.enabled"] == "true"
    assert conf["a.b"] == "c=d"


def test_the_plugin_is_told_where_the_service_is(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert settings_of(motif_conf(home, PORTS)) == {
        "service.url": "http://127.0.0.1:17690",
        "service.token_file": str(home.token_file),
    }
    assert settings_of(motif_conf(home, {"bolt": 1, "http": 2})) == {}


def test_plugins_are_on_the_class_path_after_neo4j(tmp_path: Path) -> None:
    installation = Installation("5.26.31", Path("/lib"), Path("/java"))
    assert installation.class_path(Home(tmp_path)) == f"/lib/*:{tmp_path}/plugins/*"


def test_a_plugin_is_copied_when_it_changed_and_replaces_its_other_versions(tmp_path: Path) -> None:
    built, plugins = tmp_path / "motif-neo4j-0.2.0.jar", tmp_path / "plugins"
    plugins.mkdir()
    built.write_text("two")
    (plugins / "motif-neo4j-0.1.0.jar").write_text("one")
    (plugins / "apoc-5.26.31-core.jar").write_text("apoc")
    copy_plugins((built,), plugins)
    assert sorted(jar.name for jar in plugins.iterdir()) == ["apoc-5.26.31-core.jar", "motif-neo4j-0.2.0.jar"]
    before = (plugins / built.name).stat().st_ino
    copy_plugins((built,), plugins)
    assert (plugins / built.name).stat().st_ino == before
    built.write_text("three")
    copy_plugins((built,), plugins)
    assert (plugins / built.name).read_text() == "three"


def test_a_plugin_that_was_not_built(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedServerError, match="does not exist") as caught:
        copy_plugins((tmp_path / "motif-neo4j-0.1.0.jar",), tmp_path)
    assert "package" in caught.value.hint


def test_too_little_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    with pytest.raises(EmbeddedServerError, match="0 MB free") as caught:
        prepare_home(Home(tmp_path / "not" / "there"), StartOptions(), PORTS)
    assert "MOTIF_HOME" in caught.value.hint


@pytest.mark.parametrize(
    ("number", "message"), [(errno.ENOSPC, "is full"), (errno.EACCES, "cannot be written")]
)
def test_a_home_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, message: str
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise OSError(number, "refused")

    monkeypatch.setattr(configuration, "write_atomically", refuse)
    with pytest.raises(EmbeddedServerError, match=message):
        prepare_home(Home(tmp_path), StartOptions(), PORTS)


def test_settings_are_for_their_owner_only(tmp_path: Path) -> None:
    home = Home(tmp_path)
    prepare_home(home, StartOptions(), PORTS)
    for path in (home.token_file, home.configuration / "motif.conf", home.configuration / "neo4j.conf"):
        assert path.stat().st_mode & 0o077 == 0
    assert len(home.token_file.read_text().strip()) == 64


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", ".hidden", "a" * 65, "naïve", "a b"])
def test_names_that_would_leave_the_folder_are_refused(name: str) -> None:
    with pytest.raises(EmbeddedServerError, match="cannot be a server's name"):
        check_name(name)


@pytest.mark.parametrize("size", ["", "0m", "512", "1.5g", "512mb", "-Xmx1g"])
def test_sizes_that_java_would_not_take_are_refused(size: str) -> None:
    with pytest.raises(EmbeddedServerError, match="heap"):
        StartOptions(heap=size)
