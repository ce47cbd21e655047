"""The class of a failure, by hand-made plans beside one question."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from motif_procedures.spark.failures import class_of
from motif_procedures.spark.plan_parts import gold_conditions, number_in, parts_of
from motif_procedures.spark.question import GoldNode, GoldParts, SparkQuestion

PARTS = GoldParts(
    answer="Country",
    hops=(("IN_CONTINENT", "out", "Continent"),),
    names=(("Continent", "Africa"),),
    conditions=(("areaKm2", "gt", 103_599.5),),
)
QUESTION = SparkQuestion(
    "q-1", "world", "units", "dev", "q", "?", (GoldNode("Country", "KE", "Kenya"),), (), PARTS
)
AFRICA = {"step": "find", "as": "a", "label": "Continent", "where": {"name": "Africa"}}
INTO = {"step": "traverse", "as": "b", "from": "a", "relationship": "IN_CONTINENT", "label": "Country"}
LARGE = {"step": "filter", "as": "c", "from": "b", "where": {"areaKm2": {"$gt": 103_600}}}


def told(*steps: dict[str, Any], question: SparkQuestion = QUESTION, n_found: int = 1, **more: Any) -> str:
    plan = {"method": "spark", "steps": list(steps)} | {
        key: more.pop(key) for key in ("give", "count") if key in more
    }
    return class_of(question, {"plan": plan, **more}, n_found)


def test_a_plan_like_the_gold_one_fails_at_running() -> None:
    assert told(AFRICA, INTO, LARGE) == "other"
    assert told(AFRICA, INTO, LARGE, n_found=7) == "over-retrieval"
    assert told(AFRICA, INTO, LARGE, fallback={"reason": "nothing found"}) == "nothing found"


def test_no_plan_and_refusals_come_first() -> None:
    assert class_of(QUESTION, {"error": "NoEntityFound"}, 0) == "no plan"
    assert class_of(QUESTION, {"plan": {"method": "search", "pattern": []}}, 3) == "no plan"
    for reason in ("refused", "failed", "deadline"):
        assert told(AFRICA, INTO, LARGE, fallback={"reason": reason}) == "refused"
        assert told(AFRICA, INTO, LARGE, fallback=reason) == "refused"


@pytest.mark.parametrize(
    "steps",
    [
        (AFRICA, {**INTO, "relationship": "IN_SUBREGION"}, LARGE),
        ({"step": "find", "as": "c", "label": "Country", "where": {"areaKm2": {"$gt": 103_600}}},),
        (AFRICA, {**INTO, "label": "City"}, LARGE),
        (AFRICA, INTO, LARGE, {**INTO, "as": "d", "from": "c", "relationship": ["HAS_CAPITAL"]}),
    ],
)
def test_other_relationships_or_labels_are_structure(steps: tuple[dict[str, Any], ...]) -> None:
    assert told(*steps) == "structure"


@pytest.mark.parametrize(
    "where",
    [
        {"areaKm2": {"$gt": 40_000}},
        {"areaKm2": {"$lt": 103_600}},
        {"population": {"$gt": 103_600}},
        {"areaKm2": {"$gt": 103_600, "$lt": 200_000}},
        {},
        {"$not": {"areaKm2": {"$gt": 103_600}}},
    ],
)
def test_other_conditions_are_constraints(where: dict[str, Any]) -> None:
    assert told(AFRICA, INTO, {**LARGE, "where": where}) == "constraint"


def test_negation_order_counting_and_what_is_asked_for_are_constraints() -> None:
    other = {"step": "except", "as": "d", "of": ["c", "a"]}
    assert told(AFRICA, INTO, LARGE, other) == "constraint"
    rank = {"step": "rank", "as": "d", "from": "c", "by": "areaKm2", "limit": 1}
    assert told(AFRICA, INTO, LARGE, rank) == "constraint"
    assert told(AFRICA, INTO, LARGE, count=True) == "constraint"
    assert told(AFRICA, INTO, LARGE, give="population") == "constraint"


def test_another_name_is_semantic_and_so_is_a_topic_that_was_not_found() -> None:
    assert told({**AFRICA, "where": {"name": "Asia"}}, INTO, LARGE) == "semantic"
    assert told({**AFRICA, "where": {"name": {"$in": ["AFRICA"]}}}, INTO, LARGE) == "other"
    topic = dataclasses.replace(QUESTION, parts=GoldParts(answer="Resource", topic="spiders"))
    search = {"step": "vector_search", "as": "a", "label": "Resource", "text": "spiders"}
    assert told(search, question=topic, n_found=20) == "semantic"


def test_ranks_by_count_and_ranges_are_read() -> None:
    by = {"count": {"relationship": "NEIGHBOUR_OF", "direction": "any", "label": "Country"}}
    steps = [
        {"step": "find", "as": "a", "label": "Country"},
        {"step": "rank", "as": "b", "from": "a", "by": by},
    ]
    parts = parts_of({"steps": steps})
    assert parts.ranked == ("NEIGHBOUR_OF", "desc") and parts.types == {"NEIGHBOUR_OF"}
    assert parts.label == "Country"
    ranged = {"steps": [{"step": "find", "as": "a", "where": {"year": {"$between": [2001, 2004]}}}]}
    assert parts_of(ranged).conditions == gold_conditions((("year", "in", (2001, 2004)),))
    most = GoldParts("Country", order=("NEIGHBOUR_OF", "desc"))
    assert (
        class_of(dataclasses.replace(QUESTION, parts=most), {"plan": {"steps": steps}}, 5) == "over-retrieval"
    )
    by_text = {"step": "rank", "as": "b", "from": "a", "by": {"text": "x"}}
    assert parts_of({"steps": [steps[0], by_text]}).ranked is None


def test_the_second_of_two_years_is_not_the_first() -> None:
    late = dataclasses.replace(QUESTION, parts=GoldParts("Publication", conditions=(("year", "gt", 2015),)))
    for year, told_class in ((2016, "constraint"), (2015, "other"), ("2015", "other")):
        find = {"step": "find", "as": "a", "label": "Publication", "where": {"year": {"$gte": year}}}
        assert told(find, question=late) == told_class


def test_numbers_are_read_from_texts_and_dates() -> None:
    assert [number_in(value) for value in (True, None, [1], "x", "7.5", "2019-03-01")] == [
        None, None, None, None, 7.5, 2019.0,
    ]  # fmt: skip
