"""The method that Motif chooses beside the best single one, over several evaluations: a table made of their files.

``python -m motif_procedures.choice OUT.json RESULTS.json …`` reads files that ``motif evaluate … --out`` wrote, each of
one run in which ``auto`` was asked beside methods that are named.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif_procedures.evaluation.page import END, table_line
from motif_procedures.evaluation.results import write_results

AUTO = "auto"
COUNT = "20"
"""Chunks that are looked at, of those retrieved."""

_TITLES = ("questions", "n", "measure", "best single method", "its figure", "auto", "difference")


def choice_report(files: Sequence[Path]) -> dict[str, Any]:
    """The figure of ``auto`` and of the best other method in each of ``files``, for each group of questions.

    Raises `InvalidInput` for a file that lacks ``auto``, or has nothing beside it.
    """
    reports = [json.loads(path.read_text(encoding="utf-8")) for path in files]
    rows = [row for path, report in zip(files, reports, strict=True) for row in _rows(path, report)]
    commits = sorted({str(report["taken"]["commit"]) for report in reports})
    return {"choice": True, "commits": commits, "rows": rows}


def _rows(path: Path, report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for group, measure, n_questions, found in _figures(report):
        others = {method: figure for method, figure in found.items() if method != AUTO}
        if AUTO not in found or not others:
            raise InvalidInput(
                f"{path} does not have '{AUTO}' beside another method.",
                hint="motif evaluate … --method auto --method search --out …",
            )
        best = max(others, key=lambda method: others[method])
        yield {
            "group": group,
            "measure": measure,
            "questions": n_questions,
            "methods": list(others),
            "best": [method for method in others if others[method] == others[best]],
            "figure": others[best],
            "auto": found[AUTO],
        }


def _figures(report: Mapping[str, Any]) -> Iterator[tuple[str, str, int, dict[str, float]]]:
    """Each group of questions, what is measured of it, how many they are, and the figure of each method."""
    rows = report["rows"]
    if report.get("passages"):
        for measure in ("hit", "share"):
            those = [row for row in rows if row["group"] == "all"]
            found = {row["method"]: row["recall"][COUNT][measure] for row in those}
            yield report["dataset"], f"{measure} at {COUNT}", those[0]["questions"], found
        return
    measure, key = ("Recall@20", "recall") if report.get("spark") else ("Hits@1", "hitsAt1")
    name = "numbers, dates, conditions" if report.get("spark") else _named(report)
    for group in dict.fromkeys(row["group"] for row in rows):
        those = [row for row in rows if row["group"] == group]
        if group == "all" or (len({row["group"] for row in rows}) == 1):
            yield name, measure, those[0]["questions"], {row["method"]: row[key] for row in those}
        elif not report.get("spark") and not report.get("source"):
            title = f"{name}, {group} hop{'s' * (group != '1')}"
            yield title, measure, those[0]["questions"], {row["method"]: row[key] for row in those}


def _named(report: Mapping[str, Any]) -> str:
    """The data set; for questions that are drawn over a graph, which one, and how noisy they are."""
    noise = (report.get("noise") or {}).get("noise")
    name = " over ".join(filter(None, (report["dataset"], report.get("source"))))
    return f"{name}, noise {noise:g}" if noise else name


def render_section(report: Mapping[str, Any]) -> str:
    """The table of ``report`` in Markdown, between marks."""
    commits = ", ".join(report["commits"])
    parts = [
        "<!-- evaluation: choice -->",
        "## The method that is chosen, beside the best that is named",
        "",
        f"In %, differences in points; each line is of one run, by the code of commit {commits}.",
        "",
        table_line(_TITLES),
        table_line(["---"] * len(_TITLES)),
        *(table_line(_line(row)) for row in report["rows"]),
        "",
        END,
    ]
    return "\n".join(parts) + "\n"


def _line(row: Mapping[str, Any]) -> list[str]:
    """A row of the table.

    >>> row = {"group": "films", "questions": 20, "measure": "Hits@1", "methods": ["search", "match"],
    ...        "best": ["search"], "figure": 0.9, "auto": 0.895}
    >>> _line(row)
    ['films', '20', 'Hits@1', '`search` of `search`, `match`', '90.0', '89.5', '-0.5']
    """
    best, asked = (", ".join(f"`{method}`" for method in row[key]) for key in ("best", "methods"))
    gap = 100 * (row["auto"] - row["figure"])
    figures = [f"{100 * row['figure']:.1f}", f"{100 * row['auto']:.1f}", f"{gap:+.1f}"]
    shown = asked if row["best"] == row["methods"] else f"{best} of {asked}"
    return [row["group"], f"{row['questions']:,}", row["measure"], shown, *figures]


def main(arguments: Sequence[str]) -> None:
    """Writes the first of ``arguments`` from the others."""
    out, *files = map(Path, arguments)
    write_results(out, choice_report(files))


if __name__ == "__main__":
    main(sys.argv[1:])
