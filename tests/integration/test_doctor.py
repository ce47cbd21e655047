"""``motif doctor`` of a real server of either version, with its plugin and its service."""

from __future__ import annotations

from collections.abc import Iterator

import neo4j
import pytest

from motif.cli.database_findings import database_findings
from motif.cli.service_findings import service_finding
from motif.embedded import ServerState
from motif.knowledge_graph import connect
from motif.service.information import PROTOCOL
from motif.settings import Settings

pytestmark = pytest.mark.integration


@pytest.fixture
def words(server: ServerState) -> Iterator[str]:
    """The name of a full-text index that is ready."""
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("CREATE FULLTEXT INDEX doctor IF NOT EXISTS FOR (n:Patient) ON EACH [n.name]")
        driver.execute_query("CALL db.awaitIndexes(60)")
        yield "doctor"
        driver.execute_query("DROP INDEX doctor")


def test_a_server_that_runs_lacks_nothing(server: ServerState, server_settings: Settings, words: str) -> None:
    login = (server.user, server.password)
    with connect(server.bolt, login, settings=server_settings) as connection:
        found = {finding.subject: finding for finding in database_findings(connection)}
    assert {found[part].verdict for part in ("database", "plugin in database", "indexes")} == {"ok"}
    assert server.version in found["database"].found
    assert f"protocol {PROTOCOL}, and its service" in found["plugin in database"].found
    n_fulltext = int(found["indexes"].found.split(" full-text")[0].split()[-1])
    assert n_fulltext >= 1


def test_its_service_proves_its_token(server: ServerState) -> None:
    assert server.service is not None
    assert service_finding(server.service, server.token_file, needed=True).verdict == "ok"
