"""Questions of several constraints over any graph, with all their answers (paper 000, §5.1 and appendix G)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from motif.engine.subgraph_query import MAXIMUM_EDGES
from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.indexes.names import build_name_index
from motif_procedures.erqa.bridge_stars import BridgeStar, BridgeStars
from motif_procedures.erqa.constraints import AnswerFinder, Constraint
from motif_procedures.erqa.noise import NoiseMaker, NoiseOptions
from motif_procedures.erqa.question import ErqaQuestion, Noise
from motif_procedures.erqa.wording import question_words, telling_label, triples_of, type_of

_MOST_REJECTED = 50
"""Subgraphs that are turned down, per question, before the graph is said to hold too few."""


@dataclass(frozen=True, slots=True)
class ErqaOptions:
    """What questions are wanted.

    Attributes
    ----------
    questions
        How many in all; as many of each number of constraints, the first ones getting one more where it does not part.
    constraints
        How many facts a question names.
    most_answers
        Subgraphs whose question has more answers are turned down.
    noise
        What is changed.
    seed
        The same projection, options and seed give the same questions.
    """

    questions: int = 200
    constraints: tuple[int, ...] = (4, 5, 6)
    most_answers: int = 20
    noise: NoiseOptions = field(default_factory=NoiseOptions)
    seed: int = 0

    def checked(self) -> ErqaOptions:
        """These options. Raises `InvalidInput` for a number that cannot be."""
        if self.questions < 1:
            raise InvalidInput(f"There must be 1 question or more, not {self.questions}.")
        if not self.constraints or not all(2 <= n <= MAXIMUM_EDGES for n in self.constraints):
            given = ", ".join(map(str, self.constraints)) or "none"
            raise InvalidInput(f"A question has 2 to {MAXIMUM_EDGES} constraints, not {given}.")
        if self.most_answers < 1:
            raise InvalidInput(f"At least 1 answer must be allowed, not {self.most_answers}.")
        self.noise.checked()
        return self


@dataclass(frozen=True, slots=True)
class _Draft:
    """A question before it is worded."""

    star: BridgeStar
    constraints: tuple[Constraint, ...]
    label: str | None
    answers: tuple[str, ...]


def generate_questions(
    projection: Projection,
    options: ErqaOptions,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[ErqaQuestion]:
    """Questions over ``projection``, first those with the fewest constraints; no two ask for the same.

    Every answer of a question meets all of its constraints, and none that does is left out
    (`motif_procedures.erqa.constraints.AnswerFinder`). The noise is drawn after the questions: with another
    ``noise`` the same questions are asked in other words.

    Raises `InvalidInput` for options that cannot be, and for a graph with too few bridge-star subgraphs.

    >>> from motif.catalog.triples import from_triples
    >>> facts = [(film, fact, f"{fact} {n}") for film in "AB" for fact in ("by", "genre", "year") for n in range(3)]
    >>> facts += [("A", "studio", "Forward Pass"), ("B", "studio", "Legendary")]
    >>> found = generate_questions(from_triples(facts), ErqaOptions(6, constraints=(4,)))
    >>> sorted({question.answers for question in found})
    [('A',), ('B',)]
    """
    options.checked()
    names = build_name_index(projection.nodes.names)
    finder = AnswerFinder(projection, names)
    drafts = list(_drafts(projection, options, finder, progress))
    noise = _noise(NoiseMaker(projection, names, finder), drafts, options)
    return [
        _worded(projection, draft, noise.get(number, ()), number, options)
        for number, draft in enumerate(drafts)
    ]


def _drafts(
    projection: Projection,
    options: ErqaOptions,
    finder: AnswerFinder,
    progress: Callable[[int, int], None],
) -> Iterator[_Draft]:
    random = np.random.default_rng([options.seed, 0])
    stars = BridgeStars(projection)
    seen: set[frozenset[Constraint]] = set()
    for n_constraints in _shares(options):
        progress(len(seen), options.questions)
        for _ in range(_MOST_REJECTED):
            drawn = stars.draw(n_constraints, random)
            if drawn is None:
                continue
            draft = _draft(projection, finder, *drawn)
            if len(draft.answers) <= options.most_answers and frozenset(draft.constraints) not in seen:
                seen.add(frozenset(draft.constraints))
                yield draft
                break
        else:
            raise InvalidInput(
                f"'{projection.name}' has too few bridge-star subgraphs for {options.questions} questions of "
                f"{n_constraints} constraints: {len(seen)} were found.",
                hint="Ask for fewer questions, fewer constraints, or allow more answers.",
            )
    progress(len(seen), options.questions)


def _shares(options: ErqaOptions) -> Iterator[int]:
    """The number of constraints of each question, in order."""
    kinds = len(options.constraints)
    for place, n_constraints in enumerate(options.constraints):
        n_questions = options.questions // kinds + int(place < options.questions % kinds)
        yield from [n_constraints] * n_questions


def _draft(
    projection: Projection, finder: AnswerFinder, star: BridgeStar, constraints: Sequence[Constraint]
) -> _Draft:
    label = telling_label(projection, star.answer)
    rows = finder.rows(constraints, label)
    answers = sorted({projection.nodes.names[row] for row in rows.tolist()})
    return _Draft(star, tuple(constraints), label, tuple(answers))


def _noise(
    maker: NoiseMaker, drafts: Sequence[_Draft], options: ErqaOptions
) -> Mapping[int, tuple[Noise, ...]]:
    """What is changed in each question: names of those that stay possible, one constraint of the others."""
    random = np.random.default_rng([options.seed, 1])
    found: dict[int, tuple[Noise, ...]] = {}
    wanted = round(options.noise.wrong * len(drafts))
    for number in random.permutation(len(drafts)).tolist():
        if len(found) == wanted:
            break
        made = maker.impossible(drafts[number].constraints, drafts[number].label, random)
        if made is not None:
            found[number] = (made,)
    possible = [number for number in range(len(drafts)) if number not in found]
    changes = maker.renamed([drafts[number].constraints for number in possible], options.noise, random)
    for place, _ in sorted(changes):
        number = possible[place]
        found[number] = tuple(change for (at, _), change in sorted(changes.items()) if at == place)
    return found


def _worded(
    projection: Projection, draft: _Draft, noise: Sequence[Noise], number: int, options: ErqaOptions
) -> ErqaQuestion:
    relations = projection.relationships.relations
    said = {change.triple: change.said for change in noise}
    asked = [replace(one, name=said.get(place, one.name)) for place, one in enumerate(draft.constraints)]
    words = question_words(type_of(relations, draft.constraints, draft.label), relations, asked)
    is_possible = all(change.kind != "wrong" for change in noise)
    return ErqaQuestion(
        id=_id(projection, draft, number, options),
        question=words,
        pattern=triples_of(relations, asked, draft.label),
        answers=draft.answers if is_possible else (),
        gold=triples_of(relations, draft.constraints, draft.label),
        kind=str(len(asked)),
        star=projection.nodes.names[draft.star.visible],
        bridges=sum(one.is_bridge for one in draft.constraints),
        noise=tuple(noise),
        seed=options.seed,
    )


def _id(projection: Projection, draft: _Draft, number: int, options: ErqaOptions) -> str:
    content = repr((projection.nodes.names[draft.star.answer], draft.constraints, options.seed))
    return f"{len(draft.constraints)}-{number}-{hashlib.sha256(content.encode()).hexdigest()[:8]}"
