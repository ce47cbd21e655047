"""Questions that list several facts about one thing: all that they name lies around the answer.

SG-RAG's query graph (paper 000, §4.3 and table 10) without a language model: what the question names, each joined to
the one unknown. As many of the names as one node has are kept, and a relation is given to an edge where the words
around the name say which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.graphs.distinct import distinct
from motif.graphs.meaning import Omission
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif.planners.linking import EntityLinker, linker_of
from motif.planners.linking_words import stems_of
from motif.planners.protocol import Mention, Planner, PlanningGraph
from motif.planners.reading.lemmas import stem

LEAST = 3
"""Named things around one node from which on a question is taken for a list of facts."""

MEANT = 16
"""Nodes that a name may mean."""

DOUBTFUL = 0.2
"""Score of a name to the letter below which it is rather an ordinary word."""

SAID = 0.3
"""Agreement of a relation's words with those around a name from which on they name it."""

_WORD = re.compile(r"[^\W_]+")
_ASKED = re.compile(r"\s*(?:which|what)\s+(?P<words>[^,?]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fact:
    """A named thing of the question.

    Attributes
    ----------
    rows : int32
        Nodes it may mean, likeliest first.
    clause
        Stems of the words around it, up to the names before and after.
    around : int32
        Nodes that share a relationship with one of ``rows``, distinct and ascending.
    """

    rows: NDArray[np.int32]
    clause: frozenset[str]
    around: NDArray[np.int32]


class ConstraintPlanner:
    """Plans lists of facts itself and leaves all else to ``other``.

    >>> from motif import Graph
    >>> films = [("Heat", "directed_by", "Michael Mann"), ("Heat", "starring", "Al Pacino"), ("Heat", "year", "1995")]
    >>> films += [("Ali", "directed_by", "Michael Mann"), ("Insomnia", "starring", "Al Pacino")]
    >>> graph = Graph.from_triples(films)
    >>> question = "Which film starring [Al Pacino] was directed by [Michael Mann] in the year [1995]?"
    >>> [piece.answers[0].name for piece in graph.retrieve(question, method="match")]
    ['Heat']
    """

    def __init__(self, other: Planner) -> None:
        self._other = other

    @property
    def name(self) -> str:
        return self._other.name

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> Sequence[Plan]:
        """Plans in which each name is one hop from the answer, where at least `LEAST` are; else those of the other."""
        projection = graph.projection
        mentions = _named(linker_of(graph), question)
        facts = [_fact(projection, question, placed) for placed in _each_with_its_neighbours(mentions)]
        centres, held = _centres(facts)
        if len(held) < LEAST:
            return self._other.plan(question, graph, limit=limit, control=control)
        kept = [facts[place] for place in held]
        others = (one.text for place, one in enumerate(mentions) if place not in held)
        left_out = tuple(Omission("name", text=text) for text in others)
        return list(_plans(projection, question, kept, centres, left_out))[:limit]


def _named(linker: EntityLinker, question: str) -> list[Mention]:
    """What the question names, in order: surely, and by the way what else is a name to the letter."""
    named = linker.link(question)
    for mention in sorted(
        linker.alternatives(question, wider=False), key=lambda mention: mention.start - mention.end
    ):
        apart = all(mention.end <= other.start or other.end <= mention.start for other in named)
        if apart and mention.kind == "exact" and mention.score >= DOUBTFUL:
            named.append(mention)
    return sorted(named, key=lambda mention: mention.start)


def _each_with_its_neighbours(mentions: Sequence[Mention]) -> Iterator[tuple[int, Mention, int]]:
    """Each mention with where the one before it ends and the one after it begins; -1 where there is none."""
    for place, mention in enumerate(mentions):
        before = mentions[place - 1].end if place else 0
        after = mentions[place + 1].start if place + 1 < len(mentions) else -1
        yield before, mention, after


def _fact(projection: Projection, question: str, mention: tuple[int, Mention, int]) -> Fact:
    before, named, after = mention
    rows = named.rows[:MEANT]
    words = question[before : named.start] + " " + question[named.end : after if after >= 0 else None]
    parts = [
        side.neighbours(row) for row in rows.tolist() for side in (projection.outgoing, projection.incoming)
    ]
    return Fact(rows, stems_of([words]), distinct(np.concatenate(parts)))


def _centres(facts: Sequence[Fact]) -> tuple[NDArray[np.int32], list[int]]:
    """The nodes around which most of ``facts`` lie, and the places of the facts around the first of them.

    Nodes around which as many other facts lie are left out, and those that the question names.
    """
    none = np.zeros(0, np.int32)
    nodes, counts = np.unique(np.concatenate([none, *(fact.around for fact in facts)]), return_counts=True)
    named = np.concatenate([none, *(fact.rows for fact in facts if len(fact.rows) == 1)])
    nodes, counts = nodes[~np.isin(nodes, named)], counts[~np.isin(nodes, named)]
    if not len(nodes):
        return nodes, []
    centres = nodes[counts == counts.max()]
    held = [place for place, fact in enumerate(facts) if centres[0] in fact.around]
    for place in held:
        centres = centres[np.isin(centres, facts[place].around)]
    return centres, held


def _plans(
    projection: Projection,
    question: str,
    facts: Sequence[Fact],
    centres: NDArray[np.int32],
    left_out: tuple[Omission, ...],
) -> Iterator[Plan]:
    """First with the relations that the words say, then with any."""
    names = projection.nodes.names
    said = _said_relations(projection, facts, centres)
    label = _asked_label(projection, question)
    answer = "?answer" if label is None else {"unknown": "answer", "label": label}
    named = len(facts) + len(left_out)
    notes = (f"{len(left_out)} of the {named} things named were left out",) if left_out else ()
    for relations in dict.fromkeys([tuple(relation for _, relation in said), (None,) * len(said)]):
        yield Plan(
            pattern=tuple(
                (names[row], relation, answer) for (row, _), relation in zip(said, relations, strict=True)
            ),
            answer="?answer",
            question=question,
            planner="paths",
            confidence=len(facts) / named,
            omissions=left_out,
            notes=notes,
        )


def _said_relations(
    projection: Projection, facts: Sequence[Fact], centres: NDArray[np.int32]
) -> list[tuple[int, str | None]]:
    """Of each fact the node that it means and the relation that its words say; None where they say none.

    Those of the one of ``centres`` whose relations agree best with the words of all facts.
    """
    names = projection.relationships.relations
    stems = [stems_of([relation]) for relation in names]
    found = []
    for fact in facts:
        agreement = np.array([_agreement(words, fact.clause) for words in stems])
        found.append(_best_by_centre(projection, fact.rows, centres, agreement))
    best = int(np.sum([agreements for agreements, _, _ in found], axis=0).argmax())
    return [
        (int(rows[best]), names[relations[best]] if agreements[best] >= SAID else None)
        for agreements, rows, relations in found
    ]


def _agreement(words: frozenset[str], clause: frozenset[str]) -> float:
    """How well two sets of words agree: the harmonic mean of the shares that they have in common."""
    return 2 * len(words & clause) / (len(words) + len(clause)) if words and clause else 0.0


def _best_by_centre(
    projection: Projection,
    rows: NDArray[np.int32],
    centres: NDArray[np.int32],
    agreement: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.int32]]:
    """For each centre the best agreement of a relation between it and one of ``rows``, that row, that relation."""
    best = np.full(len(centres), -1.0)
    by, relations = np.full(len(centres), rows[0]), np.zeros(len(centres), np.int32)
    relation = projection.relationships.relation
    for row in rows.tolist():
        for side in (projection.outgoing, projection.incoming):
            start, end = side.indptr[row], side.indptr[row + 1]
            joins = np.flatnonzero(np.isin(side.indices[start:end], centres)) + start
            places = np.searchsorted(centres, side.indices[joins])
            numbers = relation[side.rows_at(joins)]
            # Ascending, so that of several relationships to one centre the best is written last.
            for order in np.argsort(agreement[numbers], kind="stable"):
                place, number = places[order], numbers[order]
                if agreement[number] > best[place]:
                    best[place], by[place], relations[place] = agreement[number], row, number
    return best, by, relations


def _asked_label(projection: Projection, question: str) -> str | None:
    """The label that stands right behind "which" or "what"; the longest where several do."""
    asked = _ASKED.match(question)
    if asked is None:
        return None
    words = [stem(word) for word in _WORD.findall(asked["words"].lower())]
    spoken = {tuple(stem(word) for word in readable(label).split()): label for label in projection.labels}
    fitting = [label for parts, label in spoken.items() if parts and tuple(words[: len(parts)]) == parts]
    return max(fitting, key=len, default=None)
