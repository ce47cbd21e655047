"""What kind of thing names are of: persons, places, times, works … by likeness to names of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motif.models.encoder import TextEncoder, encode_texts
from motif.planners.english import KIND_NAMES, KINDS

KIND_ORDER = tuple(KINDS)
SHARPNESS = 20.0
"""By how much likeness decides; 1 / temperature of the softmax over the kinds."""


class KindDetector:
    """Tells kinds of names apart.

    Parameters
    ----------
    encoder
        Of the names; None where there is none: then nothing is told apart.
    """

    def __init__(self, encoder: TextEncoder | None) -> None:
        self._encoder = encoder

    def mixture(self, names: Sequence[str]) -> NDArray[np.float64]:
        """How much of ``names`` is of each of `KIND_ORDER`, float64, summing to 1; even for no names."""
        if self._encoder is None or not names:
            return np.full(len(KIND_ORDER), 1 / len(KIND_ORDER))
        spoken = [name.replace("_", " ") for name in names]
        return self.mixture_of_vectors(encode_texts(self._encoder, spoken))

    def mixture_of_vectors(self, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """The same for names whose vectors are known, float32 (names, dimension)."""
        likeness = np.exp(SHARPNESS * (vectors @ self._centres.T).astype(np.float64))
        mixture: NDArray[np.float64] = (likeness / likeness.sum(axis=1, keepdims=True)).mean(axis=0)
        return mixture

    @cached_property
    def _centres(self) -> NDArray[np.float32]:
        """The mean vector of the names of each kind, float32 (kinds, dimension), L2-normalised."""
        assert self._encoder is not None
        centres = [encode_texts(self._encoder, KIND_NAMES[kind]).mean(axis=0) for kind in KIND_ORDER]
        unit: NDArray[np.float32] = np.stack(
            [centre / max(float(np.linalg.norm(centre)), 1e-9) for centre in centres]
        )
        return unit
