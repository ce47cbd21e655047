"""What `trace` is given, checked, and what its results say of how they came about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from motif.errors import InvalidInput
from motif.graphs.evidence import Results
from motif.graphs.pattern import Pattern
from motif.graphs.plan import STRATEGIES, Plan
from motif.knowledge_graph.guiding import ChosenGuide

if TYPE_CHECKING:
    from motif.retrievers.guiding import Subgraph

BEAM = 4
"""B of the paper: alternatives that a question is decomposed into."""

PAPER_BIAS, WEIGHTED_BIAS = 0.5, 0.2
"""What a guided relationship gains: the paper's, and what is enough where similarities heed relations by themselves:
0.5 covers still more there, in several times the evidence."""

UNLIKELY = 0.1
"""Share of the best alternative's confidence below which one is not traced."""


def likely_plans(plans: Sequence[Plan]) -> list[Plan]:
    """Those of ``plans`` that can be traced and are not far less likely than the best of them."""
    traceable = [plan for plan in plans if plan.method == "trace"]
    best = max((plan.confidence for plan in traceable), default=0.0)
    return [plan for plan in traceable if plan.confidence >= UNLIKELY * best]


def given_alternatives(triples: Any, count: int) -> list[Any]:
    """The lists of triples that are given: one, or several that stand for one question."""
    if isinstance(triples, Pattern):
        return [triples]
    several = (
        isinstance(triples, (list, tuple))
        and len(triples) > 0
        and all(isinstance(one, (list, tuple)) and one and _is_triple_list(one) for one in triples)
    )
    return list(triples)[:count] if several else [triples]


def _is_triple_list(value: Sequence[Any]) -> bool:
    return all(isinstance(row, (list, tuple)) for row in value)


def say_how(found: Results, guide: ChosenGuide, plans: Sequence[Plan], question: str | None) -> None:
    """Adds to the metadata which model guided, which plans were traced, and the words."""
    found.metadata["guidance"] = {**guide.said, **found.metadata.get("guidance", {})}
    words = question or (plans[0].question if plans else "")
    if words:
        found.metadata["question"] = words
    if any(plan.planner != "user" for plan in plans):
        found.metadata["plan"] = plans[0].as_dict()
    notes = [note for plan in plans for note in plan.notes]
    if notes:
        found.metadata["notes"] = list(dict.fromkeys(notes))


def checked_strategy(value: Any) -> str:
    """The strategy that ``value`` names, in any case; else `InvalidInput`."""
    verb = str(value).lower()
    if verb not in STRATEGIES:
        raise InvalidInput(f"strategy must be 'precision' or 'breadth', not {value!r}.")
    return verb


def checked_injectivity(value: Any) -> Literal["known", False]:
    """``value``, when it is "known" or False; else `InvalidInput`."""
    if value is False or value == "known":
        return value  # type: ignore[no-any-return]
    raise InvalidInput(f"injective must be 'known' or false for tracing, not {value!r}.")


def checked_subgraph(value: Any) -> Subgraph:
    """``value``, when it says what a model looks at; else `InvalidInput`."""
    if value in (None, "auto", "hops", "pagerank"):
        return value  # type: ignore[no-any-return]
    raise InvalidInput(f"subgraph must be 'auto', 'hops', 'pagerank' or None, not {value!r}.")


def checked_number(value: Any, name: str) -> float:
    """``value`` as a number of 0 or more; else `InvalidInput` names it."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e6:
        raise InvalidInput(f"{name} must be a number of 0 or more, not {value!r}.")
    return float(value)


def chosen_bias(value: Any, *, weighted: bool) -> float:
    """What a guided relationship gains: ``value``, or what suits the way in which guidance counts."""
    if value is not None:
        return checked_number(value, "triple_bias")
    return WEIGHTED_BIAS if weighted else PAPER_BIAS
