"""Claims: statements to be checked against a graph, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from motif.graphs.plan import Plan


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement as a pattern of known nodes, and whether its words deny it.

    Attributes
    ----------
    plan
        Its pattern holds what is claimed; conditions on properties are filters of its nodes. Without triples the claim
        is about one node, the plan's ``answer``: ``{"name": "Heat", "filter": {"released": 1995}}``.
    negated
        Whether the words say that it is not so.
    """

    plan: Plan
    negated: bool = False
