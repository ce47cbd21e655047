"""How what a question names may be joined to what it asks for: relation paths, ranked by the words between."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motif.engine.relation_paths import Path, Step
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif.planners.drafts import Branch
from motif.planners.english import AGENT_ENDINGS
from motif.planners.joining import Reach, merged
from motif.planners.node_types import spread
from motif.planners.paths import PathRanker
from motif.planners.protocol import Mention
from motif.planners.question_planner import OF_VALUES
from motif.planners.slots.anchors import Anchor
from motif.planners.slots.lexicon import LabelMention, Lexicon
from motif.planners.slots.reading import Slots
from motif.planners.slots.tree import Place, Way, rows_of
from motif.planners.slots.words import Word, blanked, overlaps, spans_of, words_in
from motif.planners.symmetry import is_symmetric
from motif.planners.wording import stem

PATHS = 40
"""Ranked paths of one name that are looked at."""

TRIED = 5
"""Paths of each name that are joined with those of others."""

SAMPLE = 48
"""Nodes of a label from which paths are looked for."""

SAID_RELATION = 0.5
"""Likeness from which on a word says a relation."""

_MANY = 0.1
"""What a path gains for each factor of e in how many nodes it leads to: of two that fit alike, the common one."""

_NOUN, _NOUN_LIKE = 1.0, 0.8
"""What a path gains (in logs) whose last step the noun that is asked for says, and how like it must be for that."""

_HEAD = 8.0
"""What a path loses (in logs) for each point of likeness that its end lacks to the noun that is asked for."""

_LATER = 0.05
"""What a path loses for each node that the name rather means than those it begins at."""

_UNHEARD = 0.6
"""What a path loses (in logs) for a word of the question that says another relation."""

_UNSAID = 1.0
"""What a path loses (in logs) for a relation whose own words are not in the question."""

_TURNED = 1.0
"""What direction weighs (in logs) between nodes of one label."""

_ELSEWHERE = 1.5
"""What a path loses (in logs) that passes no node of a label that is named on its way."""


_UNNAMED = re.compile(
    r"\b(?:something|anything|someone|anyone|somebody|anybody|those|ones?|things?)\b(?:\s+[\w-]+){0,2}?\s+(?:that|which|who|whom)\b",
    re.IGNORECASE,
)


class Joiner:
    """Ranked ways from names and labels to the head of a question."""

    def __init__(self, ranker: PathRanker, whole: Projection, lexicon: Lexicon, n_nodes: int) -> None:
        self._ranker = ranker
        self._lexicon = lexicon
        self._whole = whole
        self._n_nodes = n_nodes
        self._n_relations = lexicon.n_relations

    def of_anchor(self, slots: Slots, place: int, reach: Reach) -> list[Way]:
        """Ways from an anchor, likeliest first."""
        anchor = slots.anchors[place]
        is_node = anchor.rows < self._n_nodes
        text = clause_of(slots, place)
        between = _labels_between(slots, place)
        n_unnamed = _unnamed_between(slots, place)
        found: list[Way] = []
        of_values = math.log(OF_VALUES) if is_node.any() else 0.0
        for rows, factor in (
            (_as_written(anchor, self._whole, is_node), 0.0),
            (anchor.rows[~is_node], of_values),
        ):
            if len(rows):
                leaf = Place(rows, anchor.start, anchor.label, anchor)
                for way in self._ways(slots, text, leaf, anchor, between, reach, n_unnamed=n_unnamed):
                    found.append(replace(way, log_probability=way.log_probability + factor))
        if anchor.is_excluded and self._is_asked(slots, anchor):
            nodes = _as_written(anchor, self._whole, is_node)
            return [Way(Place(nodes, anchor.start, anchor.label, anchor), (), 0.0, True)]
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
        conditions = spans_of(
            slots.anchors, slots.quantities, slots.superlatives, slots.denials, slots.existences
        )
        text = blanked(slots.question, [*conditions, *slots.measuring])
        named = Anchor(mention.start, mention.end, slots.question[mention.start : mention.end], rows, 1.0)
        leaf = Place(rows, mention.start, mention.label)
        return self._ways(slots, text, leaf, named, [], reach, max_hops=2)[:TRIED]

    def _ways(
        self,
        slots: Slots,
        text: str,
        leaf: Place,
        anchor: Anchor,
        between: Sequence[str],
        reach: Reach,
        max_hops: int = 3,
        n_unnamed: int = 0,
    ) -> list[Way]:
        mention = Mention(anchor.start, anchor.end, anchor.text, leaf.rows, 1.0, "exact")
        ranked = self._ranker.rank(text, mention, max_hops=max_hops, limit=PATHS, control=reach.control)
        kept = [
            one
            for one in ranked
            if self._is_sayable(one.path) and self._fits_head(slots, one.path, one.sample)
        ]
        samples = {reach.canonical(one.path): one.sample for one in kept}
        n_answers = {reach.canonical(one.path): one.n_answers for one in kept}
        branches = [Branch(leaf.rows, one.path, one.probability, one.returns) for one in kept]
        head = slots.head
        spoken = [
            word for word in words_in(text) if word.is_content and (head is None or word.start != head.start)
        ]
        found = []
        for one in merged(branches, reach)[: 2 * TRIED]:
            passed = self._passes(one.path, leaf.rows, between, reach)
            score = math.log(max(one.probability, 1e-9)) - _ELSEWHERE * (len(between) - passed)
            score -= _ELSEWHERE * (n_unnamed > len(one.path) - 1 - len(between))
            score += _MANY * math.log1p(n_answers[one.path]) / len(one.path) ** 2
            score -= _UNHEARD * self._unheard(one.path, slots, spoken)
            score -= _UNSAID * sum(self._is_unsaid(step, spoken) for step in one.path)
            score += _NOUN * self._says_last(slots, one.path[-1])
            score -= _HEAD * self._unlike_head(slots, samples[one.path])
            score += _TURNED * self._facing(one.path[0], slots, anchor)
            rows = self._starting(leaf.rows, one.path[0], reach)
            score -= _LATER * int(np.flatnonzero(anchor.rows == rows[0])[0]) if len(rows) else 0.0
            start = Place(rows, leaf.said, leaf.label, leaf.anchor)
            found.append(Way(start, one.path, score, anchor.is_negated, one.returns))
        return sorted(found, key=lambda way: -way.log_probability)

    def _starting(self, rows: NDArray[np.int32], step: Step, reach: Reach) -> NDArray[np.int32]:
        """Those of ``rows`` from which the step can be taken."""
        if len(rows) == 1:
            return rows
        found = []
        for direction in reach.directions(step):
            adjacency = self._whole.outgoing if direction.forward else self._whole.incoming
            for row in rows.tolist():
                arcs = adjacency.data[adjacency.indptr[row] : adjacency.indptr[row + 1]]
                if (self._whole.relationships.relation[arcs] == step.relation).any():
                    found.append(row)
        return np.array(list(dict.fromkeys(found)), np.int32) if found else rows

    def _is_unsaid(self, step: Step, spoken: Sequence[Word]) -> bool:
        """Whether a relation says more than its ends do, and the question does not say it."""
        relation = self._whole.relationships.relations[step.relation]
        telling = self._lexicon.telling_words(relation)
        if not telling:
            return False
        return not any(
            float(self._lexicon.to_relations(word.text)[step.relation]) >= SAID_RELATION for word in spoken
        )

    def _unheard(self, path: Path, slots: Slots, spoken: Sequence[Word]) -> int:
        """How many words that say a relation of the graph say none of the path."""
        labels = spans_of(slots.labels)
        taken = [step.relation for step in path]
        count = 0
        for word in spoken:
            if overlaps((word.start, word.end), labels):
                continue
            likeness = self._lexicon.to_relations(word.text)[: self._n_relations]
            own = max((float(likeness[one]) for one in taken if one < self._n_relations), default=0.0)
            count += float(likeness.max(initial=0.0)) >= _NOUN_LIKE and own < SAID_RELATION
        return count

    def _facing(self, step: Step, slots: Slots, anchor: Anchor) -> int:
        """1 where a relation between nodes of one label points as the words say, -1 where against."""
        relation = self._whole.relationships.relations[step.relation]
        if is_symmetric(relation) or not self._lexicon.joins_alike(relation):
            return 0
        return 1 if step.forward == points_away(slots, anchor, relation) else -1

    def _is_sayable(self, path: Path) -> bool:
        """Whether values stand at its ends only."""
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
        if head is None or head.label is None:
            return True
        if gives or not len(sample):
            return False
        rivals = [label for label, _ in head.rivals]
        carries = [not set(rivals).isdisjoint(self._whole.nodes.labels(row)) for row in sample.tolist()]
        return 2 * sum(carries) >= len(carries)

    def _says_last(self, slots: Slots, step: Step) -> int:
        """1 where the noun that is asked for says the last step ("the capital of"), -1 where it says its reverse."""
        head = slots.head
        if head is None or head.label is not None or step.relation >= self._n_relations:
            return 0
        if float(self._lexicon.to_relations(head.text)[step.relation]) < _NOUN_LIKE:
            return 0
        leads_back = readable(self._whole.relationships.relations[step.relation]).endswith(" of")
        return 1 if step.forward != leads_back else -1

    def role_of(self, noun: str) -> tuple[Step, str, str] | None:
        """The step to those whom a noun names by a relation ("actors", ACTED_IN), the label that it starts at, theirs.

        Nouns of who does something ("directors") stand at the end that acts, others ("capitals") at the other.
        """
        likeness = self._lexicon.to_relations(noun)[: self._n_relations]
        if not len(likeness) or likeness.max() < _NOUN_LIKE:
            return None
        relation = self._whole.relationships.relations[int(likeness.argmax())]
        profile = self._lexicon.schema.relations.get(relation)
        if profile is None or not profile.ends:
            return None
        words = readable(relation).split()
        acts = noun.lower().endswith(AGENT_ENDINGS) and "by" not in words
        at_source = acts or words[-1] == "of"
        end = profile.ends[0]
        far, near = (end.target, end.source) if at_source else (end.source, end.target)
        return Step(int(likeness.argmax()), not at_source), far, near

    def _unlike_head(self, slots: Slots, sample: NDArray[np.int32]) -> float:
        """How much less like the noun that is asked for the end of a path is than the likest label."""
        head = slots.head
        if head is None or len(head.rivals) < 2 or not len(sample):
            return 0.0
        return head.rivals[0][1] - head.likeness(self._whole.nodes.labels(int(sample[0])))

    def _may_give(self, slots: Slots, path: Path) -> bool:
        """Whether the question asks for a value: by its noun, or by "when" and "how"."""
        head = slots.head
        if head is None:
            return slots.words[0].text in ("when", "how", "where") if slots.words else False
        if head.label is not None:
            return False
        relation = path[-1].relation
        if float(self._lexicon.to_relations(head.text)[relation]) >= SAID_RELATION:
            return True
        spoken = [word for word in slots.words if (word.start, word.end) not in slots.measuring]
        return any(float(self._lexicon.to_relations(word.text)[relation]) == 1.0 for word in spoken)

    def _passes(self, path: Path, rows: NDArray[np.int32], labels: Sequence[str], reach: Reach) -> int:
        """How many of ``labels`` stand on the path."""
        if not labels or len(path) < 2:
            return 0
        seen: set[str] = set()
        for length in range(1, len(path)):
            for row in reach(rows, path[:length])[:16].tolist():
                seen.update(self._whole.nodes.labels(row))
        return sum(label in seen for label in set(labels))


def clause_of(slots: Slots, place: int) -> str:
    """The question with only those words that say how one of its anchors is joined; all else is blank.

    For "films by A that star B" and B that is "films      that star B".
    """
    anchor = slots.anchors[place]
    source = slots.anchors[anchor.after] if anchor.after is not None else anchor
    blanks = [span for span in spans_of(slots.anchors) if span != (anchor.start, anchor.end)]
    blanks += [anchor.silent] if anchor.silent is not None else []
    blanks += [*slots.measuring, *slots.negations, *spans_of(slots.denials, slots.existences), *slots.topics]
    blanks += spans_of(one for one in slots.quantities if not one.is_bare)
    blanks += spans_of(word for word in slots.words if word.text in ("both", "either"))
    blanks += spans_of(slots.superlatives)
    blanks.append(_before(slots, source))
    later = [one for one in slots.anchors if one.start > anchor.start and one.after is None]
    if later:
        head = slots.head
        is_head_after = head is not None and anchor.end <= head.start < later[0].start
        blanks.append((head.end if is_head_after and head is not None else anchor.end, len(slots.question)))
    return blanked(slots.question, blanks)


def _before(slots: Slots, anchor: Anchor) -> tuple[int, int]:
    """From the head to the end of the last name before ``anchor``: words about other names."""
    before = [one.end for one in slots.anchors if one.end <= anchor.start]
    if not before:
        return 0, 0
    head = slots.head
    if head is not None and head.start >= max(before):
        return 0, max(before)
    return min(head.end if head is not None else 0, max(before)), max(before)


def _labels_between(slots: Slots, place: int) -> list[str]:
    """Labels that are named between the head and an anchor."""
    anchor = slots.anchors[place]
    head_end = slots.head.end if slots.head is not None else 0
    return [one.label for one in slots.labels if head_end <= one.start < anchor.start]


def _unnamed_between(slots: Slots, place: int) -> int:
    """How many nodes without a noun stand between the head and an anchor: "papers about something that rests on A"."""
    head_end = slots.head.end if slots.head is not None else 0
    said = slots.question[head_end : slots.anchors[place].start]
    return len(_UNNAMED.findall(said))


def _as_written(anchor: Anchor, whole: Projection, is_node: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The nodes named; where some are written as the question writes them, with capitals, only these."""
    rows = anchor.rows[is_node]
    if anchor.text.islower():
        return rows
    written = [row for row in rows.tolist() if whole.nodes.names[row] == anchor.text]
    return np.array(written, np.int32) if written else rows


def points_away(slots: Slots, anchor: Anchor, relation: str) -> bool:
    """Whether the words say that ``anchor`` is where a relationship of this type begins.

    "Parts that depend on A" ends at A; "what A depends on", "what does A need", and passives ("used by A") begin there.
    """
    parts = readable(relation).split()
    stems = {stem(part) for part in parts}
    said = [word for word in slots.words if stem(word.text) in stems and word.is_content]
    after = [word for word in said if word.start >= anchor.end]
    before = [word for word in said if word.end <= anchor.start]
    if after and not before:
        return True
    if not before:
        return False
    between = slots.question[before[-1].end : anchor.start].lower().split()
    return "by" in between and "by" not in parts
