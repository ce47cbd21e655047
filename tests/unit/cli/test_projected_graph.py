"""The projection that a question is put to: read at first, unless its name is another's misspelt."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from motif.cli.projected_graph import projected_graph
from motif.errors import GraphNotFound


class Connection:
    """A connection whose database has the projections ``names``."""

    def __init__(self, *names: str) -> None:
        self.names = list(names)
        self.read: list[str] = []
        self.database = SimpleNamespace(id="d", info={"name": "neo4j"})
        self.catalog = SimpleNamespace(exists=lambda database, name: name in self.names)

    def graphs(self) -> list[Any]:
        return [SimpleNamespace(name=name) for name in self.names]

    def project(self, name: str, **options: Any) -> Any:
        self.read.append(name)
        return SimpleNamespace(name=name, projection=SimpleNamespace(n_nodes=1234))


def test_who_wants_one_that_is_there_reads_nothing_under_another_name() -> None:
    connection: Any = Connection("world")
    with pytest.raises(GraphNotFound, match="No projection named 'films'"):
        projected_graph(connection, "films", refresh=False, quiet=True, is_made=False)
    assert connection.read == []
    projected_graph(connection, None, refresh=False, quiet=True, is_made=False)
    assert connection.read == ["neo4j"]


def ask(connection: Connection, name: str | None, *, quiet: bool = True) -> Any:
    known: Any = connection
    return projected_graph(known, name, refresh=False, quiet=quiet)


def test_a_misspelt_name_reads_nothing() -> None:
    connection = Connection("world", "registry")
    with pytest.raises(GraphNotFound, match=r"No projection named 'wolrd'. Did you mean 'world'\?") as caught:
        ask(connection, "wolrd")
    assert connection.read == [] and "motif project wolrd" in str(caught.value.hint)


@pytest.mark.parametrize("name", ["films", None])
def test_another_name_or_none_is_read(name: str | None) -> None:
    connection = Connection("world", "registry", "neo4js")
    assert ask(connection, name).name == (name or "neo4j") and connection.read == [name or "neo4j"]


def test_what_was_projected_under_a_name_that_was_given_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    ask(Connection("world"), "films", quiet=False)
    told = " ".join(capsys.readouterr().err.split())
    assert told.endswith(
        "There was no projection 'films': the whole database is now projected as it, 1,234 nodes "
        "(motif drop films undoes it)."
    )
    ask(Connection("world"), None, quiet=False)
    assert "There was no" not in capsys.readouterr().err
