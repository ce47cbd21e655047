"""Where a statement's nodes come from other than by a label: an earlier stage, or a statement of the plan's own."""

from __future__ import annotations

from motif.graphs.steps import CypherStep, Step
from motif.planners.cypher.checking import CheckedCypher
from motif.planners.cypher_literals import identifier
from motif.planners.steps.building import Building, Nodes, Ranked


def taken(building: Building, step: Step, label: str | None = None) -> Nodes:
    """The nodes of an earlier stage, by the element ids in the parameter of its name; those still there."""
    building.inputs[step.name] = None
    row, node = building.fresh(f"{step.name}_row"), building.fresh(step.name)
    score = building.fresh(f"{step.name}_score")
    labelled = f":{identifier(label)}" if label is not None else ""
    lines = (
        f"UNWIND ${identifier(step.name)} AS {row}",
        f"MATCH ({node}{labelled}) WHERE elementId({node}) = {row}.id",
        f"WITH {node}, {row}.score AS {score}",
    )
    return Nodes(lines, node, label, score)


def given(building: Building, step: CypherStep, checked: CheckedCypher) -> Nodes:
    """The nodes in the first column of a checked statement, each once, in the order in which it first gives them."""
    building.parameters.update(checked.parameters)
    rows, node, key = (building.fresh(f"{step.name}{end}") for end in ("_rows", "", "_place"))
    place = building.fresh("place")
    column = identifier(checked.columns[0])
    inner = "\n".join(f"  {line}" for line in checked.statement.split("\n"))
    lines = [
        f"CALL () {{\n{inner}\n}}",
        f"WITH collect({column}) AS {rows}",
        f"UNWIND range(0, size({rows}) - 1) AS {place}",
        f"WITH {rows}[{place}] AS {node}, min({place}) AS {key} WHERE {node} IS NOT NULL",
    ]
    return Nodes(tuple(lines), node, rank=Ranked(key, descending=False))
