"""A Neo4j that tests may kill, a service of its own, and a place between both where connections are cut."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

from conftest import plugin_jars, skip_unless_wanted
from cut_connections import Between
from fault_services import ServerProcess, ServiceProcess
from motif.embedded import StartOptions, resolve_neo4j, stop
from motif.embedded.java import find_java
from motif.embedded.versions import resolve_version
from motif.settings import Settings, load_settings
from own_certificates import Authority, authority


@pytest.fixture(scope="session")
def own_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A home that nobody else uses."""
    return Settings(home=tmp_path_factory.mktemp("faults-home"), cache=load_settings().cache)


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Whom the server's Java trusts."""
    keytool = find_java(resolve_version(skip_unless_wanted("lts", "newest"))).with_name("keytool")
    if not keytool.exists():
        pytest.skip(f"there is no {keytool}: a JDK has one")
    return authority(tmp_path_factory.mktemp("certificates"), keytool)


@pytest.fixture(scope="session")
def neo4j_process(own_settings: Settings, certificates: Authority) -> Iterator[ServerProcess]:
    """The long-term release, without a service beside it."""
    version = skip_unless_wanted("lts", "newest")
    resolve_neo4j(resolve_version(version), own_settings.cache, print)  # Maven trusts whom it always trusts
    os.environ["JDK_JAVA_OPTIONS"] = certificates.jvm_options
    options = StartOptions(
        name=f"faults-{os.getpid()}",
        version=version,
        heap="512m",
        page_cache="64m",
        plugin_jars=plugin_jars(),
        class_archive=False,
        short_lived=True,
        service=False,
    )
    server = ServerProcess(options, own_settings)
    yield server
    stop(options.name, own_settings)


@pytest.fixture
def service(neo4j_process: ServerProcess, own_settings: Settings, tmp_path: Path) -> Iterator[ServiceProcess]:
    """A service with a folder of its own that the test starts; nothing of it is left afterwards."""
    cache = tmp_path / "cache"
    made = ServiceProcess(tmp_path / "home", cache, neo4j_process.token_file, tmp_path / "service.log")
    yield made
    made.kill()


@pytest.fixture
def between(neo4j_process: ServerProcess, service: ServiceProcess) -> Iterator[Between]:
    """The service, started, with what may cut it off; the plugin goes through there."""
    service.start()
    made = Between(service.port)
    neo4j_process.point(f"http://127.0.0.1:{made.port}")
    yield made
    made.close()


@pytest.fixture
def driver(neo4j_process: ServerProcess) -> Iterator[neo4j.Driver]:
    """To an empty database."""
    neo4j_process.start()
    with neo4j_process.driver() as driver:
        with driver.session() as session:
            session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS").consume()
        yield driver
