"""A certificate that has expired, clocks that disagree: told in words, then over."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import neo4j
import pytest

from fault_services import ServerProcess, ServiceProcess, told
from own_certificates import Authority

pytestmark = pytest.mark.faults

INFO = "CALL motif.graph.list()"


def test_a_service_whose_clock_is_an_hour_ahead(
    driver: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess
) -> None:
    moved = "import time\nreal = time.time\ntime.time = lambda: real() + 3600"
    service.start(prelude=moved)
    neo4j_process.point(service.url)
    assert "Set both clocks: a signature counts for a minute." in told(lambda: driver.execute_query(INFO))
    service.kill()
    service.start()
    assert told(lambda: driver.execute_query(INFO)) == ""


def test_a_certificate_that_expires_under_load_is_named_until_there_is_a_good_one(
    driver: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, certificates: Authority
) -> None:
    service.scheme = "https"
    for days in (30, -1, 30):
        pem = str(certificates.signed(days=days))
        service.start(MOTIF_SERVICE_CERTIFICATE=pem, MOTIF_SERVICE_PRIVATE_KEY=str(certificates.key))
        neo4j_process.point(service.url)
        with ThreadPoolExecutor(4) as clients:
            ended = set(clients.map(lambda _: told(lambda: driver.execute_query(INFO)), range(8)))
        if days > 0:
            assert ended == {""}
        for said in ended if days < 0 else ():
            assert f"The certificate of the Motif service at {service.url} is refused (" in said
            assert "MOTIF_SERVICE_CERTIFICATE" in said
        service.kill()
