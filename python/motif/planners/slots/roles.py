"""One name in two roles: "films that A both wrote and directed", "who produced but did not direct B"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from motif.planners.slots.anchors import Anchor
from motif.planners.slots.lexicon import Lexicon
from motif.planners.slots.words import Word, overlaps

_SURE = 0.8
"""Likeness from which on a word says a relation by itself."""

_JOINED = re.compile(
    r"\s*,?\s*(?:and|as\s+well\s+as|but)(?:\s+(?:also|then|the|an?|is|was|has|have|had|been|did|does|do))*?"
    r"(?P<not>\s+(?:not|never)|\s*(?:did|does|do|was|were|has|have)n['’]t)?"
    r"(?:\s+(?:the|an?|is|was|has|have|had|been))*\s*",
    re.IGNORECASE,
)
_SMALL = re.compile(r"\s*(?:by|of|in|with|for|the|a|an|to)?(?:\s+(?:the|a|an))?\s*[\"'“]?", re.IGNORECASE)

Spans = list[tuple[int, int]]


def in_two_roles(
    question: str, words: Sequence[Word], anchors: Sequence[Anchor], taken: Spans, lexicon: Lexicon
) -> tuple[list[Anchor], Spans]:
    """The anchors, each that two words join in different ways twice, and where the negations stand that this uses.

    Parameters
    ----------
    taken
        Where labels and the noun stand that is asked for: they are no roles.
    """
    found = list(anchors)
    negations: Spans = []
    content = [word for word in words if word.is_content and not overlaps((word.start, word.end), taken)]
    for one, other in _joined(question, content, lexicon):
        place = _anchor_of(question, anchors, one, other)
        if place is None or found[place].silent is not None:
            continue
        match = _JOINED.fullmatch(question, one.end, other.start)
        is_denied = match is not None and match["not"] is not None
        if match is not None and is_denied:
            negations.append(match.span("not"))
        anchor = found[place]
        found[place] = replace(anchor, silent=(other.start, other.end))
        is_negated = anchor.is_negated != is_denied
        found.append(replace(anchor, silent=(one.start, one.end), is_negated=is_negated, after=None))
    return found, negations


def _joined(question: str, content: Sequence[Word], lexicon: Lexicon) -> Iterator[tuple[Word, Word]]:
    """Pairs of words that "and" or "but" joins, each of which says another relation."""
    for one, other in pairwise(content):
        if _JOINED.fullmatch(question, one.end, other.start):
            first, second = _relation(one, lexicon), _relation(other, lexicon)
            if None not in (first, second) and first != second:
                yield one, other


def _relation(word: Word, lexicon: Lexicon) -> int | None:
    """The relation that a word says by itself."""
    likeness = lexicon.to_relations(word.text)[: lexicon.n_relations]
    return int(likeness.argmax()) if likeness.max(initial=0.0) >= _SURE else None


def _anchor_of(question: str, anchors: Sequence[Anchor], one: Word, other: Word) -> int | None:
    """The anchor that two words join: right after them, else the last before; None where each has its own."""
    after = [place for place, anchor in enumerate(anchors) if anchor.start >= other.end]
    if after and _SMALL.fullmatch(question, other.end, anchors[after[0]].start):
        return after[0]
    before = [place for place, anchor in enumerate(anchors) if anchor.end <= one.start]
    return before[-1] if before and not after else None
