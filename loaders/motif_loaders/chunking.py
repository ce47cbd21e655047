"""Sections into chunks: by meaning, by semchunk, by a fixed number of tokens, or each left whole."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from motif.errors import InvalidConfiguration, MissingDependency
from motif_loaders.parsed_document import Section
from motif_loaders.semantic_chunking import LARGEST, SMALLEST, Encode, Span, chunk_semantically
from motif_loaders.tokens import count_tokens, token_starts

CHUNKERS = ("semantic", "semchunk", "fixed", "none")

FIXED, OVERLAP = 1200, 100
"""Tokens of a chunk of a fixed size, and how many two neighbours share (DA-RAG, paper 004, appendix B)."""

Chunker = Callable[[Sequence[str]], list[list[Span]]]
"""Sections in, (start, end) of the chunks of each out."""


def make_chunker(name: str, encode: Callable[[], Encode]) -> Chunker:
    """The chunker of that name; ``encode`` is called when one by meaning first needs an encoder.

    Raises `InvalidConfiguration` for an unknown name, `MissingDependency` when semchunk is not installed.
    """
    if name == "semantic":
        return lambda sections: chunk_semantically(sections, encode())
    if name == "semchunk":
        return _semchunk()
    if name == "fixed":
        return lambda sections: [fixed_spans(section) for section in sections]
    if name == "none":
        return lambda sections: [[(0, len(section))] for section in sections]
    raise InvalidConfiguration(
        f"There is no chunker {name!r}.",
        hint=f"Give one of {', '.join(CHUNKERS)}, or none for the first that can be used.",
    )


def fixed_spans(text: str, size: int = FIXED, overlap: int = OVERLAP) -> list[Span]:
    """(start, end) of pieces of ``size`` tokens of which neighbours share ``overlap``; blanks go with what is before.

    >>> [("a b c d e"[start:end]) for start, end in fixed_spans("a b c d e", 3, 1)]
    ['a b c ', 'c d e']
    """
    starts = [*token_starts(text), len(text)]
    n_tokens = len(starts) - 1
    if not n_tokens:
        return [(0, len(text))]
    starts[0] = 0
    spans = []
    for first in range(0, max(n_tokens - overlap, 1), size - overlap):
        spans.append((starts[first], starts[min(first + size, n_tokens)]))
    return spans


def _semchunk() -> Chunker:
    try:
        semchunk: Any = importlib.import_module("semchunk")
    except ImportError as error:
        raise MissingDependency(
            "The chunker 'semchunk' is not installed.", hint="pip install 'motif-graphrag[documents]'"
        ) from error
    chunk = semchunk.chunkerify(count_tokens, LARGEST)
    return lambda sections: [_covering(chunk(section, offsets=True)[1], len(section)) for section in sections]


def _covering(offsets: Sequence[Span], length: int) -> list[Span]:
    """The spans with the blanks between them."""
    starts = [0, *(start for start, _ in offsets[1:]), length]
    return list(pairwise(starts))


def join_short(sections: Sequence[Section], smallest: int = SMALLEST) -> list[tuple[int, Section]]:
    """The sections with the places of their first parts, those too short for a chunk joined with what follows.

    The last one is joined with what is before it.

    >>> short = [Section(("A",), "A"), Section(("A", "B"), "B\\n\\nLong enough to say something.")]
    >>> join_short(short, 5)
    [(0, Section(path=('A',), text='A\\n\\nB\\n\\nLong enough to say something.'))]
    """
    found: list[tuple[int, Section]] = []
    for place, section in enumerate(sections):
        if found and count_tokens(found[-1][1].text) < smallest:
            first, before = found.pop()
            found.append((first, _joint(before, section)))
        else:
            found.append((place, section))
    if len(found) > 1 and count_tokens(found[-1][1].text) < smallest:
        _, last = found.pop()
        first, before = found.pop()
        found.append((first, _joint(before, last)))
    return found


def _joint(one: Section, other: Section) -> Section:
    """Both texts under the headings that both have; under the first one's where they share none."""
    shared = tuple(left for left, right in zip(one.path, other.path, strict=False) if left == right)
    return Section(shared or one.path or other.path, f"{one.text}\n\n{other.text}")
