"""The claims over ``world`` are those its records make, and their labels are what the records say."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from motif.errors import MissingDependency
from motif_loaders import world
from motif_loaders.claim_wordings import RELATIONS, millions
from motif_loaders.records import NodeRecord, Record, RelationshipRecord
from motif_loaders.sample_claims import FILE, SampleClaim, as_lines, load, make_claims

FUNCTIONAL = {relation.type for relation in RELATIONS if relation.is_functional}


@pytest.fixture(scope="module")
def records() -> list[Record]:
    try:
        return list(world.load())
    except MissingDependency as error:
        pytest.skip(
            f"the claims are about the sample graph, and the extra 'sample' is not installed: {error}"
        )


class Truth:
    """What the records say, by names alone."""

    def __init__(self, records: list[Record]) -> None:
        names = {
            r.key: str(r.properties.get("name", r.key.value)) for r in records if isinstance(r, NodeRecord)
        }
        self.properties = {names[r.key]: r.properties for r in records if isinstance(r, NodeRecord)}
        self.populations = {
            r.properties["name"]: r.properties
            for r in records
            if isinstance(r, NodeRecord) and "iso3" in r.properties
        }
        self.links: dict[tuple[str, str], set[str]] = defaultdict(set)
        for r in records:
            if isinstance(r, RelationshipRecord):
                self.links[names[r.source], r.type].add(names[r.target])
                if r.type == "NEIGHBOUR_OF":
                    self.links[names[r.target], r.type].add(names[r.source])

    def says(self, claim: SampleClaim) -> bool:
        return all(self._has(*fact) for fact in claim.facts)

    def _has(self, head: str, relation: str, tail: str) -> bool:
        if relation.isupper():
            return tail in self.links[head, relation]
        value, number = self.populations[head][relation], tail.split()[-2] if "million" in tail else tail
        if tail.startswith("About"):
            return millions(value) == number
        if tail.startswith("More"):
            return bool(value > float(number) * 1e6)
        return bool(round(value) == int(number.replace(",", "")))


def test_the_file_is_what_the_records_make(records: list[Record]) -> None:
    assert FILE.read_text(encoding="utf-8") == as_lines(make_claims(records))
    assert make_claims(records, seed=1) != make_claims(records, seed=2)


def test_labels_are_what_the_records_say(records: list[Record]) -> None:
    truth = Truth(records)
    for claim in load():
        is_said = truth.says(claim) != (claim.kind == "negation")
        assert claim.label == ("supported" if is_said else "refuted"), claim


def test_in_an_open_world_only_what_excludes_decides() -> None:
    for claim in load():
        relations = {relation for _, relation, _ in claim.facts if relation.isupper()}
        if claim.open_label == "unknown":
            assert not relations <= FUNCTIONAL, claim
        else:
            assert claim.open_label == claim.label


def test_claims_are_of_every_kind_and_told_apart() -> None:
    claims = list(load())
    assert 190 <= len(claims) <= 210
    assert len({claim.id for claim in claims}) == len(claims)
    kinds = Counter((claim.kind, claim.label) for claim in claims)
    assert all(
        kinds[kind, label] >= 10
        for kind in ("one_hop", "property", "multi_hop", "conjunction", "negation")
        for label in ("supported", "refuted")
    )
    assert {claim.swapped for claim in claims} == {"", "value", "relation"}


def test_claims_of_a_file(tmp_path: Path) -> None:
    claim = SampleClaim(
        "a", "Oslo is the capital of Norway.", "supported", "supported", "one_hop", "", (("a", "B", "c"),)
    )
    (tmp_path / "claims.jsonl").write_text(as_lines([claim]), encoding="utf-8")
    assert list(load(tmp_path / "claims.jsonl")) == [claim]
