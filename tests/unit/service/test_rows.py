import numpy as np
import pytest

from motif.graphs.csr import build_csr
from motif.graphs.evidence import Evidence, Node, Relationship
from motif.graphs.projection import NodeTable, Projection, RelationshipTable
from motif.graphs.sources import Sources
from motif.graphs.strings import StringTable
from motif.service.references import References, node_references, node_row
from motif.service.rows import evidence_row

HEAT, MANN = Node("4:x:7", "Heat", ("Movie",)), Node("4:x:30", "Michael Mann", ("Person",))
DIRECTED = Relationship("5:x:2", "4:x:7", "DIRECTED_BY", "4:x:30", "directed by")


def projection(prefix="4:x:"):
    source, target = np.array([0], np.int32), np.array([1], np.int32)
    nodes = NodeTable(
        ids=np.array([7, 30, 31]),
        id_prefix=prefix,
        names=StringTable.from_strings(["Heat", "Michael Mann", ""]),
        name_property=np.array([1, 0, -1], np.int32),
        name_properties=("name", "title"),
        label_set=np.array([0, 1, 1], np.int32),
        label_sets=(("Movie",), ("Person",)),
    )
    zero = np.zeros(1, np.int32)
    relationships = RelationshipTable(
        ids=np.array([2]),
        id_prefix=prefix and "5:x:",
        sources=Sources.of(source),
        target=target,
        relation=zero,
        relations=("directed by",),
        type=zero,
        types=("DIRECTED_BY",),
    )
    return Projection(
        "movies", "db", 1, nodes, relationships, build_csr(source, target, 3), build_csr(target, source, 3)
    )


@pytest.fixture
def evidence():
    return Evidence(
        score=-0.25,
        nodes=(HEAT, MANN),
        relationships=(DIRECTED,),
        bindings={"film": HEAT, "how": DIRECTED},
        answers=(HEAT,),
        text="Heat | directed by | Michael Mann",
        method="search",
        metadata={"gsd": np.float64(0.25), "dropped": [MANN]},
    )


HEAT_IS = {"$node": "4:x:7", "labels": ["Movie"], "property": "title", "name": "Heat"}
MANN_IS = {"$node": "4:x:30", "labels": ["Person"], "property": "name", "name": "Michael Mann"}
DIRECTED_IS = {"$relationship": "5:x:2", "type": "DIRECTED_BY", "source": 0, "target": 1}


def row_of(piece, of=None, carry="graph", rank=1):
    return evidence_row(rank, piece, References(of or projection(), [piece]), carry)


def described(row):
    """The references of a row in the order of their numbers, which depend on nothing but the evidence."""
    return row["references"]


def test_references_name_what_must_still_be_true(evidence):
    row = row_of(evidence)
    assert sorted(described(row), key=str) == sorted([HEAT_IS, MANN_IS, DIRECTED_IS], key=str)
    numbers = {next(iter(one.values())): {"$ref": place} for place, one in enumerate(described(row))}
    heat, mann, directed = (numbers[one.id] for one in (HEAT, MANN, DIRECTED))
    del row["references"]
    assert row == {
        "rests": [0, 1, 2],
        "rank": 1,
        "score": -0.25,
        "answers": [heat],
        "nodes": [heat, mann],
        "relationships": [directed],
        "bindings": {"film": heat, "how": directed},
        "text": "Heat | directed by | Michael Mann",
        "method": "search",
        "complete": True,
        "metadata": {"gsd": 0.25, "dropped": [mann]},
    }


@pytest.mark.parametrize("carry", ["graph", "ids", "text", "json"])
def test_whatever_a_row_carries_it_rests_on_all_that_it_tells_of(evidence, carry):
    row = row_of(evidence, carry=carry)
    assert sorted(described(row), key=str) == sorted([HEAT_IS, MANN_IS, DIRECTED_IS], key=str)
    assert row["rests"] == [0, 1, 2]


def test_an_answer_describes_each_node_once(evidence):
    references = References(projection(), [evidence])
    first, second = (evidence_row(rank, evidence, references, "text") for rank in (1, 2))
    assert len(first["references"]) == 3 and second["references"] == []
    assert first["rests"] == second["rests"]


def test_a_relationship_rests_on_its_ends_where_the_evidence_leaves_them_out():
    row = row_of(Evidence(0.0, (), (DIRECTED,)), carry="text")
    assert {next(iter(one.values())) for one in described(row)} == {HEAT.id, MANN.id, DIRECTED.id}


def test_a_node_without_a_name_is_known_by_what_was_projected():
    nameless = Evidence(0.0, (Node("4:x:31", ""),), ())
    [node] = described(row_of(nameless))
    assert node == {"$node": "4:x:31", "labels": ["Person"], "content": "e3b0c44298fc1c14"}


def test_nodes_that_are_named_by_id_in_the_metadata_are_rested_on(evidence):
    piece = Evidence(0.0, (MANN,), (), metadata={"from": [HEAT.id], "from_names": ["Heat"]})
    assert sorted(described(row_of(piece, carry="text")), key=str) == sorted([HEAT_IS, MANN_IS], key=str)


def test_references_of_a_stream_are_those_of_evidence():
    rows = np.array([1, 0, 1])
    assert list(node_references(projection(), rows)) == [MANN_IS, HEAT_IS, MANN_IS]
    assert list(node_references(projection(prefix=None), np.array([0]))) == [
        {"id": "Heat", "name": "Heat", "labels": ["Movie"]}
    ]


def test_ids(evidence):
    row = row_of(evidence, carry="ids")
    assert (row["answers"], row["bindings"]) == (["4:x:7"], {"film": "4:x:7", "how": "5:x:2"})
    assert (row["nodes"], row["relationships"]) == ([], [])
    assert (row["metadata"]["nodes"], row["metadata"]["relationships"]) == (["4:x:7", "4:x:30"], ["5:x:2"])


def test_text_carries_no_nodes(evidence):
    row = row_of(evidence, carry="text")
    assert (row["answers"], row["bindings"]) == (["Heat"], {"film": "Heat", "how": "directed by"})
    assert (row["nodes"], row["relationships"]) == ([], [])


def test_text_names_the_seeds_of_a_neighbour_and_leaves_their_ids_out(evidence):
    evidence.metadata.update({"from": [HEAT.id], "from_names": [HEAT.name]})
    assert row_of(evidence)["metadata"]["from"] == [HEAT.id]
    metadata = row_of(evidence, carry="text")["metadata"]
    assert metadata["from_names"] == ["Heat"] and "from" not in metadata


def test_a_graph_without_a_database_has_maps_for_references():
    piece = Evidence(0.0, (Node("Heat", "Heat", ("Movie",)),), (Relationship("0", "Heat", "R", "Mann"),))
    row = row_of(piece, projection(prefix=None))
    assert row["nodes"] == [{"id": "Heat", "name": "Heat", "labels": ["Movie"]}]
    assert row["relationships"] == [{"id": "0", "type": "R", "source": "Heat", "target": "Mann"}]


@pytest.mark.parametrize(
    ("element_id", "row"),
    [
        ("4:x:7", 0),
        ("4:x:30", 1),
        ("4:x:31", 2),
        ("4:x:8", -1),
        ("4:x:99", -1),
        ("4:y:7", -1),
        ("4:x:", -1),
        ("", -1),
    ],
)
def test_rows_by_element_id(element_id, row):
    assert node_row(projection(), element_id) == row


def test_nothing_must_hold_of_a_node_that_is_newer_than_the_projection():
    new = Node("4:x:99", "Fresh", ("Movie",))
    value = Node("released:1995", "1995")
    row = row_of(Evidence(0.0, (new,), (), answers=(new, value)))
    assert described(row) == [{"$node": "4:x:99"}]
    assert row["nodes"] == [{"$ref": 0}]
    assert row["answers"] == [{"$ref": 0}, {"id": "released:1995", "name": "1995", "labels": []}]


def test_text_tells_a_node_without_a_name_by_its_id():
    nameless = Node("4:x:9", "", ("Room",))
    assert row_of(Evidence(0.0, (nameless,), (), answers=(nameless,)), carry="text")["answers"] == ["4:x:9"]
