"""``motif ask`` on a server with a service prints what it prints by itself, and imports nothing that answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

import motif
from motif.embedded import ServerState
from motif.settings import Settings

pytestmark = pytest.mark.integration
FILMS = Path(__file__).parents[1] / "golden" / "films.cypher"
NAME = "asked"
QUESTIONS = [
    "who directed the films starring Tom Hanks?",
    "which films did Robert Zemeckis direct?",
    "how many films did Tom Hanks act in?",
    "did Tom Hanks act in Cast Away?",
    "films released after 1995",
    "what is the oldest film?",
    "who acted in both Forrest Gump and Cast Away?",
]
PATTERN = "Tom Hanks | ACTED_IN | ?film; ?film | DIRECTED | ?who"
COMMANDS = [
    *((question,) for question in QUESTIONS),
    *(("--json", question) for question in QUESTIONS),
    (PATTERN,),
    ("--pattern", PATTERN, "--answer", "?who", "--json"),
    ("--pattern", PATTERN, "--method", "match", "--undirected", "-k", "2"),
    ("--pattern", "Tom Hanks | ?how | ?film", "--method", "match", "--json"),
    ("--pattern", "Nobody at all | ACTED_IN | ?film", "--method", "match"),
    ("--pattern", PATTERN, "--injective", "false", "--filter", '{"released": {"$gt": 1994}}', "--json"),
    ("--verify", "Tom Hanks acted in Cast Away"),
    ("--verify", "--json", "Tom Hanks directed Cast Away"),
]
CODE = (
    "import sys\n"
    "from motif.cli.main import main\n"
    "try: main(sys.argv[1:], standalone_mode=False)\n"
    "finally: print('answered here:', 'motif.cli.asking' in sys.modules, file=sys.stderr)"
)


@pytest.fixture(scope="module")
def films(server_526: ServerState, server_settings: Settings) -> Iterator[dict[str, str]]:
    """The environment of a command that asks the films; their names have no vectors."""
    login = (server_526.user, server_526.password)
    with neo4j.GraphDatabase.driver(server_526.bolt, auth=login) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        for statement in FILMS.read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                driver.execute_query(statement)  # type: ignore[arg-type]
        with motif.connect(server_526.bolt, login, settings=server_settings) as db:
            db.project(NAME, exist_ok=False)
        unset = {
            key: value for key, value in os.environ.items() if not key.startswith(("NEO4J_", "MOTIF_MODEL"))
        }
        yield {
            **unset,
            "MOTIF_HOME": str(server_settings.home),
            "NEO4J_URI": server_526.bolt,
            "NEO4J_USERNAME": login[0],
            "NEO4J_PASSWORD": login[1],
        }
        driver.execute_query("CALL motif.graph.drop($name, false)", name=NAME)
        driver.execute_query("MATCH (n) DETACH DELETE n")


HERE = (
    "import contextlib, io, json, sys\n"
    "from motif.cli.main import main\n"
    "printed = []\n"
    "for arguments in json.load(sys.stdin):\n"
    "    with contextlib.redirect_stdout(io.StringIO()) as said:\n"
    "        main(arguments, standalone_mode=False)\n"
    "    assert 'motif.cli.asking' in sys.modules\n"
    "    printed.append(said.getvalue())\n"
    "json.dump(printed, sys.stdout)"
)


@pytest.fixture(scope="module")
def printed_here(films: dict[str, str]) -> dict[tuple[str, ...], str]:
    """What each command prints where it answers by itself, one after another in one process."""
    asked = [["ask", "--graph", NAME, "--no-background", "--here", *arguments] for arguments in COMMANDS]
    command = [sys.executable, "-c", HERE]
    done = subprocess.run(
        command, input=json.dumps(asked), env=films, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(COMMANDS, json.loads(done.stdout), strict=True))


def run(environment: dict[str, str], *arguments: str) -> tuple[str, bool]:
    """What a command prints, and whether it answered by itself."""
    command = [sys.executable, "-c", CODE, "ask", "--graph", NAME, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout, "answered here: True" in done.stderr


@pytest.mark.parametrize("arguments", COMMANDS)
def test_the_service_says_what_the_command_says(
    films: dict[str, str], printed_here: dict[tuple[str, ...], str], arguments: tuple[str, ...]
) -> None:
    asked, asked_here = run(films, "--no-background", *arguments)
    assert not asked_here
    assert asked == printed_here[arguments] and asked


def test_data_that_changed_is_read_again_first(films: dict[str, str]) -> None:
    login = (films["NEO4J_USERNAME"], films["NEO4J_PASSWORD"])
    with neo4j.GraphDatabase.driver(films["NEO4J_URI"], auth=login) as driver:
        driver.execute_query("MATCH (f {title: 'Cast Away'}) SET f.tagline = 'Alone'")
    assert run(films, "--no-background", QUESTIONS[0])[1]
    assert not run(films, "--no-background", QUESTIONS[0])[1]
