"""The report of an evaluation of plans of steps in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from motif.cli.console import out
from motif.cli.evaluation_tables import print_table

_MEASURES = {"recall": "R@20", "hitsAt1": "Hit@1", "hitsAt5": "Hit@5", "mrr": "MRR"}
_SHARES = {"valid": "valid", "fallback": "fell back"}
_TIMES = ("plan", "validate", "run", "all")
_ALL = "all"


def print_spark_report(report: Mapping[str, Any]) -> None:
    """Prints what each contender found, recall by graph and kind of question, and of which classes the failures are."""
    if report["withoutGold"]:
        out.print(f"{report['withoutGold']:,} questions whose answers the graphs lack were left out.")
    rows = report["rows"]
    title = f"spark {report['split']}, {report['questions']:,} questions: %; median round trips and ms"
    columns = ["contender", *_MEASURES.values(), *_SHARES.values(), "trips", *_TIMES]
    print_table(title, columns, [_found(row) for row in rows if row["group"] == _ALL])
    for one in report["differences"]:
        low, high = 100 * one["low"], 100 * one["high"]
        out.print(
            f"{one['method']}: {100 * one['mean']:+.1f} points of R@20 over hybrid ({low:+.1f} to {high:+.1f})"
        )
    methods = list(dict.fromkeys(row["method"] for row in rows))
    print_table("R@20 by graph and kind, %", ["questions", "n", *methods], _groups(rows))
    for failed in report["failures"]:
        told = ", ".join(f"{name} {count}" for name, count in failed["classes"].items() if count)
        out.print(
            f"{failed['method']}: {failed['failed']:,} of {failed['questions']:,} failed: {told or 'none'}"
        )


def _found(row: Mapping[str, Any]) -> list[str]:
    fractions = [_percent(row[key]) for key in (*_MEASURES, *_SHARES)]
    trips = "" if row["roundTrips"] is None else f"{row['roundTrips']:g}"
    times = [row["millis"][key] for key in _TIMES]
    return [row["method"], *fractions, trips, *("" if time is None else f"{time:.1f}" for time in times)]


def _groups(rows: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """A line for each group, with the recall of each contender."""
    lines: dict[str, list[str]] = {}
    for row in rows:
        line = lines.setdefault(row["group"], [row["group"], f"{row['questions']:,}"])
        line.append(_percent(row["recall"]))
    return list(lines.values())


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"
