"""Any answer as text that a person reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motif.graphs.evidence import Node, Relationship


def text_of(answer: Any) -> str:
    """``answer`` in words: of whatever kind it is, so that printing answers never fails.

    A node is its name (its id, where it has none), a relationship its relation or type, True and False are "yes" and
    "no", dates and times are ISO 8601, a list is its members, a mapping its keys and values; any other value is as
    Python prints it.

    >>> [text_of(answer) for answer in (Node("4:x:1", "Heat"), 12, True, ["Heat", 1995], {"film": "Heat", "n": 2})]
    ['Heat', '12', 'yes', 'Heat, 1995', 'film: Heat, n: 2']
    >>> text_of(Relationship("5:x:1", "4:x:1", "DIRECTED", "4:x:2")), text_of(Node("4:x:7", ""))
    ('DIRECTED', '4:x:7')
    """
    if isinstance(answer, Node):
        return answer.name or answer.id
    if isinstance(answer, Relationship):
        return answer.relation or answer.type or answer.id
    if hasattr(answer, "tolist"):  # numpy's scalars and arrays
        return text_of(answer.tolist())
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if answer is None:
        return "nothing"
    if isinstance(answer, Mapping):
        return ", ".join(f"{key}: {text_of(value)}" for key, value in answer.items())
    if isinstance(answer, (list, tuple)):
        return ", ".join(map(text_of, answer))
    if isinstance(answer, (set, frozenset)):
        return ", ".join(sorted(map(text_of, answer)))
    return str(answer.isoformat()) if hasattr(answer, "isoformat") else str(answer)
