"""A graph that questions are put to, where its gold rows come from, and copies of it that lack a relation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from motif.database import Database
from motif.errors import InvalidInput, InvalidSource
from motif.graphs.projection import NAME, Projection
from motif.knowledge_graph import Connection, Graph
from motif.models.encoder import load_encoder
from motif.models.language import ChatModel
from motif.settings import Settings, load_settings
from motif_procedures.cypher_questions.dumps import graph_of_dump
from motif_procedures.cypher_questions.gold import Gold
from motif_procedures.cypher_questions.graph_files import NODES, PlainGraph, projected, read_graph
from motif_procedures.cypher_questions.own_server import put
from motif_procedures.cypher_questions.questions import (
    NOT_HELD,
    CypherQuestion,
    needs_type,
)

Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Arena:
    """One graph.

    Attributes
    ----------
    name
        As its questions have it.
    plain
        The graph in files; None where it is in a database.
    model
        The language model that is asked too.
    database
        Where the graph is; None in memory.
    """

    name: str
    graph: Graph
    gold: Gold
    plain: PlainGraph | None = None
    model: ChatModel | None = None
    database: Database | None = None

    def without(self, relation: str) -> Graph:
        """The same graph with no relationship of type ``relation``, in memory."""
        if self.plain is None:
            raise InvalidInput(f"'{self.name}' is in a database: no relation can be taken out of it.")
        return graph_in_memory(projected(self.plain.without((relation,)), self.name), model=self.model)

    def unanswerable(self, questions: Sequence[CypherQuestion], relation: str) -> list[CypherQuestion]:
        """Those of ``questions`` that need ``relation``, as questions about what is not held."""
        return [
            replace(one, kind=NOT_HELD, cypher=None, rows=None)
            for one in questions
            if needs_type(one, relation)
        ]


def arena_of_files(
    name: str, path: Path, tell: Tell, encoder: object | None = None, model: ChatModel | None = None
) -> Arena:
    """The graph in the files of ``path``, in memory, with vectors of its names."""
    plain = plain_graph(path)
    projection = projected(plain, name)
    graph = graph_in_memory(projection, tell, encoder, model)
    return Arena(name, graph, Gold(graph.projection), plain, model)


def arena_of_server(name: str, path: Path, connection: Connection) -> Arena:
    """The graph in the files of ``path``, in an embedded server of its own; gold as it is given, else run there."""
    plain = plain_graph(path)
    put(plain, connection)
    asked = connection.project(name)
    if asked.view.has_encoder and NAME not in asked.projection.vectors:
        asked.embed()
    database = connection.database
    gold = Gold(asked.projection, database.reading(), prefers_given=True)
    return Arena(name, asked, gold, plain, database=database)


def plain_graph(path: Path) -> PlainGraph:
    """The graph of a folder, a file of Cypher or the dump in a folder."""
    return read_graph(path) if path.is_file() or (path / NODES).exists() else graph_of_dump(path)


def arena_of_database(name: str, connection: Connection, graph: str) -> Arena:
    """The projection called ``graph``; gold queries run in its database."""
    asked = connection.graph(graph)
    database = connection.database
    return Arena(name, asked, Gold(asked.projection, database.reading()), database=database)


def graph_in_memory(
    projection: Projection,
    tell: Tell | None = None,
    encoder: object | None = None,
    model: ChatModel | None = None,
) -> Graph:
    """What is asked where there is no database; names are encoded, where an encoder is installed."""
    settings = load_settings()
    source = None if model is None else lambda: model
    graph = Graph(lambda: projection, encoder=_encoder(encoder, settings), model=source, settings=settings)
    if graph.view.has_encoder and NAME not in graph.projection.vectors:
        said = tell or (lambda what, done, total: None)
        graph.embed(progress=lambda done, total: said("encoding names", done, total))
    return graph


def path_of_graph(questions: Path) -> Path:
    """Where the graph of a file of questions lies: ``NAME.cypher`` beside it, else its folder.

    Raises `InvalidSource` where neither is there.
    """
    beside = questions.with_suffix(".cypher")
    if beside.exists():
        return beside
    if (questions.parent / NODES).exists() or any(questions.parent.glob("*.dump")):
        return questions.parent
    raise InvalidSource(
        f"The graph of {questions} is not beside it.",
        hint=f"Name its folder (--folder, with {NODES} or a dump), or a projection of a database (--graph).",
    )


def _encoder(given: object | None, settings: Settings) -> Callable[[], Any]:
    return cache(
        (lambda: given) if given is not None else (lambda: load_encoder(settings.encoder, settings.cache))
    )
