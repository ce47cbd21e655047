"""The report of an evaluation of verification in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motif.cli.console import out
from motif.cli.evaluation_tables import print_table

_SHARES = {"accuracy": "right", "wrong": "wrong", "undecided": "not decided"}
_DECIDED = ("supported", "refuted")


def print_claim_report(report: Mapping[str, Any]) -> None:
    """Prints the figures by kind of claim, which verdicts were given in place of which, and what was not right."""
    if report["resumed"]:
        out.print(f"{report['resumed']:,} verdicts were there from a run that was interrupted.")
    titles = [f"{label}: {name}" for label in _DECIDED for name in ("precision", "recall")]
    columns = ["kind", "n", *_SHARES.values(), *titles, "calibration", "ms"]
    title = f"claims of {report['claimsOf']}, {report['split']}: %"
    print_table(title, columns, [_line(row) for row in report["rows"]])
    verdicts = report["verdicts"]
    print_table("said", ["right is", *verdicts], [[gold, *said.values()] for gold, said in verdicts.items()])
    if report["model"]:
        _print_asked(report["model"], report["rows"][0]["model"])
    for lost in report["failures"]:
        out.print(f"{lost['said']}, not {lost['gold']}: {lost['claim']}", markup=False)
        out.print(f"    {lost['failure'] or lost['reason']}", markup=False)


def _print_asked(name: str, asked: Mapping[str, Any] | None) -> None:
    if asked is None:
        out.print(f"{name} was never asked.")
        return
    out.print(
        f"{name} was asked {asked['questions']:,} of them: {asked['calls']:,} calls, {asked['inputTokens']:,} tokens "
        f"in, {asked['outputTokens']:,} out, {asked['medianSeconds']:.1f} s a claim"
    )


def _line(row: Mapping[str, Any]) -> list[str]:
    shares = [_percent(row[name]) for name in _SHARES]
    shares += [_percent(row[label][name]) for label in _DECIDED for name in ("precision", "recall")]
    return [
        row["group"],
        f"{row['claims']:,}",
        *shares,
        f"{row['calibrationError']:.2f}",
        f"{row['medianMillis']:.0f}",
    ]


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"
