"""What a question describes instead of naming it: "papers about how proteins fold"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from motif.planners.protocol import Mention
from motif.planners.slots.words import Word
from motif.planners.stretches import overlaps, spans_of

Spans = list[tuple[int, int]]

_ABOUT = re.compile(
    r"\b(?P<cue>about|regarding|concerning|relat(?:ed|ing)\s+to|deal(?:s|ing)?\s+with|describ(?:ed|ing)\s+(?:as|by)?|"
    r"on\s+the\s+(?:topic|subject)\s+of|similar\s+to|cover(?:s|ing)|mention(?:s|ing)|discuss(?:es|ing)|"
    r"focus(?:ed|ing|es)?\s+on|to\s+do\s+with|(?P<beside>on|for))\s",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"[,;?]|\b(?:that|which|who|whose|but|with|without|under|and\s+(?:are|is|have|has|do|does|were|was)|"
    r"(?:owned|listed|published|released|written|made)\b)",
    re.IGNORECASE,
)

_SOMETHING = re.compile(r"\b(?:something|anything)$", re.IGNORECASE)


def topics_in(
    question: str, words: Sequence[Word], strong: Spans, mentions: Sequence[Mention], nouns: Spans
) -> Spans:
    """From "about" to the end of the phrase, where the phrase is more than names.

    Parameters
    ----------
    strong
        What a phrase does not reach: names with capitals, labels, comparisons. Where one of them follows, the
        phrase ends at the clause before it; else all that follows is of the description.
    mentions
        All names; a phrase of nothing but names is a condition, no topic.
    nouns
        Nouns for nodes: "on" and "for" only open a topic right after one of them, or "something".

    >>> from motif.planners.slots.words import words_in
    >>> text = "papers about how proteins fold that have a licence"
    >>> [text[start:end] for start, end in topics_in(text, words_in(text), [(43, 50)], [], [(0, 6)])]
    ['about how proteins fold ']
    >>> text = "papers about lamps that spoil the sky"
    >>> [text[start:end] for start, end in topics_in(text, words_in(text), [], [], [(0, 6)])]
    ['about lamps that spoil the sky']
    """
    found: Spans = []
    for match in _ABOUT.finditer(question):
        if match["beside"] and not _is_after(question, match.start(), nouns):
            continue
        limit = min(
            start for start in (*(start for start, _ in strong), len(question)) if start >= match.end()
        )
        ending = _ENDS.search(question, match.end(), limit)
        if ending is not None and limit < len(question):  # else what follows is of the same description
            limit = ending.start()
        inside = [
            word for word in words if match.end() <= word.start and word.end <= limit and word.is_content
        ]
        named = spans_of(one for one in mentions if match.end() <= one.start and one.end <= limit)
        if any(not overlaps((word.start, word.end), named) for word in inside):
            found.append((match.start(), limit))
    return found


def _is_after(question: str, start: int, nouns: Spans) -> bool:
    """Whether a noun for nodes, or "something", stands right before ``start``."""
    before = question[:start].rstrip()
    return _SOMETHING.search(before) is not None or any(len(before) == end for _, end in nouns)
