"""RDF in N-Triples, Turtle or another syntax that rdflib reads.

A resource is a node ``Resource`` with the key ``uri``; ``rdf:type`` gives further labels, a literal a
property, a triple between resources a relationship. Labels, types and properties have the local names of
their IRIs.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from motif.errors import InvalidSource, MissingDependency
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord, Value
from motif_loaders.text_files import open_text

_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_NAMES = (
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://xmlns.com/foaf/0.1/name",
    "https://schema.org/name",
    "http://schema.org/name",
    "http://purl.org/dc/terms/title",
    "http://purl.org/dc/elements/1.1/title",
)
_SYNTAX = {
    ".nt": "nt",
    ".ntriples": "nt",
    ".ttl": "turtle",
    ".turtle": "turtle",
    ".rdf": "xml",
    ".owl": "xml",
}


def load(source: Path, *, language: str = "en", syntax: str | None = None) -> Iterator[Record]:
    """Records of the RDF file ``source``, plain or gzipped; it is held in memory while it is read.

    Parameters
    ----------
    language
        Texts in this language, or in none, make a property under its plain name; others have the language
        appended (``comment_fr``). ``name`` is ``rdfs:label``, else SKOS's, FOAF's, schema.org's or Dublin
        Core's name or title, else the local name of the IRI. Several values of one property are a list.
    syntax
        A name that rdflib knows; by default by the extension.

    Blank nodes are keyed by the file's name and their order of appearance, so loading the same file twice
    is harmless.

    Raises `InvalidSource`, with the parser's message, and `MissingDependency` without rdflib.
    """
    extension = Path(source.name.removesuffix(".gz")).suffix.lower()
    found = _parse(source, syntax or _SYNTAX.get(extension, "turtle"))
    return found.records(language.lower())


@dataclass(slots=True)
class _Resource:
    """What is known of one IRI or blank node: labels, and literals by (predicate, language)."""

    labels: dict[str, None] = field(default_factory=dict)
    literals: dict[tuple[str, str], dict[tuple[type, Any], None]] = field(default_factory=dict)


class _Collected:
    """The triples of a file, by subject, in the order of the file."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._blanks: dict[str, str] = {}
        self._resources: dict[str, _Resource] = {}
        self._links: list[tuple[str, str, str]] = []

    def add_link(self, subject: str, predicate: str, thing: str) -> None:
        if predicate == _TYPE:
            self._resource(subject).labels.setdefault(local_name(thing))
        else:
            self._resource(subject)
            self._resource(thing)
            self._links.append((subject, predicate, thing))

    def add_literal(self, subject: str, predicate: str, language: str, value: Any) -> None:
        values = self._resource(subject).literals.setdefault((predicate, language), {})
        values.setdefault((type(value), value))

    def blank(self, label: str) -> str:
        """The key of a blank node."""
        return self._blanks.setdefault(label, f"_:{self._prefix}-{len(self._blanks) + 1}")

    def _resource(self, uri: str) -> _Resource:
        return self._resources.setdefault(uri, _Resource())

    def records(self, language: str) -> Iterator[Record]:
        for uri, resource in self._resources.items():
            yield NodeRecord(_key(uri), _properties(uri, resource, language), tuple(resource.labels))
        for subject, predicate, thing in self._links:
            yield RelationshipRecord(_key(subject), local_name(predicate), _key(thing))


def _key(uri: str) -> Key:
    return Key("Resource", "uri", uri)


def _properties(uri: str, resource: _Resource, language: str) -> dict[str, Value]:
    gathered: dict[str, dict[tuple[type, Any], None]] = {}
    for (predicate, tag), values in resource.literals.items():
        plain = local_name(predicate)
        property = plain if tag in ("", language) or tag.startswith(f"{language}_") else f"{plain}_{tag}"
        gathered.setdefault(property, {}).update(values)
    name = _name(resource, language) or local_name(uri)
    given = {property: _value(list(values)) for property, values in gathered.items() if property != "uri"}
    return {property: value for property, value in given.items() if value != name} | {"name": name}


def _name(resource: _Resource, language: str) -> str | None:
    for predicate in _NAMES:
        tags = sorted(
            (tag for known, tag in resource.literals if known == predicate),
            key=lambda tag: (tag != language, not tag.startswith(f"{language}_"), tag != "", tag),
        )
        if tags:
            return str(next(iter(resource.literals[predicate, tags[0]]))[1])
    return None


def _value(values: list[tuple[type, Any]]) -> Value:
    """One value alone; several as a list of one type, of text when their types differ."""
    if len(values) == 1:
        value: Value = values[0][1]
        return value
    return [v for _, v in values] if len({kind for kind, _ in values}) == 1 else [str(v) for _, v in values]


def local_name(iri: str) -> str:
    """What stands behind the last ``#``, ``/`` or ``:`` of an IRI.

    >>> local_name("http://xmlns.com/foaf/0.1/knows"), local_name("http://example.org/")
    ('knows', 'example.org')
    """
    text = iri.rstrip("#/:")
    cut = max(text.rfind(sign) for sign in "#/:")
    return unquote(text[cut + 1 :]) or iri


def _parse(path: Path, syntax: str) -> _Collected:
    try:
        import rdflib
    except ModuleNotFoundError as error:
        raise MissingDependency(
            "Reading RDF needs the package 'rdflib', which is not installed.",
            hint="Run: pip install 'motif-graphrag[rdf]'",
        ) from error
    collected = _Collected(path.name.split(".")[0])

    class Sink(rdflib.Graph):
        """Hands each triple on instead of keeping it."""

        def add(self, triple: tuple[Any, Any, Any]) -> Any:
            subject, predicate, thing = triple
            head = collected.blank(str(subject)) if isinstance(subject, rdflib.BNode) else str(subject)
            if isinstance(thing, rdflib.Literal):
                language = (thing.language or "").lower().replace("-", "_")
                collected.add_literal(head, str(predicate), language, _python_value(thing))
            else:
                tail = collected.blank(str(thing)) if isinstance(thing, rdflib.BNode) else str(thing)
                collected.add_link(head, str(predicate), tail)
            return self

    with open_text(path) as lines, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = ""
        try:
            text = lines.read()
            Sink().parse(data=text, format=syntax)
        except rdflib.plugin.PluginException as error:
            raise InvalidSource(
                f"rdflib knows no syntax '{syntax}'.", hint="Try nt, turtle or xml."
            ) from error
        except Exception as error:
            raise _unreadable(path, syntax, text, error) from error
    return collected


def _unreadable(path: Path, syntax: str, text: str, error: Exception) -> InvalidSource:
    """The parser's complaint with its line: named by it, or found by the text it quotes."""
    message = " ".join(str(error).split())
    named = re.search(r"\bline (\d+)", message)
    quoted = message.partition("Invalid line: ")[2]
    line = (
        named[1]
        if named
        else next((n for n, row in enumerate(text.split("\n"), 1) if quoted and quoted in row), None)
    )
    where = f"{path}, line {line}," if line else str(path)
    return InvalidSource(
        f"{where} cannot be read as {syntax}: {message[:400]}.", hint="Mend the file, or name its syntax."
    )


def _python_value(literal: Any) -> Any:
    """The literal as a property: number, truth value, date or time; anything else is its text."""
    value = literal.toPython()
    if isinstance(value, (bool, int, float, date)):
        too_large = isinstance(value, int) and not -(2**63) <= value < 2**63
        return str(literal) if too_large else value
    if type(value).__name__ == "Decimal":
        return float(value)
    return str(literal)
