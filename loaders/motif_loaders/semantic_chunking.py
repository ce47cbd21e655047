"""Chunks that end where the meaning changes: windows of three sentences, and the lowest fifth of their likeness.

SAGE, paper 003 §2.1 A. The window of sentence i is sentences i-1 to i+1, cut off at the ends of its section; a
boundary lies between sentences whose windows have a cosine at or below the 20th percentile of the document's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from motif_loaders.sentences import sentence_spans
from motif_loaders.tokens import count_tokens, token_starts

PERCENTILE = 20.0
SMALLEST, LARGEST = 32, 256
"""Tokens of a chunk: below it says too little to be found, above it encoders cut off."""

Span = tuple[int, int]
Encode = Callable[[Sequence[str]], NDArray[np.float32]]


def chunk_semantically(
    sections: Sequence[str],
    encode: Encode,
    *,
    percentile: float = PERCENTILE,
    smallest: int = SMALLEST,
    largest: int = LARGEST,
) -> list[list[Span]]:
    """(start, end) of the chunks of each section; a section's chunks are the whole section, in order.

    Parameters
    ----------
    encode
        Texts to L2-normalised vectors, float32 (n, dimension).
    percentile
        Of the cosines of adjacent windows in all ``sections``: the share of sentence ends where a chunk ends.
    smallest, largest
        Tokens: a smaller chunk joins the neighbour that is more like it, a larger one is cut at its lowest cosine.

    >>> from numpy import eye, float32
    >>> encode = lambda texts: eye(2, dtype=float32)[[int("cats" in text) for text in texts]]
    >>> text = "One dog. Two dogs. Old dogs. My cats. All cats."
    >>> [[text[start:end] for start, end in spans] for spans in chunk_semantically([text], encode, smallest=1)]
    [['One dog. Two dogs. ', 'Old dogs. My cats. All cats.']]
    """
    sentences = [_bounded(text, sentence_spans(text), largest) for text in sections]
    likeness = _likeness(sections, sentences, encode)
    cosines = np.concatenate(likeness) if likeness else np.zeros(0)
    if not len(cosines):
        return sentences
    threshold = float(np.percentile(cosines, percentile))
    chunks = []
    for text, spans, near in zip(sections, sentences, likeness, strict=True):
        sizes = [count_tokens(text[start:end]) for start, end in spans]
        ends = _ends(np.asarray(sizes), near, threshold, (smallest, largest))
        chunks.append([(spans[first][0], spans[last][1]) for first, last in ends])
    return chunks


def _bounded(text: str, spans: Sequence[Span], largest: int) -> list[Span]:
    """The sentences; one that is longer than a chunk may be, in pieces."""
    found: list[Span] = []
    for start, end in spans:
        places = [start + place for place in token_starts(text[start:end])]
        cuts = places[largest::largest]
        found += zip([start, *cuts], [*cuts, end], strict=True)
    return found


def _likeness(
    sections: Sequence[str], sentences: Sequence[Sequence[Span]], encode: Encode
) -> list[NDArray[np.float64]]:
    """For each section the cosines of its adjacent windows, one fewer than its sentences."""
    windows = [
        text[spans[max(0, place - 1)][0] : spans[min(len(spans) - 1, place + 1)][1]].strip()
        for text, spans in zip(sections, sentences, strict=True)
        if len(spans) > 1
        for place in range(len(spans))
    ]
    vectors = np.asarray(encode(windows), dtype=np.float64) if windows else np.zeros((0, 1))
    cosines = np.einsum("ij,ij->i", vectors[:-1], vectors[1:]) if len(vectors) else np.zeros(0)
    found, at = [], 0
    for spans in sentences:
        count = len(spans) if len(spans) > 1 else 0
        found.append(cosines[at : at + max(count - 1, 0)])
        at += count
    return found


def _ends(
    sizes: NDArray[np.int64], near: NDArray[np.float64], threshold: float, bounds: tuple[int, int]
) -> list[Span]:
    """(first, last) sentence of each chunk of a section."""
    cuts = (np.flatnonzero(near <= threshold) + 1).tolist()
    chunks = list(zip([0, *cuts], [cut - 1 for cut in [*cuts, len(sizes)]], strict=True))
    cut = [part for chunk in chunks for part in _cut(chunk, sizes, near, bounds[1])]
    return _joined(cut, sizes, near, bounds)


def _cut(chunk: Span, sizes: NDArray[np.int64], near: NDArray[np.float64], largest: int) -> list[Span]:
    """The chunk in pieces of at most ``largest`` tokens, cut where the windows are least alike."""
    pieces, waiting = [], [chunk]
    while waiting:
        first, last = waiting.pop()
        if first == last or sizes[first : last + 1].sum() <= largest:
            pieces.append((first, last))
        else:
            at = first + int(near[first:last].argmin())
            waiting += [(at + 1, last), (first, at)]
    return pieces


def _joined(
    chunks: list[Span], sizes: NDArray[np.int64], near: NDArray[np.float64], bounds: tuple[int, int]
) -> list[Span]:
    """Small chunks joined to the neighbour more like them, where both together are not too large."""
    smallest, largest = bounds
    chunks = list(chunks)
    place = 0
    while place < len(chunks):
        first, last = chunks[place]
        if sizes[first : last + 1].sum() < smallest:
            options = [
                (near[max(chunks[left][0], chunks[left + 1][0]) - 1], -left)
                for left in (place - 1, place)
                if 0 <= left < len(chunks) - 1
                and sizes[chunks[left][0] : chunks[left + 1][1] + 1].sum() <= largest
            ]
            if options:
                left = -max(options)[1]
                chunks[left : left + 2] = [(chunks[left][0], chunks[left + 1][1])]
                place = left
                continue
        place += 1
    return chunks
