"""What has changed, merged into a projection, gives what reading everything anew gives: array for array."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.catalog.changing_graph import ChangingGraph, Link, Node, change, embed, embed_links

from motif.catalog import merging_relationships, splicing
from motif.catalog.building import build_projection
from motif.catalog.changes import changed_projection
from motif.catalog.merging import reason_against
from motif.catalog.merging_vectors import of_several_models
from motif.catalog.plan import DOMINANCE, Plan, VectorPlan
from motif.graphs.narrow import narrow_ids
from motif.graphs.projection import NAME, TEXT, TRIPLE, Projection
from motif.snapshot.arrays import take_apart

DETECTED = {"configuration": {}}
STARS = VectorPlan("star", DOMINANCE, None, "starModel", "starContent")


def written(kind: str) -> VectorPlan:
    """Vectors as Motif writes them: beside each its model, and the hash of its text."""
    return VectorPlan("vector", kind, None, "model", "content")


PLANS = {
    "all": Plan(None, None, {"*": ("name", "title")}, ("text",), ("x", "y"), ("weight",), request=DETECTED),
    "labels": Plan(("Film", "Person"), None, {"*": ("name",)}, (), ("x",), ("weight",)),
    "types": Plan(("Film",), ("MADE", "SAW"), {"Film": ("title",), "*": ("x", "name")}, ("text", "name")),
    "texts of relations": Plan(
        None, None, {"*": ("name",)}, (), ("x",), ("weight", "says"), "says", computed=True, trussness=True
    ),
    "vectors of names": Plan(None, None, {"*": ("name",)}, (), ("x",), vectors=(written(NAME),)),
    "vectors of texts": Plan(("Film",), None, {"*": ("name",)}, ("text",), vectors=(written(TEXT),)),
    "vectors of the user's": Plan(
        None, None, {"*": ("name",)}, vectors=(VectorPlan("vector", NAME, "mine"),)
    ),
    "vectors of relationships": Plan(None, None, {"*": ("name",)}, triples=written(TRIPLE)),
    "stars": Plan(None, None, {"*": ("name",)}, dominance=STARS, vectors=(written(NAME),)),
}


def contents(projection: Projection) -> dict[str, Any]:
    arrays, description = take_apart(projection)
    return {
        **{name: (array.dtype.str, array.shape, array.tobytes()) for name, array in arrays.items()},
        "rest": description,
        "configuration": projection.configuration,
        "transaction": projection.transaction,
        "target is shared": projection.relationships.target is projection.outgoing.indices,
        "type is shared": projection.relationships.type is projection.relationships.relation,
    }


@st.composite
def histories(draw: st.DrawFn) -> list[ChangingGraph]:
    """A graph as it was first, then after each of some rounds of changes; each with the log since the one before."""
    import copy

    graph = ChangingGraph()
    for _ in range(draw(st.integers(0, 12))):
        change(draw, graph)
    graph.put(20, Node(("Film",), {"name": "always", "title": "here"}))
    if draw(st.booleans()):
        embed(graph, draw(st.sampled_from(["name", "text"])), "one@1")
        embed_links(graph, "one@1")
    graph.forget()
    states = [copy.deepcopy(graph)]
    for _ in range(draw(st.integers(1, 3))):
        for _ in range(draw(st.integers(0, 6))):
            change(draw, graph)
        properties = graph.nodes[20].properties if 20 in graph.nodes else {"name": "again"}
        graph.put(20, Node(("Film",), properties))  # a projection is never empty
        states.append(copy.deepcopy(graph))
        graph.forget()
    return states


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@settings(max_examples=60)
@given(states=histories(), size=st.sampled_from([2, 100]))
def test_merged_is_what_is_read_anew(plan: Plan, states: list[ChangingGraph], size: int) -> None:
    merged = build_projection(states[0].everything(plan, size), plan)
    for state in states[1:]:
        anew = build_projection(state.everything(plan), plan)
        if reason_against(merged, plan):
            assert merged.stored is not None and of_several_models(merged.stored)
            merged = anew
            continue
        merged = changed_projection(merged, state.changes(plan, size), plan).projection
        assert contents(merged) == contents(anew)


@settings(max_examples=30)
@given(states=histories(), far=st.sampled_from([0, 1 << 32]))
def test_ids_as_a_snapshot_has_them_are_merged_as_others(states: list[ChangingGraph], far: int) -> None:
    plan = PLANS["all"]
    merged = build_projection(states[0].everything(plan, 100), plan)
    for number in list(states[-1].links)[:1] if far else []:
        states[-1].join(number + far, states[-1].links[number])
    for state in states[1:]:
        narrow = replace(merged.relationships, ids=narrow_ids(merged.relationships.ids))
        merged = changed_projection(
            replace(merged, relationships=narrow), state.changes(plan, 100), plan
        ).projection
        anew = build_projection(state.everything(plan), plan)
        found = replace(merged.relationships, ids=merged.relationships.ids.astype(np.int64))
        assert contents(replace(merged, relationships=found)) == contents(anew)


@pytest.mark.parametrize("most_pieces", [50_000, 10], ids=["run by run", "row by row"])
def test_a_graph_with_hubs_is_merged_as_it_is_read(most_pieces: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splicing, "_MOST_PIECES", most_pieces)
    for module in (splicing, merging_relationships):
        monkeypatch.setattr(module, "STRETCH", 64)
    generator, plan = random.Random(3), PLANS["all"]
    graph = ChangingGraph()
    for identity in range(0, 1200, 2):
        graph.put(identity, made(generator))
    for identity in range(4000):
        graph.join(identity, drawn(generator, sorted(graph.nodes)))
    merged = build_projection(graph.everything(plan, 1000), plan)
    for _ in range(4):
        graph.forget()
        for identity in generator.sample(sorted(graph.nodes), 60):
            graph.delete(identity)
        for identity in generator.sample(range(1300), 60):
            graph.put(identity, made(generator))
        for identity in generator.sample(sorted(graph.links), 60):
            graph.cut(identity)
        for identity in generator.sample(range(5000), 200):
            graph.join(identity, drawn(generator, sorted(graph.nodes)))
        merged = changed_projection(merged, graph.changes(plan, 100), plan).projection
        assert contents(merged) == contents(build_projection(graph.everything(plan, 1000), plan))


def made(generator: random.Random) -> Node:
    number = generator.randrange(1000)
    properties = {"name": f"name {number}", "text": "long " * (number % 4), "x": number, "y": number / 7}
    return Node(("Film",) if number % 2 else ("Person",), properties)


def drawn(generator: random.Random, nodes: list[int]) -> Link:
    """A relationship between two of some nodes, to the first ones more often than to others, and some parallel ones."""
    source, target = (nodes[int(len(nodes) * generator.random() ** 4)] for _ in range(2))
    return Link(source, target, generator.choice(("MADE", "SAW")), {"weight": generator.random()})


def test_names_that_are_a_property_stay_one_table() -> None:
    graph = ChangingGraph()
    for identity in range(8):
        graph.put(identity, Node(("Film",), {"name": f"name {identity}"}))
    plan = PLANS["labels"]
    base = build_projection(graph.everything(plan), plan)
    graph.forget()
    graph.delete(3)
    graph.put(9, Node(("Film",), {"name": "new"}))
    merged = changed_projection(base, graph.changes(plan), plan).projection
    text = merged.nodes.properties["name"].text
    assert text is not None and merged.nodes.names.data is text.data
