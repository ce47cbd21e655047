"""A name that no node has to the letter becomes the nodes that it may mean (SG-RAG's entity normalisation).

Paper 000, §4.3 and algorithm 3, which takes the one node whose name's vector is nearest. Here several stay, each with a
distance, so that the pattern's structure decides among them.
"""

from __future__ import annotations

import math
import re
import threading
import weakref
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from motif.engine.candidates import Candidates, round_distances
from motif.engine.string_arrays import beyond_ascii, texts_abbreviated
from motif.graphs.strings import StringTable
from motif.indexes.fulltext import words_of
from motif.indexes.mentions_variants import variants_of
from motif.indexes.name_distance import name_distance
from motif.indexes.names import COMMON, normalise
from motif.indexes.vector import nearest_rows
from motif.planners.linking import linker_of
from motif.retrievers.view import View

Mask = NDArray[np.bool_]

CHOICES = 16
"""How many nodes a name may mean; more where they share a name, or are as near as the last."""

COMPARED = 192
"""Names that are compared word by word: those that share the rarest words."""

FARTHEST = 0.5
"""Distance from which on a name means something else."""

_ALIAS = 0.02
_DOUBTFUL = 0.35
"""Where nothing is nearer, names of like meaning are looked for too."""

_OF_MEANING, _FAR_IN_MEANING = 4, 1.0
_FAR_SLIPS, _FAR_WORDS = 0.4, 64
_MARKS = re.compile(r"(?<=\w)['’.](?=\w)")
_REMEMBERED = 4096
_AT_ONCE = 8192

_WORDS_SHORTENED = (3, 16)
"""The fewest words of a name that is told by their initials, and the most."""

EXACT, WORDS, ALIAS, SPELLING, MEANING, NONE = "name", "words", "alias", "spelling", "meaning", ""

Found = dict[int, tuple[float, str]]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a name may mean.

    Attributes
    ----------
    candidates
        Rows, nearest first, with distances from 0 (so called) to 1. Empty where nothing is like the name.
    way
        By what the nearest was found: "name" (to the letter), "words" (but for case, accents and marks), "alias",
        "spelling", "meaning"; "" where nothing was.
    """

    candidates: Candidates
    way: str


def normalise_name(name: str, view: View, mask: Mask | None = None, most: int = CHOICES) -> Choice:
    """The nodes, among those that ``mask`` allows, that ``name`` may mean.

    Nodes called so to the letter are meant alone, then those that differ in case, accents and punctuation alone. Only
    where there is neither, every other name is compared: aliases among the properties and those that follow from the
    names themselves, names spelt alike or shortened, and where nothing is near and the graph has vectors, names of like
    meaning. Of these ``most`` are given (nodes of one name count once) and those as near as the last, but none from
    distance `FARTHEST` on.

    The first call on a graph builds its indexes of words and of aliases; then a name takes milliseconds.
    """
    for way, rows in ((EXACT, view.names.equal(name)), (WORDS, view.names.exact(name))):
        allowed = rows if mask is None else rows[mask[rows]]
        if len(allowed):
            return Choice(Candidates(np.sort(allowed).astype(np.int32), np.zeros(len(allowed))), way)
        if len(rows):
            return Choice(_none(), NONE)
    return _reader_of(view).near(name, mask, most)


def other_readings(name: str, view: View, mask: Mask | None = None, most: int = CHOICES) -> Choice:
    """The nodes that ``name`` may mean besides those called so: as of `normalise_name`, without its first two steps."""
    near = _reader_of(view).near(name, mask, most + 1).candidates
    called = np.isin(near.rows, view.names.exact(name))
    return Choice(Candidates(near.rows[~called], near.distances[~called]), SPELLING)


class NameReader:
    """Finds what misspelt names, aliases, initials and acronyms may mean, in one epoch of a graph.

    Parameters
    ----------
    view
        Only weakly held.
    """

    def __init__(self, view: View) -> None:
        self._view = weakref.ref(view)
        self._names = view.names
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._scored)

    def near(self, name: str, mask: Mask | None, most: int) -> Choice:
        """What ``name`` may mean, nearest first, ties by row; see `normalise_name`."""
        found = [
            (distance, row, way)
            for row, (distance, way) in self._remembered(name).items()
            if mask is None or mask[row]
        ]
        kept = list(_of_most_names(sorted(found), self._names.names, most))
        if not kept:
            return Choice(_none(), NONE)
        rows = np.array([row for _, row, _ in kept], np.int32)
        return Choice(Candidates(rows, round_distances([distance for distance, _, _ in kept])), kept[0][2])

    def _scored(self, name: str) -> Found:
        """Distance and way of each row that ``name`` may mean."""
        found: Found = {}
        said = normalise(_MARKS.sub("", name)).split()
        self._take(
            found, chain(self._aliases(name), self._spelt(said, self._sharing(said)), self._abbreviated(said))
        )
        if _nearest(found) > _DOUBTFUL:
            self._take(found, self._spelt(said, self._holding(self._words_far_like(said))))
        if _nearest(found) > _DOUBTFUL:
            self._take(found, self._of_like_meaning(name))
        return found

    def _take(self, found: Found, scored: Iterable[tuple[int, float, str]]) -> None:
        """Puts what is near enough into ``found``, in place of what is farther."""
        for row, distance, way in scored:
            if distance < FARTHEST and (row not in found or distance < found[row][0]):
                found[row] = (distance, way)

    def _aliases(self, name: str) -> Iterator[tuple[int, float, str]]:
        """Nodes of which ``name``, or what follows from it, is an alias."""
        view = self._view()
        assert view is not None
        index = linker_of(view).index
        for text in (name, *variants_of(name)):
            occurrence = index.whole(text)
            for row in [] if occurrence is None else occurrence.rows.tolist():
                yield row, _ALIAS, ALIAS

    def _spelt(self, said: list[str], rows: NDArray[np.int32]) -> Iterator[tuple[int, float, str]]:
        names = self._names.names
        weight = cache(self._weight)  # names that are alike share most of their words
        for row in rows.tolist():
            yield row, name_distance(said, normalise(names[row]).split(), weight), SPELLING

    def _abbreviated(self, said: list[str]) -> Iterator[tuple[int, float, str]]:
        """Nodes of which ``said`` are the initials."""
        if len(said) == 1 or all(len(word) == 1 for word in said):
            yield from self._spelt(["".join(said)], self._called_short("".join(said)))

    def _sharing(self, said: list[str]) -> NDArray[np.int32]:
        """Rows of the names that share most and rarest words with ``said``, or words almost like them."""
        by_words = self._names.search(" ".join(said), COMPARED // 3)
        initials = {word for word in said if len(word) == 1 and word.isalpha()}
        rows = self._holding(self._words_like(said), COMMON if initials else COMPARED)
        if initials:
            rows = self._beginning(rows, initials)
        found: NDArray[np.int32] = np.union1d(rows, by_words).astype(np.int32)
        return found

    def _beginning(self, rows: NDArray[np.int32], initials: set[str]) -> NDArray[np.int32]:
        """The first `COMPARED` of ``rows``, those before the others whose names have words with all ``initials``."""
        names = self._names.names
        fits = [initials <= {word[0].casefold() for word in names[row].split()} for row in rows.tolist()]
        return rows[np.argsort(np.logical_not(fits), kind="stable")][:COMPARED]

    def _holding(self, words: Iterable[tuple[int, float]], most: int = COMPARED) -> NDArray[np.int32]:
        """Rows, at most ``most``, of the names that hold most and rarest of ``words``, by place and likeness.

        A word of more than `COMMON` names brings none, unless there is no other.
        """
        index = self._names.words
        spans = [(int(index.indptr[place]), int(index.indptr[place + 1]), like) for place, like in words]
        least = min((end - start for start, end, _ in spans), default=0)
        used = [span for span in spans if span[1] - span[0] <= max(COMMON, least)]
        if not used:
            return np.zeros(0, np.int32)
        rows = np.concatenate([index.rows[start:end] for start, end, _ in used])
        told = np.repeat(
            [like * self._rarity(end - start) for start, end, like in used],
            [end - start for start, end, _ in used],
        )
        distinct, places = np.unique(rows, return_inverse=True)
        best: NDArray[np.int32] = distinct[np.lexsort((distinct, -np.bincount(places, told)))[:most]]
        return best

    def _words_like(self, said: list[str]) -> Iterator[tuple[int, float]]:
        """Places in the vocabulary of the words said and of those spelt almost like them, and how alike they are."""
        vocabulary = self._names.words.vocabulary
        for word in dict.fromkeys(words_of(" ".join(said))):
            if word in vocabulary:
                yield vocabulary[word], 1.0
            for place, edits in self._names.spelling.near(word):
                yield place, 1 - edits / len(word)

    def _words_far_like(self, said: list[str]) -> Iterator[tuple[int, float]]:
        """The same for words with more slips, and for short ones, which a slip makes another word."""
        spelling, words = self._names.spelling, self._names.words.vocabulary.words
        for word in dict.fromkeys(said):
            if not word.isdigit():
                places = spelling.maybe_within(word, _FAR_SLIPS)
                for _, distance, place in process.extract(
                    word,
                    words.take(places),
                    scorer=OSA.normalized_distance,
                    score_cutoff=_FAR_SLIPS,
                    limit=_FAR_WORDS,
                ):
                    yield int(places[place]), 1 - distance

    def _of_like_meaning(self, name: str) -> Iterator[tuple[int, float, str]]:
        view = self._view()
        assert view is not None
        if view.name_vectors is None or not view.has_encoder:
            return
        rows, distances = nearest_rows(
            view.name_vectors, view.encode(name), _OF_MEANING, None, view.name_vector_index
        )
        for row, distance in zip(rows.tolist(), distances.tolist(), strict=True):
            if distance < _FAR_IN_MEANING:
                yield row, _DOUBTFUL + (FARTHEST - _DOUBTFUL) * distance, MEANING

    def _weight(self, word: str) -> float:
        index = self._names.words
        place = index.vocabulary.get(word)
        return self._rarity(0 if place is None else int(index.indptr[place + 1] - index.indptr[place]))

    def _rarity(self, frequency: int) -> float:
        return math.log1p(self._names.words.n_rows / (frequency + 1))

    def _called_short(self, letters: str) -> NDArray[np.int32]:
        """The first rows of the names whose initials are ``letters``: those of all words, or those with a capital."""
        rows = self._acronyms.get(letters, np.zeros(0, np.int32))
        if letters.isascii() and len(letters) >= _WORDS_SHORTENED[0]:
            plain, _ = texts_abbreviated(self._names.names, letters, _WORDS_SHORTENED)
            rows = np.union1d(rows, plain).astype(np.int32)
        return rows[:COMPARED]

    @cached_property
    def _acronyms(self) -> dict[str, NDArray[np.int32]]:
        """Rows of the names beyond ASCII by their initials; the others are looked through when they are asked for."""
        found: dict[str, list[int]] = {}
        table = self._names.names
        beyond = beyond_ascii(table)
        for start in range(0, len(beyond), _AT_ONCE):
            rows = beyond[start : start + _AT_ONCE]
            for row, name in zip(rows.tolist(), table.take(rows), strict=True):
                for letters in _initials_of(name):
                    found.setdefault(letters, []).append(row)
        return {letters: np.array(rows[:COMPARED], np.int32) for letters, rows in found.items()}


def _initials_of(name: str) -> set[str]:
    """ "usc" and "uosc" of "University of Southern California"."""
    words = re.findall(r"[^\W_]+", name)
    if not _WORDS_SHORTENED[0] <= len(words) <= _WORDS_SHORTENED[1]:
        return set()
    forms = "".join(word[0] for word in words), "".join(word[0] for word in words if not word[0].islower())
    return {normalise(form) for form in forms if len(form) > 2}


def _of_most_names(
    found: Iterable[tuple[float, int, str]], names: StringTable, most: int
) -> Iterator[tuple[float, int, str]]:
    """The first of ``found`` that have at most ``most`` different names, and those as near as the last."""
    seen: set[str] = set()
    last = 0.0
    for distance, row, way in found:
        seen.add(names[row])
        if len(seen) > most and distance > last:
            return
        last = distance
        yield distance, row, way


def _nearest(found: Found) -> float:
    return min((distance for distance, _ in found.values()), default=1.0)


def _none() -> Candidates:
    return Candidates(np.zeros(0, np.int32), np.zeros(0))


def _reader_of(view: View) -> NameReader:
    """The reader of ``view``: made on first use, kept as long as the view."""
    with _LOCK:
        reader = _READERS.get(view)
        if reader is None:
            reader = _READERS[view] = NameReader(view)
        return reader


_READERS: weakref.WeakKeyDictionary[View, NameReader] = weakref.WeakKeyDictionary()
_LOCK = threading.Lock()
