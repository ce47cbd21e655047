"""Questions in the manner of those that are put to public graphs: bounds on averages, ways, things of one's own."""

from __future__ import annotations

import datetime
import random
from functools import cache
from typing import Any

import pytest

import motif
from motif.errors import MotifError
from motif.planners.meaning.planner import plan_meanings
from question_graphs import small_graph, told

PLAYERS = {"Ann": (2100, 2250, 31), "Bo": (1900, 1900, 17), "Cid": (2300, 2310, 52), "Dot": (1750, 1800, 45)}
TRADES = {"Ann": "smith", "Bo": "smith", "Cid": "baker", "Dot": "cook"}
PUZZLES = {"The Long Pin": "2019-04-01", "The Fork": "2021-06-30", "Last Rank": "2020-01-15"}
OTHERS = {
    "Club": ("Rook", "Knight"),
    "Town": ("Lea", "Moor"),
    "Event": ("Open", "Blitz"),
    "Note": ("First", "Second", "Third", "Fourth"),
    "Harbour": ("East Quay", "West Quay", "Mole"),
    "Steward": ("Una", "Vic"),
}
LINKS: list[tuple[str, str, str, dict[str, Any]]] = [
    *((who, "BELONGS_TO", club, {}) for who, club in zip(PLAYERS, ("Rook", "Knight") * 2, strict=True)),
    ("Rook", "IN_TOWN", "Lea", {}),
    ("Knight", "IN_TOWN", "Moor", {}),
    *((who, "SET", what, {}) for who, what in zip(PLAYERS, PUZZLES, strict=False)),
    *(
        (who, "SOLVED", what, {"points": points})
        for who, what, points in (
            ("Ann", "The Long Pin", 12),
            ("Bo", "The Long Pin", 20),
            ("Cid", "Last Rank", 5),
            ("Dot", "The Fork", 9),
            ("Ann", "Last Rank", 7),
        )
    ),
    *(
        (who, "ARBITER", event, {})
        for who, event in zip(PLAYERS, ("Open", "Open", "Open", "Blitz"), strict=True)
    ),
    ("Ann", "VOTED_ON", "Blitz", {"vote": "no"}),
    ("Bo", "VOTED_ON", "Blitz", {"vote": "yes"}),
    *((a, "REPLY_TO", b, {}) for a, b in (("Second", "First"), ("Third", "First"), ("Fourth", "Second"))),
    *(
        (a, "HAS_FERRY", b, {"crossing": long})
        for a, b, long in (
            ("East Quay", "West Quay", 10),
            ("East Quay", "Mole", 25),
            ("West Quay", "Mole", 15),
            ("Mole", "East Quay", 30),
        )
    ),
    *((who, "STEWARD_OF", club, {}) for who, club in (("Una", "Rook"), ("Una", "Knight"), ("Vic", "Knight"))),
]


@cache
def society() -> motif.Graph:
    """Chess players, clubs in towns, puzzles, events, stewards; notes that reply to notes; harbours and ferries."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Player",), {"name": name, "rating": rating, "peak": peak, "age": age, "trade": TRADES[name]})
            for name, (rating, peak, age) in PLAYERS.items()
        ),
        *(
            (("Puzzle",), {"name": name, "posted": datetime.date.fromisoformat(day)})
            for name, day in PUZZLES.items()
        ),
        *(((label,), {"name": name}) for label, names in OTHERS.items() for name in names),
    ]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    links = [(at[one], kind, at[other], held) for one, kind, other, held in LINKS]
    return small_graph("society", nodes, links, ("points", "crossing", "vote"))


NAMES = [
    ("Which puzzles have a name that starts with 'The'?", {"The Long Pin", "The Fork"}),
    ("Which player has the higher rating, 'Ann' or 'Cid'?", {"Cid"}),
    ("Which players solved their own puzzles?", {"Ann", "Cid"}),
    ("Which players have a peak greater than their rating?", {"Ann", "Cid", "Dot"}),
    ("players whose peak exceeds their rating", {"Ann", "Cid", "Dot"}),
    ("Which clubs have an average rating above 2000?", {"Rook"}),
    ("Which clubs have an average player rating between 1700 and 1900?", {"Knight"}),
    ("Which clubs have players with a total rating of more than 4000?", {"Rook"}),
    ("Which towns have a total rating above 4000?", {"Lea"}),
    ("Which town has the highest total rating?", {"Lea"}),
    ("Which club has the largest average rating?", {"Rook"}),
    ("Which club has the smallest average rating?", {"Knight"}),
    ("Which players under the age of 20 belong to a club?", {"Bo"}),
    ("Which players older than 30 belong to a club?", {"Ann", "Cid", "Dot"}),
    ("Which players have a rating greater than 1800 and less than 50 years of age?", {"Ann", "Bo"}),
    ("Which event has the most arbiters?", {"Open"}),
    ("Which events have more than 2 arbiters?", {"Open"}),
    ("Which note received the most replies?", {"First"}),
    ("Which note has the most replies?", {"First"}),
    ("Which notes have no replies?", {"Third", "Fourth"}),
    ("Which harbours have more than 1 outgoing ferry?", {"East Quay"}),
    ("Which harbours have more than 1 incoming ferry?", {"Mole"}),
    ("Which harbours have a ferry to 'Mole'?", {"East Quay", "West Quay"}),
    ("From which harbours is there a ferry to 'Mole'?", {"East Quay", "West Quay"}),
    ("Which harbours have a ferry from 'Mole'?", {"East Quay"}),
    ("Which stewards are stewards of more than 1 club?", {"Una"}),
    ("Which trades have more than 1 player?", {"smith"}),
    ("What are the 2 lowest players by rating?", {"Dot", "Bo"}),
    ("Which player trade has the highest average rating?", {"baker"}),
    ("Which club has the most smith players?", {"Rook", "Knight"}),
    ("Which puzzles have a name that contains 'Pin' or 'Rank'?", {"The Long Pin", "Last Rank"}),
    ("Which players have the same club and event as 'Ann'?", {"Cid"}),
    ("Which players have the same club and the same puzzle as 'Ann'?", {"Cid"}),
    ("How did Ann vote on Blitz?", {"no"}),
    ("Which stewards are stewards of both 'Rook' and 'Knight'?", {"Una"}),
]
VALUES = [
    ("What is the earliest posted date among all puzzles?", "2019-04-01"),
    ("What is the earliest posted date?", "2019-04-01"),
    ("What is the latest posted date among all puzzles?", "2021-06-30"),
    ("What is the average points of 'The Long Pin'?", 16.0),
    ("What is the average player points of 'The Long Pin'?", 16.0),
    ("Is the rating of 'Bo' higher than the rating of 'Dot'?", True),
    ("Is there a ferry from 'East Quay' to 'Mole'?", True),
    ("Is there a ferry from 'West Quay' to 'East Quay'?", False),
    ("Is 'Una' a steward of 'Rook'?", True),
    ("Is 'Vic' a steward of 'Rook'?", False),
]


@pytest.mark.parametrize(("question", "expected"), NAMES)
def test_names(question: str, expected: set[str]) -> None:
    status, rows = told(society(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)


@pytest.mark.parametrize(("question", "expected"), VALUES)
def test_values(question: str, expected: object) -> None:
    status, rows = told(society(), question)
    assert status == "answered" and [str(row[0]) for row in rows] == [str(expected)]


def test_tables() -> None:
    status, rows = told(society(), "What is the lowest rating of players for each club?")
    assert status == "answered" and sorted(rows) == [("Knight", 1750), ("Rook", 2100)]
    assert told(society(), "What are the minimum and maximum rating of the players?") == (
        "answered",
        [(1750, 2300)],
    )
    status, rows = told(society(), "What is the average and total rating of players by club?")
    assert status == "answered" and sorted(rows) == [("Knight", 1825.0, 3650), ("Rook", 2200.0, 4400)]
    status, rows = told(society(), "Which 2 clubs have the most players, and how many?")
    assert {row[0] for row in rows} == {"Rook", "Knight"}
    status, rows = told(
        society(), "Could you list the players that belong to clubs in the town named Lea by name?"
    )
    assert {row[0] for row in rows} == {"Ann", "Cid"}
    status, rows = told(society(), "List the 2 oldest players and give their clubs.")
    assert status == "answered" and [row[:2] for row in rows] == [("Cid", "Rook"), ("Dot", "Knight")]
    status, rows = told(
        society(), "List the top 2 clubs by number of players, showing the number of players in each."
    )
    assert status == "answered" and {row[0] for row in rows} == {"Rook", "Knight"}


@pytest.mark.parametrize(
    "question",
    [
        "Which players are friends with Ann?",
        "Which players wrote their own puzzles on their own boards?",
        "Which actor plays 'Ann'?",
        "Who refereed the Open?",
    ],
)
def test_what_is_not_held_is_not_sure(question: str) -> None:
    assert told(society(), question)[0] != "answered"


def test_an_order_is_kept_where_both_planners_find_the_same() -> None:
    status, rows = told(
        society(), "List the names of the players that were recruited, ordered by rating descending."
    )
    assert status == "unsure" and [row[0] for row in rows] == ["Cid", "Ann", "Bo", "Dot"]


def test_the_statement_says_the_same() -> None:
    for question in (
        "Which clubs have an average rating above 2000?",
        "players whose peak exceeds their rating",
    ):
        assert plan_meanings(question, society().view)[0].omissions == ()
        assert society().retrieve(question).metadata["cypher"]["text"]


def test_random_words_break_nothing() -> None:
    words = [word for question, _ in (*NAMES, *VALUES) for word in question.rstrip("?").split()]
    draw = random.Random(43)
    for _ in range(400):
        question = " ".join(draw.choice(words) for _ in range(draw.randint(1, 9)))
        try:
            society().retrieve(question, planner="meaning")
        except MotifError as error:
            assert error.message
