"""Parts of a statement whose value is known before it runs: literals, and the parameters that it is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from lark import Token

    from motif.planners.cypher.facts import Part

MISSING: Final = object()
"""What is not known before it runs."""

_CONSTANTS = {"TRUE": True, "FALSE": False, "NULL": None}


def constant_of(part: Part, parameters: Mapping[str, Any] = {}) -> Any:
    """The value of ``part``; `MISSING` where it is known only when the statement runs.

    >>> from motif.planners.cypher.parsing import parse
    >>> constant_of(next(parse("RETURN [1, -2.5, 'x', $y]").tree.find_data("list")), {"y": True})
    [1, -2.5, 'x', True]
    """
    if isinstance(part, str):
        return MISSING
    if part.data == "parameter":
        return parameters.get(str(part.children[0]), MISSING)
    if part.data == "literal":
        return literal_value(part.children[0])  # type: ignore[arg-type]
    if part.data == "constant":
        return _CONSTANTS[part.children[0].type]  # type: ignore[union-attr]
    if part.data == "paren":
        return constant_of(part.children[1], parameters)
    if part.data == "list":
        values = [constant_of(one, parameters) for one in part.children if not _is_sign(one)]
        return MISSING if any(value is MISSING for value in values) else values
    if part.data == "sign" and len(part.children) == 2:
        value = constant_of(part.children[1], parameters)
        return -value if type(value) in (int, float) and str(part.children[0]) == "-" else MISSING
    return MISSING


def literal_value(token: Token) -> Any:
    """What a literal says: a text, an integer or a float."""
    if token.type == "STRING":
        return str(token)
    if token.type == "FLOAT":
        return float(token)
    return int(token, 0 if token[:2].lower() in ("0x", "0o") else 10)


def _is_sign(part: Part) -> bool:
    return isinstance(part, str) and part.type in ("LBRA", "RBRA", "COMMA")
