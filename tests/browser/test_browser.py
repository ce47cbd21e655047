"""What Neo4j Browser shows of every procedure, in a real headless Chromium: drawings, tables and errors."""

from __future__ import annotations

import importlib.util
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest
from click.testing import CliRunner

from motif.cli.main import main
from motif.embedded import ServerState
from neo4j_browser import NeoBrowser

playwright = pytest.importorskip("playwright.sync_api", reason="needs the development requirements")

pytestmark = [pytest.mark.integration, pytest.mark.browser]
ROOT = Path(__file__).parents[2]
FILMS = """
CREATE (heat:Movie {title: 'Heat', year: 1995}), (insider:Movie {title: 'The Insider', year: 1999}),
       (mann:Artist {name: 'Michael Mann'}), (pacino:Artist {name: 'Al Pacino'}),
       (mann)-[:DIRECTED]->(heat), (mann)-[:DIRECTED]->(insider),
       (pacino)-[:ACTED_IN]->(heat), (pacino)-[:ACTED_IN]->(insider)
"""
CORPUS = (ROOT / "tests" / "golden" / "corpus" / "graph.cypher").read_text(encoding="utf-8")
PREPARED = (
    "MATCH (n) DETACH DELETE n",
    FILMS,
    CORPUS,
    "CALL motif.graph.project('browser-films', ['Movie', 'Artist'], '*')",
    "CALL motif.graph.project('browser-corpus', ['Document', 'Chunk', '__Entity__'], '*', "
    "{textProperties: ['text', 'description']})",
    "CALL motif.graph.project('browser-bare', ['Movie', 'Artist'], '*')",
    "CALL motif.embed.text.mutate('browser-films')",
    "CALL motif.embed.triple.mutate('browser-films')",
    "CALL motif.embed.text.mutate('browser-corpus')",
)
GRAPHS = ("browser-films", "browser-corpus", "browser-bare")
BOTH = "[['Michael Mann', 'DIRECTED', '?film'], ['Al Pacino', 'ACTED_IN', '?film']]"
TRACED = "[['[ENT1]', 'directed by', 'Michael Mann'], ['[ENT1]', 'stars', '[ENT2]']]"
STEPS = (
    "{steps: [{step: 'find', as: 'who', label: 'Artist', where: {name: 'Al Pacino'}}, "
    "{step: 'traverse', as: 'film', from: 'who', relationship: 'ACTED_IN', direction: 'out'}]}"
)
DRAW = " YIELD nodes, relationships RETURN nodes, relationships"


@pytest.fixture(scope="module")
def login(server: ServerState) -> Iterator[tuple[str, str]]:
    """The server's login, with graphs in its database and projections of them."""
    login = (server.user, server.password)
    with neo4j.GraphDatabase.driver(server.bolt, auth=login) as driver:
        for name in GRAPHS:
            driver.execute_query("CALL motif.graph.drop($name, false)", name=name)
        for statement in PREPARED:
            driver.execute_query(statement)
        yield login
        for name in GRAPHS:
            driver.execute_query("CALL motif.graph.drop($name, false)", name=name)
        driver.execute_query("MATCH (n) DETACH DELETE n")


@pytest.fixture(scope="module")
def browser(server: ServerState, login: tuple[str, str], chromium: Any) -> Iterator[NeoBrowser]:
    """Neo4j Browser, logged in."""
    page = chromium.new_page(viewport={"width": 1500, "height": 1000})
    browser = NeoBrowser(page)
    browser.open(
        f"{server.http}/browser/?dbms=bolt://{login[0]}@{server.bolt.removeprefix('bolt://')}", login[1]
    )
    yield browser
    page.close()


DRAWN = {
    "search": (f"CALL motif.search('browser-films', {BOTH}, {{topK: 2}}){DRAW}", (4, 4), "Heat"),
    "match": (f"CALL motif.match('browser-films', {BOTH}){DRAW}", (4, 4), "The Insider"),
    "trace": (
        f"CALL motif.trace('browser-films', {TRACED}, {{strategy: 'breadth'}}){DRAW}",
        (4, 4),
        "Pacino",
    ),
    "community": (
        "CALL motif.community('browser-corpus', 'Who flew with Neil Armstrong?', "
        f"{{layers: 'knowledge', trussness: 4}}){DRAW}",
        (4, 6),
        "Neil",
    ),
    "expand": (
        f"CALL motif.expand('browser-corpus', 'How is sourdough bread baked?', {{seeds: 1, neighbours: 1}}){DRAW}",
        (3, 3),
        "Baking",
    ),
    "retrieve": (f"CALL motif.retrieve('browser-films', 'Who directed Heat?'){DRAW}", (2, 1), "Michael"),
    "verify": (
        f"CALL motif.verify('browser-films', [['Heat', 'DIRECTED', 'Michael Mann']]){DRAW}",
        (2, 1),
        "Heat",
    ),
    "spark": (f"CALL motif.run('browser-films', {STEPS}){DRAW}", (3, 2), "Insider"),
    "plan and run": (
        "CALL motif.plan('browser-films', 'Who directed Heat?', {topK: 1}) YIELD plan "
        f"CALL motif.run('browser-films', plan){DRAW}",
        (2, 1),
        "Mann",
    ),
    "guidance": (
        f"CALL motif.trace.guidance('browser-films', {TRACED}) YIELD node, score "
        "RETURN node, score ORDER BY score DESC LIMIT 3",
        (3, 2),
        "Mann",
    ),
    "vectors of texts": (
        "CALL motif.embed.text.stream('browser-films') YIELD node, embedding RETURN node, embedding",
        (4, 4),
        "Heat",
    ),
    "vectors of triples": (
        "CALL motif.embed.triple.stream('browser-films') YIELD relationship, embedding "
        "MATCH (a)-[relationship]->(b) RETURN a, relationship, b, size(embedding)",
        (4, 4),
        "Heat",
    ),
    "vectors of stars": (
        "CALL motif.embed.dominance.stream('browser-films') YIELD node, embedding RETURN node, embedding",
        (4, 4),
        "Heat",
    ),
    "trussness": (
        "CALL motif.truss.stream('browser-corpus') YIELD relationship, trussness WHERE trussness = 5 "
        "MATCH (a)-[relationship]->(b) RETURN a, relationship, b, trussness",
        (5, 10),
        "Neil",
    ),
    "similarity": (
        "CALL motif.similarity.stream('browser-corpus') YIELD node1, node2, similarity "
        "RETURN node1, node2, similarity ORDER BY similarity DESC LIMIT 1",
        (2, 1),
        "",
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_result_is_drawn(browser: NeoBrowser, server: ServerState, tmp_path: Path, name: str) -> None:
    statement, expected, caption = DRAWN[name]
    browser.run(statement)
    drawn = browser.drawn()
    folder = Path(os.environ.get("MOTIF_SCREENSHOTS", str(tmp_path)))
    browser.page.screenshot(path=str(folder / f"browser-{server.version}-{name}.png"))
    assert drawn == expected
    assert any(caption in text for text in browser.captions()), browser.captions()
    assert browser.returned()[0] == expected[0]


def test_connected_result_nodes_are_more_than_the_result(browser: NeoBrowser) -> None:
    browser.run(DRAWN["expand"][0])
    assert (browser.drawn(), browser.returned()) == ((3, 3), (3, 2))
    browser.configure("autoComplete", "false")
    browser.run(DRAWN["expand"][0])
    alone = browser.drawn()
    browser.configure("autoComplete", "true")
    assert alone == (3, 2)


TABLES = {
    "retrieve": (
        "CALL motif.retrieve('browser-films', 'Who directed Heat?') YIELD answers, score, text "
        "RETURN answers[0].name AS answer, text",
        ["answer", "text"],
        ['"Michael Mann"', '"Michael Mann | DIRECTED | Heat"'],
    ),
    "verify": (
        "CALL motif.verify('browser-films', [['Al Pacino', 'DIRECTED', 'Heat']], {closedWorld: true}) YIELD metadata "
        "RETURN metadata.verdict AS verdict",
        ["verdict"],
        ['"refuted"'],
    ),
    "plan": (
        "CALL motif.plan('browser-films', 'Who directed Heat?', {topK: 1})",
        ["rank", "method", "plan", "cypher", "confidence", "valid", "problems"],
        ["1", '"search"', "true"],
    ),
    "project": (
        "CALL motif.graph.project('browser-more', 'Movie') YIELD graphName, nodeCount RETURN graphName, nodeCount",
        ["graphName", "nodeCount"],
        ['"browser-more"', "2"],
    ),
    "exists": ("CALL motif.graph.exists('browser-more')", ["graphName", "exists"], ["true"]),
    "refresh": (
        "CALL motif.graph.refresh('browser-more') YIELD graphName, nodeCount, epoch RETURN graphName, nodeCount",
        ["graphName", "nodeCount"],
        ['"browser-more"', "2"],
    ),
    "drop": ("CALL motif.graph.drop('browser-more') YIELD graphName", ["graphName"], ['"browser-more"']),
    "list": (
        "CALL motif.graph.list('browser-films') YIELD graphName, nodeCount, relationshipCount",
        ["graphName", "nodeCount", "relationshipCount"],
        ['"browser-films"', "4", "4"],
    ),
    "stats": (
        "CALL motif.embed.text.stats('browser-films') YIELD nodeCount, dimension",
        ["nodeCount", "dimension"],
        ["4", "384"],
    ),
    "estimate": (
        "CALL motif.truss.write.estimate('browser-films') YIELD nodeCount, requiredMemory",
        ["nodeCount", "requiredMemory"],
        ["4"],
    ),
    "truss": (
        "CALL motif.truss.stats('browser-films') YIELD edgeCount, maxTruss",
        ["edgeCount", "maxTruss"],
        ["4", "2"],
    ),
    "similarity": (
        "CALL motif.similarity.stats('browser-corpus') YIELD nodeCount",
        ["nodeCount"],
        ["20"],
    ),
    "vector": ("CALL motif.embed.query('Mann') YIELD embedding RETURN size(embedding) AS n", ["n"], ["384"]),
    "help": (
        "CALL motif.help('guidance') YIELD name, type RETURN name, type",
        ["name", "type"],
        ['"motif.trace.guidance"', '"procedure"'],
    ),
    "version": ("CALL motif.version()", ["version"], ['"0.1.0"']),
    "sysInfo": ("CALL motif.sysInfo()", ["key", "value"], ['"pluginVersion"', '"0.1.0"']),
    "listProgress": (
        "CALL motif.listProgress() YIELD taskName, status WHERE taskName = 'motif.embed.triple.mutate' "
        "RETURN taskName, status LIMIT 1",
        ["taskName", "status"],
        ['"motif.embed.triple.mutate"', '"FINISHED"'],
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_plain_values_come_as_a_table(browser: NeoBrowser, name: str) -> None:
    statement, headings, cells = TABLES[name]
    if "browser-more" in statement:
        browser.run("CALL motif.graph.drop('browser-more', false)")
    if "browser-more" in statement and name != "project":
        browser.run(TABLES["project"][0])
    browser.run(statement)
    first, *rows = browser.table()
    assert [heading for heading in first if heading] == headings
    assert any(set(cells) <= set(row) for row in rows), rows[:5]


ERRORS = {
    "no such graph": (
        "CALL motif.search('browser-nowhere', [['?a', 'R', '?b']])",
        ["No projection named 'browser-nowhere'", "CALL motif.graph.project('browser-nowhere'"],
    ),
    "no vectors of triples": (
        f"CALL motif.trace('browser-bare', {TRACED})",
        ["have no vectors", "CALL motif.embed.triple.mutate('browser-bare')"],
    ),
    "an unknown option": (
        f"CALL motif.search('browser-films', {BOTH}, {{topk: 3}})",
        ["unknown key 'topk'", "Did you mean 'topK'?"],
    ),
    "a plan that is none": (
        "CALL motif.run('browser-films', {cypher: 'MATCH (n) DETACH DELETE n'})",
        ["A plan has no key 'cypher'", "Known keys: pattern, answer"],
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_says_what_to_do(browser: NeoBrowser, name: str) -> None:
    statement, words = ERRORS[name]
    browser.run(statement)
    shown = browser.error()
    assert shown.startswith("ERROR")
    assert [word for word in words if word not in shown] == [], shown


def test_the_guide_in_markdown_is_read_and_its_query_runs(
    chromium: Any, server: ServerState, login: tuple[str, str]
) -> None:
    specification = importlib.util.spec_from_file_location("serve", ROOT / "docs" / "guides" / "serve.py")
    assert specification is not None and specification.loader is not None
    serve = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(serve)
    with serve.guide_server(0) as guides:
        threading.Thread(target=guides.serve_forever, daemon=True).start()
        browser = NeoBrowser(chromium.new_page(viewport={"width": 1500, "height": 1000}))
        address = f"dbms={server.bolt}&cmd=guide&arg=http://localhost:{guides.server_port}/queries.md"
        browser.open(f"{server.http}/browser/?{address}", login[1], login[0])
        browser.page.wait_for_selector("text=A tour of Motif")
        browser.page.click("[data-testid=guideNextSlide]")
        browser.page.locator("pre.runnable").last.click()
        edited = browser.edited()
        browser.page.close()
        guides.shutdown()
    assert edited.startswith("CALL motif.graph.list() YIELD graphName, nodeCount")


def test_an_opened_question_is_in_the_editor_and_draws(
    chromium: Any, server: ServerState, login: tuple[str, str]
) -> None:
    question = "Who directed Heat? #1 & 100%"
    told = CliRunner(env={"NEO4J_PASSWORD": login[1]}).invoke(
        main,
        [
            "open",
            question,
            "--graph",
            "browser-films",
            "--print-url",
            "--uri",
            server.bolt,
            "--user",
            login[0],
        ],
    )
    assert told.exit_code == 0, told.output
    browser = NeoBrowser(chromium.new_page(viewport={"width": 1500, "height": 1000}))
    browser.open(told.output.strip(), login[1])
    assert browser.edited().startswith(
        "CALL motif.retrieve('browser-films', 'Who directed Heat? \\u00231 \\u0026 100%'"
    )
    browser.page.click("[data-testid=editor-Run]")
    assert browser.drawn() == (2, 1)
    browser.page.close()


def test_what_was_found_is_drawn_by_its_ids_without_a_call(
    browser: NeoBrowser, server: ServerState, login: tuple[str, str], tmp_path: Path
) -> None:
    told = CliRunner(env={"NEO4J_PASSWORD": login[1], "MOTIF_HOME": str(tmp_path)}).invoke(
        main,
        [
            *("open", "?who | DIRECTED | Heat", "--graph", "browser-films", "--by-id", "-k", "1"),
            *("--json", "--print-url", "--uri", server.bolt, "--user", login[0]),
        ],
    )
    assert told.exit_code == 0, told.output
    cypher = json.loads(told.stdout)["cypher"]
    assert "motif" not in cypher
    browser.run(cypher)
    assert browser.drawn() == (2, 1)
