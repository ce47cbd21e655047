"""Parts of stars to train a dominance embedding on (SG-RAG, algorithm 2, lines 1 to 6)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.star_attention import Stars
from motif.errors import InvalidInput
from motif.kernels.star_sampling import list_parts


@dataclass(frozen=True, slots=True)
class StarParts:
    """Proper parts of stars: the same centre with some of the leaves.

    Attributes
    ----------
    star : int32 (p,)
        Which star each part is of, ascending.
    indptr : int64 (p + 1,)
    leaves : int32
        Those of part ``i`` are ``indptr[i]:indptr[i + 1]``, ascending.
    """

    star: NDArray[np.int32]
    indptr: NDArray[np.int64]
    leaves: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.star)


def sample_parts(stars: Stars, n_parts: int, generator: np.random.Generator) -> StarParts:
    """All proper parts of each star that has at most ``n_parts`` different ones, ``n_parts`` of each other star.

    Those are the centre alone, all leaves but one, and parts of 1 to 8 leaves, as patterns have them; a star of d
    leaves has 2**d parts, too many to list for a hub. Raises `InvalidInput` for fewer than two.

    >>> stars = Stars(np.array([0, 2]), np.array([3, 3], np.int32))
    >>> parts = sample_parts(stars, 4, np.random.default_rng(0))
    >>> parts.indptr.tolist(), parts.leaves.tolist()
    ([0, 0, 1], [3])
    """
    if n_parts < 2:
        raise InvalidInput(f"There must be 2 or more parts of each star to train on, not {n_parts}.")
    return StarParts(*list_parts(stars.indptr, stars.leaves, n_parts, generator))
