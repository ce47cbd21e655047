"""Two readings compared: as many rows differ as a look at each says, and equal arrays become one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from tests.unit.catalog.changing_graph import ChangingGraph, Link, Node
from tests.unit.catalog.test_merging import PLANS, contents, histories

from motif.catalog import Catalog
from motif.catalog.building import build_projection
from motif.catalog.changes import changed_projection
from motif.catalog.comparing import difference, with_shared_arrays
from motif.catalog.plan import Plan
from motif.graphs.projection import Projection

PLAN = Plan(None, None, {"*": ("name",)}, ("text",), ("x", "y"), ("weight",))


def rows_of_nodes(projection: Projection) -> dict[int, Any]:
    nodes = projection.nodes
    return {
        int(nodes.ids[row]): (
            nodes.labels(row),
            nodes.names[row],
            None if nodes.texts is None else nodes.texts[row],
            [typed(column.value(row)) for column in nodes.properties.values()],
        )
        for row in range(len(nodes))
    }


def rows_of_links(projection: Projection) -> dict[int, Any]:
    links, ids = projection.relationships, projection.nodes.ids
    return {
        int(links.ids[row]): (
            links.types[links.type[row]],
            links.relations[links.relation[row]],
            int(ids[links.source[row]]),
            int(ids[links.target[row]]),
            [typed(column.value(row)) for column in links.properties.values()],
        )
        for row in range(len(links))
    }


def typed(value: Any) -> tuple[str, str]:
    return type(value).__name__, repr(value)


def differing(mine: dict[int, Any], other: dict[int, Any]) -> int:
    return sum(mine.get(key) != other.get(key) for key in mine.keys() | other.keys())


@pytest.mark.parametrize("plan", [PLAN, *PLANS.values()])
@settings(max_examples=15)
@given(states=histories())
def test_as_many_rows_differ_as_a_look_at_each_says(plan: Plan, states: list[ChangingGraph]) -> None:
    base, new = (build_projection(state.everything(plan), plan) for state in (states[0], states[-1]))
    found = difference(base, new)
    assert found.nodes == differing(rows_of_nodes(base), rows_of_nodes(new))
    assert found.relationships == differing(rows_of_links(base), rows_of_links(new))
    assert contents(with_shared_arrays(base, new)) == contents(new)


def graph() -> ChangingGraph:
    made = ChangingGraph()
    for row in range(5):
        made.put(row, Node(("Film",), {"name": f"n{row}", "x": row, "y": "text", "text": "t"}))
        made.join(row, Link(0, row, "SAW", {"weight": row}))
    return made


def files(folder: Path, epoch: int) -> dict[str, int]:
    return {path.stem: path.stat().st_ino for path in (folder / str(epoch)).glob("*.npy")}


def test_what_did_not_change_is_linked_though_everything_was_read(tmp_path: Path) -> None:
    catalog, made = Catalog(tmp_path), graph()
    catalog.create("db", "films", lambda: build_projection(made.everything(PLAN), PLAN))
    folder = catalog.learned_folder("db", "films").parent
    before, facts = files(folder, 1), dict[str, Any]()
    made.put(2, Node(("Film",), {"name": "other", "x": 2, "y": "text", "text": "t"}))
    made.cut(3)

    def build(old: Projection) -> Projection:
        read = changed_projection(old, made.everything(PLAN), PLAN, reason="nobody listened")
        facts["refreshed"] = read.note
        return read.projection

    renewed = catalog.renew("db", "films", build, facts=facts)
    after = files(folder, renewed.epoch)
    written = {name for name in after if after[name] != before[name]}
    assert all(name.startswith(("node.names", "relationship.", "outgoing", "incoming")) for name in written)
    assert "node.ids" not in written and "node.property.0.number" not in written
    told = catalog.info("db", "films").refreshed
    assert (told["nodesChanged"], told["relationshipsChanged"]) == (1, 1)
    assert told["refreshedBecause"] == "nobody listened"
