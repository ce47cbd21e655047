"""A section of Markdown with the figures of an evaluation of plans of steps."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from motif_procedures.evaluation.page import END, table_line, write_report
from motif_procedures.spark.contenders import BASELINE
from motif_procedures.spark.failures import CLASSES
from motif_procedures.spark.metrics import TIMES

MEASURES = (("recall", "Recall@20"), ("hitsAt1", "Hit@1"), ("hitsAt5", "Hit@5"), ("mrr", "MRR"))
"""Means of a row and what they are called, in percent."""

SHARES = (("valid", "valid"), ("fallback", "fell back"))

_ALL = "all"


def write_page(path: Path, report: Mapping[str, Any]) -> None:
    """Writes ``report`` into ``path``: results where it ends in .json, else its section of a page of Markdown."""
    write_report(path, report, render_section(report), leave_out=("ids", "lost"))


def render_section(report: Mapping[str, Any]) -> str:
    """The section of ``report`` in Markdown, between marks; the same report gives the same text."""
    parts = [
        f"<!-- evaluation: {run_key(report)} -->",
        f"## Plans of steps (SPARK), {report['split']} questions",
        "",
        circumstances(report),
        "",
        *_overall(report),
        "",
        *_by_group(report["rows"]),
        "",
        *_failures(report["failures"]),
        END,
    ]
    return "\n".join(parts) + "\n"


def run_key(report: Mapping[str, Any]) -> str:
    """What tells a report's section from others: the questions and the contenders, not the figures."""
    who = sorted({row["method"] for row in report["rows"]})
    told = ["spark", [report[name] for name in ("split", "sample", "seed")], sorted(report["graphs"]), who]
    return f"spark {hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()[:12]}"


def circumstances(report: Mapping[str, Any]) -> str:
    """What was asked of what, in a sentence."""
    drawn = "" if report["sample"] is None else f" ({report['sample']} of each kind, seed {report['seed']})"
    graphs = ", ".join(
        f"{name} ({one['nodes']:,} nodes, {one['relationships']:,} relationships)"
        for name, one in report["graphs"].items()
    )
    left = f" {report['withoutGold']:,} whose answers the graphs lack were left out." * bool(
        report["withoutGold"]
    )
    made = f"version {report['version']}" + (f", commit {report['commit']}" if report["commit"] else "")
    return (
        f"{report['questions']:,} questions{drawn} to {graphs}, in Neo4j {report['neo4j']}; no language model.{left} "
        f"Made by {made}. Measures in %; times in ms, medians."
    )


def overall_titles() -> list[str]:
    """Titles of the table of contenders."""
    measures = [title for _, title in (*MEASURES, *SHARES)]
    return ["contender", *measures, f"Recall@20 over {BASELINE}", "round trips", " / ".join(TIMES)]


def overall_rows(report: Mapping[str, Any]) -> Iterator[list[str]]:
    """A line for each contender, over all questions."""
    gaps = {one["method"]: one for one in report["differences"]}
    for row in report["rows"]:
        if row["group"] == _ALL:
            values = [percent(row[key]) for key, _ in (*MEASURES, *SHARES)]
            times = " / ".join(
                "" if row["millis"][key] is None else f"{row['millis'][key]:.1f}" for key in TIMES
            )
            trips = "" if row["roundTrips"] is None else f"{row['roundTrips']:g}"
            yield [row["method"], *values, _gap(gaps.get(row["method"])), trips, times]


def group_titles(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Titles of the table of groups."""
    return ["questions", "n", *dict.fromkeys(row["method"] for row in rows)]


def group_rows(rows: Sequence[Mapping[str, Any]]) -> Iterator[list[str]]:
    """A line for each graph and kind: recall at 20 of each contender."""
    for group in dict.fromkeys(row["group"] for row in rows):
        those = [row for row in rows if row["group"] == group]
        yield [group, f"{those[0]['questions']:,}", *(percent(row["recall"]) for row in those)]


def failure_rows(failures: Sequence[Mapping[str, Any]]) -> Iterator[list[str]]:
    """A line for each contender that plans: how many of its failures are of each class."""
    for one in failures:
        shares = [f"{100 * one['classes'][name] / max(one['failed'], 1):.0f}" for name in CLASSES]
        yield [one["method"], f"{one['failed']:,} of {one['questions']:,}", *shares]


def failure_titles() -> list[str]:
    """Titles of the table of failures."""
    return ["contender", "failed", *CLASSES]


def percent(value: float | None) -> str:
    """A fraction in percent, with one digit; nothing for None.

    >>> percent(0.5), percent(None)
    ('50.0', '')
    """
    return "" if value is None else f"{100 * value:.1f}"


def _gap(one: Mapping[str, float] | None) -> str:
    if one is None:
        return ""
    return f"{100 * one['mean']:+.1f} ({100 * one['low']:+.1f} to {100 * one['high']:+.1f})"


def _overall(report: Mapping[str, Any]) -> list[str]:
    return _table(overall_titles(), overall_rows(report))


def _by_group(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return ["Recall@20 by graph and kind:", "", *_table(group_titles(rows), group_rows(rows))]


def _failures(failures: Sequence[Mapping[str, Any]]) -> list[str]:
    if not failures:
        return []
    return ["Failures by class, %:", "", *_table(failure_titles(), failure_rows(failures)), ""]


def _table(titles: Sequence[str], rows: Iterator[list[str]]) -> list[str]:
    return [table_line(titles), table_line(["---"] * len(titles)), *map(table_line, rows)]
