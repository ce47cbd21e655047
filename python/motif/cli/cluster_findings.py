"""What ``motif doctor`` finds of the Ray cluster that ``MOTIF_RAY_ADDRESS`` names: nothing where it names none."""

from __future__ import annotations

from collections.abc import Iterator

from motif.cli.findings import Finding
from motif.cluster import Cluster, Machine
from motif.errors import MotifError
from motif.service.information import package_version

CLUSTER = "Ray cluster"


def cluster_findings(cluster: Cluster | None) -> Iterator[Finding]:
    """Whether it answers, and each of its machines that can do nothing for this process."""
    if cluster is None:
        return
    try:
        machines = cluster.machines()
    except MotifError as error:
        yield Finding(CLUSTER, "wrong", error.message, error.hint)
        return
    fit = [one for one in machines if one.problem is None]
    processors = sum(one.processors for one in fit)
    found = f"{len(fit)} of {len(machines)} machines, {processors} processors, at {cluster.address}"
    if fit:
        yield Finding(CLUSTER, "ok", f"{found}; each has version {package_version()} and this Python")
    else:
        yield Finding(
            CLUSTER,
            "wrong",
            f"{found}: long jobs fail",
            "Mend a machine of it, or unset MOTIF_RAY_ADDRESS to work here.",
        )
    yield from (_machine(one, one.problem) for one in machines if one.problem is not None)


def _machine(machine: Machine, problem: MotifError) -> Finding:
    """A machine that does nothing: work that is sent there fails, so that it is wrong also beside others."""
    remedy = problem.hint
    if problem.code == "job_failed" and "No module named 'motif" in problem.message:
        return Finding(
            f"machine '{machine.name}'",
            "wrong",
            "motif-graphrag is not installed there",
            f"On that machine: pip install 'motif-graphrag[ray]=={package_version()}'",
        )
    return Finding(f"machine '{machine.name}'", "wrong", problem.message, remedy)
