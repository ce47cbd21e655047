"""A small graph that is asked, and texts that people and models wrote, to be changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from fakes import HashEncoder
from motif.catalog import Catalog
from motif.catalog.rows import from_rows
from motif.knowledge_graph import Graph
from motif.service.state import Service
from motif.settings import ServiceSettings, Settings
from motif.snapshot import graph_folder, write_snapshot
from requests_at_random import LINKS, NODES

TESTS = Path(__file__).parents[1]
TOKEN = "0123456789abcdef" * 4


@pytest.fixture(scope="session")
def films() -> Graph:
    """The small graph without a database."""
    projection, encoder = from_rows(NODES, LINKS), HashEncoder()
    return Graph(lambda: projection, encoder=lambda: encoder, settings=Settings())


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that holds it, and reads no more than 200,000 bytes."""
    home = tmp_path_factory.mktemp("home")
    write_snapshot(graph_folder(home, "d", "films"), from_rows(NODES, LINKS))
    settings = Settings(
        home=home, cache=home / "cache", timeout=5.0, service=ServiceSettings(maximum_body=200_000)
    )
    encoder = HashEncoder()
    made = Service(settings, catalog=Catalog(home), token=TOKEN, encoder=lambda: encoder)
    made.compiled.set()
    yield made
    made.close()


@pytest.fixture(scope="session")
def questions() -> list[str]:
    """Questions in words, to some forty graphs."""
    found = []
    for path in sorted((TESTS / "questions").glob("*.yml")):
        found += re.findall(r"^\s*-?\s*question: (.*)$", path.read_text("utf-8"), re.MULTILINE)
    return found


@pytest.fixture(scope="session")
def statements() -> list[str]:
    """Statements of Cypher, honest and hostile."""
    found = [
        one["cypher"] for one in yaml.safe_load((TESTS / "honest" / "statements.yml").read_text("utf-8"))
    ]
    for path in sorted((TESTS / "hostile").glob("*.yml")):
        cases = yaml.safe_load(path.read_text("utf-8"))
        found += [one["cypher"] for one in cases if isinstance(one.get("cypher"), str)]
    for path in sorted((TESTS / "questions").glob("*.yml")):
        found += re.findall(
            r"^\s*(?:cypher|gold): [\"']?(MATCH .*?)[\"']?$", path.read_text("utf-8"), re.MULTILINE
        )
    return found
