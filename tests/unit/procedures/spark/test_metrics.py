"""Measures of ranked nodes by hand-made cases, and the interval of a difference."""

from __future__ import annotations

import pytest

from motif.graphs.evidence import Evidence, Node, Results
from motif_procedures.spark.contenders import check_methods, ranked
from motif_procedures.spark.metrics import AT, difference, figures, score


def test_recall_counts_the_first_twenty_alone() -> None:
    ids = [f"n{number}" for number in range(30)]
    assert score(ids, {"n0", f"n{AT - 1}", f"n{AT}"}, (), ()).recall == pytest.approx(2 / 3)
    assert score([], {"a"}, (), ()).recall == 0.0


def test_hits_and_reciprocal_rank() -> None:
    scores = score(["a", "b", "c", "d", "e", "f"], {"f", "x"}, (), ())
    assert (scores.hit, scores.hit_at_5, scores.reciprocal) == (False, False, pytest.approx(1 / 6))
    assert score(["b", "a"], {"b"}, (), ()).reciprocal == 1.0
    assert score(["b"], {"a"}, (), ()).reciprocal == 0.0


def test_a_value_is_right_or_wrong_where_one_is_asked_for() -> None:
    assert score(["a"], {"a"}, (9,), (8,)).hit is False
    assert score(["a"], {"a"}, (9.0,), (9,)).reciprocal == 1.0
    nodes_alone = score(["a"], {"a"}, (), (9,))
    assert nodes_alone.hit and nodes_alone.recall == 1.0


def test_a_piece_that_answers_with_a_value_gives_the_nodes_of_its_evidence() -> None:
    one, other = Node("1", "One"), Node("2", "Two")
    counted = Evidence(1.0, (one, other), (), answers=(2,))
    assert ranked(Results([counted])).ids == ("1", "2") and ranked(Results([counted])).values == (2,)
    found = Results([Evidence(1.0, (one, other), (), answers=(other,)), Evidence(0.5, (other,), ())])
    assert ranked(found).ids == ("2",) and ranked(found).values == ()


def test_figures_tell_means_shares_and_medians() -> None:
    records = [
        {"scores": score(["a"], {"a"}, (), ()).as_dict(), "valid": True, "fallback": False,
         "roundTrips": 1, "millis": {"all": 2.0, "plan": 1.0}},
        {"scores": score(["b"], {"a"}, (), ()).as_dict(), "valid": False, "fallback": True,
         "roundTrips": 2, "millis": {"all": 4.0}},
    ]  # fmt: skip
    found = figures(records)
    assert (found["questions"], found["recall"], found["hitsAt1"], found["mrr"]) == (2, 0.5, 0.5, 0.5)
    assert (found["valid"], found["fallback"], found["roundTrips"]) == (0.5, 0.5, 1)
    assert found["millis"] == {"plan": 1.0, "validate": None, "run": None, "all": 2.0}


def test_an_interval_holds_the_mean_and_tells_nothing_from_something() -> None:
    ours = [1.0] * 60 + [0.0] * 40
    none = difference(ours, ours)
    assert none == {"mean": 0.0, "low": 0.0, "high": 0.0}
    some = difference(ours, [0.0] * 50 + [1.0] * 10 + [0.0] * 40)
    assert some["low"] > 0 and some["low"] < some["mean"] == 0.5 < some["high"]
    noise = difference([1.0, 0.0] * 20, [0.0, 1.0] * 20)
    assert noise["low"] < 0 < noise["high"]


def test_every_contender_stands_under_all() -> None:
    assert check_methods(("all", "hybrid"))[2] == "hybrid" and len(check_methods(("all",))) == 9
    assert check_methods(("auto",)) == ("auto",)
