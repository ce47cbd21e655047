"""What stands before a label, or owns it, says which of its things: "hydro plants", "90s films", "X's films"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.planners.meaning.senses import Anchor
from motif.planners.reading.marks import Reading


def compounded(reading: Reading, anchors: list[Anchor]) -> list[Anchor]:
    """Names and values that stand directly before a label, or own it, behind it: they say which of its things."""
    kept: list[Anchor] = []
    for anchor in anchors:
        before = _modifying(reading, kept, anchor)
        if not before:
            kept.append(anchor)
            continue
        del kept[-len(before) :]
        both = any(reading.words[at].low == "both" for at in before[0].before)
        kept.append(dataclasses.replace(anchor, before=before[0].before))
        is_or = False
        for one, following in zip(before, [*before[1:], anchor], strict=True):
            owns = _owns(reading, one, range(one.last + 1, following.first))
            said = tuple(at for at in following.before if reading.words[at].low != "'s") if owns else ()
            one = of_another_kind(reading, one, anchor)
            kept.append(
                dataclasses.replace(one, before=said, modifies=anchor.first, any_of=is_or and not both)
            )
            is_or = not owns and one.last + 1 < following.first
    return kept


def _modifying(reading: Reading, kept: Sequence[Anchor], label: Anchor) -> list[Anchor]:
    """Of the anchors before a label those that modify it: the one beside it or its owner, and those joined to that."""
    found: list[Anchor] = []
    following = label
    for one in reversed(kept):
        between = range(one.last + 1, following.first)
        texts = {reading.words[at].low for at in between}
        # "Active home policies", but each name is one by itself.
        is_told = not one.has("name") or one.has("value")
        joined = not between and (not found or is_told)
        joined = joined or bool(found and between and texts <= {"and", "or", ","})
        joined = joined or _owns(reading, one, between)
        names = one.has("name") or one.has("value") or (one.is_only("property") and not one.quoted)
        is_decade = one.bound is not None and one.bound.number.until is not None
        if (
            not (joined and (names or is_decade) and label.has("label"))
            or (one.bound and not is_decade)
            or one.has("label")
            or one.modifies >= 0
        ):
            break
        found.insert(0, one)
        following = one
    return found


def of_another_kind(reading: Reading, one: Anchor, label: Anchor) -> Anchor:
    """A name before a label in the plural as what it is besides one such thing: "the X games" are those of the series
    X, be there a game X or not. The name itself, where it is nothing else."""
    word = reading.words[label.last]
    own = {kind for sense in label.senses if sense.kind == "label" for kind in sense.labels}
    names = [sense for sense in one.senses if sense.kind == "name"]
    others = [tuple(kind for kind in sense.labels if kind not in own) for sense in names]
    if (
        word.low == word.lemma
        or not any(others)
        or all(map(own.isdisjoint, (sense.labels for sense in names)))
    ):
        return one
    kept = [
        dataclasses.replace(sense, labels=labels)
        for sense, labels in zip(names, others, strict=True)
        if labels
    ]
    rest = [sense for sense in one.senses if sense.kind != "name"]
    return dataclasses.replace(one, senses=(*kept, *rest))


def _owns(reading: Reading, one: Anchor, between: range) -> bool:
    """Whether a name is the owner of what follows: "X's films", "X's most recent films"."""
    return one.has("name") and 0 < len(between) <= 4 and reading.words[between[0]].low == "'s"
