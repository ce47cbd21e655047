"""Kernels that were compiled ahead are used where they fit, and silently not where they do not."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from motif.kernels import compilation, machine_code, prepared

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled without the JIT"
)

CODE = """
import sys
from pathlib import Path
from motif.kernels import compilation, prepared
folder = prepared.FOLDER = Path(sys.argv[1])
if sys.argv[2] == "record":
    compilation.recording.folder = folder
from motif.kernels.heaps import new_stack
new_stack(3)
if sys.argv[2] == "record":
    prepared.write_manifest(folder, compilation.recording.names)
print(sum(new_stack.stats.cache_hits.values()), sum(new_stack.stats.cache_misses.values()))
"""


CALLING = """
import sys
from pathlib import Path
import numpy as np
from motif.kernels import compilation, prepared
folder = prepared.FOLDER = Path(sys.argv[1])
if sys.argv[2] == "record":
    compilation.recording.folder = folder
from motif.kernels.truss_ranking import by_degree, rank
ends, ones = np.array([[0, 0, 1], [1, 2, 2]], np.int32), np.ones(3, np.int32)
rank(*ends, ones, ones, 3)
if sys.argv[2] == "record":
    prepared.write_manifest(folder, compilation.recording.names)
else:
    rank(*ends, ones.astype(np.int64), ones, 3)  # compiled as the first was: numba gives what it calls the same names
    print(*(found.tolist() for found in by_degree(np.array([2, 2, 2], np.int32))))
"""


def run(folder: Path, what: str, cache: Path, code: str = CODE) -> str:
    """Hits and misses of one kernel in a process of its own, in the target's words where it is compiled ahead."""
    aim = prepared.target()
    assert aim is not None
    ahead = {"NUMBA_CPU_NAME": aim.cpu, "NUMBA_CPU_FEATURES": ""} if what == "record" else {}
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder), what],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), **ahead},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.skipif(prepared.target() is None, reason="nothing is compiled ahead for this machine")
def test_what_one_process_compiled_ahead_another_does_not_compile(tmp_path: Path) -> None:
    folder, cache = tmp_path / "prepared", tmp_path / "cache"
    assert run(folder, "record", cache) == "0 1"
    assert prepared.count(folder) == 1 and not list(cache.rglob("*.nbc"))
    assert run(folder, "record", cache) == "1 0"  # again: nothing to do
    assert run(folder, "use", cache) == "1 0" and not list(cache.rglob("*.nbc"))
    [kept] = folder.glob("*.kernel")
    kept.write_bytes(b"broken")
    assert run(folder, "use", cache) == "0 1"  # compiled, and kept as ever
    assert run(folder, "use", cache) == "1 0" and list(cache.rglob("*.nbc"))


@pytest.mark.skipif(prepared.target() is None, reason="nothing is compiled ahead for this machine")
def test_what_a_kernel_compiled_ahead_calls_may_be_compiled_and_kept_by_itself(tmp_path: Path) -> None:
    """Trusses were computed by one compiled ahead, and counted by one that is not: the second process failed."""
    folder, cache = tmp_path / "prepared", tmp_path / "cache"
    run(folder, "record", cache, CALLING)
    for kept in folder.glob("*.kernel"):
        if pickle.loads(kept.read_bytes())[1][0][0] != "rank":
            kept.unlink()
    assert prepared.count(folder) == 1
    first, second = (run(folder, "use", cache, CALLING) for _ in range(2))
    assert first == second == "[0, 1, 2] [0, 2, 4, 6]"
    assert any(path.name.startswith("truss_ranking.by_degree") for path in cache.rglob("*.nbc"))


@pytest.mark.skipif(prepared.target() is None, reason="nothing is compiled ahead for this machine")
@pytest.mark.parametrize("what", ["record", "use"])
def test_two_processes_that_compile_at_once_both_have_it_and_a_third_finds_it(
    tmp_path: Path, what: str
) -> None:
    folder, cache = tmp_path / "prepared", tmp_path / "cache"
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: run(folder, what, cache), range(2)))
    assert set(both) <= {"0 1", "1 0"} and "0 1" in both
    assert run(folder, what, cache) == "1 0"
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".part", ".tmp")]


def test_no_place_for_a_cache_costs_time_in_each_process_and_doctor_says_why() -> None:
    """As where site-packages are read-only, and the home is."""
    code = (
        "from numba.core.caching import CompileResultCacheImpl\n"
        "CompileResultCacheImpl._locator_classes = []\n"
        "from motif.kernels import prepared\n"
        "prepared.why_not = lambda *_: 'another numba'\n"
        "from motif.kernels.heaps import new_stack\n"
        "print(len(new_stack(3)))\n"
        "from motif.cli.machine_findings import kernels\n"
        "print(kernels().found)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    answer, told = done.stdout.splitlines()
    assert answer == "3" and "another numba" in told
    assert "in every process: they cannot be kept: cannot cache function" in told


@pytest.fixture
def versions(tmp_path: Path) -> Path:
    """A folder with a manifest of what this process is."""
    prepared.write_manifest(tmp_path, set())
    return tmp_path


def test_a_kernel_compiled_ahead_is_loaded_without_scipy_which_numba_finds_when_it_is_needed() -> None:
    pytest.importorskip("scipy")
    code = (
        "import sys, numpy as np\n"
        "from motif.kernels.prepared import import_array_math\n"
        "import_array_math()\n"
        "assert 'numba.np.arraymath' in sys.modules and 'scipy.linalg' not in sys.modules\n"
        "from numba import njit\n"
        "a = np.arange(6.0).reshape(2, 3)\n"
        "for function in (lambda a: np.dot(a, a.T), lambda a: np.cov(a), lambda a: np.linalg.inv(a @ a.T)):\n"
        "    np.testing.assert_allclose(njit(function)(a), function(a))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_was_made_here_fits(versions: Path) -> None:
    assert prepared.why_not.__wrapped__(versions) == ""


def test_nothing_made_is_told(tmp_path: Path) -> None:
    assert "none were compiled" in prepared.why_not.__wrapped__(tmp_path)
    (tmp_path / prepared.MANIFEST).write_text("{")
    assert "cannot be read" in prepared.why_not.__wrapped__(tmp_path)


@pytest.mark.parametrize("what", ["numba", "llvmlite", "python", "system", "cpu"])
def test_another_version_does_not_fit(versions: Path, what: str) -> None:
    path = versions / prepared.MANIFEST
    manifest = json.loads(path.read_text())
    manifest["versions"][what] = "0.1"
    path.write_text(json.dumps(manifest))
    assert f"compiled for {what} 0.1" in prepared.why_not.__wrapped__(versions)


def test_another_processor_does_not_fit(versions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        prepared,
        "TARGETS",
        {key: prepared.Target(value.cpu, ("amx-tile", "avx9")) for key, value in prepared.TARGETS.items()},
    )
    monkeypatch.setattr("llvmlite.binding.get_host_cpu_features", lambda: {"amx-tile": False})
    assert "processor lacks amx-tile, avx9" in prepared.why_not.__wrapped__(versions)


def test_a_processor_that_is_asked_for_is_heeded(versions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert "NUMBA_CPU_NAME asks" in prepared.why_not.__wrapped__(versions)


def test_what_is_kept_is_read_again_and_what_is_broken_is_nothing(tmp_path: Path) -> None:
    prepared.keep("a.kernel", {"code": b"x"}, tmp_path)
    prepared.keep("b.kernel", 1, tmp_path)
    assert prepared.load("a.kernel", tmp_path) == {"code": b"x"}
    (tmp_path / "a.kernel").write_bytes(b"\x80\x04broken")
    assert prepared.load("a.kernel", tmp_path) is None and prepared.load("c.kernel", tmp_path) is None
    prepared.write_manifest(tmp_path, {"a.kernel"})
    assert [path.name for path in tmp_path.glob("*.kernel")] == ["a.kernel"] and prepared.count(tmp_path) == 1
    assert not list(tmp_path.glob("*.part"))


def test_a_name_depends_on_all_that_code_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {
        prepared.file_name(*parts)
        for parts in (
            ("f", "(int64,)", "s"),
            ("g", "(int64,)", "s"),
            ("f", "(int32,)", "s"),
            ("f", "(int64,)", "t"),
        )
    }
    assert len(names) == 4
    other = {**prepared.versions(), "numba": "0.1"}
    monkeypatch.setattr(prepared, "versions", lambda: other)
    assert prepared.file_name("f", "(int64,)", "s") not in names


def test_a_cache_without_a_place_costs_time_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: Any) -> None:
        raise RuntimeError("no locator available")

    monkeypatch.setattr(machine_code.FunctionCache, "__init__", none)
    monkeypatch.setattr(compilation, "problems", [])

    def twice(value: int) -> int:
        return 2 * value

    assert compilation.kernel(twice)(21) == 42
    assert compilation.problems == ["they cannot be kept: no locator available"]


def test_a_full_disk_costs_time_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(machine_code.FunctionCache, "save_overload", full)
    monkeypatch.setattr(compilation, "problems", [])

    def thrice(value: int) -> int:
        return 3 * value

    assert compilation.kernel(thrice)(14) == 42
    assert "No space left on device" in compilation.problems[0]
