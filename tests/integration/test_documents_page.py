"""docs/documents.md does what it says: its commands over these documents, its Python over this and a foreign graph."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest
from click.testing import CliRunner

from fakes import HashEncoder
from foreign_graphs import PASSAGES, build_with_graphrag
from motif.cli.main import main
from motif.embedded import ServerState
from motif.settings import load_settings

pytestmark = pytest.mark.integration

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "documents.md").read_text(encoding="utf-8")


@pytest.fixture
def login(server_526: ServerState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[neo4j.Driver]:
    """An empty database that the environment names, a home of its own, and the user's cache of vectors."""
    monkeypatch.setenv("MOTIF_CACHE", str(load_settings().cache))
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NEO4J_URI", server_526.bolt)
    monkeypatch.setenv("NEO4J_USERNAME", server_526.user)
    monkeypatch.setenv("NEO4J_PASSWORD", server_526.password)
    with neo4j.GraphDatabase.driver(server_526.bolt, auth=(server_526.user, server_526.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        yield driver
        driver.execute_query("MATCH (n) DETACH DELETE n")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_three_commands_and_the_same_in_python(
    login: neo4j.Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = sorted(DOCS.glob("*.md"))
    assert len(documents) >= 10
    (tmp_path / "docs").mkdir()
    for path in documents:
        shutil.copy(path, tmp_path / "docs")
    monkeypatch.chdir(tmp_path)
    load, expand, community = (shlex.split(line)[1:] for line in blocks("sh")[0].splitlines())
    said = command(load)
    assert f"{len(documents)} documents ({len(documents)} written" in said
    assert "IS_SIMILAR" in said and "IS_NEAR" in said and "SHARES_RELATION" in said
    assert "architecture.md" not in said, "nothing is skipped"
    assert "A projection is a snapshot with an epoch" in command(expand)
    assert "trussness" in command(community)
    exec(blocks("python")[0], {})
    printed = capsys.readouterr().out.splitlines()
    assert sum(line.startswith(("seed |", "neighbour |")) for line in printed) == 6
    layers = [line.split()[0] for line in printed if line.startswith(("chunk", "knowledge", "similarity"))]
    assert layers
    again = command(load)
    assert f"{len(documents)} documents (0 written" in again


def command(words: list[str]) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_graph_of_neo4j_graphrag_as_the_page_asks_it(
    login: neo4j.Driver, capsys: pytest.CaptureFixture[str]
) -> None:
    build_with_graphrag(login, HashEncoder(384))
    exec(blocks("python")[1].replace(', embedding_property="embedding"', ""), {})
    assert PASSAGES[1].text in capsys.readouterr().out
    login.execute_query("DROP INDEX __entity__tmp_internal_id IF EXISTS")
