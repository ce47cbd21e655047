"""A small world as a loader tells it."""

from __future__ import annotations

import pytest

from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord
from motif_procedures.spark.facts import Facts, facts_of

COUNTRIES = {"NL": ("Northland", 9_100_000), "SL": ("Southland", 3_200_000), "IS": ("Isle", 400_000)}


def country(iso: str) -> Key:
    return Key("Country", "iso", iso)


@pytest.fixture
def records() -> list[Record]:
    """Three countries with two frontiers, on one continent, and cities."""
    made: list[Record] = [NodeRecord(Key("Continent", "code", "AA"), {"name": "Everywhere"})]
    for iso, (name, people) in COUNTRIES.items():
        made.append(NodeRecord(country(iso), {"name": name, "population": people}))
        made.append(RelationshipRecord(country(iso), "IN_CONTINENT", Key("Continent", "code", "AA")))
    for number, iso in enumerate(("NL", "NL", "SL")):
        city = Key("City", "geonameId", number)
        made.append(NodeRecord(city, {"name": f"City {number}", "population": 1000 * (number + 1)}))
        made.append(RelationshipRecord(city, "IN_COUNTRY", country(iso)))
    made.append(RelationshipRecord(country("NL"), "NEIGHBOUR_OF", country("SL")))
    made.append(RelationshipRecord(country("SL"), "NEIGHBOUR_OF", country("IS")))
    return made


@pytest.fixture
def facts(records: list[Record]) -> Facts:
    return facts_of(records)
