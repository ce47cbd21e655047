"""Examples that are taught before the questions are asked: from a file, or from the development questions."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput, InvalidSource
from motif.given import read_yaml
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.questions import Choice, load_questions

Example = Mapping[str, Any]


def load_examples(source: str, choice: Choice, *, answers_only: bool = False) -> list[Example]:
    """The examples that ``source`` names: ``dev:12`` for 12 development questions of each group, or a YAML file.

    Those of the development split are drawn by the seed of ``choice``, those of different groups in turn, so that the
    first few are of all groups; each has its gold plan, or, with ``answers_only``, its gold answers in place of it.

    Raises `InvalidInput` for a number that cannot be read, `InvalidSource` for a file that cannot.
    """
    if source.startswith("dev:"):
        drawn = dataclasses.replace(choice, split="dev", sample=_count(source))
        return [_example(asked, answers_only) for asked in in_turn(load_questions(drawn))]
    found = _read(Path(source))
    if not answers_only:
        return found
    return [{key: example[key] for key in ("question", "answers") if key in example} for example in found]


def in_turn(questions: Sequence[Asked]) -> list[Asked]:
    """The first of each group, then the second of each, and so on.

    >>> [asked.text for asked in in_turn([Asked("a", (), "1"), Asked("b", (), "1"), Asked("c", (), "2")])]
    ['a', 'c', 'b']
    """
    place: defaultdict[str, int] = defaultdict(int)
    ranked = []
    for asked in questions:
        ranked.append((place[asked.group], asked))
        place[asked.group] += 1
    return [asked for _, asked in sorted(ranked, key=lambda pair: pair[0])]


def n_groups(examples: str, questions: Sequence[Asked]) -> int:
    """By how many one more shot enlarges the examples: the number of groups for ``dev:``, else 1."""
    return len({asked.group for asked in questions}) if examples.startswith("dev:") else 1


def _count(source: str) -> int:
    try:
        return int(source.removeprefix("dev:"))
    except ValueError:
        raise InvalidInput(
            f"'{source}' does not say how many development questions.", hint="For example: --examples dev:12"
        ) from None


def _example(asked: Asked, answers_only: bool) -> Example:
    if asked.plan is None or answers_only:
        return {"question": asked.text, "answers": list(asked.answers)}
    plan: dict[str, Any] = {
        "pattern": [list(triple) for triple in asked.plan.pattern],
        "answer": asked.plan.answer,
        "injective": asked.plan.injective,
    }
    return {"question": asked.text, "plan": plan}


def _read(path: Path) -> list[Example]:
    try:
        rows = read_yaml(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidSource(f"The examples in {path} cannot be read: {error}.") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "question" in row for row in rows):
        raise InvalidSource(
            f"{path} must hold a list of mappings with 'question' and a 'pattern' or 'answers'."
        )
    return rows
