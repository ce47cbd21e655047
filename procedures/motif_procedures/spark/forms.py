"""Forms of questions: what is asked of a graph, with slots, and the words for it. Written in ``forms.yml``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from motif.errors import InvalidInput

GRAPHS = ("world", "registry", "metaqa")
PARTS = ("dev", "test")
TOPIC = "topic"
"""The slot of a resource that a question tells by what it is about."""

_HOP = re.compile(r"(\w+) (out|in|any) (\w+)")
_CONDITION = re.compile(r"(\w+) (gt|ge|lt|le|eq|in) \$(\w+)")


@dataclass(frozen=True, slots=True)
class Hop:
    """Along relationships of a type, "out", "in" or "any" way, to nodes with a label."""

    type: str
    direction: str
    label: str


@dataclass(frozen=True, slots=True)
class Condition:
    """A property beside the number of a slot: "gt", "ge", "lt", "le", "eq", or "in" a range with both its ends."""

    property: str
    operator: str
    slot: str


@dataclass(frozen=True, slots=True)
class Path:
    """A way from the answer: to the node of a slot, to one that meets a condition, or to any."""

    hops: tuple[Hop, ...]
    slot: str | None = None
    condition: Condition | None = None

    def end(self, answer: str) -> str:
        """The label at its end, from answers with the label ``answer``."""
        return self.hops[-1].label if self.hops else answer


@dataclass(frozen=True, slots=True)
class Order:
    """What ranks answers: a property, or how many nodes a hop leads to; the first is wanted."""

    property: str | None
    count: Hop | None
    descending: bool


@dataclass(frozen=True, slots=True)
class Form:
    """A question with slots; see ``forms.yml`` for the fields."""

    id: str
    graph: str
    kind: str
    answer: str
    questions: int
    wordings: Mapping[str, tuple[str, ...]]
    all: tuple[Path, ...] = ()
    any: tuple[Path, ...] = ()
    none: tuple[Path, ...] = ()
    where: tuple[Condition, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    order: Order | None = None
    give: str | None = None
    count: bool = False
    topic: bool = False
    said: tuple[str, ...] = ()

    @property
    def tells_answer_by_topic(self) -> bool:
        """Whether the answer itself is told by its topic, and not only something that leads to it."""
        return self.topic and all(path.slot != TOPIC for path in self.all)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Those on the answer and those at the ends of paths."""
        ends = (path.condition for path in (*self.all, *self.any, *self.none))
        return (*self.where, *(one for one in ends if one is not None))


def read_path(text: str) -> Path:
    """The path that ``text`` writes. Raises `InvalidInput` for what is none.

    >>> read_path("IN_COUNTRY out Country = $place").slot
    'place'
    >>> read_path("DESCRIBED_BY out Publication | year gt $n").condition
    Condition(property='year', operator='gt', slot='n')
    """
    way, _, condition = text.partition("|")
    way, _, slot = way.partition("=")
    hops = [_read_hop(part.strip(), text) for part in way.split(">") if part.strip()]
    return Path(tuple(hops), slot.strip().removeprefix("$") or None, _read_end(condition.strip()))


def read_condition(text: str) -> Condition:
    """The condition that ``text`` writes. Raises `InvalidInput` for what is none.

    >>> read_condition("population gt $n")
    Condition(property='population', operator='gt', slot='n')
    """
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise InvalidInput(f"'{text}' is no condition.", hint="For example: population gt $n")
    return Condition(*found.groups())


@cache
def load_forms() -> tuple[Form, ...]:
    """Every form, in the file's order."""
    return tuple(_read_form(values) for values in _content("forms.yml"))


@cache
def load_topics() -> Mapping[str, str]:
    """What resources of the registry are about, by prefix."""
    return dict(_content("topics.yml"))


def _read_form(values: Mapping[str, Any]) -> Form:
    plain = {key: values[key] for key in ("id", "graph", "kind", "answer", "questions")}
    rest = {key: values[key] for key in ("numbers", "give", "count", "topic") if key in values}
    return Form(
        **plain,
        **rest,
        wordings={part: tuple(values[part]) for part in PARTS},
        all=_read_paths(values.get("all", ())),
        any=_read_paths(values.get("any", ())),
        none=_read_paths(values.get("none", ())),
        where=tuple(map(read_condition, values.get("where", ()))),
        order=_read_order(values.get("order")),
        said=tuple(values.get("said", ())),
    )


def _read_paths(texts: Iterable[str]) -> tuple[Path, ...]:
    return tuple(map(read_path, texts))


def _read_hop(text: str, path: str) -> Hop:
    found = _HOP.fullmatch(text)
    if found is None:
        raise InvalidInput(f"'{text}' in '{path}' is no hop.", hint="For example: IN_COUNTRY out Country")
    return Hop(*found.groups())


def _read_end(text: str) -> Condition | None:
    return read_condition(text) if text else None


def _read_order(text: str | None) -> Order | None:
    if text is None:
        return None
    by, _, way = text.rpartition(" ")
    counted = by.removeprefix("count ")
    if counted != by:
        return Order(None, _read_hop(counted, text), way == "desc")
    return Order(by, None, way == "desc")


def _content(name: str) -> Any:
    return yaml.safe_load(files("motif_procedures.spark").joinpath(name).read_text(encoding="utf-8"))
