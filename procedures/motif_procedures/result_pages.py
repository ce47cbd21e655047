"""Files of results as Markdown: of each kind of evaluation, and of benchmarks; and pages that hold them between marks.

A page shows the file ``NAME.json`` between the lines ``<!-- results: NAME -->`` and ``<!-- results: end -->``; behind
the name may stand the one group of questions whose rows are shown. A name with ``*`` stands for all files that fit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif_procedures import choice
from motif_procedures.claims import page as claims
from motif_procedures.cypher_questions import page as cypher
from motif_procedures.evaluation import page as answers
from motif_procedures.evaluation.page import END
from motif_procedures.evaluation.results import said
from motif_procedures.passage_answers import page as passage_answers
from motif_procedures.passages import page as passages
from motif_procedures.spark import page as steps
from motif_procedures.tracing import page as traces

_BLOCK = re.compile(
    r"^(<!-- results: (?!end )(\S+)(?: (?!-->)([^\n]+?))? -->\n).*?^(<!-- results: end -->)$",
    re.DOTALL | re.MULTILINE,
)


def filled(page: str, folder: Path) -> str:
    """``page`` with what stands between its marks written anew from the files of results in ``folder``.

    Raises `InvalidInput` for a file that is missing or holds no results.
    """

    def block(found: re.Match[str]) -> str:
        named = folder / f"{found[2]}.json"
        paths = sorted(folder.glob(named.name)) if "*" in named.name else [named]
        tables = "".join(f"{render_results(path, found[3])}\n" for path in paths)
        return f"{found[1]}{tables}{found[4]}"

    return _BLOCK.sub(block, page)


def render_results(path: Path, group: str | None = None) -> str:
    """The tables of the file of results at ``path`` under a heading of the third level, and how they were taken.

    Of the rows only those of the questions of ``group`` are shown, where one is named. Raises `InvalidInput` for a file
    that cannot be read or holds no results, and for a group that it does not have.
    """
    results = _read(path)
    if group is not None:
        rows = [row for row in results.get("rows", ()) if row["group"] == group]
        if not rows:
            raise InvalidInput(f"{path} has no rows of a group '{group}'.")
        results["rows"] = rows
    body = _printed(results) if "benchmark" in results else _section(results)
    return f"{body.rstrip()}\n\n*{said(results['taken'])}*\n"


def _section(results: Mapping[str, Any]) -> str:
    """The section of an evaluation without its marks, its heading one level further down."""
    kind = next((page for key, page in _KINDS.items() if results.get(key)), answers)
    rendered: str = kind.render_section({"failures": [], **results})
    _, _, rest = rendered.removesuffix(f"{END}\n").partition("\n")
    return f"#{rest}"


_KINDS: Mapping[str, Any] = {
    "tracing": traces,
    "passages": passages,
    "answersWritten": passage_answers,
    "spark": steps,
    "choice": choice,
    "graphKinds": cypher,
    "isOfClaims": claims,
}
"""The key that tells a report's kind, and what writes its section."""


def _printed(results: Mapping[str, Any]) -> str:
    """What a benchmark printed, as it printed it."""
    lines = "\n".join(results["printed"])
    return f"### `{results['command']}`\n\n```text\n{lines}\n```"


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(
            f"{path} cannot be read as results: {error}.", hint=f"motif evaluate … --out {path} writes it."
        ) from error
    if not isinstance(found, dict) or "taken" not in found:
        raise InvalidInput(
            f"{path} holds no results: it does not say when they were taken.",
            hint=f"motif evaluate … --out {path} writes it.",
        )
    return found
