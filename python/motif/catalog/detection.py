"""What names, describes and embeds nodes: taken from the request, else detected from a sample."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from motif.catalog.plan import DOMINANCE, OWN_SETTINGS, Plan, VectorPlan
from motif.catalog.request import ProjectionRequest
from motif.catalog.schema import Group, PropertyFacts, Schema
from motif.errors import InvalidInput
from motif.graphs.projection import NAME, TEXT, TRIPLE

NAMES = (
    "name",
    "title",
    "label",
    "fullname",
    "displayname",
    "preflabel",
    "caption",
    "term",
    "id",
    "code",
    "key",
)
"""Properties that name a node, best first; compared without case, ``_`` and ``-``."""

PLACES = ("filename", "path", "url", "uri", "source")
"""Properties that name a node where nothing else tells nodes better apart."""

TEXTS = (
    "text",
    "description",
    "summary",
    "abstract",
    "content",
    "body",
    "definition",
    "comment",
    "plot",
    "tagline",
)
"""Properties that describe a node, in the order in which they are joined."""

MAXIMUM_PROPERTIES = 64
"""Properties of nodes, and of relationships, that are read when none are asked for."""

LONG = 100
"""Mean number of characters from which a string describes and does not name."""

SAID_OF_ALL = 0.2
"""Distinct values by values up to which a text says the same of most nodes (a licence, a source): it describes none."""

OWN_EMBEDDING = "motifTextEmbedding"
OWN_STAMP = "motifTextEmbeddingModel"
OWN_CONTENT = "motifTextEmbeddingContent"
"""Where ``motif.embed.text.write`` puts vectors, and the stamp of the model that made them."""

OWN_DOMINANCE = "motifDominance"
OWN_DOMINANCE_STAMP = "motifDominanceModel"
OWN_DOMINANCE_CONTENT = "motifDominanceContent"
"""Where ``motif.embed.dominance.write`` puts vectors of stars, their stamp, and the hash of star and vector."""

OWN_TRIPLE = "motifTripleEmbedding"
OWN_TRIPLE_STAMP = "motifTripleEmbeddingModel"
OWN_TRIPLE_CONTENT = "motifTripleEmbeddingContent"
"""Where ``motif.embed.triple.write`` puts vectors of relationships, and of nodes the means of theirs."""

OWN_TRUSSNESS = "motifTrussness"
"""Where ``motif.truss.write`` puts the trussness of relationships."""

_WRITTEN = "motif"
_TIME = re.compile(r"(?:[a-z]At|_at|(?:^|_|[a-z](?=[DT]))(?:[Dd]ate|[Tt]ime|[Dd]ate_?[Tt]ime|[Tt]imestamp))$")


def detect(schema: Schema, request: ProjectionRequest) -> Plan:
    """How to read the projection that is asked for.

    Names: what the request says, else per label the first of `NAMES` that is a string in nearly all of the
    sample, else the most distinct short string (one of `PLACES` before others, a time last), else the first of `NAMES`
    of another type. Texts: what the request
    says, else `TEXTS` and long strings. Properties for filters: what the request says, else all that is neither
    (at most `MAXIMUM_PROPERTIES`, the most frequent first), lists of floats apart.

    Raises `InvalidInput` for a label, type or property that the graph does not have, with the nearest that it has.
    """
    labels = _selected(schema.labels, request.labels, "label", "nodeProjection")
    types = _selected(schema.types, request.types, "relationship type", "relationshipProjection")
    _check_properties(labels, types, request)
    names = _name_properties(labels, request)
    name_set = {name for group in names.values() for name in group}
    texts = request.text_properties if request.text_properties is not None else _texts(labels, name_set)
    if request.embedding_property:
        _check_vectors(labels, request.embedding_property)
    vectors = _vectors(labels, request, TEXT if texts else NAME)
    taken = {*name_set, *texts, *(entry.property for entry in vectors)}
    relations = {request.relation_type_property} if request.relation_type_property else set()
    return Plan(
        labels=request.labels,
        types=request.types,
        name_properties=names,
        text_properties=tuple(texts),
        node_properties=_filterable(labels, taken, request.node_properties),
        relationship_properties=_filterable(types, relations, request.relationship_properties),
        relation_type_property=request.relation_type_property,
        vectors=vectors,
        request=request.as_arguments(),
        dominance=_dominance(labels),
        trussness=any(OWN_TRUSSNESS in group.properties for group in types),
        computed=any(OWN_SETTINGS in group.properties for group in types),
        triples=_triples(types),
    )


def _selected(
    groups: Sequence[Group], wanted: Sequence[str] | None, what: str, argument: str
) -> tuple[Group, ...]:
    if wanted is None:
        return tuple(groups)
    known = {group.name: group for group in groups}
    for name in wanted:
        if name not in known:
            raise InvalidInput(f"The graph has no {what} '{name}' ({argument}).", hint=nearest(name, known))
    return tuple(known[name] for name in wanted)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that tells the nearest of the known names, or all when none is near."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    if near:
        return f"Did you mean '{near[0]}'?"
    return f"It has: {', '.join(names[:20])}{', …' if len(names) > 20 else ''}." if names else "It has none."


def _check_vectors(labels: Sequence[Group], name: str) -> None:
    types = {kind for group in labels if name in group.properties for kind in group.properties[name].types}
    if types and not types & {"VECTOR", "LIST", "MIXED", "OTHER"}:
        raise InvalidInput(
            f"Property '{name}' holds {', '.join(sorted(types))} (embeddingProperty).",
            hint="Vectors are lists of floats.",
        )


def _check_properties(labels: Sequence[Group], types: Sequence[Group], request: ProjectionRequest) -> None:
    # A sample can miss a rare property: what was asked for by name is an error only when nothing could be it.
    of_nodes = {name for group in labels for name in group.properties}
    of_types = {name for group in types for name in group.properties}
    asked = [("nameProperty", name, of_nodes) for name in _asked_names(request)]
    if request.embedding_property:
        asked.append(("embeddingProperty", request.embedding_property, of_nodes))
    if request.relation_type_property:
        asked.append(("relationTypeProperty", request.relation_type_property, of_types))
    for argument, name, known in asked:
        near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.7)
        if name not in known and near:
            raise InvalidInput(
                f"No node or relationship seen has a property '{name}' ({argument}).",
                hint=f"Did you mean '{near[0]}'?",
            )


def _asked_names(request: ProjectionRequest) -> list[str]:
    asked = request.name_property
    if asked is None:
        return []
    groups = asked.values() if isinstance(asked, Mapping) else (asked,)
    return [name for group in groups for name in ((group,) if isinstance(group, str) else group)]


def _name_properties(labels: Sequence[Group], request: ProjectionRequest) -> dict[str, tuple[str, ...]]:
    asked = request.name_property
    if isinstance(asked, str):
        return {"*": (asked,)}
    if isinstance(asked, Mapping):
        given = {
            label: (names,) if isinstance(names, str) else tuple(names) for label, names in asked.items()
        }
        rest = {group.name: _detected_names(group) for group in labels if group.name not in given}
        return {**given, **rest, "*": given.get("*", _everywhere(labels))}
    if asked is not None:
        return {"*": tuple(asked)}
    return {**{group.name: _detected_names(group) for group in labels}, "*": _everywhere(labels)}


def _everywhere(labels: Sequence[Group]) -> tuple[str, ...]:
    """What labels that the sample missed are named by: the properties that name the others, `NAMES` first."""
    found = {name for group in labels for name in _detected_names(group)} or set(NAMES[:3])
    return tuple(sorted(found, key=lambda name: (_rank(name, NAMES), name)))


def _detected_names(group: Group) -> tuple[str, ...]:
    def claim(item: tuple[str, PropertyFacts]) -> tuple[Any, ...]:
        name, facts = item
        is_short = facts.length is None or facts.length < LONG
        known = _rank(name, NAMES) < len(NAMES)
        return (
            not is_short,
            facts.present < 0.5,
            not known,
            _rank(name, NAMES),
            _is_time(name),
            -facts.present * facts.distinct,
            _rank(name, PLACES),
            name,
        )

    strings = [
        (name, facts)
        for name, facts in group.properties.items()
        if "STRING" in facts.types and not name.startswith(_WRITTEN)
    ]
    best = [name for name, facts in sorted(strings, key=claim) if _can_name(name, facts)]
    if best:
        known = [name for name in best if _rank(name, NAMES) < len(NAMES)]
        return tuple(dict.fromkeys((best[0], *known)))
    others = [name for name in group.properties if _rank(name, NAMES) < len(NAMES)]
    return tuple(sorted(others, key=lambda name: (_rank(name, NAMES), name)))


def _can_name(name: str, facts: PropertyFacts) -> bool:
    if _rank(name, NAMES) < len(NAMES):
        return True
    return _rank(name, TEXTS) == len(TEXTS) and (facts.length or 0) < LONG and facts.distinct > 0.5


def _is_time(name: str) -> bool:
    """Whether a property is called as one that says when: ``createdAt``, ``updated_at``, ``releaseDate``."""
    return _TIME.search(name) is not None


def _texts(labels: Sequence[Group], names: set[str]) -> tuple[str, ...]:
    found = {
        name
        for group in labels
        for name, facts in group.properties.items()
        if "STRING" in facts.types
        and name not in names
        and not name.startswith(_WRITTEN)
        and facts.distinct > SAID_OF_ALL
        and (_rank(name, TEXTS) < len(TEXTS) or (facts.length or 0) >= LONG)
    }
    return tuple(sorted(found, key=lambda name: (_rank(name, TEXTS), name)))


def _vectors(labels: Sequence[Group], request: ProjectionRequest, kind: str) -> tuple[VectorPlan, ...]:
    if request.embedding_property:
        return (VectorPlan(request.embedding_property, kind, request.encoder),)
    if any(OWN_EMBEDDING in group.properties for group in labels):
        return (VectorPlan(OWN_EMBEDDING, kind, None, OWN_STAMP, OWN_CONTENT),)
    return ()


def _dominance(labels: Sequence[Group]) -> VectorPlan | None:
    if not any(OWN_DOMINANCE in group.properties for group in labels):
        return None
    return VectorPlan(OWN_DOMINANCE, DOMINANCE, None, OWN_DOMINANCE_STAMP, OWN_DOMINANCE_CONTENT)


def _triples(types: Sequence[Group]) -> VectorPlan | None:
    if not any(OWN_TRIPLE in group.properties for group in types):
        return None
    return VectorPlan(OWN_TRIPLE, TRIPLE, None, OWN_TRIPLE_STAMP, OWN_TRIPLE_CONTENT)


def _filterable(groups: Sequence[Group], taken: set[str], asked: Sequence[str] | None) -> tuple[str, ...]:
    if asked is not None:
        return tuple(asked)
    weight: dict[str, float] = {}
    for group in groups:
        for name, facts in group.properties.items():
            if name not in taken and "VECTOR" not in facts.types and not name.startswith(_WRITTEN):
                weight[name] = weight.get(name, 0.0) + group.count * facts.present
    frequent = sorted(weight, key=lambda name: (-weight[name], name))[:MAXIMUM_PROPERTIES]
    return tuple(sorted(frequent))


def _rank(name: str, order: Sequence[str]) -> int:
    """Where a property stands in the order, without heed to case and word breaks; its length when nowhere."""
    bare = name.lower().replace("_", "").replace("-", "").replace(" ", "")
    return order.index(bare) if bare in order else len(order)
