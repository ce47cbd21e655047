"""The corpus of hostile and broken plans (``tests/hostile``), and the small graph that they are aimed at."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from motif.graphs.graph_schema import (
    Ends,
    GraphSchema,
    LabelProfile,
    PropertyProfile,
    RelationProfile,
    SearchIndex,
)

FOLDER = Path(__file__).parent / "hostile"


@dataclass(frozen=True)
class Case:
    """One attempt.

    Attributes
    ----------
    tries
        What it is after.
    steps
        The plan's steps as JSON; a statement is a plan of one Cypher step.
    cypher
        The statement, where it is one.
    caught
        A regular expression that one of the problems matches; "" where none is needed.
    harmless
        Whether it may pass, since what it tries becomes a name, a value or nothing.
    needs
        "explain" where only the database can tell.
    raw
        What becomes of the statement where it runs without a check: "held" (READ access or an error ends it), "ended"
        (it runs into its deadline), "reads" (it reads an address: access mode does not hold it), or "not run: …".
    """

    name: str
    tries: str
    steps: Any
    cypher: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    caught: str = ""
    harmless: bool = False
    needs: str = ""
    raw: str = "held"

    def __str__(self) -> str:
        return self.name


def hostile_cases(canary: str = "http://127.0.0.1:9/canary", file: str = "/canary") -> list[Case]:
    """All cases, with the addresses in place that they try to read."""
    found = []
    for path in sorted(FOLDER.glob("*.yml")):
        for number, value in enumerate(yaml.safe_load(path.read_text("utf-8"))):
            filled = _filled(value, canary, file)
            filled["name"] = f"{path.stem}-{number}-{filled['name']}"
            found.append(_case(filled))
    return found


def _case(value: dict[str, Any]) -> Case:
    cypher = value.pop("cypher", None)
    if cypher is None:
        return Case(**value)
    step = {"step": "cypher", "as": "a", "cypher": cypher}
    if value.get("parameters"):
        step["parameters"] = value["parameters"]
    return Case(**value, cypher=cypher, steps=[step])


def _filled(value: Any, canary: str, file: str) -> Any:
    """``value`` with what is to be repeated repeated: ``{repeat: text, times: n}``."""
    if isinstance(value, str):
        return value.replace("{canary}", canary).replace("{file}", file)
    if isinstance(value, list):
        parts = [_filled(part, canary, file) for part in value]
        if len(parts) == 1 and isinstance(parts[0], list) and isinstance(value[0], dict):
            return parts[0]
        is_text = len(parts) > 1 and all(isinstance(part, str) for part in parts)
        return "".join(parts) if is_text and any(isinstance(part, dict) for part in value) else parts
    if isinstance(value, dict) and set(value) == {"repeat", "times"}:
        if isinstance(value["repeat"], str):
            return value["repeat"] * value["times"]
        return [
            {key: str(part).replace("{n}", str(number)) for key, part in value["repeat"].items()}
            for number in range(value["times"])
        ]
    if isinstance(value, dict):
        return {key: _filled(part, canary, file) for key, part in value.items()}
    return value


def _properties(**types: str) -> dict[str, PropertyProfile]:
    return {name: PropertyProfile(name, type) for name, type in types.items()}


SCHEMA = GraphSchema(
    labels={
        "Movie": LabelProfile(
            "Movie",
            40,
            _properties(title="STRING", tagline="STRING", year="INTEGER", price="STRING", embedding="VECTOR"),
            "title",
        ),
        "Person": LabelProfile("Person", 60, _properties(name="STRING", born="INTEGER"), "name"),
        "Genre": LabelProfile("Genre", 5, _properties(name="STRING"), "name"),
    },
    relations={
        "ACTED_IN": RelationProfile("ACTED_IN", 120, (Ends("Person", "Movie"),), _properties(roles="LIST")),
        "DIRECTED": RelationProfile("DIRECTED", 40, (Ends("Person", "Movie"),)),
        "FOLLOWS": RelationProfile("FOLLOWS", 240, (Ends("Person", "Person"),)),
        "IN_GENRE": RelationProfile("IN_GENRE", 80, (Ends("Movie", "Genre"),)),
    },
    indexes=(
        SearchIndex("hostile_vectors", "vector", "node", ("Movie",), ("embedding",), 4, "cosine"),
        SearchIndex("hostile_words", "fulltext", "node", ("Movie",), ("title",)),
    ),
    n_nodes=105,
    n_relationships=480,
    version="5.26.31",
)
"""What the graph of `GRAPH` holds, as the catalog would say it."""

GRAPH = (
    "UNWIND range(0, 39) AS i CREATE (:Movie {title: 'Film ' + i, tagline: 'a tagline ' + i, year: 1980 + i, "
    "price: '$' + (i + 0.5), embedding: [1.0 * i, 1.0, 0.0, 0.5]})",
    "UNWIND range(0, 59) AS i CREATE (:Person {name: 'Person ' + i, born: 1930 + i})",
    "UNWIND range(0, 4) AS i CREATE (:Genre {name: 'Genre ' + i})",
    "MATCH (p:Person) MATCH (m:Movie) WHERE (p.born - 1930) * 2 IN [m.year - 1980, m.year - 1979, m.year - 1978] "
    "OR (p.born - 1930) % 40 = m.year - 1980 CREATE (p)-[:ACTED_IN {roles: ['Role ' + m.year]}]->(m)",
    "MATCH (p:Person) MATCH (m:Movie) WHERE p.born - 1930 = m.year - 1980 CREATE (p)-[:DIRECTED]->(m)",
    "MATCH (p:Person) MATCH (q:Person) WHERE (q.born - p.born + 60) % 60 IN [1, 7, 11, 23] CREATE (p)-[:FOLLOWS]->(q)",
    "MATCH (m:Movie) MATCH (g:Genre) WHERE toInteger(right(g.name, 1)) IN [m.year % 5, (m.year + 2) % 5] "
    "CREATE (m)-[:IN_GENRE]->(g)",
    "CREATE VECTOR INDEX hostile_vectors FOR (m:Movie) ON (m.embedding) "
    "OPTIONS {indexConfig: {`vector.dimensions`: 4, `vector.similarity_function`: 'cosine'}}",
    "CREATE FULLTEXT INDEX hostile_words FOR (m:Movie) ON EACH [m.title]",
    "CALL db.awaitIndexes(60)",
)
"""Statements that make it."""
