"""What every verb that answers takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from motif.engine.control import Control
from motif.retrievers.presentation import Verbalizer


class Limits(TypedDict, total=False):
    """What every verb that answers takes: where to look, for how long, and how much text to give.

    ``labels`` and ``relationship_types``: only these. ``filter``: neo4j-graphrag's syntax, for the graph or per
    unknown. ``timeout``: seconds. ``on_timeout``: "partial" gives what was found, "fail" raises `DeadlineExceeded`.
    ``max_tokens``: of each piece's text. ``verbalize``: writes the text instead. ``control``: cancels from outside.
    ``node_candidates``, ``relation_candidates``, ``type_candidates``: of `Graph.search`, where nothing agrees wholly.
    """

    labels: Sequence[str] | None
    relationship_types: Sequence[str] | None
    filter: Mapping[str, Any] | None
    timeout: float | None
    on_timeout: Literal["partial", "fail"]
    max_tokens: int | None
    verbalize: Verbalizer | None
    control: Control | None
    node_candidates: int
    relation_candidates: int
    type_candidates: int


class StepLimits(Limits, total=False):
    """What plans of steps (SPARK) take besides.

    ``expansion``: "sage+edge" adds the answers' neighbours, "sage-edge" unless the plan follows relationships itself.
    ``neighbours``: how many at most. ``fallback``: whether hybrid retrieval answers where the plan is refused, fails or
    finds nothing; without it a refusal is an error.
    """

    expansion: Literal["sage+edge", "sage-edge"] | None
    neighbours: int
    fallback: bool
