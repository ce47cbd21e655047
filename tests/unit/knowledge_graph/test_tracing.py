"""`Graph.trace`: what starts, what is followed, what is said; with a guidance model and without."""

import asyncio

import numpy as np
import pytest

from fakes import HashEncoder
from motif import Graph
from motif.engine.control import Control
from motif.errors import DeadlineExceeded, InvalidInput, InvalidPattern, MissingVectors, NoEntityFound
from motif.graphs.guidance import GuidanceModel
from motif.graphs.stamp import EncoderStamp
from motif.models.encoder import stamp

FILMS = [
    ("Heat", "directed_by", "Michael Mann"),
    ("Heat", "starred_actors", "Al Pacino"),
    ("Heat", "starred_actors", "Robert De Niro"),
    ("Heat", "release_year", "1995"),
    ("The Insider", "directed_by", "Michael Mann"),
    ("The Insider", "starred_actors", "Al Pacino"),
    ("Casino", "starred_actors", "Robert De Niro"),
    ("Casino", "directed_by", "Martin Scorsese"),
]
OF_MANN = [("[ENT1]", "directed by", "Michael Mann"), ("[ENT1]", "starred actors", "[ENT2]")]


@pytest.fixture(scope="module")
def films():
    return Graph.from_triples(FILMS, encoder=HashEncoder()).embed().embed_triples()


def constant_model(encoder, weight=1.0, dimension=4):
    """A model whose question entities score highest, and the more the nearer a node lies to them."""
    same, zero = np.eye(dimension, dtype=np.float32), np.zeros(dimension, np.float32)
    size, given = np.ones(dimension, np.float32), encoder.dimension
    arrays = {
        "shape.weight": np.zeros((dimension, 8), np.float32),
        "shape.bias": size,
        "layer.0.gate1.weight": np.zeros((dimension, 24), np.float32),
        "layer.0.gate1.bias": size,
        "layer.0.gate2.weight": same,
        "layer.0.gate2.bias": zero,
        "score.weight": weight * size,
        "score.bias": np.zeros(1, np.float32),
    }
    for part in ("triple", "relation"):
        arrays[f"{part}1.weight"] = np.zeros((2 * dimension, given), np.float32)
        arrays[f"{part}1.bias"] = np.zeros(2 * dimension, np.float32)
        arrays[f"{part}2.weight"] = np.zeros((given, 2 * dimension), np.float32)
    arrays["layer.0.update.weight"] = np.concatenate([0 * same, np.diag([1.0, 0, 0, 0])], axis=1).astype("f4")
    arrays["layer.0.norm.scale"] = size
    return GuidanceModel(1, dimension, stamp(encoder), arrays)


def answers(found):
    return {piece.answers[0].name for piece in found}


def test_breadth_gives_a_piece_for_each_binding(films):
    found = films.trace(OF_MANN, strategy="Breadth", threshold=0.45, answer="[ENT2]", guidance=False)
    best = [piece for piece in found if piece.bindings["ENT1"].name in ("Heat", "The Insider")]
    assert answers(best) == {"Al Pacino", "Robert De Niro"}
    assert found.complete and found.metadata["strategy"] == "breadth"
    assert [piece.score for piece in found] == sorted((piece.score for piece in found), reverse=True)
    piece = found[0]
    assert (
        piece.method == "trace"
        and len(piece.relationships) == 2
        and piece.metadata["anchor"] == "Michael Mann"
    )
    assert piece.score == pytest.approx(piece.metadata["cumulative"] / 3)


def test_precision_follows_the_best_relationship(films):
    [found] = films.trace(OF_MANN, answer="ENT2", guidance=False)
    assert found.text.startswith("Michael Mann <-[directed_by]- ")
    assert found.bindings["ENT1"].name in ("Heat", "The Insider")
    assert found.answers == (found.bindings["ENT2"],)


def test_traces_from_two_entities_are_merged(films):
    both = [("[ENT1]", "directed by", "Michael Mann"), ("[ENT1]", "starred actors", "Robert De Niro")]
    found = films.trace(both, guidance=False)
    assert answers(found[:1]) == {"Heat"}
    assert len({tuple(sorted(link.id for link in piece.relationships)) for piece in found}) == len(found)


def test_a_relation_that_there_is_not_is_said_with_its_nearest(films):
    found = films.trace([("[ENT1]", "directed", "Michael Mann")], guidance=False)
    said = found.metadata["relations"]["directed"]
    assert said["nearest"] == "directed_by" and 0 < said["similarity"] < 1
    assert "relations" not in films.trace([("?f", "directed_by", "Michael Mann")], guidance=False).metadata


def test_what_is_not_traced_is_numbered(films):
    triples = [("[ENT1]", "directed by", "Michael Mann"), ("[ENT1]", "zzzz", "[ENT2]")]
    found = films.trace(triples, strategy="breadth", threshold=0.55, siblings=False, guidance=False)
    assert found and all(piece.metadata["untraced"] == [2] for piece in found)
    assert all(piece.bindings.keys() == {"ENT1"} for piece in found)


def test_guidance_prefers_what_is_in_it(films):
    model = constant_model(HashEncoder())
    nodes = films.guidance(OF_MANN, guidance=model, subgraph=None)
    names = [node.name for node, _ in nodes]
    assert {"Michael Mann", "Heat", "The Insider"} <= set(names)
    assert len(nodes) == 3 and all(0 <= score <= 1 for _, score in nodes)
    found = films.trace(OF_MANN, guidance=model, subgraph=None, answer="ENT2")
    assert found.metadata["guidance"]["model"] == "given" and found.metadata["guidance"]["nodes"] == 3
    assert found[0].metadata["guided"] >= 1
    plain = films.trace(OF_MANN, guidance=False, answer="ENT2")
    assert found[0].metadata["cumulative"] > plain[0].metadata["cumulative"]


def test_a_model_of_another_encoder_is_refused_where_it_is_named(films):
    other = GuidanceModel(1, 4, EncoderStamp("other", 3), constant_model(HashEncoder()).arrays)
    with pytest.raises(InvalidInput, match="other"):
        films.trace(OF_MANN, guidance=other)


def test_without_a_model_that_fits_the_reason_is_said_once(films):
    found = films.trace(OF_MANN)
    assert found.metadata["guidance"]["model"] is None and found.metadata["guidance"]["why"]
    with pytest.raises(InvalidInput, match="No model guides tracing") as caught:
        films.guidance(OF_MANN)
    assert "train" in caught.value.hint


def test_alternatives_are_traced_and_merged(films):
    lists = [OF_MANN[:1], [("[ENT1]", "directed by", "Martin Scorsese")]]
    found = films.trace(lists, guidance=False)
    assert {piece.metadata["anchor"] for piece in found} == {"Michael Mann", "Martin Scorsese"}
    assert found.metadata["alternatives"] == 2
    assert len(films.trace(lists, beam=1, guidance=False)) == 1


def test_top_k_cuts_and_says_so(films):
    found = films.trace(OF_MANN, strategy="breadth", threshold=0.0, top_k=2, guidance=False)
    assert len(found) == 2 and not found.complete


def test_selection_holds_for_the_whole_trace(films):
    found = films.trace(
        OF_MANN, strategy="breadth", threshold=-1, relationship_types=["directed_by"], guidance=False
    )
    assert {link.type for piece in found for link in piece.relationships} == {"directed_by"}


def test_an_awaited_trace_is_the_same(films):
    found = asyncio.run(films.atrace(OF_MANN, guidance=False, answer="ENT2"))
    assert [piece.text for piece in found] == [
        piece.text for piece in films.trace(OF_MANN, guidance=False, answer="ENT2")
    ]


def test_an_unknown_is_none_of_the_known_nodes(films):
    there_and_back = [("Michael Mann", "directed by", "[ENT1]"), ("[ENT1]", "directed by", "[ENT2]")]
    options = {"strategy": "breadth", "threshold": -1, "guidance": False, "siblings": False}
    apart = films.trace(there_and_back, **options)
    assert all(piece.bindings["ENT2"].name != "Michael Mann" for piece in apart)
    together = films.trace(
        [("Heat", "starred actors", "[ENT1]"), ("[ENT2]", "starred actors", "[ENT1]")], **options
    )
    assert all(piece.bindings["ENT2"].name != "Heat" for piece in together)
    loose = {**options, "injective": False}
    assert len(films.trace(there_and_back, **loose)) >= len(apart)
    with pytest.raises(InvalidInput, match="injective must be 'known' or false"):
        films.trace(there_and_back, injective=True)


def test_names_that_nothing_comes_near_are_told_with_the_nearest_three(films):
    with pytest.raises(NoEntityFound, match="named 'qqqqqqqqqq'") as caught:
        films.trace([("[ENT1]", "directed by", "qqqqqqqqqq")])
    assert caught.value.hint.count("'") == 6


@pytest.mark.parametrize(
    ("triples", "options", "error", "message"),
    [
        ([("[ENT1]", "directed by", "[ENT2]")], {}, InvalidPattern, "names no question entity"),
        ([("Heat", "directed by")], {}, InvalidPattern, "three parts"),
        (OF_MANN, {"strategy": "deep"}, InvalidInput, "'precision' or 'breadth'"),
        (OF_MANN, {"threshold": "high"}, InvalidInput, "threshold must be"),
        (OF_MANN, {"anchors": 0}, InvalidInput, "anchors must be"),
        (OF_MANN, {"guidance_factor": 0}, InvalidInput, "guidance_factor must be"),
        (OF_MANN, {"beam": 0}, InvalidInput, "beam must be"),
        (OF_MANN, {"entity_bias": -1}, InvalidInput, "entity_bias must be"),
        (OF_MANN, {"subgraph": "all"}, InvalidInput, "subgraph must be"),
        (OF_MANN, {"consistent": 1}, InvalidInput, "consistent must be"),
        (OF_MANN, {"guidance": 7}, InvalidInput, "guidance must be"),
        (OF_MANN, {"answer": "who", "guidance": False}, InvalidInput, "no unknown 'who'"),
    ],
)
def test_bad_input_is_told(films, triples, options, error, message):
    with pytest.raises(error, match=message):
        films.trace(triples, **options)


def test_a_graph_without_vectors_of_triples_names_the_call_that_makes_them():
    graph = Graph.from_triples(FILMS, encoder=HashEncoder()).embed()
    with pytest.raises(MissingVectors, match="no vectors of their triples") as caught:
        graph.trace(OF_MANN)
    assert "embed_triples" in caught.value.hint


def test_a_plan_of_the_method_trace_is_run(films):
    plan = {"method": "trace", "pattern": OF_MANN, "answer": "[ENT2]", "strategy": "breadth"}
    found = films.run(plan, top_k=3)
    assert len(found) == 3 and found[0].answers
    with pytest.raises(InvalidInput, match="strategy must be"):
        films.run({**plan, "strategy": "deep"})


def test_retrieve_takes_the_options_of_trace(films):
    found = films.retrieve(
        OF_MANN, method="STEM", strategy="breadth", threshold=0.3, guidance=False, answer="ENT2"
    )
    assert found[0].method == "trace"
    with pytest.raises(InvalidInput, match="no option of 'trace'"):
        films.retrieve(OF_MANN, method="trace", node_candidates=3)


def test_langchain_gives_a_document_for_each_trace(films):
    from motif.langchain import MotifRetriever

    options = {"guidance": False, "answer": "ENT2", "strategy": "breadth", "threshold": 0.45}
    retriever = MotifRetriever(graph=films, method="trace", k=2, options=options)
    found = retriever.invoke("[ENT1] | directed by | Michael Mann; [ENT1] | starred actors | [ENT2]")
    assert len(found) == 2 and found[0].metadata["method"] == "trace"
    assert found[0].page_content.startswith("Michael Mann <-[directed_by]- ")
    assert found[0].metadata["answers"] == [found[0].metadata["bindings"]["ENT2"]]


def test_a_question_in_words_is_decomposed_and_traced(films):
    found = films.retrieve("Who starred in films directed by [Michael Mann]?", method="trace", guidance=False)
    assert found and found[0].method == "trace"
    assert found.metadata["plan"]["method"] == "trace" and found.metadata["question"].startswith(
        "Who starred"
    )
    direct = films.trace("Who starred in films directed by [Michael Mann]?", guidance=False)
    assert {piece.text for piece in found} <= {piece.text for piece in direct}


def test_a_cancelled_trace_is_not_complete(films):
    control = Control()
    control.cancel()
    found = films.trace(OF_MANN, guidance=False, control=control)
    assert not found.complete
    with pytest.raises(DeadlineExceeded):
        films.trace(OF_MANN, guidance=False, control=control, on_timeout="fail")
