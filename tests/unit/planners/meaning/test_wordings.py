"""Wordings of English, each on a graph that no word table was written for."""

from __future__ import annotations

from typing import Any

import pytest

from guild_graph import guild
from motif.graphs.evidence import Node, Results


def rows(found: Results) -> set[Any]:
    """The answers of each piece; nodes by name, one answer by itself."""
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return {row[0] if len(row) == 1 else row for row in named}


def asked(question: str) -> Results:
    return guild().retrieve(question, planner="meaning", top_k=20)


COMPOUNDS = [
    ("Which artisans work at wood workshops?", {"Ilva Torn", "Pell Oster", "Sten Marl", "Wyn Hask"}),
    ("List all pottery artisans", {"Ilva Torn", "Runa Veld", "Sten Marl"}),
    ("How many glass blowing artisans are there?", {2}),
    ("How many wood workshops are there?", {2}),
    ("List all wood and gas workshops", {"Red Yard", "Long Barn", "Dock House"}),
]
CONDITIONS = [
    ("Which certified artisans practise pottery?", {"Ilva Torn", "Runa Veld"}),
    ("Which artisans are certified?", {"Ilva Torn", "Runa Veld"}),
    ("How many artisans are not certified?", {3}),
    ("Is Ilva Torn certified?", {True}),
    ("Is Wyn Hask certified?", {False}),
    ("Which workshop has ID 4?", {"Dock House"}),
    ("Who worked at Red Yard in 2005?", {"Ilva Torn", "Pell Oster"}),
    ("Who works at Red Yard right now?", {"Ilva Torn", "Wyn Hask"}),
]
VALUES = [
    ("How tall is Ilva Torn?", {160}),
    ("How many kilns does Red Yard have?", {4}),
    ("Which workshop does Runa Veld work at?", {"Dock House"}),
    ("What does Wyn Hask practise?", {"weaving"}),
]
BEATING = [
    ("Which artisan practises more crafts than any other?", {"Runa Veld"}),
    ("Which artisan practises more crafts than any other artisan?", {"Runa Veld"}),
    ("Which artisan is taller than all the others?", {"Wyn Hask"}),
    ("Which workshop has fewer kilns than any other?", {"Long Barn"}),
    ("Which artisan has a higher wage than anyone else?", {"Ilva Torn"}),
    ("Which workshop has more artisans working at it than any other workshop?", {"Red Yard"}),
]
EVERY = [
    (
        "For every workshop, state the number of artisans who work there.",
        {("Red Yard", 3), ("Dock House", 2), ("Long Barn", 1)},
    ),
    (
        "For each craft, report the number of artisans who practise it",
        {("pottery", 3), ("glass blowing", 2), ("weaving", 1)},
    ),
    (
        "For each rank, calculate the average wage.",
        {("Master", 80), ("Journeyman", 40), ("Apprentice", 22.5)},
    ),
]
ASIDES = [
    (
        "Which artisans practise pottery, and at what rank?",
        {("Ilva Torn", "Master"), ("Runa Veld", "Journeyman"), ("Sten Marl", "Apprentice")},
    ),
    ("Who works at Long Barn, and for how many hours?", {("Sten Marl", 20)}),
    ("Which workshops burn gas, and with what number of kilns?", {("Dock House", 2)}),
]
COMPARED = [
    ("How much taller is Runa Veld than Sten Marl?", {10}),
    ("How much taller is Runa Veld than Sten Marl in centimeters?", {10}),
    ("How much shorter is Sten Marl than Runa Veld?", {10}),
    ("How much taller is Runa Veld compared to Sten Marl?", {10}),
    ("By how many centimeters is Runa Veld taller than Sten Marl?", {10}),
    ("How many centimeters taller is Runa Veld than Sten Marl?", {10}),
    ("How much more does Ilva Torn earn than Pell Oster?", {20}),
    ("How much less does Pell Oster earn than Ilva Torn?", {20}),
    ("Does Ilva Torn earn more than Pell Oster?", {True}),
    ("Does Ilva Torn earn less than Pell Oster?", {False}),
    ("How much higher is the wage of Ilva Torn than that of Pell Oster?", {20}),
    ("What is the difference in wage between Pell Oster and Ilva Torn?", {20}),
]
KIN = [
    ("How many students does Runa Veld have?", {2}),
    ("Which students does Ilva Torn have?", {"Runa Veld", "Pell Oster"}),
    ("Which teachers does Sten Marl have?", {"Runa Veld"}),
    ("How many children does Pell Oster have?", {2}),
    ("Which artisans have no teacher?", {"Ilva Torn"}),
    ("Which artisans have no students?", {"Pell Oster", "Sten Marl", "Wyn Hask"}),
    ("Which artisans have more than 1 student?", {"Ilva Torn", "Runa Veld"}),
    ("Which artisans work at the same workshop as Wyn Hask?", {"Ilva Torn", "Pell Oster"}),
    ("Which artisans have the same teacher as Wyn Hask?", {"Sten Marl"}),
]
BETWEEN = [
    ("Between Red Yard and Dock House, which workshop has more kilns?", {"Red Yard"}),
    ("Between Runa Veld and Sten Marl, who is taller?", {"Runa Veld"}),
    ("Which artisans, past or present, have worked at Red Yard?", {"Ilva Torn", "Pell Oster", "Wyn Hask"}),
    ("Which workers of Red Yard, past or present, practise pottery?", {"Ilva Torn"}),
]
DENIED = [
    ("artisans that Ilva Torn does not admire", {"Ilva Torn", "Pell Oster", "Sten Marl", "Wyn Hask"}),
    ("Which crafts does Runa Veld not practise?", {"weaving"}),
    ("Which crafts has Runa Veld never practised?", {"weaving"}),
    ("Which crafts doesn't Wyn Hask practise?", {"pottery", "glass blowing"}),
    ("workshops where Pell Oster never worked", {"Long Barn"}),
    ("Which artisans did not win any craft?", set()),
    ("Which artisans did Ilva Torn not teach?", {"Ilva Torn", "Sten Marl", "Wyn Hask"}),
]
SHARED = [
    ("Which crafts are practised by artisans who practise pottery?", {"glass blowing"}),
    ("Which artisans practise the same craft as Pell Oster?", {"Runa Veld"}),
]
DIRECTIONS = [
    ("Who admires Ilva Torn?", {"Pell Oster", "Wyn Hask"}),
    ("Who is admired by Ilva Torn?", {"Runa Veld"}),
    ("Which artisans are admired by either Sten Marl or Ilva Torn?", {"Pell Oster", "Runa Veld"}),
    ("Which artisans does Sten Marl admire?", {"Pell Oster"}),
    ("Who are the admirers of Ilva Torn?", {"Pell Oster", "Wyn Hask"}),
    ("Who is the teacher of Sten Marl?", {"Runa Veld"}),
    ("Who are the students of Ilva Torn?", {"Runa Veld", "Pell Oster"}),
    ("Which artisans have Runa Veld as a teacher?", {"Sten Marl", "Wyn Hask"}),
    ("Which artisans are children of Pell Oster?", {"Wyn Hask", "Sten Marl"}),
    ("Who is a parent of Wyn Hask?", {"Pell Oster"}),
    ("Which workshops are connected to Red Yard?", {"Dock House", "Long Barn"}),
    ("What are the teacher artisans of Sten Marl?", {"Runa Veld"}),
]
CHAINS = [
    ("Which artisans admire artisans who admire Ilva Torn?", {"Sten Marl"}),
    ("Which artisans admire those who admire Ilva Torn?", {"Sten Marl"}),
    ("Which artisans admire the teacher of Sten Marl?", {"Ilva Torn"}),
    ("Which artisans have a teacher who practises glass blowing?", {"Sten Marl", "Wyn Hask"}),
    ("Name the artisans whose teacher practises glass blowing", {"Sten Marl", "Wyn Hask"}),
    ("Which artisans share a teacher with Sten Marl?", {"Wyn Hask"}),
    ("Who are the grandparents of Wyn Hask?", {"Ilva Torn"}),
    ("Which artisans are grandchildren of Ilva Torn?", {"Sten Marl", "Wyn Hask"}),
    ("Who are the siblings of Wyn Hask?", {"Sten Marl"}),
    ("Which artisans have a teacher at Red Yard?", {"Runa Veld", "Pell Oster"}),
]
COUNTS = [
    (
        "List the artisans who practise pottery, along with the number of artisans who admire each of them",
        {("Ilva Torn", 2), ("Runa Veld", 1), ("Sten Marl", 0)},
    ),
    (
        "Which artisans practise pottery, and how many artisans does each of them admire?",
        {("Ilva Torn", 1), ("Runa Veld", 0), ("Sten Marl", 1)},
    ),
    (
        "Which artisans practise glass blowing, and how many artisans have each of them as a teacher?",
        {("Runa Veld", 2), ("Pell Oster", 0)},
    ),
]
GROUPS = [
    (
        "What is the average wage of artisans by rank?",
        {("Master", 80), ("Journeyman", 40), ("Apprentice", 22.5)},
    ),
    ("How many artisans are there for each rank?", {("Master", 2), ("Journeyman", 1), ("Apprentice", 2)}),
    ("Kilns per fuel", {("wood", 5), ("gas", 2)}),
    ("Number of workshops by fuel", {("wood", 2), ("gas", 1)}),
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        *COMPOUNDS,
        *CONDITIONS,
        *VALUES,
        *SHARED,
        *BEATING,
        *DENIED,
        *BETWEEN,
        *KIN,
        *COMPARED,
        *EVERY,
        *ASIDES,
        *DIRECTIONS,
        *CHAINS,
        *COUNTS,
        *GROUPS,
    ],
)
def test_a_wording_is_understood(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert rows(found) == expected, found.metadata


@pytest.mark.parametrize(
    "question",
    [
        "Rank the workshops by kilns from smallest to largest.",
        "List the workshops by kilns, starting with the smallest.",
        "Put the workshops in order of kilns, beginning with the lowest.",
        "workshops sorted by kilns, from fewest to most",
    ],
)
def test_an_order_that_begins_with_the_least(question: str) -> None:
    found = asked(question)
    assert [piece.answers[0].name for piece in found] == ["Long Barn", "Dock House", "Red Yard"], (
        found.metadata
    )


@pytest.mark.parametrize(
    "question",
    [
        "Rank the workshops by number of kilns",
        "List the workshops by kilns, starting with the largest.",
        "Put the workshops in order of kilns, beginning with the most numerous.",
    ],
)
def test_an_order_that_begins_with_the_most(question: str) -> None:
    found = asked(question)
    assert [piece.answers[0].name for piece in found] == ["Red Yard", "Dock House", "Long Barn"], (
        found.metadata
    )
