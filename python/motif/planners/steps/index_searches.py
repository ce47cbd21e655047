"""A search that an index of the database answers, as part of a statement: exactly as many nodes as there are."""

from __future__ import annotations

import re
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.graph_schema import SearchIndex
from motif.graphs.stages import TextVector
from motif.graphs.steps import FulltextSearch, VectorSearch
from motif.planners.cypher_literals import identifier
from motif.planners.steps.building import Building, Nodes

FETCH_TIMES = (4, 64)
"""How many times the wanted number are fetched from a vector index that cannot filter, one after the other, before
what passes the conditions is compared one by one. Indexes hold vectors rounded: what is fetched is compared exactly."""

FEWEST_FETCHED = 100

_SIMPLE = ("$eq", "$lt", "$lte", "$gt", "$gte", "$between")
_FIRST_SEARCH_VERSION = (2026, 1)


def searched(building: Building, step: VectorSearch | FulltextSearch, index: SearchIndex) -> Nodes:
    """The nodes that ``index`` finds for the step's text, with their scores."""
    node, score = building.fresh(step.name), building.fresh(f"{step.name}_score")
    search = _Search(building, step, index, node, score)
    if isinstance(step, FulltextSearch):
        lines = search.by_words()
    elif search.filters_itself():
        lines = search.by_filtering_index()
    elif search.condition:
        lines = search.by_growing_fetch()
    else:
        lines = [*search.nearest(FETCH_TIMES[0]), *search.cut()]
    return Nodes(tuple(lines), node, step.label, score)


class _Search:
    """One search while it is written."""

    def __init__(
        self,
        building: Building,
        step: VectorSearch | FulltextSearch,
        index: SearchIndex,
        node: str,
        score: str,
    ) -> None:
        self._building, self._step, self._index, self._node, self._score = building, step, index, node, score
        self.condition = self._condition()

    def _condition(self) -> str:
        step, node = self._step, self._node
        labelled = step.label is not None and self._index.labels != (step.label,)
        parts = [f"{node}:{identifier(str(step.label))}"] if labelled else []
        parts.append(self._building.of_nodes(node, step.label, step.name).of(step.where))
        return " AND ".join(part for part in parts if part)

    def _parameter(self, value: Any, end: str) -> str:
        return self._building.parameter(value, f"{self._step.name}_{end}")

    def _vector(self) -> str:
        return self._parameter(TextVector(self._step.text), "vector")

    def nearest(self, times: int) -> list[str]:
        """Those of the index's nearest that pass."""
        arguments = (self._parameter(self._index.name, "index"), self._fetch(times), self._vector())
        return [
            f"CALL db.index.vector.queryNodes({', '.join(arguments)})",
            f"YIELD node AS {self._node}",
            *([f"WHERE {self.condition}"] if self.condition else []),
            self._compared(),
        ]

    def _fetch(self, times: int) -> str:
        return self._parameter(max(self._step.limit * times, FEWEST_FETCHED), "fetch")

    def _compared(self) -> str:
        similarity = "euclidean" if (self._index.similarity or "").lower() == "euclidean" else "cosine"
        place = f"{self._node}.{identifier(self._index.properties[0])}"
        return (
            f"WITH {self._node}, vector.similarity.{similarity}({place}, {self._vector()}) AS {self._score}"
        )

    def cut(self) -> list[str]:
        limit = self._parameter(self._step.limit, "limit")
        return [
            f"WITH {self._node}, {self._score} ORDER BY {self._score} DESC, elementId({self._node}) LIMIT {limit}"
        ]

    def by_growing_fetch(self) -> list[str]:
        """Fetches more and more where fewer than wanted pass, and in the end compares all that pass one by one.

        What is left to compare is then a small part of the nodes, since more than one in `FETCH_TIMES` of the nearest
        would have passed otherwise.
        """
        limit = self._parameter(self._step.limit, "limit")
        tries = [self.nearest(times) for times in FETCH_TIMES]
        found: list[str] = []
        lines: list[str] = []
        for attempt in [*tries, self._all_compared()]:
            name = self._building.fresh(f"{self._step.name}_found")
            lines.append(f"CALL ({', '.join(found)}) {{")
            if found:
                too_few = " AND ".join(f"size({other}) < {limit}" for other in found)
                lines.append(f"  WITH {', '.join(found)} WHERE {too_few}")
            lines += [f"  {line}" for line in (*attempt, *self.cut())]
            lines += [f"  RETURN collect([{self._node}, {self._score}]) AS {name}", "}"]
            found.append(name)
        row = self._building.fresh(f"{self._step.name}_row")
        enough = " ".join(f"WHEN size({name}) >= {limit} THEN {name}" for name in found[:-1])
        lines.append(f"UNWIND CASE {enough} ELSE {found[-1]} END AS {row}")
        return [*lines, f"WITH {row}[0] AS {self._node}, {row}[1] AS {self._score}"]

    def _all_compared(self) -> list[str]:
        node, place = self._node, f"{self._node}.{identifier(self._index.properties[0])}"
        labels = "|".join(map(identifier, self._index.labels))
        vector = self._vector()
        whole = f"CASE WHEN {place} IS :: LIST<ANY> THEN size({place}) = size({vector}) ELSE {place} IS NOT NULL END"
        return [
            f"MATCH ({node}:{labels}) WHERE {self.condition} AND {whole}",
            self._compared(),
        ]

    def filters_itself(self) -> bool:
        """Whether the server can filter in the index: the properties are in it, and the conditions are simple."""
        where = self._step.where
        if not where or _numbers(self._building.known.schema.version) < _FIRST_SEARCH_VERSION:
            return False
        if self._step.label is not None and self._index.labels != (self._step.label,):
            return False
        return all(
            name in self._index.properties[1:] and _is_simple(value) and self._is_plain(name)
            for name, value in where.items()
        )

    def _is_plain(self, name: str) -> bool:
        profile = self._building.known.schema.property_of(self._step.label, name)
        return profile is not None and profile.format is None and profile.type != "LIST"

    def by_filtering_index(self) -> list[str]:
        self._building.language = "CYPHER 25"
        index, fetch = identifier(self._index.name), self._fetch(FETCH_TIMES[0])
        labels = "|".join(map(identifier, self._index.labels))
        inner = f"VECTOR INDEX {index} FOR {self._vector()} WHERE {self.condition} LIMIT {fetch}"
        return [
            f"MATCH ({self._node}:{labels})",
            f"SEARCH {self._node} IN ({inner})",
            self._compared(),
            *self.cut(),
        ]

    def by_words(self) -> list[str]:
        words = dict.fromkeys(re.findall(r"\w+", self._step.text.lower()))
        if not words:
            raise InvalidInput(
                f"The text of the step {self._step.name!r} has no word to search for: {self._step.text!r}.",
                hint="Give words, or use 'vector_search'.",
            )
        # In lower case and without signs nothing of Lucene's syntax is left.
        query = self._parameter(" ".join(words), "query")
        index = self._parameter(self._index.name, "index")
        call = f"CALL db.index.fulltext.queryNodes({index}, {query}) YIELD node AS {self._node}, score AS {self._score}"
        return [call, *([f"WHERE {self.condition}"] if self.condition else []), *self.cut()]


def _is_simple(value: Any) -> bool:
    if not isinstance(value, dict):
        return isinstance(value, (bool, int, float, str))
    return all(sign.lower() in _SIMPLE for sign in value)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:2])
