"""Which claims are to be verified, against what and by whom, read from plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif_procedures.evaluation.settings_grid import read_pairs
from motif_procedures.requests import given_fields

SAMPLE = "world"
"""The graph whose own claims are verified where nothing is named."""

PLANNERS = ("auto", "paths", "model")

_TIMEOUT = "timeout"


@dataclass(frozen=True)
class ClaimRequest:
    """An evaluation of verification.

    Attributes
    ----------
    file
        Claims, one a line; None for those that come with ``source``.
    graph
        A projection of the connection; None for a graph in memory.
    source
        The loader of the graph in memory; None for the sample graph, where no file of claims is given.
    folder
        The graph in files: a folder or a file of Cypher, as of questions with gold Cypher.
    split, sample, seed
        Which claims: as of `motif_procedures.claims.given.chosen`.
    closed_world
        Whether what the graph does not say is false, as of ``Graph.verify``.
    planner
        As of ``Graph.verify``.
    options
        Written as ``NAME=VALUE``: ``timeout``, the seconds for one claim.
    model
        Whether the language model is asked too.
    page
        A file of results (.json) or a page of Markdown (.md) to write the report into.
    failures
        How many claims with another verdict than the right one are listed.
    restart
        Verifies again what an interrupted run has verified.
    """

    file: Path | None = None
    graph: str | None = None
    source: str | None = None
    folder: Path | None = None
    split: str = "all"
    sample: int | None = None
    seed: int = 0
    closed_world: bool = False
    planner: str = "auto"
    options: Sequence[str] = ()
    model: bool = False
    page: Path | None = None
    failures: int = 20
    restart: bool = False

    @staticmethod
    def from_values(values: Mapping[str, Any]) -> ClaimRequest:
        """The request that ``values`` describe; those that are None are left out.

        Raises `InvalidInput` for a key or planner that does not exist, or what does not go together.
        """
        asked = ClaimRequest(**given_fields(ClaimRequest, values, "An evaluation of claims has no option"))
        asked.check()
        return asked

    def check(self) -> None:
        """Raises `InvalidInput` for what cannot be."""
        named = [name for name in ("graph", "source", "folder") if getattr(self, name)]
        if len(named) > 1:
            raise InvalidInput(
                f"{' and '.join(f'--{name}' for name in named)} name two graphs.", hint="Give one of them."
            )
        if self.file is not None and not named:
            raise InvalidInput(
                f"The graph that {self.file} is about is not named.",
                hint="Give --graph PROJECTION, --source LOADER (world, metaqa, …) or --folder GRAPH.",
            )
        if self.file is None and (self.graph or self.folder):
            raise InvalidInput(
                "A graph of your own needs claims of your own.",
                hint="Give a file with an object a line: motif evaluate claims FILE.jsonl --graph PROJECTION",
            )
        if self.planner not in PLANNERS:
            raise InvalidInput(
                f"Claims are not read by a planner '{self.planner}'.",
                hint=f"Planners: {', '.join(PLANNERS)}.",
            )
        if self.planner == "model" and not self.model:
            raise InvalidInput("The planner 'model' asks a language model.", hint="Give --model as well.")
        for name in read_pairs(self.options, "--option"):
            if name != _TIMEOUT:
                raise InvalidInput(
                    f"Verifying has no option '{name}'.", hint=f"It has {_TIMEOUT}: --option {_TIMEOUT}=180."
                )
        assert self.timeout is None or self.timeout

    @property
    def timeout(self) -> float | None:
        """Seconds for one claim; None for the configured ones. Raises `InvalidInput` for what is no such number."""
        given = read_pairs(self.options, "--option").get(_TIMEOUT)
        if given is None:
            return None
        if isinstance(given[0], bool) or not isinstance(given[0], (int, float)) or given[0] <= 0:
            raise InvalidInput(
                f"'{_TIMEOUT}' is a number of seconds above 0, not {given[0]!r}.",
                hint=f"For example --option {_TIMEOUT}=180.",
            )
        return float(given[0])

    @property
    def loader(self) -> str:
        """The loader of the graph in memory."""
        return self.source or SAMPLE
