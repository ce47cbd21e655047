"""What names, describes and embeds nodes: taken from the request, else detected from a sample."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping, Sequence

from motif.catalog.name_properties import LONG, NAMES, PASSAGE, TEXTS, detected_names, rank
from motif.catalog.plan import DOMINANCE, OWN_SETTINGS, Plan, VectorPlan
from motif.catalog.request import ProjectionRequest
from motif.catalog.schema import Group, Schema
from motif.errors import InvalidInput
from motif.graphs.corpus import CHUNK
from motif.graphs.projection import NAME, TEXT, TRIPLE

MAXIMUM_PROPERTIES = 64
"""Properties of nodes, and of relationships, that are read when none are asked for."""

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


def detect(schema: Schema, request: ProjectionRequest) -> Plan:
    """How to read the projection that is asked for.

    Names: what the request says, else per label what `detected_names` finds. Texts: what the request
    says, else `TEXTS` and long strings. Properties for filters and questions: what the request says, else all
    that is neither, and texts that are no passages (at most `MAXIMUM_PROPERTIES`, the most frequent first), lists
    of floats apart.

    Raises `InvalidInput` for a label, type or property that the graph does not have, with the nearest that it has.
    """
    labels = _selected(schema.labels, request.labels, "label", "nodeProjection")
    types = _selected(schema.types, request.types, "relationship type", "relationshipProjection")
    _check_properties(labels, types, request)
    _check_named_labels(schema.labels, request)
    names = _name_properties(labels, request, {group.name for group in schema.labels})
    name_set = {name for group in names.values() for name in group}
    texts = request.text_properties if request.text_properties is not None else _texts(labels, names)
    if request.embedding_property:
        _check_vectors(labels, request.embedding_property)
    vectors = _vectors(labels, request, TEXT if texts else NAME)
    taken = {*name_set, *_passages(labels, texts), *(entry.property for entry in vectors)}
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
    asked += [("textProperties", name, of_nodes) for name in request.text_properties or ()]
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


def _check_named_labels(labels: Sequence[Group], request: ProjectionRequest) -> None:
    # A label of which nothing is left is no error: only one that is nearly another's name.
    known = {"*", *(group.name for group in labels)}
    for name in request.name_property if isinstance(request.name_property, Mapping) else ():
        near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.7)
        if name not in known and near:
            raise InvalidInput(
                f"The graph has no label '{name}' (nameProperty).", hint=f"Did you mean '{near[0]}'?"
            )


def _asked_names(request: ProjectionRequest) -> list[str]:
    asked = request.name_property
    if asked is None:
        return []
    groups = asked.values() if isinstance(asked, Mapping) else (asked,)
    return [name for group in groups for name in ((group,) if isinstance(group, str) else group)]


def _name_properties(
    labels: Sequence[Group], request: ProjectionRequest, known: Collection[str]
) -> dict[str, tuple[str, ...]]:
    asked = request.name_property
    if isinstance(asked, str):
        return {"*": (asked,)}
    if isinstance(asked, Mapping):
        given = {
            label: (names,) if isinstance(names, str) else tuple(names) for label, names in asked.items()
        }
        rest = {group.name: detected_names(group, known) for group in labels if group.name not in given}
        return {**given, **rest, "*": given.get("*", _everywhere(labels, known))}
    if asked is not None:
        return {"*": tuple(asked)}
    return {**{group.name: detected_names(group, known) for group in labels}, "*": _everywhere(labels, known)}


def _everywhere(labels: Sequence[Group], known: Collection[str]) -> tuple[str, ...]:
    """What labels that the sample missed are named by: the properties that name the others, `NAMES` first."""
    found = {name for group in labels for name in detected_names(group, known)} or set(NAMES[:3])
    return tuple(sorted(found, key=lambda name: (rank(name, NAMES), name)))


def _texts(labels: Sequence[Group], naming: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """What describes nodes; what names some and describes others does both."""
    names = {name for group in naming.values() for name in group}
    of_label = {label: group[0] for label, group in naming.items() if group}
    found = {
        name
        for group in labels
        for name, facts in group.properties.items()
        if "STRING" in facts.types
        and (name not in names or (rank(name, TEXTS) < len(TEXTS) and of_label.get(group.name) != name))
        and not name.startswith(_WRITTEN)
        and facts.distinct > SAID_OF_ALL
        and (rank(name, TEXTS) < len(TEXTS) or (facts.length or 0) >= LONG)
    }
    return tuple(sorted(found, key=lambda name: (rank(name, TEXTS), name)))


def _passages(labels: Sequence[Group], texts: Collection[str]) -> set[str]:
    """The texts that are passages where they are longest, or whose length is not known, and those of chunks."""
    held = [
        (group.name, name, facts.length)
        for group in labels
        for name, facts in group.properties.items()
        if name in texts and "STRING" in facts.types
    ]
    said = {name for _, name, _ in held}
    long = {name for label, name, length in held if label == CHUNK or length is None or length >= PASSAGE}
    return long | (set(texts) - said)


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
