"""Questions to a graph whose names get in each other's way: a label "List", an average of votes, jobs of who did it."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

USERS = {
    "Ann": ("2015-03-01", "Lea", 120, 40),
    "Bo": ("2012-07-09", "Lea", 90, 7),
    "Cid": ("2018-01-20", "Moor", 300, 12),
    "Dot": ("2020-11-11", "Moor", 60, 3),
}
WORKS = {
    "Bowl": ("2014-05-05", "Finished", 80, 7.5, True, False),
    "Chair": ("2019-06-06", "Finished", 20, 8.5, False, True),
    "Door": ("2021-07-07", "Draft", 200, 6.0, True, False),
    "Easel": ("2011-02-02", "Finished", 50, 9.0, False, False),
}
POSTS = {"First": 5, "Second": 50, "Third": 9}
OTHERS = {
    "Guild": ("Oak", "Ash"),
    "Style": ("Plain", "Ornate"),
    "Subject": ("Graph Databases", "Wood", "Water"),
    "List": ("Friends", "Rivals", "Buyers"),
}
LINKS: list[tuple[str, str, str, dict[str, Any]]] = [
    *(
        (who, "MEMBER_OF", guild, {"joined": datetime.date.fromisoformat(day)})
        for who, guild, day in (
            ("Ann", "Oak", "2016-09-09"),
            ("Bo", "Oak", "2013-01-01"),
            ("Cid", "Ash", "2019-04-04"),
        )
    ),
    *(
        (who, "WORKED_ON", work, {"job": job})
        for who, work, job in (
            ("Ann", "Bowl", "Carver"),
            ("Bo", "Bowl", "Polisher"),
            ("Bo", "Chair", "Carver"),
            ("Bo", "Door", "Carver"),
            ("Cid", "Easel", "Polisher"),
        )
    ),
    *(
        (who, "PAINTED", work, {})
        for who, work in (("Ann", "Door"), ("Bo", "Bowl"), ("Cid", "Chair"), ("Dot", "Easel"))
    ),
    *((who, "STUDENT_OF", master, {}) for who, master in (("Cid", "Bo"), ("Dot", "Bo"), ("Bo", "Ann"))),
    *((who, "FOLLOWS", other, {}) for who, other in (("Ann", "Cid"), ("Dot", "Cid"), ("Cid", "Ann"))),
    *((who, "POSTED", post, {}) for who, post in (("Ann", "First"), ("Ann", "Third"), ("Bo", "Second"))),
    *(
        (who, "LIKED", post, {})
        for who, post in (("Ann", "Second"), ("Cid", "First"), ("Dot", "First"), ("Bo", "Third"))
    ),
    *((who, "OWNS_LIST", one, {}) for who, one in (("Ann", "Friends"), ("Ann", "Buyers"), ("Bo", "Rivals"))),
    *((who, "LISTED_IN", one, {}) for who, one in (("Bo", "Friends"), ("Ann", "Rivals"), ("Cid", "Rivals"))),
    *(
        (work, "IN_STYLE", style, {})
        for work, style in (
            ("Bowl", "Plain"),
            ("Chair", "Plain"),
            ("Easel", "Plain"),
            ("Door", "Ornate"),
            ("Bowl", "Ornate"),
        )
    ),
    *(
        (work, "ABOUT", subject, {})
        for work, subject in (
            ("Bowl", "Water"),
            ("Bowl", "Wood"),
            ("Chair", "Wood"),
            ("Door", "Wood"),
            ("Easel", "Graph Databases"),
        )
    ),
]


@cache
def workshop() -> motif.Graph:
    """Users who work on, paint and post; guilds, lists, works in styles and about subjects."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (
                ("User",),
                {
                    "name": name,
                    "joined": datetime.date.fromisoformat(day),
                    "city": city,
                    "income": income,
                    "followsCount": n,
                },
            )
            for name, (day, city, income, n) in USERS.items()
        ),
        *(
            (
                ("Work",),
                {
                    "name": name,
                    "finish_date": datetime.date.fromisoformat(day),
                    "status": status,
                    "total_worth": worth,
                    "vote_average": votes,
                    "recorded": recorded,
                    "blocksframing": blocks,
                },
            )
            for name, (day, status, worth, votes, recorded, blocks) in WORKS.items()
        ),
        *((("Post",), {"name": name, "likes": likes}) for name, likes in POSTS.items()),
        *(((label,), {"name": name}) for label, names in OTHERS.items() for name in names),
    ]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    return small_graph(
        "workshop", nodes, [(at[a], kind, at[b], held) for a, kind, b, held in LINKS], ("job", "joined")
    )


NAMES = [
    ("Which works are about Graph Databases?", {"Easel"}),
    ("List all works with a vote average above 5 that were recorded.", {"Bowl", "Door"}),
    ("Which works share at least one subject with 'Bowl'?", {"Chair", "Door"}),
    ("Which works were finished after 2015?", {"Chair", "Door"}),
    ("Which styles have the highest average total worth?", {"Ornate"}),
    ("Which style has the highest average vote average?", {"Plain"}),
    ("Which styles have works with an average vote average above 7?", {"Plain"}),
    ("List all users who own a list.", {"Ann", "Bo"}),
    ("Which lists does Ann own?", {"Friends", "Buyers"}),
    ("Who carved 'Bowl'?", {"Ann"}),
    ("Which works did Bo carve?", {"Chair", "Door"}),
    ("Who has carved the most works?", {"Bo"}),
    ("Which works block framing?", {"Chair"}),
    ("Which works do not block framing?", {"Bowl", "Door", "Easel"}),
    ("Which works were painted by pupils of Bo?", {"Chair", "Easel"}),
    ("Who taught Dot?", {"Bo"}),
    ("Which users were taught by Bo?", {"Cid", "Dot"}),
    ("Which cities have an average income above 150?", {"Moor"}),
    ("Which user has the highest total likes across their posts?", {"Bo"}),
    ("Which user has the highest total worth across all their painted works?", {"Ann"}),
    ("Which works did the students of Bo paint?", {"Chair", "Easel"}),
    ("Which guild is the teacher of Cid a member of?", {"Oak"}),
    ("Which guild is Cid's teacher a member of?", {"Oak"}),
    ("Find all works where recorded is true.", {"Bowl", "Door"}),
    ("Find all works where recorded is set to false.", {"Chair", "Easel"}),
    ("What are the 2 most recent works by finish date?", {"Door", "Chair"}),
    ("Which users who have painted 'Easel' were never listed?", {"Dot"}),
    ("Which style has the highest number of recorded works?", {"Ornate"}),
    ("Which style has the most recorded works?", {"Ornate"}),
    ("What are the top 1 styles by number of recorded works?", {"Ornate"}),
    ("Which styles have at least 2 recorded works?", {"Ornate"}),
    ("Which users have the most posts in the POSTED relationship?", {"Ann"}),
    ("Which users joined before 2015?", {"Bo"}),
    ("Which users who joined after 2013 liked 'First'?", {"Cid", "Dot"}),
    ("Which users liked posts before 2019?", None),
    ("Which users painted 'Easel' in 2020?", None),
    ("Which users taught Dot in 2012?", None),
    ("Which users received a post with more than 10 likes?", None),
    ("Which users were painted by rivals of Bo?", None),
    ("Which works were painted by rivals of Bo?", None),
]


@pytest.mark.parametrize(("question", "expected"), NAMES, ids=[question for question, _ in NAMES])
def test_they_are_read_whole_or_doubted(question: str, expected: set[str] | None) -> None:
    status, rows = told(workshop(), question)
    if expected is None:
        assert status != "answered", rows
        return
    assert (status, {row[0] for row in rows}) == ("answered", expected)


VALUES = [
    ("What is the follows count of Ann?", 40),
    ("What is the total number of likes of the posts by Ann?", 14),
    ("Is 'Door' Finished or Draft?", "Draft"),
    ("Does the teacher of Cid own a list?", True),
    ("Does the teacher of Bo follow Dot?", False),
    ("Is the user Ann a member of the guild Oak?", True),
    ("Is the user Cid a member of the guild Oak?", False),
]


@pytest.mark.parametrize(("question", "expected"), VALUES, ids=[question for question, _ in VALUES])
def test_one_value(question: str, expected: object) -> None:
    status, rows = told(workshop(), question)
    assert status == "answered"
    assert [row[0] for row in rows] == [expected]


def test_the_day_of_joining_is_that_of_the_membership_where_both_are_named() -> None:
    status, rows = told(workshop(), "When did Ann join the guild Oak?")
    assert (status, str(rows[0][0])) == ("answered", "2016-09-09")
    status, rows = told(workshop(), "When did Ann join?")
    assert (status, str(rows[0][0])) == ("answered", "2015-03-01")


def test_things_and_how_many_each() -> None:
    found = workshop().retrieve(
        "Which users have posted posts, and how many has each of them posted?", top_k=9
    )
    assert found.status == "answered"
    assert list(found.readings[:1]) == ["the user (posted → post) with count of post"]


def test_a_number_for_each_of_which_the_name_is_wanted() -> None:
    status, rows = told(
        workshop(), "For each guild, return its name and the number of users who are members of it."
    )
    assert status == "answered"
    assert sorted(rows) == [("Ash", 1), ("Oak", 2)]


@pytest.mark.parametrize(
    "question",
    [
        "What is the official language of Lea?",
        "Which users have posted posts, and how many has each of them liked?",
        "Which awards did Ann win?",
    ],
)
def test_what_is_not_told_is_not_answered(question: str) -> None:
    assert told(workshop(), question)[0] != "answered"


def test_an_order_from_one_end_to_the_other() -> None:
    status, rows = told(workshop(), "Sort the works by finish date from newest to oldest.")
    assert status == "answered"
    assert [row[0] for row in rows] == ["Door", "Chair", "Bowl", "Easel"]
