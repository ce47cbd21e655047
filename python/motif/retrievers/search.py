"""``search``: the nearest subgraphs to a pattern, by Graph Semantic Distance (SimGRAG, algorithm 1 and §5.2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from motif.engine.control import Control
from motif.engine.gsd_search import SubgraphMatches, search_subgraphs
from motif.graphs.evidence import Results
from motif.graphs.pattern import Pattern
from motif.retrievers.grounding import CandidateLimits, ground
from motif.retrievers.presentation import Presentation, Presenter, asked_unknown
from motif.retrievers.selection import Selection
from motif.retrievers.view import View

Injective = bool | Literal["known"]

_TOLD = 3


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search: how many results, how many candidates, and which nodes may coincide."""

    top_k: int = 3
    limits: CandidateLimits = field(default_factory=CandidateLimits)
    injective: Injective = True


def search(
    view: View,
    pattern: Pattern,
    selection: Selection,
    options: SearchOptions,
    presentation: Presentation,
    control: Control,
) -> Results:
    """Up to ``top_k`` subgraph matches, ascending in Graph Semantic Distance; ``score`` is minus the distance.

    Where the time is up and nothing is named, ``metadata["notes"]`` says what to name.
    """
    asked_unknown(pattern, presentation.answer)
    projection = view.projection
    matches = search_subgraphs(
        projection.outgoing,
        projection.incoming,
        projection.relationships.relation,
        ground(pattern, view, selection, options.limits),
        top_k=options.top_k,
        injective=options.injective,
        control=control,
    )
    found = _results(view, pattern, matches, presentation)
    if not found.complete:
        found.metadata |= _what_to_name(pattern, control)
    return found


def _what_to_name(pattern: Pattern, control: Control) -> dict[str, Any]:
    """``notes`` of results that were cut: what to name, where the time was up and nothing is named."""
    is_named = any(node.is_known or node.label or node.filter for node in pattern.nodes)
    if is_named or control.state != "deadline":
        return {}
    unknowns = [f"?{node.unknown}" for node in pattern.nodes if node.unknown][:_TOLD] or ["a node"]
    told = f"give {' or '.join(unknowns)} a name, a label or a filter"
    return {"notes": [f"The pattern names nothing, so everything had to be tried: {told}."]}


def _results(view: View, pattern: Pattern, matches: SubgraphMatches, presentation: Presentation) -> Results:
    projection = view.projection
    presenter, common = Presenter(projection, pattern, presentation), {"epoch": projection.epoch}
    presenter.entities.load(matches.relationships)
    return Results(
        (
            presenter.evidence(
                nodes.tolist(),
                relationships.tolist(),
                score=0.0 - float(distance),
                method="search",
                complete=matches.complete,
                metadata={**common, "gsd": float(distance)},
            )
            for nodes, relationships, distance in zip(
                matches.nodes, matches.relationships, matches.distances, strict=True
            )
        ),
        complete=matches.complete,
        metadata=common,
    )
