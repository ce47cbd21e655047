"""What goes on from the part before it: "A and B", "A or B", "except A and B"."""

from __future__ import annotations

import dataclasses

from motif.graphs.meaning import AllOf, Condition, Test
from motif.planners.meaning.anchors import content
from motif.planners.meaning.drafts import Check, Draft, Link
from motif.planners.meaning.senses import Anchor
from motif.planners.reading.marks import Reading


def goes_on_negated(reading: Reading, draft: Draft, anchor: Anchor) -> bool:
    """ "except Brazil and Peru": what is denied of one is denied of the next."""
    kind, number = draft.last
    if kind != "link" or content(reading, anchor.before):
        return False
    said = {reading.words[at].low for at in anchor.before}
    return draft.links[number].negated and bool(said) and said <= {"and", "or", ",", "nor", "the", "a"}


def is_denied_again(reading: Reading, draft: Draft, check: Check, anchor: Anchor) -> bool:
    """ "Not from Brazil or Peru": what is denied of one value is denied of the next."""
    kind, number = draft.last
    if kind != "check" or content(reading, anchor.before):
        return False
    said, before = {reading.words[at].low for at in anchor.before}, draft.checks[number]
    tests = before.test, check.test
    is_same = all(isinstance(one, Condition) for one in tests) and len({one.property for one in tests}) == 1  # type: ignore[union-attr]
    return before.negated and is_same and bool(said) and said <= {"and", "or", ",", "nor", "the", "a"}


def same_again(reading: Reading, draft: Draft, link: Link, anchor: Anchor) -> float:
    """More for going on as before, "A and B", "A or B", "the same X as Y"; nothing where words stand between."""
    kind, number = draft.last
    if kind != "link" or content(reading, anchor.before):
        return 0.0
    said = {reading.words[at].low for at in anchor.before}
    before = draft.links[number]
    if (
        "as" in said
        and before.far == link.near
        and any(mark.last < anchor.first for mark in reading.of("same"))
    ):
        return 0.7 if (before.type, before.forward) == (link.type, not link.forward) else -0.3
    if not said & {"and", "or", ",", "nor"} or said & {"with", "their", "its", "his", "her"}:
        return 0.0  # "the songs of X with their year and singer"
    is_same = (before.near, before.type, before.forward) == (link.near, link.type, link.forward)
    return 0.7 if is_same else 0.2 if before.near == link.near else -0.3


def _are_of_two(former: Link | Check, latter: Link | Check) -> bool:
    """Whether two bounds are about two properties."""
    names = [_property_of(one.test) for one in (former, latter) if isinstance(one, Check)]
    return len(names) == 2 and names[0] != names[1]


def _property_of(test: Test) -> str:
    first = test.tests[0] if isinstance(test, AllOf) else test
    return first.property if isinstance(first, Condition) else ""


def grouped(reading: Reading, before: Draft, after: Draft, anchor: Anchor) -> Draft:
    """``after`` with its last part in one "or" with the part before it, where that is said."""
    kind, number = before.last
    if kind == "spot" or after.last[0] == "spot" or after.last == before.last:
        return after
    if not anchor.any_of and all(reading.words[at].low != "or" for at in anchor.before):
        return after
    former = before.links[number] if kind == "link" else before.checks[number]
    latter = after.links[-1] if after.last[0] == "link" else after.checks[-1]
    if former.negated and latter.negated:
        return after  # "not in A or B" is in neither
    holder = former.near if isinstance(former, Link) else former.spot
    if holder != (latter.near if isinstance(latter, Link) else latter.spot):
        return after.scored(-0.6)
    if anchor.bound is not None and not content(reading, anchor.before) and _are_of_two(former, latter):
        return after.scored(-0.6)  # "opened in 2021 or 2022"
    group = former.group if former.group >= 0 else number + 100 * (kind == "check")
    regrouped = dataclasses.replace(after, last=before.last).grouped(group)
    return dataclasses.replace(regrouped, last=after.last).grouped(group).scored(0.2)
