"""How the claims of `motif_loaders.sample_claims` are worded: as people write, not as any planner verbalises."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of ``world`` with its wordings; ``{0}`` is the head, ``{1}`` the tail.

    Attributes
    ----------
    is_functional
        Whether a head has one tail, so that another value excludes the claim.
    confused_with
        Another relation, tail to head, whose pairs make false claims of this one.
    """

    type: str
    wordings: tuple[str, ...]
    is_functional: bool
    confused_with: str = ""


@dataclass(frozen=True, slots=True)
class RelationPath:
    """Two relations in a row; ``{0}`` is where it starts, ``{1}`` where it ends.

    ``first_end`` tells which end of the first relation is the node between: 0 its head, 2 its tail.
    """

    first: Relation
    first_end: int
    second: Relation
    wordings: tuple[str, ...]


CAPITAL = Relation(
    "HAS_CAPITAL",
    (
        "{1} is the capital of {0}.",
        "The capital city of {0} is {1}.",
        "{0} has {1} as its capital.",
        "{0}'s government sits in its capital {1}.",
    ),
    is_functional=True,
    confused_with="IN_COUNTRY",
)
CURRENCY = Relation(
    "USES_CURRENCY",
    (
        "The currency of {0} is the {1}.",
        "People in {0} pay with the {1}.",
        "{0} uses the {1} as its money.",
        "In {0} you shop in {1}.",
    ),
    is_functional=True,
)
LANGUAGE = Relation(
    "HAS_LANGUAGE",
    (
        "{1} is spoken in {0}.",
        "One of the languages of {0} is {1}.",
        "In {0} there are people who speak {1}.",
        "You can hear {1} in the streets of {0}.",
    ),
    is_functional=False,
)
BORDER = Relation(
    "NEIGHBOUR_OF",
    (
        "{0} borders {1}.",
        "{0} and {1} share a border.",
        "{0} is a neighbour of {1}.",
        "{1} lies next to {0}.",
    ),
    is_functional=False,
)
CONTINENT = Relation(
    "IN_CONTINENT",
    ("{0} is in {1}.", "{0} belongs to the continent {1}.", "{0} is one of the countries of {1}."),
    is_functional=True,
)
SUBREGION = Relation(
    "IN_SUBREGION",
    ("{0} lies in the region {1}.", "{0} is part of {1}.", "{0} counts as {1}."),
    is_functional=True,
)
PROVINCE = Relation(
    "PROVINCE_OF",
    (
        "{0} is a province of {1}.",
        "{0} is one of the provinces that make up {1}.",
        "{1} has a province called {0}.",
    ),
    is_functional=True,
)
CITY = Relation(
    "IN_COUNTRY",
    ("{0} is a city in {1}.", "The city of {0} is located in {1}.", "{0} is found in {1}."),
    is_functional=True,
)
TIME_ZONE = Relation(
    "IN_TIME_ZONE",
    ("{0} is in the time zone {1}.", "Clocks in {0} follow {1}.", "{1} is the time zone of {0}."),
    is_functional=True,
)

RELATIONS = (CAPITAL, CURRENCY, LANGUAGE, BORDER, CONTINENT, SUBREGION, PROVINCE, CITY, TIME_ZONE)

PATHS = (
    RelationPath(
        CITY,
        2,
        CURRENCY,
        (
            "The country in which {0} lies uses the {1}.",
            "In the city of {0} one pays with the {1}.",
            "Visitors to {0} need {1}, the money of the country.",
        ),
    ),
    RelationPath(
        CITY,
        2,
        LANGUAGE,
        (
            "{1} is spoken in the country where {0} is.",
            "{0} is a city of a country with {1} among its languages.",
        ),
    ),
    RelationPath(
        CAPITAL,
        0,
        CONTINENT,
        ("{0} is the capital of a country in {1}.", "The country whose capital is {0} belongs to {1}."),
    ),
    RelationPath(
        PROVINCE,
        2,
        CAPITAL,
        (
            "{0} is a province of the country whose capital is {1}.",
            "{1} is the capital of the country that {0} is a province of.",
        ),
    ),
    RelationPath(
        BORDER,
        2,
        CURRENCY,
        ("{0} has a neighbour that uses the {1}.", "A country that borders {0} pays with the {1}."),
    ),
)

CONJUNCTIONS = (
    (
        BORDER,
        CURRENCY,
        ("{0} borders {1} and uses the {2}.", "{0}, a neighbour of {1}, has the {2} as its currency."),
    ),
    (
        CAPITAL,
        CONTINENT,
        ("{1} is the capital of {0}, which lies in {2}.", "{0} is in {2} and its capital is {1}."),
    ),
    (
        BORDER,
        LANGUAGE,
        ("{0} is next to {1}, and {2} is spoken there.", "{2} is a language of {0}, which borders {1}."),
    ),
    (SUBREGION, CAPITAL, ("{0} is a country of {1} whose capital is {2}.",)),
)

DENIALS = (
    (CAPITAL, ("{1} is not the capital of {0}.", "The capital of {0} isn't {1}.")),
    (BORDER, ("{0} does not border {1}.", "{0} and {1} have no common border.")),
    (LANGUAGE, ("{1} is not spoken in {0}.",)),
    (CURRENCY, ("{0} doesn't use the {1}.", "The {1} is not the currency of {0}.")),
    (CONTINENT, ("{0} is not in {1}.", "{0} never belonged to {1}.")),
    (CITY, ("{0} is not a city in {1}.",)),
)


def millions(value: float) -> str:
    """A number of people in millions, as it is said: two digits at least, no more than needed.

    >>> millions(66_987_244), millions(4_937_786)
    ('67', '4.9')
    """
    return f"{value / 1e6:.0f}" if value >= 10_000_000 else f"{value / 1e6:.1f}"
