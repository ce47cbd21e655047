"""The rows that are right: as given, or what the gold query gives on a server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.graphs.statements import ReadSession
from motif_procedures.cypher_questions.cells import NameOf, Row, rows_of
from motif_procedures.cypher_questions.questions import CypherQuestion

MOST_ROWS = 10_000
SECONDS = 60.0


class Gold:
    """Gold rows of questions to one graph.

    Parameters
    ----------
    projection
        Says what nodes are called.
    session
        Where gold queries are run; None where there is no server: then rows must be given.
    prefers_given
        Whether a query is only run where its rows are not given.
    """

    def __init__(
        self, projection: Projection, session: ReadSession | None = None, *, prefers_given: bool = False
    ) -> None:
        self._session = session
        self._prefers_given = prefers_given
        self._name_of = _namer(projection)

    def rows(self, question: CypherQuestion) -> list[Row] | None:
        """What is right; None where it is not known. Raises `QueryFailed` for a query that the server refuses."""
        if not question.is_held:
            return []
        is_given = question.rows is not None and (self._prefers_given or question.cypher is None)
        if self._session is not None and question.cypher is not None and not is_given:
            return self.run(question.cypher)
        return None if question.rows is None else rows_of(question.rows, self._name_of)

    def run(self, cypher: str) -> list[Row]:
        """What a statement gives on the server, as gold's rows are. Raises `QueryFailed` for one that it refuses."""
        if self._session is None:
            raise InvalidInput("A statement is run in a database.", hint="Give --graph, or --via bolt.")
        found = self._session.run(cypher, {}, seconds=SECONDS, limit=MOST_ROWS)
        return rows_of([list(row.values()) for row in found], self._name_of)


def _namer(projection: Projection) -> NameOf:
    """Knows nodes by element id, and by labels and properties as a file of questions has them."""
    nodes = projection.nodes
    has_ids = nodes.id_prefix is not None
    by_id = {nodes.element_id(row): nodes.names[row] for row in range(projection.n_nodes)} if has_ids else {}
    naming = _naming(projection)

    def name_of(value: Any) -> str | None:
        if isinstance(value, str):
            return by_id.get(value)
        if isinstance(value, Mapping) and set(value) == {"labels", "properties"}:
            held = value["properties"]
            keys = [key for label in sorted(value["labels"]) for key in naming.get(label, ())]
            return next((str(held[key]) for key in keys if held.get(key) is not None), str(held))
        if isinstance(value, Mapping) and set(value) == {"type", "properties"}:
            return str(value["type"])
        return None

    return name_of


def _naming(projection: Projection) -> dict[str, list[str]]:
    """The properties that name the nodes of each label, the most frequent first."""
    nodes = projection.nodes
    counts: dict[str, Counter[str]] = {}
    pairs = Counter(zip(nodes.label_set.tolist(), nodes.name_property.tolist(), strict=True))
    for (label_set, number), n_nodes in pairs.items():
        for label in nodes.label_sets[label_set] if number >= 0 else ():
            counts.setdefault(label, Counter())[nodes.name_properties[number]] += n_nodes
    return {label: [name for name, _ in found.most_common()] for label, found in counts.items()}
