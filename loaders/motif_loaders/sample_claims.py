"""Claims over the sample graph ``world``: true ones and false ones, in several wordings, made from its records.

``world_claims.jsonl`` beside this file holds what `make_claims` makes of the graph; a test makes them again. A false
claim has another value, or another relation, in the place of a true one. ``open_label`` is what can be said when a
graph may not know everything: a false claim whose relation can have several values is then unknown.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif_loaders.claim_wordings import (
    CONJUNCTIONS,
    DENIALS,
    PATHS,
    RELATIONS,
    Relation,
    RelationPath,
    millions,
)
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord

FILE = Path(__file__).with_name("world_claims.jsonl")

SEED = 11

Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class SampleClaim:
    """A claim in words and whether the graph bears it out.

    Attributes
    ----------
    label
        "supported" or "refuted", taking what the graph says of a node to be all there is.
    open_label
        The same, or "unknown" where only that assumption refutes (or, for a denial, supports) it.
    kind
        "one_hop", "property", "multi_hop", "conjunction" or "negation".
    swapped
        What makes a false claim false: "value" or "relation"; empty for a true one and for a denial.
    facts
        What is claimed, as triples of names, for properties (node, property, value in words); a denial denies them.
    """

    id: str
    text: str
    label: str
    open_label: str
    kind: str
    swapped: str
    facts: tuple[Triple, ...]


def load(source: Path | None = None) -> Iterator[SampleClaim]:
    """The claims of ``source``, by default those of this package."""
    for line in (source or FILE).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield SampleClaim(**{**row, "facts": tuple(tuple(fact) for fact in row["facts"])})


def as_lines(claims: Iterable[SampleClaim]) -> str:
    """The claims as the file holds them, one JSON object a line."""
    rows = (json.dumps(dataclasses.asdict(claim), ensure_ascii=False) for claim in claims)
    return "".join(f"{row}\n" for row in rows)


def make_claims(records: Iterable[Record], seed: int = SEED) -> list[SampleClaim]:
    """About 200 claims from the records of ``world``; the same seed gives the same claims."""
    maker = _Maker(_Facts(records), random.Random(seed))
    rows = [*maker.one_hop(), *maker.properties()]
    for _ in range(2):
        rows += [*maker.paths(), *maker.conjunctions(), *maker.denials()]
    return [SampleClaim(f"world-{number:03}", *row) for number, row in enumerate(rows, start=1)]


_Row = tuple[str, str, str, str, str, tuple[Triple, ...]]


class _Facts:
    """Names of the graph: by relation both ways, and which are fit to be claimed about (large, and one of a kind)."""

    def __init__(self, records: Iterable[Record]) -> None:
        self.tails: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.properties: dict[str, dict[str, Any]] = {}
        names: dict[Key, str] = {}
        self.pairs: dict[str, list[tuple[str, str]]] = defaultdict(list)
        links = []
        for record in records:
            if isinstance(record, NodeRecord):
                names[record.key] = str(record.properties.get("name", record.key.value))
                if record.key.label == "Country":
                    self.properties[names[record.key]] = dict(record.properties)
            elif isinstance(record, RelationshipRecord):
                links.append(record)
        carriers = Counter(names.values())
        self.countries = [
            name for name, values in self.properties.items() if values["population"] > 4_000_000
        ]
        fit = {key for key, name in names.items() if _is_fit(key, name, carriers, self.countries)}
        for link in links:
            head, tail = names[link.source], names[link.target]
            self.tails[head, link.type].append(tail)
            if link.type == "NEIGHBOUR_OF":
                self.tails[tail, link.type].append(head)
            if link.source in fit and link.target in fit:
                self.pairs[link.type].append((head, tail))

    def holds(self, triple: Triple) -> bool:
        head, relation, tail = triple
        return tail in self.tails[head, relation]


def _is_fit(key: Key, name: str, carriers: Counter[str], countries: list[str]) -> bool:
    if key.label == "Country":
        return name in countries
    is_plain = name.replace(" ", "").replace("-", "").isalpha() or key.label == "TimeZone"
    return is_plain and (carriers[name] == 1 or key.label in ("Continent", "Language"))


class _Maker:
    def __init__(self, facts: _Facts, chance: random.Random) -> None:
        self.facts = facts
        self.chance = chance

    def one_hop(self) -> Iterator[_Row]:
        """Each relation in all its wordings, true, with another value, and with another relation."""
        for relation in RELATIONS:
            for wording in relation.wordings:
                true = self._true(relation)
                yield wording.format(*_ends(true)), "supported", "supported", "one_hop", "", (true,)
                false = self._false(relation)
                open_label = "refuted" if relation.is_functional else "unknown"
                yield wording.format(*_ends(false)), "refuted", open_label, "one_hop", "value", (false,)
            if relation.confused_with:
                for wording in relation.wordings:
                    swapped = self._confused(relation)
                    yield (
                        wording.format(*_ends(swapped)),
                        "refuted",
                        "refuted",
                        "one_hop",
                        "relation",
                        (swapped,),
                    )

    def properties(self) -> Iterator[_Row]:
        """What a country has of people and ground: to the unit, rounded, and as a bound."""
        for true in (True, False) * 3:
            for name, text, told in (
                ("population", "{0} has a population of {1}.", "{0:,}"),
                ("areaKm2", "{0} covers {1} square kilometres.", "{0:,}"),
                ("population", "{1} people live in {0}.", "About {1} million"),
                ("population", "{1} people live in {0}.", "More than {1} million"),
            ):
                country = self.chance.choice(self.facts.countries)
                value = self.facts.properties[country][name]
                if told.startswith("More"):
                    value *= 0.6 if true else 1.8
                elif not true:
                    value *= self.chance.choice((0.4, 1.7, 2.5))
                words = told.format(round(value), millions(value))
                label = "supported" if true else "refuted"
                swapped, facts = "" if true else "value", ((country, name, words),)
                yield text.format(country, words), label, label, "property", swapped, facts

    def paths(self) -> Iterator[_Row]:
        """Two relations in a row, the node between them not named."""
        for path in PATHS:
            for wording in path.wordings:
                for true in (True, False):
                    start, facts = self._path(path, true)
                    label = "supported" if true else "refuted"
                    settles = path.first.is_functional and path.second.is_functional
                    open_label = label if true or settles else "unknown"
                    text = wording.format(start, facts[1][2])
                    yield text, label, open_label, "multi_hop", "" if true else "value", facts

    def _path(self, path: RelationPath, true: bool) -> tuple[str, tuple[Triple, Triple]]:
        """Where the path starts, and its two facts; a false one ends where no path of its kind from there does."""
        ends = {tail for _, tail in self.facts.pairs[path.second.type]}
        while True:
            first = self._true(path.first)
            start, between = first[2 - path.first_end], first[path.first_end]
            reached = set(self.facts.tails[between, path.second.type])
            if not path.first.is_functional:
                every = self.facts.tails[start, path.first.type]
                reached = {tail for name in every for tail in self.facts.tails[name, path.second.type]}
            chosen = ends & set(self.facts.tails[between, path.second.type]) if true else ends - reached
            if chosen:
                return start, (first, (between, path.second.type, self.chance.choice(sorted(chosen))))

    def conjunctions(self) -> Iterator[_Row]:
        """Two relations of one country; a false one has one false half."""
        for one, other, wordings in CONJUNCTIONS:
            for wording in wordings:
                for true in (True, False):
                    first = self._true(one, needs=other)
                    second = self._of(first[0], other) if true else self._false(other, head=first[0])
                    label = "supported" if true else "refuted"
                    open_label = label if true or other.is_functional else "unknown"
                    text = wording.format(first[0], first[2], second[2])
                    yield text, label, open_label, "conjunction", "" if true else "value", (first, second)

    def denials(self) -> Iterator[_Row]:
        for relation, wordings in DENIALS:
            for wording in wordings:
                denied = self._false(relation)
                open_label = "supported" if relation.is_functional else "unknown"
                yield wording.format(*_ends(denied)), "supported", open_label, "negation", "", (denied,)
                denied = self._true(relation)
                yield wording.format(*_ends(denied)), "refuted", "refuted", "negation", "", (denied,)

    def _true(self, relation: Relation, needs: Relation | None = None) -> Triple:
        pairs = [
            pair
            for pair in self.facts.pairs[relation.type]
            if needs is None or any(head == pair[0] for head, _ in self.facts.pairs[needs.type])
        ]
        head, tail = self.chance.choice(pairs)
        return head, relation.type, tail

    def _of(self, head: str, relation: Relation) -> Triple:
        tails = [tail for one, tail in self.facts.pairs[relation.type] if one == head]
        return head, relation.type, self.chance.choice(tails)

    def _false(self, relation: Relation, head: str | None = None) -> Triple:
        """A head with the tail of another, which it has not."""
        heads = [head] if head is not None else [head for head, _ in self.facts.pairs[relation.type]]
        tails = sorted({tail for _, tail in self.facts.pairs[relation.type]})
        while True:
            triple = self.chance.choice(heads), relation.type, self.chance.choice(tails)
            if not self.facts.holds(triple) and triple[0] != triple[2]:
                return triple

    def _confused(self, relation: Relation) -> Triple:
        """Two nodes that another relation joins, and this one does not."""
        assert relation.confused_with
        while True:
            tail, head = self.chance.choice(self.facts.pairs[relation.confused_with])
            if not self.facts.holds((head, relation.type, tail)):
                return head, relation.type, tail


def _ends(triple: Triple) -> tuple[str, str]:
    return triple[0], triple[2]
