"""The command line without a server: usage, errors in words, and what can be told offline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from motif.cli.main import main
from motif.cli.plugin import plugin_jars
from motif.errors import InvalidPattern
from motif.graphs.pattern_text import is_pattern_text, read_pattern


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    for variable in ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path))

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(main, list(arguments))

    return invoke


def test_every_command_has_help(run) -> None:  # type: ignore[no-untyped-def]
    for name in main.commands:
        result = run(name, "--help")
        assert result.exit_code == 0 and "Usage:" in result.output, name


def test_a_command_without_a_database_says_how_to_name_one(run) -> None:  # type: ignore[no-untyped-def]
    result = run("ask", "--pattern", "a | b | ?c")
    assert result.exit_code == 1
    assert "No database is named and no embedded server runs" in result.stderr
    assert "NEO4J_URI" in result.stderr and "motif start" in result.stderr


def test_a_question_or_a_pattern_is_needed(run) -> None:  # type: ignore[no-untyped-def]
    result = run("ask")
    assert result.exit_code == 1 and "Give either a QUESTION or --pattern" in result.stderr


def test_an_error_is_json_where_that_is_asked_for(run) -> None:  # type: ignore[no-untyped-def]
    result = run("ask", "--json")
    assert result.exit_code == 1 and json.loads(result.stdout)["error"] == {
        "code": "invalid_input",
        "message": "Give either a QUESTION or --pattern.",
        "hint": "motif ask --help shows an example.",
    }
    assert "Give either a QUESTION" in result.stderr and run("ask").stdout == ""


def test_status_of_nothing_exits_with_3(run) -> None:  # type: ignore[no-untyped-def]
    result = run("status")
    assert result.exit_code == 3 and "Start one: motif start" in result.output
    assert run("status", "--json").output.strip() == "null"
    assert run("status", "--name", "films").output.endswith("Start one: motif start --name films\n")


def test_stop_of_nothing_is_harmless(run) -> None:  # type: ignore[no-untyped-def]
    assert "No server 'default' runs" in run("stop").output


def test_doctor_reports_every_part_as_json(run) -> None:  # type: ignore[no-untyped-def]
    findings = json.loads(run("doctor", "--json").output)
    subjects = {finding["subject"] for finding in findings}
    assert {"motif", "disk", "Maven", "text encoder", "database"} <= subjects
    assert all(finding["remedy"] for finding in findings if finding["verdict"] != "ok")


def test_an_unknown_loader_is_named(run) -> None:  # type: ignore[no-untyped-def]
    result = run("load", "world", "--format", "wrold")
    assert result.exit_code == 1 and "no loader 'wrold'" in result.stderr and "world" in result.stderr


def test_an_unknown_option_of_a_loader_is_named(run) -> None:  # type: ignore[no-untyped-def]
    result = run("load", "world", "-o", "minimum=3")
    assert result.exit_code == 1 and "minimum_population" in result.stderr


def test_plugin_install_needs_a_neo4j_home(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    if not plugin_jars():
        pytest.skip("the plugin's jar is not built: make plugin")
    result = run("plugin", "install", str(tmp_path))
    assert result.exit_code == 1 and "no folder 'plugins'" in result.stderr
    for folder in ("plugins", "conf"):
        (tmp_path / folder).mkdir()
    assert run("plugin", "install", str(tmp_path)).exit_code == 0
    assert [path.name for path in (tmp_path / "plugins").iterdir()] == ["motif-neo4j-0.1.0.jar"]
    assert "service.url=http://127.0.0.1:7690" in (tmp_path / "conf" / "motif.conf").read_text()


@pytest.mark.parametrize(
    ("text", "triples"),
    [
        ("?f | DIRECTED | Mann", [["?f", "DIRECTED", "Mann"]]),
        ("?f | | ?x; ?x|R|y ;", [["?f", None, "?x"], ["?x", "R", "y"]]),
        ("a | b | c\nd | e | f", [["a", "b", "c"], ["d", "e", "f"]]),
        ('[["a", null, "?b"]]', [["a", None, "?b"]]),
    ],
)
def test_patterns_are_read_from_text(text: str, triples: list[list[str | None]]) -> None:
    assert is_pattern_text(text)
    assert read_pattern(text) == triples


def test_broken_json_is_named() -> None:
    with pytest.raises(InvalidPattern, match="not valid JSON"):
        read_pattern('[["a"')
