"""A section of Markdown with the figures of an evaluation of answers over passages."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from motif_procedures.evaluation.page import END, table_line, write_report
from motif_procedures.passages.page import name_of


def write_page(path: Path, report: Mapping[str, Any]) -> None:
    """Writes ``report`` into ``path``: results where it ends in .json, else its section of a page of Markdown."""
    write_report(path, report, render_section(report), leave_out=("failures", "records", "resumed"))


def render_section(report: Mapping[str, Any]) -> str:
    """The section of ``report`` in Markdown, between marks; the same report gives the same text."""
    lines = [
        f"<!-- evaluation: {run_key(report)} -->",
        f"## {report['dataset']}, {report['split']} questions: answers written",
        "",
        circumstances(report),
        "",
        *_figures(report["rows"]),
        "",
        END,
    ]
    return "\n".join(lines) + "\n"


def run_key(report: Mapping[str, Any]) -> str:
    """What tells a report's section from others: the questions and who answers, not the figures."""
    names = ("dataset", "split", "sample", "seed", "model", "limits")
    who = [[row["method"], row["options"]] for row in report["rows"]]
    text = json.dumps([[report[name] for name in names], who], sort_keys=True, default=str)
    return f"{report['dataset']} answers {hashlib.sha256(text.encode()).hexdigest()[:12]}"


def circumstances(report: Mapping[str, Any]) -> str:
    """Who answered what from how much, in a sentence."""
    limits = report["limits"]
    drawn = "all" if report["sample"] is None else f"a sample by the seed {report['seed']}"
    return (
        f"{report['questions']:,} questions ({drawn}), answered by {report['model']} from nothing (`closed-book`), or "
        f"from the first {limits['chunks']} chunks that a contender retrieves of {report['graph']['chunks']:,}, as "
        f"many as {limits['max_tokens']:,} tokens hold. Exact match and F1 of words in %, as SQuAD has them, with the "
        "standard error of the mean; the best of an answer's spellings counts."
    )


def _figures(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    titles = ["chunks of", "questions", "exact match", "F1", "not answered", "gold in the chunks"]
    titles += ["calls", "tokens in / out a call", "s a question"]
    yield table_line(titles)
    yield table_line(["---"] * len(titles))
    for row in rows:
        error = "" if row["f1Error"] is None else f" ± {100 * row['f1Error']:.1f}"
        shares = [_percent(row["exactMatch"]), f"{_percent(row['f1'])}{error}"]
        shares += [_percent(row["unanswered"]), _percent(row["goldInEvidence"])]
        yield table_line([name_of(row), f"{row['questions']:,}", *shares, *_cost(row["model"])])


def _cost(asked: Mapping[str, Any] | None) -> list[str]:
    if asked is None:
        return ["0", "", ""]
    inside, outside = (round(asked[key] / asked["calls"]) for key in ("inputTokens", "outputTokens"))
    return [f"{asked['calls']:,}", f"{inside:,} / {outside:,}", f"{asked['medianSeconds']:.1f}"]


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"
