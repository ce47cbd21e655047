"""Which of the nodes of one name comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import MISSING, Projection
from motif.planners.linking_wording import ARTICLES, Wording
from motif.planners.linking_words import SchemaWords
from motif.planners.reading.lemmas import stem

_LOOKED_AT = 256
_RELATIONSHIPS = 1024
"""So many relationships of a node tell which relations it has."""


@dataclass(frozen=True, slots=True)
class Clues:
    """What a question says of a mention: stems of the words beside it and of all others, and how it is written.

    ``written``: the question from where the mention starts; ``length``: how many characters of that it takes.
    """

    written: str
    length: int
    beside: frozenset[str]
    elsewhere: frozenset[str]


def clues_of(wording: Wording, start: int, end: int, text: str = "") -> Clues:
    """The clues of a stretch of a question: two words before and one after stand beside it.

    ``text``: its words, where marks around them belong to the stretch.
    """
    beside = frozenset(map(stem, wording.around(start, end, before=2, after=1)))
    elsewhere = wording.stems.difference(stem(word.text) for word in wording.inside(start, end))
    return Clues(text or wording.question[start:], len(text) or end - start, beside, elsewhere)


class RowOrder:
    """Ranks nodes that share a name by what the question says around it, then by how connected they are."""

    def __init__(self, projection: Projection, schema: SchemaWords) -> None:
        self._projection = projection
        self._schema = schema

    def ranked(self, rows: NDArray[np.int32], n_named: int, clues: Clues) -> NDArray[np.int32]:
        """``rows``, likeliest first.

        First those of a label that stands beside the mention ("the film Heat"), then those with most relations and
        properties whose words are elsewhere in the question; then those written so to the letter, those named so (the
        first ``n_named``; the rest have it as an alias), the better connected, the lower row. Of more than 256 only
        the best connected are looked at closely.
        """
        if len(rows) < 2:
            return rows
        outgoing, incoming = self._projection.outgoing.indptr, self._projection.incoming.indptr
        degree = outgoing[rows + 1] - outgoing[rows] + incoming[rows + 1] - incoming[rows]
        is_alias = np.arange(len(rows)) >= n_named
        found = np.zeros((3, len(rows)), np.int64)
        said = self._said(clues)
        for place in np.lexsort((rows, -degree, is_alias))[:_LOOKED_AT].tolist():
            found[:, place] = self._found(int(rows[place]), clues, said)
        return rows[np.lexsort((rows, -degree, is_alias, -found[2], -found[1], -found[0]))]

    def _said(self, clues: Clues) -> tuple[frozenset[int], list[str]]:
        """Relations and properties whose words are elsewhere in the question."""
        relations = (
            code
            for code, stems in enumerate(self._schema.relation_stems)
            if not stems.isdisjoint(clues.elsewhere)
        )
        properties = self._schema.property_stems.items()
        return frozenset(relations), [
            name for name, stems in properties if stems and stems <= clues.elsewhere
        ]

    def _found(self, row: int, clues: Clues, said: tuple[frozenset[int], list[str]]) -> tuple[int, int, int]:
        """Whether a label is beside the mention, how many relations are elsewhere, whether it is written so."""
        labels = (self._schema.label_stems[label] for label in self._projection.nodes.labels(row))
        relations, properties = said
        return (
            int(any(stems and stems <= clues.beside for stems in labels)),
            (len(relations.intersection(self._relations(row))) if relations else 0)
            + self._n_properties(row, properties),
            self._n_written(self._projection.nodes.names[row], clues),
        )

    def _n_properties(self, row: int, asked: Sequence[str]) -> int:
        columns = self._projection.nodes.properties
        return sum(columns[name].kind_at(row) != MISSING for name in asked)

    def _n_written(self, name: str, clues: Clues) -> int:
        """Letters of the name if it is written so; "Alive!" has more of them than "Alive", "The Fog" than "Fog".

        An article may be small where the name has it large, and may belong to the sentence alone.
        """
        article, _, bare = clues.written.partition(" ")
        if article.casefold() not in ARTICLES:
            article, bare = "", clues.written
        for written in (f"{article.capitalize()} {bare}", clues.written, bare):
            length = clues.length - len(clues.written) + len(written)
            if len(name) >= length and written.startswith(name):
                return len(name)
        return 0

    def _relations(self, row: int) -> list[int]:
        codes = []
        for links in (self._projection.outgoing, self._projection.incoming):
            start, end = links.indptr[row : row + 2].tolist()
            held = links.rows_at(slice(start, min(end, start + _RELATIONSHIPS)))
            codes.append(self._projection.relationships.relation[held])
        found: list[int] = np.concatenate(codes).tolist()
        return found
