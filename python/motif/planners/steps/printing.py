"""Compiled plans as Cypher to be read and pasted: the values of parameters stand where they are used."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any

from motif.graphs.stages import RankStage, SearchStage, Stage, StatementStage, TextVector
from motif.planners.cypher_literals import identifier, literal

SHOWN_ROWS = 25
"""The rows that a pasted statement returns."""

_PART = re.compile(
    r"(?P<quoted>`(?:[^`]|``)*`|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")|\$(?P<name>`(?:[^`]|``)*`|\w+)",
    re.DOTALL,
)


def printed(stages: Sequence[Stage]) -> str:
    """The statements of ``stages`` with literals, one after another with ``;`` between them.

    What the database does not know stands there as a parameter with a comment: a text's vector, the nodes that an
    earlier stage gave.
    """
    by_name = {stage.name: stage for stage in stages[:-1]}
    return ";\n".join(_statement(one, by_name) for one in stages if isinstance(one, StatementStage))


def _statement(stage: StatementStage, by_name: Mapping[str, Stage]) -> str:
    comments = [f"// ${identifier(name)}: {_origin(by_name[name])}" for name in stage.inputs]
    for name, value in stage.parameters.items():
        if isinstance(value, TextVector):
            comments.append(f"// ${identifier(name)}: the vector of {_line(value.text)}")
    values = dict(stage.parameters) | {"limit": SHOWN_ROWS}

    def replaced(found: re.Match[str]) -> str:
        if found["quoted"] is not None:
            return found[0]
        name = _unquoted(found["name"])
        return (
            _literal(values[name])
            if name in values and not isinstance(values[name], TextVector)
            else found[0]
        )

    return "\n".join([*comments, _PART.sub(replaced, stage.statement)])


def _origin(stage: Stage) -> str:
    """What a parameter holds that an earlier stage gives: a list of maps of ids and scores."""
    if isinstance(stage, SearchStage):
        what = "meaning" if stage.kind == "vector" else "words"
        return f"[{{id, score}}] of the {stage.limit} nodes nearest by {what} to {_line(stage.text)}"
    if isinstance(stage, RankStage):
        return f"[{{id, score}}] of '{stage.source}', by how like they are to {_line(stage.text)}"
    return f"[{{id, score}}], the rows of the statement for '{stage.name}'"


def _line(text: str) -> str:
    """A text in one line: a line end would end the comment."""
    return literal(" ".join(text.split()))


def _unquoted(name: str) -> str:
    return name[1:-1].replace("``", "`") if name.startswith("`") else name


def _literal(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{identifier(key)}: {_literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_literal, value)) + "]"
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return f"date('{value.isoformat()}')"
    return literal(value)
