"""What a place of a meaning says of a node, in three values, read off its definition: True, False, or None."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from motif.graphs.meaning import AllOf, AnyOf, Branch, Condition, Not, Place, Test
from naive_meaning import SmallGraph, _holds_of, _is, _is_at_all, _part, _property

Truth = bool | None


def naive_truth(
    graph: SmallGraph, place: Place, node: int, functional: float, *, closed_world: bool
) -> Truth:
    """Whether a node is what ``place`` describes."""
    thing = graph.things[node]
    if place.label not in (None, thing.label) or (place.names and thing.name not in place.names):
        return False

    def of_test(test: Test) -> Truth:
        if isinstance(test, Condition):
            return of_condition(test, thing.properties)
        if isinstance(test, Not):
            return denied(of_test(test.test))
        if isinstance(test, AllOf):
            return all_of(map(of_test, test.tests))
        if isinstance(test, AnyOf):
            return denied(all_of(denied(of_test(one)) for one in test.tests))
        assert isinstance(test, Branch)
        return naive_branch(graph, test, node, functional, closed_world=closed_world)

    tests = (test for test in place.tests if not (isinstance(test, Branch) and test.optional))
    found = all_of(map(of_test, tests))
    if place.foremost is None:
        return found
    if _is(graph, place, node):
        return True
    return False if found is False or (found and _is_at_all(graph, place, node)) else None


def naive_branch(
    graph: SmallGraph, branch: Branch, node: int, functional: float, *, closed_world: bool
) -> Truth:
    """Whether a node has such a relationship."""
    if _is_at_all(graph, Place("one", tests=(branch,)), node):
        return True
    steps = list(_steps(graph, branch, node))
    if branch.count is not None:
        return False if closed_world and steps else None
    ends, instead = [], []
    for tie, far in steps:
        is_so = all_of(of_condition(one, graph.ties[tie].properties) for one in branch.where)
        is_end = naive_truth(graph, branch.place, far, functional, closed_world=closed_world)
        ends.append((is_end, is_so))
        instead.append(is_end is False or is_so is False)
    to_it = [is_so for is_end, is_so in ends if is_end]
    if to_it and all(is_so is False for is_so in to_it):
        return False
    settled = closed_world or _settles(graph, branch, functional)
    return False if settled and steps and all(instead) else None


def _settles(graph: SmallGraph, branch: Branch, functional: float) -> bool:
    pairs = {(node, far) for node in range(len(graph.things)) for _, far in _steps(graph, branch, node)}
    is_one = branch.direction != "both" and len(branch.types) == 1
    return is_one and len({near for near, _ in pairs}) / (len(pairs) + 1) >= functional


def _steps(graph: SmallGraph, branch: Branch, node: int) -> Iterator[tuple[int, int]]:
    for number, tie in enumerate(graph.ties):
        if tie.type in branch.types:
            if branch.direction in ("out", "both") and tie.source == node:
                yield number, tie.target
            if branch.direction in ("in", "both") and tie.target == node:
                yield number, tie.source


def of_condition(condition: Test, properties: dict[str, Any]) -> Truth:
    assert isinstance(condition, Condition)
    if _holds_of(properties, condition):
        return True
    is_told = condition.operator in ("known", "unknown")
    value = _part(_property(properties, condition.property), condition.part)
    return False if is_told or value is not None else None


def denied(truth: Truth) -> Truth:
    return None if truth is None else not truth


def all_of(truths: Iterable[Truth]) -> Truth:
    found = list(truths)
    if any(one is False for one in found):
        return False
    return None if any(one is None for one in found) else True
