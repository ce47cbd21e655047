"""A server without the jar and without the service, as Aura is: the driver alone, every feature of Python.

Community Edition has no roles, so that no account may only read. Two things stand in for one: a driver whose every
session has READ access, in which the server itself refuses writes, and a look at all that the store holds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest
from click.testing import CliRunner, Result

import motif
from conftest import skip_unless_wanted
from fakes import HashEncoder
from motif.cli.main import main
from motif.embedded import ServerState, StartOptions, start, stop
from motif.errors import DatabaseUnavailable, MissingVectors, PluginMissing, ReadOnly
from motif.graphs.evidence import Results
from motif.settings import Settings
from motif.snapshot.writing import seal

pytestmark = pytest.mark.integration

GRAPH = """
CREATE (mann:Person {name: 'Michael Mann'}), (pacino:Person {name: 'Al Pacino'}),
  (niro:Person {name: 'Robert De Niro'}),
  (heat:Film {title: 'Heat', released: 1995, plot: 'A thief and a policeman meet over coffee before the last robbery'}),
  (thief:Film {title: 'Thief', released: 1981, plot: 'A thief who cracks safes wants one last robbery and a family'}),
  (ali:Film {title: 'Ali', released: 2001, plot: 'A boxer refuses to fight in a war and loses the title'}),
  (mann)-[:DIRECTED]->(heat), (mann)-[:DIRECTED]->(thief), (mann)-[:DIRECTED]->(ali),
  (pacino)-[:ACTED_IN]->(heat), (niro)-[:ACTED_IN]->(heat), (pacino)-[:KNOWS]->(niro)
"""
DIRECTED = [("Michael Mann", "DIRECTED", "?film")]
ALL_FILMS = {"Heat", "Thief", "Ali"}
ENCODER = HashEncoder()
SIMILAR: dict[str, Any] = {"percentile": 50.0, "minimum_text": 20}


class ReadingDriver:
    """A driver whose sessions have READ access only: the server refuses what writes."""

    def __init__(self, driver: neo4j.Driver) -> None:
        self._driver = driver

    def session(self, **options: Any) -> neo4j.Session:
        return self._driver.session(**{**options, "default_access_mode": neo4j.READ_ACCESS})


@pytest.fixture(scope="module", params=["lts", "newest"])
def plain(request: pytest.FixtureRequest, server_settings: Settings) -> Iterator[ServerState]:
    """A server of each version with a small film graph, without plugin and service."""
    version: str = request.param
    skip_unless_wanted(version)
    name = f"without-plugin-{version}"
    state = start(
        StartOptions(
            name=name,
            version=version,
            heap="512m",
            page_cache="64m",
            service=False,
            class_archive=False,
            short_lived=True,
        ),
        server_settings,
    )
    with driver_of(state) as driver:
        driver.execute_query(GRAPH)
    yield state
    stop(name, server_settings)


@pytest.fixture(scope="module")
def connection(plain: ServerState, tmp_path_factory: pytest.TempPathFactory) -> Iterator[motif.Connection]:
    """A connection that may read and nothing else."""
    home = tmp_path_factory.mktemp("home")
    settings = Settings(home=home, cache=home / "cache")
    with driver_of(plain) as driver:
        yield motif.connect(driver=ReadingDriver(driver), encoder=ENCODER, settings=settings)


@pytest.fixture(scope="module")
def films(connection: motif.Connection) -> motif.Graph:
    """The projection, with vectors of texts and of triples."""
    graph = connection.project("films", exist_ok=True, text_properties=["plot"])
    return graph.embed().embed_triples()


def driver_of(state: ServerState) -> neo4j.Driver:
    return neo4j.GraphDatabase.driver(state.bolt, auth=(state.user, state.password))


def store_of(state: ServerState) -> list[Any]:
    """All that a write could change: nodes, relationships, indexes, and the tokens that were ever made."""
    statements = (
        "MATCH (n) RETURN elementId(n) AS id, labels(n) AS is, properties(n) AS has ORDER BY id",
        "MATCH ()-[r]->() RETURN elementId(r) AS id, type(r) AS is, properties(r) AS has ORDER BY id",
        "SHOW INDEXES YIELD name RETURN name ORDER BY name",
        "CALL db.propertyKeys() YIELD propertyKey RETURN propertyKey ORDER BY propertyKey",
    )
    with driver_of(state) as driver:
        return [[row.data() for row in driver.execute_query(each).records] for each in statements]  # type: ignore[arg-type]


def answers(found: Results) -> set[str]:
    return {answer.name for piece in found for answer in piece.answers}


def test_every_verb_answers_and_nothing_is_written(plain: ServerState, films: motif.Graph) -> None:
    before = store_of(plain)
    assert answers(films.search(DIRECTED, top_k=3, answer="film")) == ALL_FILMS
    assert answers(films.match(DIRECTED, answer="film")) == ALL_FILMS
    assert {piece.bindings["film"].name for piece in films.trace(DIRECTED, strategy="breadth")} == ALL_FILMS
    assert films.expand("a thief and his last robbery")[0].nodes[0].name in ("Heat", "Thief")
    assert "Heat" in films.community("Heat, Al Pacino and Robert De Niro")[0].text
    assert answers(films.retrieve("Who directed Heat?")) == {"Michael Mann"}
    assert films.verify("Michael Mann directed Heat").metadata["verdict"] == "supported"
    assert store_of(plain) == before


def test_plans_of_steps_read_with_read_access(plain: ServerState, films: motif.Graph) -> None:
    before = store_of(plain)
    [plan, *_] = films.plan("Which films were released before 1990?", method="spark")
    assert films.show_plan(1, plan)["valid"]
    assert answers(films.run(plan)) == {"Thief"}
    assert answers(films.retrieve("Which films were released before 1990?", method="spark")) == {"Thief"}
    assert store_of(plain) == before


def test_lessons_are_kept_through_a_refresh(films: motif.Graph) -> None:
    lessons: list[dict[str, Any]] = [
        {"question": "who is behind [Heat]?", "pattern": [["?who", "DIRECTED", "Heat"]]},
        {"question": "old ones?", "cypher": "MATCH (f:Film) WHERE f.released < 1990 RETURN f"},
    ]
    assert films.learn(lessons, replace=True).examples == 2
    epoch = films.projection.epoch
    films.refresh()
    assert films.projection.epoch > epoch
    assert {"name", "triple"} <= films.projection.vectors.keys()
    assert answers(films.retrieve("who is behind [Ali]?")) == {"Michael Mann"}


def test_structure_is_computed_into_the_snapshot(plain: ServerState, films: motif.Graph) -> None:
    before = store_of(plain)
    films.truss().similarity(edges="similarity", **SIMILAR).embed_dominance(path_length=1)
    assert films.projection.trussness is not None and films.projection.trussness.max() == 3
    assert len(films.projection.layers["IS_SIMILAR"].source) >= 1
    assert films.dominance_report().certified == 1.0
    assert store_of(plain) == before


def test_a_projection_is_opened_again_by_another_connection(
    connection: motif.Connection, films: motif.Graph, plain: ServerState
) -> None:
    home = connection.catalog.home
    with motif.connect(
        plain.bolt,
        (plain.user, plain.password),
        encoder=ENCODER,
        settings=Settings(home=home, cache=home / "cache"),
    ) as other:
        assert [info.name for info in other.graphs()] == ["films"]
        assert other.graph("films").projection.epoch == films.projection.epoch
        second = other.project("people", "Person")
        assert second.projection.n_nodes == 3
        second.drop()
        assert [info.name for info in other.graphs()] == ["films"]
        assert other.is_stale("films") is None, "without the listener nobody knows"


def test_projections_of_one_database_lie_side_by_side(
    connection: motif.Connection, films: motif.Graph
) -> None:
    titles = connection.project("titles", "Film", name_property="plot")
    directed = connection.project("directed", relationship_projection="DIRECTED")
    try:
        assert {info.name for info in connection.graphs()} == {"films", "titles", "directed"}
        assert titles.projection.n_nodes == 3 and titles.projection.n_relationships == 0
        assert directed.projection.n_relationships == 3 and films.projection.n_relationships == 6
        assert answers(directed.match(DIRECTED, answer="film")) == ALL_FILMS
    finally:
        titles.drop()
        directed.drop()
    assert [info.name for info in connection.graphs()] == ["films"]


@pytest.mark.parametrize(
    ("database", "told"), [("nope", "has no database named 'nope'"), ("system", "holds users and databases")]
)
def test_a_database_that_cannot_be_read_is_told(
    plain: ServerState, tmp_path: Path, database: str, told: str
) -> None:
    login = (plain.user, plain.password)
    with (
        motif.connect(plain.bolt, login, database, settings=Settings(home=tmp_path)) as connection,
        pytest.raises(DatabaseUnavailable, match=told) as caught,
    ):
        connection.project("films")
    assert "SHOW DATABASES lists them" in caught.value.hint


@pytest.mark.parametrize("what", ["embed", "embed_triples", "truss", "embed_dominance"])
def test_writing_with_a_login_that_may_not_ends_in_words(films: motif.Graph, what: str) -> None:
    with pytest.raises(ReadOnly, match="Use a login that may write, or leave out write=True"):
        getattr(films, what)(write=True)


def test_what_is_computed_can_be_written_and_read_back(plain: ServerState, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, cache=tmp_path / "cache")
    login = (plain.user, plain.password)
    with motif.connect(plain.bolt, login, encoder=ENCODER, settings=settings) as connection:
        graph = connection.project("films", text_properties=["plot"])
        try:
            graph.embed(write=True).embed_triples(write=True).truss(write=True).embed_dominance(write=True)
            again = connection.project("again", text_properties=["plot"]).projection
            assert {"text", "triple"} <= again.vectors.keys()
            assert again.trussness is not None and again.dominance is not None
            graph.similarity(edges="similarity", **SIMILAR, write=True)
            with driver_of(plain) as driver:
                similar = driver.execute_query("MATCH ()-[r:IS_SIMILAR]->() RETURN count(r) AS n").records
                assert similar[0]["n"] >= 1
                driver.execute_query("CALL db.awaitIndexes(60)")
                shown = driver.execute_query("SHOW VECTOR INDEXES YIELD name, state").records
            assert {"motifTextEmbedding_Film", "motifTripleEmbedding_DIRECTED"} <= {
                row["name"] for row in shown
            }
            assert {row["state"] for row in shown} == {"ONLINE"}
            by_index = connection.expand(
                "the last robbery of a thief", vector_index="motifTextEmbedding_Film", bm25_weight=0.0
            )
            assert by_index and by_index[0].nodes[0].labels == ("Film",)
        finally:
            take_away(plain)


def take_away(state: ServerState) -> None:
    """What Motif has written."""
    with driver_of(state) as driver:
        for row in driver.execute_query("SHOW VECTOR INDEXES YIELD name").records:
            driver.execute_query(f"DROP INDEX `{row['name']}`")  # type: ignore[arg-type]
        driver.execute_query("MATCH ()-[r:IS_SIMILAR]->() DELETE r")
        for statement in ("MATCH (n)", "MATCH ()-[n]->()"):
            keys = "UNWIND [key IN keys(n) WHERE key STARTS WITH 'motif'] AS key"
            driver.execute_query(f"{statement} {keys} WITH n, key SET n[key] = null")  # type: ignore[arg-type]


def test_what_is_missing_is_said_as_everywhere(connection: motif.Connection) -> None:
    bare = connection.project("bare", exist_ok=True)
    with pytest.raises(MissingVectors, match=r"kg\.embed_triples\(\) in Python"):
        bare.trace(DIRECTED)
    with pytest.raises(MissingVectors, match="no vector index over :Chunk nodes"):
        connection.expand("a thief")
    bare.drop()


@pytest.mark.parametrize("statement", ["CALL motif.graph.list()", "RETURN motif.version()"])
def test_calling_the_plugin_says_that_it_is_not_there(connection: motif.Connection, statement: str) -> None:
    with pytest.raises(
        PluginMissing, match=r"motif\.\S+ cannot be called\. Install it: motif plugin install"
    ):
        connection.database.run(statement)


def shell(plain: ServerState, home: Path, *arguments: str) -> Result:
    environment = {
        "NEO4J_URI": plain.bolt,
        "NEO4J_USERNAME": plain.user,
        "NEO4J_PASSWORD": plain.password,
        "MOTIF_HOME": str(home),
    }
    return CliRunner().invoke(main, arguments, env=environment)


def test_the_command_line_asks_and_writes_nothing(plain: ServerState, tmp_path: Path) -> None:
    before = store_of(plain)
    asked = shell(plain, tmp_path, "ask", "--json", "--no-background", "Who directed Heat?")
    assert asked.exit_code == 0, asked.stderr
    assert json.loads(asked.stdout)[0]["answers"] == ["Michael Mann"]
    findings = json.loads(shell(plain, tmp_path, "doctor", "--json").stdout)
    plugin = next(each for each in findings if each["subject"] == "plugin in database")
    assert plugin["verdict"] == "missing" and "motif plugin install" in plugin["remedy"]
    assert not [each for each in findings if each["verdict"] == "wrong"]
    assert store_of(plain) == before


def test_a_snapshot_of_another_version_is_made_anew(plain: ServerState, tmp_path: Path) -> None:
    assert shell(plain, tmp_path, "project", "old", "--label", "Film").exit_code == 0
    [manifest] = (tmp_path / "graphs").glob("*/old/1/manifest.json")
    content = json.loads(manifest.read_text(encoding="utf-8")) | {"format": 0}
    manifest.write_text(json.dumps({**content, "seal": seal(content)}), encoding="utf-8")
    refused = shell(plain, tmp_path, "embed", "old")
    assert refused.exit_code == 1
    assert "its files are of version 0, and 1 to 4 are read" in refused.stderr
    assert "motif project --replace NAME" in refused.stderr
    assert shell(plain, tmp_path, "project", "--replace", "old").exit_code == 0
    assert [
        graph["graphName"] for graph in json.loads(shell(plain, tmp_path, "graphs", "--json").stdout)
    ] == ["old"]
    assert shell(plain, tmp_path, "drop", "old").exit_code == 0


def test_frameworks_need_no_plugin(films: motif.Graph, plain: ServerState) -> None:
    pytest.importorskip("langchain_core", reason="the extra 'langchain' is not installed")
    pytest.importorskip("neo4j_graphrag", reason="the extra 'graphrag' is not installed")
    from motif.graphrag import MotifRetriever as GraphragRetriever
    from motif.langchain import MotifRetriever

    [first, *_] = MotifRetriever(graph=films, k=2).invoke("Who directed Heat?")
    assert first.page_content == "Michael Mann | DIRECTED | Heat"
    with driver_of(plain) as driver:
        found = GraphragRetriever(driver, films).search(query_text="Who directed Heat?", top_k=1)
    assert found.items[0].content == "Michael Mann | DIRECTED | Heat"
