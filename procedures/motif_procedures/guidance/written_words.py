"""What a language model wrote of an example, read: refused in words that tell it what to write instead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from motif.errors import InvalidInput
from motif_procedures.guidance.example import GuidanceExample

NO_SOLUTION = "no solution"

_PLACEHOLDER = re.compile(r"\[ENT\w*\]")


def read_question(example: GuidanceExample, value: Any) -> tuple[str, tuple[str, ...]] | None:
    """Question and assertions; None for "No Solution". Raises `InvalidInput`, which the model is shown."""
    question = " ".join(str(value.get("question", "") if isinstance(value, Mapping) else "").split())
    if question.strip(" .!").casefold() == NO_SOLUTION:
        return None
    if not question.endswith("?"):
        raise InvalidInput('"question" must be a question that ends with a question mark.')
    if _PLACEHOLDER.search(question):
        raise InvalidInput("The question must not hold a placeholder; describe what it stands for.")
    for name in _names(example.triples):
        if " ".join(name.split()) not in question:
            raise InvalidInput(f"The question must hold the name {name!r} as it is written.")
    return question, read_assertions(example, value)


def read_assertions(example: GuidanceExample, value: Any) -> tuple[str, ...]:
    """One assertion for each triple, with its names and placeholders. Raises `InvalidInput`."""
    sentences = value.get("assertions") if isinstance(value, Mapping) else None
    n_triples = len(example.triples)
    if not isinstance(sentences, list) or len(sentences) != n_triples:
        raise InvalidInput(f'"assertions" must be a list of {n_triples} sentences, one for each triple.')
    for number, (sentence, triple) in enumerate(zip(sentences, example.triples, strict=True), start=1):
        missing = [part for part in (triple[0], triple[2]) if part not in str(sentence)]
        if missing:
            raise InvalidInput(f"Assertion {number} must hold {missing[0]!r} as it is written.")
        strange = set(_PLACEHOLDER.findall(str(sentence))) - set(triple)
        if strange:
            raise InvalidInput(f"Assertion {number} must not hold {min(strange)!r}.")
    return tuple(" ".join(str(sentence).split()) for sentence in sentences)


def _names(triples: Sequence[tuple[str, str, str]]) -> list[str]:
    """The names that triples say, without placeholders."""
    ends = [part for head, _, tail in triples for part in (head, tail)]
    return [name for name in dict.fromkeys(ends) if not _PLACEHOLDER.fullmatch(name)]
