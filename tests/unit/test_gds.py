"""What of the door to Graph Data Science needs no server; the rest is in tests/integration/test_gds.py."""

from __future__ import annotations

import importlib
import sys

import pytest

from motif.errors import InvalidInput, MissingDependency
from motif.graphs.evidence import Evidence, Node, Results

NODES = (Node("4:0b6c3e5a:17", "Heat"), Node("4:0b6c3e5a:3", "Ronin"))


def test_ids_of_nodes_of_evidence_and_of_results_each_once() -> None:
    pytest.importorskip("graphdatascience", reason="needs the extra gds")
    from motif.gds import node_ids

    piece = Evidence(1.0, NODES, (), answers=(NODES[1],))
    assert node_ids(piece) == [17, 3]
    assert node_ids(piece.answers) == [3]
    assert node_ids(Results([piece, piece])) == [17, 3]


@pytest.mark.parametrize("identity", ["Heat", "row:3", "a:b:c"])
def test_what_is_of_no_database_is_said(identity: str) -> None:
    pytest.importorskip("graphdatascience", reason="needs the extra gds")
    from motif.gds import node_ids

    with pytest.raises(InvalidInput, match=f"'{identity}' is no node of a database.*not one made of triples"):
        node_ids(Node(identity, "Heat"))


def test_without_the_client_the_error_names_the_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "graphdatascience", None)
    monkeypatch.delitem(sys.modules, "motif.gds", raising=False)
    with pytest.raises(MissingDependency, match=r'graphdatascience.*pip install "motif-graphrag\[gds\]"'):
        importlib.import_module("motif.gds")
