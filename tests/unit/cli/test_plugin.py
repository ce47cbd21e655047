"""``motif plugin``: jars and settings put into a Neo4j of the user's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import motif.cli.plugin
from motif.cli.main import main

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for variable in ("MOTIF_SERVICE_TOKEN_FILE", "MOTIF_SERVICE_CERTIFICATE", "MOTIF_SERVICE_PORT"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path / "motif"))
    jars = []
    for name in ("motif-neo4j-0.2.0.jar", "motif-freshness-0.2.0.jar"):
        jars.append(tmp_path / name)
        jars[-1].write_bytes(name.encode())
    monkeypatch.setattr(motif.cli.plugin, "plugin_jars", lambda: tuple(jars))
    return lambda *arguments: CliRunner().invoke(main, ["plugin", *map(str, arguments)])


@pytest.fixture
def neo4j(tmp_path: Path) -> Path:
    home = tmp_path / "neo4j"
    (home / "plugins").mkdir(parents=True)
    (home / "conf").mkdir()
    return home


def jars(home: Path) -> set[str]:
    return {path.name for path in (home / "plugins").iterdir()}


def test_install_copies_the_jar_and_writes_the_settings(run: Run, neo4j: Path, tmp_path: Path) -> None:
    assert run("install", neo4j).exit_code == 0
    assert (neo4j / "plugins" / "motif-neo4j-0.2.0.jar").read_bytes() == b"motif-neo4j-0.2.0.jar"
    text = (neo4j / "conf" / "motif.conf").read_text()
    assert f"service.token_file={tmp_path / 'motif' / 'service.token'}" in text.splitlines()
    assert jars(neo4j) == {"motif-neo4j-0.2.0.jar"}


def test_install_takes_the_place_of_an_older_version_only(run: Run, neo4j: Path) -> None:
    for name in ("motif-neo4j-0.1.0.jar", "motif-neo4j-extra.jar", "apoc-5.26.jar"):
        (neo4j / "plugins" / name).touch()
    assert "Removed motif-neo4j-0.1.0.jar" in run("install", neo4j).output
    assert jars(neo4j) == {"motif-neo4j-0.2.0.jar", "motif-neo4j-extra.jar", "apoc-5.26.jar"}


def test_the_listener_comes_only_when_asked_for(run: Run, neo4j: Path) -> None:
    assert run("install", neo4j, "--freshness").exit_code == 0
    assert jars(neo4j) == {"motif-neo4j-0.2.0.jar", "motif-freshness-0.2.0.jar"}


def test_settings_that_are_there_stay(run: Run, neo4j: Path) -> None:
    (neo4j / "conf" / "motif.conf").write_text("service.timeout=9\n")
    result = run("install", neo4j)
    assert "Kept" in result.output and (neo4j / "conf" / "motif.conf").read_text() == "service.timeout=9\n"


def test_the_folder_of_neo4j_conf_may_lie_elsewhere(run: Run, neo4j: Path, tmp_path: Path) -> None:
    (neo4j / "conf").rmdir()
    result = run("install", neo4j)
    assert result.exit_code == 1 and "no folder 'conf'" in result.stderr and "--conf" in result.stderr
    assert jars(neo4j) == set()
    elsewhere = tmp_path / "etc"
    elsewhere.mkdir()
    assert run("install", neo4j, "--conf", elsewhere).exit_code == 0
    assert (elsewhere / "motif.conf").is_file()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("dbms.security.procedures.allowlist=apoc.*,gds.*", True),
        ("dbms.security.procedures.allowlist=apoc.*, motif.*", False),
        ("dbms.security.procedures.allowlist=*", False),
        ("#dbms.security.procedures.allowlist=apoc.*", False),
    ],
)
def test_a_list_of_procedures_without_ours_is_told(run: Run, neo4j: Path, line: str, told: bool) -> None:
    (neo4j / "conf" / "neo4j.conf").write_text(f"server.default_listen_address=0.0.0.0\n{line}\n")
    assert ("add motif.*" in run("install", neo4j).output) is told


def test_a_folder_that_cannot_be_written_is_named(run: Run, neo4j: Path) -> None:
    (neo4j / "plugins" / "motif-neo4j-0.2.0.jar").mkdir()
    result = run("install", neo4j)
    assert result.exit_code == 1
    assert "motif-neo4j-0.2.0.jar cannot be written" in result.stderr and "sudo" in result.stderr


def test_no_jar_is_an_error_that_says_how_to_get_one(
    run: Run, neo4j: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(motif.cli.plugin, "plugin_jars", lambda: ())
    result = run("install", neo4j)
    assert (
        result.exit_code == 1 and "carries no plugin jar" in result.stderr and "make plugin" in result.stderr
    )


def test_config_prints_what_install_writes(run: Run, neo4j: Path) -> None:
    options = ("--service-url", "https://motif.example:7690", "--token-file", "/run/secrets/token")
    run("install", neo4j, *options)
    printed = run("config", *options).output
    assert printed == (neo4j / "conf" / "motif.conf").read_text()
    assert "service.url=https://motif.example:7690" in printed


def test_config_speaks_tls_where_the_service_does(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIF_SERVICE_CERTIFICATE", "/etc/motif/cert.pem")
    assert "service.url=https://127.0.0.1:7690" in run("config").output


def test_config_for_neo4j_changes_nothing_unless_a_line_is_taken(run: Run) -> None:
    lines = run("config", "--neo4j").output.splitlines()
    assert "#dbms.security.procedures.allowlist=motif.*" in lines
    assert all(line.startswith("#") for line in lines)
