"""What ``motif doctor`` says of a Ray cluster, with what stands for the package ray."""

from __future__ import annotations

import importlib
import socket
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from motif import cluster as clusters
from motif.cli.cluster_findings import cluster_findings
from motif.cluster import Cluster, Machine
from motif.errors import InvalidConfiguration, JobFailed, MissingDependency, MotifError, VersionMismatch


class Known(Cluster):
    """A cluster whose machines are known."""

    def machines(self, wait: float = 0.0) -> list[Machine]:
        told = MACHINES[self.address]
        if isinstance(told, MotifError):
            raise told
        return told


OLD = VersionMismatch(
    "The machine c has version 0.0.1 of motif-graphrag, not 1.", hint="Install the same version."
)
BARE = JobFailed("On the cluster it ended early with RuntimeError: No module named 'motif'.", hint="Again.")
MACHINES: dict[str, Any] = {
    "two:1": [Machine("a", 4), Machine("b", 8)],
    "mixed:1": [Machine("a", 4), Machine("c", 8, OLD), Machine("d", 2, BARE)],
    "none:1": [Machine("c", 8, OLD)],
    "away:1": InvalidConfiguration("No Ray cluster answers at away:1.", hint="ray start --head"),
    "bare:1": MissingDependency("It needs the package ray.", hint="pip install 'motif-graphrag[ray]'"),
}


def test_nothing_is_said_where_no_cluster_is_named() -> None:
    assert list(cluster_findings(None)) == []


def test_machines_that_fit_are_counted() -> None:
    [found] = cluster_findings(Known("two:1"))
    assert found.verdict == "ok" and found.found.startswith("2 of 2 machines, 12 processors, at two:1")


def test_a_machine_that_does_not_fit_is_wrong_by_its_name() -> None:
    whole, old, bare = cluster_findings(Known("mixed:1"))
    assert whole.verdict == "ok" and whole.found.startswith("1 of 3 machines, 4 processors")
    assert (old.subject, old.verdict, old.found) == ("machine 'c'", "wrong", OLD.message)
    assert old.remedy == "Install the same version."
    assert (bare.subject, bare.found) == ("machine 'd'", "motif-graphrag is not installed there")
    assert bare.remedy.startswith("On that machine: pip install 'motif-graphrag[ray]==")


def test_a_cluster_without_a_machine_that_fits_is_wrong() -> None:
    whole, machine = cluster_findings(Known("none:1"))
    assert whole.verdict == machine.verdict == "wrong" and "MOTIF_RAY_ADDRESS" in whole.remedy


@pytest.mark.parametrize(
    ("address", "remedy"), [("away:1", "ray start --head"), ("bare:1", "motif-graphrag[ray]")]
)
def test_one_that_cannot_be_used_is_wrong_with_what_mends_it(address: str, remedy: str) -> None:
    [found] = cluster_findings(Known(address))
    assert found.verdict == "wrong" and found.found == MACHINES[address].message and remedy in found.remedy


class Ray:
    """As much of the package ray as a look at machines needs; what each does stands by the id of its node."""

    class exceptions:  # noqa: N801
        class RayError(Exception):
            pass

        class RayTaskError(RayError):
            def __init__(self, cause: Exception) -> None:
                self.cause = cause

    def __init__(self, does: dict[str, Callable[[], Any] | None]) -> None:
        self.does = does

    def is_initialized(self) -> bool:
        return True

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {"NodeID": name, "Alive": name != "dead", "NodeManagerHostname": name, "Resources": {"CPU": 2.0}}
            for name in self.does
        ]

    def remote(self, function: Callable[..., Any]) -> Any:
        def options(*, scheduling_strategy: str, **_: Any) -> Any:
            return SimpleNamespace(remote=lambda *given: (scheduling_strategy, function, given))

        return SimpleNamespace(options=options)

    def wait(self, tasks: list[Any], *, timeout: float, num_returns: int = 1) -> tuple[list[Any], list[Any]]:
        done = [task for task in tasks if self.does[task[0]] is not None]
        return done, [task for task in tasks if task not in done]

    def get(self, task: Any) -> Any:
        name, function, given = task
        try:
            self.does[name]()  # type: ignore[misc]
            return function(*given)
        except Exception as error:
            raise self.exceptions.RayTaskError(error) from error

    def cancel(self, task: Any) -> None:
        pass


def _older() -> None:
    raise OLD


def test_each_machine_is_asked_and_says_what_keeps_it_from_working(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Ray({"a": lambda: None, "dead": None, "slow": None, "c": _older})
    strategies = SimpleNamespace(NodeAffinitySchedulingStrategy=lambda node, soft: node)
    monkeypatch.setattr(importlib, "import_module", lambda name: ray if name == "ray" else strategies)
    fit, slow, old = Cluster("here:1").machines(wait=1)
    assert fit == Machine("a", 2)
    assert slow.problem is not None and slow.problem.message == "It began nothing within 1 seconds."
    assert "ray status" in slow.problem.hint
    assert old.problem is OLD


def test_a_cluster_of_another_ray_or_python_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**_: Any) -> None:
        raise RuntimeError("Version mismatch: The cluster was started with:\n    Ray: 9.9")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        ray = SimpleNamespace(is_initialized=lambda: False, init=init)
        monkeypatch.setattr(clusters.importlib, "import_module", lambda name: ray)
        [found] = cluster_findings(Cluster(address))
    assert found.verdict == "wrong" and "was started with: Ray: 9.9" in found.found
    assert found.remedy.startswith("Install the same Python and Ray")
