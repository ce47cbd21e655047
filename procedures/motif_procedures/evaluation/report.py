"""The report of an evaluation as plain values, from which the table, the JSON and the page are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from motif_procedures.evaluation.judge import Verdict
from motif_procedures.evaluation.metrics import figures
from motif_procedures.evaluation.settings_grid import Setting
from motif_procedures.model_cost import of_model

TOTAL = "all"

Records = Mapping[int, Mapping[str, Any]]


def rows_of(setting: Setting, records: Records) -> list[dict[str, Any]]:
    """The figures of one contender: a row per group, and one of all questions where there are several groups."""
    ordered = [records[number] for number in sorted(records)]
    groups = sorted({record["group"] for record in ordered})
    rows = [
        {
            **setting.as_dict(),
            "group": group,
            **_told([record for record in ordered if record["group"] == group]),
        }
        for group in groups
    ]
    if len(groups) > 1:
        rows.append({**setting.as_dict(), "group": TOTAL, **_told(ordered)})
    return rows


def _told(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """`figures`, and under "model" what a language model took, where it was asked."""
    asked = of_model(records)
    return figures(records) | ({} if asked is None else {"model": asked})


def failures_of(setting: Setting, records: Records, limit: int) -> list[dict[str, Any]]:
    """At most ``limit`` lost questions of one contender, those of each group and step in turn."""
    lost = [records[number] for number in sorted(records) if records[number]["error"]]
    return [
        {
            **setting.as_dict(),
            **{
                key: record[key]
                for key in ("group", "question", "gold", "answers", "error", "plan", "failure")
            },
        }
        for record in _in_turn(lost)
    ][: max(limit, 0)]


def comparison(first: Setting, second: Setting, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """How often the judge preferred which of two contenders."""
    return {
        "first": first.as_dict(),
        "second": second.as_dict(),
        "questions": len(verdicts),
        "firstBetter": verdicts.count("first"),
        "secondBetter": verdicts.count("second"),
        "ties": verdicts.count("tie"),
    }


def _in_turn(records: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The first of each group and step, then the second of each."""
    seen: dict[tuple[str, str], int] = {}
    ranked = []
    for record in records:
        key = record["group"], record["error"]
        seen[key] = seen.get(key, 0) + 1
        ranked.append((seen[key], record))
    yield from (record for _, record in sorted(ranked, key=lambda pair: pair[0]))
