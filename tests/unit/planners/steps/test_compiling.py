"""Plans of steps become stages: what is fused, what stands alone, and that nothing of a plan stands in a statement.

That statements mean what their steps say is for `tests/integration/test_steps.py`.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from motif.errors import InvalidInput
from motif.graphs.graph_schema import GraphSchema, LabelProfile, PropertyProfile, RelationProfile, SearchIndex
from motif.graphs.plan import Plan
from motif.graphs.stages import CompiledPlan, RankStage, SearchStage, StatementStage, TextVector
from motif.graphs.steps import (
    Combine,
    CypherStep,
    Degree,
    Find,
    FulltextSearch,
    Keep,
    Rank,
    Step,
    Traverse,
    VectorSearch,
)
from motif.planners.cypher.checking import CheckedCypher
from motif.planners.steps.compiling import compile_plan
from step_plans import random_steps, schema_of

SCHEMA = GraphSchema(
    {
        "Movie": LabelProfile(
            "Movie",
            3,
            {
                "title": PropertyProfile("title", "STRING", length=12.0),
                "plot": PropertyProfile("plot", "STRING", length=300.0),
                "released": PropertyProfile("released", "INTEGER"),
            },
            "title",
        ),
        "Person": LabelProfile("Person", 3, {"name": PropertyProfile("name", "STRING")}, "name"),
    },
    {"DIRECTED": RelationProfile("DIRECTED", 2)},
)
PERSON = Find("p", "Person", {"name": "Michael Mann"})
FILMS = Traverse("m", "p", ("DIRECTED",), "out", "Movie")


def compiled(*steps: Step, **rest: Any) -> CompiledPlan:
    keys = {key: rest.pop(key) for key in ("searches", "statements") if key in rest}
    return compile_plan(Plan((), steps=steps, method="spark", **rest), SCHEMA, **keys)


def test_what_is_structural_is_one_statement() -> None:
    plan = compiled(
        PERSON,
        FILMS,
        Find("f", "Movie", {"released": {"$gt": 1990}}),
        Combine("both", "intersect", ("m", "f")),
        Rank("last", "both", by_property="released", limit=1),
    )
    (stage,) = plan.stages
    assert isinstance(stage, StatementStage) and stage.name == "last" and not stage.inputs
    assert set(stage.steps) == {"p", "m", "f", "both", "last"}
    assert "MATCH (p:Person)-[m_r:DIRECTED]->(m:Movie)\nWHERE p.name = $p_1" in stage.statement
    assert "m:Movie AND m.released > $f_1" in stage.statement
    assert stage.parameters["p_1"] == "Michael Mann" and stage.parameters["f_1"] == 1990


def test_searches_stand_before_the_statement_that_takes_them() -> None:
    plan = compiled(
        VectorSearch("a", "heists", "Movie", {"released": 1995}, limit=7),
        FulltextSearch("b", "heists"),
        Combine("c", "union", ("a", "b")),
    )
    first, second, last = plan.stages
    assert first == SearchStage("a", "vector", "heists", "Movie", {"released": 1995}, 7)
    assert second == SearchStage("b", "fulltext", "heists")
    assert isinstance(last, StatementStage) and last.inputs == ("a", "b")
    assert "elementId(a) = a_row.id" in last.statement and "UNWIND $a AS a_row" in last.statement


def test_a_search_alone_ends_with_a_statement() -> None:
    first, last = compiled(VectorSearch("a", "heists")).stages
    assert isinstance(first, SearchStage) and isinstance(last, StatementStage) and last.inputs == ("a",)


def test_a_rank_by_text_ends_a_statement_and_finds_its_ways_again() -> None:
    first, rank, last = compiled(PERSON, FILMS, Rank("r", "m", by_text="heists", limit=3)).stages
    assert isinstance(first, StatementStage) and first.name == "m"
    assert first.statement.endswith("AS id, null AS score\nORDER BY elementId(m) LIMIT $limit")
    assert "WITH DISTINCT m\nRETURN" in first.statement
    assert rank == RankStage("r", "m", "heists", 3)
    assert isinstance(last, StatementStage) and "MATCH (p:Person)-[m_r:DIRECTED]->(r:Movie)" in last.statement
    assert last.statement.index("UNWIND $r") < last.statement.index("MATCH (p:Person)")


def test_a_rank_of_a_search_by_text_needs_no_statement_between() -> None:
    kinds = [type(stage) for stage in compiled(VectorSearch("a", "x"), Rank("r", "a", by_text="y")).stages]
    assert kinds == [SearchStage, RankStage, StatementStage]


def test_what_is_not_taken_is_left_out() -> None:
    plan = compiled(VectorSearch("a", "heists"), PERSON, FILMS)
    (stage,) = plan.stages
    assert isinstance(stage, StatementStage) and stage.steps == ("p", "m")


def test_several_relationships_are_bounded() -> None:
    hop = Traverse("m", "p", ("DIRECTED",), "in", None, relationship_where={"year": 3}, hops=(1, 3))
    (stage,) = compiled(PERSON, hop).stages
    assert isinstance(stage, StatementStage)
    assert "(p:Person)<-[m_r:DIRECTED*1..3]-(m)" in stage.statement
    assert "all(each IN m_r WHERE each.year = $m_1)" in stage.statement


def test_a_difference_asks_each_node() -> None:
    (stage,) = compiled(Find("all", "Movie"), PERSON, FILMS, Combine("c", "except", ("all", "m"))).stages
    assert isinstance(stage, StatementStage)
    assert "NOT coalesce(EXISTS { MATCH (p:Person)-[m_r:DIRECTED]->(`all`:Movie)" in stage.statement


def test_a_count_of_neighbours_counts_each_once() -> None:
    (stage,) = compiled(
        Find("p", "Person"), Rank("r", "p", by_count=Degree(("DIRECTED",), "out", "Movie"))
    ).stages
    assert isinstance(stage, StatementStage)
    assert "COUNT { MATCH (p)-[:DIRECTED]->(other:Movie) RETURN DISTINCT other } AS r_key" in stage.statement


def test_rows_hold_what_the_plan_looks_at() -> None:
    (stage,) = compiled(
        Find("m", "Movie", {"$or": [{"released": 1}, {"$not": {"title": {"$like": "x"}}}]}),
        give="plot",
        count=True,
    ).stages
    assert isinstance(stage, StatementStage)
    assert "m {.released, .title, .plot} AS values" in stage.statement
    assert "left(toStringOrNull(m.plot), 2000) AS text" in stage.statement
    assert stage.statement.endswith("total AS total")


def test_the_text_that_is_read_holds_its_values() -> None:
    plan = compiled(Find("m", "Movie", {"title": "L'Atalante $m_1", "released": {"$in": [1, 2]}}))
    assert plan.cypher == (
        "MATCH (m:Movie)\nWHERE m.title = 'L\\'Atalante $m_1' AND m.released IN [1, 2]\n"
        "RETURN m ORDER BY toStringOrNull(m.title) LIMIT 25"
    )
    assert compiled(Find("m", "Movie"), count=True).cypher.endswith("RETURN count(m) AS total")
    assert "RETURN m, m.released ORDER BY" in compiled(Find("m", "Movie"), give="released").cypher


def test_comments_cannot_be_ended_by_a_text() -> None:
    plan = compiled(
        VectorSearch("a", "heists\nMATCH (n) DETACH DELETE n //"), Rank("r", "a", by_text="x\r\ny")
    )
    assert all(
        line.startswith(("//", "UNWIND", "MATCH (r)", "WITH", "RETURN")) for line in plan.cypher.split("\n")
    )
    assert "// $r: [{id, score}] of 'a', by how like they are to 'x y'" in plan.cypher


class TestIndexes:
    VECTORS = SearchIndex("my`vectors", "vector", "node", ("Movie",), ("embedding",), 4, "euclidean")
    WORDS = SearchIndex("words", "fulltext", "node", ("Movie", "Person"), ("title",))

    def stage(self, step: Step, index: SearchIndex, version: str = "") -> StatementStage:
        schema = GraphSchema(SCHEMA.labels, SCHEMA.relations, version=version)
        plan = compile_plan(Plan((), steps=(step,), method="spark"), schema, searches={step.name: index})
        (stage,) = plan.stages
        assert isinstance(stage, StatementStage)
        return stage

    def test_a_vector_index_is_a_part_of_the_statement(self) -> None:
        stage = self.stage(VectorSearch("a", "heists", "Movie", limit=50), self.VECTORS)
        assert stage.statement.startswith(
            "CALL db.index.vector.queryNodes($a_index_1, $a_fetch_1, $a_vector_1)"
        )
        assert stage.parameters["a_vector_1"] == TextVector("heists") and stage.parameters["a_fetch_1"] == 200
        assert stage.parameters["a_index_1"] == "my`vectors"

    def test_conditions_make_it_fetch_more_and_compare_all_in_the_end(self) -> None:
        stage = self.stage(VectorSearch("a", "heists", "Movie", {"released": 1}, limit=50), self.VECTORS)
        fetched = [value for name, value in stage.parameters.items() if name.startswith("a_fetch")]
        assert fetched == [200, 3200]
        assert "vector.similarity.euclidean(a.embedding, $a_vector_1)" in stage.statement
        assert stage.statement.count("WHERE a.released = $a_1") == 3

    def test_an_index_that_filters_does(self) -> None:
        index = SearchIndex("vectors", "vector", "node", ("Movie",), ("embedding", "released"))
        step = VectorSearch("a", "heists", "Movie", {"released": {"$gt": 1}})
        assert "SEARCH" in self.stage(step, index, "2026.09.0").statement
        assert "SEARCH" not in self.stage(step, index, "5.26.31").statement
        assert "SEARCH" not in self.stage(step, self.VECTORS, "2026.09.0").statement

    def test_words_are_no_syntax(self) -> None:
        stage = self.stage(FulltextSearch("a", 'Title:"x" AND NOT (y~ OR /z/)', "Movie"), self.WORDS)
        assert stage.parameters["a_query_1"] == "title x and not y or z"
        assert "WHERE a:Movie" in stage.statement
        with pytest.raises(InvalidInput, match="has no word to search for"):
            self.stage(FulltextSearch("a", "?!", "Movie"), self.WORDS)


class TestCypher:
    def test_it_is_a_part_of_the_statement(self) -> None:
        step = CypherStep("a", "MATCH (m:Movie) WHERE m.released > 1990 RETURN m")
        (stage,) = compiled(step, Keep("b", "a", where={"title": "x"})).stages
        assert isinstance(stage, StatementStage) and stage.statement.startswith(
            "CALL () {\n  MATCH (m:Movie)"
        )
        assert "1990" not in stage.statement and 1990 in stage.parameters.values()
        assert stage.statement.index("ORDER BY a_place") > 0

    def test_what_is_refused_is_said(self) -> None:
        with pytest.raises(InvalidInput, match="The Cypher of the step 'a' is refused"):
            compiled(CypherStep("a", "MATCH (m:Movie) SET m.title = 'x' RETURN m"))

    def test_parameters_that_clash_part_two_statements(self) -> None:
        checked = {
            name: CheckedCypher("MATCH (m) RETURN m LIMIT $p", {"p": 3}, ("m",), False) for name in ("a", "b")
        }
        steps = (CypherStep("a", "x"), CypherStep("b", "y"), Combine("c", "union", ("a", "b")))
        assert len(compiled(*steps, statements=checked).stages) == 3
        apart = {**checked, "b": CheckedCypher("MATCH (m) RETURN m LIMIT $q", {"q": 3}, ("m",), False)}
        assert len(compiled(*steps, statements=apart).stages) == 1


def test_a_plan_that_takes_its_steps_too_often_is_refused() -> None:
    steps: list[Step] = [PERSON, FILMS]
    for number in range(10):
        last = steps[-1].name
        steps += [
            Keep(f"k{number}", last, where={"title": "x"}),
            Combine(f"c{number}", "union", (last, f"k{number}")),
        ]
    with pytest.raises(InvalidInput) as raised:
        compiled(*steps[:20])
    assert "takes its steps 60 times and more" in str(raised.value)


CANARY = "canary'`\"\\u0060$x"


MONTHS = [f"{number:02}" for number in range(1, 13)]


@settings(max_examples=60)
@given(st.integers(0, 10_000))
def test_nothing_of_a_plan_stands_in_a_statement(seed: int) -> None:
    """No value: only names of steps, labels, types and properties, the last three in quotes where they need them."""
    steps = random_steps(seed)
    schema = schema_of()
    compiled = compile_plan(Plan((), steps=steps, method="spark"), schema)
    for stage in compiled.stages:
        if isinstance(stage, StatementStage):
            bare = re.sub(r"`(?:[^`]|``)*`", "", stage.statement)
            assert set(re.findall(r"'([^']*)'", bare)) <= {"0", "", " ", "-", ",", ".", *MONTHS}
            assert not re.search(r"[<>=] ?-?[0-9]{2,}", bare)
            for name in re.findall(r"\$(\w+)", bare):
                assert name in {*stage.parameters, *stage.inputs, "limit"}


@given(st.text(min_size=1, max_size=12), st.text(min_size=1, max_size=12))
def test_values_go_into_parameters(value: str, other: str) -> None:
    assume(not {value, other} & {"p", "m"})  # the steps' names are parameters too, and equal ones are one

    def statement(first: str, second: str) -> StatementStage:
        hop = Traverse("m", "p", (), "any", None, {"plot": {"$ne": second}}, {"role": first})
        (stage,) = compiled(Find("p", "Person", {"name": first}), hop).stages
        assert isinstance(stage, StatementStage)
        return stage

    one, same = statement(value, other), statement(value + CANARY, other + CANARY)
    assert one.statement == same.statement
    assert {value, other} <= set(filter(lambda item: isinstance(item, str), one.parameters.values()))
