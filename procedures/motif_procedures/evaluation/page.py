"""A page of Markdown with the figures of evaluations, each between marks so that it can be written again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from motif_procedures.evaluation.results import write_results
from motif_procedures.model_cost import told

COLUMNS = (
    ("hitsAt1", "Hits@1"),
    ("f1", "F1"),
    ("evidenceAny", "evidence: any answer"),
    ("evidenceAll", "all answers"),
    ("evidenceTriples", "gold triples"),
    ("planAccuracy", "plan"),
)
"""Fractions of a report's rows and what they are called."""

ANSWER_COLUMNS = (
    ("hitsAt1", "Hits@1"),
    ("precision", "precision"),
    ("recall", "recall"),
    ("f1", "F1"),
    ("hitsAt5", "Hits@5"),
    ("evidenceAny", "evidence: any answer"),
    ("evidenceAll", "all answers"),
)
"""The same, where questions come with patterns: planning is not what they are about."""

END = "<!-- evaluation: end -->"
"""The line that a section ends with."""


def write_page(path: Path, report: Mapping[str, Any]) -> None:
    """Writes ``report`` into ``path``: results where it ends in .json, else its section of a page of Markdown."""
    write_report(path, report, render_section(report), leave_out=("failures", "resumed"))


def write_report(
    path: Path, report: Mapping[str, Any], section: str, *, leave_out: Sequence[str] = ()
) -> None:
    """Writes ``report`` without the keys ``leave_out`` where ``path`` ends in .json, else ``section``."""
    if path.suffix.lower() == ".json":
        write_results(path, report, leave_out)
    else:
        write_section(path, section)


def write_section(path: Path, section: str) -> None:
    """Writes ``section`` into ``path``: in place of the one that begins with the same line, else at the end.

    Everything else on the page is left as it is.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else "# Evaluation\n"
    begin = section.partition("\n")[0]
    old = re.compile(re.escape(begin) + r"\n.*?" + re.escape(END) + r"\n", re.DOTALL)
    replaced, count = old.subn(lambda _: section, text, count=1)
    text = replaced if count else f"{text.rstrip()}\n\n{section}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def render_section(report: Mapping[str, Any]) -> str:
    """The section of ``report`` in Markdown, between marks; the same report gives the same text."""
    parts = [
        f"<!-- evaluation: {run_key(report)} -->",
        f"## {_title(report)}",
        "",
        _circumstances(report),
        "",
        *_table(report["rows"], ANSWER_COLUMNS if report.get("withPatterns") else COLUMNS),
        "",
        *_asked(report),
        *_errors(report["rows"]),
        *_comparisons(report["comparisons"]),
        END,
    ]
    return "\n".join(parts) + "\n"


def run_key(report: Mapping[str, Any]) -> str:
    """What tells a report's section from others: the questions and the contenders, not the figures."""
    names = ("dataset", "split", "hops", "sample", "seed", "via", "examples", "answersOnly")
    who = [[row["method"], row["planner"], row["options"]] for row in report["rows"]]
    more = {
        name: value
        for name in ("source", "noise", "model")
        if (value := report.get(name)) and any(_flat(value))
    }
    told = [[report[name] for name in names], who, *([more] if more else [])]
    text = json.dumps(told, sort_keys=True, default=str)
    return f"{report['dataset']} {hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _title(report: Mapping[str, Any]) -> str:
    taught = "no examples" if report["examples"] is None else f"examples {report['examples']}"
    only = ", answers only" if report["answersOnly"] else ""
    over = f" over {report['source']}" if report.get("source") else ""
    noise = "".join(f", {name} {value:g}" for name, value in (report.get("noise") or {}).items() if value)
    return f"{report['dataset']}{over}, {report['split']} questions, {taught}{only}{noise}"


def _flat(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, Mapping) else [value]


def _circumstances(report: Mapping[str, Any]) -> str:
    graph = report["graph"]
    drawn = (
        "all of them" if report["sample"] is None else f"{report['sample']} a group, seed {report['seed']}"
    )
    where = "through Neo4j, over Bolt" if report["via"] == "bolt" else "in memory"
    return (
        f"Questions: {drawn}. Graph: {graph['nodes']:,} nodes, {graph['relationships']:,} relationships of "
        f"{graph['relations']:,} relations, {where}."
    )


def _table(rows: Sequence[Mapping[str, Any]], columns: Sequence[tuple[str, str]]) -> list[str]:
    titles = ["method", "group", "questions", *(title for _, title in columns), "tokens", "median / p99 ms"]
    lines = [table_line(titles), table_line(["---"] * len(titles))]
    for row in rows:
        values = [_percent(row[name]) for name, _ in columns]
        times = f"{row['medianMillis']:.1f} / {row['p99Millis']:.1f}"
        lines.append(
            table_line(
                [
                    contender(row),
                    row["group"],
                    f"{row['questions']:,}",
                    *values,
                    f"{row['tokens']:,.0f}",
                    times,
                ]
            )
        )
    return lines


def _asked(report: Mapping[str, Any]) -> list[str]:
    """What a language model was asked by each contender, of all its questions."""
    if not report.get("model"):
        return []
    groups = {row["group"] for row in report["rows"]}
    of_all = [row for row in report["rows"] if len(groups) == 1 or row["group"] == "all"]
    return [
        line
        for row in of_all
        for line in (f"{contender(row)}: {told(report['model'], row.get('model'))}.", "")
    ]


def _errors(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Lost questions by the step that lost them."""
    stages = sorted({stage for row in rows for stage in row["errors"]})
    if not stages:
        return []
    lines = ["Lost in", "", table_line(["method", "group", *stages]), table_line(["---"] * (2 + len(stages)))]
    for row in rows:
        counts = [f"{row['errors'].get(stage, 0):,}" for stage in stages]
        lines.append(table_line([contender(row), row["group"], *counts]))
    return [*lines, ""]


def _comparisons(comparisons: Sequence[Mapping[str, Any]]) -> list[str]:
    if not comparisons:
        return []
    titles = ["first", "second", "questions", "first better", "second better", "ties"]
    lines = [
        "Judged by a language model, in both orders",
        "",
        table_line(titles),
        table_line(["---"] * len(titles)),
    ]
    for row in comparisons:
        counts = [row[key] for key in ("questions", "firstBetter", "secondBetter", "ties")]
        lines.append(table_line([contender(row["first"]), contender(row["second"]), *counts]))
    return [*lines, ""]


def contender(row: Mapping[str, Any]) -> str:
    """A row's contender in a few words.

    >>> contender({"method": "auto", "planner": "paths", "options": {"top_k": 5}})
    'auto, planner paths, top_k 5'
    """
    planner = [f"planner {row['planner']}"] if row["planner"] else []
    return ", ".join([row["method"], *planner, *(f"{key} {value}" for key, value in row["options"].items())])


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"


def table_line(cells: Sequence[Any]) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"
