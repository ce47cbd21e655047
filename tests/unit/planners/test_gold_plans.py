"""A model that understands a question wholly gets it answered: its form can say all that questions ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

import fakes
from motif.engine.control import Control
from motif.models.language import adapt_chat_model
from motif.planners.language_planner import LanguagePlanner
from motif.retrievers.asking import run_best
from motif.retrievers.plan_matching import Scope
from motif.retrievers.running import Wanted
from question_graphs import question_graph
from question_sets import Question, questions
from scripted_models import scripted

OPERATORS = {">": "$gt", ">=": "$gte", "<": "$lt", "<=": "$lte", "=": "$eq", "!=": "$ne"}
CASES = [(name, case) for name in ("films", "company", "festival") for case in questions(name, "dev")]


def spelt(part: Any) -> str:
    """A part of a gold query as a prompt spells it."""
    if not isinstance(part, Mapping):
        return str(part)
    [(label, text)] = part.items()
    return f"UNKNOWN {label} {text[1:]}" if str(text).startswith("?") else str(text)


def as_model_says(question: Question) -> dict[str, Any]:
    """The gold query as the object that a model is asked for."""
    gold = question.gold
    triples = [[spelt(head), kind.rstrip("~"), spelt(tail)] for head, kind, tail in gold.get("pattern", ())]
    said = {
        "divided": [question.question],
        "triples": triples,
        "answer": spelt(gold["answer"]),
        "directed": True,
    }
    said |= {key: gold[key] for key in ("give", "count") if gold.get(key)}
    for unknown, conditions in conditions_of(gold):
        said.setdefault("filter", {}).setdefault(unknown, {}).update(conditions)
    for key in ("highest", "lowest"):
        if key in gold:
            said["order"] = {"property": gold[key], "descending": key == "highest"}
    return said


def conditions_of(gold: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    parts = [part for head, _, tail in gold.get("pattern", ()) for part in (head, tail)] + [gold["answer"]]
    spellings = {next(iter(part.values())): spelt(part) for part in parts if isinstance(part, Mapping)}
    for path, comparison, value in gold.get("where", ()):
        unknown, _, name = path.rpartition(".")
        yield spellings.get(unknown, unknown), {name: {OPERATORS[comparison]: value}}


@pytest.mark.parametrize(("name", "case"), CASES, ids=lambda value: getattr(value, "id", ""))
def test_the_gold_query_as_a_model_would_say_it_finds_the_gold_answers(name: str, case: Question) -> None:
    view = question_graph(name, fakes.HashEncoder()).view
    planner = LanguagePlanner(adapt_chat_model(scripted(as_model_says(case))))
    with Control(20) as control:
        plans = planner.plan(case.question, view, limit=5, control=control)
        found = run_best(view, plans, Scope(), Wanted(top_k=50), control)
    answers = {str(getattr(answer, "name", answer)) for piece in found for answer in piece.answers}
    assert answers == {str(answer) for answer in case.answers}
