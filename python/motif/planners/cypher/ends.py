"""Which way relationships can go, by what the schema says of the ends of their types."""

from __future__ import annotations

from collections.abc import Collection

from motif.graphs.graph_schema import GraphSchema, RelationProfile

Labels = Collection[str] | None
"""Labels one of which a node has; None where nothing is known."""


def can_lead(schema: GraphSchema, types: Collection[str], source: Labels, target: Labels) -> bool:
    """Whether a relationship of one of ``types`` (none: of any) can lead from ``source`` to ``target``.

    Types that the schema does not have, or of whose ends it knows nothing, can.

    >>> from motif.graphs.graph_schema import Ends, RelationProfile
    >>> schema = GraphSchema({}, {"DIRECTED": RelationProfile("DIRECTED", 9, (Ends("Person", "Movie"),))})
    >>> can_lead(schema, ["DIRECTED"], ["Person"], None), can_lead(schema, ["DIRECTED"], ["Movie"], None)
    (True, False)
    """
    return any(_fits(schema.relations.get(name), source, target) for name in types or schema.relations)


def said(schema: GraphSchema, types: Collection[str]) -> str:
    """The ways of ``types`` in words: "DIRECTED leads from Person to Movie".

    >>> from motif.graphs.graph_schema import Ends, RelationProfile
    >>> said(GraphSchema({}, {"DIRECTED": RelationProfile("DIRECTED", 9, (Ends("Person", "Movie"),))}), ["DIRECTED"])
    'DIRECTED leads from Person to Movie'
    """
    ways = []
    for name in types or list(schema.relations)[:3]:
        ends = schema.relations[name].ends if name in schema.relations else ()
        pairs = [
            f"from {one.source or 'unlabelled nodes'} to {one.target or 'unlabelled nodes'}"
            for one in ends[:3]
        ]
        ways.append(f"{name} leads {' and '.join(pairs)}")
    return "; ".join(ways)


def _fits(relation: RelationProfile | None, source: Labels, target: Labels) -> bool:
    return (
        relation is None
        or not relation.ends
        or any(
            (source is None or one.source in source) and (target is None or one.target in target)
            for one in relation.ends
        )
    )
