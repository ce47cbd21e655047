"""A section of Markdown with the figures of an evaluation of tracing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from motif_procedures.evaluation.page import END, contender, table_line, write_report

FRACTIONS = (
    ("coverage", "coverage"),
    ("share", "share of gold (eq. 17)"),
    ("precision", "precision"),
    ("hitsAt1", "Hits@1"),
)
"""Fractions of a row and what they are called."""

PLANNING = (
    ("planned", "planned"),
    ("same", "schema graph right"),
    ("precision", "relations: precision"),
    ("recall", "recall"),
    ("strategy", "strategy right"),
    ("strategyOfOne", "one answer"),
    ("strategyOfSeveral", "several"),
)


def write_page(path: Path, report: Mapping[str, Any]) -> None:
    """Writes ``report`` into ``path``: results where it ends in .json, else its section of a page of Markdown."""
    write_report(path, report, render_section(report))


def render_section(report: Mapping[str, Any]) -> str:
    """The section of ``report`` in Markdown, between marks; the same report gives the same text."""
    parts = [
        f"<!-- evaluation: {run_key(report)} -->",
        f"## {report['dataset']}, {report['split']} questions: gold paths in the evidence",
        "",
        _circumstances(report),
        "",
        *_table(report["rows"]),
        "",
        *_planning(report["planning"]),
        END,
    ]
    return "\n".join(parts) + "\n"


def run_key(report: Mapping[str, Any]) -> str:
    """What tells a report's section from others: the questions and the contenders, not the figures."""
    names = ("dataset", "split", "sample", "seed", "misspelt", "training", "other")
    who = sorted({json.dumps([row["method"], row["options"]], sort_keys=True) for row in report["rows"]})
    text = json.dumps(["tracing", *(report[name] for name in names), who], sort_keys=True, default=str)
    return f"{report['dataset']} {hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _circumstances(report: Mapping[str, Any]) -> str:
    graph = report["graph"]
    drawn = (
        "all" if report["sample"] is None else f"at most {report['sample']} a group, seed {report['seed']}"
    )
    misspelt = f", {report['misspelt']:.0%} of their names misspelt" if report["misspelt"] else ""
    options = ", ".join(f"{key} {value}" for key, value in sorted(report["training"].items()))
    made = f"version {report['version']}" + (f", commit {report['commit']}" if report["commit"] else "")
    return (
        f"{report['questions']:,} questions ({drawn}) about nodes that no question of the training is about"
        f"{misspelt}. Graph: {graph['nodes']:,} nodes, {graph['relationships']:,} relationships of "
        f"{graph['relations']:,} relations, in memory; encoder {report['encoder']}. The other model is trained on "
        f"{report['other']}; training: {options or 'by default'}. Made by {made}. Times are of one trace, its texts "
        "encoded beforehand."
    )


def _table(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    titles = ["relations", "strategy", "contender", "hops", "questions", *(title for _, title in FRACTIONS)]
    titles += ["relationships", "median / p99 ms"]
    lines = [table_line(titles), table_line(["---"] * len(titles))]
    for row in sorted(rows, key=lambda row: (row["wording"], row["strategy"], row["group"])):
        told = [row["wording"], row["strategy"], contender({**row, "planner": ""}), row["group"]]
        values = [percent(row[key]) for key, _ in FRACTIONS]
        times = f"{row['medianMillis']:.1f} / {row['p99Millis']:.1f}"
        lines.append(
            table_line([*told, f"{row['questions']:,}", *values, f"{row['relationships']:g}", times])
        )
    return lines


def _planning(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    if not rows:
        return []
    titles = ["hops", "questions", *(title for _, title in PLANNING)]
    lines = ["Schema graphs planned from the questions' words:", "", table_line(titles)]
    lines.append(table_line(["---"] * len(titles)))
    for row in rows:
        values = [percent(row[key]) for key, _ in PLANNING]
        lines.append(table_line([row["group"], f"{row['questions']:,}", *values]))
    return [*lines, ""]


def percent(value: float | None) -> str:
    """A fraction in percent, with one digit; nothing for None."""
    return "" if value is None else f"{100 * value:.1f}"
