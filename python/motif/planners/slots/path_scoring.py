"""How well a path from what is named fits the words of a question, beyond what the words between them are like."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.relation_paths import Path, Step
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif.planners.drafts import Branch
from motif.planners.joining import Reach
from motif.planners.slots.anchors import Anchor
from motif.planners.slots.clauses import Clause, points_away
from motif.planners.slots.lexicon import Lexicon
from motif.planners.slots.reading import Slots
from motif.planners.slots.words import words_in
from motif.planners.stretches import overlaps, spans_of
from motif.planners.symmetry import is_symmetric

SAID_RELATION = 0.5
"""Likeness from which on a word says a relation."""

_MANY = 0.1
"""What a path gains for each factor of e in how many nodes it leads to: of two that fit alike, the common one."""

_NOUN = 1.0
"""What a path gains (in logs) whose last step the noun that is asked for says."""

NOUN_LIKE = 0.8
"""Likeness from which on a noun says a relation by itself."""

_HEAD = 8.0
"""What a path loses (in logs) for each point of likeness that its end lacks to the noun that is asked for."""

_UNHEARD = 0.6
"""What a path loses (in logs) for a word of the question that says another relation."""

_UNSAID = 1.0
"""What a path loses (in logs) for a relation whose own words are not in the question."""

_TURNED = 1.0
"""What direction weighs (in logs) between nodes of one label."""

_ELSEWHERE = 1.5
"""What a path loses (in logs) that passes no node of a label that is named on its way."""

_SHORT = 3.5
"""What a path loses (in logs) that is too short for the nodes that are said to be on its way."""


@dataclass(frozen=True)
class Candidate:
    """A path that is scored.

    Attributes
    ----------
    sample : int32
        Some of the nodes that it leads to.
    n_answers
        How many it leads to.
    """

    branch: Branch
    sample: NDArray[np.int32]
    n_answers: int


class PathScorer:
    """Scores of the paths of one name of a question."""

    def __init__(
        self, whole: Projection, lexicon: Lexicon, slots: Slots, clause: Clause, anchor: Anchor
    ) -> None:
        self._whole = whole
        self._lexicon = lexicon
        self._slots = slots
        self._clause = clause
        self._anchor = anchor
        head = slots.head
        self._spoken = [
            word
            for word in words_in(clause.text)
            if word.is_content and (head is None or word.start != head.start)
        ]

    def score(self, one: Candidate, reach: Reach) -> float:
        """Log of how likely a path is meant."""
        path = one.branch.path
        score = math.log(max(one.branch.probability, 1e-9))
        score -= self._lacking(one, reach)
        score += _MANY * math.log1p(one.n_answers) / len(path) ** 2
        score -= _UNHEARD * self._unheard(path)
        score -= _UNSAID * sum(self._is_unsaid(step) for step in path)
        score += _NOUN * self._says_last(path[-1])
        score -= _HEAD * self._unlike_head(one.sample)
        return score + _TURNED * self._facing(path[0])

    def _lacking(self, one: Candidate, reach: Reach) -> float:
        """What a path loses for nodes that are said to be on its way and are not."""
        labels, path = self._clause.labels, one.branch.path
        passed = self._passes(path, one.branch.rows, reach)
        head, ends = self._slots.head, self._whole.nodes.labels(int(one.sample[0])) if len(one.sample) else ()
        is_end = (head is None or head.label is None or head.is_guessed) and not self._clause.n_unnamed
        inner = [label for label in labels if not (is_end and label in ends)]
        is_short = len(path) - 1 < len(inner) + self._clause.n_unnamed
        return _ELSEWHERE * (len(labels) - passed) + _SHORT * is_short

    def _is_unsaid(self, step: Step) -> bool:
        """Whether a relation says more than its ends do, and the question does not say it."""
        relation = self._whole.relationships.relations[step.relation]
        telling = self._lexicon.telling_words(relation)
        if not telling:
            return False
        return not any(
            float(self._lexicon.to_relations(word.text)[step.relation]) >= SAID_RELATION
            for word in self._spoken
        )

    def _unheard(self, path: Path) -> int:
        """How many words that say a relation of the graph say none of the path."""
        labels = spans_of(self._slots.labels)
        taken = [step.relation for step in path]
        count = 0
        for word in self._spoken:
            if overlaps((word.start, word.end), labels):
                continue
            likeness = self._lexicon.to_relations(word.text)[: self._lexicon.n_relations]
            own = max((float(likeness[one]) for one in taken if one < self._lexicon.n_relations), default=0.0)
            count += float(likeness.max(initial=0.0)) >= NOUN_LIKE and own < SAID_RELATION
        return count

    def _facing(self, step: Step) -> int:
        """1 where a relation between nodes of one label points as the words say, -1 where against."""
        relation = self._whole.relationships.relations[step.relation]
        if is_symmetric(relation) or not self._lexicon.joins_alike(relation):
            return 0
        return 1 if step.forward == points_away(self._slots, self._anchor, relation) else -1

    def _says_last(self, step: Step) -> int:
        """1 where the noun that is asked for says the last step ("the capital of"), -1 where it says its reverse."""
        head = self._slots.head
        if head is None or head.label is not None or step.relation >= self._lexicon.n_relations:
            return 0
        if float(self._lexicon.to_relations(head.text)[step.relation]) < NOUN_LIKE:
            return 0
        leads_back = readable(self._whole.relationships.relations[step.relation]).endswith(" of")
        return 1 if step.forward != leads_back else -1

    def _unlike_head(self, sample: NDArray[np.int32]) -> float:
        """How much less like the noun that is asked for the end of a path is than the likest label."""
        head = self._slots.head
        if head is None or len(head.rivals) < 2 or not len(sample):
            return 0.0
        return head.rivals[0][1] - head.likeness(self._whole.nodes.labels(int(sample[0])))

    def _passes(self, path: Path, rows: NDArray[np.int32], reach: Reach) -> int:
        """How many of the labels that are named between stand on the path."""
        labels = self._clause.labels
        if not labels or len(path) < 2:
            return 0
        seen: set[str] = set()
        for length in range(1, len(path)):
            for row in reach(rows, path[:length])[:16].tolist():
                seen.update(self._whole.nodes.labels(row))
        return sum(label in seen for label in set(labels))
