"""What a question says of how one of its names is joined to what it asks for: words, labels, nodes without a noun."""

from __future__ import annotations

import re
from dataclasses import dataclass

from motif.indexes.names import readable
from motif.planners.reading.lemmas import stem
from motif.planners.slots.anchors import Anchor
from motif.planners.slots.reading import Slots
from motif.planners.stretches import blanked, spans_of

_UNNAMED = re.compile(
    r"\b(?:something|anything|someone|anyone|somebody|anybody|those|ones?|things?)\b(?:\s+[\w-]+){0,2}?"
    r"\s+(?:that|which|who|whom)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """What is said of a name or label.

    Attributes
    ----------
    text
        The question with only the words that say how it is joined; all else is blank.
    labels
        Labels that are named between it and what is asked for.
    n_unnamed
        Nodes without a noun between them: "papers about something that rests on A".
    """

    text: str
    labels: tuple[str, ...] = ()
    n_unnamed: int = 0


def clause_of(slots: Slots, place: int) -> Clause:
    """What is said of the anchor at ``place``."""
    anchor, head_end = slots.anchors[place], slots.head.end if slots.head is not None else 0
    labels = tuple(one.label for one in slots.labels if head_end <= one.start < anchor.start)
    n_unnamed = len(_UNNAMED.findall(slots.question[head_end : anchor.start]))
    return Clause(_said_of(slots, place), labels, n_unnamed)


def clause_of_label(slots: Slots) -> Clause:
    """What is said of labels: all but names and conditions."""
    conditions = spans_of(
        slots.anchors, slots.quantities, slots.superlatives, slots.denials, slots.existences
    )
    return Clause(blanked(slots.question, [*conditions, *slots.measuring]))


def _said_of(slots: Slots, place: int) -> str:
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
