"""Where names stand in texts: as whole words, the longest name at a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from motif.indexes.mentions_text import Span, units_of
from motif.indexes.mentions_variants import variants_of
from motif.indexes.names import normalise

_MOST_SENTENCE = 300
_STOP = re.compile(r"[.!?。！？](?=\s)|\n")


@dataclass(frozen=True, slots=True)
class Mention:
    """The text and the name, by place in what was given, and the stretch of the text, in characters."""

    text: int
    name: int
    start: int
    end: int


class NameFinder:
    """Finds ``names``, and each also without what stands in parentheses, without its article or after its first comma.

    Upper and lower case and accents do not matter, except that a name written with a capital is not meant by a stretch
    without any: "May" is not "may". A name of punctuation alone is never found.

    >>> finder = NameFinder(["Al Pacino", "Heat (1995 film)", "Heat and Dust", "South Bend, Indiana"])
    >>> finder.find("AL PACINO in Heat, not 'Heat and Dust', in south bend. South Bend!")
    [([0], (0, 9)), ([1], (13, 17)), ([2], (24, 37)), ([3], (55, 65))]
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._words: dict[str, int] = {}
        self._steps: dict[tuple[int, int], int] = {}
        self._names: dict[int, list[int]] = {}
        self._has_capital = [name != name.lower() for name in names]
        for number, name in enumerate(names):
            for form in (name, name.partition(",")[0], *variants_of(name)):
                self._add(form, number)

    def find(self, text: str) -> list[tuple[list[int], Span]]:
        """The names at each place of ``text`` and the place, in order; of those that overlap the first and longest."""
        spans = units_of(text)
        words = [self._number(text[start:end]) for start, end in spans]
        found, at = [], 0
        while at < len(words):
            last, names = self._longest(text, spans, words, at)
            if names:
                found.append((names, (spans[at][0], spans[last][1])))
            at = last + 1
        return found

    def _longest(
        self, text: str, spans: Sequence[Span], words: Sequence[int], first: int
    ) -> tuple[int, list[int]]:
        """The last word of the longest name that begins at word ``first``, and whose name it is; none where none is."""
        node, best, meant = 0, first, list[int]()
        for at in range(first, len(words)):
            step = self._steps.get((node, words[at]))
            if step is None:
                break
            node = step
            if node in self._names:
                names = self._meant(text[spans[first][0] : spans[at][1]], self._names[node])
                if names:
                    best, meant = at, names
        return best, meant

    def _meant(self, stretch: str, names: list[int]) -> list[int]:
        if stretch != stretch.lower() or stretch == stretch.upper():
            return names
        return [name for name in names if not self._has_capital[name]]

    def _add(self, form: str, name: int) -> None:
        node = 0
        for start, end in units_of(form):
            word = self._number(form[start:end])
            node = self._steps.setdefault((node, word), len(self._steps) + 1)
        known = self._names.setdefault(node, []) if node else [name]
        if name not in known[-1:]:
            known.append(name)

    def _number(self, word: str) -> int:
        """Words that are equal after `normalise` have one number."""
        number = self._words.get(word)
        if number is None:
            key = normalise(word)
            number = self._words.setdefault(key, len(self._words))
            self._words[word] = number
        return number


def find_mentions(
    texts: Iterable[str], names: Sequence[str], report: Callable[[int], None] | None = None
) -> Iterator[Mention]:
    """Every place in ``texts`` where one of ``names`` stands (`NameFinder`), by text, then by place.

    ``report`` is called with how many texts are done. Takes time linear in texts and names.

    >>> names = ["The Insider", "Al Pacino", "Heat"]
    >>> [(found.text, found.name) for found in find_mentions(["Al Pacino: The Insider", "Heat"], names)]
    [(0, 1), (0, 0), (1, 2)]
    """
    finder = NameFinder(names)
    for number, text in enumerate(texts):
        if report is not None:
            report(number)
        for meant, (start, end) in finder.find(text):
            for name in meant:
                yield Mention(number, name, start, end)


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence or line of ``text`` that holds a stretch, at most 300 characters.

    >>> text = "One. Heat is a film. Two."
    >>> sentence_around(text, 5, 9)
    'Heat is a film.'
    """
    first = max(
        (stop.end() for stop in _STOP.finditer(text, max(0, start - _MOST_SENTENCE), start)), default=0
    )
    stop = _STOP.search(text, end)
    last = len(text) if stop is None else stop.end()
    if end - first > _MOST_SENTENCE:
        first = max(0, start - _MOST_SENTENCE // 2)
    return text[first : min(last, first + _MOST_SENTENCE)].strip()
