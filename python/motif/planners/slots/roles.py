"""Roles: nouns that name nodes by a relation ("actors"), one name in two ("films that A both wrote and directed")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from motif.engine.relation_paths import Step
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif.planners.english import AGENT_ENDINGS
from motif.planners.slots.anchors import Anchor
from motif.planners.slots.having import SAID
from motif.planners.slots.lexicon import Lexicon
from motif.planners.slots.words import Word
from motif.planners.stretches import overlaps

_SURE = 0.8
"""Likeness from which on a noun by itself names the ends of a relation."""

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
    """The anchors, each that two words join in different ways twice, and where denials stand that this heeds.

    Parameters
    ----------
    taken
        Where labels and the noun stand that is asked for: they are no roles.
    """
    found = list(anchors)
    heeded: Spans = []
    content = [word for word in words if word.is_content and not overlaps((word.start, word.end), taken)]
    for one, other in _joined(question, content, lexicon):
        place = _anchor_of(question, anchors, one, other)
        if place is None or found[place].silent is not None:
            continue
        match = _JOINED.fullmatch(question, one.end, other.start)
        is_denied = match is not None and match["not"] is not None
        if match is not None and is_denied:
            heeded += [match.span("not"), (other.start, other.end)]
        anchor = found[place]
        first = replace(anchor, is_negated=anchor.is_negated and not is_denied)
        found[place] = replace(first, silent=(other.start, other.end), role=_relation(one, lexicon))
        second = replace(anchor, is_negated=anchor.is_negated or is_denied, after=None)
        found.append(replace(second, silent=(one.start, one.end), role=_relation(other, lexicon)))
    return found, heeded


def _joined(question: str, content: Sequence[Word], lexicon: Lexicon) -> Iterator[tuple[Word, Word]]:
    """Pairs of words that "and" or "but" joins, each of which says another relation."""
    for one, other in pairwise(content):
        if _JOINED.fullmatch(question, one.end, other.start):
            first, second = _relation(one, lexicon), _relation(other, lexicon)
            if None not in (first, second) and first != second:
                yield one, other


def _relation(word: Word, lexicon: Lexicon) -> int | None:
    """The relation that a word says; None where it says none."""
    likeness = lexicon.to_relations(word.text)[: lexicon.n_relations]
    return int(likeness.argmax()) if likeness.max(initial=0.0) >= SAID else None


def _anchor_of(question: str, anchors: Sequence[Anchor], one: Word, other: Word) -> int | None:
    """The anchor that two words join: right after them, else the last before; None where each has its own."""
    after = [place for place, anchor in enumerate(anchors) if anchor.start >= other.end]
    if after and _SMALL.fullmatch(question, other.end, anchors[after[0]].start):
        return after[0]
    before = [place for place, anchor in enumerate(anchors) if anchor.end <= one.start]
    return before[-1] if before and not after else None


def role_of(noun: str, whole: Projection, lexicon: Lexicon) -> tuple[Step, str, str] | None:
    """The step to those whom a noun names by a relation ("actors", ACTED_IN), the label that it starts at, theirs.

    Nouns of who does something ("directors") stand at the end that acts, others ("capitals") at the other.
    """
    likeness = lexicon.to_relations(noun)[: lexicon.n_relations]
    if not len(likeness) or likeness.max() < _SURE:
        return None
    relation = whole.relationships.relations[int(likeness.argmax())]
    profile = lexicon.schema.relations.get(relation)
    if profile is None or not profile.ends:
        return None
    words = readable(relation).split()
    acts = noun.lower().endswith(AGENT_ENDINGS) and "by" not in words
    at_source = acts or words[-1] == "of"
    end = profile.ends[0]
    far, near = (end.target, end.source) if at_source else (end.source, end.target)
    return Step(int(likeness.argmax()), not at_source), far, near
