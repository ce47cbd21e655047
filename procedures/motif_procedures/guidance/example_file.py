"""Files of examples: one JSON object a line, by name, so that they outlive the rows of one projection."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from motif.errors import InvalidInput, InvalidSource
from motif.graphs.pattern import parse_part
from motif.graphs.plan import STRATEGIES
from motif.graphs.projection import Projection
from motif.indexes.names import NameIndex, build_name_index
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.gold import GoldFinder
from motif_procedures.guidance.masking import Masked

_FORMAT = "motif guidance examples"
_HINT = "Make examples of this graph: motif guidance-data GRAPH --output FOLDER"


def save_examples(path: Path, projection: Projection, examples: Sequence[GuidanceExample]) -> int:
    """Writes ``examples`` of ``projection`` to ``path``, in place of what is there; how many they are.

    Raises `InvalidSource` where the file cannot be written.
    """
    header = {
        "format": _FORMAT,
        "graph": projection.name,
        "relations": list(projection.relationships.relations),
        "paths": max((len(example.paths) for example in examples), default=1),
    }
    rows = chain([header], (as_values(projection, example) for example in examples))
    write_lines(path, rows)
    return len(examples)


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Writes ``rows`` to ``path``, one a line as JSON; how many they are. Raises `InvalidSource`."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise InvalidSource(f"{path} cannot be written: {error}.") from error
    return len(lines)


def as_values(projection: Projection, example: GuidanceExample) -> dict[str, Any]:
    """An example as plain values; its gold nodes and paths are found again when it is read."""
    return {
        "question": example.question,
        "strategy": example.strategy,
        "triples": [list(triple) for triple in example.triples],
        "relations": list(example.relations),
        "outgoing": list(example.outgoing),
        "assertions": list(example.assertions),
        "answer": example.answer,
        "answers": projection.nodes.names.take(example.answers),
    }


def load_examples(path: Path, projection: Projection) -> list[GuidanceExample]:
    """The examples in ``path``, with rows of ``projection``; empty lines are skipped.

    Gold nodes and paths are found again, so that the graph may have been projected anew in the meantime.

    Raises `InvalidSource`, naming the line, where it cannot be read or was made of another graph: one that lacks an
    entity or a relation, or in which a question has other answers.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSource(f"{path} cannot be read: {error}.") from error
    rows = _rows(path, lines)
    reader = _Reader.of(projection, _located(path, next(rows, (1, None)), _checked_header))
    return [_located(path, row, reader.example) for row in rows]


def _rows(path: Path, lines: Sequence[str]) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                raise InvalidSource(f"{path}, line {number}: {error}.", hint=_HINT) from error


def _located(path: Path, row: tuple[int, Any], read: Callable[[Any], Any]) -> Any:
    try:
        return read(row[1])
    except InvalidInput as error:
        raise InvalidSource(f"{path}, line {row[0]}: {error.message}", hint=_HINT) from error


def _checked_header(row: Any) -> Mapping[str, Any]:
    is_ours = isinstance(row, Mapping) and row.get("format") == _FORMAT
    if not is_ours or not isinstance(row.get("paths"), int) or row["paths"] < 1:
        raise InvalidInput(f'the first line must hold {{"format": "{_FORMAT}", "paths": …}}.')
    return dict(row)


_LISTS = ("triples", "relations", "outgoing", "assertions", "answers")
_TEXTS = ("question", "strategy", "answer")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Makes examples of a projection out of plain values."""

    projection: Projection
    names: NameIndex
    finder: GoldFinder
    codes: Mapping[str, int]

    @staticmethod
    def of(projection: Projection, header: Mapping[str, Any]) -> _Reader:
        codes = {relation: code for code, relation in enumerate(projection.relationships.relations)}
        names = build_name_index(projection.nodes.names)
        return _Reader(projection, names, GoldFinder(projection, header["paths"]), codes)

    def example(self, row: Any) -> GuidanceExample:
        """The example that ``row`` describes. Raises `InvalidInput`."""
        _check_row(row)
        schema = self._schema(row)
        gold = self.finder.find(schema)
        names = [] if gold is None else self.projection.nodes.names.take(gold.answers)
        if gold is None or sorted(names) != sorted(row["answers"]):
            raise InvalidInput(
                f"{row['question']!r} has {len(names)} answers in '{self.projection.name}', other ones than the "
                f"{len(row['answers'])} of the file: it was made of another graph, or this one has changed."
            )
        return GuidanceExample(
            triples=tuple((triple[0], triple[1], triple[2]) for triple in row["triples"]),
            relations=tuple(row["relations"]),
            outgoing=tuple(row["outgoing"]),
            entities=np.array([entity for _, entity in schema.entities], np.int32),
            gold=gold.nodes,
            paths=gold.paths,
            answers=gold.answers,
            strategy=row["strategy"],
            question=row["question"],
            assertions=tuple(row["assertions"]),
            answer=row["answer"],
        )

    def _schema(self, row: Mapping[str, Any]) -> Masked:
        ends = [
            (triple[0], triple[2]) if leaves else (triple[2], triple[0])
            for triple, leaves in zip(row["triples"], row["outgoing"], strict=True)
        ]
        place_of = {name: place for place, name in enumerate(dict.fromkeys(chain.from_iterable(ends)))}
        known = [name for name in place_of if parse_part(name).is_known]
        if row["answer"] not in place_of or row["answer"] in known or not known:
            raise InvalidInput("its triples must name an entity, and the answer must be an unknown of them.")
        return Masked(
            tuple(place_of[head] for head, _ in ends),
            tuple(place_of[tail] for _, tail in ends),
            tuple(self._code(relation) for relation in row["relations"]),
            tuple((place_of[name], self._row(name)) for name in known),
            place_of[row["answer"]],
        )

    def _code(self, relation: str) -> int:
        if relation not in self.codes:
            raise InvalidInput(f"'{self.projection.name}' has no relation {relation!r}: another graph.")
        return self.codes[relation]

    def _row(self, name: str) -> int:
        rows = self.names.equal(name)
        if len(rows) != 1:
            found = f"{len(rows):,} nodes" if len(rows) else "no node"
            raise InvalidInput(
                f"'{self.projection.name}' has {found} named {name!r}, not one: another graph."
            )
        return int(rows[0])


def _check_row(row: Any) -> None:
    if not isinstance(row, Mapping):
        raise InvalidInput(f"an object is needed, not {json.dumps(row)[:60]}.")
    for keys, kind, needed in ((_LISTS, list, "a list"), (_TEXTS, str, "text")):
        for key in keys:
            if not isinstance(row.get(key), kind):
                raise InvalidInput(f"{key!r} must be {needed}, not {row.get(key)!r}.")
    if row["strategy"] not in STRATEGIES:
        raise InvalidInput(f"a strategy is one of {', '.join(STRATEGIES)}, not {row['strategy']!r}.")
    triples = row["triples"]
    are_triples = all(
        isinstance(triple, list)
        and len(triple) == 3
        and all(isinstance(part, str) and part for part in triple)
        for triple in triples
    )
    if not triples or not are_triples:
        raise InvalidInput(f"'triples' must be lists of three texts, not {triples!r}.")
    for key in ("relations", "outgoing", "assertions"):
        if len(row[key]) != len(triples):
            raise InvalidInput(
                f"{key!r} must have {len(triples)} parts, one for each triple, not {len(row[key])}."
            )
