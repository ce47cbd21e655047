"""The plans that planners without a model give to a fixed sample of questions, so that a change shows what it changed.

``tests/golden_plans/GROUP.jsonl`` has a question a line, with its first plan by planner; made anew by

    PYTHONPATH=tests python tests/golden_plans.py [GROUP …]

Groups of data sets need ``MOTIF_DATA``, and are compared where it is set.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import motif
from motif.engine.control import Control
from motif.errors import MotifError
from motif.graphs.plan import Plan
from motif.planners.question_planner import PathPlanner
from motif.planners.slots.planner import SlotPlanner
from motif.settings import load_settings
from motif_procedures.cypher_questions.questions import chosen, read_questions
from motif_procedures.evaluation.questions import Choice, load_questions
from motif_procedures.memory_graph import graph_in_memory
from motif_procedures.spark.question import read_questions as steps_questions
from question_graphs import FILES, as_projection, loaded_once, of_cypher
from question_sets import DOMAINS, FOLDER, LATER, LATEST, OTHER_SETS, SETS, questions
from slot_graphs import asked_graph, schema_of

KEPT = Path(__file__).parent / "golden_plans"
OF_DATA_SETS = ("metaqa", "pathquestion")
"""Of each of their groups, such as MetaQA's hops, 100 development questions are drawn."""

Planned = Callable[[str], list[Plan]]


def groups() -> tuple[str, ...]:
    """Every group: a graph with questions of its own, the dev half of those for plans of steps, and data sets."""
    return (*SETS, *OTHER_SETS, *DOMAINS, *LATER, *LATEST, "steps-world", "steps-registry", *OF_DATA_SETS)


def lines_of(group: str) -> Iterator[str]:
    """A line for each question of a group."""
    planners = dict(_planners(group))
    for question in _questions(group):
        plans = {name: _first(planned, question) for name, planned in planners.items()}
        yield json.dumps({"question": question, **plans}, ensure_ascii=False)


def _first(planned: Planned, question: str) -> Any:
    try:
        plan = next(iter(planned(question)), None)
    except MotifError as error:
        return type(error).__name__
    if plan is None:
        return None
    left = ("question", "planner", "confidence", "method", "omissions")  # the notes tell of these
    return {
        key: value for key, value in plan.as_dict().items() if key not in left and value not in (None, [], {})
    }


def _questions(group: str) -> Sequence[str]:
    if group in OF_DATA_SETS:
        return list(_drawn(group))
    if group.startswith("steps-"):
        name = group.removeprefix("steps-")
        return [one.text for one in steps_questions() if one.graph == name and one.part == "dev"]
    if group in (*SETS, *OTHER_SETS):
        return [one.question for one in questions(group, "dev")]
    asked = read_questions(FOLDER / f"{group}.yml")
    return [one.question for one in chosen(asked, half="dev")]


def _drawn(group: str) -> Iterator[str]:
    for one in load_questions(Choice(group, split="dev", sample=100)):
        yield one.text


def _planners(group: str) -> Iterable[tuple[str, Planned]]:
    if group in OF_DATA_SETS:
        return [("paths", _asked(PathPlanner(), graph_in_memory(group)))]
    graph, schema = _graph(group.removeprefix("steps-"))
    return [("paths", _asked(PathPlanner(), graph)), ("slots", _asked(SlotPlanner(lambda: schema), graph))]


@cache
def _graph(name: str) -> Any:
    if name in FILES or name in SETS:
        return asked_graph(name)
    plain = of_cypher(FOLDER / f"{name}.cypher")
    projection = as_projection(plain, name)
    settings = load_settings()
    return motif.Graph(
        lambda: projection, encoder=lambda: loaded_once(settings.encoder, settings.cache), settings=settings
    ), schema_of(plain)


def _asked(planner: PathPlanner | SlotPlanner, graph: motif.Graph) -> Planned:
    return lambda question: planner.plan(question, graph.view, limit=1, control=Control(120))


def main(names: Sequence[str]) -> None:
    """Writes the lines of these groups, of all by default."""
    for group in names or groups():
        text = "".join(f"{line}\n" for line in lines_of(group))
        (KEPT / f"{group}.jsonl").write_text(text, encoding="utf-8")
        print(group, text.count("\n"), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
