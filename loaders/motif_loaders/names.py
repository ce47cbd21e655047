"""Names in a text, by rule: capitalised phrases, quoted terms, identifiers, and noun phrases that come back.

No model and no word list but that of words that name nothing; a text without capitals has fewer names, not wrong
ones. All rules look at one document at a time, so what is found does not depend on what else is loaded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from motif_loaders.sentences import sentence_spans
from motif_loaders.stop_words import STOP_WORDS, TIME_WORDS

_WORD = re.compile(r"(?:[^\W\d_]\.){1,4}(?=\s)|\w[\w'’\-–]*(?:[./&]\w[\w'’\-–]*)*")
_QUOTED = re.compile(r"[\"“«]\s?([^\"“”«»\n]{2,60}?)\s?[\"”»]")
_POSSESSIVE = re.compile(r"['’]s?$")
_CONNECTING = frozenset(
    ["of", "the", "de", "la", "le", "du", "des", "del", "da", "di", "van", "von", "der", "den"]
)
_CONNECTING |= {"&", "for", "y", "e", "el", "al", "bin", "ibn"}
_LONGEST = 8
_WORDS_OF_A_PHRASE = (2, 3)


class _Token(NamedTuple):
    text: str
    start: int
    end: int
    begins: bool
    """Whether it is the first of its sentence."""


def find_names(text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """The names that ``text`` writes, in the order of their first mention, each spelling once.

    Parameters
    ----------
    known
        Words that the document writes with a capital inside sentences (`capitalised_words`): only such a word is
        taken for a name by itself where it begins a sentence.

    >>> find_names('The song was recorded by Otis Redding. It was "Try a Little Tenderness", on Stax Records.')
    ['Otis Redding', 'Try a Little Tenderness', 'Stax Records']
    >>> find_names("Call motif.search, or set NEO4J_URI for OnnxEncoder.")
    ['motif.search', 'NEO4J_URI', 'OnnxEncoder']
    """
    quotes = [
        quoted for quoted in _QUOTED.finditer(text) if " " in quoted[1].strip() or quoted[1].strip().istitle()
    ]
    found = [(quoted.start(), quoted[1]) for quoted in quotes]
    inside = [quoted.span() for quoted in quotes]
    for run in _runs(_tokens(text), text):
        name = _name(run, text, known)
        if name and not any(start <= run[0].start < end for start, end in inside):
            found.append((run[0].start, name))
    names = (" ".join(name.split()) for _, name in sorted(found))
    return list(dict.fromkeys(name for name in names if _says_something(name)))


def capitalised_words(text: str) -> frozenset[str]:
    """The words that ``text`` writes with a capital although they begin no sentence."""
    return frozenset(
        _bare(token.text) for token in _tokens(text) if _is_capital(token.text) and not token.begins
    )


def returning_phrases(text: str, least: int = 2) -> Counter[str]:
    """Noun phrases of two or three words without capitals that ``text`` writes at least ``least`` times.

    A phrase stands between words that name nothing and punctuation; one that never stands outside a longer one is
    left out.

    >>> returning_phrases("A full vector index is built. The full vector index finds names.")
    Counter({'full vector index': 2})
    """
    counts: Counter[str] = Counter()
    for run in _plain_runs(text):
        for size in _WORDS_OF_A_PHRASE:
            counts.update(" ".join(run[at : at + size]) for at in range(len(run) - size + 1))
    found = Counter({phrase: count for phrase, count in counts.items() if count >= least})
    for phrase in [phrase for phrase in found if phrase.count(" ") == _WORDS_OF_A_PHRASE[-1] - 1]:
        for part in (phrase.partition(" ")[2], phrase.rpartition(" ")[0]):
            if found.get(part) == found[phrase]:
                del found[part]
    return found


@lru_cache(maxsize=256)  # the words of a document are looked at for its names, and before for its capitals
def _tokens(text: str) -> tuple[_Token, ...]:
    tokens: list[_Token] = []
    bounds = (start for start, _ in sentence_spans(text))
    limit, begins = next(bounds, len(text)), False
    for found in _WORD.finditer(text):
        while found.start() >= limit:
            limit, begins = next(bounds, len(text) + 1), True
        tokens.append(_Token(found[0], found.start(), found.end(), begins))
        begins = False
    return tuple(tokens)


def _runs(tokens: Sequence[_Token], text: str) -> Iterator[list[_Token]]:
    """Words with capitals that follow each other, with the connecting words between them; identifiers alone."""
    run: list[_Token] = []
    for token in tokens:
        if run and not _continues(run[-1], token, text):
            yield run
            run = []
        if _is_identifier(token.text):
            if run:
                yield run
            yield [token]
            run = []
        elif _is_capital(token.text) or (run and (token.text in _CONNECTING or token.text[0].isdigit())):
            run.append(token)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _continues(before: _Token, token: _Token, text: str) -> bool:
    between = text[before.end : token.start]
    return not token.begins and between in (" ", "\n", " & ", "", ". ")


def _name(run: Sequence[_Token], text: str, known: frozenset[str]) -> str:
    """The name of a run, without what only begins a sentence and what connects to nothing; empty for none."""
    words = list(run)
    while words and (words[0].text.lower() in STOP_WORDS or words[0].text in _CONNECTING):
        words.pop(0)
    while words and (
        words[-1].text in _CONNECTING or (words[-1].text.lower() in STOP_WORDS and len(words) > 1)
    ):
        words.pop()
    if not words or len(words) > _LONGEST:
        return ""
    alone = len(words) == 1
    if alone and words[0].begins and _bare(words[0].text) not in known and not _is_identifier(words[0].text):
        return ""
    return _bare(text[words[0].start : words[-1].end])


def _says_something(name: str) -> bool:
    words = name.lower().split()
    letters = sum(character.isalpha() for character in name)
    return letters >= 2 and not all(
        word.strip(".") in STOP_WORDS or word.strip(".") in TIME_WORDS or word[:1].isdigit() for word in words
    )


def _is_capital(word: str) -> bool:
    return word[0].isupper()


def _is_identifier(word: str) -> bool:
    """Whether it is written as programs and files are: inner capitals, underscores, or full stops between letters."""
    if not word[0].isalpha() or (
        word[1:].isalpha() and (word.islower() or word[1:].islower() or word.isupper())
    ):
        return False
    inner = any(after.isupper() and before.islower() for before, after in pairwise(word))
    dotted = "." in word.strip(".") and all(len(part) > 1 for part in word.split(".")) and word.islower()
    return (
        (inner and "-" not in word and "'" not in word and "’" not in word)
        or "_" in word.strip("_")
        or dotted
    )


def _bare(word: str) -> str:
    return _POSSESSIVE.sub("", word).strip("-–'’")


def _plain_runs(text: str) -> Iterator[list[str]]:
    """Words without capitals that follow each other and may each be part of a noun phrase."""
    run: list[str] = []
    end = 0
    for found in _WORD.finditer(text):
        word = found[0]
        fits = len(word) >= 3 and word.isalpha() and word.islower() and word not in STOP_WORDS
        if run and (not fits or text[end : found.start()] not in (" ", "\n")):
            yield run
            run = []
        if fits:
            run.append(word)
        end = found.end()
    if run:
        yield run


def most_frequent(names: Iterable[str], text: str, most: int) -> list[str]:
    """The ``most`` names that ``text`` writes most often, in their order.

    >>> most_frequent(["a cat", "a dog"], "a dog, a cat, a dog", 1)
    ['a dog']
    """
    names = list(names)
    if len(names) <= most:
        return names
    folded = text.casefold()
    ranked = sorted(range(len(names)), key=lambda place: (-folded.count(names[place].casefold()), place))
    return [names[place] for place in sorted(ranked[:most])]
