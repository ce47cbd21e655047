"""neo4j-graphrag's Text2CypherRetriever with the same language model: what runs as the model wrote it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from neo4j.exceptions import Neo4jError

from motif.database import Database
from motif.engine.control import Control
from motif.errors import InvalidInput, QueryFailed
from motif.models.language import ChatModel
from motif_procedures.evaluation.optional import optional_module

TEXT2CYPHER = "text2cypher"
"""What the contender is called."""

SECONDS = 60.0
"""What a model has for one statement."""

_PROPERTIES = (
    "CALL db.schema.nodeTypeProperties() YIELD nodeLabels, propertyName, propertyTypes RETURN nodeLabels AS owners, "
    "propertyName AS name, propertyTypes AS kinds",
    "CALL db.schema.relTypeProperties() YIELD relType, propertyName, propertyTypes "
    "RETURN [substring(relType, 2, size(relType) - 3)] AS owners, propertyName AS name, propertyTypes AS kinds",
)
_KINDS = {"Long": "INTEGER", "Double": "FLOAT"}
_ENDS = (
    "MATCH (a)-[r]->(b) WITH DISTINCT labels(a) AS sources, type(r) AS type, labels(b) AS targets "
    "UNWIND sources AS source UNWIND targets AS target RETURN DISTINCT source, type, target"
)


def statement_writer(database: Database | None, model: ChatModel | None) -> Callable[[str], str]:
    """Has ``model`` write the reading statement that answers a question, over the schema of ``database``.

    The retriever runs it there, so that one that cannot be run is known. Raises `InvalidInput` without a database or a
    model, `MissingDependency` without neo4j-graphrag; what it gives, `QueryFailed` where the statement cannot be run.
    """
    if database is None or model is None:
        raise InvalidInput(
            f"'{TEXT2CYPHER}' needs a language model and a database.",
            hint="Set MOTIF_MODEL, and give --model with --graph or --via bolt.",
        )
    refusals = (
        Neo4jError,
        optional_module("neo4j_graphrag.exceptions", "graphrag").Text2CypherRetrievalError,
    )
    retriever = optional_module("neo4j_graphrag.retrievers", "graphrag").Text2CypherRetriever(
        database.driver, _Writer(model), neo4j_schema=schema_text(database), neo4j_database=database.name
    )

    def written(question: str) -> str:
        try:
            return str(retriever.get_search_results(query_text=question).metadata["cypher"])
        except refusals as error:
            raise QueryFailed(f"The model's statement cannot be run: {error}") from error

    return written


@dataclass(frozen=True)
class _Written:
    content: str


@dataclass(frozen=True)
class _Writer:
    """A `ChatModel` as neo4j-graphrag asks one."""

    model: ChatModel

    def invoke(self, prompt: str) -> _Written:
        return _Written(self.model.complete([("user", prompt)], control=Control(SECONDS)).text)


def schema_text(database: Database) -> str:
    """The schema as ``neo4j_graphrag.schema.get_schema`` writes it, which itself needs APOC."""
    run = database.driver.execute_query
    nodes, relationships = (
        _owned(run(statement, database_=database.name).records) for statement in _PROPERTIES
    )
    ends = [
        f"(:{row['source']})-[:{row['type']}]->(:{row['target']})"
        for row in run(_ENDS, database_=database.name).records
    ]
    return "\n".join(
        ["Node properties:", *nodes, "Relationship properties:", *relationships, "The relationships:", *ends]
    )


def _owned(rows: Iterable[Any]) -> list[str]:
    """``Owner {name: KIND, …}`` for each label or type that has properties."""
    kinds: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows:
        for owner in row["owners"] if row["name"] else ():
            kind = str((row["kinds"] or ["Any"])[0])
            kinds[owner][row["name"]] = "LIST" if kind.endswith("Array") else _KINDS.get(kind, kind.upper())
    return [
        f"{owner} {{{', '.join(f'{name}: {kind}' for name, kind in held.items())}}}"
        for owner, held in kinds.items()
    ]
