"""Noise: names written otherwise or misspelt, and constraints that nothing can meet beside the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from motif.errors import InvalidInput
from motif.graphs.pattern import parse_part
from motif.graphs.projection import Projection
from motif.indexes.names import NameIndex
from motif_procedures.erqa.aliases import aliases_of
from motif_procedures.erqa.constraints import AnswerFinder, Constraint
from motif_procedures.erqa.question import Noise
from motif_procedures.erqa.typos import misspelt

ALIAS, TYPO, WRONG = "alias", "typo", "wrong"
KINDS = (ALIAS, TYPO, WRONG)

_DRAWS = 12
_SHORTEST = 4
"""Letters below which a name is a code, which one slip makes another code."""


@dataclass(frozen=True, slots=True)
class NoiseOptions:
    """How much of a set of questions is changed.

    Attributes
    ----------
    share
        The part of all constraints whose name is written otherwise or misspelt.
    wrong
        The part of the questions of which one constraint is replaced by an impossible one.
    kinds
        What is done to names: "alias", "typo" or both.
    """

    share: float = 0.0
    wrong: float = 0.0
    kinds: tuple[str, ...] = (ALIAS, TYPO)

    def checked(self) -> NoiseOptions:
        """These options. Raises `InvalidInput` for a share outside 0 … 1 and for a kind that does not exist."""
        for title, value in (("noise", self.share), ("wrong", self.wrong)):
            if not 0 <= value <= 1:
                raise InvalidInput(f"'{title}' is a share from 0 to 1, not {value}.")
        for kind in self.kinds:
            if kind not in (ALIAS, TYPO):
                raise InvalidInput(f"There is no kind of noise '{kind}'.", hint=f"Kinds: {ALIAS}, {TYPO}.")
        if self.share and not self.kinds:
            raise InvalidInput("Noise needs a kind.", hint=f"Kinds: {ALIAS}, {TYPO}.")
        return self


class NoiseMaker:
    """Changes constraints of one projection's questions.

    Parameters
    ----------
    names
        Of the projection's nodes.
    """

    def __init__(self, projection: Projection, names: NameIndex, answers: AnswerFinder) -> None:
        self._projection = projection
        self._names = names
        self._answers = answers

    def renamed(
        self, asked: Sequence[Sequence[Constraint]], options: NoiseOptions, random: np.random.Generator
    ) -> dict[tuple[int, int], Noise]:
        """What noise says in place of which names, by question and constraint.

        As many as ``options.share`` of all constraints, drawn from all alike; fewer only where not enough names can be
        changed (numbers cannot). Nothing is ever changed into the name of another node, nor into an unknown.
        """
        places = [(number, place) for number, one in enumerate(asked) for place in range(len(one))]
        wanted = round(options.share * len(places))
        found: dict[tuple[int, int], Noise] = {}
        for drawn in random.permutation(len(places)).tolist():
            if len(found) == wanted:
                break
            number, place = places[drawn]
            made = self._changed(asked[number][place].name, options.kinds, random)
            if made is not None:
                kind, said = made
                found[number, place] = Noise(place, kind, asked[number][place].name, said)
        return found

    def _changed(
        self, name: str, kinds: Sequence[str], random: np.random.Generator
    ) -> tuple[str, str] | None:
        """A kind of noise and the name under it; None where ``name`` cannot be changed."""
        if sum(letter.isalpha() for letter in name) < _SHORTEST:
            return None
        makers: dict[str, Callable[[], str]] = {
            ALIAS: lambda: _drawn([form for _, form in aliases_of(name)], name, random),
            TYPO: lambda: misspelt(name, random),
        }
        for kind in [kinds[place] for place in random.permutation(len(kinds)).tolist()]:
            for _ in range(_DRAWS):
                said = makers[kind]()
                if said != name and said.strip() and parse_part(said).is_known and self._means(said, name):
                    return kind, said
        return None

    def _means(self, said: str, name: str) -> bool:
        """Whether no node is called ``said``, but for those called ``name``."""
        rows = self._names.exact(said).tolist()
        return all(self._projection.nodes.names[row] == name for row in rows)

    def impossible(
        self, constraints: Sequence[Constraint], label: str | None, random: np.random.Generator
    ) -> Noise | None:
        """A constraint of the same relation to another node, so that nothing meets all; None where none is found."""
        for place in random.permutation(len(constraints)).tolist():
            rest = [other for number, other in enumerate(constraints) if number != place]
            for name in self._others(constraints[place], random):
                changed = replace(constraints[place], name=name)
                is_new = name.strip() and all(name != other.name for other in constraints)
                if is_new and not len(self._answers.rows([changed, *rest], label)):
                    return Noise(place, WRONG, constraints[place].name, name)
        return None

    def _others(self, constraint: Constraint, random: np.random.Generator) -> Iterator[str]:
        """Names of a few nodes that relationships of the same relation lead to in the same direction."""
        table = self._projection.relationships
        ends = (table.target if constraint.outgoing else table.source)[table.relation == constraint.relation]
        for row in random.choice(ends, size=min(_DRAWS, len(ends)), replace=False).tolist():
            yield self._projection.nodes.names[row]


def _drawn(forms: Sequence[str], otherwise: str, random: np.random.Generator) -> str:
    return forms[int(random.integers(len(forms)))] if forms else otherwise
