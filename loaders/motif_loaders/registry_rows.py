"""A resource of the registry: what its curators say, and what the registries say that it aggregates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any


def sections(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The row itself, then the section of each aggregated registry.

    Only such sections have a ``prefix`` of their own; the others (``contact``, ``contributor``) are people.
    """
    return [row, *(value for value in row.values() if isinstance(value, dict) and "prefix" in value)]


def first_text(row: Mapping[str, Any], field: str) -> str:
    """The first text of ``field`` in the sections of ``row``; empty when none has one.

    >>> first_text({"contact": {"name": "A. Person"}, "ols": {"prefix": "go", "name": "Gene Ontology"}}, "name")
    'Gene Ontology'
    """
    texts = (section.get(field) for section in sections(row))
    return next((text.strip() for text in texts if isinstance(text, str) and text.strip()), "")


def values_of(field: str) -> Callable[[Mapping[str, Any]], Iterator[Any]]:
    """What gives every value of ``field`` in all sections of a row, whether it stands alone or in a list."""

    def values(row: Mapping[str, Any]) -> Iterator[Any]:
        for section in sections(row):
            found = section.get(field)
            if found:
                yield from found if isinstance(found, list) else [found]

    return values
