"""How likely a stretch of a question that equals a name is meant as that name."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from motif.indexes.mentions import Occurrence
from motif.indexes.mentions_text import is_unspaced, units_of
from motif.planners.linking_wording import Word, Wording

GOOD = 0.5
"""From this score on a mention is taken; below, it is kept for when there is nothing else."""

_ASKING = frozenset(("which", "what", "whose", "many", "all", "every", "any"))
_RELATIVE = frozenset(("that", "which", "who", "whose", "where"))
_AT = frozenset(("about", "at", "by", "for", "from", "in", "of", "on", "to", "with"))

_SYMBOL = 0.2
_PHRASE = {2: 0.3, 3: 0.45, 4: 0.8}
"""Scores of a phrase of so many plain words in small letters; a longer one is no chance."""

_CODE = 3
_UNWRITTEN = 0.25
"""Most that a short code ("IT", "US") has when it is not written in capitals."""


def score_of(occurrence: Occurrence, wording: Wording, rarity: Callable[[str], float]) -> float:
    """Between 0 and 1: 1 where the words can hardly mean anything but the name.

    Two words that say something are a name; one is, where it is written large inside a sentence. One in small
    letters is doubtful, the more so when it is an ordinary word, a word of the graph's schema, or common in names.

    Parameters
    ----------
    rarity
        Of a word among the names, between 0 and 1.
    """
    words = wording.inside(occurrence.start, occurrence.end)
    if not words:
        return _SYMBOL if occurrence.words.isascii() else 0.9
    if is_unspaced(occurrence.words):
        return _score_unspaced(occurrence)
    telling = [word for word in words if not wording.is_plain(word.text)]
    if len(telling) >= 2:
        score = 1.0
    elif telling:
        score = _score_word(telling[0], words, wording, rarity)
    else:
        score = _score_plain(words, wording, rarity)
    return min(score, _UNWRITTEN) if _is_unwritten_code(occurrence, wording) else score


def extent_of(words: Sequence[Word], wording: Wording) -> float:
    """How much of a question its ``words`` say: 1 for each, a fifth for those that only bind others.

    Letters of a script without spaces count a half. Where no word says more, each counts 0.6.
    """
    letters = [0.5 if is_unspaced(word.text) else 1.0 for word in words]
    if all(wording.binds(word.text) for word in words):
        return 0.6 * sum(letters)
    return sum(0.2 * n if wording.binds(word.text) else n for n, word in zip(letters, words, strict=True))


def _score_word(word: Word, words: Sequence[Word], wording: Wording, rarity: Callable[[str], float]) -> float:
    """One word that says something, maybe among plain ones."""
    rare = 0.09 * rarity(word.text) + (0.05 if len(words) > 1 else 0.0)
    if wording.is_cased and _is_written_large(words, wording):
        return 0.97
    if word.is_large:
        return 0.7 + rare
    if _is_asked_for(words, wording) or (wording.is_cased and word.text.isdigit()):
        return 0.35 + rare
    return (0.45 if wording.is_cased else 0.55) + rare


def _is_asked_for(words: Sequence[Word], wording: Wording) -> bool:
    """Whether words stand where English says what kind of thing is asked for: "which X", "X that …"."""
    before = wording.around(words[0].start, words[-1].end, before=1, after=0)
    after = wording.around(words[0].start, words[-1].end, before=0, after=1)
    return not _ASKING.isdisjoint(before) or (not _RELATIVE.isdisjoint(after) and _AT.isdisjoint(before))


def _score_plain(words: Sequence[Word], wording: Wording, rarity: Callable[[str], float]) -> float:
    """Plain words alone: a name only when written as one, or when too many to be chance."""
    if wording.is_cased and _is_written_large(words, wording):
        return 0.9 if len(words) > 1 else 0.6
    if len(words) > 1:
        return _PHRASE.get(len(words), 0.95)
    word = words[0].text
    base = 0.02 if wording.binds(word) else 0.06 if wording.schema.holds(word) else 0.15
    return base + 0.1 * rarity(word)


def _is_written_large(words: Sequence[Word], wording: Wording) -> bool:
    """Whether words are written as a name is: one large that need not be, all others large, binding or numbers."""
    inner = [word for word in words if word.is_large and (not word.is_first or len(words) > 1)]
    others = (word for word in words if not word.is_large)
    return bool(inner) and all(wording.binds(word.text) or word.text[:1].isdigit() for word in others)


def _score_unspaced(occurrence: Occurrence) -> float:
    """Letters of a script without spaces: one may be part of any word."""
    return {1: 0.3, 2: 0.85}.get(len(units_of(occurrence.words)), 1.0)


def _is_unwritten_code(occurrence: Occurrence, wording: Wording) -> bool:
    """Whether only codes of a few letters are called so, and the question does not write capitals."""
    written = wording.question[occurrence.start : occurrence.end]
    return occurrence.n_named == 0 and len(occurrence.words) <= _CODE and not written.isupper()


def rarity_of(frequency: int, n_names: int) -> float:
    """1 for a word of one name, 0 for a word of all.

    >>> rarity_of(1, 1000), round(rarity_of(1000, 1000), 2)
    (1.0, 0.0)
    """
    return 1 - math.log(max(frequency, 1)) / math.log(max(n_names, 2))
