"""What a retrieval returns: pieces of evidence, ranked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motif.graphs.drawing import Drawing, InteractiveDrawing


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the graph: Neo4j's element id (the name without a database), name, labels."""

    id: str
    name: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship of the graph; ``source`` and ``target`` are ids of nodes, ``relation`` its text."""

    id: str
    source: str
    type: str
    target: str
    relation: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One match, trace, community, or chunk of an expansion.

    Attributes
    ----------
    score
        Higher is better; for ``search`` minus the Graph Semantic Distance.
    nodes, relationships
        Distinct, in pattern order.
    bindings
        Unknown (without its sign) to the node or relationship it stands for.
    answers
        What is bound to the unknown that the question asks for; empty when there is more than one unknown and
        none was named. A plain value where the question asks for a number of answers or for a property.
    text
        One ``head | relation | tail`` line per relationship, or the chunk's text.
    """

    score: float
    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]
    bindings: Mapping[str, Node | Relationship] = field(default_factory=dict)
    answers: tuple[Any, ...] = ()
    text: str = ""
    method: str = ""
    complete: bool = True
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def show(self, *, interactive: bool = False, theme: str = "auto") -> Drawing | InteractiveDrawing:
        """A picture that a notebook displays and ``.save(path)`` writes: colours by label, answers ringed.

        Parameters
        ----------
        interactive
            Nodes that can be dragged, by pyvis; raises `MissingDependency` where it is not installed.
        theme
            "light", "dark", or "auto": as the notebook or the reader's system is. Interactive pictures are light.

        >>> Evidence(1.0, (Node("1", "Heat", ("Film",)),), ()).show()
        Drawing(n_nodes=1, n_relationships=0)
        """
        from motif.graphs.drawing import draw, draw_interactively

        return draw_interactively(self) if interactive else draw(self, theme=theme)

    def to_networkx(self) -> Any:
        """A ``networkx.MultiDiGraph`` keyed by element id.

        Nodes have ``name, labels, answer, unknowns``, relationships ``type, relation, answer, unknowns``: whether they
        answer the question, and the unknowns that they stand for. Raises `MissingDependency` without networkx.

        >>> piece = Evidence(1.0, (Node("1", "Heat", ("Film",)),), (), bindings={"film": Node("1", "Heat")})
        >>> piece.to_networkx().nodes["1"]
        {'name': 'Heat', 'labels': ['Film'], 'answer': False, 'unknowns': ['film']}
        """
        from motif.graphs.evidence_tables import networkx_graph

        return networkx_graph(self)

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame`` with one row for each relationship.

        Columns ``id, source, source_name, type, target, target_name, relation, answer, unknowns``; ``answer`` where the
        relationship or one of its ends answers. Raises `MissingDependency` without pandas.
        """
        from motif.graphs.evidence_tables import relationships_frame

        return relationships_frame(self)

    def _repr_html_(self) -> str:
        from motif.graphs.drawing import piece_page

        return piece_page(self)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of an answer that has columns; a node stands as a `Node`, what is missing as None."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


class Results(list[Evidence]):
    """Ranked evidence; ``complete`` is False when the search was cut short, ``metadata`` says how it went."""

    def __init__(
        self,
        evidence: Iterable[Evidence] = (),
        *,
        complete: bool = True,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(evidence)
        self.complete = complete
        self.metadata = dict(metadata or {})

    @property
    def status(self) -> str:
        """How the question was answered.

        "answered"; "unsure": something of the question was left out, or another reading is as likely; "empty":
        understood, and the graph holds none; "not held": it asks for what the graph's schema has nothing for.
        """
        told = self.metadata.get("status")
        return str(told) if told else "answered" if self else "empty"

    @property
    def confidence(self) -> float | None:
        """Between 0 and 1, how likely it is that this was asked; None where the method does not tell."""
        told = self.metadata.get("confidence")
        return None if told is None else float(told)

    @property
    def readings(self) -> tuple[str, ...]:
        """The likeliest readings of the question in plain words, the one that was answered first."""
        return tuple(self.metadata.get("readings") or ())

    @property
    def table(self) -> Table | None:
        """The answer's rows with their columns' names, what they are ordered by among them; None where there are none.

        >>> count = Evidence(1.0, (), (), answers=("Berlin", 3))
        >>> Results([count], metadata={"columns": ["town", "count"]}).table
        Table(columns=('town', 'count'), rows=(('Berlin', 3),))
        """
        columns = self.metadata.get("columns")
        if not columns:
            return None
        rows = ((*piece.answers, *piece.metadata.get("besides", {}).values()) for piece in self)
        return Table(tuple(columns), tuple(rows))

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame`` with one row for each piece: ``rank, score, answers, text, method, complete``.

        Answers are names of nodes, ids of relationships, and plain values. Raises `MissingDependency` without pandas.
        """
        from motif.graphs.evidence_tables import pieces_frame

        return pieces_frame(self)

    def _repr_html_(self) -> str:
        from motif.graphs.drawing import results_page

        return results_page(self)
