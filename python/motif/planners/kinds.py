"""What kind of thing names are of: persons, places, times, works … by likeness to names of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from motif.models.encoded_once import encode_once
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
        self._known: dict[str, NDArray[np.float32]] = {}

    def learn(self, names: Sequence[str]) -> None:
        """Encodes ``names`` and those of each kind together, unless they were when they were last asked for."""
        if self._encoder is None:
            return
        every = chain(_spoken(names), *(KIND_NAMES[kind] for kind in KIND_ORDER))
        texts = list(dict.fromkeys(every))
        self._known.update(zip(texts, encode_once(self._encoder, texts), strict=True))

    def mixture(self, names: Sequence[str]) -> NDArray[np.float64]:
        """How much of ``names`` is of each of `KIND_ORDER`, float64, summing to 1; even for no names."""
        if self._encoder is None or not names:
            return np.full(len(KIND_ORDER), 1 / len(KIND_ORDER))
        return self.mixture_of_vectors(self._vectors_of(_spoken(names)))

    def mixture_of_vectors(self, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """The same for names whose vectors are known, float32 (names, dimension)."""
        likeness = np.exp(SHARPNESS * (vectors @ self._centres.T).astype(np.float64))
        mixture: NDArray[np.float64] = (likeness / likeness.sum(axis=1, keepdims=True)).mean(axis=0)
        return mixture

    @cached_property
    def _centres(self) -> NDArray[np.float32]:
        """The mean vector of the names of each kind, float32 (kinds, dimension), L2-normalised."""
        centres = [self._vectors_of(KIND_NAMES[kind]).mean(axis=0) for kind in KIND_ORDER]
        unit: NDArray[np.float32] = np.stack(
            [centre / max(float(np.linalg.norm(centre)), 1e-9) for centre in centres]
        )
        return unit

    def _vectors_of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of ``texts``, float32 (texts, dimension)."""
        if all(text in self._known for text in texts):
            return np.stack([self._known[text] for text in texts])
        assert self._encoder is not None
        return encode_texts(self._encoder, texts)


def _spoken(names: Sequence[str]) -> list[str]:
    return [name.replace("_", " ") for name in names]
