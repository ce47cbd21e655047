"""Relations in other words than the graph's, as questions have them: paraphrased, shortened, misspelt."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Literal

import numpy as np

from motif.errors import InvalidInput
from motif.indexes.names import normalise
from motif_procedures.erqa.typos import misspelt
from motif_procedures.guidance.paraphrases import content, paraphrases

Part = Literal["any", "train", "test"]
PARTS = ("any", "train", "test")

_SLIPS = 0.15
"""Share of the changed relations that are misspelt besides."""

_TRIES = 20


class Paraphraser:
    """Says relations in other words.

    A wording belongs to "train" or to "test" by the words in it that carry meaning, whichever relation it stands for:
    what one part says, the other never does, "director" and "the directors" taken for one. The graph's own words, which
    both may say, are those that are not changed.

    Parameters
    ----------
    seed
        The same seed and calls give the same wordings.
    noise
        Share of the relations that are changed.
    part
        Which wordings may be said: "any", "train" or "test".

    Raises `InvalidInput` for a share or a part that cannot be.

    >>> said = Paraphraser(seed=1, noise=1.0)
    >>> [said.relation("directed_by") for _ in range(3)]
    ['under the direction of', 'film maker in charge', 'film maker in charge']
    """

    def __init__(self, seed: int, noise: float, part: Part = "any") -> None:
        if not 0 <= noise <= 1:
            raise InvalidInput(f"noise is a share from 0 to 1, not {noise!r}.")
        if part not in PARTS:
            raise InvalidInput(f"A part of the wordings is one of {', '.join(PARTS)}, not {part!r}.")
        self._random = np.random.default_rng([seed, 7])
        self._noise = noise
        self._part = part

    def relation(self, text: str) -> str:
        """``text``, a relation, in other words by chance; itself where there are none in this part."""
        if self._random.random() >= self._noise:
            return text
        wordings = _wordings(text, self._part)
        if not wordings:
            return self._misspelt(text)
        wording = wordings[int(self._random.integers(len(wordings)))]
        return misspelt(wording, self._random) if self._random.random() < _SLIPS else wording

    def _misspelt(self, text: str) -> str:
        for _ in range(_TRIES):
            wording = misspelt(text, self._random)
            if self._part in ("any", part_of(wording)):
                return wording
        return text


def part_of(wording: str) -> str:
    """Which part of the wordings one belongs to, by a hash of its words that carry meaning: "train" or "test".

    >>> part_of("year of release") == part_of("release years")
    True
    """
    words = " ".join(sorted(content(wording))) or normalise(wording)
    return PARTS[1 + hashlib.sha256(words.encode()).digest()[0] % 2]


@lru_cache(maxsize=4096)
def _wordings(relation: str, part: str) -> tuple[str, ...]:
    """What ``part`` may say for ``relation``; none whose words of meaning are the relation's own, save for "any"."""
    found = paraphrases(relation)
    if part == "any":
        return found
    own = content(relation)
    return tuple(wording for wording in found if part_of(wording) == part and content(wording) != own)
