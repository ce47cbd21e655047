"""README and docs/your-graph.md do what they say, over a film graph and over one that the LLM graph builder left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

from fakes import HashEncoder
from foreign_graphs import write_as_graph_builder
from motif.embedded import ServerState
from motif.settings import load_settings
from page_blocks import ROOT, blocks, commands, printed_by, said_in_comments

pytestmark = pytest.mark.integration
PAGE = "docs/your-graph.md"
FILMS = ROOT / "tests" / "golden" / "films.cypher"


@pytest.fixture
def driver(
    server_526: ServerState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[neo4j.Driver]:
    """An empty database that the environment names, a home of its own, and the user's cache of vectors."""
    environment = {
        "MOTIF_CACHE": str(load_settings().cache),
        "MOTIF_HOME": str(tmp_path / "home"),
        "NEO4J_URI": server_526.bolt,
        "NEO4J_USERNAME": server_526.user,
        "NEO4J_PASSWORD": server_526.password,
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with neo4j.GraphDatabase.driver(server_526.bolt, auth=(server_526.user, server_526.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        yield driver
        driver.execute_query("MATCH (n) DETACH DELETE n")


def test_your_graph(driver: neo4j.Driver, capsys: pytest.CaptureFixture[str]) -> None:
    write_as_graph_builder(driver, HashEncoder())
    made, asked = [], []
    for words in commands(PAGE):
        (asked if words[0] == "ask" else made).append(words)
    assert len(made) == 2 and len(asked) == 3
    for words in made:
        printed_by(words)
    assert "".join(printed_by([*words, "--no-background"]) for words in asked) == blocks(PAGE, "")[0]
    [python] = [block for block in blocks(PAGE, "python") if "import motif" in block]
    capsys.readouterr()
    exec(python, {})
    assert capsys.readouterr().out.splitlines() == said_in_comments(python)
    assert "engines" in printed_by(["project", "engines", "--replace"])
    assert printed_by([*asked[0], "--no-background"]) in blocks(PAGE, "")[0]


def test_readme(driver: neo4j.Driver, capsys: pytest.CaptureFixture[str]) -> None:
    for statement in FILMS.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            driver.execute_query(statement)  # type: ignore[arg-type]
    [words] = commands("README.md", "motif ask")
    first = printed_by([*words, "--no-background"]).splitlines()[0]
    assert sorted(first.split(", ")) == ["Jonathan Demme", "Robert Zemeckis", "Steven Spielberg"]
    [python] = blocks("README.md", "python")
    capsys.readouterr()
    exec(python, {})
    assert [
        line.split(" | ")[0] for line in capsys.readouterr().out.splitlines() if line.count(" | ") == 3
    ] == first.split(", ")
