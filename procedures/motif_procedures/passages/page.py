"""A section of Markdown with the figures of an evaluation over passages."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from motif_procedures.evaluation.page import END, contender, table_line, write_report

QUALITY = (
    ("nodes", "nodes", "{:.1f}"),
    ("density", "density", "{:.3f}"),
    ("paperDensity", "density as in B.3", "{:.3f}"),
    ("connected", "connected", "{:.2f}"),
    ("diameter", "diameter in it", "{:.2f}"),
    ("diameterInGraph", "in the graph", "{:.2f}"),
    ("qrScore", "QRScore", "{:.3f}"),
    ("similarity", "pairwise similarity", "{:.3f}"),
)
"""Measures of communities: their key, what they are called, and how they are written."""


def write_page(path: Path, report: Mapping[str, Any]) -> None:
    """Writes ``report`` into ``path``: results where it ends in .json, else its section of a page of Markdown."""
    write_report(path, report, render_section(report))


def render_section(report: Mapping[str, Any]) -> str:
    """The section of ``report`` in Markdown, between marks; the same report gives the same text."""
    parts = [
        f"<!-- evaluation: {run_key(report)} -->",
        f"## {report['dataset']}, {report['split']} questions: chunks retrieved",
        "",
        _circumstances(report),
        "",
        *_recall(report["rows"], report["cutoffs"]),
        "",
        *_communities(report["communities"]),
        END,
    ]
    return "\n".join(parts) + "\n"


def run_key(report: Mapping[str, Any]) -> str:
    """What tells a report's section from others: the questions and the contenders, not the figures."""
    names = ("dataset", "split", "sample", "seed", "cutoffs")
    who = [[row["method"], row["options"]] for row in report["rows"]]
    told = [[report[name] for name in names], report["graph"]["inDatabase"], who, bool(report["communities"])]
    text = json.dumps(told, sort_keys=True, default=str)
    return f"{report['dataset']} {hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _circumstances(report: Mapping[str, Any]) -> str:
    graph = report["graph"]
    drawn = "all" if report["sample"] is None else f"a sample by the seed {report['seed']}"
    where = "in Neo4j" if graph["inDatabase"] else "in memory"
    left = f" {report['withoutGold']:,} without a gold chunk were left out." if report["withoutGold"] else ""
    return (
        f"{report['questions']:,} questions ({drawn}) over {graph['chunks']:,} chunks and "
        f"{graph['entities']:,} entities, {where}; encoder {report['encoder']}.{left} Recall at n in %: any gold chunk "
        "among n / share of the gold chunks. Times are of one retrieval, the question's vector at hand."
    )


def _recall(rows: Sequence[Mapping[str, Any]], cutoffs: Sequence[int]) -> list[str]:
    titles = ["contender", "questions", *(f"at {count}" for count in cutoffs), "median / p99 ms"]
    lines = [table_line(titles), table_line(["---"] * len(titles))]
    for row in rows:
        values = [recall_of(row, count) for count in cutoffs]
        times = f"{row['medianMillis']:.1f} / {row['p99Millis']:.1f}"
        lines.append(table_line([name_of(row), f"{row['questions']:,}", *values, times]))
    return lines


def recall_of(row: Mapping[str, Any], count: int) -> str:
    """Recall at ``count`` in percent, by question and by gold chunk.

    >>> recall_of({"recall": {"20": {"hit": 0.5, "share": 0.25}}}, 20)
    '50.0 / 25.0'
    """
    found = row["recall"][str(count)]
    return f"{100 * found['hit']:.1f} / {100 * found['share']:.1f}"


def name_of(row: Mapping[str, Any]) -> str:
    """A row's contender, and the kind of questions where it is of one kind."""
    return contender(row) + ("" if row["group"] == "all" else f": {row['group']}")


def _communities(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    if not rows:
        return []
    titles = ["community", "questions", *(title for _, title, _ in QUALITY)]
    lines = ["Means over questions:", "", table_line(titles), table_line(["---"] * len(titles))]
    for row in rows:
        values = ["" if row[key] is None else form.format(row[key]) for key, _, form in QUALITY]
        lines.append(table_line([row["community"], f"{row['questions']:,}", *values]))
    return [*lines, ""]
