"""What of tracing is to be evaluated, read from plain values."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.plan import STRATEGIES
from motif_procedures.evaluation.questions import Choice
from motif_procedures.evaluation.settings_grid import Setting, read_pairs
from motif_procedures.requests import given_fields, unknown
from motif_procedures.tracing.contenders import CONTENDERS
from motif_procedures.tracing.wordings import WORDINGS, Part

AUTO = "auto"
"""Stands for every contender."""

TRAINING = (
    "examples", "noise", "layers", "dimension", "readout", "positive_weight", "epochs", "learning_rate",
    "questions_at_once", "subgraph", "subgraph_nodes", "device",
)  # fmt: skip
"""Options of the models that are trained, and not of tracing."""

_OTHER = {"metaqa": "pathquestion"}
_HOPS = {"metaqa": ("2", "3")}


@dataclass(frozen=True)
class TracingRequest:
    """An evaluation of tracing.

    Attributes
    ----------
    dataset, folder, hops, split, sample, seed
        Which questions, so many of each group; "dev" or "test". Nodes are split by chance too, and models are trained
        on questions about the nodes of neither.
    methods, options, grid
        Who is asked: every method with every combination of the grid's values; a method takes the options that it has.
        Options and the grid are written as ``NAME=VALUE`` and ``NAME=VALUE,VALUE``; those of `TRAINING` say how models
        are trained.
    strategies, wordings
        Which strategies, and in which words relations are told.
    other
        Whose graph the model of "guidance-other" is trained on.
    misspelt
        Share of the question entities whose name is misspelt.
    planning
        Whether plans from the words of the questions are measured too.
    page
        A file of results (.json) or a page of Markdown (.md) to write the report into.
    restart
        Asks again what an interrupted run has asked.
    """

    dataset: str
    folder: Path | None = None
    hops: tuple[str, ...] = ()
    split: str | None = None
    sample: int | None = None
    seed: int = 0
    methods: tuple[str, ...] = (AUTO,)
    options: Sequence[str] = ()
    grid: Sequence[str] = ()
    strategies: tuple[str, ...] = STRATEGIES
    wordings: tuple[str, ...] = WORDINGS
    other: str | None = None
    misspelt: float = 0.0
    planning: bool = True
    page: Path | None = None
    restart: bool = False

    @staticmethod
    def from_values(values: Mapping[str, Any]) -> TracingRequest:
        """The request that ``values`` describe; those that are None are left out.

        Raises `InvalidInput` for a key, a method, an option, a split or a word that does not exist.
        """
        given = TracingRequest(**given_fields(TracingRequest, values, "An evaluation of tracing has no"))
        for one in given.methods:
            _check(one, (AUTO, *CONTENDERS), "contender")
        for one in given.strategies:
            _check(one, STRATEGIES, "strategy")
        for one in given.wordings:
            _check(one, WORDINGS, "wording")
        _check(given.split or "test", ("dev", "test"), "split")
        if not 0 <= given.misspelt <= 1:
            raise InvalidInput(f"misspelt is a share from 0 to 1, not {given.misspelt!r}.")
        assert given.settings
        return given

    @property
    def part(self) -> Part:
        """The split that is asked."""
        return "dev" if self.split == "dev" else "test"

    @property
    def choice(self) -> Choice:
        """Which questions there are before those of other nodes are left out."""
        hops = self.hops or _HOPS.get(self.dataset, ())
        return Choice(self.dataset, self.folder, hops, self.part, None, self.seed)

    @property
    def other_dataset(self) -> str:
        """Whose graph the other model is trained on."""
        return self.other or _OTHER.get(self.dataset, "metaqa")

    @property
    def training(self) -> dict[str, Any]:
        """Options of the models that are trained."""
        return {key: values[0] for key, values in self._asked().items() if key in TRAINING}

    @property
    def settings(self) -> list[Setting]:
        """Who is asked. Raises `InvalidInput` for an option that none of the methods has."""
        methods = list(CONTENDERS) if AUTO in self.methods else list(dict.fromkeys(self.methods))
        asked = {key: values for key, values in self._asked().items() if key not in TRAINING}
        known = sorted({name for method in methods for name in CONTENDERS[method].varied})
        for name in asked:
            if name not in known:
                raise unknown(f"None of {', '.join(methods)} has an option '{name}'.", name, known, "Options")
        found: dict[str, Setting] = {}
        for method in methods:
            own = {name: values for name, values in asked.items() if name in CONTENDERS[method].varied}
            for values in itertools.product(*own.values()):
                setting = Setting(method, "", dict(zip(own, values, strict=True)))
                found.setdefault(json.dumps(setting.as_dict(), sort_keys=True, default=str), setting)
        return list(found.values())

    def _asked(self) -> dict[str, list[Any]]:
        single = {key: list(values[:1]) for key, values in read_pairs(self.options, "--option").items()}
        return {**single, **{key: list(values) for key, values in read_pairs(self.grid, "--grid").items()}}


def _check(name: str, known: Sequence[str], what: str) -> None:
    if name not in known:
        raise unknown(f"There is no {what} '{name}' in tracing.", name, known, "Known")
