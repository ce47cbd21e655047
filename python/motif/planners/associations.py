"""Which words stood for which relations in examples."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from motif.planners.alignment import Meaning

Associations: TypeAlias = Mapping[str, Mapping[str, float]]
"""By word, how often it stood for each relation, as expected numbers; under `SEEN` how often it was there."""

SEEN = ""
ROUNDS = 6
_PRIOR = 3.0
_FLOOR = 0.02
_UNUSED = 0.3
"""How much it counts when a word was there and stood for nothing: another may just have said it as well."""


@dataclass(frozen=True, slots=True)
class Usage:
    """The content words of a question with what they mean in general, and the relations that its path steps along."""

    words: Sequence[str]
    meanings: Sequence[Meaning]
    relations: Sequence[int]
    weight: float = 1.0


def associate(usages: Iterable[Usage], relations: Sequence[str]) -> Associations:
    """How often each word stood for each relation.

    Each step of a path is taken to be said by the words of its question, each as much as it means the relation; what
    it means is learnt from all examples together.

    Source: expectation maximisation as in IBM model 1 (Brown et al., The Mathematics of Statistical Machine
    Translation, 1993, §4.1), steps generating words, with what words mean in general as the prior.
    """
    usages = list(usages)
    seen: dict[str, float] = defaultdict(float)
    for usage in usages:
        for word in usage.words:
            seen[word] += usage.weight
    counts: dict[str, dict[int, float]] = {}
    for _ in range(ROUNDS):
        fresh: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for usage in usages:
            for relation in usage.relations:
                shares = np.array(
                    [
                        _share(meaning, relation, counts.get(word), seen[word]) + _FLOOR
                        for word, meaning in zip(usage.words, usage.meanings, strict=True)
                    ]
                )
                for word, share in zip(usage.words, (shares / shares.sum()).tolist(), strict=True):
                    fresh[word][relation] += usage.weight * share
        counts = fresh
    return {
        word: {SEEN: seen[word]} | {relations[number]: value for number, value in sorted(found.items())}
        for word, found in sorted(counts.items())
    }


def _share(meaning: Meaning, relation: int, counts: Mapping[int, float] | None, seen: float) -> float:
    before = float(meaning.relations[relation])
    if counts is None:
        return before
    return (min(counts.get(relation, 0.0), seen) + _PRIOR * before) / (seen + _PRIOR)


def informed(meaning: Meaning, learnt: Mapping[str, float] | None, places: Mapping[str, int]) -> Meaning:
    """What a word means after all, given what it stood for in examples (None: it was in none).

    ``places`` are the relations' places in the graph.
    """
    if learnt is None:
        return meaning
    seen = learnt[SEEN]
    counts = np.zeros(len(meaning.relations))
    for relation, count in learnt.items():
        if relation in places:
            counts[places[relation]] = count
    counts *= min(1.0, seen / max(float(counts.sum()), 1e-9))
    seen = float(counts.sum()) + _UNUSED * (seen - float(counts.sum()))
    relations = (counts + _PRIOR * meaning.relations) / (seen + _PRIOR)
    rest = 1.0 - float(relations.sum())
    before = max(1.0 - float(meaning.relations.sum()), 1e-9)
    return Meaning(
        relations, meaning.types * (rest / before), meaning.nothing * rest / before, meaning.as_type
    )
