"""What a reference says of a node: tests/contract/references/nodes.json, which the plugin's tests read too."""

import json
from pathlib import Path

import numpy as np
import pytest

from motif.catalog.rows import column_of
from motif.graphs.csr import build_csr
from motif.graphs.evidence import Evidence, Relationship
from motif.graphs.projection import OTHER, Column, NodeTable, Projection, RelationshipTable
from motif.graphs.sources import Sources
from motif.graphs.strings import StringTable
from motif.service.references import References, described_nodes

CASES = Path(__file__).parents[2] / "contract" / "references" / "nodes.json"


def projection_of(projected):
    """One node as a case says."""
    texts = projected.get("texts", {})
    named = projected["property"] is not None
    nodes = NodeTable(
        ids=np.array([7]),
        id_prefix="4:x:",
        names=StringTable.from_strings([projected["name"]]),
        name_property=np.array([0 if named else -1], np.int32),
        name_properties=(projected["property"],) if named else (),
        label_set=np.zeros(1, np.int32),
        label_sets=(tuple(projected["labels"]),),
        texts=StringTable.from_strings(["\n".join(filter(None, texts.values()))]) if texts else None,
        properties={name: column(value) for name, value in projected["properties"].items()},
    )
    return projection_with(nodes, links(), configuration={"textProperties": list(texts)})


def column(value):
    if isinstance(value, dict):
        text = StringTable.from_strings(value.values())
        return Column(np.array([OTHER], np.uint8), np.zeros(1, np.int64), text)
    return column_of([value])


def links(n=0, **fields):
    rows = np.zeros(n, np.int32)
    values = {"relation": rows, "relations": ("R",), "type": rows, "types": ("R",), **fields}
    return RelationshipTable(
        ids=np.arange(5, 5 + n), id_prefix="5:x:", sources=Sources.of(rows), target=rows, **values
    )


def projection_with(nodes, table, configuration=None):
    n = len(nodes)
    there, back = build_csr(table.source, table.target, n), build_csr(table.target, table.source, n)
    return Projection("g", "db", 1, nodes, table, there, back, configuration=configuration or {})


@pytest.mark.parametrize("case", json.loads(CASES.read_text(encoding="utf-8")), ids=lambda case: case["name"])
def test_a_reference_says_what_must_hold(case):
    [reference] = described_nodes(projection_of(case["projected"]), np.array([0]))
    assert reference == {"$node": "4:x:7", **case["reference"]}


def test_a_relation_that_a_property_gives_and_properties_must_be_read():
    nodes = projection_of(
        {"labels": ["A"], "property": "name", "name": "a", "properties": {"name": "a"}}
    ).nodes
    table = links(
        2,
        relation=np.array([0, 1], np.int32),
        relations=("R", "works for"),
        properties={"since": column_of([None, 1999])},
    )
    projection = projection_with(nodes, table, {"relationTypeProperty": "said"})
    told = (Relationship(f"5:x:{number}", "4:x:7", "R", "4:x:7") for number in (5, 6, 9))
    references = References(projection)
    row = references.rests(Evidence(0.0, (), tuple(told)))
    plain = {"type": "R", "source": 0, "target": 0}
    assert row == [1, 2, 3]  # a relationship rests on its ends
    assert references.take_new()[1:] == [
        {"$relationship": "5:x:5", **plain},
        {"$relationship": "5:x:6", **plain, "property": "said", "name": "works for", "reads": ["since"]},
        {"$relationship": "5:x:9", **plain},
    ]
