"""What of questions with gold Cypher is to be evaluated, read from plain values."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif_procedures.cypher_questions.questions import HALVES, Half
from motif_procedures.requests import given_fields


@dataclass(frozen=True)
class CypherRequest:
    """An evaluation of questions with gold Cypher or gold rows.

    Attributes
    ----------
    files
        Of questions, one for each graph.
    graph
        The projection of the connection that one file's questions are put to; None for graphs in files.
    folder
        Where the graph of one file is; None for beside the questions.
    half, limit, seed
        Which questions: as of `motif_procedures.cypher_questions.questions.chosen`.
    leave_out
        Graphs whose confidence is calibrated on the others; none for each in turn.
    without_relation
        Relationship types that are taken out, each in turn: questions whose gold goes along it are asked again, and
        nothing but declining is right.
    not_held
        So many types, drawn by the seed, are taken out besides.
    via
        Of graphs in files: "memory", or "bolt": each is put into an embedded server that is started for it.
    methods, planner
        Of ``Graph.retrieve``.
    model
        Whether the language model is asked too, where Motif is not sure.
    page
        A file of results (.json) or a page of Markdown (.md) to write the report into.
    failures
        How many questions that were not answered rightly are listed.
    restart
        Asks again what an interrupted run has asked.
    """

    files: tuple[Path, ...]
    graph: str | None = None
    folder: Path | None = None
    half: Half = "all"
    limit: int | None = None
    seed: int = 0
    leave_out: tuple[str, ...] = ()
    without_relation: tuple[str, ...] = ()
    not_held: int = 0
    via: str = "memory"
    methods: tuple[str, ...] = ("auto",)
    planner: str = "auto"
    model: bool = False
    page: Path | None = None
    failures: int = 20
    restart: bool = False

    @staticmethod
    def from_values(values: Mapping[str, Any]) -> CypherRequest:
        """The request that ``values`` describe; those that are None or empty are left out.

        Raises `InvalidInput` for a key or half that does not exist, or what does not go together.
        """
        fields = given_fields(
            CypherRequest, values, "An evaluation of questions with gold Cypher has no option"
        )
        given = {key: value for key, value in fields.items() if value not in ((), [])}
        asked = CypherRequest(**{"files": (), **given})
        asked = dataclasses.replace(asked, files=tuple(Path(file) for file in asked.files))
        asked.check()
        return asked

    def check(self) -> None:
        """Raises `InvalidInput` for what cannot be."""
        if not self.files:
            raise InvalidInput("A file of questions is needed.", hint="motif evaluate cypher questions.yml")
        if self.half not in HALVES:
            raise InvalidInput(f"There is no half {self.half!r}.", hint=f"Halves: {', '.join(HALVES)}.")
        if len(self.files) > 1 and (self.graph or self.folder):
            raise InvalidInput(
                "--graph and --folder are for one file of questions.",
                hint="Without them the graph of each file lies beside it.",
            )
        if self.graph and (self.without_relation or self.not_held):
            raise InvalidInput(
                "A relation is taken out of a copy in memory, not of a database.",
                hint="Give the graph in files: --folder.",
            )
        for name in ("limit", "not_held"):
            value = getattr(self, name)
            if value is not None and value < (1 if name == "limit" else 0):
                raise InvalidInput(f"{name!r} must be positive, not {value}.")
