"""How schema graphs are traced: the named numbers, and what is traced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from motif.graphs.pattern import Pattern
from motif.retrievers.guiding import Subgraph
from motif.retrievers.selection import Selection

MAXIMUM_TRACES = 100_000


@dataclass(frozen=True, slots=True)
class TracingOptions:
    """The named numbers of the paper, with its defaults.

    Attributes
    ----------
    entity_bias, triple_bias
        What a guided node's similarity is multiplied by, and what is added to a guided relationship's T-Score.
    threshold
        θ: the least T-Score of a relationship in "breadth".
    anchors
        N: nodes that a question entity may mean.
    guidance_factor
        K = this times the number of triples: nodes of the guidance graph.
    before_bias
        Whether the threshold is for the similarity alone.
    weighted
        Whether a relationship gains ``triple_bias`` as often as the lesser score of its two ends says; False is the
        paper: once where both ends are in the guidance graph.
    relation_weight
        What the likeness of the relations alone weighs beside that of the triples; 0 is the paper.
    siblings
        Whether "breadth" always takes the best relationship of a step and all others of its relation and direction,
        and θ admits more; False is the paper.
    injective
        "known": an unknown differs from every known node. False: the paper, where it may be one.
    consistent
        Whether an unknown means one node throughout a trace; False: the paper, which binds it anew.
    subgraph
        What the model looks at.
    limit
        Traces at most.
    """

    entity_bias: float = 1.5
    triple_bias: float = 0.5
    threshold: float = 0.6
    anchors: int = 50
    guidance_factor: int = 4
    before_bias: bool = False
    weighted: bool = True
    relation_weight: float = 1.0
    siblings: bool = True
    injective: Literal["known", False] = "known"
    consistent: bool = True
    subgraph: Subgraph = "auto"
    limit: int = MAXIMUM_TRACES


@dataclass(frozen=True, slots=True)
class Alternative:
    """One schema graph for a question, how it is to be traced, and how likely it is beside the others."""

    schema: Pattern
    strategy: str
    selection: Selection
    answer: str | None = None
    confidence: float = 1.0
