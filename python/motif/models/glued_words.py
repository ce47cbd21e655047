"""Words that are written as one, "registrationdate", taken apart by the words that the model package knows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from math import log
from pathlib import Path

from motif.models.encoder import MODEL_PACKAGE

SHORTEST = 6
"""Letters of what is taken apart, at least."""

_SHORT = frozenset({"of", "in", "is", "by", "to", "at", "on", "id", "no", "ip", "tv"})
"""Words of two letters that may be parts; any other part has three at least."""

_NO_WORDS = frozenset(
    {
        "age",
        "ship",
        "hood",
        "less",
        "ness",
        "able",
        "ward",
        "wise",
        "mega",
        "kilo",
        "giga",
        "micro",
        "inter",
        "trans",
    }
    | {
        "sub",
        "pre",
        "post",
        "non",
        "over",
        "under",
        "out",
        "through",
        "ware",
        "ist",
        "ism",
        "ing",
        "ted",
        "ment",
    }
)
"""What ends or begins words, and is no part of a name by itself."""

_ENDINGS = ("s", "es", "d", "ed", "ing", "er", "ers", "or", "ors")
_LONGEST = 16


@lru_cache(maxsize=4096)
def taken_apart(text: str) -> str:
    """A text in small letters with spaces between its words; as it is where it is a word, or its parts are not known.

    The likeliest parts are taken, by how common words are (Zipf's law). Without the model package nothing is.

    >>> taken_apart("registrationdate"), taken_apart("population"), taken_apart("xqzvkpl")
    ('registration date', 'population', 'xqzvkpl')
    """
    if len(text) < SHORTEST or not (text.isascii() and text.isalpha() and text.islower()):
        return text
    costs = _costs()
    if not costs or any(text in costs or text.removesuffix(end) in costs for end in _ENDINGS):
        return text
    best: list[tuple[float, tuple[str, ...]] | None] = [(0.0, ()), *([None] * len(text))]
    for end in range(1, len(text) + 1):
        for begin in range(max(0, end - _LONGEST), end):
            before, part = best[begin], text[begin:end]
            if before is None or part not in costs:
                continue
            cost, known = before[0] + costs[part], best[end]
            if known is None or cost < known[0]:
                best[end] = cost, (*before[1], part)
    found = best[-1]
    return " ".join(found[1]) if found is not None else text


@cache
def _costs() -> Mapping[str, float]:
    """What a word costs as a part: the more, the rarer it is. None without the model package."""
    found = find_spec(MODEL_PACKAGE)
    path = Path(found.origin).parent / "model" / "vocab.txt" if found is not None and found.origin else None
    if path is None or not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()  # the commonest first
    words = [one for one in lines if one.isascii() and one.isalpha() and one.islower() and len(one) > 1]
    size = log(max(len(words), 2))
    return {
        word: log((rank + 1) * size)
        for rank, word in enumerate(words)
        if (len(word) > 2 or word in _SHORT) and word not in _NO_WORDS
    }
