"""The report of an evaluation in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from motif.cli.console import out

_FRACTIONS = {
    "hitsAt1": "Hits@1",
    "f1": "F1",
    "evidenceAny": "any",
    "evidenceAll": "all",
    "evidenceTriples": "triples",
    "planAccuracy": "plan",
}
_ANSWER_FRACTIONS = {
    "hitsAt1": "Hits@1",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "hitsAt5": "Hits@5",
    "evidenceAny": "any",
    "evidenceAll": "all",
}
"""Of questions that come with patterns."""

_SHOWN_FAILURES, _SHOWN_CHARACTERS, _WIDEST = 5, 60, 400


def print_report(report: Mapping[str, Any]) -> None:
    """Prints the figures, where questions were lost, and a few of them."""
    if report["resumed"]:
        out.print(f"{report['resumed']:,} answers were there from a run that was interrupted.")
    title = f"{report['dataset']} {report['split']}: %, tokens, ms"
    fractions = _ANSWER_FRACTIONS if report.get("withPatterns") else _FRACTIONS
    columns = ["method", "group", "n", *fractions.values(), "tokens", "median", "p99"]
    print_table(title, columns, [_figures(row, fractions) for row in report["rows"]])
    _print_stages(report["rows"])
    for row in report["rows"]:
        if asked := row.get("model"):
            out.print(
                f"{contender(row)}, {row['group']}: {report['model']} was asked {asked['questions']:,} of them, "
                f"{asked['calls']:,} calls, {asked['inputTokens']:,} tokens in, {asked['outputTokens']:,} out, "
                f"{asked['medianSeconds']:.1f} s a question"
            )
    for pair in report["comparisons"]:
        first, second = contender(pair["first"]), contender(pair["second"])
        out.print(
            f"judged: {first} better {pair['firstBetter']}, {second} better {pair['secondBetter']}, ties {pair['ties']}"
        )
    _print_failures(report["failures"][:_SHOWN_FAILURES])


def _figures(row: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    fractions = ["" if row[name] is None else f"{100 * row[name]:.1f}" for name in names]
    sizes = [f"{row['tokens']:,.0f}", f"{row['medianMillis']:.1f}", f"{row['p99Millis']:.1f}"]
    return [contender(row), row["group"], f"{row['questions']:,}", *fractions, *sizes]


def _print_stages(rows: Sequence[Mapping[str, Any]]) -> None:
    stages = sorted({stage for row in rows for stage in row["errors"]})
    if stages:
        counts = [
            [contender(row), row["group"], *(row["errors"].get(stage, 0) for stage in stages)] for row in rows
        ]
        print_table("Lost in", ["method", "group", *stages], counts)


def _print_failures(failures: Sequence[Mapping[str, Any]]) -> None:
    if failures:
        rows = [
            [lost["method"], lost["error"], *(_cut(lost[key]) for key in ("question", "answers", "gold"))]
            for lost in failures
        ]
        print_table("Some that were lost", ["method", "in", "question", "answered", "gold"], rows)


def _cut(value: str | Sequence[str]) -> str:
    text = value if isinstance(value, str) else ", ".join(value)
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[: _SHOWN_CHARACTERS - 1]}…"


def contender(row: Mapping[str, Any]) -> str:
    """A row's contender: its method, planner and options."""
    options = [f"{key} {value}" for key, value in row["options"].items()]
    return ", ".join([row["method"], *([row["planner"]] if row["planner"] else []), *options])


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A table whose cells are never broken: wider than a narrow terminal, where it must be."""
    table = Table(title=title, title_justify="left", header_style="bold", box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, no_wrap=True)
    for row in rows:
        table.add_row(*(Text(str(value)) for value in row))
    needed = out.measure(table, options=out.options.update(max_width=_WIDEST)).maximum
    Console(file=out.file, width=max(out.width, needed), highlight=False).print(table)
