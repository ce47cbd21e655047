"""Exact match and token F1 of an answer, as SQuAD's evaluation has them."""

from __future__ import annotations

import math
import re
import string
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from motif_procedures.evaluation.metrics import mean
from motif_procedures.model_cost import of_model

Record = Mapping[str, Any]
"""One answered question: ``exact`` and ``f1``, ``answers``, ``kind``, ``seconds``, and what a model took."""

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalised(text: str) -> str:
    """Small letters without punctuation and articles, words apart by one space.

    >>> normalised("The  U.S. Open,")
    'us open'
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def exact_match(said: str, gold: Sequence[str]) -> bool:
    """Whether ``said`` is one of the ``gold`` answers, both normalised.

    >>> exact_match("the Beatles!", ["Beatles", "Fab Four"])
    True
    """
    return normalised(said) in {normalised(one) for one in gold}


def token_f1(said: str, gold: Sequence[str]) -> float:
    """The harmonic mean of precision and recall of words, with the ``gold`` answer that it is best with.

    >>> round(token_f1("G. Stanley Hall of Boston", ["Hall", "Stanley Hall"]), 3)
    0.571
    """
    return max((_f1(normalised(said).split(), normalised(one).split()) for one in gold), default=0.0)


def _f1(said: Sequence[str], gold: Sequence[str]) -> float:
    if not said or not gold:
        return float(said == gold)
    both = sum((Counter(said) & Counter(gold)).values())
    return 2 * both / (len(said) + len(gold))


def figures(records: Sequence[Record]) -> dict[str, Any]:
    """Means over questions, the standard error of the mean F1, how many were not answered, and what the model took."""
    return {
        "questions": len(records),
        "exactMatch": mean([one["exact"] for one in records]),
        "f1": mean([one["f1"] for one in records]),
        "f1Error": standard_error([one["f1"] for one in records]),
        "unanswered": mean([not one["answers"] for one in records]),
        "goldInEvidence": mean(
            [one["goldInEvidence"] for one in records if one["goldInEvidence"] is not None]
        ),
        "model": of_model(records),
    }


def standard_error(values: Sequence[float]) -> float | None:
    """Of the mean of ``values``; None of fewer than two.

    >>> standard_error([0.0, 1.0, 0.0, 1.0]).__round__(3), standard_error([1.0])
    (0.289, None)
    """
    if len(values) < 2:
        return None
    middle = sum(values) / len(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))
