"""Kernels compile once, and all of them before the first question."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import motif.kernels
import toygraphs
from motif.engine.candidates import Candidates
from motif.engine.gsd_search import SearchQuery, search_subgraphs, warm
from motif.graphs.csr import CSR
from motif.kernels import arcs, enumeration, messages, ranking, rows
from motif.kernels.machine_code import fingerprint

pytestmark = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")


CALLED_BY_THE_SEARCH = (
    arcs.gather_all,
    enumeration.enumerate_matches,
    messages.list_neighbours,
    messages.pull,
    messages.push,
    messages.settle,
    messages.sieve_of_neighbours,
    ranking.new_best,
    rows.index_rows,
)


def compiled() -> dict[str, int]:
    """How often each kernel was compiled."""
    return {kernel.__name__: len(cast(Any, kernel).signatures) for kernel in CALLED_BY_THE_SEARCH}


def test_warming_compiles_all_that_a_search_needs() -> None:
    warm()
    before = compiled()
    assert all(before.values())
    outgoing, incoming, relation = toygraphs.films()[0]
    actor = Candidates(np.array([0, 1], np.int32), np.array([0.0, 0.5]))
    query = SearchQuery(
        np.array([1, 1]), np.array([0, 2]), (actor, None, None), (None,) * 3, (None,) * 2, (None,) * 2
    )
    search_subgraphs(outgoing, incoming, relation, query, top_k=5)
    assert compiled() == before


def test_memory_mapped_graphs_need_no_compilation_of_their_own(tmp_path: Path) -> None:
    arrays = {}
    outgoing, incoming, relation = toygraphs.films()[0]
    for name, csr in (("outgoing", outgoing), ("incoming", incoming)):
        for part in ("indptr", "indices", "data"):
            np.save(tmp_path / f"{name}.{part}.npy", getattr(csr, part))
            arrays[name, part] = np.load(tmp_path / f"{name}.{part}.npy", mmap_mode="r")
    mapped = [
        CSR(*(arrays[name, part] for part in ("indptr", "indices", "data")))
        for name in ("outgoing", "incoming")
    ]
    query = SearchQuery(np.array([0]), np.array([1]), (None, None), (None, None), (None,), (None,))
    warm()
    before = compiled()

    found = search_subgraphs(mapped[0], mapped[1], relation, query, top_k=3)

    assert (
        found.nodes.tolist() == search_subgraphs(outgoing, incoming, relation, query, top_k=3).nodes.tolist()
    )
    assert compiled() == before


def test_a_change_in_a_kernel_is_a_change_of_those_that_call_it(tmp_path: Path) -> None:
    def written(text: str) -> str:
        (tmp_path / "rows.py").write_text(text)
        fingerprint.cache_clear()
        return fingerprint(tmp_path / "messages.py")

    (tmp_path / "messages.py").write_text("from motif.kernels.arcs import gather_all\n")
    (tmp_path / "arcs.py").write_text("from motif.kernels.rows import index_rows\n")

    before = written("x = 1\n")
    alone = fingerprint(tmp_path / "other.py")

    assert written("x = 1\n") == before
    assert written("x = 2\n") != before
    assert fingerprint(tmp_path / "other.py") == alone


def test_every_kernel_is_imported_by_name() -> None:
    folder = Path(motif.kernels.__file__).parent
    for source in folder.glob("*.py"):
        if source.name == "machine_code.py":
            continue  # it imports the store of compiled kernels, which is none
        assert "from motif.kernels import" not in source.read_text(), source.name
        assert "import motif.kernels" not in source.read_text(), source.name
