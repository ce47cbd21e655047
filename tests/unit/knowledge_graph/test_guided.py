"""`train_guidance`: a model of a graph's own guides its traces from then on."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fakes import HashEncoder
from motif import Graph
from motif.catalog.triples import from_triples
from motif.errors import InvalidInput, MissingDependency
from motif.knowledge_graph.guiding import MODEL_FILE
from motif.models.guidance_file import load_guidance
from motif.settings import load_settings

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("torch_geometric") is None,
    reason="pip install 'motif-graphrag[gnn]'",
)
SMALL: dict[str, Any] = {"layers": 2, "dimension": 8, "epochs": 1, "subgraph": "hops", "device": "cpu"}
_DRAWN = np.random.default_rng(0).integers(0, 30, (90, 2)).tolist()
TRIPLES = [
    (f"person {a}", ("knows", "likes", "pays")[place % 3], f"guest {b}")
    for place, (a, b) in enumerate(_DRAWN)
]


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))


@needs_torch
def test_a_model_of_its_own_guides_a_graph_without_a_database(tmp_path: Path) -> None:
    graph = Graph.from_triples(TRIPLES, HashEncoder(16))
    told: list[tuple[int, int]] = []
    model = graph.train_guidance(count=60, progress=lambda done, total: told.append((done, total)), **SMALL)
    assert (model.n_layers, model.dimension, model.facts["device"]) == (2, 8, "cpu")
    assert model.facts["examples"] > 20 and model.facts["recall"] is not None
    assert told[-1][0] == told[-1][1]
    graph.embed().embed_triples()
    [first, *_] = graph.trace([("person 1", "knows", "?who")])
    assert graph.trace([("person 1", "knows", "?who")]).metadata["guidance"]["model"] == "trained"
    assert first.nodes
    again = graph.train_guidance(count=60, output=tmp_path / "own" / "model.safetensors", **SMALL)
    read = load_guidance(tmp_path / "own" / "model.safetensors")
    for name, array in model.arrays.items():
        np.testing.assert_array_equal(again.arrays[name], array)
        np.testing.assert_array_equal(read.arrays[name], array)


@needs_torch
def test_a_model_is_kept_beside_the_epochs_and_made_from_a_file_too(tmp_path: Path) -> None:
    from motif_procedures.guidance import generate_examples, save_examples

    projection = from_triples(TRIPLES)
    path = tmp_path / "examples.jsonl"
    save_examples(path, projection, generate_examples(projection, count=40))
    graph = Graph(
        lambda: projection,
        encoder=lambda: HashEncoder(16),
        settings=load_settings(),
        learned=tmp_path / "learned",
    )
    model = graph.train_guidance(str(path), **SMALL)
    kept = load_guidance(tmp_path / "learned" / MODEL_FILE)
    assert kept.facts == model.facts and kept.encoder.name == "fake-hash"
    with pytest.raises(InvalidInput, match="no option 'layer'"):
        graph.train_guidance(str(path), layer=2, device="cpu")


def test_without_torch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingDependency, match=r"motif-graphrag\[gnn\]"):
        Graph.from_triples(TRIPLES, HashEncoder(16)).train_guidance()
