"""What a framework's retriever was given, checked: the graph, and keywords for `Graph.retrieve`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from inspect import Parameter, signature
from typing import Any

from motif.errors import InvalidInput
from motif.knowledge_graph.graph import Graph
from motif.knowledge_graph.limits import StepLimits

QUESTION = (
    "The question in words, or triples 'head | relation | tail' separated by ';', with '?name' for an unknown: "
    "'?film | directed by | Michael Mann'."
)
METHOD = (
    "How to look; leave it out to have it chosen. search: the nearest subgraphs. match: exact matches. trace: a "
    "question of several hops, relation by relation. spark: numbers, dates, conditions. expand: chunks of documents. "
    "community: what a corpus says about a topic."
)
COUNT = "How many pieces of evidence at most."
FILTER = 'Conditions on the nodes that have a property: {"year": {"$gte": 1999}}.'
"""What a model reads of each parameter of a tool."""

_VERBS = ("retrieve", "search", "match", "trace", "expand", "community")
_DECLARED = ("question", "method", "top_k", "limit")


def checked_graph(graph: Any) -> Graph:
    """``graph``, when it is one; else `InvalidInput`.

    >>> checked_graph("movies")
    Traceback (most recent call last):
    motif.errors.InvalidInput: graph must be a motif.Graph, not 'movies'. For example motif.connect().graph("movies").
    """
    if isinstance(graph, Graph):
        return graph
    raise InvalidInput(
        f"graph must be a motif.Graph, not {graph!r}.", hint='For example motif.connect().graph("movies").'
    )


@cache
def retrieval_options() -> frozenset[str]:
    """The keywords that some method takes, but for those that each door declares itself.

    >>> {"filter", "timeout", "trussness", "planner"} <= retrieval_options(), "top_k" in retrieval_options()
    (True, False)
    """
    taken = {
        name
        for verb in _VERBS
        for name, parameter in signature(getattr(Graph, verb)).parameters.items()
        if parameter.kind is Parameter.KEYWORD_ONLY
    }
    return frozenset((taken | StepLimits.__annotations__.keys()) - {*_DECLARED})


def require_known_options(
    given: Iterable[str], own: Mapping[str, str] | None = None, known: Iterable[str] | None = None
) -> None:
    """Raises `InvalidInput` for a keyword that no method takes.

    Parameters
    ----------
    given
        Keywords as a caller of a framework wrote them.
    own
        What the door calls by a word of its own: Motif's word to that.
    known
        What may be given; `retrieval_options` unless said.

    >>> require_known_options(["trusness"])
    Traceback (most recent call last):
    motif.errors.InvalidInput: 'trusness' is no option of a retrieval. Did you mean 'trussness'?
    """
    names = sorted(retrieval_options() if known is None else known)
    meant = own or {}
    for name in given:
        if name in names:
            continue
        near = [meant[name]] if name in meant else get_close_matches(name, names, n=1)
        hint = f"Did you mean '{near[0]}'?" if near else f"Options: {', '.join(names)}."
        raise InvalidInput(f"'{name}' is no option of a retrieval.", hint=hint)
