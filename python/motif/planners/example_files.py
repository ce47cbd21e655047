"""Files of examples: questions with what they mean, in YAML or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from motif.errors import InvalidSource
from motif.given import read_yaml

_HINT = "Each entry needs a question and one of pattern, plan, cypher or answers; docs/asking.md shows some."


def read_examples(path: Path) -> list[dict[str, Any]]:
    """The examples in a file, a list of mappings; what each must hold is checked when it is learnt.

    Raises `InvalidSource` for a file that is missing, is no YAML (with the line), or holds no list of mappings.
    """
    try:
        content = read_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidSource(f"The examples cannot be read: {error}.", hint=_HINT) from error
    except ValueError as error:
        raise InvalidSource(f"{path} is not valid YAML: {error}.", hint=_HINT) from error
    if not isinstance(content, list):
        raise InvalidSource(f"{path} must hold a list of examples, not {type(content).__name__}.", hint=_HINT)
    for number, entry in enumerate(content, start=1):
        if not isinstance(entry, dict):
            raise InvalidSource(f"Entry {number} of {path} must be a mapping, not {entry!r}.", hint=_HINT)
    return content
