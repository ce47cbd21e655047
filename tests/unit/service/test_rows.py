import numpy as np
import pytest

from motif.graphs.csr import build_csr
from motif.graphs.evidence import Evidence, Node, Relationship
from motif.graphs.projection import NodeTable, Projection, RelationshipTable
from motif.graphs.strings import StringTable
from motif.service.rows import evidence_row, node_row

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
        source=source,
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


def test_references_name_what_must_still_be_true(evidence):
    row = evidence_row(1, evidence, projection())
    heat = {"$node": "4:x:7", "property": "title", "name": "Heat"}
    mann = {"$node": "4:x:30", "property": "name", "name": "Michael Mann"}
    directed = {"$relationship": "5:x:2", "type": "DIRECTED_BY", "source": "4:x:7", "target": "4:x:30"}
    assert row == {
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


def test_a_node_without_a_name_is_not_checked_by_it(evidence):
    nameless = Evidence(0.0, (Node("4:x:31", ""),), ())
    [node] = evidence_row(1, nameless, projection())["nodes"]
    assert node == {"$node": "4:x:31", "property": None, "name": ""}


def test_ids(evidence):
    row = evidence_row(1, evidence, projection(), "ids")
    assert (row["answers"], row["bindings"]) == (["4:x:7"], {"film": "4:x:7", "how": "5:x:2"})
    assert (row["nodes"], row["relationships"]) == ([], [])
    assert (row["metadata"]["nodes"], row["metadata"]["relationships"]) == (["4:x:7", "4:x:30"], ["5:x:2"])


def test_text_carries_no_nodes(evidence):
    row = evidence_row(1, evidence, projection(), "text")
    assert (row["answers"], row["bindings"]) == (["Heat"], {"film": "Heat", "how": "directed by"})
    assert (row["nodes"], row["relationships"]) == ([], [])


def test_text_names_the_seeds_of_a_neighbour_and_leaves_their_ids_out(evidence):
    evidence.metadata.update({"from": [HEAT.id], "from_names": [HEAT.name]})
    assert evidence_row(1, evidence, projection())["metadata"]["from"] == [HEAT.id]
    metadata = evidence_row(1, evidence, projection(), "text")["metadata"]
    assert metadata["from_names"] == ["Heat"] and "from" not in metadata


def test_a_graph_without_a_database_has_maps_for_references():
    piece = Evidence(0.0, (Node("Heat", "Heat", ("Movie",)),), (Relationship("0", "Heat", "R", "Mann"),))
    row = evidence_row(1, piece, projection(prefix=None))
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


def test_a_node_newer_than_the_projection_is_a_reference_without_a_name_to_check():
    new = Node("4:x:99", "Fresh", ("Movie",))
    value = Node("released:1995", "1995")
    row = evidence_row(1, Evidence(0.0, (new,), (), answers=(new, value)), projection())
    reference = {"$node": "4:x:99", "property": None, "name": "Fresh"}
    assert row["nodes"] == [reference]
    assert row["answers"] == [reference, {"id": "released:1995", "name": "1995", "labels": []}]
