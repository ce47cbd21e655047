"""What of plans of steps is to be evaluated, read from plain values."""

from __future__ import annotations

import dataclasses
import difflib
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif_procedures.spark.contenders import check_methods
from motif_procedures.spark.forms import GRAPHS, PARTS
from motif_procedures.spark.question import SparkQuestion, read_questions

ALL = "all"


@dataclass(frozen=True)
class SparkRequest:
    """An evaluation of plans of steps.

    Attributes
    ----------
    graphs
        Projections of the connection, of `motif_procedures.spark.forms.GRAPHS`.
    methods
        Contenders; "all" for every one.
    split
        "dev", "test" or "all".
    sample, seed
        So many questions of each kind, drawn by the seed; None for all.
    questions
        A file of questions; None for those that come with Motif.
    load
        Whether graphs that the database lacks are loaded into it.
    page
        A file of results (.json) or a page of Markdown (.md) to write the report into.
    restart
        Asks again what an interrupted run has asked.
    """

    graphs: tuple[str, ...] = GRAPHS
    methods: tuple[str, ...] = (ALL,)
    split: str = "test"
    sample: int | None = None
    seed: int = 0
    questions: Path | None = None
    load: bool = False
    page: Path | None = None
    restart: bool = False

    @staticmethod
    def from_values(values: Mapping[str, Any]) -> SparkRequest:
        """The request that ``values`` describe; those that are None or empty are left out.

        Raises `InvalidInput` for a key, graph, split or contender that does not exist.
        """
        known = [item.name for item in dataclasses.fields(SparkRequest)]
        for key in values:
            _check(str(key), known, "option", "Options")
        given = SparkRequest(**{key: value for key, value in values.items() if value not in (None, ())})
        for graph in given.graphs:
            _check(graph, GRAPHS, "graph", "Graphs")
        _check(given.split, (*PARTS, ALL), "split", "Splits")
        if given.sample is not None and given.sample < 1:
            raise InvalidInput(f"A sample has 1 question of each kind or more, not {given.sample}.")
        return dataclasses.replace(
            given, graphs=tuple(dict.fromkeys(given.graphs)), methods=check_methods(given.methods)
        )

    def chosen(self) -> list[SparkQuestion]:
        """The questions that are asked, in the file's order. Raises `InvalidInput` where there are none."""
        found = [
            one
            for one in read_questions(self.questions)
            if one.graph in self.graphs and self.split in (ALL, one.part)
        ]
        if not found:
            raise InvalidInput(
                f"There is no question of the split '{self.split}' to {', '.join(self.graphs)}."
            )
        return found if self.sample is None else _sampled(found, self.sample, self.seed)


def _sampled(questions: Sequence[SparkQuestion], sample: int, seed: int) -> list[SparkQuestion]:
    """At most ``sample`` of each kind, in their order."""
    kinds: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(questions):
        kinds[one.kind].append(place)
    draw = random.Random(seed)
    kept = [place for places in kinds.values() for place in draw.sample(places, min(sample, len(places)))]
    return [questions[place] for place in sorted(kept)]


def _check(name: str, known: Sequence[str], what: str, all_of: str) -> None:
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        raise InvalidInput(
            f"There is no {what} '{name}' in the evaluation of plans of steps.",
            hint=f"Did you mean '{near[0]}'?" if near else f"{all_of}: {', '.join(known)}.",
        )
