"""What a language model is to answer over passages, and from which chunks, read from plain values."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif_procedures.evaluation.settings_grid import Setting, read_pairs
from motif_procedures.passages.contenders import CONTENDERS
from motif_procedures.passages.questions import Choice
from motif_procedures.requests import given_fields, unknown

CLOSED_BOOK = "closed-book"
"""The contender that is shown no chunk."""

DEFAULT = (CLOSED_BOOK, "hybrid", "expand")

CHUNKS, MAX_TOKENS, TIMEOUT = "chunks", "max_tokens", "timeout"

OPTIONS = {CHUNKS: 10, MAX_TOKENS: 1200, TIMEOUT: 300}
"""Options of all contenders: how many chunks are retrieved, the tokens of them that are shown at most, and the seconds
for one answer; and what they are where nothing is said."""


@dataclass(frozen=True)
class AnswerRequest:
    """An evaluation of answers over passages.

    Attributes
    ----------
    dataset, folder, split, sample, seed
        Which questions; see `motif_procedures.passages.questions.Choice`.
    methods
        Where the chunks come from: contenders of the evaluation over passages, and ``closed-book``, which has none.
    options
        Written as ``NAME=VALUE``: `OPTIONS`, and those of the contenders.
    graph
        A projection of the connection; None for a graph in memory.
    source
        The loader of the graph in memory; None for the data set's own.
    page
        A file of results (.json) or a page of Markdown (.md) to write the report into.
    failures
        How many questions of each contender that were not answered exactly are listed.
    restart
        Asks again what an interrupted run has asked.
    """

    dataset: str
    folder: Path | None = None
    split: str | None = None
    sample: int | None = None
    seed: int = 0
    methods: tuple[str, ...] = DEFAULT
    options: Sequence[str] = ()
    graph: str | None = None
    source: str | None = None
    page: Path | None = None
    failures: int = 5
    restart: bool = False

    @staticmethod
    def from_values(values: Mapping[str, Any]) -> AnswerRequest:
        """The request that ``values`` describe; those that are None are left out.

        Raises `InvalidInput` for a key, a method or an option that does not exist.
        """
        given = AnswerRequest(**given_fields(AnswerRequest, values, "An evaluation of answers has no"))
        request = dataclasses.replace(given, methods=tuple(dict.fromkeys(given.methods)))
        for name in request.methods:
            if name not in (CLOSED_BOOK, *CONTENDERS):
                raise unknown(
                    f"There is no contender '{name}' that answers.",
                    name,
                    [CLOSED_BOOK, *CONTENDERS],
                    "Contenders",
                )
        assert request.settings and request.limits
        return request

    @property
    def choice(self) -> Choice:
        """Which questions are asked."""
        return Choice(self.dataset, self.folder, self.split or "all", self.sample, self.seed)

    @property
    def limits(self) -> dict[str, float]:
        """`OPTIONS` as they are asked for. Raises `InvalidInput` for what is no number above 0."""
        given = read_pairs(self.options, "--option")
        found = {name: given.get(name, [value])[0] for name, value in OPTIONS.items()}
        for name, value in found.items():
            is_whole = isinstance(value, int) and not isinstance(value, bool)
            if not (is_whole or (name == TIMEOUT and isinstance(value, float))) or value <= 0:
                raise InvalidInput(
                    f"'{name}' is a number above 0, not {value!r}.",
                    hint=f"For example --option {name}={OPTIONS[name]}.",
                )
        return found

    @property
    def settings(self) -> list[Setting]:
        """Who answers. Raises `InvalidInput` for an option that none of the methods has."""
        given = {name: values[0] for name, values in read_pairs(self.options, "--option").items()}
        own = {method: CONTENDERS[method][1] if method in CONTENDERS else () for method in self.methods}
        known = sorted({*OPTIONS, *(name for names in own.values() for name in names)})
        for name in given:
            if name not in known:
                raise unknown(
                    f"None of {', '.join(self.methods)} has an option '{name}'.", name, known, "Options"
                )
        return [
            Setting(method, "", {name: value for name, value in given.items() if name in own[method]})
            for method in self.methods
        ]
