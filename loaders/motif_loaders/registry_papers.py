"""The publications that describe resources of the registry, each once, though registries cite it by different ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from motif_loaders.registry_rows import values_of

_KINDS = ("doi", "pubmed", "pmc")


class Paper(NamedTuple):
    """A publication: its id with the id's kind, its title (the id where no registry gives one), its year."""

    id: str
    title: str
    year: int | None


class Papers:
    """All publications of ``rows``.

    Entries that share an id (DOI, PubMed, PMC) are one publication, with the first id met.

    >>> one = {"publications": [{"doi": "10.1/A", "pubmed": "7", "title": "On genes.", "year": 2001}]}
    >>> other = {"publications": [{"pubmed": "7"}]}
    >>> list(Papers([other, one]).of(other))
    [Paper(id='pubmed:7', title='On genes', year=2001)]
    """

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self._parents: dict[str, str] = {}
        self._ranks: dict[str, int] = {}
        self._titles: dict[str, str] = {}
        self._years: dict[str, int] = {}
        entries = [entry for row in rows for entry in _entries(row)]
        for names in map(_names, entries):
            for name in names:
                self._join(names[0], name)
        for entry in entries:
            self._describe(entry)

    def of(self, row: Mapping[str, Any]) -> Iterator[Paper]:
        """The publications of one row, in its order; an entry without any id is left out."""
        for entry in _entries(row):
            identifier = self._root(_names(entry)[0])
            yield Paper(identifier, self._titles.get(identifier, identifier), self._years.get(identifier))

    def _root(self, name: str) -> str:
        self._ranks.setdefault(name, len(self._ranks))
        while self._parents.setdefault(name, name) != name:
            name = self._parents[name]
        return name

    def _join(self, one: str, other: str) -> None:
        kept, joined = sorted((self._root(one), self._root(other)), key=lambda name: self._ranks[name])
        self._parents[joined] = kept

    def _describe(self, entry: Mapping[str, Any]) -> None:
        root = self._root(_names(entry)[0])
        if title := _title(entry):
            self._titles.setdefault(root, title)
        if isinstance(entry.get("year"), int):
            self._years.setdefault(root, entry["year"])


def _entries(row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (entry for entry in values_of("publications")(row) if any(entry.get(kind) for kind in _KINDS))


def _names(entry: Mapping[str, Any]) -> list[str]:
    return [f"{kind}:{entry[kind]}".lower() for kind in _KINDS if entry.get(kind)]


def _title(entry: Mapping[str, Any]) -> str:
    return " ".join((entry.get("title") or "").split()).rstrip(".")
