"""What every verb that answers takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.retrievers.arguments import MAXIMUM_CANDIDATES, MAXIMUM_TOP_K, checked_count
from motif.retrievers.grounding import CandidateLimits
from motif.retrievers.plan_matching import Scope
from motif.retrievers.presentation import Presentation, Verbalizer
from motif.retrievers.running import Wanted


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


def refuse_step_options(options: Mapping[str, Any], method: str) -> None:
    """Raises `InvalidInput` for an option that only plans of steps take."""
    for key in StepLimits.__annotations__.keys() - Limits.__annotations__.keys():
        if options.get(key) is not None:
            raise InvalidInput(
                f"'{key}' is for plans of steps; this one is run by '{method}'.",
                hint="Leave it out, or plan with method='spark'.",
            )


def only_limits(options: Mapping[str, Any]) -> Limits:
    """The options, when all of them are `Limits`."""
    for key, value in options.items():
        if key not in Limits.__annotations__ and value is not None:
            raise InvalidInput(
                f"'{key}' cannot be used with a question in words.",
                hint=f"It takes {', '.join(sorted(Limits.__annotations__))}. Plans say the rest (kg.plan, kg.run), "
                "and a method that is named takes its own options (method='expand').",
            )
    limits: Any = {key: value for key, value in options.items() if key in Limits.__annotations__}
    return limits  # type: ignore[no-any-return]


def scope_of(limits: Limits) -> Scope:
    """Where patterns may look."""
    return Scope(limits.get("labels"), limits.get("relationship_types"), limits.get("filter"))


def wanted_of(top_k: int, limits: Limits) -> Wanted:
    """How much is wanted of patterns. Raises `InvalidInput` for what is no number of them."""
    presentation = Presentation(None, limits.get("max_tokens"), limits.get("verbalize"))
    candidates = (
        checked_count(limits.get(f"{what}_candidates", 16), f"{what}_candidates", MAXIMUM_CANDIDATES)
        for what in ("node", "relation", "type")
    )
    return Wanted(checked_count(top_k, "top_k", MAXIMUM_TOP_K), presentation, CandidateLimits(*candidates))
