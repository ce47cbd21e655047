"""Vectors from elsewhere are taken over by the encoder that made them, and by no other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest

from fakes import HashEncoder
from motif.catalog import ProjectionRequest
from motif.catalog.known_vectors import with_known_vectors
from motif.catalog.schema import Group, PropertyFacts, Schema
from motif.database import Database
from motif.errors import MissingDependency
from motif.models.encoder import TextEncoder

STRING, VECTOR = PropertyFacts(("STRING",), length=12.0), PropertyFacts(("VECTOR",))
PLAIN = ProjectionRequest()


class LocalEncoder(HashEncoder):
    hash = "0123456789abcdef"


class SampledDatabase:
    """Answers the one statement with ``rows``."""

    def __init__(self, *rows: Mapping[str, Any]) -> None:
        self.rows = list(rows)
        self.statements: list[str] = []

    def run(self, statement: Any, **parameters: Any) -> list[Mapping[str, Any]]:
        self.statements.append(str(statement))
        return self.rows


def row(text: str, encoder: HashEncoder | None = None, scale: float = 1.0) -> dict[str, Any]:
    vector = (encoder or HashEncoder()).encode([text])[0]
    return {"texts": [text], "vector": [float(number) * scale for number in vector]}


def schema_of(**properties: PropertyFacts) -> Schema:
    return Schema((Group("Chunk", 10, properties), Group("Entity", 10, {"name": STRING})), ())


CHUNKS = schema_of(text=STRING, embedding=VECTOR)


def request_for(
    database: SampledDatabase,
    schema: Schema = CHUNKS,
    encoder: Callable[[], TextEncoder] | None = LocalEncoder,
    request: ProjectionRequest = PLAIN,
) -> ProjectionRequest:
    return with_known_vectors(request, schema, cast(Database, database), encoder)


def test_vectors_of_the_same_model_are_asked_for() -> None:
    database = SampledDatabase(row("Heat"), row("Ran", scale=7.5))
    found = request_for(database)
    assert (found.embedding_property, found.encoder) == ("embedding", "fake-hash")
    assert len(database.statements) == 1


@pytest.mark.parametrize(
    "database",
    [
        SampledDatabase(),
        SampledDatabase(row("Heat"), {**row("Ran"), "texts": ["Heat"]}),
        SampledDatabase(row("Heat", HashEncoder(32))),
        SampledDatabase({"texts": ["Heat"], "vector": [0.0] * 64}),
        SampledDatabase({"texts": ["Heat"], "vector": [float("nan")] * 64}),
        SampledDatabase({"texts": ["Heat"], "vector": ["a"] * 64}),
        SampledDatabase({"texts": ["Heat"], "vector": 5}),
    ],
)
def test_other_vectors_stay_unread(database: SampledDatabase) -> None:
    assert request_for(database) == PLAIN


def missing() -> TextEncoder:
    raise MissingDependency("no model")


@pytest.mark.parametrize("encoder", [None, HashEncoder, missing])
def test_nothing_is_compared_without_a_model_of_this_machine(
    encoder: Callable[[], TextEncoder] | None,
) -> None:
    database = SampledDatabase(row("Heat"))
    assert request_for(database, encoder=encoder) == PLAIN
    assert not database.statements


@pytest.mark.parametrize(
    ("schema", "request_"),
    [
        (schema_of(text=STRING), PLAIN),
        (schema_of(code=STRING, embedding=VECTOR), PLAIN),
        (schema_of(text=STRING, first=VECTOR, second=VECTOR), PLAIN),
        (schema_of(text=STRING, embedding=VECTOR, motifTextEmbedding=VECTOR), PLAIN),
        (CHUNKS, ProjectionRequest(embedding_property="embedding")),
        (CHUNKS, ProjectionRequest("Entity")),
    ],
)
def test_nothing_is_compared_where_no_vectors_stand_beside_texts(
    schema: Schema, request_: ProjectionRequest
) -> None:
    database = SampledDatabase(row("Heat"))
    assert request_for(database, schema, request=request_) == request_
    assert not database.statements


def test_the_only_vectors_there_are_may_have_any_name() -> None:
    found = request_for(SampledDatabase(row("Heat")), schema_of(text=STRING, chunkVector=VECTOR))
    assert found.embedding_property == "chunkVector"
