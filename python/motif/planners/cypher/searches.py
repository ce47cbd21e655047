"""Texts that a full-text index is asked for: words, none of them Lucene's syntax."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from motif.planners.cypher.constants import constant_of
from motif.planners.cypher.facts import Facts, first_place, last_place, tokens_of
from motif.planners.cypher.functions import PROCEDURES
from motif.planners.cypher.literals import Parameters
from motif.planners.cypher.names import arguments_of
from motif.planners.cypher.printing import Edits

_SIGNS = re.compile(r"""([+\-!(){}\[\]^"~*?:\\/&|<>=])""")
_OPERATORS = re.compile(r"\b(AND|OR|NOT|TO)\b")


def plain_words(text: str) -> str:
    """``text`` as Lucene takes it for words alone: no wildcard, range, regular expression or field.

    >>> print(plain_words("title:/.*/ OR C++"))
    title\\:\\/.\\*\\/ or C\\+\\+
    """
    return _OPERATORS.sub(lambda match: match[1].lower(), _SIGNS.sub(r"\\\1", text))


def escape_searches(
    facts: Facts, given: Mapping[str, Any], parameters: Parameters, edits: Edits
) -> Iterator[str]:
    """Escapes what is asked of full-text indexes, and says where that changed it."""
    for procedure in facts.procedures:
        called = next(str(token) for token in tokens_of(procedure) if token.type == "FUNCTION").lower()
        arguments = arguments_of(procedure)
        if called not in PROCEDURES or PROCEDURES[called][1] != "fulltext" or len(arguments) != 2:
            continue
        text = constant_of(arguments[1], given)
        if isinstance(text, str):
            words = plain_words(text)
            edits.replace(first_place(arguments[1]), last_place(arguments[1]), f"${parameters.add(words)}")
            if words != text:
                yield f"The full-text search takes {text[:40]!r} as plain words, without Lucene's syntax."
