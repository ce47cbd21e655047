"""Files of questions: one JSON object a line, which ``motif evaluate`` reads too."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput, InvalidSource
from motif.given import read_json
from motif.graphs.pattern import parse_pattern
from motif_procedures.erqa.noise import KINDS
from motif_procedures.erqa.question import ANSWER, ErqaQuestion, Noise, Triple

_TEXTS = ("id", "question", "kind", "star")
_LISTS = ("pattern", "answers", "gold", "noise")
_NUMBERS = ("bridges", "seed")
_HINT = "Files are written by: motif erqa --dataset metaqa --out questions.jsonl"


def write_questions(path: Path, questions: Iterable[ErqaQuestion]) -> int:
    """Writes ``questions`` to ``path``, in place of what is there; how many they are.

    Raises `InvalidSource` where the file cannot be written.
    """
    lines = [json.dumps(as_values(question), ensure_ascii=False) for question in questions]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise InvalidSource(f"{path} cannot be written: {error}.") from error
    return len(lines)


def read_questions(path: Path) -> Iterator[ErqaQuestion]:
    """The questions in ``path``, in the file's order; empty lines are skipped.

    Raises `InvalidSource`, naming the line.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSource(f"{path} cannot be read: {error}.") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield from_values(read_json(line))
            except (InvalidInput, ValueError) as error:
                raise InvalidSource(f"{path}, line {number}: {error}", hint=_HINT) from error


def as_values(question: ErqaQuestion) -> dict[str, Any]:
    """A question as plain values.

    >>> question = ErqaQuestion("1", "Which a is b?", (), (), (), "4", "Heat", 2, (Noise(0, "typo", "b", "c"),), 7)
    >>> from_values(as_values(question)) == question
    True
    """
    values = dataclasses.asdict(question)
    return {key: values[key] for key in (field.name for field in dataclasses.fields(question))} | {
        "answer": ANSWER
    }


def from_values(row: Any) -> ErqaQuestion:
    """The question that ``row`` describes. Raises `InvalidInput`."""
    if not isinstance(row, dict):
        raise InvalidInput(f"an object is needed, not {json.dumps(row)[:60]}.")
    for keys, kind, needed in (
        (_TEXTS, str, "text"),
        (_LISTS, list | tuple, "a list"),
        (_NUMBERS, int, "a number"),
    ):
        for key in keys:
            if not isinstance(row.get(key), kind):
                raise InvalidInput(f"{key!r} must be {needed}, not {row.get(key)!r}.")
    return ErqaQuestion(
        **{key: row[key] for key in (*_TEXTS, *_NUMBERS)},
        pattern=_triples(row["pattern"]),
        gold=_triples(row["gold"]),
        answers=tuple(str(answer) for answer in row["answers"]),
        noise=tuple(_noise(change, len(row["pattern"])) for change in row["noise"]),
    )


def _triples(triples: Any) -> tuple[Triple, ...]:
    if triples:
        parse_pattern(triples)
    return tuple(tuple(triple) for triple in triples)


def _noise(change: Any, n_triples: int) -> Noise:
    if not isinstance(change, Mapping) or set(change) != {field.name for field in dataclasses.fields(Noise)}:
        raise InvalidInput(f"noise is an object with triple, kind, name and said, not {change!r}.")
    if change["kind"] not in KINDS:
        raise InvalidInput(f"a kind of noise is one of {', '.join(KINDS)}, not {change['kind']!r}.")
    if n_triples and change["triple"] not in range(n_triples):
        raise InvalidInput(f"noise concerns a triple from 0 to {n_triples - 1}, not {change['triple']!r}.")
    return Noise(**change)
