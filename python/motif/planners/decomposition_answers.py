"""What a language model answers to the prompts of STEM's decomposition, read into plain parts; nothing of it is run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motif.engine.trace_query import MAXIMUM_TRIPLES
from motif.errors import InvalidInput
from motif.graphs.plan import STRATEGIES
from motif.planners.model_answer import TRIPLE_KEYS
from motif.planners.placeholders import Placeholders, placeholders_in

LONGEST_ASSERTION = 500
"""Characters."""

_TEXTS = {"type": "array", "items": {"type": "string"}}

DECOMPOSITION_SCHEMA: dict[str, Any] = {
    "title": "QuestionDecomposition",
    "description": "A question as assertions with placeholders, in a few alternative ways.",
    "type": "object",
    "properties": {
        "alternatives": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "assertions": {
                        **_TEXTS,
                        "description": "One relation each, unknown things as [ENT1], [ENT2]",
                    },
                    "strategy": {"type": "string", "description": "Precision or Breadth"},
                    "answer": {"type": "string", "description": "The placeholder of what is asked for"},
                },
                "required": ["assertions", "strategy"],
            },
        }
    },
    "required": ["alternatives"],
}

SCHEMA_GRAPH_SCHEMA: dict[str, Any] = {
    "title": "SchemaGraphs",
    "description": "Lists of assertions as triples in the words of a knowledge graph.",
    "type": "object",
    "properties": {
        "graphs": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "number": {"type": "integer", "description": "Of the list of assertions"},
                    "triples": {
                        "type": "array",
                        "items": _TEXTS,
                        "description": "[head, relation, tail] each",
                    },
                },
                "required": ["number", "triples"],
            },
        }
    },
    "required": ["graphs"],
}

STRATEGY_SCHEMA: dict[str, Any] = {
    "title": "AnswerStrategy",
    "description": "How the answers to a question are to be looked for.",
    "type": "object",
    "properties": {"strategy": {"type": "string", "description": "Precision or Breadth"}},
    "required": ["strategy"],
}

_WORD = re.compile(rf"\W*(?:(?:the |answer(?:ing)? )?strategy\W*)?({'|'.join(STRATEGIES)})\W*", re.IGNORECASE)
_NUMBERING = re.compile(r"^\s*(?:\(?\d{1,2}[.):]\s+|[-*•]\s+)")


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to say a question.

    Attributes
    ----------
    assertions
        With placeholders spelt ``[ENT1]``.
    strategy
        One of `motif.graphs.plan.STRATEGIES`; None where none can be read.
    answer
        The placeholder that is asked for; None where it is not said.
    """

    assertions: tuple[str, ...]
    strategy: str | None
    answer: str | None = None


def read_alternatives(value: Any, most: int) -> list[Alternative]:
    """The first ``most`` distinct alternatives of an answer: an object as the prompt wants it, or lists in its place.

    The paper's own form, ``((assertion, assertion), strategy)``, is read too. Raises `InvalidInput`, in words that
    tell a model what to write instead, where there is none.
    """
    found = [one for one in _alternatives(value) if one.assertions]
    likely = [one for one in found if any(map(placeholders_in, one.assertions))] or [
        one for one in found if one.strategy
    ]
    if not likely:
        raise InvalidInput(
            "There are no assertions; 'alternatives' holds objects with 'assertions', a list of sentences in which "
            "[ENT1], [ENT2] stand for what is not named."
        )
    distinct: dict[tuple[str, ...], Alternative] = {}
    for one in likely:
        distinct.setdefault(one.assertions, one)
    return list(distinct.values())[:most]


def read_strategy(value: Any) -> str:
    """The strategy of an answer. Raises `InvalidInput` where it names none, or both."""
    words = value.get("strategy") if isinstance(value, Mapping) else value
    found = strategy_named(words if isinstance(words, str) else " ".join(map(str, words or ())))
    if found is None:
        raise InvalidInput('"strategy" must be "Precision" or "Breadth".')
    return found


def strategy_named(words: str) -> str | None:
    """The strategy that is nothing but its name.

    >>> strategy_named("Strategy: Breadth."), strategy_named("the breadth of the river")
    ('breadth', None)
    """
    match = _WORD.fullmatch(words)
    return match[1].lower() if match else None


def read_graphs(value: Any, count: int) -> dict[int, list[tuple[str, str | None, str]]]:
    """The triples of each list of assertions, by its number from 1 to ``count``; lists without triples are left out.

    Raises `InvalidInput` for a triple that cannot be read, and where there is none at all.
    """
    found: dict[int, list[tuple[str, str | None, str]]] = {}
    for place, (number, rows) in enumerate(_graphs(value), start=1):
        triples = [_triple(row) for row in rows][:MAXIMUM_TRIPLES]
        if triples and 1 <= (number or place) <= count:
            found.setdefault(number or place, triples)
    if not found:
        raise InvalidInput(
            "There are no triples; 'graphs' holds an object with 'number' and 'triples' for each list of assertions."
        )
    return found


def _alternatives(value: Any) -> Iterator[Alternative]:
    if isinstance(value, Mapping):
        nested = next(
            (value[key] for key in ("alternatives", "candidates", "decompositions") if key in value), None
        )
        if isinstance(nested, (list, tuple)):
            yield from _of_list(nested)
        elif isinstance(nested, Mapping):
            yield from _alternatives(nested)
        else:
            yield _alternative(value.get("assertions"), value.get("strategy"), value.get("answer"))
    elif isinstance(value, (list, tuple)):
        yield from _of_list(value)


def _of_list(items: Sequence[Any]) -> Iterator[Alternative]:
    """Alternatives in a list: objects; lists; sentences, with or without a strategy behind them."""
    sentences: list[str] = []
    for item in items:
        if isinstance(item, str):
            strategy = strategy_named(item)
            if strategy is None:
                sentences.append(item)
            else:
                yield _alternative(sentences, strategy)
                sentences = []
            continue
        if sentences:
            yield _alternative(sentences, None)
            sentences = []
        inner = list(_alternatives(item))
        if len(inner) == 1 and inner[0].strategy is None and not isinstance(item, Mapping):
            sentences = list(inner[0].assertions)
        else:
            yield from inner
    if sentences:
        yield _alternative(sentences, None)


def _alternative(assertions: Any, strategy: Any, answer: Any = None) -> Alternative:
    rows = [assertions] if isinstance(assertions, str) else assertions
    texts = [_sentence(row) for row in rows] if isinstance(rows, (list, tuple)) else []
    texts = [text for text in dict.fromkeys(texts) if text][:MAXIMUM_TRIPLES]
    known = Placeholders(texts)
    asked = known.of_part(answer) if isinstance(answer, str) and answer.strip() else None
    written = tuple(known.written(text) for text in texts)
    return Alternative(written, strategy_named(strategy) if isinstance(strategy, str) else None, asked)


def _sentence(row: Any) -> str:
    """An assertion as text: of an object its text, of a triple its parts."""
    if isinstance(row, Mapping):
        row = next((row[key] for key in ("assertion", "text", "statement") if key in row), "")
    if isinstance(row, (list, tuple)):
        row = " ".join(str(part) for part in row)
    return _NUMBERING.sub("", " ".join(str(row).split()))[:LONGEST_ASSERTION]


def _graphs(value: Any) -> Iterator[tuple[int | None, Sequence[Any]]]:
    """Each list of triples with the number that is written at it."""
    if isinstance(value, Mapping):
        nested = next((value[key] for key in ("graphs", "alternatives", "lists") if key in value), None)
        if nested is not None:
            yield from _graphs(nested)
        else:
            rows = value.get("triples")
            number = value.get("number")
            whole = isinstance(number, int) and not isinstance(number, bool)
            yield (number if whole else None), rows if isinstance(rows, (list, tuple)) else ()
    elif isinstance(value, (list, tuple)) and value:
        if _is_triple(value[0]):
            yield None, value
        elif _is_triple(value):
            yield None, [value]
        else:
            for item in value:
                yield from _graphs(item)


def _is_triple(row: Any) -> bool:
    if isinstance(row, Mapping):
        return any(all(key in row for key in keys) for keys in TRIPLE_KEYS)
    return (
        isinstance(row, (list, tuple))
        and len(row) == 3
        and not any(isinstance(part, (list, dict)) for part in row)
    )


def _triple(row: Any) -> tuple[str, str | None, str]:
    if isinstance(row, Mapping):
        keys = next((keys for keys in TRIPLE_KEYS if all(key in row for key in keys)), ())
        row = [row[key] for key in keys]
    if not _is_triple(row):
        raise InvalidInput(f"A triple is [head, relation, tail], not {str(row)[:80]!r}.")
    head, relation, tail = (" ".join(str(part if part is not None else "").split()) for part in row)
    if not head or not tail:
        raise InvalidInput(
            f"A triple has a head and a tail, a name or a placeholder each, not {str(row)[:80]!r}."
        )
    return head[:LONGEST_ASSERTION], relation[:LONGEST_ASSERTION] or None, tail[:LONGEST_ASSERTION]
