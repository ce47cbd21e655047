"""Questions with the Cypher that answers them, or with its rows, from a file; and which of them are asked."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from motif.errors import InvalidInput, InvalidSource
from motif.given import read_json, read_yaml
from motif_procedures.cypher_questions.shapes import (
    KINDS,
    is_arbitrary,
    kind_of_query,
    kind_of_template,
    limit_of,
    sorted_by,
)

Half = Literal["dev", "test", "all"]
HALVES: tuple[Half, ...] = ("dev", "test", "all")

KEYS = (
    "id", "question", "kind", "cypher", "rows", "columns", "ordered", "held", "graph", "match", "return", "agreed",
)  # fmt: skip
"""What a question's mapping may have."""

NOT_HELD = "not_held"


@dataclass(frozen=True)
class CypherQuestion:
    """A question and what is right.

    Attributes
    ----------
    graph
        What the graph is called that it is put to.
    kind
        What figures are told by.
    cypher
        The gold query; None where the graph does not hold what is asked, or only rows are given.
    rows
        What the gold query gives; None where it is to be run.
    ordered
        Whether the question asks for an order.
    """

    graph: str
    question: str
    kind: str
    cypher: str | None = None
    rows: tuple[tuple[Any, ...], ...] | None = None
    ordered: bool = False

    @property
    def is_held(self) -> bool:
        """Whether the graph holds what is asked; if not, nothing but declining is right."""
        return self.kind != NOT_HELD

    @property
    def optional_columns(self) -> tuple[int, ...]:
        """Columns of gold that an answer may lack: of a "top" question what it sorts by."""
        return sorted_by(self.cypher) if self.kind == "top" and self.cypher else ()

    @property
    def limit(self) -> int | None:
        """How many rows the gold query takes at most."""
        return limit_of(self.cypher) if self.cypher else None

    @property
    def is_arbitrary(self) -> bool:
        """Whether other rows would be as right as gold's."""
        return self.cypher is not None and is_arbitrary(self.cypher)

    def draw(self, seed: int, what: str) -> int:
        """A number that ``seed`` draws for this question and all that have the same gold query."""
        gold = " ".join(self.cypher.split()) if self.cypher else self.question
        return int.from_bytes(hashlib.sha256(f"{seed} {what} {self.graph} {gold}".encode()).digest()[:8])


def read_questions(path: Path) -> list[CypherQuestion]:
    """The questions of a file: YAML (a list of mappings), or JSON objects, one a line.

    Each has ``question`` and ``cypher`` or ``rows`` (or ``held: false``); and may have ``kind`` (else told by the
    query), ``ordered``. The graph is called as the file, or as its folder where the file is called ``questions``.

    Raises `InvalidSource`, naming the file and the question.
    """
    graph = graph_name(path)
    return [
        _question(row, graph, f"{path}, question {number}") for number, row in enumerate(_rows(path), start=1)
    ]


def graph_name(path: Path) -> str:
    """What the graph of a file of questions is called.

    >>> graph_name(Path("art/questions.jsonl")), graph_name(Path("hospital.yml"))
    ('art', 'hospital')
    """
    return path.resolve().parent.name if path.stem == "questions" else path.stem


def chosen(
    questions: Sequence[CypherQuestion], *, half: Half = "all", limit: int | None = None, seed: int = 0
) -> list[CypherQuestion]:
    """The half of the questions, and ``limit`` of each graph of them, that ``seed`` draws; in their order.

    Questions of one gold query are in one half.
    """
    held = [one for one in questions if half == "all" or (one.draw(seed, "half") % 2 == 0) == (half == "dev")]
    if limit is None:
        return held
    kept: set[int] = set()
    for graph in {one.graph for one in held}:
        of_graph = [number for number, one in enumerate(held) if one.graph == graph]
        kept |= set(sorted(of_graph, key=lambda number: (held[number].draw(seed, "limit"), number))[:limit])
    return [one for number, one in enumerate(held) if number in kept]


def _rows(path: Path) -> list[Any]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        if path.suffix.lower() in (".yml", ".yaml"):
            rows = read_yaml(text)
            if not isinstance(rows, list):
                raise InvalidSource(f"{path} must hold a list of questions.")
            return rows
        return [read_json(line) for line in text.split("\n") if line.strip()]
    except (OSError, ValueError) as error:
        raise InvalidSource(f"{path} cannot be read: {error}.") from error


def _question(row: Any, graph: str, where: str) -> CypherQuestion:
    try:
        return _of_mapping(row, graph)
    except InvalidInput as error:
        raise InvalidSource(f"{where}: {error.message}", hint=error.hint) from error


def _of_mapping(row: Any, graph: str) -> CypherQuestion:
    if (
        not isinstance(row, Mapping)
        or not isinstance(row.get("question"), str)
        or not row["question"].strip()
    ):
        raise InvalidInput("a mapping with a 'question' is needed.")
    unknown = sorted(set(row) - set(KEYS))
    if unknown:
        raise InvalidInput(f"there is no key {unknown[0]!r}.", hint=f"Keys: {', '.join(KEYS)}.")
    cypher, rows = row.get("cypher"), row.get("rows")
    if row.get("held", True) is False:
        return CypherQuestion(graph, row["question"], NOT_HELD)
    if not (isinstance(cypher, str) and cypher.strip()) and not isinstance(rows, list):
        raise InvalidInput("'cypher', 'rows' or 'held: false' is needed.")
    kind = _kind(row)
    return CypherQuestion(
        graph,
        row["question"],
        kind,
        cypher,
        None if rows is None else tuple(tuple(one) if isinstance(one, list) else (one,) for one in rows),
        bool(row.get("ordered", kind == "order")),
    )


def _kind(row: Mapping[str, Any]) -> str:
    """The kind that is given, where it is one of `KINDS` or there is no query; else what the query shows."""
    given = str(row.get("kind") or "")
    if given in KINDS:
        return given
    if row.get("return") and (kind := kind_of_template(row["return"])):
        return kind
    return kind_of_query(row["cypher"]) if row.get("cypher") else given or "other"


def needs_type(question: CypherQuestion, relation: str) -> bool:
    """Whether the gold query goes along relationships of type ``relation`` and of no other in its place.

    >>> needs_type(CypherQuestion("g", "?", "lookup", "MATCH (a)-[:KNOWS]->(b) RETURN b"), "KNOWS")
    True
    """
    inside = re.findall(r"\[[^\]]*?:([^\]{*]*)", question.cypher or "")
    named = [[name.strip(" `:") for name in re.split(r"\|", part.split("{")[0])] for part in inside]
    return any(names == [relation] for names in named)
