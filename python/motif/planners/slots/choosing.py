"""From names and paths to trees: which way of each name, where they meet, and what is left out."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from itertools import product

import numpy as np

from motif.graphs.projection import Projection
from motif.planners.joining import Reach
from motif.planners.slots.having import is_of_any
from motif.planners.slots.heads import Head
from motif.planners.slots.joining_paths import Joiner
from motif.planners.slots.lexicon import LabelMention
from motif.planners.slots.reading import Slots
from motif.planners.slots.roles import role_of
from motif.planners.slots.tree import Branch, Place, Way, denies_nothing, found, grown, rows_of, settle
from motif.planners.stretches import overlaps

TRIED = 24
"""Trees that are looked at."""

DETOUR = 1.0
"""What a tree loses (in logs) for each step beyond one for each name."""

IDLE = 1.0
"""What a tree loses (in logs) whose negation denies nothing."""

MORE = 3
"""Trees that are looked at beyond those that are wanted."""

ENDS = 16
"""Nodes at the end of a way whose labels are looked at."""

FAR = 4.0
"""How much less likely (in logs) the first tree with answers may be than the likeliest before a plain word is rather
taken for a description than for a name."""


@dataclasses.dataclass(frozen=True)
class Tree:
    """A way to answer: the tree, the property that is asked for, how likely it is (a log), and names it leaves out."""

    root: Place
    give: str | None
    score: float
    left_out: tuple[str, ...] = ()


class TreeChooser:
    """Chooses trees for the slots of questions over one graph."""

    def __init__(self, joiner: Joiner, real: Projection, whole: Projection) -> None:
        self._joiner = joiner
        self._real = real
        self._whole = whole

    def trees(self, slots: Slots, reach: Reach, limit: int) -> list[Tree]:
        """At most ``limit`` trees, likeliest first.

        A tree that no node answers is only given where there is none with answers.
        """
        ways = [self._joiner.of_anchor(slots, place, reach) for place in range(len(slots.anchors))]
        weak = [place for place, one in enumerate(slots.anchors) if ways[place] and one.is_weak]
        weak.sort(key=lambda place: (not slots.anchors[place].is_doubtful, -slots.anchors[place].score))
        kept = [place for place, of in enumerate(ways) if of]
        left_out = [
            one.text for one, of in zip(slots.anchors, ways, strict=True) if not of and not one.is_doubtful
        ]
        while True:
            chosen = [ways[place] for place in kept]
            alive = self._alive(slots, chosen, reach, limit)
            likeliest = _score([of[0] for of in chosen]) if chosen else 0.0
            if weak and kept and not (alive and alive[0].score >= likeliest - FAR):
                dropped = weak.pop(0)
            elif not alive and not self._end_alike(chosen, reach):
                dropped = min(kept, key=lambda place: slots.anchors[place].score)
            else:
                break
            kept.remove(dropped)
            weak = [place for place in weak if place != dropped]
            if not slots.anchors[dropped].is_doubtful:
                left_out.append(slots.anchors[dropped].text)
        if not alive and chosen:
            alive = [self._tree(slots, [of[0] for of in chosen], reach)]
        if not alive:
            alive = [tree for tree in [self._lone(slots, reach)] if tree is not None]
        return [dataclasses.replace(tree, left_out=tuple(left_out)) for tree in alive]

    def _end_alike(self, ways: Sequence[Sequence[Way]], reach: Reach) -> bool:
        """Whether the likeliest ways of all names end in nodes of one label: else no node could answer them all."""
        ends: list[set[str]] = []
        for way in (of[0] for of in ways):
            path = way.path[:-1] if self._gives(way) else way.path
            rows = reach(way.leaf.rows, path)[:ENDS] if path else way.leaf.rows[:ENDS]
            ends.append({label for row in rows.tolist() for label in self._whole.nodes.labels(row)})
        return len(ends) < 2 or bool(set.intersection(*ends)) or not all(ends)

    def _alive(self, slots: Slots, ways: Sequence[Sequence[Way]], reach: Reach, limit: int) -> list[Tree]:
        """Trees of one way each that some node answers, likeliest first."""
        if not ways:
            return []
        combined = sorted(product(*(of[:4] for of in ways)), key=_score, reverse=True)[:TRIED]
        alive: list[Tree] = []
        for chosen in combined:
            tree = self._tree(slots, chosen, reach)
            rows = found(tree.root, reach)
            if rows is None or len(rows):
                idle = denies_nothing(tree.root, reach)
                alive.append(dataclasses.replace(tree, score=tree.score - IDLE * idle))
            if len(alive) == limit + MORE:
                break
        return sorted(alive, key=lambda tree: -tree.score)[:limit]

    def _tree(self, slots: Slots, ways: Sequence[Way], reach: Reach) -> Tree:
        """The tree of one way each; where they end in a property, that is given instead of its holder."""
        relations = self._whole.relationships.relations
        gives = {relations[way.path[-1].relation] for way in ways if self._gives(way)}
        cut = [dataclasses.replace(way, path=way.path[:-1]) if self._gives(way) else way for way in ways]
        head = slots.head
        label = self._head_label(head, ways, reach) if head is not None and not gives else None
        rows = rows_of(self._real, label) if label else np.zeros(0, np.int32)
        root = Place(rows, head.start if head is not None else None, label)
        leaves = [dataclasses.replace(way, leaf=_copied(way.leaf), meets=_meets(slots, way)) for way in cut]
        root = grown(leaves, root, reach)
        settle(root, reach)
        self._mark(root, slots)
        return Tree(root, next(iter(gives), None), _score(ways))

    def _gives(self, way: Way) -> bool:
        last = way.path[-1] if way.path else None
        return last is not None and last.relation >= len(self._real.relationships.relations) and last.forward

    def _head_label(self, head: Head, ways: Sequence[Way], reach: Reach) -> str | None:
        """The label that is asked for: of several that the noun may mean, the one that the first way leads to."""
        way = next((one for one in ways if one.path and not one.is_negated), None)
        if way is None or len(head.rivals) < 2:
            return head.label
        rows = reach(way.leaf.rows, way.path)
        ends = self._whole.nodes.labels(int(rows[0])) if len(rows) else ()
        return next((label for label, _ in head.rivals if label in ends), head.label)

    def _mark(self, root: Place, slots: Slots) -> None:
        """Says of the places where in the question their labels stand."""
        left = list(slots.labels)
        for place in root.all():
            if place is root or place.anchor is not None:
                continue
            labels = self._labels_of(place)
            said = next((one for one in left if one.label in labels), None)
            if said is not None:
                place.said, place.label = said.start, said.label
                left.remove(said)

    def _labels_of(self, place: Place) -> set[str]:
        rows = place.rows[place.rows < self._real.n_nodes][:8].tolist()
        return {label for row in rows for label in self._real.nodes.labels(row)}

    def _lone(self, slots: Slots, reach: Reach) -> Tree | None:
        """The tree of a question that names no node: a label, or labels that lead to it."""
        head = slots.head
        give = head.asked_property if head is not None else None
        if head is not None and head.label is not None:
            root = Place(rows_of(self._real, head.label), head.start, head.label)
            return Tree(root, None, math.log(0.5))
        if head is not None and head.label is None and give is None and not slots.labels:
            return self._role(head)
        for mention in slots.labels:
            leaf = Place(rows_of(self._real, mention.label), mention.start, mention.label)
            leaf.text = topic_after(slots, mention.start, mention.end)
            if give is not None:
                return Tree(leaf, give, math.log(0.4))
            ways = self._joiner.of_label(slots, mention, reach)
            if ways:
                root = Place(np.zeros(0, np.int32), head.start if head is not None else None)
                way = dataclasses.replace(ways[0], leaf=leaf)
                return Tree(grown([way], root, reach), None, way.log_probability)
            return Tree(leaf, None, math.log(0.3))
        return None

    def _role(self, head: Head) -> Tree | None:
        """The tree of those who are called by what they do: "actors" are the ends of ACTED_IN that act."""
        found = role_of(head.text, self._whole, self._joiner.lexicon)
        if found is None:
            return None
        step, far, near = found
        leaf = Place(rows_of(self._real, far), None, far)
        root = Place(rows_of(self._real, near), head.start, near, branches=[Branch(leaf, step)])
        return Tree(root, None, math.log(0.4))

    def add_labels(self, slots: Slots, root: Place, reach: Reach) -> None:
        """Adds labels that no name leads past: "currencies of countries with …", "who own a resource"."""
        if root.anchor is not None:
            return
        for mention in slots.labels:
            if any(place.said == mention.start for place in root.all()):
                continue
            if overlaps((mention.start, mention.end), slots.measuring):
                continue
            has_condition = _has_condition(slots, mention.start, mention.end)
            if not has_condition and not self._must_be(slots, mention, root):
                continue
            ways = self._joiner.of_label(slots, mention, reach)
            if not has_condition:  # more than one step would be a guess that nothing bears out
                ways = [way for way in ways if len(way.path) == 1]
            ways = [way for way in ways if self._meet(root, way, reach)]
            if ways and ways[0].path[-1].relation < len(self._real.relationships.relations):
                leaf = Place(rows_of(self._real, mention.label), mention.start, mention.label)
                leaf.text = topic_after(slots, mention.start, mention.end)
                grown([dataclasses.replace(ways[0], leaf=leaf)], root, reach)

    def _meet(self, root: Place, way: Way, reach: Reach) -> bool:
        """Whether a way leads to any of the nodes that the root may be."""
        if not len(root.rows) or way.path[-1].relation >= len(self._real.relationships.relations):
            return True
        return len(np.intersect1d(root.rows, reach(way.leaf.rows, way.path))) > 0

    def _must_be(self, slots: Slots, mention: LabelMention, root: Place) -> bool:
        """Whether any node of a label is to be there ("who own a resource") that the tree has no place for yet."""
        if mention.score < 1.0 or not is_of_any(slots.question, slots.words, mention.start):
            return False
        return all(mention.label not in self._labels_of(place) for place in root.all() if place is not root)


def _meets(slots: Slots, way: Way) -> int:
    """How many last steps a way may share: none where it is denied right after the head ("not spoken in …")."""
    if not way.is_negated or way.leaf.anchor is None:
        return 8
    before = [one[0] for one in slots.negations if one[1] <= way.leaf.anchor.start]
    inner = [one.start for one in slots.labels if before and one.start < before[-1]]
    named = [one.end for one in slots.anchors if before and one.end <= before[-1]]
    return 8 if inner or named else 0


def topic_after(slots: Slots, start: int, end: int) -> str:
    """What describes the nodes of a label: the topic after it, before any other label; "" for none."""
    following = [one.start for one in slots.labels if one.start > start]
    limit = min(following, default=len(slots.question))
    found = next((one for one in slots.topics if end <= one[0] < limit), None)
    if found is None:
        return ""
    inside = [
        word for word in slots.words if found[0] <= word.start and word.end <= found[1] and word.is_content
    ]
    return " ".join(slots.question[inside[0].start : inside[-1].end].split())


def _has_condition(slots: Slots, start: int, end: int) -> bool:
    """Whether a quantity follows a label before any other label, or a superlative stands before it."""
    if any(one.of == start for one in slots.superlatives):
        return True
    following = [one.start for one in slots.labels if one.start > start]
    limit = min(following, default=len(slots.question))
    if any(end <= one.start < limit and one.of is None for one in slots.superlatives):
        return True
    if topic_after(slots, start, end):
        return True
    return any(end <= one.start < limit for one in slots.quantities)


def _score(ways: Sequence[Way]) -> float:
    """Log of how likely ways are together, less what steps beyond one for each cost."""
    shared = {way.path[place:] for way in ways for place in range(1, len(way.path))}
    n_steps = len(shared) + len(ways)
    detours = n_steps - len(ways) if len(ways) > 1 else 0
    return sum(way.log_probability for way in ways) - DETOUR * detours


def _copied(place: Place) -> Place:
    """The same leaf, to be joined anew."""
    return Place(place.rows, place.said, place.label, place.anchor)
