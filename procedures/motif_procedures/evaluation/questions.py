"""The questions of an evaluation: of a registered data set or a file of the user's, divided and sampled by a seed."""

from __future__ import annotations

import difflib
import inspect
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif_procedures.erqa.noise import NoiseOptions
from motif_procedures.evaluation.erqa_questions import ERQA, drawn_questions
from motif_procedures.evaluation.gold_questions import Asked, gold_plan
from motif_procedures.evaluation.question_file import read_question_file

GROUP = "motif.datasets"
HOPS = ("1", "2", "3")
"""Which hops are asked where a data set has several and none is named."""
SPLITS = ("all", "dev", "test", "train")

_DEVELOPMENT = 4
"""Every so many-th question of a set without splits is for development."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which questions: of which data set, hops and split, and how many of each group, drawn by which seed.

    ``noise`` changes those that are drawn over the graph that is asked (`motif_procedures.erqa`).
    """

    dataset: str
    folder: Path | None = None
    hops: tuple[str, ...] = ()
    split: str = "all"
    sample: int | None = None
    seed: int = 0
    noise: NoiseOptions = field(default_factory=NoiseOptions)


def has_splits(dataset: str) -> bool:
    """Whether ``dataset`` is divided by those who made it."""
    return not is_file(dataset) and not is_drawn(dataset) and "split" in _parameters(_loader(dataset))


def is_drawn(dataset: str) -> bool:
    """Whether the questions are drawn over the graph that is asked, whatever graph that is."""
    return dataset == ERQA


def is_file(dataset: str) -> bool:
    """Whether ``dataset`` is a file of the user's and not a name."""
    return Path(dataset).suffix in (".jsonl", ".json") or Path(dataset).is_file()


def is_known(dataset: str) -> bool:
    """Whether there are questions of ``dataset``: a name that is registered, those that are drawn, or a file."""
    return is_file(dataset) or is_drawn(dataset) or dataset in entry_points(group=GROUP).names


def load_questions(choice: Choice, graph: Callable[[], Projection] | None = None) -> list[Asked]:
    """The questions that ``choice`` describes, in the order of their source.

    A set without splits is divided: of its questions in an order drawn by the seed 0, the first quarter is ``dev``,
    the rest ``test``. Those that are drawn (`is_drawn`) are drawn over ``graph``, by the seed.

    Raises `InvalidInput` for a data set, hop, split or sample that cannot be, `InvalidSource` for a line that cannot be
    read.
    """
    if choice.split not in SPLITS:
        raise InvalidInput(f"There is no split '{choice.split}'.", hint=f"Splits: {', '.join(SPLITS)}.")
    if choice.sample is not None and choice.sample < 1:
        raise InvalidInput(f"A sample has 1 question or more, not {choice.sample}.")
    if is_drawn(choice.dataset) and graph is not None:
        return drawn_questions(graph(), choice.sample, choice.seed, choice.noise)
    found = _sampled(_read(choice), choice.sample, choice.seed)
    if not found:
        raise InvalidInput(f"The data set '{choice.dataset}' has no question of the split '{choice.split}'.")
    return [one if isinstance(one, Asked) else _asked(one) for one in found]


@dataclass(frozen=True, slots=True)
class _Registered:
    """A question of a registered data set, whose plan is made only where it is asked, and its group."""

    question: Any
    group: str


_Found = Asked | _Registered


def _read(choice: Choice) -> Sequence[_Found]:
    if is_file(choice.dataset):
        return _divided(read_question_file(Path(choice.dataset)), choice.split)
    load = _loader(choice.dataset)
    parameters = _parameters(load)
    if "split" in parameters and choice.split == "all":
        raise InvalidInput(f"The data set '{choice.dataset}' has splits.", hint="Name one: dev or test.")
    options = {"split": choice.split} if "split" in parameters else {}
    if "hop" in parameters:
        found = [
            _Registered(question, hop)
            for hop in choice.hops or HOPS
            for question in load(choice.folder, hop=hop, **options)
        ]
    else:
        found = [
            _Registered(question, str(len(question.pattern))) for question in load(choice.folder, **options)
        ]
    return found if "split" in parameters else _divided(found, choice.split)


def _loader(dataset: str) -> Callable[..., Iterable[Any]]:
    points = {point.name: point for point in entry_points(group=GROUP)}
    if dataset not in points:
        near = difflib.get_close_matches(dataset, points, n=1)
        known = f"Data sets: {', '.join(sorted(points))}; or the path of a file .jsonl."
        raise InvalidInput(
            f"There is no data set '{dataset}'.", hint=f"Did you mean '{near[0]}'? {known}" if near else known
        )
    load: Callable[..., Iterable[Any]] = points[dataset].load()
    return load


def _parameters(load: Callable[..., Any]) -> set[str]:
    return set(inspect.signature(load).parameters)


def _asked(one: _Registered) -> Asked:
    """A question of a registered data set, which has text, topic, answers, pattern and injective."""
    question = one.question
    return Asked(
        question.text,
        tuple(question.answers),
        one.group,
        gold_plan(question.pattern, injective=question.injective),
        question.topic,
    )


def _divided(questions: Sequence[_Found], split: str) -> Sequence[_Found]:
    if split == "all":
        return questions
    order = list(range(len(questions)))
    random.Random(0).shuffle(order)
    n_development = len(order) // _DEVELOPMENT
    chosen = order[:n_development] if split == "dev" else order[n_development:] if split == "test" else []
    return [questions[place] for place in sorted(chosen)]


def _sampled(questions: Sequence[_Found], sample: int | None, seed: int) -> Sequence[_Found]:
    if sample is None:
        return questions
    places = defaultdict(list)
    for place, question in enumerate(questions):
        places[question.group].append(place)
    chosen: list[int] = []
    for group, members in places.items():
        chosen += random.Random(f"{seed} {group}").sample(members, min(sample, len(members)))
    return [questions[place] for place in sorted(chosen)]
