"""A question with its gold answers and the parts that a plan for it has, and files of them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from motif.errors import InvalidSource
from motif.given import read_json

FILE = "questions.jsonl"
"""The questions that come with this package."""


@dataclass(frozen=True, slots=True)
class GoldNode:
    """A node that answers: its label, the value of its key property, and its name."""

    label: str
    key: str | int
    name: str


@dataclass(frozen=True, slots=True)
class GoldParts:
    """What a plan for the question has.

    Attributes
    ----------
    answer
        The label of what is asked for.
    hops
        Relationship type, direction and label of each hop, as seen from the answer, those of unwanted paths left out.
    absent
        The same of unwanted paths.
    names
        Label and name of the nodes that the question names.
    said
        Labels of those of them of which the words say what kind they are.
    conditions
        Property, operator ("gt", "ge", "lt", "le", "eq", "in") and number.
    order
        The property, or the type whose relationships are counted, and "asc" or "desc"; empty for none.
    give
        The property that is asked for; empty for none.
    count
        Whether the number of answers is asked for.
    topic
        What a text is to be about; empty for none.
    """

    answer: str
    hops: tuple[tuple[str, str, str], ...] = ()
    absent: tuple[tuple[str, str, str], ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    said: tuple[str, ...] = ()
    conditions: tuple[tuple[str, str, Any], ...] = ()
    order: tuple[str, ...] = ()
    give: str = ""
    count: bool = False
    topic: str = ""


@dataclass(frozen=True, slots=True)
class SparkQuestion:
    """A question to one of the graphs.

    Attributes
    ----------
    part
        "dev", for whoever improves a planner, or "test", for the figures.
    gold
        Every node that answers; where a number of nodes is asked for those that are counted, where a property is those
        that have it.
    values
        The number or the properties' values that are asked for; empty where nodes are.
    """

    id: str
    graph: str
    kind: str
    part: str
    form: str
    text: str
    gold: tuple[GoldNode, ...]
    values: tuple[Any, ...]
    parts: GoldParts


def write_questions(path: Path, questions: Iterable[SparkQuestion]) -> None:
    """Writes ``questions`` to ``path``, one JSON object a line, in place of what is there."""
    path.write_text(as_lines(questions), encoding="utf-8")


def as_lines(questions: Iterable[SparkQuestion]) -> str:
    """The questions as a file holds them."""
    rows = (json.dumps(dataclasses.asdict(one), ensure_ascii=False) for one in questions)
    return "".join(f"{row}\n" for row in rows)


def read_questions(path: Path | None = None) -> Iterator[SparkQuestion]:
    """The questions of ``path``, by default those of this package.

    Raises `InvalidSource`, naming the line.
    """
    source = files("motif_procedures.spark").joinpath(FILE) if path is None else path
    try:
        lines = source.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSource(f"{source} cannot be read: {error}.") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield from_values(read_json(line))
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise InvalidSource(
                    f"{source}, line {number}: {error}", hint="A line is what write_questions writes."
                ) from error


def from_values(values: dict[str, Any]) -> SparkQuestion:
    """The question that `as_lines` wrote as ``values``."""
    parts = {key: _frozen(value) for key, value in values.pop("parts").items()}
    gold = tuple(GoldNode(**node) for node in values.pop("gold"))
    return SparkQuestion(**values | {"values": tuple(values["values"])}, gold=gold, parts=GoldParts(**parts))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
