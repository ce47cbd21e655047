"""SPARK with a scripted chat model over a real server: what is sent, what is checked there, what is learnt."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

import motif
from fakes import HashEncoder
from motif.embedded import ServerState
from motif.errors import InvalidInput
from motif.planners.prompting import as_data
from motif.settings import ModelSettings, Settings
from scripted_models import ScriptedModel, StatusError, prompts_of, scripted

pytestmark = pytest.mark.integration

DATA = """
CREATE (mann:Person {name: 'Michael Mann', born: 1943}), (scott:Person {name: 'Ridley Scott', born: 1937}),
  (heat:Movie {title: 'Heat', released: 1995, price: '$11.80', plot: 'A thief meets a policeman over coffee'}),
  (thief:Movie {title: 'Thief', released: 1981, price: '$4.50', plot: 'A safe cracker wants out'}),
  (ali:Movie {title: 'Ali', released: 2001, price: '$9.00', plot: 'A boxer refuses to fight a war'}),
  (alien:Movie {title: 'Alien', released: 1979, price: '$7.00', plot: 'A crew wakes up too early'}),
  (mann)-[:DIRECTED]->(heat), (mann)-[:DIRECTED]->(thief), (mann)-[:DIRECTED]->(ali), (scott)-[:DIRECTED]->(alien)
"""
VALUES = ("Mann", "Scott", "Heat", "Thief", "Ali", "1943", "1995", "11.8", "coffee", "boxer", "$")
QUESTION = "Which films by the maker of crime stories came out after 1990?"
FILMS = {
    "steps": [
        {"step": "find", "as": "who", "label": "Person", "where": {"name": "Michael Mann"}},
        {
            "step": "traverse",
            "as": "films",
            "from": "who",
            "relationship": "DIRECTED",
            "direction": "in",
            "label": "Movie",
            "where": {"released": {"$gt": 1990}},
        },
    ]
}


class Asked:
    """A graph with a model that plays a script."""

    def __init__(self, folder: Path, driver: neo4j.Driver) -> None:
        self._settings = Settings(home=folder / "home", cache=folder / "cache")
        self._driver = driver

    def graph(self, *script: Any, **model: Any) -> tuple[motif.Graph, ScriptedModel]:
        played = scripted(*script)
        settings = dataclasses.replace(self._settings, model=ModelSettings(**model))
        connection = motif.connect(
            driver=self._driver, encoder=HashEncoder(), model=played, settings=settings
        )
        graph = connection.project(
            "films", name_property=["name", "title"], text_properties=["plot"], exist_ok=True
        )
        return graph.embed(), played

    def n_nodes(self) -> int:
        return int(self._driver.execute_query("MATCH (n) RETURN count(n) AS n").records[0]["n"])


@pytest.fixture(scope="module")
def asked(server_526: ServerState, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with neo4j.GraphDatabase.driver(server_526.bolt, auth=(server_526.user, server_526.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query(DATA)
        yield Asked(tmp_path_factory.mktemp("asked"), driver)
        driver.execute_query("MATCH (n) DETACH DELETE n")


def names(found: Any) -> list[str]:
    return sorted(answer.name for piece in found for answer in piece.answers)


def test_one_call_plans_and_a_reversed_direction_is_put_right(asked: Asked) -> None:
    graph, model = asked.graph(FILMS)
    found = graph.retrieve(QUESTION, method="spark", planner="model")
    assert names(found) == ["Ali", "Heat"]
    assert len(model.prompts) == 1
    assert any("direction" in note or "reversed" in note for note in found.metadata["plan"]["notes"])
    assert "(:Person)-[:DIRECTED]->(:Movie) 4" in model.last_prompt
    assert "$11.80" in model.last_prompt


def test_cypher_of_a_model_is_checked_by_the_database_and_repaired_once(asked: Asked) -> None:
    wrong = (
        "MATCH (p:Person)-[:DIRECTED]->(m:Movie) WHERE p.born < 1940 RETURN m ORDER BY toInteger() LIMIT 5"
    )
    right = wrong.replace("toInteger()", "m.released")
    graph, model = asked.graph({"cypher": wrong}, {"cypher": right})
    found = graph.retrieve("films of the old ones", method="spark", planner="model")
    assert names(found) == ["Alien"]
    assert len(model.prompts) == 2
    assert "The plan cannot be run." in model.last_prompt


@pytest.mark.parametrize(
    "answer",
    [
        {"cypher": "MATCH (n) DETACH DELETE n"},
        {"cypher": "MATCH (m:Movie) CALL { WITH m DETACH DELETE m } RETURN m"},
        {"cypher": "LOAD CSV FROM 'http://127.0.0.1:9/x' AS row MATCH (m:Movie) RETURN m"},
        {"steps": [{"step": "find", "as": "a", "label": "Movie`) DETACH DELETE (m"}]},
        StatusError(401),
        "I would rather not.",
    ],
)
def test_what_a_model_may_not_is_refused_and_the_other_planner_answers(asked: Asked, answer: Any) -> None:
    graph, model = asked.graph(answer)
    before = asked.n_nodes()
    [plan, *_] = graph.plan("films directed by Michael Mann", method="spark", planner="model")
    assert plan.planner == "slots"
    assert plan.notes[0].startswith("planned without the model: ")
    assert names(graph.run(plan)) == ["Ali", "Heat", "Thief"]
    assert asked.n_nodes() == before
    assert len(model.prompts) <= 2


def test_no_value_leaves_where_none_may(asked: Asked) -> None:
    wrong = {
        "steps": [{"step": "find", "as": "a", "label": "Movie", "where": {"price": "cheap", "relased": 3}}]
    }
    question = "Which films by the maker of crime stories came out lately?"
    graph, model = asked.graph(wrong, FILMS, share_examples=False)
    taught = {"question": "what of Heat", "cypher": "MATCH (m:Movie) WHERE m.title = 'Heat' RETURN m"}
    graph.learn([taught], replace=True)
    graph.plan(question, method="spark", planner="model")
    assert len(model.prompts) == 2
    told = str(model.prompts[0][1].content)
    schema = told.partition("<graph>\n")[2].partition("\n</graph>")[0]
    assert "released" in schema and "price" in schema
    assert not [value for value in VALUES if value in schema]
    # The examples that come with Motif have names and prices of their own; those of this database are nowhere.
    sent = "\n".join(prompts_of(model))
    assert "relased" in sent and not [value for value in VALUES if value in sent and value not in _SHIPPED]


_SHIPPED = ("Ali", "11.8", "$")
"""Letters that stand in the prompt and its own examples too."""


def test_cypher_that_is_learnt_is_checked_shown_and_followed(asked: Asked) -> None:
    graph, model = asked.graph(FILMS)
    cypher = "MATCH (m:Movie) WHERE m.released < 1985 RETURN m.title"
    for wrong, said in [
        ("MATCH (m:Movie) WHERE m.relased < 1985 RETURN m", "released"),
        ("MATCH (m:Movie) SET m.x = 1 RETURN m", "SET"),
    ]:
        with pytest.raises(
            InvalidInput, match=rf"Example \d+ \('old ones before 1985'\) cannot be run: .*{said}"
        ):
            graph.learn([{"question": "old ones before 1985", "cypher": wrong}])
    taught = {"question": "old ones before 1985", "cypher": cypher}
    assert graph.learn([taught], replace=True).examples == 1
    graph.plan("old ones before 1980", method="spark", planner="model")
    shown = as_data({"cypher": cypher.replace("RETURN m.title", "RETURN m, m.title")})
    assert shown.removesuffix("}") in model.last_prompt
    found = graph.retrieve("Old ones before 1980?", method="spark", planner="slots")
    assert names(found) == ["Alien"]
    assert "as the example 'old ones before 1985'" in found.metadata["plan"]["notes"]
