"""Where known names stand in a text, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"\w+")


class NameFinder:
    """Finds ``names`` in texts: whole words, the longest name at a place, whatever stands between its words.

    A name that has a capital must be written as it is; one without is found in any case ("a projection", "Projection").

    >>> finder = NameFinder(["Analytical Engine", "Engine", "projection"])
    >>> finder.find("The Analytical Engine, an engine. Projections? A Projection.")
    ['Analytical Engine', 'projection']
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for name in dict.fromkeys(names):
            words = tuple(_WORD.findall(name))
            if words:
                self._names.setdefault(words[0].casefold(), []).append((words, name))
        for of_word in self._names.values():
            of_word.sort(key=lambda entry: (-len(entry[0]), entry[1]))

    def find(self, text: str) -> list[str]:
        """The names in ``text``, each once, in the order in which they come."""
        words = _WORD.findall(text)
        found: dict[str, None] = {}
        place = 0
        while place < len(words):
            at_place = self._at(words, place)
            if at_place is None:
                place += 1
                continue
            length, name = at_place
            found.setdefault(name)
            place += length
        return list(found)

    def _at(self, words: list[str], place: int) -> tuple[int, str] | None:
        for parts, name in self._names.get(words[place].casefold(), ()):
            if _same(words[place : place + len(parts)], parts, name):
                return len(parts), name
        return None


def _same(words: list[str], parts: tuple[str, ...], name: str) -> bool:
    if name != name.lower():
        return tuple(words) == parts
    return [word.casefold() for word in words] == [part.casefold() for part in parts]
