"""Rows of a meaning's answer as evidence: beside each what it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from motif.engine.coding import NONE
from motif.engine.meaning_answers import Lineage
from motif.graphs.evidence import Evidence
from motif.graphs.meaning import Aggregate, Meaning, NodeRow, Selection, Value
from motif.graphs.projection import Projection
from motif.planners.meaning.planner import MEANING
from motif.retrievers.presentation import Entities, Presentation, shortened, verbalized
from motif.retrievers.thing_presentation import is_bare, relationships_of, values_of

SHOWN = 24
"""Lines that stand as evidence beside one row, and bound rows that they are taken from."""

MORE = "…"

Line = tuple[str, str, str]


class RowPresenter:
    """Says the rows of one meaning's answer as pieces of evidence.

    A piece has the nodes and relationships of the bound rows that its row is made of, the first `SHOWN` of them, and
    in its text their relationships and the values that were asked for, added up or counted: "Tonga | population |
    103197" rather than a number that belongs to nobody.

    Parameters
    ----------
    lineage
        Of the answer; None where nothing was joined.
    """

    def __init__(
        self, projection: Projection, meaning: Meaning, lineage: Lineage | None, presentation: Presentation
    ) -> None:
        self._entities = Entities(projection)
        self._presentation = presentation
        self._lineage = lineage
        self._n_asked = n_asked(meaning)
        self._owned = _owned(meaning.asked) if isinstance(meaning.asked, Selection) else []
        self._is_bare = is_bare(meaning)

    def piece(
        self, at: int, row: tuple[Any, ...], columns: Sequence[str], *, score: float, metadata: dict[str, Any]
    ) -> Evidence:
        """Row ``at`` of the answer; ``columns`` are what its values are called."""
        if self._is_bare and isinstance(row[0], NodeRow):
            return self._thing(row[0].row, score, metadata)
        behind = [] if self._lineage is None else self._lineage.of(at).tolist()
        members = behind[:SHOWN]
        ties = self._ties(members)
        entities = self._entities
        if ties:
            entities.load(np.array(ties))
        answers = tuple(entities.node(one.row) if isinstance(one, NodeRow) else one for one in row)
        nodes = dict.fromkeys([*(one.row for one in row if isinstance(one, NodeRow)), *self._nodes(members)])
        asked = self._n_asked
        besides = dict(zip(columns[asked:], answers[asked:], strict=True))
        return Evidence(
            score,
            tuple(entities.node(node) for node in nodes),
            tuple(entities.relationship(tie) for tie in ties),
            answers=answers[:asked],
            text=self._text(columns, answers, members, is_cut=len(behind) > SHOWN),
            method=MEANING,
            metadata={**metadata, "besides": besides} if besides else metadata,
        )

    def _thing(self, node: int, score: float, metadata: dict[str, Any]) -> Evidence:
        """What is named alone, with what the graph says of it."""
        entities, thing = self._entities, self._entities.node(node)
        ties = relationships_of(entities.projection, node)
        entities.load(ties)
        lines = [*values_of(entities.projection, node, thing.name), *map(entities.line, ties.tolist())]
        ends = [end for tie in ties.tolist() for end in entities.ends(tie)]
        return Evidence(
            score,
            tuple(dict.fromkeys([thing, *ends])),
            tuple(map(entities.relationship, ties.tolist())),
            answers=(thing,),
            text=verbalized(lines, self._presentation) if lines else thing.name,
            method=MEANING,
            metadata=metadata,
        )

    def _text(
        self, columns: Sequence[str], answers: tuple[Any, ...], members: Sequence[int], *, is_cut: bool
    ) -> str:
        """The lines of the members; before them what the row holds, where they do not say it by themselves."""
        said = ", ".join(
            f"{column}: {getattr(value, 'name', value)}"
            for column, value in zip(columns, answers, strict=True)
        )
        lines = list(dict.fromkeys(line for member in members for line in self._lines(member)))
        if not lines:
            return shortened(said, self._presentation.max_tokens)
        told = verbalized(lines[:SHOWN], self._presentation)
        if is_cut or len(lines) > SHOWN:
            told += f"\n{MORE}"
        is_said = len(answers) == 1 and (hasattr(answers[0], "name") or self._is_owned_alone)
        return shortened(told if is_said else f"{said}\n{told}", self._presentation.max_tokens)

    @property
    def _is_owned_alone(self) -> bool:
        """Whether the lines tell the values that were asked for, one by one."""
        return any(isinstance(value, Value) for value in self._owned)

    def _lines(self, member: int) -> Iterator[Line]:
        """The values and the relationships of one bound row."""
        assert self._lineage is not None
        rows, entities = self._lineage.rows, self._entities
        for one in self._owned:
            value = one.of if isinstance(one, Aggregate) else one
            node = int(rows.nodes[value.place][member])
            column = entities.projection.nodes.properties.get(value.property or "")
            held = column.value(node) if column is not None and node != NONE else None
            if held is not None:
                yield entities.node(node).name, value.property or "", str(held)
        yield from map(entities.line, self._ties([member]))

    def _ties(self, members: Sequence[int]) -> list[int]:
        """The relationships of bound rows, each once, row by row; at most `SHOWN`."""
        if self._lineage is None:
            return []
        columns = self._lineage.rows.relationships.values()
        ties = (int(column[member]) for member in members for column in columns)
        return list(islice(dict.fromkeys(tie for tie in ties if tie != NONE), SHOWN))

    def _nodes(self, members: Sequence[int]) -> list[int]:
        """The nodes of bound rows, row by row."""
        if self._lineage is None:
            return []
        columns = self._lineage.rows.nodes.values()
        nodes = (int(column[member]) for member in members for column in columns)
        return [node for node in nodes if node != NONE]


def n_asked(meaning: Meaning) -> int:
    """How many columns were asked for; what is shown beside them comes after."""
    asked = meaning.asked
    if not isinstance(asked, Selection) or asked.asks or asked.over:
        return 1
    return sum(not one.is_besides for one in asked.columns)


def _owned(asked: Selection) -> list[Value | Aggregate]:
    """The columns that are values of nodes which no other column shows, or are made of such."""
    values = [one.value for one in asked.columns]
    shown = {one.place for one in values if isinstance(one, Value) and one.property is None}
    return [one for one in values if _is_owned(one, shown)]


def _is_owned(one: Value | Aggregate, shown: set[str]) -> bool:
    value = one.of if isinstance(one, Aggregate) else one
    return value.property is not None and not value.of_relationship and value.place not in shown
