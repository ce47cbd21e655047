"""The compose files, parsed and held to the rules: nothing of them is run here."""

from __future__ import annotations

import copy
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from container_rules import compose_problems
from motif.embedded import PINNED

DOCKER = Path(__file__).parents[3] / "docker"
COMPOSE = yaml.safe_load((DOCKER / "compose.yml").read_text())
Change = Callable[[dict[str, Any]], object]


def test_the_compose_file_keeps_every_rule() -> None:
    assert compose_problems(COMPOSE) == []


@pytest.mark.parametrize(
    ("name", "change", "problem"),
    [
        ("motif", lambda s: s.pop("healthcheck"), "no healthcheck"),
        ("motif", lambda s: s.update(user="root"), "runs as root"),
        ("neo4j", lambda s: s.pop("user"), "runs as root"),
        ("neo4j", lambda s: s.update(image="neo4j:latest"), "not pinned"),
        ("neo4j", lambda s: s.update(image="neo4j"), "not pinned"),
        ("motif", lambda s: s.update(ports=["7690:7690"]), "publishes 7690:7690"),
        ("neo4j", lambda s: s.update(ports=["7687:7687"]), "beyond this machine"),
        ("neo4j", lambda s: s["environment"].update(NEO4J_AUTH="neo4j/x"), "NEO4J_AUTH carries a secret"),
        ("motif", lambda s: s["environment"].update(OPENAI_API_KEY="x"), "carries a secret"),
        ("motif", lambda s: s.update(secrets=["other"]), "secret other is no file"),
        ("motif", lambda s: s.pop("mem_limit"), "no memory limit"),
        ("motif", lambda s: s.pop("cap_drop"), "keeps capabilities"),
        ("motif", lambda s: s.update(network_mode="host"), "not confined"),
    ],
)
def test_each_rule_finds_what_breaks_it(name: str, change: Change, problem: str) -> None:
    compose = copy.deepcopy(COMPOSE)
    change(compose["services"][name])
    (found,) = compose_problems(compose)
    assert found.startswith(f"{name}: ") and problem in found


def test_what_is_named_is_declared_and_there() -> None:
    services = COMPOSE["services"]
    named = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    assert {volume for volume in named if not volume.startswith(".")} == set(COMPOSE["volumes"])
    assert all((DOCKER / volume).exists() for volume in named if volume.startswith("."))
    assert (DOCKER.parent / services["motif"]["build"]["dockerfile"]).is_file()
    assert {secret for service in services.values() for secret in service["secrets"]} == set(
        COMPOSE["secrets"]
    )


def test_service_and_plugin_read_the_same_token_on_the_same_loopback() -> None:
    neo4j, motif = COMPOSE["services"]["neo4j"], COMPOSE["services"]["motif"]
    lines = (DOCKER / "neo4j" / "conf" / "motif.conf").read_text().splitlines()
    settings = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    assert settings["service.token_file"] == motif["environment"]["MOTIF_SERVICE_TOKEN_FILE"]
    assert settings["service.url"] in motif["healthcheck"]["test"][-1]
    assert motif["network_mode"] == "service:neo4j" and neo4j["user"] == motif["user"]
    mounted = next(v for v in neo4j["volumes"] if v.startswith("./neo4j/conf"))
    assert mounted.split(":")[1] == neo4j["environment"]["MOTIF_CONF"]


def test_neo4j_is_the_version_that_is_tested() -> None:
    assert COMPOSE["services"]["neo4j"]["image"] == f"neo4j:{PINNED['lts']}"


def test_the_gpu_file_changes_the_service_only() -> None:
    gpu = yaml.safe_load((DOCKER / "compose.cuda.yml").read_text())
    merged = {**COMPOSE["services"]["motif"], **gpu["services"]["motif"]}
    assert set(gpu["services"]) == {"motif"}
    assert compose_problems({**COMPOSE, "services": {"motif": merged}}) == []
    assert (DOCKER.parent / merged["build"]["dockerfile"]).is_file()


def test_the_probes_are_scripts_that_run() -> None:
    test = COMPOSE["services"]["motif"]["healthcheck"]["test"]
    compile(test[-1], "healthcheck", "exec")
    assert test[:3] == ["CMD", "python", "-c"]
    bash = COMPOSE["services"]["neo4j"]["healthcheck"]["test"]
    assert subprocess.run(["bash", "-n", "-c", bash[-1]], check=False).returncode == 0


def test_the_readme_says_first_that_nothing_was_run() -> None:
    assert (DOCKER / "README.md").read_text().splitlines()[0].startswith("**Not run: no container engine")
