"""What the tuples hold that kernels take: plain arrays, unpacked in the first line of a kernel."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Int32: TypeAlias = NDArray[np.int32]
Int64: TypeAlias = NDArray[np.int64]
Float64: TypeAlias = NDArray[np.float64]

Codes: TypeAlias = NDArray[np.int16] | NDArray[np.int32]
"""Relations or sets of labels, int16 where there are not too many (`motif.graphs.narrow`)."""

Graph: TypeAlias = tuple[Int32, Int32, Int32, Int32, Int32, Codes]
"""``out_indptr, out_indices, in_indptr, in_indices, in_data, relation``: both adjacencies and the relation of
each relationship. A relationship's row is its place in ``out_indices``."""

Rules: TypeAlias = tuple[Float64, int, Int64, NDArray[np.uint32]]
"""``edge_costs, unknown_edges, node_bits, relationship_bits``: (edges, relations) cost of each relation for
each known pattern edge, infinite where it is no candidate; a word whose bit ``e`` says that pattern edge
``e`` is unknown; bit ``p`` of a node's word says that pattern node ``p`` may take it, bit ``e`` of a
relationship's word that pattern edge ``e`` may. Empty words: everything may."""

DISAGREEMENT = 2.0**-30
"""Cost of a relationship that runs against its pattern edge. Distances are multiples of 2**-24 and a pattern
has at most 32 edges, so that these costs only ever order matches of equal distance, and all sums are exact in
float64."""

NO_LIMIT = 1e300
"""Above every cost and below infinity."""
