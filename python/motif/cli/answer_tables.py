"""The report of an evaluation of answers over passages in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motif.cli.console import out
from motif.cli.evaluation_tables import contender, print_table

_SHARES = {
    "exactMatch": "exact",
    "f1": "F1",
    "unanswered": "not answered",
    "goldInEvidence": "gold in chunks",
}


def print_answer_report(report: Mapping[str, Any]) -> None:
    """Prints exact match and F1 by where the chunks come from, what the model took, and what was not exact."""
    if report["resumed"]:
        out.print(f"{report['resumed']:,} answers were there from a run that was interrupted.")
    title = f"{report['dataset']} {report['split']}, answers of {report['model']}: %"
    columns = ["chunks of", "group", "n", *_SHARES.values(), "calls", "tokens in", "out", "s"]
    print_table(title, columns, [_line(row) for row in report["rows"]])
    for lost in report["failures"]:
        said = ", ".join(lost["answers"]) or lost["failure"] or "nothing"
        out.print(f"{lost['method']}: {lost['question']}", markup=False)
        out.print(f"    said {said}; gold {', '.join(lost['gold'])}", markup=False)


def _line(row: Mapping[str, Any]) -> list[str]:
    shares = ["" if row[name] is None else f"{100 * row[name]:.1f}" for name in _SHARES]
    asked = row["model"]
    cost = ["0", "", "", ""]
    if asked is not None:
        cost = [f"{asked[name]:,}" for name in ("calls", "inputTokens", "outputTokens")]
        cost.append(f"{asked['medianSeconds']:.1f}")
    return [contender(row), row["group"], f"{row['questions']:,}", *shares, *cost]
