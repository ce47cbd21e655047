"""The words of the questions are their own: none that stands for a part of a graph is in a planner's tables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import motif.planners as planners
from motif_procedures.spark.forms import load_forms

ORDINARY = frozenset(
    """
    about above across after all also among and another any anything apart are around been before being below
    between beyond both but did does either else everything except for from given had has have how its lie lies look
    looking many most must name need not number one other others out over people please please put rest same share
    since some something terms than that the their there thing this those through time top under upon use was well
    were what when where which who whom whose with without would year years
    bigger earlier earliest exceed exceeds fewer first greatest largest last later latest least less more nearest newer
    older oldest recent smaller smallest up upwards
    degrees farther farthest kilometres latitude north square
    """.split()  # noqa: SIM905
)
"""What no English question can do without: small words, comparisons, superlatives, units, directions."""

TABLES = ("slots/*.py", "question_reading.py", "path_wording.py")
"""Modules of planners that say what words stand for. Others list the commonest words of English, or its irregular
forms, or Cypher's words."""


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", text.lower()))


def constants(module: Path) -> Iterator[str]:
    """Every text of the tables at the top of a module, those of regular expressions too."""
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for inner in ast.walk(node.value):
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    yield inner.value


def test_planners_know_none_of_the_words() -> None:
    [folder] = map(Path, planners.__path__)
    modules = [module for pattern in TABLES for module in folder.glob(pattern)]
    assert len(modules) > 3
    known = {word for module in modules for text in constants(module) for word in words(text)}
    assert known & ORDINARY, "the tables are read"
    ours = {
        word
        for form in load_forms()
        for part in form.wordings.values()
        for wording in part
        for word in words(re.sub(r"\{\w+\}", " ", wording))
    }
    assert sorted(ours & known - ORDINARY) == []
