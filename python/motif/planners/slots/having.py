"""What nodes are to have, or to be without, whichever it is: "with a licence", "that have no capital"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from motif.planners.denying import DENIAL
from motif.planners.slots.anchors import AUXILIARY, Anchor
from motif.planners.slots.lexicon import Lexicon
from motif.planners.slots.words import Word, words_in
from motif.planners.stretches import overlaps, spans_of

SAID = 0.6
"""Likeness from which on a word says a relation or label."""

_CLAUSE = re.compile(r"[,;]|\b(?:and|but|that|which|who|with|in|whose|where|from)\b", re.IGNORECASE)
_HAVING = re.compile(
    r"\b(?:with|has|have|had|having)\s+(?:(?:a|an|any|some|at\s+least\s+(?:one|an?)|one\s+or\s+more)\s+)?$"
    r"|\b(?:with|have|having)\b[\w\s,]{0,60}\b(?:and|or)\s+(?:an?|any|some)\s+$",
    re.IGNORECASE,
)
_ANY = re.compile(r"\b(?:an?|any|some|at\s+least\s+(?:one|an?)|one\s+or\s+more)\s+$", re.IGNORECASE)
_ENDS = re.compile(
    r"\s*(?:$|[,;?.!]|\b(?:and|but|or|that|which|who|whose|with|about|on|for)\b)", re.IGNORECASE
)
_OWN = re.compile(r"\s*\b(?:that|which|who)\s+(?:is|was)\b", re.IGNORECASE)

Spans = list[tuple[int, int]]


def existences_in(
    question: str, words: Sequence[Word], head: Spans, slots: Spans, lexicon: Lexicon
) -> list[Word]:
    """Words for relations and labels that nodes are to have any of: nothing is said of what they lead to.

    Parameters
    ----------
    head
        Where the noun is that is asked for.
    slots
        Where names, quantities and superlatives stand.
    """
    found = []
    for word in words:
        if not word.is_content or overlaps((word.start, word.end), [*head, *slots]):
            continue
        ends = _ENDS.match(question, word.end) and not _OWN.match(question, word.end)
        if ends and _HAVING.search(question, 0, word.start) and _says(word, lexicon):
            found.append(word)
    return found


def denials_in(
    said: str, words: Sequence[Word], taken: Spans, slots: Spans, lexicon: Lexicon
) -> tuple[Spans, list[Word]]:
    """Negations of names and quantities, and the words that are denied by themselves."""
    negations: Spans = []
    denials: list[Word] = []
    for match in DENIAL.finditer(said):
        if overlaps(match.span(), taken):
            continue
        word = next((one for one in words if one.start >= match.end() and one.is_content), None)
        slot = min((start for start, _ in slots if start >= match.end()), default=len(said))
        follows = any(
            end <= match.start() and AUXILIARY.fullmatch(said, end, match.start()) for _, end in slots
        )
        if word is not None and not follows and word.end <= slot and _is_denied(said, word, slot, lexicon):
            denials.append(word)
        else:
            negations.append(match.span())
    return negations, denials


def _is_denied(said: str, word: Word, slot: int, lexicon: Lexicon) -> bool:
    """Whether a word after a negation is all that is denied: a relation or label, and its clause ends there."""
    clause = _CLAUSE.search(said, word.end, slot)
    ends = clause is not None or slot == len(said)
    rest = words_in(said[word.end : clause.start() if clause is not None else slot])
    return ends and not any(one.is_content for one in rest) and _says(word, lexicon)


def unheeded_in(question: str, negations: Spans, anchors: Sequence[Anchor], quantities: Spans) -> Spans:
    """Negations that deny no name and no quantity, with the words after them up to the end of their clause."""
    slots = [*spans_of(anchors), *quantities]
    denied = {one.start for one in anchors if one.is_negated} | {start for start, _ in quantities}
    found = []
    for start, end in negations:
        following = min((one for one in slots if one[0] >= end), default=None)
        before = max((one for one in slots if one[1] <= start), default=None)
        heeded = following is not None and following[0] in denied
        if heeded or (before is not None and before[0] in denied):
            continue
        limit = following[0] if following is not None else len(question)
        clause = _CLAUSE.search(question, end, limit)
        phrase = question[start : clause.start() if clause is not None else limit]
        found.append((start, start + len(phrase.rstrip(" ?.!"))))
    return found


def is_of_any(question: str, words: Sequence[Word], start: int) -> bool:
    """Whether a verb says of the noun at ``start`` that any of its kind is meant: "who own a resource".

    >>> text = "who own a resource with Peru as a province"
    >>> [is_of_any(text, words_in(text), start) for start in (10, 34)]
    [True, False]
    """
    article = _ANY.search(question, 0, start)
    if article is None:
        return False
    before = next((word for word in reversed(words) if word.end <= article.start()), None)
    return before is not None and before.is_content and not question[before.end : article.start()].strip()


def _says(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word says a relation or label."""
    likeness = max(lexicon.relation_likeness(word.text), float(lexicon.to_labels(word.text).max(initial=0.0)))
    return likeness >= SAID
