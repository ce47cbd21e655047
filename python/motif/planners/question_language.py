"""Whether a question is in English, which is what the rules know and most small encoders."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from motif.indexes.names import normalise
from motif.planners.linking_words import FUNCTION_WORDS_BY_LANGUAGE
from motif.planners.protocol import PlanningGraph

_WORD = re.compile(r"[^\W\d_]+")

MULTILINGUAL = re.compile(r"multilingual|xlm|labse|bge-m3|-e5|cohere|gemini|text-embedding-", re.IGNORECASE)
"""Names of encoders that know many languages."""


def language_note(question: str, encoder: str | None) -> str | None:
    """A sentence that says so when the question is not in English and the encoder does not know other languages.

    Parameters
    ----------
    encoder
        Its name; None where there is none.

    >>> language_note("Who directed Heat?", "all-MiniLM-L6-v2") is None
    True
    >>> language_note("Wer hat den Film Heat gedreht?", "all-MiniLM-L6-v2")[:38]
    'The question seems to be in German, wh'
    """
    if encoder is not None and MULTILINGUAL.search(encoder):
        return None
    language = _foreign(question)
    if language is None:
        return None
    known_by = f"the rules and the encoder {encoder} were" if encoder else "the rules were"
    return (
        f"The question seems to be in {language}, which {known_by} not made for: ask in English, set MOTIF_ENCODER to "
        "a multilingual model, or give a pattern."
    )


def is_foreign(question: str, graph: PlanningGraph, names: Sequence[tuple[int, int]] = ()) -> bool:
    """Whether the question is in a language that neither the rules nor the graph's encoder know.

    What stands in the spans of ``names`` tells nothing where the rest has English words: "roles in La Traviata".
    """
    encoder = graph.encoder.name if graph.has_encoder else None
    if language_note(question, encoder) is None:
        return False
    rest = question
    for begin, end in names:
        rest = rest[:begin] + " " * (end - begin) + rest[end:]
    is_english = _told(
        [normalise(word) for word in _WORD.findall(rest)], FUNCTION_WORDS_BY_LANGUAGE["English"]
    )
    return rest == question or not is_english or language_note(rest, encoder) is not None


@lru_cache(maxsize=128)
def _foreign(question: str) -> str | None:
    """The language, or the script, of a question that is not English; None for English and where nothing tells."""
    letters = [letter for letter in question if letter.isalpha()]
    other = [
        letter
        for letter in letters
        if not unicodedata.name(letter, "").startswith(("LATIN", "FULLWIDTH LATIN"))
    ]
    if len(other) * 2 > len(letters):
        script = unicodedata.name(other[0], "another SCRIPT").split()[0].capitalize()
        return f"a language in {script} script"
    texts = _WORD.findall(question)
    words = [normalise(word) for word in texts]
    best = max(FUNCTION_WORDS_BY_LANGUAGE, key=lambda name: _told(words, FUNCTION_WORDS_BY_LANGUAGE[name]))
    known = FUNCTION_WORDS_BY_LANGUAGE[best]
    english = FUNCTION_WORDS_BY_LANGUAGE["English"]
    if best == "English" or _told(words, known) < 2 + 2 * _told(words, english - known):
        return None
    outside = [normalise(word) for word in _outside_names(texts)]
    is_name = _told(words, english) > 0 and not _told(outside, known - english)
    return None if is_name else best


def _outside_names(texts: Sequence[str]) -> list[str]:
    """The words but for those between two in capitals, which may be of a name: "pupils of Jan van Eyck" is English.

    How a question begins tells nothing.
    """
    capital = [at > 0 and text[0].isupper() for at, text in enumerate(texts)]
    ends = zip((False, *capital), texts, (*capital[1:], False), strict=False)
    return [text for before, text, behind in ends if not (before and behind)]


def _told(words: list[str], known: frozenset[str]) -> int:
    return sum(word in known for word in words)
