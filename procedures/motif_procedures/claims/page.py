"""A section of Markdown with the figures of an evaluation of verification."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from motif_procedures.claims.metrics import DECIDED, LABELS
from motif_procedures.evaluation.page import END, table_line, write_report
from motif_procedures.model_cost import told

SHARES = ("accuracy", "wrong", "undecided")


def write_page(path: Path, report: Mapping[str, Any]) -> None:
    """Writes ``report`` into ``path``: results where it ends in .json, else its section of a page of Markdown."""
    write_report(path, report, render_section(report), leave_out=("failures", "records", "resumed"))


def render_section(report: Mapping[str, Any]) -> str:
    """The section of ``report`` in Markdown, between marks; the same report gives the same text."""
    lines = [
        f"<!-- evaluation: {run_key(report)} -->",
        f"## Claims, {report['split']}",
        "",
        circumstances(report),
        "",
        *_figures(report["rows"]),
        "",
        *_counts(report["verdicts"]),
        "",
        END,
    ]
    return "\n".join(lines) + "\n"


def run_key(report: Mapping[str, Any]) -> str:
    """What tells a report's section from others: the claims and who verifies, not the figures."""
    names = ("claimsOf", "split", "sample", "seed", "closedWorld", "planner", "model")
    text = json.dumps([*(report[name] for name in names), report["graph"]["name"]], default=str)
    return f"claims {hashlib.sha256(text.encode()).hexdigest()[:12]}"


def circumstances(report: Mapping[str, Any]) -> str:
    """What was verified against what, in a sentence."""
    graph = report["graph"]
    halves = {"all": "all", "dev": "the half for development", "test": "the half for tests"}
    drawn = "" if report["sample"] is None else f", a sample of it by seed {report['seed']}"
    where = "in Neo4j" if graph["inDatabase"] else "in memory"
    world = (
        "what the graph does not say is false" if report["closedWorld"] else "a graph may not know everything"
    )
    all_of_them = report["rows"][0]
    who = f"{told(report['model'], all_of_them['model'])}" if report["model"] else "no language model"
    return (
        f"{all_of_them['claims']:,} claims of {report['claimsOf']} ({halves[report['split']]}{drawn}) on "
        f"{graph['name']} ({graph['nodes']:,} nodes, {graph['relationships']:,} relationships, {where}); {world}. "
        f"Planner `{report['planner']}`, {who}. Shares in %."
    )


def _figures(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    of_verdicts = [(label, name) for label in DECIDED for name in ("precision", "recall")]
    titles = ["claims", "n", "right", "wrong", "not decided"]
    titles += [f"{label}: {name}" for label, name in of_verdicts]
    yield table_line([*titles, "calibration error", "median ms"])
    yield table_line(["---"] * (len(titles) + 2))
    for row in rows:
        shares = [percent(row[name]) for name in SHARES]
        shares += [percent(row[label][name]) for label, name in of_verdicts]
        worth = [f"{row['calibrationError']:.2f}", f"{row['medianMillis']:.0f}"]
        yield table_line([row["group"], f"{row['claims']:,}", *shares, *worth])


def _counts(verdicts: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    yield table_line(["right is", *(f"said {label}" for label in LABELS)])
    yield table_line(["---"] * (1 + len(LABELS)))
    for gold in LABELS:
        yield table_line([gold, *(f"{verdicts[gold][said]:,}" for said in LABELS)])


def percent(share: float | None) -> str:
    """A share in percent; empty where there is none.

    >>> percent(0.5), percent(None)
    ('50.0', '')
    """
    return "" if share is None else f"{100 * share:.1f}"
