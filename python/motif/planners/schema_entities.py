"""The names that a schema graph's known nodes have in the graph, as the question's own names are tied to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motif.graphs.pattern import PatternNode
from motif.indexes.names import normalise
from motif.planners.known_parts import rows_of
from motif.planners.linking import LONGEST_QUESTION, linker_of
from motif.planners.protocol import Mention, PlanningGraph

LIKE = 0.5
"""Score of a mention from which on its name is taken."""

_MARKS = str.maketrans("", "", '[]"“”„«»')


@dataclass(frozen=True, slots=True)
class Tied:
    """A name as the graph has it; ``score`` is 1 for the same words, 0 for one that the graph does not have."""

    name: str
    score: float
    note: str = ""


def tied_name(text: str, question: str, graph: PlanningGraph) -> Tied:
    """``text`` as a name of the graph: to the letter, as the question names it, by spelling or by meaning.

    One that is like none stays as it is, and the note says so.

    >>> from motif import Graph
    >>> view = Graph.from_triples([("Heat", "directed_by", "Michael Mann")]).view
    >>> tied_name("Micheal Mann", "who is Micheal Mann?", view)
    Tied(name='Michael Mann', score=0.89, note="'Micheal Mann' read as 'Michael Mann' (0.89)")
    """
    names = graph.projection.nodes.names
    rows = rows_of(PatternNode(name=text), graph.projection, graph.names)
    if len(rows):
        same = names[int(rows[0])]
        return Tied(text if any(names[row] == text for row in rows.tolist()) else same, 1.0)
    mention = _said(text, question, graph) or _alone(text, graph)
    if mention is None or mention.score < LIKE:
        return Tied(text, 0.0, f"no node is called {text!r}; the nearest names stand for it")
    name, score = names[int(mention.rows[0])], round(float(np.clip(mention.score, 0.0, 0.99)), 2)
    return Tied(name, score, f"{text!r} read as {name!r} ({score:.2f})")


def _said(text: str, question: str, graph: PlanningGraph) -> Mention | None:
    """What the question itself names by these words."""
    wanted = normalise(text)
    return next((one for one in linker_of(graph).link(question) if normalise(one.text) == wanted), None)


def _alone(text: str, graph: PlanningGraph) -> Mention | None:
    """The likeliest name for the words by themselves; in brackets, so that all of them are taken for a name."""
    marked = f"[{text.translate(_MARKS)[: LONGEST_QUESTION - 2]}]"
    return max(linker_of(graph).link(marked), key=lambda mention: mention.score, default=None)
