"""How what a question names may be joined to what it asks for: relation paths, ranked by the words between."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motif.engine.relation_paths import Path, Step
from motif.graphs.projection import Projection
from motif.planners.drafts import Branch
from motif.planners.joining import Reach, merged
from motif.planners.kept_indexes import spread
from motif.planners.paths import PathRanker
from motif.planners.protocol import Mention
from motif.planners.question_planner import OF_VALUES
from motif.planners.slots.anchors import Anchor
from motif.planners.slots.clauses import Clause, clause_of, clause_of_label
from motif.planners.slots.lexicon import LabelMention, Lexicon
from motif.planners.slots.path_scoring import SAID_RELATION, Candidate, PathScorer
from motif.planners.slots.reading import Slots
from motif.planners.slots.tree import Place, Way, rows_of

PATHS = 40
"""Ranked paths of one name that are looked at."""

TRIED = 5
"""Paths of each name that are joined with those of others."""

SAMPLE = 48
"""Nodes of a label from which paths are looked for."""

_LATER = 0.05
"""What a path loses for each node that the name rather means than those it begins at."""


class Joiner:
    """Ranked ways from names and labels to the head of a question."""

    def __init__(self, ranker: PathRanker, whole: Projection, lexicon: Lexicon, n_nodes: int) -> None:
        self._ranker = ranker
        self.lexicon = lexicon
        self._whole = whole
        self._n_nodes = n_nodes
        self._n_relations = lexicon.n_relations

    def of_anchor(self, slots: Slots, place: int, reach: Reach) -> list[Way]:
        """Ways from an anchor, likeliest first."""
        anchor = slots.anchors[place]
        is_node = anchor.rows < self._n_nodes
        clause = clause_of(slots, place)
        found: list[Way] = []
        of_values = math.log(OF_VALUES) if is_node.any() else 0.0
        for rows, factor in (
            (_as_written(anchor, self._whole, is_node), 0.0),
            (anchor.rows[~is_node], of_values),
        ):
            if len(rows):
                leaf = Place(rows, anchor.start, anchor.label, anchor)
                for way in self._ways(slots, clause, leaf, anchor, reach):
                    found.append(replace(way, log_probability=way.log_probability + factor))
        if anchor.is_excluded and self._is_asked(slots, anchor):
            nodes = _as_written(anchor, self._whole, is_node)
            return [Way(Place(nodes, anchor.start, anchor.label, anchor), (), 0.0, True)]
        if anchor.role is not None:  # another way would be the other role again
            found = [way for way in found if any(step.relation == anchor.role for step in way.path)]
        return sorted(found, key=lambda way: -way.log_probability)[:TRIED]

    def _is_asked(self, slots: Slots, anchor: Anchor) -> bool:
        """Whether what is named carries the label that is asked for."""
        rows = anchor.rows[anchor.rows < self._n_nodes]
        head = slots.head
        if head is None or head.label is None or not len(rows):
            return False
        return head.label in self._whole.nodes.labels(int(rows[0]))

    def of_label(self, slots: Slots, mention: LabelMention, reach: Reach) -> list[Way]:
        """Ways from the nodes of a label, likeliest first."""
        rows = spread(rows_of(self._whole, mention.label), SAMPLE)
        if not len(rows):
            return []
        named = Anchor(mention.start, mention.end, slots.question[mention.start : mention.end], rows, 1.0)
        leaf = Place(rows, mention.start, mention.label)
        return self._ways(slots, clause_of_label(slots), leaf, named, reach, max_hops=2)[:TRIED]

    def _ways(
        self, slots: Slots, clause: Clause, leaf: Place, anchor: Anchor, reach: Reach, max_hops: int = 3
    ) -> list[Way]:
        mention = Mention(anchor.start, anchor.end, anchor.text, leaf.rows, 1.0, "exact")
        ranked = self._ranker.rank(
            clause.text, mention, max_hops=max_hops, limit=PATHS, control=reach.control
        )
        kept = {
            reach.canonical(one.path): one
            for one in ranked
            if self._is_sayable(one.path) and self._fits_head(slots, one.path, one.sample)
        }
        branches = [Branch(leaf.rows, one.path, one.probability, one.returns) for one in kept.values()]
        scorer = PathScorer(self._whole, self.lexicon, slots, clause, anchor)
        is_other = anchor.is_negated and self._is_asked(slots, anchor)
        found = []
        for one in merged(branches, reach)[: 2 * TRIED]:
            known = kept[one.path]
            score = scorer.score(Candidate(one, known.sample, known.n_answers), reach)
            rows = self._starting(leaf.rows, one.path[0], reach)
            score -= _LATER * int(np.flatnonzero(anchor.rows == rows[0])[0]) if len(rows) else 0.0
            start = Place(rows, leaf.said, leaf.label, leaf.anchor)
            found.append(Way(start, one.path, score, anchor.is_negated, one.returns or is_other))
        return sorted(found, key=lambda way: -way.log_probability)

    def _starting(self, rows: NDArray[np.int32], step: Step, reach: Reach) -> NDArray[np.int32]:
        """Those of ``rows`` from which the step can be taken."""
        if len(rows) == 1:
            return rows
        found = []
        for direction in reach.directions(step):
            adjacency = self._whole.outgoing if direction.forward else self._whole.incoming
            for row in rows.tolist():
                arcs = adjacency.rows_at(slice(adjacency.indptr[row], adjacency.indptr[row + 1]))
                if (self._whole.relationships.relation[arcs] == step.relation).any():
                    found.append(row)
        return np.array(list(dict.fromkeys(found)), np.int32) if found else rows

    def _is_sayable(self, path: Path) -> bool:
        """Whether values stand at its ends only, and the schema has all of it."""
        if any(step.relation in self.lexicon.closed_relations for step in path):
            return False
        inner = path[1:-1] if len(path) > 1 else ()
        if any(step.relation >= self._n_relations for step in inner):
            return False
        first, last = path[0], path[-1]
        first_ok = first.relation < self._n_relations or not first.forward or len(path) == 1
        last_ok = last.relation < self._n_relations or last.forward or len(path) == 1
        return first_ok and last_ok

    def _fits_head(self, slots: Slots, path: Path, sample: NDArray[np.int32]) -> bool:
        head = slots.head
        gives = path[-1].relation >= self._n_relations and path[-1].forward
        if head is not None and head.asked_property is not None:
            return gives and self._whole.relationships.relations[path[-1].relation] == head.asked_property
        if gives and not self._may_give(slots, path):
            return False
        if not gives and not any(map(self.lexicon.has_row, sample.tolist())):
            return not len(sample)
        if head is None or head.label is None:
            return True
        if gives or not len(sample):
            return False
        rivals = [label for label, _ in head.rivals]
        carries = [not set(rivals).isdisjoint(self._whole.nodes.labels(row)) for row in sample.tolist()]
        return 2 * sum(carries) >= len(carries)

    def _may_give(self, slots: Slots, path: Path) -> bool:
        """Whether the question asks for a value: by its noun, or by "when" and "how"."""
        head = slots.head
        if head is None:
            return slots.words[0].text in ("when", "how", "where") if slots.words else False
        if head.label is not None:
            return False
        relation = path[-1].relation
        if float(self.lexicon.to_relations(head.text)[relation]) >= SAID_RELATION:
            return True
        spoken = [word for word in slots.words if (word.start, word.end) not in slots.measuring]
        return any(float(self.lexicon.to_relations(word.text)[relation]) == 1.0 for word in spoken)


def _as_written(anchor: Anchor, whole: Projection, is_node: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The nodes named; where some are written as the question writes them, with capitals, only these."""
    rows = anchor.rows[is_node]
    if anchor.text.islower():
        return rows
    written = [row for row in rows.tolist() if whole.nodes.names[row] == anchor.text]
    return np.array(written, np.int32) if written else rows
