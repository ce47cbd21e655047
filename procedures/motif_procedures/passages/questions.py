"""Questions that passages answer: of a registered set, divided, sampled by a seed, with gold as rows of a graph."""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput

GROUP = "motif.passages"
SPLITS = ("all", "dev", "test")

_LOADERS = {"musique": "openie"}
"""Which loader makes the graph of a set, where it is called after the format and not after the set."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the rows of the chunks that answer it, as far as the graph has them."""

    id: str
    text: str
    gold: frozenset[int]
    kind: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Which questions: of which set and half, and how many, drawn by which seed.

    ``dev`` is every second question, from the first on, ``test`` the others.
    """

    dataset: str
    folder: Path | None = None
    split: str = "all"
    sample: int | None = None
    seed: int = 0


def loader_of(dataset: str) -> str:
    """The name of the loader that makes the graph of ``dataset``."""
    return _LOADERS.get(dataset, dataset)


def load_questions(choice: Choice) -> list[Any]:
    """The questions that ``choice`` describes, in the order of their source: ``id``, ``text``, ``gold``, ``kind``.

    Raises `InvalidInput` for a set, split or sample that cannot be, `InvalidSource` for a line that cannot be read.
    """
    if choice.split not in SPLITS:
        raise InvalidInput(f"There is no split '{choice.split}'.", hint=f"Splits: {', '.join(SPLITS)}.")
    if choice.sample is not None and choice.sample < 1:
        raise InvalidInput(f"A sample has 1 question or more, not {choice.sample}.")
    found = halved(list(_loader(choice.dataset)(choice.folder)), choice.split)
    if not found:
        raise InvalidInput(f"The data set '{choice.dataset}' has no question of the split '{choice.split}'.")
    if choice.sample is None or choice.sample >= len(found):
        return found
    places = random.Random(choice.seed).sample(range(len(found)), choice.sample)
    return [found[place] for place in sorted(places)]


def halved(questions: Sequence[Any], split: str) -> list[Any]:
    """The half of ``questions`` that ``split`` names.

    >>> halved("abcde", "dev"), halved("abcde", "test"), halved("abc", "all")
    (['a', 'c', 'e'], ['b', 'd'], ['a', 'b', 'c'])
    """
    return list(questions[{"dev": slice(0, None, 2), "test": slice(1, None, 2)}.get(split, slice(None))])


def on_graph(questions: Iterable[Any], row_of: Mapping[str, int]) -> list[Asked]:
    """``questions`` with the rows of their gold chunks; those are left out of which the graph has no gold chunk.

    Raises `InvalidInput` when none is left.
    """
    asked = [
        Asked(one.id, one.text, frozenset(row_of[gold] for gold in one.gold if gold in row_of), one.kind)
        for one in questions
    ]
    found = [one for one in asked if one.gold]
    if not found:
        raise InvalidInput(
            "None of the questions is answered by a chunk of this graph.",
            hint="Load the data set with the loader of its name, and project the chunks' property 'id'.",
        )
    return found


def _loader(dataset: str) -> Callable[..., Iterable[Any]]:
    points = {point.name: point for point in entry_points(group=GROUP)}
    if dataset not in points:
        near = difflib.get_close_matches(dataset, points, n=1)
        known = f"Sets of passages: {', '.join(sorted(points))}."
        raise InvalidInput(
            f"There is no set of passages '{dataset}'.",
            hint=f"Did you mean '{near[0]}'? {known}" if near else known,
        )
    load: Callable[..., Iterable[Any]] = points[dataset].load()
    return load
