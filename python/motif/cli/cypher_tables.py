"""The report of an evaluation of questions with gold Cypher in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from motif.cli.console import out
from motif.cli.evaluation_tables import print_table

_SHARES = {
    "right": "right",
    "partly": "partly",
    "wrong": "wrong",
    "declined": "declined",
    "rightOfAnswered": "right of answered",
    "rowsRight": "unsure too",
    "coverageAt90": "cover 90",
    "coverageAt97": "cover 97",
}
_SHOWN = 3


def print_cypher_report(report: Mapping[str, Any]) -> None:
    """Prints the figures by graph and by kind, what calibration is worth on a graph left out, and what was lost."""
    if report["skipped"]:
        out.print(f"{report['skipped']:,} questions without comparable gold rows were left out.")
    columns = ["n", *_SHARES.values(), "risk", "calibration", "ms"]
    for title, rows in (("graph", report["graphKinds"]), ("kind", report["kinds"])):
        print_table(
            f"cypher {report['half']}, by {title}: %", [title, *columns], [_line(row) for row in rows]
        )
    for row in report["leftOut"]:
        error, at90 = row["calibrationError"], row["at90"]
        out.print(
            f"{row['graph']}, calibrated on the others: error {error:.2f}; from where they are right in 90 % on, "
            f"{_percent(at90['answered'])} % is answered, and {_percent(at90['right']) or 'none'} % of it rightly"
        )
    if report["asked"]:
        asked = report["asked"]
        out.print(
            f"{report['model']} was asked {asked['questions']:,} of them: {asked['calls']:,} calls, "
            f"{asked['inputTokens']:,} tokens in, {asked['outputTokens']:,} out, "
            f"{asked['medianSeconds']:.1f} s a question"
        )
    if report.get("trust"):
        trust = report["trust"]
        out.print(
            f"Of its {trust['statements']:,} statements that find anything {trust['right']:,} are right: "
            f"MOTIF_MODEL_TRUST={trust['trust']} heeds it as much (docs: With a language model)."
        )
    for lost in report["failures"]:
        out.print(f"{lost['verdict']}: {lost['question']}")
        out.print(
            f"    gold {_told(lost['gold'])}; said {_told(lost['said']) or lost['declined'] or lost['failure']}"
        )


def _line(row: Mapping[str, Any]) -> list[str]:
    shares = [_percent(row[name]) for name in _SHARES]
    worth = [f"{row['riskCoverage']:.2f}", f"{row['calibrationError']:.2f}", f"{row['medianMillis']:.0f}"]
    return [row["group"], f"{row['questions']:,}", *shares, *worth]


def _told(rows: Sequence[Sequence[Any]]) -> str:
    """The first rows, as the values that were compared."""
    told = [", ".join("none" if cell is None else str(cell[1]) for cell in row) for row in rows[:_SHOWN]]
    return "; ".join(told) + (" …" if len(rows) > _SHOWN else "")


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"
