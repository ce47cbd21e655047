"""Static checks of every statement: ``python -m motif_cypher.lint``.

A statement must load, and must not use what Cypher 25 dropped or Cypher 5 lacks.
"""

from __future__ import annotations

import re
import sys

from motif_cypher.templates import TemplateError, _blank, names, template

_REFUSED = {
    r"\bCYPHER\s+(5|25)\b": "a statement does not choose its Cypher version",
    r"(?<!\.)\bexists\s*\(": "exists() went with Cypher 5; write EXISTS { } or IS NOT NULL",
    r"\bshortestPath\s*\(": "shortestPath() is not in Cypher 25; write SHORTEST",
    r"\bSEARCH\s+\w+\s+IN\b": "the SEARCH clause is only in Cypher 25",
    r"\bCALL\s*\{\s*WITH\b": "an importing WITH is deprecated; write CALL (variable) { }",
    r"\bapoc\.|\bgds\.": "no APOC and no GDS is needed by Motif",
    r"\$\w+\s*\(": "a parameter is no function",
    r"\{(?!\{)[^{}]*\bPERIODIC\b": "PERIODIC COMMIT went with Cypher 5",
}


def problems() -> list[str]:
    """What is wrong with any statement, one line each with file and line; empty when all is well.

    >>> problems()
    []
    """
    found = []
    for name in names():
        try:
            text = template(name).text
        except TemplateError as error:
            found.append(str(error))
            continue
        code = _blank(text)
        for pattern, why in _REFUSED.items():
            if (hit := re.search(pattern, code, re.IGNORECASE)) is not None:
                line = text[: hit.start()].count("\n") + 1
                found.append(f"{name}.cypher: line {line} of the statement: {why}")
    return found


def main() -> int:
    """Prints the problems; the exit status is 1 when there are any."""
    found = problems()
    print("\n".join(found) or f"{len(names())} statements are sound.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
