"""Which regular expressions are taken: those that cannot backtrack without end."""

from __future__ import annotations

import re
from typing import Any

LONGEST = 200
MOST_OPEN = 2
"""Parts without an upper bound ("*", "+", "{2,}"): each multiplies the time by a text's length."""

_CLASS = r"\[\^?(?:\\.|[^\[\]\\&])+\]"
_ATOM = rf"(?:{_CLASS}|\\[dDsSwWbB.\\+*?()\[\]{{}}|^$/\-]|[^\\\[\](){{}}*+?|])"
_QUANTIFIED = re.compile(rf"{_ATOM}(?P<times>[*+?]|\{{\d{{1,2}}(?:,\d{{0,2}})?\}})?")
_ALTERNATIVES = re.compile(rf"\((?:\?:)?(?:{_ATOM})+(?:\|(?:{_ATOM})+)*\)")
_FLAGS = re.compile(r"\(\?[ismu]+\)")


def regular_expression_problem(value: Any) -> str:
    """Why ``value`` is not taken as a regular expression; "" where it is.

    Groups may hold alternatives and are not repeated, at most two parts have no upper bound, nothing refers back: then
    the time is at most the square of a text's length.

    >>> regular_expression_problem("(?i).*matrix.*"), regular_expression_problem("(a+)+$")
    ('', "at character 1 stands '(a+)+$', a group that is repeated or holds what is repeated")
    """
    if not isinstance(value, str):
        return "it is not a fixed text"
    if len(value) > LONGEST:
        return f"it has {len(value)} characters, and {LONGEST} are the most"
    place, open_ended = 0, 0
    if flags := _FLAGS.match(value):
        place = flags.end()
    while place < len(value):
        group = _ALTERNATIVES.match(value, place)
        if group is not None and value[group.end() : group.end() + 1] not in ("*", "+", "?", "{"):
            place = group.end()
            continue
        match = _QUANTIFIED.match(value, place)
        if match is None:
            if value[place] == "(":
                shown = value[place : place + 20]
                return f"at character {place + 1} stands {shown!r}, a group that is repeated or holds what is repeated"
            return f"at character {place + 1} stands {value[place : place + 20]!r}, which is not read"
        open_ended += match["times"] in ("*", "+") or (match["times"] or "").endswith(",}")
        place = match.end()
    return (
        f"{open_ended} of its parts have no upper bound, and {MOST_OPEN} are the most"
        if open_ended > MOST_OPEN
        else ""
    )
