"""A question as words with places: which are written large, which stand in brackets or quotes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from motif.indexes.mentions_text import units_of
from motif.indexes.names import normalise_all
from motif.planners.linking_words import (
    COMMON_WORDS,
    FUNCTION_WORDS_BY_LANGUAGE,
    SchemaWords,
    languages_of,
)
from motif.planners.reading.lemmas import stem

ARTICLES = frozenset(("the", "a", "an"))

_MARKED = re.compile(
    r"\[(?P<square>[^\[\]]+)\]|\"(?P<straight>[^\"]+)\"|“(?P<curly>[^“”]+)”|«(?P<guillemets>[^«»]+)»"
    r"|„(?P<low>[^„“”]+)[“”]|「(?P<corner>[^「」]+)」|『(?P<white>[^『』]+)』|《(?P<book>[^《》]+)》"
    r"|(?<![\w'’])[‘'](?P<single>[^\s'‘’](?:[^‘]*?[^\s‘])?)['’](?!\w)"
    r"|(?<![^\s(])(?P<under>\w[^\s_]*(?:_+[^\s_?!,;]+)+)"
)
_POSSESSIVE = re.compile(r"(?:['’]s?|[.,;:!?]+)+\Z")
_COMPARING = frozenset(
    (
        *("than", "least", "most", "over", "above", "under", "below", "exceeding", "exactly"),
        *("almost", "nearly", "about", "around"),
    )
)
_SENTENCE_END = re.compile(r"[.?!:;。？！]\s*\Z")


@dataclass(frozen=True, slots=True)
class Word:
    """A unit of a question: where it stands, how it reads after folding, and how it is written.

    ``is_large``: begins with a capital letter. ``is_first``: begins a sentence, where capitals say little.
    """

    start: int
    end: int
    text: str
    is_large: bool
    is_first: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """What stands in brackets or quotes, or is joined by underscores: the inner ``text``, the outer span."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Wording:
    """A question as its words."""

    question: str
    words: tuple[Word, ...]
    schema: SchemaWords

    @cached_property
    def is_cased(self) -> bool:
        """Whether capitals tell names from other words: some words have them, and most ordinary ones not.

        They do not in German, which writes all nouns large.
        """
        if self._languages == ["German"]:
            return False
        inner = [word for word in self.words if not word.is_first]
        ordinary = [word.is_large for word in inner if self.binds(word.text) or word.text in COMMON_WORDS]
        return any(word.is_large for word in inner) and 2 * sum(ordinary) <= len(ordinary)

    @cached_property
    def _languages(self) -> list[str]:
        return languages_of(word.text for word in self.words)

    @cached_property
    def _binding(self) -> frozenset[str]:
        return frozenset().union(*(FUNCTION_WORDS_BY_LANGUAGE[name] for name in self._languages))

    def binds(self, word: str) -> bool:
        """Whether a normalised word only binds others, in the language of the question."""
        return word in self._binding

    def is_plain(self, word: str) -> bool:
        """Whether a normalised word is an ordinary one, or one of the graph's schema."""
        return word in COMMON_WORDS or self.binds(word) or self.schema.holds(word)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of all words."""
        return frozenset(stem(word.text) for word in self.words)

    def inside(self, start: int, end: int) -> Sequence[Word]:
        """The words between two places of the question."""
        return self.words[self._first_from(start) : self._first_ending_after(end)]

    def around(self, start: int, end: int, before: int, after: int) -> list[str]:
        """The texts of so many words before and after a stretch of the question."""
        last, first = self._first_ending_after(start), self._first_from(end)
        near = (*self.words[max(last - before, 0) : last], *self.words[first : first + after])
        return [word.text for word in near]

    def _first_from(self, place: int) -> int:
        return bisect_left(self.words, place, key=lambda word: word.start)

    def _first_ending_after(self, place: int) -> int:
        return bisect_right(self.words, place, key=lambda word: word.end)


def read_wording(question: str, schema: SchemaWords) -> Wording:
    """The words of ``question``.

    >>> from motif.catalog.triples import from_triples
    >>> schema = SchemaWords(from_triples([("Heat", "directed_by", "Mann")]))
    >>> wording = read_wording("Who directed Heat? Not me.", schema)
    >>> [word.text for word in wording.words if word.is_large], [w.text for w in wording.words if w.is_first]
    (['who', 'heat', 'not'], ['who', 'not'])
    """
    spans = units_of(question)
    texts = normalise_all([question[start:end] for start, end in spans])
    words: list[Word] = []
    behind = 0
    for (start, end), text in zip(spans, texts, strict=True):
        is_first = not words or _SENTENCE_END.search(question[behind:start]) is not None
        words.append(Word(start, end, text, question[start].isupper(), is_first))
        behind = end
    return Wording(question, tuple(words), schema)


def marked_in(question: str) -> list[Marked]:
    """Mentions that the writer marked: in brackets, in quotes, or joined by underscores.

    >>> [found.text for found in marked_in("the wife of 'Al Pacino' and julia_stiles's [Heat]")]
    ['Al Pacino', 'julia_stiles', 'Heat']
    """
    found = []
    for mark in _MARKED.finditer(question):
        kind = str(mark.lastgroup)
        text = mark[kind].strip()
        end = mark.end()
        if kind == "under":
            text = _POSSESSIVE.sub("", text)
            end = mark.start() + len(text)
        if text:
            found.append(Marked(mark.start(), end, text))
    return found


def runs_of(wording: Wording, covered: Sequence[bool]) -> list[list[int]]:
    """Stretches of words that may name something which nothing covers yet, as places in ``wording.words``.

    Where capitals tell names, words with capitals or digits and what joins them ("the", "of", "part 2"); else all
    that are not plain.
    """
    runs: list[list[int]] = []
    run: list[int] = []
    for place, word in enumerate(wording.words):
        is_name = _may_name(wording, word) and not _is_compared(wording, place)
        if is_name or wording.binds(word.text) or (run and _is_numbered(wording, place)):
            run.append(place)
        else:
            runs.append(run)
            run = []
    trimmed = [_trimmed(wording, run) for run in [*runs, run]]
    return [run for run in trimmed if any(not covered[place] and tells(wording, place) for place in run)]


def _is_compared(wording: Wording, place: int) -> bool:
    """Whether a number is what something is compared with, and no part of a name: "more than 10 million"."""
    words = wording.words
    if not place or not words[place].text[:1].isdigit() or words[place - 1].is_large:
        return False
    is_open = place + 1 == len(words) or not words[place + 1].is_large
    return is_open and words[place - 1].text in _COMPARING


def _is_numbered(wording: Wording, place: int) -> bool:
    """Whether a number follows: "part 2" continues a name."""
    return place + 1 < len(wording.words) and wording.words[place + 1].text[:1].isdigit()


def _may_name(wording: Wording, word: Word) -> bool:
    if not wording.is_cased:
        return not wording.is_plain(word.text)
    if word.is_first:
        return word.is_large and not wording.is_plain(word.text)
    return word.is_large or word.text[:1].isdigit()


def tells(wording: Wording, place: int) -> bool:
    """Whether the word at a place may name something, and not only join others that do."""
    word = wording.words[place]
    return not wording.binds(word.text) and _may_name(wording, word)


def _trimmed(wording: Wording, run: list[int]) -> list[int]:
    """The run without the joining words at its end, and with one at most at its beginning."""
    names = [place for place in run if _may_name(wording, wording.words[place])]
    return [place for place in run if names[0] - 1 <= place <= names[-1]] if names else []
