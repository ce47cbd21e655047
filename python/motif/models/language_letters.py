"""One letter of a few, as an answer: which, and how surely where the server tells its probabilities."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from motif.errors import InvalidInput
from motif.models.language_messages import text_of

OPTIONS: Final[Mapping[str, Any]] = {"logprobs": True, "top_logprobs": 5}
"""What a call is bound to, so that a server tells how probable the likeliest words were."""

_ALONE: Final = re.compile(r"[\s(\[*_\"'`]*([A-Za-z])(?:[\s)\].:*_\"'`]*$|[).:]\s)")
_SHOWN_CHARACTERS: Final = 60


@dataclass(frozen=True, slots=True)
class Picked:
    """A letter that a model gives.

    Attributes
    ----------
    shares
        How probable each letter was, of all that were asked for; None where the server does not tell.
    """

    letter: str
    shares: Mapping[str, float] | None = None


def picked(message: Any, letters: str) -> Picked:
    """The one of ``letters`` that a message gives. Raises `InvalidInput` where it gives none.

    >>> picked("B.", "ABC").letter
    'B'
    """
    shares = _shares(message, letters)
    if shares is not None:
        return Picked(max(letters, key=lambda letter: shares[letter]), shares)
    text = text_of(message)
    found = _ALONE.match(text)
    if found is None or found[1].upper() not in letters:
        shown = " ".join(text.split())[:_SHOWN_CHARACTERS]
        raise InvalidInput(f"'{shown}' is none of the letters {', '.join(letters)}.")
    return Picked(found[1].upper())


def _shares(message: Any, letters: str) -> dict[str, float] | None:
    """By letter the probability among them of the first word that is one of them; None where nothing is told."""
    for word in _words(message):
        likeliest = word.get("top_logprobs")
        told = [*likeliest] if isinstance(likeliest, Sequence) and likeliest else [word]
        weights = dict.fromkeys(letters, 0.0)
        for one in told:
            letter = _letter(one)
            if letter in weights:
                weights[letter] += _probability(one)
        total = sum(weights.values())
        if _letter(word) in weights and total > 0:
            return {letter: weight / total for letter, weight in weights.items()}
    return None


def _words(message: Any) -> list[Mapping[str, Any]]:
    told = (getattr(message, "response_metadata", None) or {}).get("logprobs")
    content = told.get("content") if isinstance(told, Mapping) else None
    return [one for one in content if isinstance(one, Mapping)] if isinstance(content, list) else []


def _letter(word: Any) -> str:
    return str(word.get("token", "")).strip().upper() if isinstance(word, Mapping) else ""


def _probability(word: Mapping[str, Any]) -> float:
    told = word.get("logprob")
    if not isinstance(told, (int, float)) or isinstance(told, bool) or math.isnan(told):
        return 0.0
    return math.exp(min(float(told), 0.0))
