"""Claims in words: what they name, how it is joined, what they leave unsaid."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np
import pytest

from fakes import HashEncoder
from motif.engine.control import Control
from motif.engine.relation_paths import Step
from motif.errors import InvalidInput, NoEntityFound
from motif.graphs.claim import Claim
from motif.graphs.columns import PropertyChunk
from motif.graphs.meaning import Omission
from motif.graphs.packing import pack_values
from motif.graphs.projection import Column
from motif.graphs.strings import StringTable
from motif.planners.claim_paths import NamedClaim, Way, reversed_path, steps_from, with_examples
from motif.planners.claim_properties import condition_on
from motif.planners.claim_reading import Number, read_claim
from motif.planners.claim_trees import LATER, RELATIVE, trees_of
from motif.planners.claims import plan_claim
from motif.planners.protocol import Mention
from motif.retrievers.view import View
from question_graphs import PlainLink, PlainNode, PropertyGraph, as_projection

PEOPLE = PropertyGraph(
    (
        PlainNode(("Person",), {"name": "Ada Lindqvist", "born": 1970, "height": 1.7}),
        PlainNode(("Person",), {"name": "Bruno Castellani", "born": 1980, "height": 1.8}),
        PlainNode(("Town",), {"name": "Utrecht", "inhabitants": 360_000}),
        PlainNode(("Town",), {"name": "Nairobi", "inhabitants": 4_400_000}),
        PlainNode(("Land",), {"name": "Kenya"}),
    ),
    (
        PlainLink(0, "LIVES_IN", 2, {}),
        PlainLink(1, "LIVES_IN", 3, {}),
        PlainLink(0, "BORN_IN", 3, {}),
        PlainLink(3, "CAPITAL_OF", 4, {}),
        PlainLink(0, "ADMIRES", 1, {}),
    ),
)


@pytest.fixture(scope="module")
def view() -> View:
    return View(as_projection(PEOPLE), lambda: HashEncoder())


def read(view: View, claim: str) -> list[Claim]:
    with Control(300) as control:
        return plan_claim(claim, view, control=control)


def said(claim: Claim) -> list[tuple[Any, ...]]:
    return [
        tuple(part["name"] if isinstance(part, dict) else part for part in triple)
        for triple in claim.plan.pattern
    ]


def test_two_names_are_joined_by_the_relation_that_is_said(view: View) -> None:
    first = read(view, "Ada Lindqvist lives in Utrecht.")[0]
    assert said(first) == [("Ada Lindqvist", "LIVES_IN", "Utrecht")] and not first.negated
    assert 0 < first.plan.confidence <= 1 and first.plan.planner == "claims" and not first.plan.notes


def test_the_relation_need_not_be_in_the_graph_between_the_two(view: View) -> None:
    first = read(view, "Bruno Castellani was born in Utrecht.")[0]
    assert said(first) == [("Bruno Castellani", "BORN_IN", "Utrecht")]


def test_denials_are_told(view: View) -> None:
    first = read(view, "Ada Lindqvist does not live in Utrecht.")[0]
    assert first.negated and said(first) == [("Ada Lindqvist", "LIVES_IN", "Utrecht")]


def test_readings_come_likeliest_first_and_differ(view: View) -> None:
    found = read(view, "Ada Lindqvist and Nairobi")
    assert [one.plan.confidence for one in found] == sorted(
        (one.plan.confidence for one in found), reverse=True
    )
    assert len({repr(one.plan.pattern) for one in found}) == len(found) > 1


def test_numbers_become_conditions(view: View) -> None:
    [first] = read(view, "Utrecht has 360,000 inhabitants.")
    assert first.plan.pattern == () and first.plan.answer["filter"] == {"inhabitants": {"$eq": 360_000}}
    first = read(view, "Ada Lindqvist, born in 1970, lives in Utrecht.")[0]
    [(person, relation, town)] = first.plan.pattern
    assert (person["name"], relation, town["name"]) == ("Ada Lindqvist", "LIVES_IN", "Utrecht")
    assert person["filter"] == {"born": {"$eq": 1970}}


def test_what_a_plan_cannot_say_is_noted(view: View) -> None:
    first = read(view, "Utrecht is the largest town that Ada Lindqvist lives in.")[0]
    assert first.plan.omissions == (Omission("rank", text="largest"),)
    assert first.plan.notes == ("Not used: 'largest'.",)


def test_nothing_that_the_graph_could_know(view: View) -> None:
    assert read(view, "Kenya is beautiful.") == []


@pytest.mark.parametrize("claim", ["", "  ", None, 7])
def test_no_claim(view: View, claim: Any) -> None:
    with pytest.raises(InvalidInput, match="empty"):
        read(view, claim)


def test_no_name(view: View) -> None:
    with pytest.raises(NoEntityFound, match=r"names nothing of the graph .* No name is near"):
        read(view, "xyzzy plugh")


def test_a_megabyte(view: View) -> None:
    with pytest.raises(InvalidInput):
        read(view, "Utrecht " * 130_000)


def mention(start: int, end: int, row: int) -> Mention:
    return Mention(start, end, "", np.array([row], np.int32), 1.0, "exact")


def way(one: int, other: int, score: float, *relations: int) -> Way:
    return Way(one, other, tuple(Step(relation, True) for relation in relations), (0, 0), score)


def test_trees_join_everything_once(view: View) -> None:
    mentions = [mention(0, 1, 0), mention(2, 3, 2), mention(4, 5, 4)]
    ways = {(0, 1): [way(0, 1, -0.1, 0)], (0, 2): [way(0, 2, -0.2, 1)], (1, 2): [way(1, 2, -3.0, 2)]}
    trees = trees_of(ways, NamedClaim("a b c", tuple(mentions)), view.projection, 5)
    assert [tree.score for tree in trees] == pytest.approx([-0.3, -3.1, -3.2])
    assert all(len(tree.ways) == 2 for tree in trees)


def test_a_name_that_nothing_joins_is_left_out(view: View) -> None:
    mentions = [mention(0, 1, 0), mention(2, 3, 2), mention(4, 5, 4)]
    [tree] = trees_of(
        {(0, 1): [way(0, 1, -0.1, 0)], (1, 2): []}, NamedClaim("a b c", tuple(mentions)), view.projection, 5
    )
    assert tree.joins(0) and tree.joins(1) and not tree.joins(2)


def test_the_subject_stays_unless_a_pronoun_changes_it(view: View) -> None:
    alike = [mention(0, 1, 0), mention(2, 3, 1), mention(10, 11, 2)]
    ways = {(0, 1): [way(0, 1, 0.0, 0)], (0, 2): [way(0, 2, 0.0, 1)], (1, 2): [way(1, 2, 0.0, 1)]}
    plain = trees_of(ways, NamedClaim("A B     and C", tuple(alike)), view.projection, 5)[0]
    assert ways[0, 2][0] in plain.ways and plain.score == 0.0
    relative = trees_of(ways, NamedClaim("A B, which C", tuple(alike)), view.projection, 5)[0]
    assert ways[1, 2][0] in relative.ways and relative.score == pytest.approx(RELATIVE - LATER)


def test_and_joins_two_relations_of_two_names(view: View) -> None:
    mentions = [mention(0, 3, 0), mention(22, 26, 2)]
    ways = {(0, 1): [way(0, 1, -0.6, 0), way(0, 1, -0.9, 1), way(0, 1, -5.0, 2)]}
    [tree] = trees_of(ways, NamedClaim("Ada wrote and directed Heat", tuple(mentions)), view.projection, 5)
    assert len(tree.ways) == 2
    assert (
        len(trees_of(ways, NamedClaim("Ada wrote or     rather Heat", tuple(mentions)), view.projection, 5))
        == 3
    )


def test_examples_have_what_is_lacking(view: View) -> None:
    projection = view.projection
    relation = projection.relationships.relations.index
    rows, nothing = np.array([1], np.int32), np.zeros(0, np.int32)
    assert steps_from(projection, rows) == {
        Step(relation("LIVES_IN"), True),
        Step(relation("ADMIRES"), False),
    }
    assert with_examples(projection, rows, nothing).tolist() == [1, 0]
    assert with_examples(projection, rows, np.array([0], np.int32)).tolist() == [1]


@pytest.mark.parametrize(
    ("claim", "other"),
    [
        ("Kenya lives in Utrecht.", "LIVES_IN"),
        ("Ada Lindqvist lives in Utrecht.", None),
        ("Kenya Nairobi", None),
    ],
)
def test_words_that_say_another_relation_are_told(view: View, claim: str, other: str | None) -> None:
    notes = [note for one in read(view, claim)[:1] for note in one.plan.notes]
    assert notes == (
        []
        if other is None
        else [f"Not used: '{other}', which its words mean but which does not join such nodes."]
    )


def test_a_path_there_and_back() -> None:
    path = (Step(3, True), Step(5, False))
    assert reversed_path(reversed_path(path)) == path != reversed_path(path)


def column(*values: Any) -> Column:
    packed: PropertyChunk = pack_values(values)
    return Column(packed.kind, packed.number, StringTable(packed.offsets.astype(np.int64), packed.data))


@pytest.mark.parametrize(
    ("value", "claim", "condition"),
    [
        (1995, "It is of 1995.", {"$eq": 1995}),
        (28896.4, "It covers 28,896 km.", {"$between": [28895.5, 28896.5]}),
        (1995, "It came out after 1990.", {"$gt": 1990}),
        (1995, "It came out until 2000.", {"$lte": 2000}),
        (67_000_000, "It has 67 million people.", {"$between": [66.5e6, 67.5e6]}),
    ],
)
def test_conditions_are_of_the_propertys_type(value: Any, claim: str, condition: dict[str, Any]) -> None:
    [number] = read_claim(claim).numbers
    assert condition_on(column(value), np.array([0], np.int32), number) == condition


def test_of_dates_the_year_is_told() -> None:
    dates = column(datetime.date(1995, 12, 15))
    number = Number(0, 4, 1995, 1994.5, 1995.5)
    assert condition_on(dates, np.array([0], np.int32), number) == {"$between": ["1995-01-01", "1995-12-31"]}


def test_a_number_that_is_no_year_is_not_said_of_a_date() -> None:
    joined = {"name": "Ada Lindqvist", "joined": datetime.date(2020, 2, 29)}
    view = View(as_projection(PropertyGraph((PlainNode(("Person",), joined),), ())), lambda: HashEncoder())
    [first] = read(view, "Ada Lindqvist joined in 2020.")
    assert first.plan.answer["filter"] == {"joined": {"$between": ["2020-01-01", "2020-12-31"]}}
    for claim in ("Ada Lindqvist joined 3 clubs.", "Ada Lindqvist joined 201."):
        assert read(view, claim) == []
