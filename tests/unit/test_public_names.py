"""What the package promises by name."""

from __future__ import annotations

import subprocess
import sys

import motif


def test_every_public_name_is_there_and_sorted() -> None:
    assert sorted(motif.__all__) == motif.__all__
    for name in motif.__all__:
        assert getattr(motif, name) is not None


def test_importing_motif_imports_nothing_heavy() -> None:
    heavy = (
        "numba",
        "numpy",
        "scipy",
        "onnxruntime",
        "neo4j",
        "starlette",
        "langchain_core",
        "bm25s",
        "faiss",
        "torch",
    )
    code = f"import sys, motif; print([name for name in {heavy!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
