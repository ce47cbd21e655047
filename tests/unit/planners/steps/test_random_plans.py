"""The random plans that real servers run: what they are made of, and that they find something."""

from __future__ import annotations

import pytest

from motif.graphs.steps import Combine, Find, FulltextSearch, Keep, Rank, Traverse, VectorSearch
from naive_steps import found_by
from step_plans import GRAPHS, PLANS, given_by_naive, random_graph, random_steps, shape_of, telling_plans

DRAWN = 60


def n_answers(number: int, steps: tuple[object, ...]) -> int:
    graph = random_graph(number)
    return len(found_by(graph, steps, given_by_naive(graph, steps)).scores)  # type: ignore[arg-type]


def test_a_third_of_all_plans_have_answers() -> None:
    found = [
        n_answers(number, random_steps(1000 * number + draw))
        for number in range(GRAPHS)
        for draw in range(DRAWN)
    ]
    assert 3 * sum(map(bool, found)) >= len(found)


@pytest.mark.parametrize("number", range(GRAPHS))
def test_two_thirds_of_those_that_run_have_answers(number: int) -> None:
    plans = telling_plans(number)
    assert len({shape_of(steps) for steps in plans}) == len(plans) == PLANS
    assert 3 * sum(bool(n_answers(number, steps)) for steps in plans) >= 2 * len(plans)


def test_they_have_every_kind_of_step_in_every_way() -> None:
    steps = [step for number in range(GRAPHS) for plan in telling_plans(number) for step in plan]
    assert {type(step) for step in steps} == {
        Find,
        VectorSearch,
        FulltextSearch,
        Traverse,
        Keep,
        Combine,
        Rank,
    }
    walks = [step for step in steps if isinstance(step, Traverse)]
    assert {step.direction for step in walks} == {"out", "in", "any"}
    assert {step.hops for step in walks} == {(1, 1), (1, 2), (2, 2)}
    assert {len(step.types) for step in walks} == {0, 1, 2}
    assert any(step.where for step in walks) and any(step.relationship_where for step in walks)
    assert {step.operation for step in steps if isinstance(step, Combine)} == {"union", "intersect", "except"}
    ranks = [step for step in steps if isinstance(step, Rank)]
    assert {(bool(step.by_property), bool(step.by_count), bool(step.by_text)) for step in ranks} == {
        (True, False, False), (False, True, False), (False, False, True),
    }  # fmt: skip
    assert {step.descending for step in ranks} == {True, False} and {step.limit for step in ranks} >= {
        1,
        None,
    }
    sizes = {len(plan) for number in range(GRAPHS) for plan in telling_plans(number)}
    assert sizes >= {1, 2, 3, 4, 5, 6, 7}
