"""What is asked of a projection, and what is detected where nothing is asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from motif.catalog import ProjectionRequest, detect, prepare, read_schema
from motif.catalog.estimation import estimate_plan
from motif.catalog.plan import Plan, VectorPlan
from motif.catalog.schema import Group, PropertyFacts, Schema
from motif.errors import InvalidConfiguration, InvalidInput
from motif.graphs.projection import NAME, TEXT

STRING = PropertyFacts(("STRING",), length=12.0)


def schema_of(**properties: PropertyFacts) -> Schema:
    return Schema(
        (Group("Thing", 10, properties),), (Group("KNOWS", 5, {"since": PropertyFacts(("INTEGER",))}),)
    )


def names_of(**properties: PropertyFacts) -> tuple[str, ...]:
    return detect(schema_of(**properties), ProjectionRequest()).name_properties["Thing"]


@pytest.mark.parametrize(
    ("properties", "first"),
    [
        ({"title": STRING, "tagline": STRING}, "title"),
        ({"title": STRING, "name": STRING}, "name"),
        ({"Full_Name": STRING, "code": STRING}, "Full_Name"),
        ({"name": PropertyFacts(("STRING",), present=0.1), "title": STRING}, "title"),
        ({"id": PropertyFacts(("INTEGER",)), "headline": STRING}, "headline"),
        ({"id": PropertyFacts(("INTEGER",))}, "id"),
        ({"gender": PropertyFacts(("STRING",), distinct=0.02, length=4.0), "id": STRING}, "id"),
        ({"name": PropertyFacts(("STRING",), length=900.0), "code": STRING}, "code"),
        ({"createdAt": STRING, "document_type": STRING, "path": STRING}, "path"),
        ({"created_at": STRING, "zone": STRING}, "zone"),
        ({"releaseDate": STRING, "timestamp": STRING, "candidate": STRING}, "candidate"),
        ({"format": STRING, "fileName": STRING, "updatedAt": STRING}, "fileName"),
        ({"date": STRING, "size": PropertyFacts(("INTEGER",))}, "date"),
    ],
)
def test_a_name_is_detected(properties: dict[str, PropertyFacts], first: str) -> None:
    assert names_of(**properties)[0] == first


def test_nothing_that_names_is_no_name() -> None:
    assert names_of(size=PropertyFacts(("FLOAT",))) == ()


def test_texts_vectors_and_filters_are_told_apart() -> None:
    plan = detect(
        schema_of(
            name=STRING,
            description=STRING,
            story=PropertyFacts(("STRING",), length=500.0),
            attribution=PropertyFacts(("STRING",), distinct=0.01, length=200.0),
            year=PropertyFacts(("INTEGER",)),
            tags=PropertyFacts(("LIST",)),
            embedding=PropertyFacts(("VECTOR",)),
            motifTrussness=PropertyFacts(("INTEGER",)),
        ),
        ProjectionRequest(),
    )
    assert plan.text_properties == ("description", "story")
    assert plan.node_properties == ("attribution", "description", "tags", "year")
    assert plan.relationship_properties == ("since",)
    assert plan.vectors == ()


def test_short_texts_are_properties_too_and_passages_are_not() -> None:
    short, long = PropertyFacts(("STRING",), length=80.0), PropertyFacts(("STRING",), length=900.0)
    plan = detect(schema_of(name=STRING, tagline=short, plot=long), ProjectionRequest())
    assert (plan.text_properties, plan.node_properties) == (("plot", "tagline"), ("tagline",))
    mixed = Schema((Group("Film", 9, {"plot": short}), Group("Book", 9, {"plot": long})), ())
    assert detect(mixed, ProjectionRequest()).node_properties == ()
    chunks = Schema((Group("Chunk", 9, {"id": STRING, "text": short}),), ())
    assert detect(chunks, ProjectionRequest()).node_properties == ()


def test_vectors_written_by_motif_are_read_back() -> None:
    own = {"motifTextEmbedding": PropertyFacts(("VECTOR",)), "motifTextEmbeddingModel": STRING}
    plan = detect(schema_of(name=STRING, text=STRING, **own), ProjectionRequest())
    assert plan.vectors == (
        VectorPlan("motifTextEmbedding", TEXT, None, "motifTextEmbeddingModel", "motifTextEmbeddingContent"),
    )
    assert detect(schema_of(name=STRING, **own), ProjectionRequest()).vectors[0].kind == NAME
    assert "motifTextEmbedding" in plan.specification()["nodeProperties"]
    assert plan.specification()["vectors"] == ["motifTextEmbedding"]


def test_what_is_asked_for_is_taken() -> None:
    request = ProjectionRequest(
        "Thing",
        "KNOWS",
        name_property={"Thing": ["code", "id"]},
        text_properties=[],
        node_properties=["year", "year"],
        relationship_properties=["since"],
        embedding_property="embedding",
        encoder="mine",
    )
    plan = detect(schema_of(name=STRING, code=STRING, embedding=PropertyFacts(("VECTOR",))), request)
    assert plan.name_properties["Thing"] == ("code", "id")
    assert (plan.text_properties, plan.node_properties) == ((), ("year",))
    assert plan.vectors == (VectorPlan("embedding", NAME, "mine"),)
    assert plan.specification() == {
        "nodeLabels": ["Thing"],
        "relationshipTypes": ["KNOWS"],
        "nodeProperties": ["code", "id", "name", "year", "embedding"],
        "relationshipProperties": ["since"],
        "vectors": ["embedding"],
        "chunk": 8192,
    }


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (ProjectionRequest("Thign"), "no label 'Thign'.*Did you mean 'Thing'"),
        (ProjectionRequest("*", "KNOW"), "no relationship type 'KNOW'.*Did you mean 'KNOWS'"),
        (ProjectionRequest(name_property="nmae"), "property 'nmae'.*Did you mean 'name'"),
        (ProjectionRequest(name_property={"Thign": "name"}), "no label 'Thign' .*Did you mean 'Thing'"),
        (ProjectionRequest(text_properties=["nmae"]), r"'nmae' \(textProperties.*Did you mean 'name'"),
        (ProjectionRequest(embedding_property="embeding"), "'embeding'.*Did you mean 'embedding'"),
        (ProjectionRequest(embedding_property="name"), "'name' holds STRING"),
        (ProjectionRequest(relation_type_property="sinc"), "'sinc'.*Did you mean 'since'"),
    ],
)
def test_what_is_not_there_names_the_nearest(request_: ProjectionRequest, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        detect(schema_of(name=STRING, embedding=PropertyFacts(("VECTOR",))), request_)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"configuration": {"nameProprety": "x"}}, "unknown key 'nameProprety'.*Did you mean 'nameProperty'"),
        ({"configuration": {"zzz": 1}}, "unknown key 'zzz'.*Known keys"),
        ({"configuration": {"nodeProjection": "A"}}, "unknown key 'nodeProjection'"),
        ({"configuration": {"nameProperty": 5}}, "nameProperty is 5, of type int"),
        ({"configuration": {"nameProperty": {"A": 1}}}, "map of label"),
        ({"configuration": {"textProperties": "text"}}, "a list of names"),
        ({"configuration": {"shared": "yes"}}, "true or false"),
        ({"nodeProjection": []}, "nodeProjection is"),
        ({"nodeProjection": ""}, "nodeProjection is"),
        ({"relationshipProjection": 5}, "relationshipProjection is 5"),
        ({"nodeProjection": {"A": {"propertys": ["x"]}}}, "nodeProjection is"),
    ],
)
def test_a_request_that_cannot_be_meant_is_told(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidConfiguration, match=message):
        ProjectionRequest.from_arguments(arguments)


def test_a_map_of_labels_asks_for_their_properties() -> None:
    arguments = {
        "nodeProjection": {"A": {}, "B": {"properties": ["x", "y"]}},
        "relationshipProjection": {"R": {}},
    }
    request = ProjectionRequest.from_arguments(arguments)
    assert (request.labels, request.types, request.node_properties) == (("A", "B"), ("R",), ("x", "y"))


def test_requests_and_plans_survive_as_json() -> None:
    request = ProjectionRequest(
        ["A", "B"], name_property={"A": ["x"], "B": "y"}, node_properties=["z"], shared=True
    )
    arguments = json.loads(json.dumps(request.as_arguments()))
    again = ProjectionRequest.from_arguments(arguments)
    assert again.as_arguments() == request.as_arguments()
    plan = detect(Schema((Group("A", 1, {}), Group("B", 2, {"t": STRING})), ()), request)
    assert Plan.from_dict(json.loads(json.dumps(plan.as_dict()))) == plan
    with pytest.raises(InvalidInput, match="plan"):
        Plan.from_dict({"nameProperties": ["title"]})


def test_the_plugins_schema_is_read() -> None:
    entries = [
        {"labels": [], "properties": {"title": "STRING"}, "count": 7},
        {"labels": ["Film"], "properties": {"title": "STRING", "v": "LIST<FLOAT>", "x": "MIXED"}, "count": 4},
        {"type": "SAW", "properties": {"n": "INTEGER"}, "count": 3},
    ]
    schema = read_schema(entries)
    assert schema.n_nodes == 7
    assert [group.name for group in schema.labels] == ["Film"]
    prepared = prepare({"nodeProjection": "*", "configuration": None}, entries)
    assert prepared["plan"]["name_properties"] == {"Film": ["title"], "*": ["title"]}
    assert prepared["specification"]["nodeProperties"] == ["title", "x"]
    json.dumps(prepared)
    estimated = estimate_plan(schema, Plan.from_dict(prepared["plan"]))
    assert (estimated.n_nodes, estimated.n_relationships) == (7, 3)
    assert 0 < estimated.bytes_min <= estimated.bytes_max


def test_an_estimate_counts_a_property_for_the_labels_that_have_it() -> None:
    def estimated(n_properties: int, of_labels: int) -> int:
        """At most, of four labels of a thousand nodes of which so many have the properties."""
        facts = {f"p{place}": PropertyFacts(("STRING",), length=0.0) for place in range(n_properties)}
        groups = [Group(f"L{place}", 1000, facts if place < of_labels else {}) for place in range(4)]
        plan = Plan(None, None, {}, node_properties=tuple(facts))
        return estimate_plan(Schema(tuple(groups), (), 4000), plan).bytes_max

    nothing = estimated(0, 0)
    everyone, one = (estimated(8, of_labels) - nothing for of_labels in (4, 1))
    assert everyone == 8 * 4000 * 17 and one == 8 * 1000 * 21
