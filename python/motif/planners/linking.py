"""Which nodes a question names: by their words, by their spelling, by their meaning."""

from __future__ import annotations

import dataclasses
import threading
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.indexes.mentions import MentionIndex, Occurrence
from motif.indexes.mentions_likeness import NearNames
from motif.planners.kept_indexes import mentions_of
from motif.planners.linking_choice import choose, merge_articles
from motif.planners.linking_meaning import nearest_in_meaning
from motif.planners.linking_order import RowOrder, clues_of
from motif.planners.linking_scores import GOOD, rarity_of, score_of
from motif.planners.linking_wording import Marked, Wording, marked_in, read_wording, runs_of, tells
from motif.planners.linking_words import SchemaWords
from motif.planners.protocol import Mention, PlanningGraph
from motif.planners.stretches import Stretch, is_inside, overlap

LONGEST_QUESTION = 10_000
"""Characters of a question."""

_REMEMBERED = 256
_OCCURRENCES = 32
_LONGEST_RUN = 12
_RUNS = 8
_ROWS = 16
_CLOSE = 0.9
_WORTH = {"exact": 0.17, "fuzzy": 0.45, "meaning": 0.45, "given": GOOD}
"""Scores below which a question rather names nothing, by kind of mention."""

_CUT_OFF = 0.65
"""Factor for a likeness to a part of something longer: the next word may name something too, and is not in it."""

_UNWRITTEN = 0.6
"""Factor for one word that is like a name where no capital says that it is one."""


_Likely = tuple[Sequence[int], tuple[Mention, ...], bool]
"""Words in a row, what is spelt like them, and whether something may mean the same."""


@dataclass(frozen=True, slots=True)
class _Spelt:
    """What a question names by its letters, whether its words name or describe."""

    wording: Wording
    exact: Sequence[Mention]
    found: Sequence[Mention]
    taken: Sequence[Stretch]
    likely: Sequence[_Likely]


@dataclass(frozen=True, slots=True)
class _Reading:
    wording: Wording
    chosen: tuple[Mention, ...]
    candidates: tuple[Mention, ...]


class EntityLinker:
    """Finds the nodes that questions name, in one epoch of a graph.

    Exact matches are found over an index of all names and aliases (`motif.indexes.mentions`); only where words are
    left that may name something, names that are spelt like them or hold them are looked for
    (`motif.indexes.mentions_likeness`), and then, where the graph has vectors, names of like meaning.

    Parameters
    ----------
    graph
        Only weakly held, for its encoder; its tables and indexes are kept.
    aliases
        Row and text of further names, besides those among the nodes' properties
        (`motif.planners.linking_aliases`).

    >>> from motif import Graph
    >>> graph = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "starred", "Al Pacino")])
    >>> linker = EntityLinker(graph.view)
    >>> [(mention.text, mention.kind) for mention in linker.link("Did Al Pacino play for Micheal Mann?")]
    [('Al Pacino', 'exact'), ('Micheal Mann', 'fuzzy')]
    """

    def __init__(self, graph: PlanningGraph, aliases: Sequence[tuple[int, str]] = ()) -> None:
        self._projection = graph.projection
        self._names = graph.names
        self._graph = weakref.ref(graph)
        self._schema = SchemaWords(self._projection)
        self._order = RowOrder(self._projection, self._schema)
        self._near = NearNames(self._names)
        self._index, self._alias_nodes = mentions_of(self._projection, aliases)
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._read)
        self._spelt = lru_cache(maxsize=_OCCURRENCES)(self._read_letters)
        self.occurrences = lru_cache(maxsize=_OCCURRENCES)(self._index.occurrences)
        """Of `index`, of the texts of late: a question is read more than once, its names for themselves too."""

    @property
    def index(self) -> MentionIndex:
        """All names and aliases, by their words."""
        return self._index

    def link(self, question: str, *, described: bool = False) -> list[Mention]:
        """The best mentions that do not overlap, in order of position; none where nothing is named.

        Doubtful ones (an ordinary word in small letters that happens to be a name) only where there is no better,
        and of those the best.

        Parameters
        ----------
        described
            Whether words in small letters rather describe than name: nothing is looked for that only means the same.

        Raises `InvalidInput` for what is no text, or longer than `LONGEST_QUESTION`.
        """
        return list(self._remembered(_checked(question), described).chosen)

    def alternatives(self, question: str, *, wider: bool = True) -> list[Mention]:
        """Everything that the question may name: what `link` gives, then the rest by score, then by position.

        The rest overlaps, is part of something longer, is doubtful, or has a longer name ("New York City", where
        "New York" was found; left out where ``wider`` is false). Raises as `link`.
        """
        reading = self._remembered(_checked(question))
        chosen = sorted(reading.chosen, key=_rank)
        rest = [mention for mention in reading.candidates if all(mention is not other for other in chosen)]
        if wider:
            rest += [more for mention in chosen for more in self._wider(reading.wording, mention)]
        return chosen + sorted(rest, key=_rank)

    def candidates(self, question: str, *, described: bool = False) -> list[Mention]:
        """As `alternatives`, without names that are longer than what is found: all of one reading, by no order.

        Raises as `link`.
        """
        return list(self._remembered(_checked(question), described).candidates)

    def nearest(self, question: str, k: int = 3) -> list[str]:
        """At most ``k`` different names that are nearest to what the question may name, to offer in an error."""
        reading = self._remembered(_checked(question))
        likely = [mention for mention in reading.candidates if mention.score >= _WORTH["exact"]]
        rows = [int(mention.rows[0]) for mention in sorted(likely, key=_rank)]
        wording = reading.wording
        telling = [word.text for word in wording.words if not wording.is_plain(word.text)]
        words = telling or [word.text for word in wording.words]
        rows += self._names.search(" ".join(words), k).tolist()
        if len(rows) < k:
            rows += nearest_in_meaning(self._graph(), question, k)[0].tolist()
        names = dict.fromkeys(self._names.names[row] for row in rows)
        return [name for name in names if name][: max(k, 0)]

    def _read(self, question: str, described: bool = False) -> _Reading:
        spelt = self._spelt(question)
        wording, found = spelt.wording, [*spelt.found]
        found += [
            mention
            for run, likely, is_open in spelt.likely
            for mention in (*likely, *(self._meant(wording, run, described) if is_open else ()))
            if all(is_inside(other, mention) for other in spelt.taken if overlap(other, mention))
            and not any(_is_same(mention, other) for other in spelt.exact)
        ]
        chosen = choose([mention for mention in found if mention.score >= GOOD], wording)
        return _Reading(wording, tuple(chosen or choose(_best_doubtful(found), wording)), tuple(found))

    def _read_letters(self, question: str) -> _Spelt:
        wording = read_wording(question, self._schema)
        occurrences = merge_articles(self.occurrences(question), wording)
        exact = [self._exact(found, wording) for found in occurrences]
        marks = marked_in(question)
        given = [mention for mark in marks for mention in self._given(mark, wording)]
        names = [mention for mention in exact if mention.score >= GOOD]
        found = exact + [mention for mention in given if not any(is_inside(mention, name) for name in names)]
        chosen = choose([mention for mention in found if mention.score >= GOOD], wording)
        taken: list[Stretch] = [*chosen, *marks]
        return _Spelt(wording, exact, found, taken, list(self._likely(wording, chosen)))

    def _exact(self, found: Occurrence, wording: Wording) -> Mention:
        found = self._behind_owners(found)
        score = score_of(found, wording, self._rarity)
        rows = self._ordered(found.rows, found.n_named, wording, (found.start, found.end))
        return Mention(
            found.start, found.end, wording.question[found.start : found.end], rows, score, "exact"
        )

    def _behind_owners(self, found: Occurrence) -> Occurrence:
        """The same rows, but nodes that only stand for another's name come last, as aliases do."""
        if not len(self._alias_nodes):
            return found
        is_alias = self._stands_for_another[found.rows]
        n_named = found.n_named - int(is_alias[: found.n_named].sum())
        rows = np.concatenate([found.rows[~is_alias], found.rows[is_alias]])
        return dataclasses.replace(found, rows=rows, n_named=n_named)

    @cached_property
    def _stands_for_another(self) -> NDArray[np.bool_]:
        """Which nodes only stand for another's name, bool (nodes,)."""
        stands = np.zeros(self._projection.n_nodes, np.bool_)
        stands[self._alias_nodes] = True
        return stands

    def _given(self, mark: Marked, wording: Wording) -> list[Mention]:
        """What the writer marked: the node called so, else the names most like it."""
        if "_" in mark.text and self._schema.is_name(mark.text):
            return []
        span = mark.start, mark.end
        whole = self._index.whole(mark.text)
        if whole is not None:
            whole = self._behind_owners(whole)
            rows = self._ordered(whole.rows, whole.n_named, wording, span, mark.text)
            return [Mention(*span, mark.text, rows, 1.0, "given")]
        words = read_wording(mark.text, self._schema).words[:_LONGEST_RUN]
        rows, score = np.zeros(0, np.int32), 0.0
        for like in self._near.find([word.text for word in words]):
            if (of_all := like.score * (like.last - like.first + 1) / len(words)) > score:
                rows, score = like.rows, of_all
        if score < GOOD:
            meant = nearest_in_meaning(self._graph(), mark.text, _ROWS)
            rows, score = meant if meant[1] > score else (rows, score)
        if not len(rows):
            return []
        rows = self._ordered(rows, len(rows), wording, span, mark.text)[:_ROWS]
        return [Mention(*span, mark.text, rows, score, "given")]

    def _likely(self, wording: Wording, chosen: Sequence[Mention]) -> Iterator[_Likely]:
        """Names that are like words which nothing chosen covers."""
        covered = [
            any(mention.start <= word.start and word.end <= mention.end for mention in chosen)
            for word in wording.words
        ]
        for run in runs_of(wording, covered)[:_RUNS]:
            if chosen and not wording.is_cased and not any(self._is_unknown(wording, place) for place in run):
                continue
            likely = self._like_run(wording, run[:_LONGEST_RUN], covered)
            is_open = not any(mention.score >= GOOD for mention in likely) and not all(
                covered[p] for p in run
            )
            yield run, tuple(likely), is_open

    def _like_run(self, wording: Wording, run: Sequence[int], covered: Sequence[bool]) -> list[Mention]:
        words = wording.words[run[0] : run[-1] + 1]
        telling = [
            tells(wording, run[0] + place) and not word.text.isdigit() for place, word in enumerate(words)
        ]
        is_left = [
            tells and not covered[run[0] + place] and not wording.is_plain(words[place].text)
            for place, tells in enumerate(telling)
        ]
        found = []
        for like in self._near.find([word.text for word in words], telling):
            span = words[like.first].start, words[like.last].end
            score = like.score * (1.0 if wording.is_cased or like.last > like.first else _UNWRITTEN)
            if any(is_left[place] for place in (like.first - 1, like.last + 1) if 0 <= place < len(words)):
                score *= _CUT_OFF
            rows = self._ordered(like.rows, len(like.rows), wording, span)[:_ROWS]
            found.append(Mention(*span, wording.question[slice(*span)], rows, score, "fuzzy"))
        return found

    def _wider(self, wording: Wording, mention: Mention) -> list[Mention]:
        """Names that hold the words of an exact mention and more."""
        words = wording.inside(mention.start, mention.end)
        if mention.kind != "exact" or not 0 < len(words) <= _LONGEST_RUN:
            return []
        found = []
        for like in self._near.find([word.text for word in words], misspelt=False):
            rows = like.rows[~np.isin(like.rows, mention.rows)]
            if len(rows) and like.last - like.first + 1 == len(words):
                span = mention.start, mention.end
                rows = self._ordered(rows, len(rows), wording, span)[:_ROWS]
                found.append(Mention(*span, mention.text, rows, like.score, "fuzzy"))
        return found

    def _meant(self, wording: Wording, run: Sequence[int], described: bool) -> list[Mention]:
        """Names that mean the same as words; none where these are small and rather describe."""
        written = wording.question[wording.words[run[0]].start : wording.words[run[-1]].end]
        if described and written.islower():
            return []
        names = [place for place in run if tells(wording, place)]
        span = wording.words[names[0]].start, wording.words[names[-1]].end
        text = wording.question[slice(*span)]
        rows, score = nearest_in_meaning(self._graph(), text, _ROWS)
        score *= 1.0 if wording.is_cased else _UNWRITTEN
        return [Mention(*span, text, rows, score, "meaning")] if len(rows) else []

    def _ordered(
        self, rows: NDArray[np.int32], n_named: int, wording: Wording, span: tuple[int, int], text: str = ""
    ) -> NDArray[np.int32]:
        if len(rows) < 2:
            return rows
        return self._order.ranked(rows, n_named, clues_of(wording, *span, text))

    def _rarity(self, word: str) -> float:
        return rarity_of(self._near.frequency(word), self._projection.n_nodes)

    def _is_unknown(self, wording: Wording, place: int) -> bool:
        return tells(wording, place) and not self._near.frequency(wording.words[place].text)


def linker_of(graph: PlanningGraph) -> EntityLinker:
    """The linker of ``graph``: built on first use, kept as long as the graph."""
    with _LOCK:
        linker = _LINKERS.get(graph)
        if linker is None:
            linker = _LINKERS[graph] = EntityLinker(graph)
        return linker


def nearest_told(question: str, graph: PlanningGraph) -> str:
    """What helps who named nothing of a graph: its names that are nearest."""
    near = ", ".join(repr(name) for name in linker_of(graph).nearest(question))
    return f"Nearest names: {near}. A name in [brackets] is taken as it is." if near else "No name is near."


_LINKERS: weakref.WeakKeyDictionary[PlanningGraph, EntityLinker] = weakref.WeakKeyDictionary()
_LOCK = threading.Lock()


def _checked(question: str) -> str:
    if not isinstance(question, str):
        raise InvalidInput(f"A question is a text, not {type(question).__name__}.")
    if len(question) > LONGEST_QUESTION:
        raise InvalidInput(
            f"The question has {len(question):,} characters; at most {LONGEST_QUESTION:,} are read.",
            hint="Ask for one thing at a time, and leave documents out of the question.",
        )
    return question


def _best_doubtful(found: Sequence[Mention]) -> list[Mention]:
    """Of mentions that are all doubtful those nearly as good as the best, if they are worth a plan."""
    worth = [mention for mention in found if mention.score >= _WORTH[mention.kind]]
    best = max((mention.score for mention in worth), default=0.0)
    return [mention for mention in worth if mention.score >= _CLOSE * best]


def _is_same(mention: Mention, exact: Mention) -> bool:
    """Whether an exact mention, which has been judged already, says the same."""
    is_there = (mention.start, mention.end) == (exact.start, exact.end)
    return is_there and bool(np.isin(mention.rows, exact.rows).all())


def _rank(mention: Mention) -> tuple[float, int, int]:
    return -mention.score, mention.start, -mention.end
