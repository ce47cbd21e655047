"""What Neo4j is launched with."""

from __future__ import annotations

from motif.embedded import StartOptions
from motif.embedded.configuration import Installation
from motif.embedded.launch import plan_launch
from motif.settings import Settings

PORTS = {"bolt": 1, "http": 2, "service": 3}


def test_a_short_lived_server_has_javas_first_compiler_alone(
    installation: Installation, settings: Settings
) -> None:
    for short_lived in (False, True):
        options = StartOptions(service=False, short_lived=short_lived)
        command = plan_launch(options, settings, installation, PORTS).neo4j
        assert ("-XX:TieredStopAtLevel=1" in command) is short_lived
