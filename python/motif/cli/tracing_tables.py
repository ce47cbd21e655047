"""The report of an evaluation of tracing in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motif.cli.evaluation_tables import contender, print_table

_FRACTIONS = {"coverage": "coverage", "share": "share", "precision": "precision", "hitsAt1": "Hits@1"}
_PLANNING = {
    "planned": "planned",
    "same": "right",
    "precision": "precision",
    "recall": "recall",
    "strategy": "strategy",
    "strategyOfOne": "of one",
    "strategyOfSeveral": "of several",
}


def print_tracing_report(report: Mapping[str, Any]) -> None:
    """Prints how much of the gold paths each contender found, and how well schema graphs are planned."""
    title = f"{report['dataset']} {report['split']}, {report['questions']:,} questions: gold paths, %; ms"
    columns = [
        "contender",
        "relations",
        "strategy",
        "hops",
        "n",
        *_FRACTIONS.values(),
        "size",
        "median",
        "p99",
    ]
    rows = sorted(report["rows"], key=lambda row: (row["wording"], row["strategy"], row["group"]))
    print_table(title, columns, [_found(row) for row in rows])
    if report["planning"]:
        planned = [_planned(row) for row in report["planning"]]
        print_table("schema graphs from words, %", ["hops", "n", *_PLANNING.values()], planned)


def _found(row: Mapping[str, Any]) -> list[str]:
    told = [contender({**row, "planner": ""}), row["wording"], row["strategy"], row["group"]]
    sizes = [f"{row['relationships']:g}", f"{row['medianMillis']:.1f}", f"{row['p99Millis']:.1f}"]
    return [*told, f"{row['questions']:,}", *(_percent(row[key]) for key in _FRACTIONS), *sizes]


def _planned(row: Mapping[str, Any]) -> list[str]:
    return [row["group"], f"{row['questions']:,}", *(_percent(row[key]) for key in _PLANNING)]


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"
