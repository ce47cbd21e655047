"""Which sources ``motif load`` has brought into which database, so that two are not merged without a word."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from motif.database import Database
from motif.durable import locked, write_durably
from motif.errors import InvalidInput, InvalidSource
from motif.snapshot import folder_name
from motif_cypher import template

Sources = dict[str, dict[str, Any]]
"""By source: ``labels``, of the keys of its nodes; none while it is being loaded."""


class LoadedSources:
    """What was loaded into one database from this machine; what is no longer in it is forgotten.

    Parameters
    ----------
    home
        The motif home; a file of its folder ``sources`` says it.
    """

    def __init__(self, home: Path, database: Database) -> None:
        self._database, self._name = database, str(database.info["name"])
        self._path = home / "sources" / f"{folder_name(database.id)}.json"

    def begin(self, source: str, into: str | None) -> None:
        """Says that ``source`` (`source_name`) is being loaded.

        Parameters
        ----------
        into
            The database's name, where the source is to be merged with what others have brought there.

        A sample graph has labels of its own, which no source shares: it stands beside the others, and they beside it.

        Raises `InvalidInput` where another source is in the database and ``into`` does not name it.
        """
        if into is not None and into != self._name:
            raise InvalidInput(
                f"--into names the database '{into}', and this is '{self._name}'.",
                hint=f"Name the database that sources are merged in: --into {self._name}.",
            )
        if not Path(source).is_absolute():
            return
        with self._changed() as known:
            others = [other for other in known if other != source]
            if others and into is None and source not in known:
                there = [other for other in others if self._is_there(known[other]["labels"])]
                for gone in set(others) - set(there):
                    del known[gone]
                if there:
                    raise _would_merge(self._name, source, there)
            known.setdefault(source, {"labels": []})

    def finish(self, source: str, labels: Sequence[str]) -> None:
        """Says that ``source`` was loaded, and which labels the keys of its nodes have."""
        if not Path(source).is_absolute():
            return
        with self._changed() as known:
            before = known.get(source, {"labels": []})["labels"]
            known[source] = {"labels": sorted({*before, *labels})}

    @contextmanager
    def _changed(self) -> Iterator[Sources]:
        """What is known, kept again where the block changed it, also where it then fails."""
        with locked(self._path.with_suffix(".lock")):
            known = self._read()
            before = json.dumps(known)
            try:
                yield known
            finally:
                if json.dumps(known) != before:
                    write_durably(self._path, json.dumps(known, ensure_ascii=False, indent=1))

    def _read(self) -> Sources:
        try:
            known: Sources = json.loads(self._path.read_text(encoding="utf-8"))
            return known
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise InvalidSource(
                f"What was loaded cannot be read from {self._path}: {error}.",
                hint="Delete the file: what is in the database stays.",
            ) from error

    def _is_there(self, labels: Sequence[str]) -> bool:
        """Whether the database has a node of one of these labels; without any label, of whichever."""
        rows = self._database.run(template("tokens"))
        if not labels:
            return any(row["kind"] == "nodes" and int(row["name"]) > 0 for row in rows)
        existing = {row["name"] for row in rows if row["kind"] == "label"}
        return any(self._count(label) for label in labels if label in existing)

    def _count(self, label: str) -> int:
        [row] = self._database.run(template("count_labelled_nodes").fill(label=label))
        return int(row["total"])


def source_name(source: str) -> str:
    """What a source is called here: a path whole, a sample graph by its name.

    >>> source_name("world")
    'world'
    """
    path = Path(source)
    return str(path.resolve()) if path.exists() else source


def _would_merge(database: str, source: str, others: Sequence[str]) -> InvalidInput:
    held = " and ".join(f"'{Path(other).name}'" for other in others)
    return InvalidInput(
        f"The database '{database}' holds what was loaded from {held}; '{Path(source).name}' would be merged with it: "
        f"nodes of one label and key become one, and a projection of all of it is no longer that of one source.",
        hint=f"Load it into a server of its own (motif start --name NAME, then --server NAME) or a database of its own "
        f"(--database NAME); to merge them say so: --into {database}.",
    )
