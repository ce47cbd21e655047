"""``[ENT1]``, ``[ENT2]`` …: what stands for the unknown things of a question in assertions and triples (STEM, §3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from motif.graphs.pattern import parse_part

_INSIDE = re.compile(r"[\[<({]\s*ENT(?:ITY)?[\s_-]*(\d+|[A-Z])\s*[\])}>]|\bENT[_-]?(\d+|X)\b", re.IGNORECASE)


class Placeholders:
    """The placeholders of one list of assertions, in one spelling.

    A number that is written stays; another spelling of an unknown ("[ENTX]", "?film", "UNKNOWN film 1") gets the next
    free one, the same each time.

    Parameters
    ----------
    texts
        All that is said, so that the free numbers are known.

    >>> known = Placeholders(["ENT1's mascot is Bruno", "[ent 1] plays in [ENTX]"])
    >>> known.written("ENT1's mascot is Bruno"), known.of_part("?arena"), known.of_part("Bruno")
    ("[ENT1]'s mascot is Bruno", '[ENT3]', None)
    """

    def __init__(self, texts: Iterable[str]) -> None:
        keys = [_key(match) for text in texts for match in _INSIDE.finditer(text)]
        self._numbers = {key: int(key) for key in keys if key.isdecimal()}
        for key in keys:
            self._number(key)

    def written(self, text: str) -> str:
        """``text`` with its placeholders spelt ``[ENT1]``."""
        return _INSIDE.sub(lambda match: f"[ENT{self._number(_key(match))}]", text)

    def of_part(self, part: str) -> str | None:
        """The placeholder that a part of a triple is; None for a name."""
        match = _INSIDE.fullmatch(part.strip())
        if match is not None:
            return f"[ENT{self._number(_key(match))}]"
        unknown = parse_part(part).unknown if part.strip() else None
        return None if unknown is None else f"[ENT{self._number(f'?{unknown}')}]"

    def _number(self, key: str) -> int:
        if key not in self._numbers:
            free = max(self._numbers.values(), default=0) + 1
            self._numbers[key] = int(key) if key.isdecimal() else free
        return self._numbers[key]


def placeholders_in(text: str) -> list[str]:
    """The placeholders of a text in which they are spelt ``[ENT1]``, each once, in order.

    >>> placeholders_in("[ENT2] is in [ENT1], not [ENT2]")
    ['[ENT2]', '[ENT1]']
    """
    return list(dict.fromkeys(f"[ENT{_key(match)}]" for match in _INSIDE.finditer(text)))


def without_placeholders(text: str) -> str:
    """``text`` without its placeholders."""
    return " ".join(_INSIDE.sub(" ", text).split())


def _key(match: re.Match[str]) -> str:
    key = (match[1] or match[2]).upper()
    return str(int(key)) if key.isdecimal() else key
