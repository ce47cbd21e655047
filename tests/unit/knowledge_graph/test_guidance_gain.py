"""Guidance is used where it gains; what cannot guide is left unused, with the reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fakes import HashEncoder
from motif import Graph
from motif.catalog.guidance_gains import FILE, KeptGain, save_gains
from motif.catalog.triples import from_triples
from motif.errors import InvalidInput, InvalidSource
from motif.graphs.guidance import GuidanceModel
from motif.graphs.projection import Projection
from motif.graphs.stamp import EncoderStamp
from motif.knowledge_graph.guiding import MODEL_FILE
from motif.models.encoder import stamp
from motif.models.guidance_file import save_guidance, weights_hash
from motif.settings import load_settings
from motif_procedures.guidance_gain import gain_of, measure_guidance
from naive_guidance import random_model

ENCODER = HashEncoder(16)
_DRAWN = np.random.default_rng(0).integers(0, 30, (90, 2)).tolist()
TRIPLES = [
    (f"person {a}", ("knows", "likes", "pays")[place % 3], f"guest {b}")
    for place, (a, b) in enumerate(_DRAWN)
]
ASKED = [("person 1", "knows", "?who")]


def model(seed: int = 0) -> GuidanceModel:
    return replace(random_model(2, 4, 16, seed=seed), encoder=stamp(ENCODER))


@pytest.fixture(scope="module")
def projection() -> Projection:
    return Graph.from_triples(TRIPLES, ENCODER).embed().embed_triples().projection


def kept(projection: Projection, folder: Path) -> Graph:
    return Graph(lambda: projection, encoder=lambda: ENCODER, settings=load_settings(), learned=folder)


def test_a_gain_is_more_than_its_error_and_loses_by_no_strategy() -> None:
    none, half = np.zeros((40, 2), np.bool_), np.tile([True, False], (40, 1))
    assert gain_of(none, half) == (0.5, True)
    assert gain_of(half, none) == (-0.5, False)
    assert gain_of(none, none) == (0.0, False)
    assert gain_of(half, np.tile([False, True], (40, 1))) == (0.0, False)
    one = none.copy()
    one[0] = True
    assert gain_of(none, one) == (0.025, False)
    mostly = np.tile([False, True], (40, 1))
    lost = none.copy()
    lost[:2, 0] = True
    assert gain_of(lost, mostly)[0] > 0.4 and not gain_of(lost, mostly)[1]


def test_a_trained_model_guides_until_it_is_measured_and_then_where_it_gains(
    projection: Projection, tmp_path: Path
) -> None:
    graph = kept(projection, tmp_path / "learned")
    graph._keep_guidance(model(), None)
    assert graph.trace(ASKED).metadata["guidance"]["model"] == "trained"
    gains = graph.measure_guidance(count=12)
    assert gains.keys() == {"trained"} and gains["trained"].questions <= 12
    assert (tmp_path / "learned" / FILE).is_file()
    for helps in (True, False):
        measured = KeptGain(weights_hash(model()), 3.25, helps, 12)
        save_gains(tmp_path / "learned", {"trained": measured}, stamp(ENCODER))
        said = graph.trace(ASKED).metadata["guidance"]
        assert said["model"] == ("trained" if helps else None)
        assert said["gain"] == 3.25 if helps else "gains nothing sure" in said["why"]
        assert graph.guidance(ASKED), "to look at what guides it needs not gain"
    graph._keep_guidance(model(1), None)
    assert graph.trace(ASKED).metadata["guidance"]["model"] == "trained", "this one was not measured"


def test_a_graph_without_a_database_remembers_its_gains(projection: Projection) -> None:
    graph = Graph(lambda: projection, encoder=lambda: ENCODER)
    graph._keep_guidance(model(), None)
    gains = graph.measure_guidance(count=12)
    guided = graph.trace(ASKED).metadata["guidance"]["model"]
    assert guided == ("trained" if gains["trained"].helps else None)
    assert graph.trace(ASKED, guidance=model()).metadata["guidance"]["model"] == "given"


def test_the_same_seed_measures_the_same(projection: Projection) -> None:
    graph = Graph(lambda: projection, encoder=lambda: ENCODER)
    one, other = (measure_guidance(graph, {"trained": model()}, count=10, seed=3) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("bad", ["truncated", "of another encoder", "of another dimension"])
def test_a_model_that_cannot_be_used_is_left_unused_with_the_reason(
    projection: Projection, tmp_path: Path, bad: str
) -> None:
    path = tmp_path / MODEL_FILE
    if bad == "truncated":
        save_guidance(path, model())
        path.write_bytes(path.read_bytes()[:-100])
    else:
        other = EncoderStamp("large", 16) if bad == "of another encoder" else EncoderStamp("fake-hash", 8)
        save_guidance(path, replace(random_model(2, 4, other.dimension), encoder=other))
    graph = kept(projection, tmp_path)
    said = graph.trace(ASKED).metadata["guidance"]
    assert said["model"] is None and said["why"]
    with pytest.raises((InvalidInput, InvalidSource)):
        graph.trace(ASKED, guidance=path)
    with pytest.raises(InvalidInput, match="No model can guide"):
        graph.measure_guidance()


def test_one_relation_leaves_nothing_to_guide() -> None:
    graph = Graph.from_triples([(a, "knows", c) for a, _, c in TRIPLES], ENCODER).embed().embed_triples()
    graph._keep_guidance(model(), None)
    assert "one relation" in graph.trace(ASKED).metadata["guidance"]["why"]
    with pytest.raises(InvalidInput, match="one relation"):
        graph.measure_guidance()


def test_a_model_of_another_vocabulary_is_used() -> None:
    graph = Graph.from_triples([("a", "pinds", "b"), ("b", "gwors", "c")], ENCODER).embed().embed_triples()
    graph._keep_guidance(replace(model(), facts={"relations": ["knows", "likes"]}), None)
    assert graph.trace([("a", "pinds", "?b")]).metadata["guidance"]["model"] == "trained"
    assert from_triples(TRIPLES).n_relationships == len(TRIPLES)
