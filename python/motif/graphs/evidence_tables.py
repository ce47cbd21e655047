"""Evidence as networkx graphs and pandas frames; each package is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from motif.errors import MissingDependency
from motif.graphs.drawing.scene import answer_ids, unknowns_by_id, whole_nodes
from motif.graphs.evidence import Evidence, Results
from motif.graphs.evidence_values import shown_value

RELATIONSHIP_COLUMNS = (
    "id",
    "source",
    "source_name",
    "type",
    "target",
    "target_name",
    "relation",
    "answer",
    "unknowns",
)
PIECE_COLUMNS = ("rank", "score", "answers", "text", "method", "complete")


def networkx_graph(piece: Evidence) -> Any:
    """``piece`` as a ``networkx.MultiDiGraph``; see `Evidence.to_networkx`."""
    graph = _installed("networkx").MultiDiGraph(score=piece.score, method=piece.method, text=piece.text)
    answers, unknowns = answer_ids(piece), unknowns_by_id(piece)
    for node in whole_nodes(piece):
        graph.add_node(
            node.id,
            name=node.name,
            labels=list(node.labels),
            answer=node.id in answers,
            unknowns=list(unknowns.get(node.id, ())),
        )
    for one in piece.relationships:
        graph.add_edge(
            one.source,
            one.target,
            key=one.id,
            type=one.type,
            relation=one.relation,
            answer=one.id in answers,
            unknowns=list(unknowns.get(one.id, ())),
        )
    return graph


def relationships_frame(piece: Evidence) -> Any:
    """The relationships of ``piece`` as a ``pandas.DataFrame``; see `Evidence.to_pandas`."""
    answers, unknowns = answer_ids(piece), unknowns_by_id(piece)
    names = {node.id: node.name for node in whole_nodes(piece)}
    rows = [
        (one.id, one.source, names[one.source], one.type, one.target, names[one.target], one.relation,
         one.id in answers or bool({one.source, one.target} & answers), list(unknowns.get(one.id, ())))
        for one in piece.relationships
    ]  # fmt: skip
    return _installed("pandas").DataFrame(rows, columns=list(RELATIONSHIP_COLUMNS))


def pieces_frame(results: Results) -> Any:
    """The pieces of ``results`` as a ``pandas.DataFrame``; see `Results.to_pandas`."""
    rows = [
        (
            rank,
            piece.score,
            [shown_value(answer) for answer in piece.answers],
            piece.text,
            piece.method,
            piece.complete,
        )
        for rank, piece in enumerate(results, start=1)
    ]
    return _installed("pandas").DataFrame(rows, columns=list(PIECE_COLUMNS))


def _installed(package: str) -> Any:
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingDependency(
            f"This needs {package}, which is not installed.", hint='pip install "motif-graphrag[notebook]"'
        ) from error
