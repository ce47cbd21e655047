"""A section of Markdown with the figures of an evaluation of questions with gold Cypher."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from motif_procedures.cypher_questions.verdicts import VERDICTS
from motif_procedures.evaluation.page import END, table_line, write_report
from motif_procedures.model_cost import told

_RIGHT = (("rightOfAnswered", "right of answered"), ("rowsRight", "right, unsure ones too"))
_SURE = (("coverageAt90", "coverage at 90 %"), ("coverageAt97", "at 97 %"))


def write_page(path: Path, report: Mapping[str, Any]) -> None:
    """Writes ``report`` into ``path``: results where it ends in .json, else its section of a page of Markdown."""
    write_report(path, report, render_section(report), leave_out=("failures", "records"))


def render_section(report: Mapping[str, Any]) -> str:
    """The section of ``report`` in Markdown, between marks; the same report gives the same text."""
    lines = [
        f"<!-- evaluation: {run_key(report)} -->",
        f"## Questions with gold Cypher, {report['half']}",
        "",
        *tables(report),
        END,
    ]
    return "\n".join(lines) + "\n"


def run_key(report: Mapping[str, Any]) -> str:
    """What tells a report's section from others: the questions and who answers, not the figures."""
    names = ("half", "limit", "seed", "via", "method", "planner", "withoutRelation", "notHeld")
    who = [report[name] for name in names] + ([report["model"]] if report.get("model") else [])
    who += ["chooses"] if report.get("chooses") else []
    told = json.dumps([who, sorted(report["graphs"])], default=str)
    return f"cypher {hashlib.sha256(told.encode()).hexdigest()[:12]}"


def tables(report: Mapping[str, Any]) -> Iterator[str]:
    """What was asked, and the figures by graph and by kind of question."""
    yield circumstances(report)
    yield ""
    yield from _table("graph", report["graphKinds"])
    yield ""
    yield from _table("kind", report["kinds"])
    yield ""
    if report["leftOut"]:
        yield "Confidence calibrated on the other graphs, and a line drawn where these are right in 90 and 97 %:"
        yield ""
        yield from _left_out(report["leftOut"])
        yield ""


def circumstances(report: Mapping[str, Any]) -> str:
    """What was asked of what, in a sentence."""
    limit = "" if report["limit"] is None else f" (at most {report['limit']} of each graph)"
    where = "in Neo4j" if report["via"] == "bolt" else "in memory"
    graphs = ", ".join(f"{name} ({one['nodes']:,} nodes)" for name, one in report["graphs"].items())
    halves = {"all": "all", "dev": "the half for development", "test": "the half for tests"}
    return (
        f"{report['questions']:,} questions{limit}, {halves[report['half']]} by seed {report['seed']}, to {graphs}, "
        f"{where}; `{report['method']}`, {_who(report)}. {report['skipped']:,} without comparable gold were left "
        "out. Shares in %."
    )


def _who(report: Mapping[str, Any]) -> str:
    """Which language model was asked, how often, and what that took."""
    if not report.get("model"):
        return "no language model"
    chose = " and chose among readings" if report.get("chooses") else ""
    trust = report.get("trust")
    stated = (
        f"; of its {trust['statements']:,} statements that find anything {trust['right']:,} are right"
        if trust
        else ""
    )
    return told(report["model"], report.get("asked"), chose) + stated


def _table(title: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    names = [*((one, str(one)) for one in VERDICTS), *_RIGHT, *_SURE]
    shown = {key: name for key, name in names if key in rows[0]}
    columns = [title, "questions", *shown.values()]
    yield table_line([*columns, "risk-coverage", "calibration error", "median ms"])
    yield table_line(["---"] * (len(columns) + 3))
    for row in rows:
        shares = [percent(row[name]) for name in shown]
        worth = [f"{row['riskCoverage']:.2f}", f"{row['calibrationError']:.2f}", f"{row['medianMillis']:.0f}"]
        yield table_line([row["group"], f"{row['questions']:,}", *shares, *worth])


def _left_out(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield table_line(
        ["graph left out", "calibration error", "answered at 90 %", "right of it", "at 97 %", "right of it"]
    )
    yield table_line(["---"] * 6)
    for row in rows:
        shares = [percent(row[at][name]) for at in ("at90", "at97") for name in ("answered", "right")]
        yield table_line([row["graph"], f"{row['calibrationError']:.2f}", *shares])


def percent(share: float | None) -> str:
    """A share in percent; empty where there is none."""
    return "" if share is None else f"{100 * share:.1f}"
