"""The graphs that the general guidance model learns from: the same by seed, in words that tests do not say."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from fakes import HashEncoder
from motif.errors import InvalidInput
from motif.indexes.names import readable
from motif_procedures.guidance import general
from motif_procedures.guidance.general import corpus, train_general
from motif_procedures.guidance.synthetic import synthetic_graph
from motif_procedures.guidance.wording import part_of

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("torch_geometric") is None,
    reason="pip install 'motif-graphrag[gnn]'",
)


def test_invented_graphs_are_the_same_by_seed_and_others_by_another() -> None:
    one, same, other = synthetic_graph(3), synthetic_graph(3), synthetic_graph(4)
    assert list(one.nodes.names) == list(same.nodes.names)
    for name in ("source", "target", "relation"):
        np.testing.assert_array_equal(getattr(one.relationships, name), getattr(same.relationships, name))
    assert one.relationships.relations == same.relationships.relations != other.relationships.relations
    assert not (one.relationships.source == one.relationships.target).any()


def test_invented_graphs_have_hubs_and_say_what_training_may_say() -> None:
    graph = synthetic_graph(5, relations=40)
    degrees = np.bincount(np.concatenate([graph.relationships.source, graph.relationships.target]))
    assert degrees.max() > 5 * degrees.mean()
    assert {part_of(readable(relation)) for relation in graph.relationships.relations} == {"train"}


def test_what_tracing_is_measured_on_is_not_learnt_from() -> None:
    assert {"world", "fb15k237"} < set(corpus())
    assert not {"metaqa", "pathquestion", "registry"} & set(corpus())


def test_only_graphs_that_are_learnt_from_are_left_out() -> None:
    with pytest.raises(
        InvalidInput, match="'metaqa' is no graph that is learnt from; those are world, fb15k237"
    ):
        train_general(HashEncoder(8), leave_out=["metaqa"])


@needs_torch
def test_a_graph_that_is_left_out_is_not_learnt_from(monkeypatch: pytest.MonkeyPatch) -> None:
    graphs = {
        name: (lambda seed=seed: synthetic_graph(seed), 1.0) for seed, name in enumerate(("a", "b", "c"))
    }
    monkeypatch.setattr(general, "corpus", lambda: graphs)
    sizes = {"layers": 1, "dimension": 4, "epochs": 1, "subgraph_nodes": 30}
    model = train_general(HashEncoder(8), count=40, asked=5, leave_out=["b"], **sizes)
    relations = {graph: set(read().relationships.relations) for graph, (read, _) in graphs.items()}
    assert model.facts["graphs"] == ["a", "c"] and 0 < model.facts["examples"] <= 40
    assert set(model.facts["relations"]) == relations["a"] | relations["c"]
    assert model.facts["recall"] is not None
