"""Answers that say how old they are: a verb runs on one epoch, and its results tell the age of that one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from motif.errors import MotifError
from motif.graphs.age import with_age
from motif.graphs.evidence import Results

if TYPE_CHECKING:
    from motif.knowledge_graph.held import HeldGraph

Verb = TypeVar("Verb", bound=Callable[..., Results])


def dated(verb: Verb) -> Verb:
    """``verb`` on one epoch from beginning to end, whatever is refreshed meanwhile; ``metadata`` tells its age.

    A verb that another verb calls is on the same epoch, and leaves it to the outer one to tell.
    """

    @wraps(verb)
    def answered(graph: HeldGraph, /, *given: Any, **options: Any) -> Results:
        if graph.is_held:
            return verb(graph, *given, **options)
        with graph.held() as projection:
            try:
                found = verb(graph, *given, **options)
            except MotifError:
                graph.age(projection)  # what is missed may be new: one that refreshes itself begins to
                raise
            return with_age(found, graph.age(projection))

    return cast("Verb", answered)
