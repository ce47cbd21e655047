"""What models write from other languages, or copy from a schema, put as Cypher has it before a statement is read."""

from __future__ import annotations

import re
from typing import Final

_QUOTED: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`")
_MASKED: Final = re.compile("\x00(\\d+)\x00")
_GROUPED: Final = re.compile(
    r"\s?\bGROUP\s+BY\b.*?(?=\b(?:HAVING|WHERE|WITH|RETURN|ORDER\s+BY|SKIP|LIMIT)\b|$)",
    re.IGNORECASE | re.DOTALL,
)
_ORDERED: Final = re.compile(
    r"\b(?P<order>ORDER\s+BY\b(?:(?!\b(?:MATCH|WITH|RETURN|WHERE|ORDER)\b).)*)"
    r"(?P<asked>RETURN\b(?:(?!\b(?:ORDER|SKIP|LIMIT)\b).)*)$",
    re.IGNORECASE | re.DOTALL,
)
_LAST: Final = re.compile(r"\b(MATCH|WHERE|WITH|RETURN|UNWIND)\b", re.IGNORECASE)
_KIND: Final = r"\w+\s*:\s*(?:number|integer|float|text|string|boolean|date|datetime|list|true or false)"
_KINDS: Final = re.compile(rf"\s?\{{\s*{_KIND}(?:\s*,\s*{_KIND})*\s*\}}", re.IGNORECASE)


def mended(statement: str) -> str:
    """A statement without GROUP BY, with its order behind RETURN, and without a property's kind as its value.

    What stands in quotes is left as it is; what is Cypher already, too.

    >>> mended("MATCH (c:Cook) WITH c, count(*) AS n GROUP BY c ORDER BY n RETURN c.name")
    'MATCH (c:Cook) WITH c, count(*) AS n ORDER BY n RETURN c.name'
    >>> mended("MATCH (r:Recipe {minutes: integer}) ORDER BY r.minutes LIMIT 3 RETURN r.title")
    'MATCH (r:Recipe) RETURN r.title ORDER BY r.minutes LIMIT 3'
    """
    quoted: list[str] = []

    def masked(found: re.Match[str]) -> str:
        quoted.append(found[0])
        return f"\x00{len(quoted) - 1}\x00"

    text = _QUOTED.sub(masked, statement.replace("\x00", ""))
    text = _KINDS.sub("", _GROUPED.sub(" ", text))
    ordered = _ORDERED.search(text)
    if ordered is not None and _clause_before(text[: ordered.start()]) in ("MATCH", "WHERE"):
        text = f"{text[: ordered.start()]}{ordered['asked'].rstrip()} {ordered['order'].rstrip()}"
    return _MASKED.sub(lambda found: quoted[int(found[1])], text).strip()


def _clause_before(text: str) -> str:
    """The clause that ends where ``text`` does: an order may stand behind WITH, not behind MATCH or WHERE."""
    found = _LAST.findall(text)
    return str(found[-1]).upper() if found else ""
