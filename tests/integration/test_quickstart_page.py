"""docs/quickstart.md, docs/planning.md and README's Cypher over the whole sample graph ``world``, as printed."""

from __future__ import annotations

import importlib.util
import re
import shutil
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

import motif
from motif.embedded import ServerState
from motif.settings import load_settings
from page_blocks import ROOT, blocks, commands, printed_by, said_in_comments

pytestmark = [pytest.mark.integration, pytest.mark.notebook]
PAGE = "docs/quickstart.md"


@pytest.fixture(scope="module")
def world(server_526: ServerState, tmp_path_factory: pytest.TempPathFactory) -> Iterator[neo4j.Driver]:
    """A database that holds the sample graph, loaded by the page's own command."""
    driver = neo4j.GraphDatabase.driver(server_526.bolt, auth=(server_526.user, server_526.password))
    environment = {
        "MOTIF_CACHE": str(load_settings().cache),
        "MOTIF_HOME": str(tmp_path_factory.mktemp("home")),
        "NEO4J_URI": server_526.bolt,
        "NEO4J_USERNAME": server_526.user,
        "NEO4J_PASSWORD": server_526.password,
    }
    with pytest.MonkeyPatch.context() as patch, driver:
        for name, value in environment.items():
            patch.setenv(name, value)
        clear(driver)
        [load] = commands(PAGE, "motif load")
        printed_by(load)
        yield driver
        driver.execute_query("CALL motif.graph.drop('world', false)")
        clear(driver)
    shutil.rmtree(environment["MOTIF_HOME"], ignore_errors=True)


def clear(driver: neo4j.Driver) -> None:
    with driver.session() as session:
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS")
        for row in list(session.run("SHOW CONSTRAINTS YIELD name")):
            session.run(f"DROP CONSTRAINT `{row['name']}`")


def test_questions_are_answered_as_printed(world: neo4j.Driver) -> None:
    asked = [printed_by([*words, "--no-background"]) for words in commands(PAGE, "motif ask")]
    assert asked == blocks(PAGE, "")


@pytest.mark.parametrize("page", [PAGE, "README.md"])
def test_what_browser_is_given_finds_four_neighbours(world: neo4j.Driver, page: str) -> None:
    if not world.execute_query("CALL motif.graph.exists('world') YIELD exists RETURN exists").records[0][
        "exists"
    ]:
        world.execute_query("CALL motif.graph.project('world')")
    [cypher] = blocks(page, "cypher")
    found = world.execute_query(cypher).records
    assert len(found) == 4
    assert all(len(row["nodes"]) == 4 and len(row["relationships"]) == 3 for row in found)


def test_python(world: neo4j.Driver, capsys: pytest.CaptureFixture[str]) -> None:
    for python in blocks(PAGE, "python"):
        capsys.readouterr()
        exec(python, {})
        assert capsys.readouterr().out.splitlines() == said_in_comments(python)


def test_plans_of_steps(world: neo4j.Driver, capsys: pytest.CaptureFixture[str]) -> None:
    python = blocks("docs/planning.md", "python")[0]
    pictures = _pictures()
    with motif.connect() as connection:
        graph = connection.graph("world")
        capsys.readouterr()
        exec(python, {"kg": graph, "motif": motif})
        assert capsys.readouterr().out.splitlines() == said_in_comments(python)
        drawn = pictures.planning(graph).show().svg + "\n"
    written = (ROOT / "docs" / "images" / "planning.svg").read_text(encoding="utf-8")
    assert without_places(drawn) == without_places(written), (
        "run: python docs/pictures.py --uri … --password …"
    )


def without_places(svg: str) -> str:
    return re.sub(r"-?\d+(\.\d+)?", "0", svg)


def _pictures() -> Any:
    specification = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
