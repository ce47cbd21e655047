"""Graph Data Science itself, of both lines: its graphs as projections, evidence as its graphs, and numbers compared."""

from __future__ import annotations

import contextlib
import io
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import motif
import naive_truss
from conftest import plugin_jars, skip_unless_wanted
from fakes import HashEncoder
from gds_jars import VERSIONS, gds_jars
from motif.embedded import PINNED, ServerState, StartOptions, resolve_neo4j, start, stop
from motif.errors import DatabaseUnavailable, GraphExists, GraphNotFound, InvalidInput
from motif.graphs.evidence import Evidence, Node
from motif.knowledge_graph import Connection, Graph
from motif.settings import Settings
from motif_loaders import world
from motif_loaders.writer import write_records

graphdatascience = pytest.importorskip("graphdatascience", reason="needs the extra gds")
pandas = pytest.importorskip("pandas", reason="comes with the extra gds")
import motif.gds  # noqa: E402

pytestmark = [pytest.mark.integration, pytest.mark.gds]
PAGE = Path(__file__).parents[2] / "docs" / "gds.md"

PEOPLE = """
UNWIND range(1, 3) AS n CREATE (:Other) WITH count(*) AS made
CREATE (ann:Person {name: 'Ann', age: 31}), (bob:Person {name: 'Bob', age: 42}), (cy:Robot {name: 'Cy'}),
       (dee:Person {name: 'Dee'}), (eve {name: 'Eve'}),
       (ann)-[:KNOWS {since: 1}]->(bob), (ann)-[:KNOWS {since: 2}]->(bob), (bob)-[:KNOWS]->(cy),
       (cy)-[:SERVES]->(ann), (dee)-[:KNOWS]->(eve), (bob)-[:SERVES]->(dee)
"""


@pytest.fixture(scope="module", params=["lts", "newest"])
def gds_server(request: pytest.FixtureRequest, server_settings: Settings) -> Iterator[ServerState]:
    """A server with GDS; the older one has Motif's plugin too, the newer is read by plain Cypher."""
    line: str = request.param
    skip_unless_wanted(line)
    lib = resolve_neo4j(PINNED[line], server_settings.cache)
    ours = plugin_jars() if line == "lts" else ()
    options = StartOptions(
        name=f"gds-{line}",
        version=line,
        heap="640m",
        page_cache="64m",
        plugin_jars=(*ours, *gds_jars(VERSIONS[line], server_settings.cache, lib)),
        neo4j_settings=(("dbms.security.procedures.unrestricted", "gds.*"),),
        service=False,
        class_archive=False,
        short_lived=True,
        timeout=300.0,
    )
    yield start(options, server_settings)
    stop(options.name, server_settings)


@pytest.fixture(scope="module")
def gds(gds_server: ServerState) -> Iterator[Any]:
    auth = (gds_server.user, gds_server.password)
    with graphdatascience.GraphDataScience(gds_server.bolt, auth=auth, show_progress=False) as client:
        yield client


@pytest.fixture
def db(gds: Any, tmp_path: Path) -> Iterator[Connection]:
    """An empty database, and no graphs of GDS."""
    for info in gds.graph.list():
        gds.graph.drop(info.graph_name)
    gds.run_cypher("MATCH (n) DETACH DELETE n")
    with motif.connect(
        driver=gds.db_driver(), settings=Settings(home=tmp_path), encoder=HashEncoder()
    ) as made:
        yield made


def links_of(kg: Graph) -> list[tuple[str, str, str]]:
    projection = kg.projection
    table, names = projection.relationships, projection.nodes.names
    return sorted(
        (names[table.source[row]], table.types[table.type[row]], names[table.target[row]])
        for row in range(projection.n_relationships)
    )


def properties_of(kg: Graph, name: str) -> dict[str, Any]:
    nodes = kg.projection.nodes
    return {nodes.names[row]: nodes.properties[name].value(row) for row in range(kg.projection.n_nodes)}


def test_a_native_projection_with_its_numbers(gds: Any, db: Connection) -> None:
    gds.run_cypher(PEOPLE)
    graph, _ = gds.graph.project.native("people", ["Person", "Robot"], ["KNOWS", "SERVES"])
    gds.degree.mutate(graph, "degree")
    gds.wcc.mutate(graph, "component")
    gds.fast_rp.mutate(graph, "vector", embedding_dimension=4)
    kg = motif.gds.project(gds, graph, db=db)
    assert kg.name == "people"
    assert links_of(kg) == [
        ("Ann", "KNOWS", "Bob"),
        ("Ann", "KNOWS", "Bob"),
        ("Bob", "KNOWS", "Cy"),
        ("Bob", "SERVES", "Dee"),
        ("Cy", "SERVES", "Ann"),
    ]
    assert properties_of(kg, "degree") == {"Ann": 2.0, "Bob": 2.0, "Cy": 1.0, "Dee": 0.0}
    assert properties_of(kg, "age") == {"Ann": 31, "Bob": 42, "Cy": None, "Dee": None}
    assert {type(value) for value in properties_of(kg, "component").values()} == {int}
    assert "vector" not in kg.projection.nodes.properties
    [found] = kg.match([("?who", "SERVES", "?whom")], filter={"who": {"degree": {"$gte": 2}}})
    assert found.text == "Bob | SERVES | Dee"
    [node] = gds.util.as_nodes(motif.gds.node_ids(found.bindings["who"]))
    assert node["name"] == "Bob" and node.element_id == found.bindings["who"].id


def test_orientations_other_names_and_filters(gds: Any, db: Connection) -> None:
    gds.run_cypher(PEOPLE)
    types = {
        "FRIEND": {"type": "KNOWS", "orientation": "UNDIRECTED"},
        "MASTER": {"type": "SERVES", "orientation": "REVERSE"},
    }
    graph, _ = gds.graph.project.native(
        "turned", {"Being": {"label": "Person"}, "Robot": {"label": "Robot"}}, types
    )
    everything = motif.gds.project(gds, graph, db=db)
    assert len(links_of(everything)) == 5
    assert everything.projection.nodes.label_sets == (("Person",), ("Robot",))
    smaller, _ = gds.graph.filter(graph, "people only", "n:Being", "r:FRIEND")
    assert links_of(motif.gds.project(gds, smaller, db=db)) == [
        ("Ann", "KNOWS", "Bob"),
        ("Ann", "KNOWS", "Bob"),
    ]


def test_a_cypher_projection_and_one_of_everything(gds: Any, db: Connection) -> None:
    gds.run_cypher(PEOPLE)
    query = (
        "MATCH (a)-[r:KNOWS]->(b) WHERE coalesce(r.since, 0) < 2 RETURN gds.graph.project('chosen', a, b, "
        "{relationshipType: type(r), sourceNodeProperties: {age: coalesce(a.age, -1)}, targetNodeProperties: null}, "
        "{undirectedRelationshipTypes: ['KNOWS']})"
    )
    chosen, _ = gds.graph.project.cypher(query)
    kg = motif.gds.project(gds, chosen, "mine", db=db)
    assert kg.name == "mine"
    assert {name for link in links_of(kg) for name in link[::2]} == {"Ann", "Bob", "Cy", "Dee", "Eve"}
    assert {kind for _, kind, _ in links_of(kg)} == {"KNOWS"}
    everything, _ = gds.graph.project.native("all", "*", "*")
    assert len(links_of(motif.gds.project(gds, everything, db=db))) == 6


def test_what_gds_has_computed_is_left_out_and_counted(gds: Any, db: Connection) -> None:
    gds.run_cypher(PEOPLE)
    graph, _ = gds.graph.project.native("people", ["Person", "Robot"], "KNOWS")
    gds.page_rank.mutate(graph, "rank")
    gds.knn.mutate(graph, "ALIKE", "score", node_properties=["rank"], top_k=1)
    kg = motif.gds.project(gds, graph, db=db)
    part = kg.projection.configuration["part"]
    assert part["origin"] == "the GDS graph 'people'"
    assert part["leftOut"] == {"ALIKE": graph.relationship_count() - 3}
    assert {kind for _, kind, _ in links_of(kg)} == {"KNOWS"}
    gds.graph.relationships.drop(graph, "KNOWS")
    with pytest.raises(InvalidInput, match=r"does not have any of the .* relationships \(ALIKE\)"):
        motif.gds.project(gds, graph, db=db, overwrite=True)


def test_a_projection_taken_again_keeps_its_vectors(gds: Any, db: Connection) -> None:
    gds.run_cypher(PEOPLE)
    graph, _ = gds.graph.project.native("people", "Person", "KNOWS")
    kg = motif.gds.project(gds, graph, db=db).embed()
    with pytest.raises(GraphExists, match="'people'"):
        motif.gds.project(gds, graph, db=db)
    gds.degree.mutate(graph, "degree")
    again = motif.gds.project(gds, "people", db=db, overwrite=True)
    assert again.projection.vectors.keys() == kg.projection.vectors.keys() != set()
    assert "degree" in again.projection.nodes.properties
    with pytest.raises(InvalidInput, match=r"taken from the GDS graph 'people'.*overwrite=True"):
        again.refresh()
    [info] = db.graphs()
    assert (info.name, info.n_nodes) == ("people", 3)


def test_what_cannot_be_taken_over_says_why(gds: Any, db: Connection) -> None:
    gds.run_cypher(PEOPLE)
    graph, result = gds.graph.project.native("people", "Person", "KNOWS")
    with pytest.raises(InvalidInput, match=r"not GraphProjectResult.*G, result = "):
        motif.gds.project(gds, result, db=db)
    with pytest.raises(InvalidInput, match=r"No node of the GDS graph 'nameless' has a name.*name_property"):
        nameless, _ = gds.graph.project.native("nameless", "Other", "*")
        motif.gds.project(gds, nameless, db=db)
    gds.run_cypher("MATCH (n {name: 'Dee'}) DETACH DELETE n")
    with pytest.raises(InvalidInput, match=r"1 of the 3 nodes of the GDS graph 'people'.*project it again"):
        motif.gds.project(gds, graph, db=db)
    graph.drop()
    with pytest.raises(
        GraphNotFound, match=r"no graph named 'people' in the database 'neo4j'.*project it again"
    ):
        motif.gds.project(gds, graph, db=db)
    assert db.graphs() == []


def test_data_frames_are_no_part_of_a_database(gds: Any, db: Connection) -> None:
    gds.run_cypher(PEOPLE)
    there = gds.run_cypher("MATCH (n:Person) RETURN id(n) AS nodeId, 'Person' AS labels ORDER BY nodeId")
    ends = pandas.DataFrame(
        {"sourceNodeId": there["nodeId"][:2], "targetNodeId": there["nodeId"][1:].tolist()}
    )
    by_chance = gds.graph.construct("by chance", there, ends.assign(relationshipType="LINKED"))
    with pytest.raises(
        InvalidInput, match=r"any of the 2 relationships \(LINKED\) of the GDS graph 'by chance'"
    ):
        motif.gds.project(gds, by_chance, db=db)
    other = gds.graph.construct("other", pandas.DataFrame({"nodeId": [10**9, 10**9 + 1]}))
    with pytest.raises(InvalidInput, match="2 of the 2 nodes of the GDS graph 'other'"):
        motif.gds.project(gds, other, db=db)


def test_strange_names(gds: Any, db: Connection) -> None:
    gds.run_cypher("CREATE (:`A b` {name: \"it's\"})-[:`R ``r`]->({name: 'bare'})")
    found = db.project("all", "*", "*").match([("it's", "R `r", "?other")])
    with motif.gds.to_graph(gds, found, "it's `back`", undirected_relationship_types=["R `r"]) as graph:
        assert (graph.node_count(), graph.relationship_count()) == (2, 2)
        kg = motif.gds.project(gds, graph, db=db)
    assert links_of(kg) == [("it's", "R `r", "bare")]


def test_another_server_is_not_this_one(gds: Any, db: Connection, tmp_path: Path) -> None:
    gds.run_cypher(PEOPLE)
    gds.graph.project.native("people", "Person", "KNOWS")
    with (
        motif.connect(
            "bolt://127.0.0.1:1", ("neo4j", "nobody"), settings=Settings(home=tmp_path)
        ) as elsewhere,
        pytest.raises(DatabaseUnavailable, match=r"127\.0\.0\.1:1"),
    ):
        motif.gds.project(gds, "people", db=elsewhere)


def test_evidence_becomes_a_graph_and_is_dropped(gds: Any, db: Connection) -> None:
    gds.run_cypher(PEOPLE)
    kg = db.project("people", "*", "*")
    found = kg.match([("Ann", "KNOWS", "?b"), ("?b", "SERVES", "?c")])
    with motif.gds.to_graph(gds, found, "found") as graph:
        assert (graph.node_count(), graph.relationship_count()) == (3, 3)
        assert sorted(graph.relationship_types()) == ["KNOWS", "SERVES"]
        rows = gds.graph.relationships.stream(graph)
        assert set(rows["sourceNodeId"]) | set(rows["targetNodeId"]) == set(motif.gds.node_ids(found))
        with pytest.raises(GraphExists, match=r"'found' already.*overwrite=True"):
            motif.gds.to_graph(gds, found, "found")
        written = gds.degree.write(graph, "degreeOfFound")
        assert written.node_properties_written == 3
    assert not gds.graph.exists("found")
    both = motif.gds.to_graph(gds, found[0], "found", undirected_relationship_types=["*"], overwrite=True)
    assert both.relationship_count() == 2 * len(found[0].relationships)
    alone = motif.gds.to_graph(
        gds, Evidence(1.0, kg.match([("?who", "KNOWS", "Eve")])[0].answers, ()), "alone"
    )
    assert (alone.node_count(), alone.relationship_count()) == (1, 0)


def test_evidence_that_is_no_graph_says_why(gds: Any, db: Connection) -> None:
    gds.run_cypher(PEOPLE)
    with pytest.raises(InvalidInput, match="no nodes"):
        motif.gds.to_graph(gds, motif.Results(), "nothing")
    triples = Graph.from_triples([("Heat", "directed_by", "Mann")]).match([("Heat", "directed_by", "?who")])
    with pytest.raises(InvalidInput, match=r"'Heat' is no node of a database.*not one made of triples"):
        motif.gds.to_graph(gds, triples, "nothing")
    strange = Evidence(1.0, (Node("4:00000000-0000-0000-0000-000000000000:1", "x"),), ())
    with pytest.raises(InvalidInput, match=r"has 0 of the evidence's 1 nodes.*refresh"):
        motif.gds.to_graph(gds, strange, "nothing")
    [found] = db.project("people", "*", "*").match([("Dee", "KNOWS", "?whom")])
    gds.run_cypher("MATCH (n {name: 'Eve'}) DETACH DELETE n")
    with pytest.raises(InvalidInput, match="has 1 of the evidence's 2 nodes"):
        motif.gds.to_graph(gds, found, "nothing")
    assert not gds.graph.exists("nothing")


def test_triangles_degrees_and_cores_agree(gds: Any, db: Connection) -> None:
    """The same graph in both: GDS's triangles are the supports of the edges, and a k-truss lies in the (k-1)-core."""
    chance = random.Random(7)
    pairs = [[chance.randrange(40), chance.randrange(40)] for _ in range(260)]
    gds.run_cypher(
        "UNWIND range(0, 39) AS n CREATE (:Dot {name: 'dot ' + n, n: n}) WITH count(*) AS made "
        "UNWIND $pairs AS pair MATCH (a:Dot {n: pair[0]}), (b:Dot {n: pair[1]}) WHERE a <> b CREATE (a)-[:TO]->(b)",
        {"pairs": pairs},
    )
    undirected = {"TO": {"orientation": "UNDIRECTED", "aggregation": "SINGLE"}}
    graph, _ = gds.graph.project.native("dots", "Dot", undirected, node_properties="n")
    gds.triangle_count.mutate(graph, "triangles")
    gds.degree.mutate(graph, "degree")
    gds.kcore.mutate(graph, "core")
    kg = motif.gds.project(gds, graph, db=db).truss()
    projection = kg.projection
    edges = naive_truss.edge_set(
        projection.relationships.source.tolist(), projection.relationships.target.tolist()
    )
    assert len(edges) < projection.n_relationships == sum(a != b for a, b in pairs)

    triangles, degree, core = (
        list(properties_of(kg, name).values()) for name in ("triangles", "degree", "core")
    )
    supports = {edge: naive_truss.support(set(edges), edge) for edge in edges}
    for row in range(projection.n_nodes):
        mine = [edge for edge in edges if row in edge]
        assert degree[row] == len(mine)
        assert 2 * triangles[row] == sum(supports[edge] for edge in mine)
    assert projection.trussness is not None and projection.trussness.max() > 3
    ends = zip(
        projection.relationships.source.tolist(), projection.relationships.target.tolist(), strict=True
    )
    for (source, target), trussness in zip(ends, projection.trussness.tolist(), strict=True):
        assert min(core[source], core[target]) >= trussness - 1
        assert (trussness >= 3) == (supports[min(source, target), max(source, target)] > 0)


def test_the_page_does_what_it_shows(
    gds: Any, db: Connection, gds_server: ServerState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [
        record
        for record in world.load()
        if getattr(record, "type", "") == "NEIGHBOUR_OF"
        or (hasattr(record, "key") and record.key.label == "Country")
    ]
    write_records(db.database, records)
    environment = {
        "NEO4J_URI": gds_server.bolt,
        "NEO4J_PASSWORD": gds_server.password,
        "MOTIF_HOME": str(tmp_path),
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    page = PAGE.read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for block in re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
            exec(compile(block, str(PAGE), "exec"), names)
    names["gds"].close()
    assert printed.getvalue() == "".join(re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    assert gds.graph.list() == [] and db.graphs() == []
