"""Which nodes training may ask about, and which are kept for validation and for the test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.projection import Projection


def split_entities(
    projection: Projection, *, shares: Sequence[float] = (0.8, 0.1, 0.1), seed: int = 0
) -> tuple[NDArray[np.bool_], ...]:
    """Parts of the nodes by chance, one mask of shape (n,) for each share; each node is in exactly one.

    An example that `motif_procedures.guidance.generation.generate_examples` makes with ``entities`` of one part has
    question entities of that part only, and the node that its walk took for the answer is of that part too. Its other
    answers, and the nodes between, may be of any: a question with several answers that all lie in a tenth of the graph
    hardly exists.

    Raises `InvalidInput` for shares that are negative or do not make 1.

    >>> from motif.catalog.triples import from_triples
    >>> graph = from_triples([(f"film {n}", "by", f"person {n}") for n in range(50)])
    >>> parts = split_entities(graph)
    >>> [int(part.sum()) for part in parts], bool((sum(part.astype(int) for part in parts) == 1).all())
    ([80, 10, 10], True)
    """
    if not shares or min(shares) < 0 or abs(sum(shares) - 1) > 1e-6:
        given = ", ".join(map(str, shares)) or "none"
        raise InvalidInput(f"Shares of the nodes must be 0 or more and make 1 together, not {given}.")
    n_nodes = projection.n_nodes
    ends = np.round(np.cumsum(shares) * n_nodes).astype(int)
    order = np.random.default_rng([seed, 3]).permutation(n_nodes)
    part_of = np.empty(n_nodes, int)
    part_of[order] = np.searchsorted(ends, np.arange(n_nodes), side="right")
    return tuple(part_of == part for part in range(len(shares)))
