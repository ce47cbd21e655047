"""Evidence as networkx graphs and pandas frames, and back."""

from __future__ import annotations

import json
import sys

import pytest

from motif.errors import MissingDependency
from motif.graphs.evidence import Evidence, Node, Relationship, Results

MANN, HEAT, ALI = Node("1", "Mann", ("Person",)), Node("2", "Heat", ("Film",)), Node("3", "Ali", ("Film",))
LINKS = (
    Relationship("7", "1", "DIRECTED", "2", "directed"),
    Relationship("8", "1", "WROTE", "2", "wrote"),
    Relationship("9", "1", "DIRECTED", "3", "directed"),
)
PIECE = Evidence(
    0.5,
    (MANN, HEAT, ALI),
    LINKS,
    bindings={"film": HEAT, "how": LINKS[1]},
    answers=(HEAT,),
    text="t",
    method="match",
)


def test_networkx_and_back() -> None:
    networkx = pytest.importorskip("networkx")
    graph = PIECE.to_networkx()
    assert type(graph) is networkx.MultiDiGraph
    assert graph.graph == {"score": 0.5, "method": "match", "text": "t"}
    nodes = [Node(key, of["name"], tuple(of["labels"])) for key, of in graph.nodes(data=True)]
    assert tuple(nodes) == PIECE.nodes
    edges = graph.edges(keys=True, data=True)
    assert {Relationship(key, a, of["type"], b, of["relation"]) for a, b, key, of in edges} == set(LINKS)
    assert [key for key, answers in graph.nodes(data="answer") if answers] == ["2"]
    assert graph.nodes["2"]["unknowns"] == ["film"] and graph.edges["1", "2", "8"]["unknowns"] == ["how"]
    assert json.loads(json.dumps(networkx.node_link_data(graph)))["nodes"][0]["name"] == "Mann"


def test_networkx_of_ends_that_are_not_among_the_nodes() -> None:
    pytest.importorskip("networkx")
    graph = Evidence(1.0, (MANN,), LINKS[:1]).to_networkx()
    assert graph.nodes["2"] == {"name": "2", "labels": [], "answer": False, "unknowns": []}


def test_relationships_as_rows_and_back() -> None:
    pytest.importorskip("pandas", reason="the notebook extra is not installed")
    frame = PIECE.to_pandas()
    back = [
        Relationship(row.id, row.source, row.type, row.target, row.relation)
        for row in frame.itertuples(index=False)
    ]
    assert tuple(back) == LINKS
    assert frame["source_name"].tolist() == ["Mann"] * 3 and frame["target_name"].tolist() == [
        "Heat",
        "Heat",
        "Ali",
    ]
    assert frame["answer"].tolist() == [True, True, False]
    empty = Evidence(1.0, (MANN,), ()).to_pandas()
    assert len(empty) == 0 and list(empty.columns) == list(frame.columns)


def test_pieces_as_rows() -> None:
    pytest.importorskip("pandas", reason="the notebook extra is not installed")
    frame = Results([PIECE, Evidence(0.25, (), (), answers=(3,), complete=False)]).to_pandas()
    assert frame.to_dict("records") == [
        {"rank": 1, "score": 0.5, "answers": ["Heat"], "text": "t", "method": "match", "complete": True},
        {"rank": 2, "score": 0.25, "answers": [3], "text": "", "method": "", "complete": False},
    ]
    assert list(Results().to_pandas().columns) == list(frame.columns)


@pytest.mark.parametrize(("package", "call"), [("networkx", "to_networkx"), ("pandas", "to_pandas")])
def test_without_the_package(package: str, call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(
        MissingDependency, match=rf'needs {package}.* pip install "motif-graphrag\[notebook\]"'
    ):
        getattr(PIECE, call)()
