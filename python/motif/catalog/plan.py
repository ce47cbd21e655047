"""How a projection is read: what was asked for, with everything detected filled in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from motif.errors import InvalidInput

OWN_SETTINGS = "motifSettings"
"""What relationships carry that ``motif.similarity.write`` has made, and no others: the stamp of what made them."""

DOMINANCE = "dominance"
"""Kind of the vectors of nodes' stars, for exact matching."""


@dataclass(frozen=True, slots=True)
class VectorPlan:
    """A property that holds vectors: of what (`NAME`, `TEXT`, `TRIPLE` or `DOMINANCE`), made by which encoder.

    ``stamp_property`` names the model of each vector, ``content_property`` holds the hash of what it was made of.
    """

    property: str
    kind: str
    encoder: str | None = None
    stamp_property: str | None = None
    content_property: str | None = None

    def marks(self) -> tuple[str, ...]:
        """The properties beside the vector."""
        return tuple(name for name in (self.stamp_property, self.content_property) if name)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a projection is read: the request with everything detected filled in.

    Attributes
    ----------
    name_properties : mapping of label to properties
        The properties to coalesce for nodes of that label; ``"*"`` for labels that are not listed.
    dominance : VectorPlan or None
        Where `Graph.embed_dominance` wrote its vectors.
    trussness
        Whether relationships carry one that `Graph.truss` wrote: it is computed of those that are projected, since it
        is another one in another selection.
    computed
        Whether relationships carry the mark of those that `Graph.similarity` wrote.
    triples : VectorPlan or None
        Where `Graph.embed_triples` wrote the vectors of relationships.
    """

    labels: tuple[str, ...] | None
    types: tuple[str, ...] | None
    name_properties: Mapping[str, tuple[str, ...]]
    text_properties: tuple[str, ...] = ()
    node_properties: tuple[str, ...] = ()
    relationship_properties: tuple[str, ...] = ()
    relation_type_property: str | None = None
    vectors: tuple[VectorPlan, ...] = ()
    request: Mapping[str, Any] = field(default_factory=dict)
    dominance: VectorPlan | None = None
    trussness: bool = False
    computed: bool = False
    triples: VectorPlan | None = None

    @property
    def configuration(self) -> dict[str, Any]:
        """The effective configuration, with what was detected, as a call echoes it."""
        asked = self.request.get("configuration", {})
        prepared = {"prepare": asked["prepare"]} if "prepare" in asked else {}
        return {
            "nodeProjection": self.request.get("nodeProjection", "*"),
            "relationshipProjection": self.request.get("relationshipProjection", "*"),
            "nameProperty": {label: list(names) for label, names in self.name_properties.items()},
            "textProperties": list(self.text_properties),
            "nodeProperties": list(self.node_properties),
            "relationshipProperties": list(self.relationship_properties),
            "relationTypeProperty": self.relation_type_property,
            "embeddingProperty": self.vectors[0].property if self.vectors else None,
            "encoder": asked.get("encoder"),
            "shared": asked.get("shared", False),
            "refresh": asked.get("refresh", "manual"),
            **prepared,
        }

    @property
    def detects_names(self) -> bool:
        """Whether it was left to Motif what names nodes."""
        return self.request.get("configuration", {}).get("nameProperty") is None

    @property
    def node_columns(self) -> tuple[str, ...]:
        """Every property of nodes that is read, vectors apart."""
        names = (name for group in self.name_properties.values() for name in group)
        marks = (name for entry in self.all_vectors for name in entry.marks())
        return tuple(dict.fromkeys((*names, *self.text_properties, *self.node_properties, *marks)))

    @property
    def all_node_columns(self) -> tuple[str, ...]:
        """Every property of nodes that is read, vectors last."""
        return tuple(dict.fromkeys((*self.node_columns, *(entry.property for entry in self.all_vectors))))

    @property
    def plain_node_columns(self) -> tuple[str, ...]:
        """Those properties of nodes that are read for their values alone, not for names, texts or vectors too."""
        vectors = ((entry.property, *entry.marks()) for entry in self.all_vectors)
        more = {*self.text_properties}.union(*self.name_properties.values(), *vectors)
        return tuple(name for name in dict.fromkeys(self.node_properties) if name not in more)

    @property
    def all_vectors(self) -> tuple[VectorPlan, ...]:
        """Every property of nodes that holds vectors, those of dominance last."""
        return self.vectors if self.dominance is None else (*self.vectors, self.dominance)

    @property
    def relationship_columns(self) -> tuple[str, ...]:
        """Every property of relationships that is read."""
        text = (self.relation_type_property,) if self.relation_type_property else ()
        mark = (OWN_SETTINGS,) if self.computed else ()
        triples = () if self.triples is None else (*self.triples.marks(), self.triples.property)
        return tuple(dict.fromkeys((*text, *self.relationship_properties, *mark, *triples)))

    @property
    def vector_columns(self) -> tuple[str, ...]:
        """Every property of nodes or relationships whose lists of numbers are vectors."""
        entries = self.all_vectors if self.triples is None else (*self.all_vectors, self.triples)
        return tuple(dict.fromkeys(entry.property for entry in entries))

    def specification(self, chunk: int = 8192) -> dict[str, Any]:
        """What `motif.internal.export` is asked for."""
        return {
            "nodeLabels": None if self.labels is None else list(self.labels),
            "relationshipTypes": None if self.types is None else list(self.types),
            "nodeProperties": list(self.all_node_columns),
            "relationshipProperties": list(self.relationship_columns),
            "vectors": list(self.vector_columns),
            "chunk": chunk,
        }

    def as_dict(self) -> dict[str, Any]:
        """The plan as JSON."""
        content: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return content

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Plan:
        """The plan that `as_dict` gave; raises `InvalidInput` for anything else."""
        try:
            return cls(
                labels=None if content["labels"] is None else _texts(content["labels"]),
                types=None if content["types"] is None else _texts(content["types"]),
                name_properties={key: _texts(names) for key, names in content["name_properties"].items()},
                text_properties=_texts(content["text_properties"]),
                node_properties=_texts(content["node_properties"]),
                relationship_properties=_texts(content["relationship_properties"]),
                relation_type_property=_text(content["relation_type_property"]),
                vectors=tuple(_vectors(entry) for entry in content["vectors"]),
                request=_mapping(_mapping(content["request"]), "configuration"),
                dominance=_vectors(content["dominance"]) if content.get("dominance") else None,
                trussness=bool(content.get("trussness")),
                computed=bool(content.get("computed")),
                triples=_vectors(content["triples"]) if content.get("triples") else None,
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise InvalidInput(f"A plan of a projection cannot be read: {error!r}.") from error


def whole_number(content: Mapping[str, Any], key: str) -> int | None:
    """What a plan's JSON says of ``key``, None for nothing; raises `InvalidInput` for what is no whole number."""
    value = content.get(key)
    if value is not None and type(value) is not int:
        raise InvalidInput(f"{key} of a projection's plan must be a whole number, not {value!r}.")
    return value


def _text(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, (list, tuple)) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"{values!r} is no list of texts")
    return tuple(values)


def _mapping(value: Any, inner: str = "") -> Mapping[str, Any]:
    """``value``, a mapping, as is what stands in it as ``inner``."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{value!r} is no mapping")
    if inner and inner in value:
        _mapping(value[inner])
    return value


def _vectors(entry: Any) -> VectorPlan:
    made = VectorPlan(**_mapping(entry))
    for value in asdict(made).values():
        _text(value)
    if made.property is None or made.kind is None:
        raise TypeError(f"{entry!r} has no property or kind")
    return made
