"""Which nodes a question names: by their words, by their spelling, by their meaning."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.indexes.mentions import Occurrence, build_mention_index
from motif.indexes.mentions_likeness import NearNames
from motif.indexes.vector import nearest_rows
from motif.planners.linking_aliases import aliases_of
from motif.planners.linking_choice import choose, is_inside, overlap
from motif.planners.linking_order import RowOrder, clues_of
from motif.planners.linking_scores import GOOD, rarity_of, score_of
from motif.planners.linking_wording import Marked, Wording, marked_in, read_wording, runs_of, tells
from motif.planners.linking_words import SchemaWords
from motif.planners.protocol import Mention, PlanningGraph

LONGEST_QUESTION = 10_000
"""Characters of a question."""

_REMEMBERED = 256
_LONGEST_RUN = 12
_RUNS = 8
_ROWS = 16
_CLOSE = 0.9
_WORTH, _WORTH_LIKE = {"exact": 0.17}, 0.45
"""Scores below which a question rather names nothing: of the same words, and of words that are alike."""

_MEANING = 0.55
_UNWRITTEN = 0.6
"""Factor for one word that is like a name where no capital says that it is one."""


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
        (`motif.planners.linking_aliases.aliases_of`).

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
        self._index = build_mention_index(
            self._projection.nodes.names, [*chain(aliases, aliases_of(self._projection))]
        )
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._read)

    def link(self, question: str) -> list[Mention]:
        """The best mentions that do not overlap, in order of position; none where nothing is named.

        Doubtful ones (an ordinary word in small letters that happens to be a name) only where there is no better,
        and of those the best.

        Raises `InvalidInput` for what is no text, or longer than `LONGEST_QUESTION`.
        """
        return list(self._remembered(_checked(question)).chosen)

    def alternatives(self, question: str) -> list[Mention]:
        """Everything that the question may name: what `link` gives, then the rest by score, then by position.

        The rest overlaps, is part of something longer, is doubtful, or has a longer name ("New York City", where
        "New York" was found). Raises as `link`.
        """
        reading = self._remembered(_checked(question))
        chosen = sorted(reading.chosen, key=_rank)
        rest = [mention for mention in reading.candidates if all(mention is not other for other in chosen)]
        rest += [wider for mention in chosen for wider in self._wider(reading.wording, mention)]
        return chosen + sorted(rest, key=_rank)

    def nearest(self, question: str, k: int = 3) -> list[str]:
        """At most ``k`` different names that are nearest to what the question may name, to offer in an error."""
        reading = self._remembered(_checked(question))
        rows = [int(mention.rows[0]) for mention in sorted(reading.candidates, key=_rank)]
        wording = reading.wording
        telling = [word.text for word in wording.words if not wording.is_plain(word.text)]
        words = telling or [word.text for word in wording.words]
        rows += self._names.search(" ".join(words), k).tolist()
        rows += self._like(question).rows[:k].tolist() if len(rows) < k else []
        names = dict.fromkeys(self._names.names[row] for row in rows)
        return [name for name in names if name][: max(k, 0)]

    def _read(self, question: str) -> _Reading:
        wording = read_wording(question, self._schema)
        exact = [self._exact(found, wording) for found in self._index.occurrences(question)]
        given = [mention for mark in marked_in(question) for mention in self._given(mark, wording)]
        names = [mention for mention in exact if mention.score >= GOOD]
        found = exact + [mention for mention in given if not any(is_inside(mention, name) for name in names)]
        chosen = choose([mention for mention in found if mention.score >= GOOD], wording)
        found += [
            mention
            for mention in self._likely(wording, chosen)
            if all(is_inside(other, mention) for other in chosen if overlap(other, mention))
        ]
        chosen = choose([mention for mention in found if mention.score >= GOOD], wording)
        return _Reading(wording, tuple(chosen or choose(_best_doubtful(found), wording)), tuple(found))

    def _exact(self, found: Occurrence, wording: Wording) -> Mention:
        score = score_of(found, wording, self._rarity)
        rows = self._ordered(found.rows, found.n_named, wording, (found.start, found.end))
        return Mention(
            found.start, found.end, wording.question[found.start : found.end], rows, score, "exact"
        )

    def _given(self, mark: Marked, wording: Wording) -> list[Mention]:
        """What the writer marked: the node called so, else the names most like it."""
        if "_" in mark.text and self._schema.is_name(mark.text):
            return []
        span = mark.start, mark.end
        whole = self._index.whole(mark.text)
        if whole is not None:
            rows = self._ordered(whole.rows, whole.n_named, wording, span)
            return [Mention(*span, mark.text, rows, 1.0, "given")]
        words = read_wording(mark.text, self._schema).words[:_LONGEST_RUN]
        rows, score = np.zeros(0, np.int32), 0.0
        for like in self._near.find([word.text for word in words]):
            if (of_all := like.score * (like.last - like.first + 1) / len(words)) > score:
                rows, score = like.rows, of_all
        if score < GOOD:
            meant = self._like(mark.text)
            rows, score = (meant.rows, meant.score) if meant.score > score else (rows, score)
        if not len(rows):
            return []
        rows = self._ordered(rows, len(rows), wording, span)[:_ROWS]
        return [Mention(*span, mark.text, rows, score, "given")]

    def _likely(self, wording: Wording, chosen: Sequence[Mention]) -> list[Mention]:
        """Names that are like words which nothing chosen covers."""
        covered = [
            any(mention.start <= word.start and word.end <= mention.end for mention in chosen)
            for word in wording.words
        ]
        found: list[Mention] = []
        for run in runs_of(wording, covered)[:_RUNS]:
            if chosen and not wording.is_cased and not any(self._is_unknown(wording, place) for place in run):
                continue
            likely = self._like_run(wording, run[:_LONGEST_RUN])
            if not any(mention.score >= GOOD for mention in likely) and not all(covered[p] for p in run):
                likely += self._meant(wording, run)
            found += likely
        return found

    def _like_run(self, wording: Wording, run: Sequence[int]) -> list[Mention]:
        words = wording.words[run[0] : run[-1] + 1]
        found = []
        telling = [tells(wording, place) for place in range(run[0], run[-1] + 1)]
        for like in self._near.find([word.text for word in words], telling):
            span = words[like.first].start, words[like.last].end
            is_sure = wording.is_cased or like.last > like.first
            score = like.score * (1.0 if is_sure else _UNWRITTEN)
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

    def _meant(self, wording: Wording, run: Sequence[int]) -> list[Mention]:
        span = wording.words[run[0]].start, wording.words[run[-1]].end
        mention = self._like(wording.question[slice(*span)], span)
        score = mention.score * (1.0 if wording.is_cased else _UNWRITTEN)
        return [Mention(*span, mention.text, mention.rows, score, "meaning")] if len(mention.rows) else []

    def _like(self, text: str, span: tuple[int, int] = (0, 0)) -> Mention:
        """The names nearest to ``text`` in meaning; no rows without vectors, or where none is near."""
        nothing = Mention(*span, text, np.zeros(0, np.int32), 0.0, "meaning")
        graph = self._graph()
        vectors = graph.name_vectors if graph is not None and graph.has_encoder else None
        if graph is None or vectors is None:
            return nothing
        rows, distances = nearest_rows(vectors, graph.encode(text), _ROWS)
        similarities = 1 - distances**2 / 2
        is_near = similarities >= max(_MEANING, _CLOSE * float(similarities.max(initial=0.0)))
        if not is_near.any():
            return nothing
        return Mention(*span, text, rows[is_near], 0.9 * float(similarities[0]), "meaning")

    def _ordered(
        self, rows: NDArray[np.int32], n_named: int, wording: Wording, span: tuple[int, int]
    ) -> NDArray[np.int32]:
        if len(rows) < 2:
            return rows
        return self._order.ranked(rows, n_named, clues_of(wording, *span))

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
    worth = [mention for mention in found if mention.score >= _WORTH.get(mention.kind, _WORTH_LIKE)]
    best = max((mention.score for mention in worth), default=0.0)
    return [mention for mention in worth if mention.score >= _CLOSE * best]


def _rank(mention: Mention) -> tuple[float, int, int]:
    return -mention.score, mention.start, -mention.end
