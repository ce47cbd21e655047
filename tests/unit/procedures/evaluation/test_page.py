"""The page is written from the report alone, and a run's section is written in its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from motif_procedures.evaluation.page import render_section, write_page

ROW = {
    "method": "auto",
    "planner": "paths",
    "options": {"top_k": 5},
    "group": "1",
    "questions": 9947,
    "hitsAt1": 0.85512,
    "precision": 0.8,
    "recall": 0.7,
    "f1": 0.75,
    "evidenceAny": 0.9,
    "evidenceAll": 0.8,
    "evidenceTriples": None,
    "planAccuracy": 0.86,
    "tokens": 41.4,
    "medianMillis": 12.345,
    "p99Millis": 30.1,
    "errors": {"linking": 12, "plan": 1400},
}
BASELINE = {**ROW, "method": "one-hop", "planner": "", "options": {}, "planAccuracy": None, "errors": {}}
REPORT: dict[str, Any] = {
    "dataset": "metaqa",
    "split": "test",
    "hops": ["1"],
    "sample": None,
    "seed": 0,
    "via": "memory",
    "graph": {"name": "triples", "epoch": 1, "nodes": 43234, "relationships": 133582, "relations": 9},
    "examples": "dev:12",
    "answersOnly": False,
    "resumed": 0,
    "rows": [ROW, BASELINE],
    "failures": [],
    "comparisons": [
        {
            "first": {"method": "auto", "planner": "paths", "options": {}},
            "second": {"method": "one-hop", "planner": "", "options": {}},
            "questions": 10,
            "firstBetter": 6,
            "secondBetter": 1,
            "ties": 3,
        }
    ],
}

SECTION = """\
<!-- evaluation: metaqa {key} -->
## metaqa, test questions, examples dev:12

Questions: all of them. Graph: 43,234 nodes, 133,582 relationships of 9 relations, in memory.

| method | group | questions | Hits@1 | F1 | evidence: any answer | all answers | gold triples | plan | tokens | \
median / p99 ms |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| auto, planner paths, top_k 5 | 1 | 9,947 | 85.5 | 75.0 | 90.0 | 80.0 |  | 86.0 | 41 | 12.3 / 30.1 |
| one-hop | 1 | 9,947 | 85.5 | 75.0 | 90.0 | 80.0 |  |  | 41 | 12.3 / 30.1 |

Lost in

| method | group | linking | plan |
| --- | --- | --- | --- |
| auto, planner paths, top_k 5 | 1 | 12 | 1,400 |
| one-hop | 1 | 0 | 0 |

Judged by a language model, in both orders

| first | second | questions | first better | second better | ties |
| --- | --- | --- | --- | --- | --- |
| auto, planner paths | one-hop | 10 | 6 | 1 | 3 |

<!-- evaluation: end -->
"""


def test_a_report_gives_the_same_section_always() -> None:
    section = render_section(json.loads(json.dumps(REPORT)))
    key = section.split()[3]
    assert section == SECTION.replace("{key}", key)
    assert render_section({**REPORT, "rows": [{**ROW, "hitsAt1": 0.1}, BASELINE]}).split()[3] == key
    assert render_section({**REPORT, "seed": 1}).split()[3] != key


def test_a_section_is_replaced_and_others_are_left(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "evaluation.md"
    write_page(page, REPORT)
    assert page.read_text() == f"# Evaluation\n\n{render_section(REPORT)}"
    write_page(page, {**REPORT, "seed": 1})
    page.write_text(page.read_text() + "\nWritten by hand: \\1.\n")
    better = {**REPORT, "rows": [{**ROW, "hitsAt1": 0.9}, BASELINE]}
    write_page(page, better)
    text = page.read_text()
    assert text.count("<!-- evaluation: end -->") == 2 and "Written by hand: \\1." in text
    assert render_section(better) in text and render_section(REPORT) not in text
