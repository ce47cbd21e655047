"""What is to be evaluated, read from plain values."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif_procedures.erqa.noise import NoiseOptions
from motif_procedures.evaluation.baselines import BASELINES, IN_DATABASE, WITH_PATTERN
from motif_procedures.evaluation.questions import Choice, has_splits, is_drawn, is_file
from motif_procedures.evaluation.settings_grid import SHOTS, Setting, read_pairs, settings_of
from motif_procedures.requests import given_fields

ALL_BASELINES = "baselines"
"""Stands for every baseline that needs no database."""


@dataclass(frozen=True)
class Request:
    """An evaluation.

    Attributes
    ----------
    dataset, folder, hops, split, sample, seed
        Which questions; see `motif_procedures.evaluation.questions.Choice`. Without ``split``: test where the data set
        has splits or examples are drawn from it, else all.
    methods, planner, options, grid
        Who is asked; see `motif_procedures.evaluation.settings_grid.settings_of`. Options and the grid are written as
        ``NAME=VALUE`` and ``NAME=VALUE,VALUE``.
    graph
        A projection of the connection; None for a graph in memory.
    triples, source
        A file of triples, or the name of a loader, to hold in memory in place of the data set's own graph.
    noise, wrong
        How much of questions that are drawn over the graph is changed; see `motif_procedures.erqa.noise.NoiseOptions`.
    via
        "memory", or "bolt" to ask ``graph`` through Motif's procedures.
    examples, answers_only
        What is taught first; see `motif_procedures.evaluation.examples.load_examples`.
    failures
        How many lost questions of each contender are listed.
    model
        Whether the language model is asked too, where Motif is not sure.
    judge
        Whether a model compares the first method with each other one.
    page
        A file of results (.json) or a page of Markdown (.md) to write the report into.
    """

    dataset: str
    folder: Path | None = None
    hops: tuple[str, ...] = ()
    split: str | None = None
    sample: int | None = None
    seed: int = 0
    methods: tuple[str, ...] = ("auto",)
    planner: str = "auto"
    options: Sequence[str] = ()
    grid: Sequence[str] = ()
    graph: str | None = None
    triples: Path | None = None
    source: str | None = None
    noise: float = 0.0
    wrong: float = 0.0
    via: str = "memory"
    examples: str | None = None
    answers_only: bool = False
    restart: bool = False
    failures: int = 20
    model: bool = False
    judge: bool = False
    page: Path | None = None

    @staticmethod
    def from_values(values: Mapping[str, Any]) -> Request:
        """The request that ``values`` describe; those that are None are left out.

        Raises `InvalidInput` for a key that does not exist, and for parts that do not go together.
        """
        request = Request(**given_fields(Request, values, "An evaluation has no"))
        return _checked(dataclasses.replace(request, methods=_methods(request.methods)))

    def values_of(self, name: str) -> dict[str, list[Any]]:
        """The values of ``options`` or ``grid`` by name. Raises `InvalidInput`."""
        return read_pairs(getattr(self, name), f"--{name.removesuffix('s')}")

    @property
    def settings(self) -> list[Setting]:
        """Who is asked."""
        options = {key: values[0] for key, values in self.values_of("options").items()}
        return settings_of(self.methods, self.planner, options, self.values_of("grid"))

    @property
    def choice(self) -> Choice:
        """Which questions are asked."""
        split = self.split
        if split is None:
            is_divided = has_splits(self.dataset) or (self.examples or "").startswith("dev:")
            split = "test" if is_divided else "all"
        noise = NoiseOptions(self.noise, self.wrong).checked()
        return Choice(self.dataset, self.folder, self.hops, split, self.sample, self.seed, noise)

    @property
    def has_own_graph(self) -> bool:
        """Whether another graph than the data set's is named."""
        return self.graph is not None or self.triples is not None or self.source is not None


def _methods(names: tuple[str, ...]) -> tuple[str, ...]:
    baselines = [name for name in BASELINES if name not in (*IN_DATABASE, *WITH_PATTERN)]
    spread = [part for name in names for part in (baselines if name == ALL_BASELINES else [name])]
    return tuple(dict.fromkeys(spread))


def _checked(request: Request) -> Request:
    if request.via == "bolt" and request.graph is None:
        raise InvalidInput("Asking over Bolt needs a projection.", hint="Name it with --graph.")
    if not request.has_own_graph and (is_file(request.dataset) or is_drawn(request.dataset)):
        raise InvalidInput(
            f"The questions of {request.dataset} need a graph.",
            hint="Name a projection with --graph, a file of triples with --triples, or a loader with --source.",
        )
    if (request.noise or request.wrong) and not is_drawn(request.dataset):
        raise InvalidInput(
            f"The questions of {request.dataset} are asked as they stand.",
            hint="Noise is for those of 'erqa'; a file with noise is made by: motif erqa --noise 0.2",
        )
    if request.model and request.via == "bolt":
        raise InvalidInput(
            "Over Bolt the service asks the language model that it was started with.",
            hint="Leave --model or --via bolt out.",
        )
    if request.judge and len(request.methods) < 2:
        raise InvalidInput(
            "Comparing answers needs two methods.", hint="For example: --method auto --method one-hop --judge"
        )
    if request.examples is None and any(SHOTS in request.values_of(name) for name in ("options", "grid")):
        raise InvalidInput("'shots' says how many examples are taught.", hint="Give some: --examples dev:12")
    return request
