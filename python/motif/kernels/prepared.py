"""Kernels compiled ahead, when Motif is installed, for any processor of its kind; where they do not fit, none are used.

A file holds one function for one signature. Its name is a digest of all that the machine code depends on: the sources,
the signature, numba, llvmlite, Python, and the processor that it was compiled for.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import os
import pickle
import platform
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

FOLDER = Path(__file__).parent / "prepared"
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Target:
    """A processor that code is compiled for, in LLVM's words, and what a machine must have to run it."""

    cpu: str
    features: tuple[str, ...]


TARGETS = {
    "x86_64": Target(
        "x86-64-v3",
        ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2", "cx16"),
    ),
    "aarch64": Target("generic", ()),
}
"""By machine; the first is what processors have since 2013 (Intel) and 2015 (AMD)."""


def target() -> Target | None:
    """The target of this machine; None where nothing is compiled ahead for its kind."""
    machine = platform.machine().lower()
    return TARGETS.get({"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine))


@cache
def versions() -> dict[str, str]:
    """What machine code depends on beside its source, for the manifest."""
    aim = target()
    return {
        **{name: importlib.metadata.version(name) for name in ("numba", "llvmlite")},
        "python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": aim.cpu if aim is not None else "",
    }


def file_name(function: str, signature: Any, sources: str) -> str:
    """The name of the file of one function for one signature; ``sources`` is the fingerprint of its sources."""
    parts = [function, str(signature), sources, *versions().values()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:40] + ".kernel"


@cache
def why_not(folder: Path = FOLDER) -> str:
    """Why what ``folder`` holds cannot be used here, in words; empty where it can."""
    try:
        made_for = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["versions"]
    except FileNotFoundError:
        return "none were compiled when this was installed"
    except (OSError, ValueError, KeyError, TypeError) as error:
        return f"they cannot be read ({type(error).__name__})"
    for what, here in versions().items():
        if made_for.get(what) != here:
            return f"they were compiled for {what} {made_for.get(what)}, and this is {here}"
    if asked := os.environ.get("NUMBA_CPU_NAME"):
        return f"NUMBA_CPU_NAME asks for the processor {asked}"
    from llvmlite import binding

    aim, has = target(), binding.get_host_cpu_features()
    lacking = [name for name in (aim.features if aim is not None else ()) if not has.get(name, False)]
    return f"this processor lacks {', '.join(lacking)}" if lacking else ""


def load(name: str, folder: Path = FOLDER) -> Any:
    """What was kept under that name; None where there is nothing, or nothing that can be read."""
    with contextlib.suppress(
        OSError, EOFError, pickle.UnpicklingError, ValueError, AttributeError, ImportError
    ):
        data = pickle.loads((folder / name).read_bytes())
        import_array_math()
        return data
    return None


@cache
def import_array_math() -> None:
    """Import numba's functions of arrays, as it does when it loads the first kernel, without scipy.

    numba imports scipy then to know whether it has BLAS, and would take as long for that as for all the rest. Here it
    is looked for and not imported; whoever compiles a function that needs BLAS still has numba import it.
    """
    from numba.core.compiler_lock import global_compiler_lock
    from numba.np import linalg

    with cast(Any, global_compiler_lock):
        check: Any = linalg.ensure_blas
        linalg.ensure_blas = lambda: None
        try:
            arraymath: Any = import_module("numba.np.arraymath")
        finally:
            linalg.ensure_blas = check
    if arraymath.ensure_blas is not check:
        arraymath.ensure_blas = check
        arraymath._HAVE_BLAS = find_spec("scipy") is not None


def keep(name: str, data: Any, folder: Path) -> None:
    """Keep ``data`` under that name, whole or not at all; two processes may do so at once."""
    from numba.core import serialize

    dumps: Any = serialize.dumps
    folder.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=folder, suffix=".part")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(dumps(data))
        Path(temporary).chmod(0o644)
        Path(temporary).replace(folder / name)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_manifest(folder: Path, names: set[str]) -> None:
    """Say what the folder holds, and remove what is no longer used."""
    for path in folder.glob("*.kernel"):
        if path.name not in names:
            path.unlink()
    text = json.dumps({"versions": versions(), "kernels": len(names)}, indent=1)
    temporary = folder / f".{MANIFEST}.{os.getpid()}"
    temporary.write_text(text + "\n", encoding="utf-8")
    temporary.replace(folder / MANIFEST)


def count(folder: Path = FOLDER) -> int:
    """How many kernels the folder holds."""
    return sum(1 for _ in folder.glob("*.kernel"))
