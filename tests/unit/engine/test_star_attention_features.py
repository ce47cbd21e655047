"""Features say what a node is called, the same in every process; a report says how a training ended."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import numpy as np
import pytest

from fakes import HashEncoder
from motif.catalog.triples import from_triples
from motif.engine.star_attention_features import name_features
from motif.engine.star_attention_report import training_arrays, training_report
from motif.errors import InvalidInput
from motif.graphs.dominance import ANY_SIZE, DominanceEmbedding
from motif.graphs.projection import NAME, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp

TRIPLES = [("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann"), ("Heat", "starred", "Pacino")]


def graph(labels: dict[str, str] | None = None) -> Projection:
    return from_triples(TRIPLES, labels)


def test_names_and_labels_decide() -> None:
    plain, labelled = name_features(graph()), name_features(graph({"Heat": "Film"}))
    assert plain.shape == (4, 16) and plain.dtype == np.float32
    assert (np.abs(plain) <= 1).all() and len(np.unique(plain, axis=0)) == 4
    assert (plain[0] != labelled[0]).any() and (plain[1:] == labelled[1:]).all()
    assert (name_features(graph(), seed=1) != plain).any()


def test_another_process_gives_the_same() -> None:
    code = (
        "from motif.catalog.triples import from_triples\n"
        "from motif.engine.star_attention_features import name_features\n"
        f"print(name_features(from_triples({TRIPLES!r}), n_features=3).tolist())"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == str(name_features(graph(), n_features=3).tolist())


def test_vectors_of_names_are_projected_and_other_nodes_are_hashed() -> None:
    encoder = HashEncoder()
    names = list(graph().nodes.names)
    matrix = encoder.encode(names)[:3]
    index = np.array([0, 1, 2, -1], np.int32)
    vectors = VectorSet(EncoderStamp("fake-hash", 64), index, matrix)
    with_vectors = dataclasses.replace(graph(), vectors={NAME: vectors})
    features, hashed = name_features(with_vectors), name_features(graph())
    assert (features[3] == hashed[3]).all() and (features[:3] != hashed[:3]).any(axis=1).all()
    shuffled = dataclasses.replace(
        vectors, index=np.array([2, 1, 0, -1], np.int32), matrix=matrix[::-1].copy()
    )
    again = name_features(dataclasses.replace(graph(), vectors={NAME: shuffled}))
    np.testing.assert_array_equal(features, again)


@pytest.mark.parametrize("n_features", [0, 33])
def test_the_number_of_features_is_checked(n_features: int) -> None:
    with pytest.raises(InvalidInput, match=f"1 to 32 features of a node, not {n_features}"):
        name_features(graph(), n_features=n_features)


def test_a_report_of_the_training() -> None:
    embedding = DominanceEmbedding(
        "gat",
        EncoderStamp("gat", 2),
        np.zeros((4, 2), np.float32),
        np.array([-1, 0, 3, ANY_SIZE], np.int16),
        training_arrays(0.5, 7),
    )
    report = training_report(embedding)
    assert (report.loss, report.epochs) == (0.5, 7)
    assert report.certified == {0: 0.75, 1: 0.5, 2: 0.5, 3: 0.5, 4: 0.25, 32: 0.25}
    with pytest.raises(InvalidInput, match="kind 'constructed' was not trained"):
        training_report(dataclasses.replace(embedding, kind="constructed", parameters={}))
