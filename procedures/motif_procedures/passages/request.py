"""What is to be evaluated over passages, read from plain values."""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif_procedures.evaluation.settings_grid import Setting, read_pairs
from motif_procedures.passages.contenders import CONTENDERS, IN_MEMORY
from motif_procedures.passages.questions import Choice
from motif_procedures.passages.recall import CUTOFFS
from motif_procedures.requests import given_fields, unknown

ALL = "all"
"""Stands for every contender that needs no database."""


@dataclass(frozen=True)
class PassageRequest:
    """An evaluation over passages.

    Attributes
    ----------
    dataset, folder, split, sample, seed
        Which questions; see `motif_procedures.passages.questions.Choice`.
    methods, options, grid
        Who is asked: every method with every combination of the grid's values; a method takes the options that it has.
        Options and the grid are written as ``NAME=VALUE`` and ``NAME=VALUE,VALUE``.
    graph
        A projection of the connection; None for a graph in memory.
    source
        The loader of the graph in memory; None for the data set's own.
    communities
        Whether communities are measured beside Leiden's and personalised PageRank's.
    page
        A file of results (.json) or a page of Markdown (.md) to write the report into.
    """

    dataset: str
    folder: Path | None = None
    split: str | None = None
    sample: int | None = None
    seed: int = 0
    methods: tuple[str, ...] = (ALL,)
    options: Sequence[str] = ()
    grid: Sequence[str] = ()
    graph: str | None = None
    source: str | None = None
    communities: bool = False
    cutoffs: tuple[int, ...] = CUTOFFS
    page: Path | None = None

    @staticmethod
    def from_values(values: Mapping[str, Any]) -> PassageRequest:
        """The request that ``values`` describe; those that are None are left out.

        Raises `InvalidInput` for a key, a method or an option that does not exist.
        """
        given = PassageRequest(**given_fields(PassageRequest, values, "An evaluation over passages has no"))
        request = dataclasses.replace(given, methods=_methods(given.methods))
        assert request.settings
        return request

    @property
    def choice(self) -> Choice:
        """Which questions are asked."""
        return Choice(self.dataset, self.folder, self.split or "all", self.sample, self.seed)

    @property
    def settings(self) -> list[Setting]:
        """Who is asked. Raises `InvalidInput` for an option that none of the methods has."""
        options = {key: values[:1] for key, values in read_pairs(self.options, "--option").items()}
        asked = {**options, **read_pairs(self.grid, "--grid")}
        known = sorted({name for method in self.methods for name in CONTENDERS[method][1]})
        for name in asked:
            if name not in known:
                raise unknown(
                    f"None of {', '.join(self.methods)} has an option '{name}'.", name, known, "Options"
                )
        found: dict[str, Setting] = {}
        for method in self.methods:
            own = {name: values for name, values in asked.items() if name in CONTENDERS[method][1]}
            for values in itertools.product(*own.values()):
                setting = Setting(method, "", dict(zip(own, values, strict=True)))
                found.setdefault(json.dumps(setting.as_dict(), sort_keys=True, default=str), setting)
        return list(found.values())


def _methods(names: Sequence[str]) -> tuple[str, ...]:
    spread = [part for name in names for part in (IN_MEMORY if name == ALL else (name,))]
    for name in spread:
        if name not in CONTENDERS:
            raise unknown(f"There is no contender '{name}' for passages.", name, [*CONTENDERS], "Contenders")
    return tuple(dict.fromkeys(spread))
