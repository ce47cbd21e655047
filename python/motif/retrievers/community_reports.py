"""Communities in words: what is most relevant first, as much of it as fits (DA-RAG §5.1, without a model)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import Projection, RelationshipTable
from motif.models.language_messages import CHARACTERS_PER_TOKEN
from motif.retrievers.community_edges import relationships_among
from motif.retrievers.community_layers import CHUNK
from motif.retrievers.community_search import LayerCommunity
from motif.retrievers.presentation import Entities, cut
from motif.retrievers.selection import Selection

MAXIMUM_DESCRIPTION = 500
"""Tokens of one entity's description (entity_summary_to_max_tokens, table 4)."""

_IN_TITLE = 3


class CommunityReports:
    """Texts, nodes and relationships of the communities of one question.

    Parameters
    ----------
    relevance : float32 (n,)
        Of each node of the projection; what is more relevant comes first.
    """

    def __init__(self, projection: Projection, relevance: NDArray[np.float32], selection: Selection) -> None:
        self.entities = Entities(projection)
        self._projection = projection
        self._relevance = relevance
        self._selection = selection

    def ranked(self, community: LayerCommunity) -> NDArray[np.int32]:
        """Rows of its nodes, most relevant first, of equal ones the first."""
        return self.by_relevance(community.rows)

    def by_relevance(self, rows: NDArray[np.int32]) -> NDArray[np.int32]:
        """``rows``, ascending, in the order of relevance."""
        return rows[np.argsort(-self._relevance[rows], kind="stable")]

    def relationships(self, community: LayerCommunity) -> NDArray[np.int32]:
        """Rows of the relationships of the graph that are edges of the community, int32, ascending."""
        return relationships_among(self._projection, community.edges, self._selection.relationships)

    def title(self, community: LayerCommunity) -> str:
        """Its most relevant nodes by name, and how many more there are."""
        rows = self.ranked(community)
        names = ", ".join(self._name(row) for row in rows[:_IN_TITLE].tolist())
        more = len(rows) - _IN_TITLE
        return f"{names} and {more} more" if more > 0 else names

    def report(self, community: LayerCommunity, max_tokens: int, *, sources: bool = False) -> str:
        """The community in whole lines, as many as fit ``max_tokens`` (of four characters).

        Entities as ``name: description``, most relevant first, each followed by its relations to those before it as
        ``head | relation | tail`` with their description in the next line. Of a community of chunks the title only,
        or with ``sources`` their texts.
        """
        lines = [self.title(community)]
        left = max_tokens * CHARACTERS_PER_TOKEN - len(lines[0])
        for line in self._lines(community, sources):
            left -= len(line) + 1
            if left < 0:
                if len(lines) == 1:
                    lines.append(cut(line, left + len(line)))
                break
            lines.append(line)
        return "\n".join(line for line in lines if line)

    def source(self, row: int) -> str:
        """The text of a chunk, under its name where it has one of its own; the name alone where it has no text."""
        name, text = self._name(row), self._text(row)
        if not text:
            return name
        is_named = self._projection.nodes.name_property[row] >= 0 and not text.startswith(name)
        return f"{name}\n{text}" if is_named else text

    def length(self, community: LayerCommunity) -> int:
        """Tokens of all that its nodes say, names and texts."""
        nodes, rows = self._projection.nodes, community.rows
        tables = [nodes.names] if nodes.texts is None else [nodes.names, nodes.texts]
        size = sum(int((table.offsets[rows + 1] - table.offsets[rows]).sum()) for table in tables)
        return -(-size // CHARACTERS_PER_TOKEN)

    def _lines(self, community: LayerCommunity, sources: bool) -> Iterator[str]:
        if community.layer.name == CHUNK:
            yield from (self.source(row) for row in self.ranked(community).tolist() if sources)
            return
        ranked = self.ranked(community)
        relations = self._by_later_end(community, ranked)
        for place, row in enumerate(ranked.tolist()):
            description = cut(" ".join(self._text(row).split()), MAXIMUM_DESCRIPTION * CHARACTERS_PER_TOKEN)
            yield f"{self._name(row)}: {description}" if description else self._name(row)
            for relationship in relations[place]:
                yield self._relation_line(relationship)

    def _by_later_end(self, community: LayerCommunity, ranked: NDArray[np.int32]) -> list[list[int]]:
        """The relationships to say after each node: those whose other end was said before."""
        links = self._projection.relationships
        found: list[list[int]] = [[] for _ in ranked]
        place = {row: number for number, row in enumerate(ranked.tolist())}
        for row in self.relationships(community).tolist():
            found[max(place[int(links.sources[row])], place[int(links.target[row])])].append(row)
        return found

    def _relation_line(self, row: int) -> str:
        links = self._projection.relationships
        head, said, tail = self.entities.line(row)
        line = f"{head} | {_text_property(links, row, 'relation') or said} | {tail}"
        description = " ".join(_text_property(links, row, "description").split())
        return f"{line}\n  {description}" if description else line

    def _name(self, row: int) -> str:
        return self.entities.node(row).name

    def _text(self, row: int) -> str:
        texts = self._projection.nodes.texts
        return "" if texts is None else texts[row].strip()


def _text_property(links: RelationshipTable, row: int, name: str) -> str:
    column = links.properties.get(name)
    value = None if column is None else column.value(row)
    return value.strip() if isinstance(value, str) else ""
