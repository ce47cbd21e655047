"""The slow, obvious twin of `motif_loaders.semantic_chunking`, written from the paper's words."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from motif_loaders.sentences import sentence_spans


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` percent lie, between the two nearest ranks."""
    ordered = sorted(values)
    rank = share / 100 * (len(ordered) - 1)
    low, high = math.floor(rank), math.ceil(rank)
    return ordered[low] + (ordered[high] - ordered[low]) * (rank - low)


def window(text: str, place: int) -> str:
    """Sentences place - 1 to place + 1, as far as they are there."""
    spans = sentence_spans(text)
    return text[spans[max(0, place - 1)][0] : spans[min(len(spans) - 1, place + 1)][1]].strip()


def boundaries(
    sections: Sequence[str], encode: Callable[[Sequence[str]], object], share: float
) -> list[list[int]]:
    """For each section, the sentences that begin a chunk by the rule of the percentile alone."""
    cosines: list[list[float]] = []
    for text in sections:
        count = len(sentence_spans(text))
        vectors = [encode([window(text, place)])[0] for place in range(count)] if count > 1 else []
        cosines.append([float(one.astype(float) @ other.astype(float)) for one, other in pairwise(vectors)])
    all_cosines = [value for of_section in cosines for value in of_section]
    if not all_cosines:
        return [[0] for _ in sections]
    threshold = percentile(all_cosines, share)
    return [
        [0] + [place + 1 for place, value in enumerate(of_section) if value <= threshold + 1e-12]
        for of_section in cosines
    ]
