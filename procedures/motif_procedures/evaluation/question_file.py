"""A user's questions: one JSON object a line."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput, InvalidSource
from motif.given import read_json
from motif.graphs.plan import Plan
from motif_procedures.erqa.question_file import from_values
from motif_procedures.evaluation.erqa_questions import asked_of
from motif_procedures.evaluation.gold_questions import Asked, gold_plan

KEYS = ("question", "answers", "pattern", "answer", "plan", "evidence", "topic", "kind", "id")


def read_question_file(path: Path) -> list[Asked]:
    """The questions in ``path``: JSON objects with ``question`` and ``answers``, one a line; empty lines are skipped.

    Optional: ``pattern`` (gold triples) with ``answer`` (the unknown asked for), or ``plan``; ``evidence`` (triples of
    names that an answer rests on); ``topic`` (the name it is about); ``kind`` (what figures are told by, else the
    number of the pattern's triples); ``id``. Lines that ``motif erqa`` wrote have a ``gold`` pattern besides.

    Raises `InvalidSource`, naming the line.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSource(f"{path} cannot be read: {error}.") from error
    found = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                found.append(_asked(read_json(line)))
            except (InvalidInput, ValueError) as error:
                raise InvalidSource(
                    f"{path}, line {number}: {error}",
                    hint='A line is an object such as {"question": "who directed heat?", "answers": ["Michael Mann"]}.',
                ) from error
    return found


def _asked(row: Any) -> Asked:
    if not isinstance(row, dict):
        raise InvalidInput(f"an object is needed, not {json.dumps(row)[:60]}.")
    if "gold" in row:
        return asked_of(from_values(row))
    for key in row:
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1)
            hint = f"Did you mean '{near[0]}'?" if near else f"Keys: {', '.join(KEYS)}."
            raise InvalidInput(f"there is no key {key!r}.", hint=hint)
    plan = _plan(row)
    kind = _text(row, "kind") or (str(len(plan.pattern)) if plan is not None and plan.pattern else "all")
    question = _text(row, "question")
    if not question:
        raise InvalidInput("'question' is missing.")
    return Asked(question, _answers(row), kind, plan, _text(row, "topic"), _evidence(row))


def _text(row: dict[str, Any], key: str) -> str | None:
    value = row.get(key)
    if value is not None and (not isinstance(value, str) or not value.strip()):
        raise InvalidInput(f"{key!r} must be text, not {value!r}.")
    return value


def _answers(row: dict[str, Any]) -> tuple[str, ...]:
    answers = row.get("answers")
    if not isinstance(answers, list) or not answers or isinstance(answers[0], (list, dict)):
        raise InvalidInput(f"'answers' must be a list of names or values with at least one, not {answers!r}.")
    return tuple(str(answer) for answer in answers)


def _plan(row: dict[str, Any]) -> Plan | None:
    if "plan" in row:
        return Plan.from_value(row["plan"])
    return gold_plan(row["pattern"], _text(row, "answer")) if "pattern" in row else None


def _evidence(row: dict[str, Any]) -> tuple[tuple[str, str, str], ...] | None:
    triples = row.get("evidence")
    if triples is None:
        return None
    if not isinstance(triples, Sequence) or not all(_is_triple(triple) for triple in triples):
        raise InvalidInput("'evidence' must be a list of triples [head, relation, tail] of text.")
    return tuple((head, relation, tail) for head, relation, tail in triples)


def _is_triple(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(isinstance(part, str) for part in value)
