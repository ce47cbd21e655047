"""The sample graph ``registry``: biomedical databases and ontologies, how they hang together, what they say.

Built from the package ``bioregistry`` (its curated content is CC0; descriptions that it aggregates from other
registries keep their licences). Left out: people, organisations' staff, and addresses of any kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord
from motif_loaders.registry_papers import Papers
from motif_loaders.registry_rows import first_text, values_of
from motif_loaders.sample_data import package_folder, read_json

ATTRIBUTION = (
    "Bioregistry (bioregistry.io), curated content CC0 1.0; aggregated descriptions under their own licences."
)

LABELS = (
    "Resource",
    "Registry",
    "Collection",
    "Publication",
    "Keyword",
    "Domain",
    "License",
    "Organization",
    "Database",
)
"""Every label of this graph."""

_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_ADDRESS = re.compile(r"\S+@\S+\.\S+|(?:https?|ftp)://\S+|www\.\S+")

_Table = dict[str, Any]


def load(source: Path | None = None) -> Iterator[Record]:
    """About 6,700 nodes and 23,000 relationships of 13 types, 2,900 descriptions; needs no ``source``.

    Nodes: ``Resource`` (key ``prefix``), ``Registry`` (``prefix``), ``Collection`` (``id``),
    ``Publication`` (``id``), ``Keyword``, ``Domain``, ``License``, ``Organization``, ``Database``
    (``name``); all have a ``name``, most of the first three a ``description``. Relationships: LISTED_IN,
    HAS_KEYWORD, IN_COLLECTION, DESCRIBED_BY, HAS_LICENSE, OWNED_BY, IN_DOMAIN, APPEARS_IN, DEPENDS_ON,
    PART_OF, IN_DATABASE, PROVIDES, HAS_CANONICAL.

    Raises `MissingDependency` when the package of the extra ``sample`` is not installed.
    """
    folder = package_folder("bioregistry") / "data"
    resources = read_json(folder / "bioregistry.json")
    registries = read_json(folder / "metaregistry.json")["metaregistry"]
    collections = read_json(folder / "collections.json")["collections"]
    yield from _nodes_once(_all_records(resources, registries, collections))


def attribution() -> str:
    """Whom to name when this graph is shown."""
    return ATTRIBUTION


def _nodes_once(records: Iterable[Record]) -> Iterator[Record]:
    seen: set[Key] = set()
    for record in records:
        if isinstance(record, NodeRecord):
            if record.key in seen:
                continue
            seen.add(record.key)
        yield record


def _all_records(
    resources: Mapping[str, _Table], registries: list[_Table], collections: list[_Table]
) -> Iterator[Record]:
    for row in registries:
        key = Key("Registry", "prefix", row["prefix"])
        name = row.get("name") or first_text(resources.get(row["prefix"], {}), "name") or row["prefix"]
        yield NodeRecord(key, _described(name, row.get("description")))
    for prefix, row in resources.items():
        yield NodeRecord(
            _resource(prefix), _described(first_text(row, "name") or prefix, first_text(row, "description"))
        )
    for row in collections:
        yield from _collection(row, resources)
    papers = Papers(resources.values())
    for prefix, row in resources.items():
        yield from _listings(prefix, row)
        yield from _facts(prefix, row)
        yield from _publications(prefix, row, papers)
        yield from _databases(prefix, row, resources)
        yield from _links(prefix, row, resources)


def _resource(prefix: str) -> Key:
    return Key("Resource", "prefix", prefix)


def _described(name: str, description: str | None) -> dict[str, str]:
    text = " ".join(_ADDRESS.sub("", _LINK.sub(r"\1", description or "")).split())
    return {"name": name, "description": text} if text else {"name": name}


def _collection(row: _Table, resources: Mapping[str, _Table]) -> Iterator[Record]:
    key = Key("Collection", "id", row["identifier"])
    yield NodeRecord(key, _described(row["name"], row.get("description")))
    members = (entry["prefix"] if isinstance(entry, dict) else entry for entry in row["resources"])
    for prefix in dict.fromkeys(members):
        if prefix in resources:
            yield RelationshipRecord(_resource(prefix), "IN_COLLECTION", key)


def _databases(prefix: str, row: _Table, resources: Mapping[str, _Table]) -> Iterator[Record]:
    """The database that a resource belongs to: a resource where it is listed, else a node of its own."""
    for name in _distinct(values_of("part_of_database")(row)):
        key = _resource(name) if name in resources else Key("Database", "name", name)
        if key.label == "Database":
            yield NodeRecord(key)
        if key != _resource(prefix):
            yield RelationshipRecord(_resource(prefix), "IN_DATABASE", key)


def _listings(prefix: str, row: _Table) -> Iterator[Record]:
    for registry, identifier in (row.get("mappings") or {}).items():
        key = Key("Registry", "prefix", registry)
        yield NodeRecord(key, {"name": registry})
        yield RelationshipRecord(_resource(prefix), "LISTED_IN", key, {"identifier": str(identifier)})


def _keywords(row: _Table) -> Iterator[str]:
    for keyword in values_of("keywords")(row):
        yield str(keyword).lower()


def _licenses(row: _Table) -> Iterator[str]:
    name = row.get("license")
    if isinstance(name, str) and not _ADDRESS.search(name):
        yield name


def _owners(row: _Table) -> Iterator[str]:
    for owner in row.get("owners") or ():
        yield owner["name"]


def _domains(row: _Table) -> Iterator[str]:
    for domain in values_of("domain")(row):
        yield str(domain).lower()


_FACTS: tuple[tuple[str, str, Callable[[_Table], Iterator[str]]], ...] = (
    ("HAS_KEYWORD", "Keyword", _keywords),
    ("HAS_LICENSE", "License", _licenses),
    ("OWNED_BY", "Organization", _owners),
    ("IN_DOMAIN", "Domain", _domains),
)


def _facts(prefix: str, row: _Table) -> Iterator[Record]:
    for type_, label, values in _FACTS:
        for name in _distinct(values(row)):
            key = Key(label, "name", name)
            yield NodeRecord(key)
            yield RelationshipRecord(_resource(prefix), type_, key)


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(" ".join(name.split()) for name in names if name.strip()))


def _publications(prefix: str, row: _Table, papers: Papers) -> Iterator[Record]:
    for paper in dict.fromkeys(papers.of(row)):
        key = Key("Publication", "id", paper.id)
        yield NodeRecord(
            key, {"name": paper.title} if paper.year is None else {"name": paper.title, "year": paper.year}
        )
        yield RelationshipRecord(_resource(prefix), "DESCRIBED_BY", key)


_LINKS = {
    "appears_in": "APPEARS_IN",
    "depends_on": "DEPENDS_ON",
    "part_of": "PART_OF",
    "provides": "PROVIDES",
    "has_canonical": "HAS_CANONICAL",
}


def _links(prefix: str, row: _Table, resources: Mapping[str, _Table]) -> Iterator[Record]:
    for field, type_ in _LINKS.items():
        for other in dict.fromkeys(values_of(field)(row)):
            if other in resources and other != prefix:
                yield RelationshipRecord(_resource(prefix), type_, _resource(other))
