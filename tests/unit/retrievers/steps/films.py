"""A small graph of films, with the schema of its database."""

from __future__ import annotations

import dataclasses
from typing import Any

from fakes import HashEncoder
from motif.catalog.rows import from_rows
from motif.errors import MissingDependency
from motif.graphs.graph_schema import (
    Ends,
    GraphSchema,
    LabelProfile,
    PropertyProfile,
    RelationProfile,
    ValueFormat,
)
from motif.graphs.projection import Projection
from motif.jobs import find_job
from motif.models.encoder import TextEncoder
from motif.retrievers.view import View

FILMS: list[tuple[str, list[str], dict[str, Any]]] = [
    ("a", ["Film"], {"name": "Heat", "description": "A thief and a policeman in Los Angeles", "year": 1995}),
    ("b", ["Film"], {"name": "Thief", "description": "A safe cracker wants out", "year": 1981}),
    (
        "c",
        ["Film"],
        {"name": "Moon", "description": "A man alone on the moon", "year": 2009, "price": "$4.50"},
    ),
    ("d", ["Person"], {"name": "Al Pacino", "description": "An actor, at times a thief"}),
    ("e", ["Film"], {"name": "Untold"}),
]

_TEXTS = {name: PropertyProfile(name, "STRING") for name in ("name", "description")}
_PRICE = PropertyProfile("price", "STRING", format=ValueFormat("currency", "$"))
SCHEMA = GraphSchema(
    labels={
        "Film": LabelProfile(
            "Film", 4, {**_TEXTS, "year": PropertyProfile("year", "INTEGER"), "price": _PRICE}, "name"
        ),
        "Person": LabelProfile("Person", 1, _TEXTS, "name"),
    },
    relations={"ACTED_IN": RelationProfile("ACTED_IN", 1, (Ends("Person", "Film"),))},
    n_nodes=5,
    n_relationships=1,
    version="5.26.0",
)


def films() -> Projection:
    """Four films and an actor of one; element ids are ``row:0`` and so on."""
    return from_rows(FILMS, [("d", "ACTED_IN", "a", {})])


def with_vectors(projection: Projection) -> View:
    """A view whose texts have vectors of a `HashEncoder`."""
    encoder = HashEncoder()
    vectors = find_job("text_embeddings")(projection, encoder)
    return View(dataclasses.replace(projection, vectors=vectors), lambda: encoder)


def without_vectors(projection: Projection) -> View:
    """A view that cannot encode anything."""

    def missing() -> TextEncoder:
        raise MissingDependency("There is no encoder.")

    return View(projection, missing)
