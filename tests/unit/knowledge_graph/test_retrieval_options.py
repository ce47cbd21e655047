"""Keywords that a framework's user gave are known, or refused with the one that was meant."""

from __future__ import annotations

import re

import pytest

from motif.errors import InvalidInput
from motif.knowledge_graph import Graph
from motif.knowledge_graph.limits import Limits, StepLimits
from motif.knowledge_graph.retrieval_options import checked_graph, require_known_options, retrieval_options


def test_every_limit_and_every_option_of_a_verb_is_known() -> None:
    known = retrieval_options()
    assert set(Limits.__annotations__) | set(StepLimits.__annotations__) <= known
    assert {"planner", "injective", "trussness", "seeds", "strategy", "answer", "algorithm"} <= known
    assert not {"self", "question", "options", "method", "top_k", "limit"} & known


@pytest.mark.parametrize("option", sorted(retrieval_options()))
def test_a_slip_of_the_hand_is_put_right(option: str) -> None:
    slip = option[:-1] + "x"
    with pytest.raises(InvalidInput, match=re.escape(f"'{slip}' is no option of a retrieval.")) as raised:
        require_known_options([option, slip])
    assert raised.value.hint.startswith("Did you mean '")


def test_what_is_like_nothing_gets_the_list() -> None:
    with pytest.raises(InvalidInput, match=r"Options: .*filter, .*timeout"):
        require_known_options(["zzz"])


def test_a_doors_own_word_is_translated() -> None:
    require_known_options(["k"], {"top_k": "k"}, ["k"])
    with pytest.raises(InvalidInput, match="Did you mean 'k'"):
        require_known_options(["top_k"], {"top_k": "k"}, ["k"])


def test_a_graph_is_a_graph() -> None:
    graph = Graph.from_triples([("a", "r", "b")])
    assert checked_graph(graph) is graph
    with pytest.raises(InvalidInput, match=r"must be a motif.Graph, not None. For example motif.connect"):
        checked_graph(None)
