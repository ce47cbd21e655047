"""The result of a call, drawn by Neo4j Browser in a real headless Chromium."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import neo4j
import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="needs the development requirements")

pytestmark = [pytest.mark.integration, pytest.mark.browser]
FILMS = """
CREATE (heat:Movie {title: 'Heat'}), (insider:Movie {title: 'The Insider'}), (mann:Person {name: 'Michael Mann'}),
       (pacino:Person {name: 'Al Pacino'}), (mann)-[:DIRECTED]->(heat), (mann)-[:DIRECTED]->(insider),
       (pacino)-[:ACTED_IN]->(heat), (pacino)-[:ACTED_IN]->(insider)
"""
SEARCH = (
    "CALL motif.search('drawn', [['Michael Mann', 'DIRECTED', '?film'], ['Al Pacino', 'ACTED_IN', '?film']], "
    "{topK: 2}) YIELD nodes, relationships RETURN nodes, relationships"
)


COMMUNITY = (
    "CALL motif.community('drawn', 'Who flew with Neil Armstrong?', {layers: 'knowledge', trussness: 4}) "
    "YIELD nodes, relationships RETURN nodes, relationships"
)
TRACE = (
    "CALL motif.trace('drawn', [['[ENT1]', 'directed by', 'Michael Mann'], ['[ENT1]', 'stars', '[ENT2]']], "
    "{strategy: 'breadth'}) YIELD nodes, relationships RETURN nodes, relationships"
)
STEPS = (
    "CALL motif.run('drawn', {steps: [{step: 'find', as: 'who', label: 'Person', where: {name: 'Al Pacino'}}, "
    "{step: 'traverse', as: 'film', from: 'who', relationship: 'ACTED_IN', direction: 'out'}]}) "
    "YIELD nodes, relationships RETURN nodes, relationships"
)
CORPUS = (Path(__file__).parents[1] / "golden" / "corpus" / "graph.cypher").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("graph", "call", "caption", "nodes", "relationships"),
    [
        (FILMS, SEARCH, "Heat", 4, 4),
        (CORPUS, COMMUNITY, "Neil", 4, 6),
        (FILMS, TRACE, "Pacino", 4, 4),
        (FILMS, STEPS, "Insider", 3, 2),
    ],
    ids=["search", "community", "trace", "spark"],
)
def test_the_result_of_a_call_is_drawn(
    server: Any,
    page: Any,
    tmp_path: Path,
    graph: str,
    call: str,
    caption: str,
    nodes: int,
    relationships: int,
) -> None:
    login = (server.user, server.password_file.read_text().strip())
    with neo4j.GraphDatabase.driver(server.bolt, auth=login) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query(graph)
        driver.execute_query("CALL motif.graph.drop('drawn', false)")
        driver.execute_query("CALL motif.graph.project('drawn')")
        driver.execute_query("CALL motif.embed.text.mutate('drawn')")
        driver.execute_query("CALL motif.embed.triple.mutate('drawn')")
    connect(page, server.http, server.bolt, login)
    run(page, call)
    page.wait_for_selector("svg g.node", timeout=30_000)
    page.wait_for_timeout(1500)
    folder = Path(os.environ.get("MOTIF_SCREENSHOTS", str(tmp_path)))
    page.screenshot(path=str(folder / f"browser-{server.version}-{caption}.png"))
    captions = page.locator("svg g.node").all_text_contents()
    assert page.locator("svg g.node").count() == nodes
    assert page.locator("svg g.relationship").count() == relationships
    assert any(caption in text for text in captions)


def connect(page: Any, http: str, bolt: str, login: tuple[str, str]) -> None:
    page.goto(f"{http}/browser/?dbms=bolt://{login[0]}@{bolt.removeprefix('bolt://')}&db=neo4j")
    page.fill("[data-testid=username]", login[0])
    page.fill("[data-testid=password]", login[1])
    page.click("[data-testid=connect]")
    page.wait_for_timeout(2000)


def run(page: Any, statement: str) -> None:
    page.locator('#monaco-main-editor, [data-testid="activeEditor"] .monaco-editor').first.click()
    page.keyboard.type(statement)
    page.keyboard.press("Escape")
    page.click("[data-testid=editor-Run]")
