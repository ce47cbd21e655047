"""The report of an evaluation over passages in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motif.cli.console import out
from motif.cli.evaluation_tables import contender, print_table

_QUALITY = {
    "nodes": "nodes",
    "density": "density",
    "paperDensity": "density B.3",
    "connected": "connected",
    "diameter": "diameter",
    "diameterInGraph": "in graph",
    "qrScore": "QRScore",
    "similarity": "similarity",
}


def print_passage_report(report: Mapping[str, Any]) -> None:
    """Prints recall by number of chunks, and how good communities are where they were measured."""
    graph, counts = report["graph"], report["cutoffs"]
    if report["withoutGold"]:
        out.print(f"{report['withoutGold']:,} questions without a gold chunk in the graph were left out.")
    title = f"{report['dataset']} {report['split']}, {graph['chunks']:,} chunks: a gold chunk among n / share, %; ms"
    columns = ["contender", "group", "questions", *map(str, counts), "median", "p99"]
    print_table(title, columns, [_recall(row, counts) for row in report["rows"]])
    if report["communities"]:
        rows = [_quality(row) for row in report["communities"]]
        print_table("communities, means", ["community", "questions", *_QUALITY.values()], rows)


def _recall(row: Mapping[str, Any], counts: list[int]) -> list[str]:
    found = [row["recall"][str(count)] for count in counts]
    values = [f"{100 * one['hit']:.1f} / {100 * one['share']:.1f}" for one in found]
    times = [f"{row['medianMillis']:.1f}", f"{row['p99Millis']:.1f}"]
    return [contender(row), row["group"], f"{row['questions']:,}", *values, *times]


def _quality(row: Mapping[str, Any]) -> list[str]:
    values = ["" if row[key] is None else f"{row[key]:.3f}" for key in _QUALITY]
    return [row["community"], f"{row['questions']:,}", *values]
