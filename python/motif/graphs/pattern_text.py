"""Patterns as a person types them: ``head | relation | tail``, or JSON."""

from __future__ import annotations

import json
import re
from typing import Any

from motif.errors import InvalidPattern

_JSON = re.compile(r'\s*\[\s*[\[\]"{]')
"""A list in JSON; "[ENT1]" is an unknown."""


def is_pattern_text(text: str) -> bool:
    """Whether ``text`` is a pattern rather than a question in words.

    >>> is_pattern_text("?film | DIRECTED_BY | Michael Mann"), is_pattern_text("who directed Heat?")
    (True, False)
    """
    return "|" in text or text.lstrip().startswith("[[")


def read_pattern(text: str) -> list[Any]:
    """The triples that ``text`` holds: JSON, or ``head | relation | tail`` separated by ``;`` or line breaks.

    An empty part is unknown.

    >>> read_pattern("?film | DIRECTED_BY | Michael Mann; ?film | | ?what")
    [['?film', 'DIRECTED_BY', 'Michael Mann'], ['?film', None, '?what']]
    >>> read_pattern("[ENT1] | directed by | Michael Mann")
    [['[ENT1]', 'directed by', 'Michael Mann']]
    """
    if _JSON.match(text):
        try:
            triples = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidPattern(f"The pattern is not valid JSON: {error}.") from error
        return list(triples)
    lines = [line for line in text.replace("\n", ";").split(";") if line.strip()]
    return [[part.strip() or None for part in line.split("|")] for line in lines]
