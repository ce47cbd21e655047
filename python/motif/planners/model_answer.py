"""What a language model answered, read into plain parts: triples, the answer, conditions. Nothing of it is ever run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.pattern import Pattern, PatternNode, parse_part, parse_pattern
from motif.indexes.names import readable

PLAN_SCHEMA: dict[str, Any] = {
    "title": "QuestionPattern",
    "description": "A question as a pattern of a knowledge graph, and what of it is asked for.",
    "type": "object",
    "properties": {
        "divided": {"type": "array", "items": {"type": "string"}, "description": "Short full statements"},
        "triples": {
            "type": "array",
            "items": {"type": "array", "items": {"type": "string"}},
            "description": "One [head, relation, tail] for each statement",
        },
        "answer": {"type": "string", "description": "What is asked for, written as in the triples"},
        "filter": {"type": "object", "description": "Conditions on properties, by unknown"},
        "give": {"type": "string", "description": "The property of the answer that is asked for"},
        "count": {"type": "boolean", "description": "Whether it is asked how many there are"},
        "order": {
            "type": "object",
            "properties": {
                "property": {"type": "string"},
                "count_of": {"type": "string"},
                "descending": {"type": "boolean"},
                "limit": {"type": "integer"},
            },
        },
        "directed": {"type": "boolean", "description": "Whether it matters which end is the head"},
        "negated": {"type": "boolean", "description": "Whether a claim denies all of this"},
    },
    "required": ["divided", "triples"],
}
"""What a model with structured output fills in for a question or a claim."""

TRIPLE_KEYS = (
    ("head", "relation", "tail"),
    ("subject", "predicate", "object"),
    ("source", "type", "target"),
)
_SLUG = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """A model's pattern before it is compared with the graph.

    ``answer`` is a node of ``pattern``, or one by itself where there are no triples; ``names`` are the unknowns as the
    plan will call them, by their spelling in the answer.
    """

    pattern: Pattern
    answer: PatternNode | None
    divided: tuple[str, ...] = ()
    filter: Mapping[str, Any] = field(default_factory=dict)
    give: str | None = None
    count: bool = False
    order: Mapping[str, Any] = field(default_factory=dict)
    directed: bool = False
    negated: bool = False
    names: Mapping[str, str] = field(default_factory=dict)

    def named(self, text: str) -> str | None:
        """What the plan calls the unknown that ``text`` spells, with or without its sign, type and number."""
        spelling = _meant(str(text), self.names)
        return None if spelling is None else self.names[spelling]

    @property
    def nodes(self) -> tuple[PatternNode, ...]:
        """The nodes of the pattern, else the answer by itself."""
        return self.pattern.nodes or (() if self.answer is None else (self.answer,))

    def part_meant(self, text: str) -> str | None:
        """The spelling of the unknown, or the name of the known node, that ``text`` means; None for neither."""
        names = (node.name for node in self.nodes if node.is_known and node.name)
        known = next((name for name in names if name.casefold() == text.strip().casefold()), None)
        return known or _meant(text, self.names)


def read_answer(value: Any, *, needs_answer: bool) -> ModelAnswer:
    """The parts of a model's JSON.

    Parameters
    ----------
    needs_answer
        Whether it must say what is asked for, unless there is one unknown only.

    Raises `InvalidInput` for what cannot be read, in words that tell a model what to write instead.
    """
    if isinstance(value, list):
        value = {"triples": value}
    if not isinstance(value, Mapping):
        raise InvalidInput(f"A JSON object with 'triples' is needed, not {str(value)[:80]!r}.")
    triples = [_triple(row) for row in _as_list(value.get("triples", value.get("pattern")))]
    pattern = parse_pattern(triples) if triples else Pattern((), ())
    names = _names(pattern, value.get("answer"))
    read = ModelAnswer(
        pattern=pattern,
        answer=_answer(value.get("answer"), pattern, names),
        divided=tuple(str(part) for part in _as_list(value.get("divided"))),
        filter=_as_mapping(value.get("filter"), "filter"),
        give=_text_or_none(value.get("give")),
        count=value.get("count") is True,
        order=_as_mapping(value.get("order"), "order"),
        directed=value.get("directed") is True,
        negated=value.get("negated") is True,
        names=names,
    )
    if not triples and read.answer is None:
        raise InvalidInput("There are neither triples nor an answer.")
    if needs_answer and read.answer is None:
        known = ", ".join(repr(spelling) for spelling in names) or "none"
        raise InvalidInput(f"'answer' must be one of the unknowns of the triples: {known}.")
    return read


def _triple(row: Any) -> list[Any]:
    if isinstance(row, Mapping):
        keys = next((keys for keys in TRIPLE_KEYS if all(key in row for key in keys)), ())
        row = [row[key] for key in keys]
    if not isinstance(row, Sequence) or isinstance(row, str) or len(row) != 3:
        raise InvalidInput(f"A triple is [head, relation, tail], not {str(row)[:80]!r}.")
    return [_part(part) for part in row]


def _part(part: Any) -> Any:
    """A part as a pattern takes it: what is no text but a plain value is taken by its text."""
    if isinstance(part, (int, float)) and not isinstance(part, bool):
        return str(part)
    if part is None or (isinstance(part, str) and not part.strip()):
        return None
    if isinstance(part, str):
        return part.strip()
    raise InvalidInput(f"A part of a triple is text, not {str(part)[:80]!r}.")


def _names(pattern: Pattern, answer: Any) -> dict[str, str]:
    """Each unknown's spelling with what the plan calls it: its type in one word, numbered where two share it."""
    nodes = list(pattern.nodes)
    if not nodes and isinstance(answer, str) and answer.strip():
        nodes = [parse_part(answer)]
    spellings = list(dict.fromkeys(node.unknown for node in nodes if node.unknown))
    slugs = [_slug(_words_of(nodes, spelling)) for spelling in spellings]
    names: dict[str, str] = {}
    for spelling, slug in zip(spellings, slugs, strict=True):
        number = slugs[: len(names) + 1].count(slug)
        names[spelling] = slug if slugs.count(slug) == 1 else f"{slug}_{number}"
    return names


def _words_of(nodes: Sequence[PatternNode], spelling: str) -> str:
    kind = next((node.type for node in nodes if node.unknown == spelling and node.type), None)
    return kind or spelling.removeprefix("UNKNOWN")


def _slug(words: str) -> str:
    return _SLUG.sub("_", readable(words)).strip("_") or "x"


def _answer(answer: Any, pattern: Pattern, names: Mapping[str, str]) -> PatternNode | None:
    unknown = [node for node in pattern.nodes if not node.is_known and node.unknown]
    if not isinstance(answer, str) or not answer.strip():
        return unknown[0] if len(unknown) == 1 else None
    part = parse_part(answer.strip())
    if not pattern.nodes:
        return part
    spelling = _meant(answer, names)
    for node in pattern.nodes:
        if part.is_known and node.is_known and (node.name or "").casefold() == (part.name or "").casefold():
            return node
        if spelling is not None and node.unknown == spelling:
            return node
    return None


def _meant(text: str, names: Mapping[str, str]) -> str | None:
    """The spelling in ``names`` that ``text`` is, else the only one of its type or name."""
    exact = parse_part(text.strip()).unknown if text.strip() else None
    if exact in names:
        return exact
    wanted = _slug(text.strip().removeprefix("UNKNOWN"))
    fitting = [spelling for spelling, name in names.items() if name == wanted]
    fitting = fitting or [spelling for spelling, name in names.items() if name.rpartition("_")[0] == wanted]
    return fitting[0] if len(fitting) == 1 else None


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, (list, tuple)):
        raise InvalidInput(f"A list is needed, not {str(value)[:80]!r}.")
    return list(value)


def _as_mapping(value: Any, key: str) -> dict[str, Any]:
    if value in (None, "", [], False):
        return {}
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{key!r} is an object, not {str(value)[:80]!r}.")
    return dict(value)


def _text_or_none(value: Any) -> str | None:
    return value.strip() or None if isinstance(value, str) else None
